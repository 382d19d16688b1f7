"""Static files: the pages, scripts and styles that the server sends."""

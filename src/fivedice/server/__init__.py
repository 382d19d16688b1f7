"""The table in the browser: the server, its database, its sockets and its pages."""

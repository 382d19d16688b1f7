"""I/O outside the server: files, threads, signals and randomness."""

"""I/O outside the server: files, locks, threads, signals and randomness."""

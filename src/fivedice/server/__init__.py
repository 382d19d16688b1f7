"""The web server: tables, storage, routes, protection, workers, background computation, push, assets."""

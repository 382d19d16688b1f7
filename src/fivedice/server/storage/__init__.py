"""The database: schema, queries, and the files of SQLite."""

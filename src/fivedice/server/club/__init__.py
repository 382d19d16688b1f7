"""Club nights in the database, the tables of their rounds, and their routes."""

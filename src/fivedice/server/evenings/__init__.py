"""Club nights: evenings in the database, the tables of their rounds, and their routes."""

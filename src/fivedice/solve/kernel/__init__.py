"""The basis of every solver: vectors in compiled code, the lattice of keeps, tables on disk."""

"""What every solver builds on: vectors in compiled code, the lattice of keeps, tables on disk."""

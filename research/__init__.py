"""Scripts behind the shipped networks, tables and documented figures; see README.md."""

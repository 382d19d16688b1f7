"""Arguments, options and help of every command. Loads nothing that only a running command needs."""

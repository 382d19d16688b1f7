"""Statistics of a player: figures of each match, a profile over many, ratings and exports."""

"""The command `pincite`: main, then one file per command."""

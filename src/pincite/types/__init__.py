"""Values that the stages pass on; they import nothing else of pincite."""

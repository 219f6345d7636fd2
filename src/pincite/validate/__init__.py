"""The gate: which sentences of a draft their cited sources carry, and what becomes of the draft."""

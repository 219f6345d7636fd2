"""How Korean law points to law: words, places without references, units, what they stand for, and in which sense."""

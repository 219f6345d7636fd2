"""What the grammar of Korean law is made of: marks, levels, lists, notes, annexes, contents."""

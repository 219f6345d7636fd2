"""Questions from Korean law: its sentences are regular, and a question word stands where the answer stood."""

"""A benchmark from a corpus: asks, their gold, difficulty, choice, wording and unanswerable twins."""

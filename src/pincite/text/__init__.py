"""Text as such: normal form, offsets, sentences, figures, negation, places, tokens. Knows nothing of documents."""

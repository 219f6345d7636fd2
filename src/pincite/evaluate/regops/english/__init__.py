"""Questions from English law."""

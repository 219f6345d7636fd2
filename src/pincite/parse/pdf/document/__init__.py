"""The second pass over a PDF: what the pages tell together, and the text that is written of them."""

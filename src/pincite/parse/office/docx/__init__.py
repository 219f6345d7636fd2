"""Word files: parts, styles, numbers, paragraphs and headings, and the text that is written of them."""

"""The first pass over a PDF: each page's lines in the order of reading, without what nobody sees."""

"""PDF: the file and the library behind it; `page` reads each page, `document` writes the text of them all."""

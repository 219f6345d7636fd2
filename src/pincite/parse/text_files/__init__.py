"""Files that are text themselves: HTML, Markdown, plain text, law in XML."""

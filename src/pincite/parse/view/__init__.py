"""Pages as they look, for people who check a quote: pictures, the words on them, boxes."""

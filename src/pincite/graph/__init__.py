"""The operational knowledge graph: references found, resolved and linked across the levels of authority."""

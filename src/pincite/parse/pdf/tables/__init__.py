"""Ruled tables of a PDF: their rules, frames, cells and heads, and how they run over pages."""

"""A run's report for people: `report.md` and the page `report.html`, made of `report.json` and the cases beside it."""

from pincite.evaluate.report.write import HTML_FILE, MARKDOWN_FILE, write_reports

__all__ = ["HTML_FILE", "MARKDOWN_FILE", "write_reports"]

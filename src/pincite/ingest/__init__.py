"""Files into a library, and the library kept sound: find, read, chunk, embed, store; look through and mend."""

from pincite.ingest.files import find_files, find_pictures
from pincite.ingest.one_file import Ingest
from pincite.ingest.reports import FileReport, OnEvent, Progress
from pincite.ingest.vectors import reindex

__all__ = ["FileReport", "Ingest", "OnEvent", "Progress", "find_files", "find_pictures", "reindex"]

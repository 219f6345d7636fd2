"""Files of office and mail programs: Word, OpenDocument, Hangul, RTF, mail."""

"""The tables of a library, and the steps from one version of them to the next.

Texts are kept as TEXT where SQLite can hold them as such, else as BLOB (see `pincite.store.rows`), so no table is
STRICT. `PRAGMA user_version` is the number of steps done; step n of `MIGRATIONS` leads from version n to n + 1.
"""

from __future__ import annotations

import sqlite3

from pincite.errors import LibraryError

APPLICATION_ID = 0x70696E63  # "pinc"; tells a library from any other SQLite file

_FIRST = """
CREATE TABLE meta (
    key TEXT PRIMARY KEY,                -- generation, later_vectors, embedder:<language>, tokenizer:<language>
    value
) WITHOUT ROWID;
INSERT INTO meta VALUES ('generation', 0);

CREATE TABLE documents (
    key INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    title TEXT NOT NULL,
    source TEXT NOT NULL,
    path TEXT NOT NULL,
    media_type TEXT NOT NULL,
    file_sha256 TEXT NOT NULL,
    text_sha256 TEXT NOT NULL,
    index_sha256 TEXT NOT NULL,          -- of all that an index is made of: chunk ids, languages, index texts
    parser TEXT NOT NULL,
    chunker TEXT NOT NULL,
    language TEXT NOT NULL,
    jurisdiction_path TEXT,              -- JSON array of keys
    jurisdiction_name TEXT,
    effective_date TEXT,
    work TEXT,
    added_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    character_count INTEGER NOT NULL,
    page_count INTEGER NOT NULL,
    low_page_count INTEGER NOT NULL,
    empty_page_count INTEGER NOT NULL,
    chunk_count INTEGER NOT NULL
);
CREATE UNIQUE INDEX documents_by_path ON documents (path) WHERE path <> '';
CREATE INDEX documents_by_file ON documents (file_sha256);

-- Apart from documents, so that listing them never touches the texts.
CREATE TABLE texts (
    document_key INTEGER PRIMARY KEY REFERENCES documents ON DELETE CASCADE,
    text NOT NULL,
    text_map BLOB NOT NULL
);

CREATE TABLE pages (
    document_key INTEGER NOT NULL REFERENCES documents ON DELETE CASCADE,
    place INTEGER NOT NULL,              -- in the tuple of pages
    page_index INTEGER NOT NULL,
    start INTEGER NOT NULL,
    "end" INTEGER NOT NULL,
    label TEXT,
    quality TEXT NOT NULL,
    quality_note TEXT NOT NULL,
    furniture TEXT NOT NULL,             -- JSON array of [start, end]
    PRIMARY KEY (document_key, place)
) WITHOUT ROWID;

CREATE TABLE sections (
    document_key INTEGER NOT NULL REFERENCES documents ON DELETE CASCADE,
    place INTEGER NOT NULL,
    section_id TEXT,
    heading TEXT NOT NULL,
    level INTEGER NOT NULL,
    heading_path TEXT NOT NULL,          -- JSON array
    start INTEGER NOT NULL,
    "end" INTEGER NOT NULL,
    PRIMARY KEY (document_key, place)
) WITHOUT ROWID;

CREATE TABLE chunks (
    key INTEGER PRIMARY KEY,
    document_key INTEGER NOT NULL REFERENCES documents ON DELETE CASCADE,
    ordinal INTEGER NOT NULL,
    id TEXT NOT NULL UNIQUE,
    index_sha256 TEXT NOT NULL,          -- key of its vector
    pieces TEXT NOT NULL,                -- JSON array of [at, start, end]
    tokens INTEGER NOT NULL,
    header TEXT NOT NULL,
    label TEXT NOT NULL,
    page_index INTEGER,
    page_index_end INTEGER,
    page_label TEXT,
    section_id TEXT,
    heading_path TEXT NOT NULL,          -- JSON array
    provision_id TEXT,
    language TEXT NOT NULL,
    text NOT NULL
);
-- Covers "ids in order", which every question asks for, so that it reads no texts.
CREATE INDEX chunks_in_order ON chunks (document_key, ordinal, id, language);
CREATE INDEX chunks_by_provision ON chunks (provision_id) WHERE provision_id IS NOT NULL;

CREATE TABLE edges (
    key INTEGER PRIMARY KEY,
    document_key INTEGER NOT NULL REFERENCES documents ON DELETE CASCADE,
    source TEXT NOT NULL,                -- provision ids; the target's document may be absent
    target TEXT NOT NULL,
    type TEXT NOT NULL,
    manner TEXT NOT NULL,
    start INTEGER,
    "end" INTEGER
);
CREATE INDEX edges_of_document ON edges (document_key);
CREATE INDEX edges_from ON edges (source, type);
CREATE INDEX edges_to ON edges (target, type);

CREATE TABLE tags (
    document_key INTEGER NOT NULL REFERENCES documents ON DELETE CASCADE,
    place INTEGER NOT NULL,
    tag TEXT NOT NULL,
    PRIMARY KEY (document_key, place)
) WITHOUT ROWID;
CREATE UNIQUE INDEX tags_by_name ON tags (tag, document_key);

-- Of texts, not of chunks: a text that comes back, in whatever document, is not embedded again.
CREATE TABLE vectors (
    key INTEGER PRIMARY KEY,
    embedder TEXT NOT NULL,
    text_sha256 TEXT NOT NULL,
    vector BLOB NOT NULL                 -- little-endian float32
);
CREATE UNIQUE INDEX vectors_by_text ON vectors (embedder, text_sha256);
"""

# A document read as law lies beside it; one that an older pincite put in has no row yet and gets it when it is needed.
_LAW = """
ALTER TABLE texts ADD COLUMN stated TEXT NOT NULL DEFAULT '[]';  -- JSON array of [name, value]

CREATE TABLE laws (
    document_key INTEGER PRIMARY KEY REFERENCES documents ON DELETE CASCADE,
    reader TEXT NOT NULL,                -- what read it; empty where only `declared` is known yet
    stamp TEXT NOT NULL,                 -- SHA-256 of reader, declared and content
    declared TEXT NOT NULL,              -- JSON of what corpus.toml says; empty for nothing
    content BLOB NOT NULL                -- see pincite.store.law_rows
);
"""

# Pages that were read by optical recognition, and tables.
_DEPTH = """
ALTER TABLE pages ADD COLUMN read_by TEXT NOT NULL DEFAULT 'file';  -- file or ocr
ALTER TABLE pages ADD COLUMN confidence REAL;                       -- of recognised text, 0..100
ALTER TABLE pages ADD COLUMN words BLOB;                            -- see pincite.types.page_words; NULL for none
ALTER TABLE texts ADD COLUMN tables TEXT NOT NULL DEFAULT '[]';     -- JSON array, see pincite.store.rows
"""

MIGRATIONS: tuple[str, ...] = (_FIRST, _LAW, _DEPTH)
SCHEMA_VERSION = len(MIGRATIONS)


def version_of(connection: sqlite3.Connection) -> int:
    """The schema version of the file; 0 where no library was made in it yet."""
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def require_library(connection: sqlite3.Connection, name: str) -> None:
    """Refuse a file that is another program's, or a newer pincite's.

    Args:
        name: of the file, for the message.

    Raises:
        LibraryError: it is one of these.
    """
    application = int(connection.execute("PRAGMA application_id").fetchone()[0])
    tables = int(connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0])
    if application != APPLICATION_ID and (application or tables):
        raise LibraryError(
            f"A pincite library was wanted, but {name} is a database of another program.",
            hint="Choose another folder with --library.",
        )
    found = version_of(connection)
    if found > SCHEMA_VERSION:
        raise LibraryError(
            f"The library {name} has schema version {found}; this pincite reads up to {SCHEMA_VERSION}.",
            hint="Upgrade pincite, or make a new library in another folder.",
        )


def migrate(connection: sqlite3.Connection) -> None:
    """Bring the tables to this version, all steps in one transaction; a kill in between leaves the old ones.

    Args:
        connection: in autocommit mode, outside a transaction.
    """
    if version_of(connection) == SCHEMA_VERSION:
        return
    connection.execute("BEGIN IMMEDIATE")
    try:
        for step in MIGRATIONS[version_of(connection) :]:  # read again: another process may have done it meanwhile
            for statement in _statements(step):
                connection.execute(statement)
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
        connection.execute("COMMIT")
    except BaseException:
        connection.execute("ROLLBACK")
        raise


def _statements(script: str) -> list[str]:
    """The statements of a script; `executescript` would commit the transaction first."""
    found: list[str] = []
    pending = ""
    for line in script.splitlines(keepends=True):
        pending += line
        if sqlite3.complete_statement(pending):
            found.append(pending)
            pending = ""
    return found

"""Write the made files, or what reading them gives.

    python -m made_files OUT                  the files themselves, into the folder OUT
    python -m made_files --golden [NAME...]   their readings into tests/parse/golden, all or those named

With tests/makers and src on PYTHONPATH. A reading is what the program does today: a person reads the difference before
it is kept, and asks whether it is what a careful reader of the file would want.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from made_files import MadeFile, made_files
from made_files._reading import GOLDEN, as_json, golden_path, missing_needs, reading_of


def main(arguments: Sequence[str] | None = None) -> int:
    """Reads the arguments and writes; 1 where a name is unknown or a file could not be made."""
    parser = argparse.ArgumentParser(prog="python -m made_files", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--golden", action="store_true", help="write the readings instead of the files")
    parser.add_argument("names", nargs="*", metavar="OUT | NAME", help="a folder, or with --golden names of files")
    options = parser.parse_args(arguments)
    if options.golden:
        return write_golden(options.names)
    if len(options.names) != 1:
        parser.error("wanted one folder")
    return write_files(Path(options.names[0]))


def write_files(folder: Path) -> int:
    """Writes every file into `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    files = made_files()
    for file in files:
        (folder / file.name).write_bytes(file.make())
    print(f"{len(files)} files in {folder}")
    return 0


def write_golden(names: Sequence[str]) -> int:
    """Writes the readings of the files named, of all without names."""
    files = made_files()
    unknown = set(names) - {file.name for file in files}
    if unknown:
        print(f"Wanted names of made files, found {', '.join(sorted(unknown))}.", file=sys.stderr)
        return 1
    GOLDEN.mkdir(exist_ok=True)
    for file in files:
        if not names or file.name in names:
            print(f"{file.name}: {_write_one(file)}")
    return 0


def _write_one(file: MadeFile) -> str:
    missing = missing_needs(file)
    if missing:
        return f"left as it is, {', '.join(missing)} is not here"
    path = golden_path(file)
    with tempfile.TemporaryDirectory() as folder:
        written = as_json(reading_of(file, Path(folder)))
    if path.is_file() and path.read_text("utf-8") == written:
        return "unchanged"
    path.write_text(written, "utf-8")
    return "written"


if __name__ == "__main__":
    raise SystemExit(main())

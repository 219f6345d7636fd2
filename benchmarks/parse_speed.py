"""How fast files become documents and chunks, beside the bare extraction of their text.

    python benchmarks/parse_speed.py FOLDER [--rounds 7]

Over the PDFs of the folder, bare extraction (pypdfium2's `get_text_range` of every page) and `pincite.parse.read` take
turns, so that what else the machine does falls on both; CPU times, after one round that is not counted. The ratio is
bare over read: 1 would cost nothing beyond the extraction. Then all documents of the folder are parsed and chunked
once each, in seconds on the clock.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median

import pypdfium2

from pincite.chunk import chunk_document
from pincite.ingest.files import find_files
from pincite.parse import read
from pincite.types.document import Document

AIM_RATIO = 0.6
AIM_S = 10.0


def main() -> None:
    """Reads the arguments, runs, prints."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--rounds", type=int, default=7)
    options = parser.parse_args()
    files = list(find_files([options.folder]))
    pdfs = [path for path in files if path.suffix.lower() == ".pdf"]
    if pdfs:
        print_ratio(pdfs, options.rounds)
    print_ingest(files)


def print_ratio(pdfs: Sequence[Path], rounds: int) -> None:
    """Prints the median of the rounds' ratios, and the range."""
    times = [(cpu_s(lambda: extract_all(pdfs)), cpu_s(lambda: read_all(pdfs))) for _ in range(rounds + 1)][1:]
    ratios = sorted(bare / whole for bare, whole in times)
    bare, whole = (median(column) for column in zip(*times, strict=True))
    print(f"{len(pdfs)} PDFs, {rounds} rounds: bare extraction {bare:.3f} s, parsing {whole:.3f} s of CPU time")
    print(f"bare / parsing: median {median(ratios):.2f} ({ratios[0]:.2f} to {ratios[-1]:.2f}; aim: {AIM_RATIO})")


def print_ingest(files: Sequence[Path]) -> None:
    """Prints how long parsing and chunking all files takes."""
    started = time.perf_counter()
    documents = read_all(files)
    parsed = time.perf_counter()
    chunks = sum(len(chunk_document(document).chunks) for document in documents)
    chunked = time.perf_counter()
    print(
        f"{len(files)} documents, {chunks} chunks: parsing {parsed - started:.2f} s, chunking {chunked - parsed:.2f} s,"
        f" together {chunked - started:.2f} s (aim: {AIM_S:.0f})"
    )


def extract_all(paths: Sequence[Path]) -> None:
    """The text of every page and nothing else."""
    for path in paths:
        pdf = pypdfium2.PdfDocument(path)
        for page in pdf:
            page.get_textpage().get_text_range()
        pdf.close()


def read_all(paths: Sequence[Path]) -> list[Document]:
    """Every file as a document."""
    return [read(path) for path in paths]


def cpu_s(work: Callable[[], object]) -> float:
    """CPU seconds that `work` takes in this process."""
    started = time.process_time()
    work()
    return time.process_time() - started


if __name__ == "__main__":
    main()

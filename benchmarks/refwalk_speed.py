"""How long RefWalk's retrieval takes, query encoding apart: medians over questions, in this process.

    python benchmarks/refwalk_speed.py --library LIB --questions FILE.jsonl [--provisions 3000] [--limit 40]

Without `--library` a library of fictional law is made, of as many provisions as asked for, with an embedder of hashed
words in the place of a model: retrieval beside encoding does not know the difference.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import tempfile
import time
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path

from pincite.index.embedders import Embedder, Vectors
from pincite.library import Library
from pincite.settings import Settings
from pincite.store.library import SqliteStore
from pincite.testing import HashEmbedder

WORDS = "등대 점검 수당 신고 허가 취소 협약 평가 보고 제출 기한 비용 정산 보관 공개 승인 변경 위탁 교육 통보".split()


class TimedEmbedder:
    """An embedder that counts the time that queries take."""

    def __init__(self, inner: Embedder) -> None:
        self._inner = inner
        self.name, self.language, self.dim = inner.name, inner.language, inner.dim
        self.spent_s = 0.0
        self.cpu_s = 0.0

    def embed_passages(self, texts: Sequence[str], headers: Sequence[str] = ()) -> Vectors:
        """See `Embedder.embed_passages`."""
        return self._inner.embed_passages(texts, headers)

    def embed_query(self, text: str) -> Vectors:
        """See `Embedder.embed_query`."""
        return self._timed([text])[0]

    def embed_queries(self, texts: Sequence[str]) -> Vectors:
        """See `pincite.index.embedders.query_vectors`."""
        return self._timed(texts)

    def _timed(self, texts: Sequence[str]) -> Vectors:
        from pincite.index.embedders import query_vectors

        started, worked = time.perf_counter(), time.process_time()
        vectors = query_vectors(self._inner, texts)
        self.spent_s += time.perf_counter() - started
        self.cpu_s += time.process_time() - worked
        return vectors


def law(number: int, articles: int) -> Iterator[str]:
    """A fictional act, every third article of which cites another."""
    yield f"---\ntitle: 시험{number}법\nlevel: 법률\n---\n\n# 시험{number}법\n"
    for n in range(1, articles + 1):
        a, b, c = (WORDS[(number * 7 + n * k) % len(WORDS)] for k in (1, 3, 5))
        cited = f"제{n % articles + 1}조에도 불구하고 " if n % 3 == 0 else ""
        yield f"##### 제{n}조 ({a}의 {b})\n\n{cited}{a}를 하는 자는 {b} {n}일 이내에 {c}를 하여야 한다.\n"


def made(folder: Path, provisions: int) -> tuple[Library, list[str]]:
    """A library of fictional acts of 100 articles each, and questions on them."""
    for number in range(provisions // 100):
        (folder / f"act{number:03d}.md").write_text("\n".join(law(number, 100)), "utf-8")
    library = Library(
        SqliteStore.open(folder / "library", create=True), Settings(), embedder_for=lambda language: HashEmbedder("ko")
    )
    library.add(sorted(folder.glob("act*.md")))
    questions = [f"{a}를 하는 자는 {b}를 며칠 이내에 하여야 하나요?" for a in WORDS[:8] for b in WORDS[8:13]]
    return library, questions


def timed(library: Library, questions: Sequence[str], k: int) -> dict[str, list[float]]:
    """Milliseconds of each question: the whole, encoding, and what is left, by the clock and of the processors."""
    # The library's own embedders, each wrapped; the first question loads models, graph and vocabulary.
    wrapped = {language: TimedEmbedder(library.embedder(language)) for language in library.store.meta().embedders}
    library._embedders.update(wrapped)
    library.search(questions[0], k, "refwalk")
    found: dict[str, list[float]] = {"whole": [], "encoding": [], "retrieval": [], "retrieval, processor time": []}
    for question in questions:
        spent, cpu = _encoding(wrapped.values())
        started, worked = time.perf_counter(), time.process_time()
        library.search(question, k, "refwalk")
        whole, busy = time.perf_counter() - started, time.process_time() - worked
        now_spent, now_cpu = _encoding(wrapped.values())
        values = (whole, now_spent - spent, whole - (now_spent - spent), busy - (now_cpu - cpu))
        for name, value in zip(found, values, strict=True):
            found[name].append(1000 * value)
    return found


def _encoding(embedders: Collection[TimedEmbedder]) -> tuple[float, float]:
    """Seconds by the clock and of the processors that queries took so far."""
    return sum(e.spent_s for e in embedders), sum(e.cpu_s for e in embedders)


def main() -> int:
    """Prints the medians."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--library", type=Path)
    parser.add_argument("--questions", type=Path, help="JSONL with `question`")
    parser.add_argument("--provisions", type=int, default=3000)
    parser.add_argument("--limit", type=int, default=40)
    parser.add_argument("-k", type=int, default=10)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        if given.library:
            library = Library.open(given.library)
            lines = given.questions.read_text("utf-8").splitlines()
            questions = [json.loads(line)["question"] for line in lines if line.strip()]
        else:
            library, questions = made(Path(folder), given.provisions)
        with library:
            chunks = library.info()["chunks"]
            started = time.perf_counter()
            library.search(questions[0], given.k, "refwalk")
            first = 1000 * (time.perf_counter() - started)
            found = timed(library, questions[: given.limit], given.k)
            print(f"units: {chunks}; questions: {len(found['whole'])}; first question (graph, words): {first:.0f} ms")
            for name, values in found.items():
                ordered = sorted(values)
                high = ordered[int(0.95 * (len(ordered) - 1))]
                print(f"{name:26s} median {statistics.median(values):7.1f} ms   95 % {high:7.1f} ms")
    return 0


if __name__ == "__main__":
    sys.exit(main())

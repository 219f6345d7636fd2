"""What the adapters share: a benchmark's passages and questions, the command line, and the file of predictions.

Each adapter runs a system's own code over the benchmark's passages and writes one line a question, for
`pincite bench score`. Nothing here imports pincite, and gold is never read.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

QUESTIONS = ("questions.jsonl", "peer_bench.jsonl")
CORPUS = ("corpus.jsonl", "peer_articles.jsonl")
KEY = "PINCITE_MODEL_KEY"
_INSTEAD = ", or rank without one by --retrieve-only"


class Passage(NamedTuple):
    """A passage of the corpus."""

    node_id: str
    title: str
    text: str


class Asked(NamedTuple):
    """A question without its gold."""

    qa_id: str
    text: str


def options(what: str) -> argparse.ArgumentParser:
    """The options that every adapter has."""
    parser = argparse.ArgumentParser(description=what)
    parser.add_argument("--bench", type=Path, required=True, help="folder of the benchmark, as `bench build` writes it")
    parser.add_argument("--out", type=Path, required=True, help="file of predictions; lines that are there are kept")
    parser.add_argument(
        "--passages", type=Path, help="a library's, by `bench predict --passages`, in place of the benchmark's corpus"
    )
    parser.add_argument("--server", help="OpenAI-compatible, such as http://localhost:8000/v1")
    parser.add_argument("--model", help="the server's chat model")
    parser.add_argument("--embed-server", help="default: --server")
    parser.add_argument("--embedder", help="the server's model of embeddings")
    parser.add_argument("--query-embedder", help="its name for questions, where a server has two; default: --embedder")
    parser.add_argument("--top-k", type=int, default=10, help="passages retrieved and shown")
    parser.add_argument("--max-tokens", type=int, default=512, help="of an answer")
    parser.add_argument("--context-tokens", type=int, default=8192, help="of the model")
    parser.add_argument("--leaves", action="store_true", help="index the finest provisions only")
    parser.add_argument("--limit", type=int, help="ask the first questions only")
    return parser


def chosen_of(parser: argparse.ArgumentParser) -> argparse.Namespace:
    """The options as given, with those that stand for others filled in; what does not fit ends the program."""
    chosen = parser.parse_args()
    chosen.retrieve_only = getattr(chosen, "retrieve_only", False)
    if not chosen.retrieve_only and not (chosen.server and chosen.model):
        parser.error("name the model with --server and --model" + _INSTEAD * hasattr(chosen, "words"))
    chosen.embed_server = chosen.embed_server or chosen.server
    if chosen.embedder and not chosen.embed_server:
        parser.error("name the server of the embeddings with --embed-server")
    chosen.query_embedder = chosen.query_embedder or chosen.embedder
    return chosen


def retrieving(parser: argparse.ArgumentParser) -> argparse.ArgumentParser:
    """Adds the options of systems that can rank without a model."""
    parser.add_argument(
        "--words", action="store_true", help="rank by BM25 too and join; without --embedder by it alone"
    )
    parser.add_argument("--retrieve-only", action="store_true", help="rank and write no answer; needs no chat model")
    return parser


def key() -> str:
    """The server's key; servers of one's own take any."""
    return os.environ.get(KEY, "").strip() or "none"


def passages(folder: Path, leaves: bool, given: Path | None = None) -> list[Passage]:
    """The passages of a benchmark.

    Args:
        leaves: without those that others lie below; else a provision and its paragraphs are both there.
        given: a file of passages in place of the corpus. Several may have one id, as the parts of a long article.
    """
    rows = list(_rows(given.parent, (given.name,)) if given else _rows(folder, CORPUS))
    made = [Passage(_id(row), _title(row), row.get("text", "")) for row in rows]
    parents = {row.get("parent") for row in rows}
    return [p for p in made if p.text.strip() and not (leaves and p.node_id in parents)]


def questions(folder: Path, limit: int | None) -> list[Asked]:
    """The questions of a benchmark, in their order."""
    return [Asked(str(row["qa_id"]), row["question"]) for row in _rows(folder, QUESTIONS)][:limit]


def predict(out: Path, asked: list[Asked], variant: str, answer: Callable[[str], dict[str, Any]]) -> None:
    """Asks each question that has no line yet and adds it, at once; an error is a line too, and asked again later."""
    kept = [row for row in _kept(out) if row.get("status") != "error"]
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in kept), "utf-8")
    done = {row["qa_id"] for row in kept}
    with out.open("a", encoding="utf-8") as file:
        for number, question in enumerate(asked, 1):
            if question.qa_id in done:
                continue
            started = time.perf_counter()
            try:
                said = {"status": "answered", **answer(question.text)}
            except Exception as error:  # whatever a system raises is its answer to this question
                said = {"status": "error", "error": f"{type(error).__name__}: {error}"[:300]}
            seconds = round(time.perf_counter() - started, 2)
            line = {"qa_id": question.qa_id, "question": question.text, "variant": variant, **said, "seconds": seconds}
            file.write(json.dumps(line, ensure_ascii=False) + "\n")
            file.flush()
            print(f"{variant}: {number} of {len(asked)}: {said['status']}", file=sys.stderr)


def _kept(out: Path) -> Iterator[dict[str, Any]]:
    for line in out.read_text("utf-8").splitlines() if out.is_file() else ():
        try:
            yield json.loads(line)
        except ValueError:
            return  # not finished by its writer


def _rows(folder: Path, names: tuple[str, ...]) -> Iterator[dict[str, Any]]:
    path = next((folder / name for name in names if (folder / name).is_file()), None)
    if path is None:
        sys.exit(f"Wanted {' or '.join(names)} in {folder}, found neither.")
    with path.open(encoding="utf-8") as file:
        yield from (json.loads(line) for line in file if line.strip())


def _id(row: dict[str, Any]) -> str:
    return str(row.get("node_id") or row.get("id") or row["_id"])


def _title(row: dict[str, Any]) -> str:
    parts = [row.get("document_title"), row.get("label"), row.get("article_title") or row.get("title")]
    return " ".join(dict.fromkeys(part for part in parts if part))

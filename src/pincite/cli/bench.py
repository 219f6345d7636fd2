"""`pincite bench`: make a benchmark of questions with gold provisions from one's own regulations."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pincite.cli.bench_predict import predict
from pincite.cli.bench_score import score_predictions
from pincite.cli.invocation import ConfigOption, Invocation, JsonOption, LibraryOption, invocation
from pincite.cli.output import data, data_json, say

if TYPE_CHECKING:
    from pincite.evaluate.regops.questions.paraphrase import Paraphraser

app = typer.Typer(
    name="bench",
    help="Make a benchmark from law; score predictions on it.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
)
app.command("score")(score_predictions)
app.command("predict")(predict)


@app.command("build")
def build_benchmark(
    context: typer.Context,
    corpus: Annotated[
        Path, typer.Argument(metavar="CORPUS", help="Folder of documents, with a corpus.toml or not, or a library.")
    ],
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="Folder of the benchmark's files.")],
    size: Annotated[int, typer.Option("--size", metavar="N", min=1, help="Answerable questions wanted.")] = 250,
    seed: Annotated[int, typer.Option("--seed", metavar="S", help="The same seed gives the same files.")] = 0,
    model: Annotated[
        str | None,
        typer.Option(
            "--model",
            metavar="MODEL",
            help="Rewords the questions, each checked: `URL#NAME`, `llama:FILE` [default: the templates' words].",
            show_default=False,
        ),
    ] = None,
    offline: Annotated[bool, typer.Option("--offline", help="Let nothing leave this machine.")] = False,
    library: LibraryOption = None,
    as_json: JsonOption = False,
    config: ConfigOption = None,
) -> None:
    """Make questions with gold provisions from the documents of a folder or library.

    Difficulty and gold follow from the citation graph, the wording from templates. --library is not used.
    """
    from pincite.evaluate.regops.corpus import read_corpus
    from pincite.evaluate.regops.questions.build import build
    from pincite.evaluate.regops.records import check_folder, statistics, write

    call = invocation(context, library, as_json, config, {"offline": offline or None})
    check_folder(out, corpus)
    say(f"reading {corpus}")
    read = read_corpus(corpus)
    if read.unread:
        say(f"left out, since pages have no provisions: {', '.join(read.unread)}")
    made = build(read, size, seed, paraphraser=_paraphraser(model, call, seed), say=say)
    write(made, out)
    facts = statistics(made)
    if call.as_json:
        data_json(facts)
    else:
        data(_table(facts))
    if facts["questions"] < size:
        say(f"{facts['questions']} questions, not {size}: the corpus gives no more that pass the checks.")
    say(f"written: {out}")


def _paraphraser(name: str | None, call: Invocation, seed: int) -> Paraphraser | None:
    if name is None:
        return None
    from pincite.evaluate.regops.questions.paraphrase import Paraphraser
    from pincite.generate.models import language_model

    model = language_model(name, call.settings.model, offline=call.settings.offline)
    if model.host is not None:
        say(f"questions go to {model.host}")
    return Paraphraser(model, seed)


def _table(facts: dict[str, Any]) -> str:
    from pincite.cli.output import table

    levels = list(facts["levels"])
    rows = [
        [kind, *(str(cells.get(level, 0)) for level in levels), str(sum(cells.values()))]
        for kind, cells in facts["types"].items()
    ]
    rows.append(["all", *(str(facts["levels"][level]) for level in levels), str(facts["questions"])])
    dropped = ", ".join(f"{reason} {count}" for reason, count in facts["drops"].items() if count) or "none"
    lines = [
        table(("TYPE", *levels, "ALL"), rows),
        "",
        f"unanswerable: {facts['unanswerable']}",
        f"candidates: {facts['candidates']}; dropped: {dropped}",
    ]
    return "\n".join(lines)

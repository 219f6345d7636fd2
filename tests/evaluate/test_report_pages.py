from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from pincite.errors import InputError
from pincite.evaluate.benchmark import Benchmark, Gold, HitRule, Label, Question, SourceDocument
from pincite.evaluate.cases_file import read_rows
from pincite.evaluate.failures.file import read_failures
from pincite.evaluate.failures.find import outcomes
from pincite.evaluate.measures.registry import STANDARD_MEASURES
from pincite.evaluate.measures.risk_coverage import risk_coverage
from pincite.evaluate.report import write_reports
from pincite.evaluate.report.blocks import Entries, Entry
from pincite.evaluate.report.figures import base_of, figures_of, interval, short, written
from pincite.evaluate.report.markdown import escaped, markdown
from pincite.evaluate.report.page import page
from pincite.evaluate.report.plain import REPLACEMENT, plain
from pincite.evaluate.report.plots import Plots, curve
from pincite.evaluate.report.svg import missing_plots
from pincite.evaluate.report.write import benchmark_of
from pincite.evaluate.results.report_data import read_report, write_report
from pincite.evaluate.run.ablations import BASE, named_runs
from pincite.evaluate.run.ask import Asked, Made, run_all
from pincite.evaluate.run.careless_model import CarelessModel
from pincite.evaluate.run.library import Models
from pincite.settings import RetrieveSettings, Settings
from pincite.testing import HashEmbedder, OverlapReranker

BAD = '<script>alert("x")</script><img src="http://elsewhere.example/a.png" onerror="alert(1)"> & ]]> --> $2 {{x}}'
TEXT = f"""# Rules of the mill

## 1. Flour

The miller grinds up to 30 sacks a day. A sack that is not fetched within 5 days is sold. {BAD} is what a fool writes.

## 2. Bread

Each baker gets 12 loaves free of charge. A loaf that is older than 2 days is given to the hens.
"""


def _question(id_: str, text: str, section: str, quote: str, **fields: Any) -> Question:
    gold = (Gold("mill", quote, section_ids=frozenset({section})),)
    return Question(id_, text, Label.ANSWERABLE, document_id="mill", gold=gold, **fields)


QUESTIONS = (
    _question("q1", f"How many sacks does the miller grind? {BAD}", "1", "grinds up to 30 sacks", category=BAD),
    _question("q2", "How many loaves does each baker get?", "2", f"gets 12 loaves {BAD}", reference=f"13 hens {BAD}"),
    _question("q3", "When is a sack sold?", "1", "within 5 days is sold", traits={"reasoning": "yes"}),
    Question("q4\x00", "Who sweeps the town hall? | `a` *b* _c_", Label.UNANSWERABLE, document_id="mill"),
    Question("q5", "Who sweeps?", Label.APART, document_id="mill"),
)
BENCHMARK = Benchmark(
    f"mill {BAD}",
    "v1",
    (SourceDocument("mill", text=TEXT, suffix=".md"),),
    QUESTIONS,
    HitRule.PLACE,
    remarks=(f"Made up. {BAD}",),
)
RUNS = ("weights-0.80", "weights-0.35", "chunks-400", "chunks-800", "careless-all-off", "generator-model")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[Made]]:
    place = tmp_path_factory.mktemp("mill")
    models = Models(lambda name, language: HashEmbedder(), OverlapReranker, lambda name, settings: CarelessModel())
    settings = Settings(retrieve=RetrieveSettings(preset="paper"))
    asked = Asked(BENCHMARK, place / "out", place / "work", settings=settings, models=models)
    runs = run_all(asked, (BASE, *named_runs(RUNS)))
    paper = {"weights-0.80": {"Retrieval Accuracy": 0.5}}
    write_report(asked, runs, STANDARD_MEASURES, command=["pincite", "eval", "run", BAD], paper=paper)
    write_reports(place / "out")
    return place / "out", runs


@pytest.fixture
def folder(made: tuple[Path, list[Made]]) -> Path:
    return made[0]


@pytest.fixture
def html(folder: Path) -> str:
    return (folder / "report.html").read_text("utf-8")


@pytest.fixture
def text(folder: Path) -> str:
    return (folder / "report.md").read_text("utf-8")


class _Page(HTMLParser):
    """Elements, attributes and words of a page."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str]] = []
        self.words: list[str] = []
        self.open: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [(name, value or "") for name, value in attrs]
        if tag not in ("meta", "br", "path", "use", "rect"):
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [(name, value or "") for name, value in attrs]

    def handle_endtag(self, tag: str) -> None:
        if tag not in ("path", "use", "rect"):
            assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def test_nothing_in_the_page_runs_or_points_elsewhere(html: str) -> None:
    found = _Page(html)
    assert found.open == []
    drawn = {"svg", "g", "path", "defs", "clippath", "rect", "use", "text", "tspan", "style", "pattern"}
    own = set(
        """html head meta title style body main h1 h2 h3 nav a p ul li pre div table thead tr th tbody td dl dt dd small
        details summary span figure figcaption code""".split()
    )
    assert set(found.tags) <= own | drawn
    for name, value in found.attributes:
        assert not name.startswith("on")
        assert "script" not in value.casefold()
        assert name not in ("src", "action")
        assert value.count("url(") == value.count("url(#")
        if name in ("href", "xlink:href"):
            assert value.startswith("#")
    assert any("default-src 'none'" in value for _, value in found.attributes)
    styles = html.replace("</style", "<style").split("<style")[1::2]
    assert not any("@import" in style or "url(" in style for style in styles)


def test_the_page_shows_what_documents_and_questions_say(html: str) -> None:
    words = " ".join(_Page(html).words)
    assert '<script>alert("x")</script>' in words
    assert "How many sacks does the miller grind?" in words
    assert "excerpts of the documents" in words


def test_ids_are_unique_and_links_lead_somewhere(html: str) -> None:
    found = _Page(html).attributes
    ids = [value for name, value in found if name == "id"]
    assert len(ids) == len(set(ids))
    targets = {value[1:] for name, value in found if name in ("href", "xlink:href")}
    targets |= {v.partition("url(#")[2].partition(")")[0] for _, v in found if "url(#" in v}
    assert targets <= set(ids)


def test_plots_take_the_colours_of_the_page(html: str) -> None:
    assert html.count("<svg") >= 6
    assert "#0f0e" not in html
    assert "var(--blue)" in html
    assert "<metadata" not in html


def test_markdown_holds_no_live_html(text: str) -> None:
    bare = text.replace("\\<", "").replace("\\>", "")
    code = [line for line in bare.splitlines() if line.startswith("    ")]
    bare = "\n".join(line for line in bare.splitlines() if line not in code or line.lstrip().startswith("-"))
    assert "<" not in bare
    assert "http:" not in bare
    assert "excerpts of the documents" in text


def test_tables_of_the_markdown_are_whole(text: str) -> None:
    rows = [line for line in text.splitlines() if line.startswith("|")]
    widths: list[int] = []
    for before, line in zip(["", *text.splitlines()], text.splitlines(), strict=False):
        if line.startswith("|"):
            cells = line.replace("\\|", "").count("|")
            if not before.startswith("|"):
                widths.append(cells)
            assert cells == widths[-1]
    assert len(rows) > 40


def test_every_part_is_there(text: str, html: str) -> None:
    for wanted in ("Measures", "Refusals", "Parts of the questions", "Named runs", "Beside the paper",
                   "Faults put in on purpose", "Failures", "Time and memory", "Settings of the run base",
                   "The same again", "What the measures are"):  # fmt: skip
        assert f"\n## {wanted}\n" in text
        assert f">{wanted}</h2>" in html
    assert "generator-model (the model of --model): it needs a language model" in text
    assert "by construction" in text


def test_failures_are_listed_whole(folder: Path, text: str, html: str) -> None:
    first, *rows = read_failures(folder / "base" / "failures.jsonl")
    assert first["failed"] == len(rows) > 0
    assert html.count("<details class=case>") == len(rows)
    assert all(escaped(row["question"]) in text for row in rows)
    assert {p.parent.name for p in folder.glob("*/failures.jsonl")} == {
        p.parent.name for p in folder.glob("*/cases.jsonl")
    }


def test_the_same_report_gives_the_same_pages(folder: Path, tmp_path: Path) -> None:
    again = tmp_path / "again"
    shutil.copytree(folder, again)
    written_files = write_reports(again)
    assert [path.name for path in written_files][:2] == ["report.md", "report.html"]
    for path in written_files:
        assert path.read_bytes() == (folder / path.relative_to(again)).read_bytes()
    assert not list(again.rglob("*.part"))
    assert not list(again.rglob("*.rows"))


def test_without_matplotlib_the_page_says_what_to_install(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pincite.evaluate.report.svg.find_spec", lambda name: None)
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    shutil.copytree(folder, tmp_path / "bare")
    write_reports(tmp_path / "bare")
    html = (tmp_path / "bare" / "report.html").read_text("utf-8")
    assert "pincite[report]" in html
    assert "<svg" not in html
    assert missing_plots() is not None
    assert (tmp_path / "bare" / "report.md").read_bytes() == (folder / "report.md").read_bytes()


def test_without_the_cases_the_figures_are_there_and_no_failure(folder: Path, tmp_path: Path) -> None:
    shutil.copy(folder / "report.json", tmp_path)
    assert [path.name for path in write_reports(tmp_path)] == ["report.md", "report.html"]
    assert "no failure is listed" in (tmp_path / "report.md").read_text("utf-8")


def test_a_folder_without_a_report_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError):
        write_reports(tmp_path)


def test_the_benchmark_of_a_report_is_the_one_that_was_asked(made: tuple[Path, list[Made]]) -> None:
    folder, runs = made
    located = runs[0].located
    assert located is not None
    found = benchmark_of(read_report(folder))
    # JSON keeps all of it but characters that no text may hold.
    assert [q.gold for q in found.questions] == [q.gold for q in located.benchmark.questions]
    assert (found.hit, found.neighbours, found.whole) == (HitRule.PLACE, False, frozenset())


def test_the_curve_is_that_of_the_measure(made: tuple[Path, list[Made]]) -> None:
    folder, runs = made
    report = read_report(folder)
    assert runs[0].cases is not None
    scored = [o.scored for o in outcomes(benchmark_of(report), read_rows(runs[0].cases))]
    expected = [(point.coverage, point.risk) for point in risk_coverage(scored)]
    found = curve(report, base_of(report))
    assert expected
    assert [pytest.approx(pair, abs=1e-6) for pair in expected] == found


@pytest.mark.parametrize("name", ["measures", "refusals", "balance", "failures", "group weights", "group chunks"])
def test_plots_of_a_report_without_figures_are_left_out(name: str) -> None:
    from pincite.evaluate.report.failure_sections import Failures

    run = {"name": "base", "group": "base", "title": "", "figures": [], "same_as": ""}
    assert Plots({"runs": [run], "measures": [], "benchmark": {"labels": {}}}, Failures())(name) is None


def _figure(**changed: Any) -> Any:
    row = {"name": "m", "value": 0.75, "count": 3, "total": 4, "interval": [0.301, 0.9544], "over": "all"}
    return figures_of([{**row, "by_construction": "", **changed}])[changed.get("name", "m")]


@pytest.mark.parametrize(
    ("changed", "figure", "bounds", "cell"),
    [
        ({}, "75.0% (3 of 4)", "30.1–95.4%", "75.0% (30.1–95.4%), n 4"),
        ({"count": None}, "75.0% (n = 4)", "30.1–95.4%", "75.0% (30.1–95.4%), n 4"),
        ({"value": None, "interval": None}, "–", "–", "–"),
        ({"name": "Latency (s)", "count": None}, "0.75 s (n = 4)", "0.30–0.95 s", "0.75 s (0.30–0.95 s), n 4"),
    ],
    ids=["share", "mean", "none", "seconds"],
)
def test_figures_are_written_with_their_denominator(
    changed: dict[str, Any], figure: str, bounds: str, cell: str
) -> None:
    found = _figure(**changed)
    assert (written(found), interval(found), short(found)) == (figure, bounds, cell)


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("# head", "\\# head"),
        ("- item", "\\- item"),
        ("12. item", "12\\. item"),
        ("12.5%", "12.5%"),
        ("a | b", "a \\| b"),
        ("two\nlines", "two lines"),
        ("[x](http://y)", "\\[x\\](http\u2060://y)"),
        ("$x$", "\\$x\\$"),
        ("&lt;", "\\&lt;"),
        ("----", "\\----"),
        ("", ""),
    ],
)
def test_markdown_is_shown_as_it_is(given: str, shown: str) -> None:
    assert escaped(given) == shown


def test_what_no_text_may_hold_is_replaced() -> None:
    assert plain("a\x00b\ud800\u202ec\r\nd\te") == f"a{REPLACEMENT}b{REPLACEMENT}{REPLACEMENT}c\nd\te"


def test_a_list_that_is_cut_says_so() -> None:
    entries = Entries([Entry("Why?", ("q1",), (("Gold", "a\nb"),))], 7, "all of them are in the file")
    (_, *html) = page("t", [entries], lambda name: None)
    assert "1 of 7 are listed here; all of them are in the file." in "".join(html)
    found = "".join(markdown("t", [entries]))
    assert "1 of 7 are listed here; all of them are in the file." in found
    assert "  - Gold:\n    - a\n    - b\n" in found


@pytest.fixture(scope="module", autouse=True)
def _quiet() -> Iterator[None]:
    import logging

    before = logging.getLogger("matplotlib").level
    logging.getLogger("matplotlib").setLevel(logging.ERROR)
    yield
    logging.getLogger("matplotlib").setLevel(before)


def test_reports_hold_json_that_reads_back(folder: Path) -> None:
    assert json.loads((folder / "report.json").read_text("utf-8"))["schema"] == "pincite.eval-report/1"

"""The gate asked again on answer files as `ask` writes them, from the gate's own findings."""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from pincite.answer.citations import cite
from pincite.answer.record import compose_text, to_record
from pincite.answer.verify import VerifyReport, verify
from pincite.testing import HashEmbedder, document_of
from pincite.types.answer import Answer, Draft, DraftSentence, Trace
from pincite.types.chunk import Chunk, Piece
from pincite.types.document import Document, Span
from pincite.types.retrieval import Evidence
from pincite.validate import thresholds
from pincite.validate.policy import GATES, check_draft

RULES = """Deposits
The landlord shall return the deposit within 21 days after the tenant moves out. No landlord may enter a flat at night.

Fees
A late fee of $40 is due on the sixth day.
"""
VERBATIM = "The landlord shall return the deposit within 21 days after the tenant moves out."
NEAR = "The landlord must return a deposit within twenty-one days of the tenant's moving."
FAR = "Twenty-one days the landlord may use to begin the return of the deposit, as the law sets."


@pytest.fixture
def embedder(monkeypatch: pytest.MonkeyPatch) -> HashEmbedder:
    """A calibrated one, for which little likeness is enough."""
    double = HashEmbedder()
    monkeypatch.setitem(
        thresholds.ALIGNMENT, double.name, thresholds.AlignmentThreshold(double.name, 0.3, "for the double")
    )
    return double


def evidence_of(document: Document, number: int, *spans: Span) -> Evidence:
    """The spans as one chunk, joined as chunks are."""
    pieces, at = [], 0
    for span in spans:
        pieces.append(Piece(at, span))
        at += span.end - span.start + 1
    text = "\n".join(span.cut(document.text) for span in spans)
    first = document.page_at(spans[0].start)
    last = document.page_at(spans[-1].end - 1)
    chunk = Chunk(
        id=f"{document.id}#{number}",
        document_id=document.id,
        ordinal=number,
        text=text,
        pieces=tuple(pieces),
        tokens=1,
        header="",
        label=cite(document, Span(spans[0].start, spans[-1].end), number=1, sentence=0).label,
        page_index=first.index if first else None,
        page_index_end=last.index if last else None,
        page_label=first.label if first else None,
    )
    return Evidence(number, chunk, document.title, document.file_sha256, document.text_sha256)


class Shelf:
    def __init__(self, *documents: Document) -> None:
        self._documents = documents

    def document(self, document_id: str) -> Document:
        return next(document for document in self._documents if document.id == document_id)

    def documents(self) -> Sequence[Document]:
        return self._documents


Asked = Callable[..., dict[str, Any]]


@pytest.fixture
def rules() -> Document:
    return document_of(RULES, id="rules", title="Harbor House Rules")


@pytest.fixture
def sources(rules: Document) -> list[Evidence]:
    middle = RULES.index("Fees")
    return [evidence_of(rules, 1, Span(0, middle - 2)), evidence_of(rules, 2, Span(middle, len(RULES) - 1))]


def asked(
    texts: Sequence[tuple[str, tuple[int, ...]]],
    document: Document,
    evidence: Sequence[Evidence],
    *,
    gate: str = "standard",
    embedder: HashEmbedder | None = None,
) -> dict[str, Any]:
    """An answer file, whether or not the gate passed its sentences."""
    draft = Draft(tuple(DraftSentence(text, citations) for text, citations in texts), "test")
    checked = check_draft(draft, evidence, GATES[gate], embedder)
    by_number = {item.number: item.chunk for item in evidence}
    citations = tuple(
        cite(document, part, number=number, sentence=place)
        for place, sentence in enumerate(checked)
        for number, span in sentence.aligned
        for part in by_number[number].document_spans(span)
    )
    versions = {"embedder:en": embedder.name} if embedder else {}
    return to_record(
        Answer(
            question="?",
            language="en",
            method="citeguard",
            model="test",
            preset="paper",
            gate=gate,
            evidence=tuple(evidence),
            trace=Trace(versions=versions),
            sentences=checked,
            citations=citations,
        )
    )


def summary(report: VerifyReport) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """Place and rule of what failed and of what was not checked."""
    return tuple([(f.place, f.rule) for f in part] for part in (report.findings, report.not_checked))  # type: ignore[return-value]


@pytest.mark.parametrize("gate", ["paper", "standard"])
@pytest.mark.parametrize(
    "text", [VERBATIM, NEAR, "A late fee of $40 is due."], ids=["verbatim", "near", "other-source"]
)
def test_what_words_settle_is_checked_whole(
    rules: Document, sources: list[Evidence], embedder: HashEmbedder, text: str, gate: str
) -> None:
    record = asked([(text, (1, 2))], rules, sources, gate=gate, embedder=embedder)
    assert record["sentences"][0]["support"] == "full"
    assert verify(record, Shelf(rules)).complete


def test_what_passed_by_the_embedder_alone_is_told_as_not_checked(
    rules: Document, sources: list[Evidence], embedder: HashEmbedder
) -> None:
    record = asked([(VERBATIM, (1,)), (FAR, (1,))], rules, sources, embedder=embedder)
    assert [s["support"] for s in record["sentences"]] == ["full", "full"]
    report = verify(record, Shelf(rules))
    assert summary(report) == ([], [("/sentences/1/text", "alignment")])
    assert (report.ok, report.complete) == (True, False)
    assert "it passed by hash-embedder, which was not asked again" in report.not_checked[0].detail


def test_with_the_embedder_nothing_is_left_unchecked(
    rules: Document, sources: list[Evidence], embedder: HashEmbedder
) -> None:
    record = asked([(FAR, (1,))], rules, sources, embedder=embedder)
    assert verify(record, Shelf(rules), embedder=embedder).complete


def test_without_an_embedder_in_the_file_words_decide(
    rules: Document, sources: list[Evidence], embedder: HashEmbedder
) -> None:
    record = asked([(FAR, (1,))], rules, sources, embedder=embedder)
    record["trace"]["versions"] = {}
    assert summary(verify(record, Shelf(rules))) == ([("/sentences/0/text", "alignment")], [])


def test_an_embedder_that_nobody_calibrated_decides_nothing(
    rules: Document, sources: list[Evidence], embedder: HashEmbedder
) -> None:
    record = asked([(FAR, (1,))], rules, sources, embedder=embedder)
    record["trace"]["versions"] = {"embedder:en": "somebody's"}
    assert summary(verify(record, Shelf(rules))) == ([("/sentences/0/text", "alignment")], [])


def test_a_value_that_no_cosine_gives_fails(rules: Document, sources: list[Evidence], embedder: HashEmbedder) -> None:
    record = asked([(FAR, (1,))], rules, sources, embedder=embedder)
    check = next(c for c in record["sentences"][0]["checks"] if c["name"] == "alignment")
    check["value"] = 0.95
    report = verify(record, Shelf(rules))
    assert summary(report) == ([("/sentences/0/text", "alignment")], [])
    assert "could have given at most" in report.findings[0].detail


def test_words_too_few_for_any_cosine_fail(
    rules: Document, sources: list[Evidence], embedder: HashEmbedder, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = asked([(FAR, (1,))], rules, sources, embedder=embedder)
    row = thresholds.AlignmentThreshold(embedder.name, 0.72, "more than (0.4 + 1) / 2")
    monkeypatch.setitem(thresholds.ALIGNMENT, embedder.name, row)
    check = next(c for c in record["sentences"][0]["checks"] if c["name"] == "alignment")
    check["value"] = None
    assert summary(verify(record, Shelf(rules))) == ([("/sentences/0/text", "alignment")], [])


def test_the_value_of_the_nearest_quote_is_not_asked_of_the_others(embedder: HashEmbedder) -> None:
    text = f"{VERBATIM}\n\nThe landlord holds any deposit."
    document = document_of(text, id="rules", title="Harbor House Rules")
    half = text.index("\n\n")
    both = [evidence_of(document, 1, Span(0, half)), evidence_of(document, 2, Span(half + 2, len(text)))]
    record = asked([(NEAR, (1,))], document, both, embedder=embedder)
    assert next(c for c in record["sentences"][0]["checks"] if c["name"] == "alignment")["value"] > 0.64
    far = asked([(both[1].chunk.text, (2,))], document, both)["citations"][0]
    record["citations"].append(far)
    record["sentences"][0]["citations"].append(2)
    record["evidence"][1]["cited"] = True
    record["text"] = compose_text(record["sentences"])
    assert summary(verify(record, Shelf(document))) == ([], [("/sentences/0/text", "alignment")])


FORGED = [
    pytest.param("figure", FAR.replace("Twenty-one", "Thirty"), "figures", id="figure"),
    pytest.param("negation", NEAR.replace("must", "must not"), "negation", id="negation"),
    pytest.param("matter", "Penguins need a lawful umbrella permit.", "alignment", id="other-matter"),
    pytest.param("clause", FAR + " Landlords must also paint every kitchen ceiling blue.", "coverage", id="clause"),
]


@pytest.mark.parametrize(("kind", "text", "rule"), FORGED)
def test_forged_prose_fails_without_a_model(
    rules: Document, sources: list[Evidence], embedder: HashEmbedder, kind: str, text: str, rule: str
) -> None:
    record = copy.deepcopy(asked([(FAR, (1,))], rules, sources, embedder=embedder))
    record["sentences"][0]["text"] = text
    record["text"] = compose_text(record["sentences"])
    assert ("/sentences/0/text", rule) in summary(verify(record, Shelf(rules)))[0]


def test_words_cut_out_of_a_longer_quote_that_negates_them_fail(rules: Document, sources: list[Evidence]) -> None:
    record = asked([("No landlord may enter a flat at night.", (1,))], rules, sources)
    record["sentences"][0]["text"] = "landlord may enter a flat at night."
    record["text"] = compose_text(record["sentences"])
    assert summary(verify(record, Shelf(rules)))[0] == [("/sentences/0/text", "negation")]


def test_words_cut_out_of_a_negated_sentence_fail(rules: Document, sources: list[Evidence]) -> None:
    record = asked([("landlord may enter a flat at night.", (1,))], rules, sources)
    for sentence in record["sentences"]:
        sentence["support"] = "full"
        for check in sentence["checks"]:
            check["state"] = "passed"
    assert summary(verify(record, Shelf(rules)))[0] == [("/sentences/0/text", "negation")]


def test_a_quote_added_for_its_figure_alone_fails(rules: Document, sources: list[Evidence]) -> None:
    record = asked([(NEAR, (1,))], rules, sources)
    forged = NEAR.replace("moving", "moving for $40")
    record["sentences"][0] |= {"text": forged, "citations": [1, 2]}
    quote = Span(RULES.index("A late fee"), len(RULES) - 1)
    added = asked([(quote.cut(RULES), (2,))], rules, sources)["citations"][0]
    record["citations"].append(added | {"sentence": 0})
    record["evidence"][1]["cited"] = True
    record["text"] = compose_text(record["sentences"])
    assert summary(verify(record, Shelf(rules)))[0] == [("/sentences/0/text", "alignment")]


def test_quotes_of_one_source_must_stand_together(rules: Document, sources: list[Evidence]) -> None:
    record = asked([(VERBATIM, (1,))], rules, sources)
    start = RULES.index("flat at night")
    added = cite(rules, Span(start, start + 13), number=1, sentence=0)
    record["citations"].append({**record["citations"][0], **_fields(added)})
    report = verify(record, Shelf(rules))
    assert summary(report)[0] == [("/sentences/0/text", "evidence")]


def _fields(citation: Any) -> dict[str, Any]:
    quote = citation.quote
    return {
        "quote": {"exact": quote.exact, "prefix": quote.prefix, "suffix": quote.suffix},
        "position": {"start": citation.position.start, "end": citation.position.end},
    }


def test_a_sentence_over_a_page_break_is_checked_by_both_its_quotes() -> None:
    text = "The landlord shall return the\n7\fdeposit within 21 days."
    paged = document_of(text, id="rules", title="Rules", labels=("7", "8"), media_type="application/pdf")
    source = evidence_of(paged, 1, Span(0, text.index("\n7")), Span(text.index("deposit"), len(text)))
    record = asked([("The landlord shall return the deposit within 21 days.", (1,))], paged, [source])
    assert [c["page_label"] for c in record["citations"]] == ["7", "8"]
    assert verify(record, Shelf(paged)).complete
    record["citations"].pop()
    assert not verify(record, Shelf(paged)).ok


def test_paper_gate_by_cosine_is_told_as_not_checked(
    rules: Document, sources: list[Evidence], embedder: HashEmbedder, monkeypatch: pytest.MonkeyPatch
) -> None:
    from pincite.validate import support_checks

    monkeypatch.setattr(support_checks, "PAPER_COSINE", 0.05)
    text = "Zebras move out of some strange zoo cages eating plain grass each summer morning"
    record = asked([(text, (1,))], rules, sources, gate="paper", embedder=embedder)
    assert record["sentences"][0]["checks"][1]["detail"] == "cosine"
    assert record["citations"]
    assert summary(verify(record, Shelf(rules))) == ([], [("/sentences/0/text", "overlap")])


def test_a_gate_of_another_version_is_told_as_not_checked(rules: Document, sources: list[Evidence]) -> None:
    record = asked([(VERBATIM, (1,))], rules, sources)
    record["gate"] = "strict"
    assert summary(verify(record, Shelf(rules))) == ([], [("/gate", "gate")])


@pytest.mark.parametrize("name", ["citation", "alignment", "figures", "negation", "parties", "modality", "coverage"])
def test_every_check_of_the_gate_must_be_in_the_file(rules: Document, sources: list[Evidence], name: str) -> None:
    record = asked([(VERBATIM, (1,))], rules, sources)
    record["sentences"][0]["checks"] = [c for c in record["sentences"][0]["checks"] if c["name"] != name]
    (finding,) = verify(record, Shelf(rules)).findings
    assert (finding.rule, finding.detail) == ("check", f"{name} is missing, gate standard needs it passed")

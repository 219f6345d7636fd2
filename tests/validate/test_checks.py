from collections.abc import Callable, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.index.embedders import Vectors
from pincite.testing import HashEmbedder
from pincite.types.answer import (
    CheckState,
    Citation,
    Decision,
    Draft,
    DraftFault,
    DraftSentence,
    Finding,
    Quote,
    Support,
    Writing,
)
from pincite.types.document import Span
from pincite.types.retrieval import Evidence
from pincite.validate import thresholds
from pincite.validate.alignment import MAX_ENCODED, Method
from pincite.validate.context import CheckContext
from pincite.validate.policy import GATES, PAPER, STANDARD, check_draft, decide, supported_ratio
from pincite.validate.quote_checks import check_quote, quote

RENT = "The rent is due on the first day of each month. The landlord shall give a receipt for every payment in cash."
HEAT = "The owner shall provide heat of 68 degrees between 6 a.m. and 10 p.m. from October 1 through May 31."

MakeEvidence = Callable[..., Evidence]


class BrokenEmbedder(HashEmbedder):
    def embed_passages(self, texts: Sequence[str], headers: Sequence[str] = ()) -> Vectors:
        raise RuntimeError("the session is gone")


def calibrated(monkeypatch: pytest.MonkeyPatch, double: HashEmbedder) -> HashEmbedder:
    row = thresholds.AlignmentThreshold(double.name, 0.45, "for the double")
    monkeypatch.setitem(thresholds.ALIGNMENT, double.name, row)
    return double


def by_name(findings: Sequence[Finding]) -> dict[str, Finding]:
    return {finding.check: finding for finding in findings}


def test_every_check_of_the_gate_leaves_a_finding(make_evidence: MakeEvidence) -> None:
    draft = Draft((DraftSentence("Rent is due.", ()), DraftSentence("", (9,)), DraftSentence(RENT, (1,))), "test")
    for checked in check_draft(draft, [make_evidence(RENT)], STANDARD):
        names = ["citation", "alignment", "figures", "negation", "parties", "modality", "coverage"]
        assert [f.check for f in checked.checks] == names
    for checked in check_draft(draft, [make_evidence(RENT)], PAPER):
        assert [f.check for f in checked.checks] == ["citation", "overlap"]


@pytest.mark.parametrize(
    ("citations", "detail"),
    [
        ((), "no source is cited; the only source is [1]"),
        ((7,), "there is no source [7]; the only source is [1]"),
        ((1, 3), "there is no source [3]; the only source is [1]"),
    ],
    ids=["none", "unknown", "one-of-two-unknown"],
)
@pytest.mark.parametrize("gate", GATES.values(), ids=GATES)
def test_wrong_citations_fail(citations: tuple[int, ...], detail: str, gate, make_evidence: MakeEvidence) -> None:  # type: ignore[no-untyped-def]
    draft = Draft((DraftSentence(RENT, citations),), "test")
    (checked,) = check_draft(draft, [make_evidence(RENT)], gate, repair=False)
    finding = by_name(checked.checks)["citation"]
    assert (finding.state, finding.detail) == (CheckState.FAILED, detail)
    assert not checked.passed


def test_broken_embedder_is_not_checked_and_never_passed(
    make_evidence: MakeEvidence, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = calibrated(monkeypatch, BrokenEmbedder(name="broken"))
    text = "A receipt for payments in cash has to be given by the landlord."
    (checked,) = check_draft(Draft((DraftSentence(text, (1,)),), "test"), [make_evidence(RENT)], STANDARD, broken)
    states = {name: finding.state for name, finding in by_name(checked.checks).items()}
    assert states["alignment"] is states["figures"] is states["negation"] is CheckState.NOT_CHECKED
    assert "the session is gone" in by_name(checked.checks)["alignment"].detail
    assert checked.support is Support.NONE
    (checked,) = check_draft(Draft((DraftSentence("Zebras.", (1,)),), "test"), [make_evidence(RENT)], PAPER, broken)
    assert by_name(checked.checks)["overlap"].state is CheckState.NOT_CHECKED
    assert not checked.passed


def test_at_most_three_spans_are_encoded(make_evidence: MakeEvidence, monkeypatch: pytest.MonkeyPatch) -> None:
    double = calibrated(monkeypatch, HashEmbedder(name="counting"))
    many = " ".join(f"The landlord shall give receipt number {n} for payment in cash." for n in range(40))
    sentence = DraftSentence("A receipt for payment in cash is owed by the landlord.", (1, 2))
    check_draft(Draft((sentence,), "test"), [make_evidence(many, 1), make_evidence(RENT, 2)], STANDARD, double)
    assert len(double.embedded) <= MAX_ENCODED + 1


def test_uncalibrated_embedder_compares_by_words(make_evidence: MakeEvidence) -> None:
    double = HashEmbedder(name="never-calibrated")
    context = CheckContext([make_evidence(RENT)], double)
    (found,) = context.alignments(DraftSentence("A receipt is given for payment in cash.", (1,)))
    assert found.method is Method.WORDS
    assert double.embedded == []


def test_best_of_several_sources_supports_and_the_idle_one_is_dropped(make_evidence: MakeEvidence) -> None:
    evidence = [make_evidence(RENT, 1), make_evidence(HEAT, 2)]
    sentence = DraftSentence("The owner must provide heat of 68 degrees between 6 a.m. and 10 p.m.", (1, 2))
    (checked,) = check_draft(Draft((sentence,), "test"), evidence, STANDARD)
    assert checked.passed
    assert (checked.citations, checked.repaired) == ((2,), True)
    assert [number for number, _ in checked.aligned] == [2]


def test_section_number_of_the_cited_source_stands(make_evidence: MakeEvidence) -> None:
    sentence = DraftSentence("Under § 12-305, the landlord shall give a receipt for every payment in cash.", (1,))
    draft = Draft((sentence,), "test")
    (named,) = check_draft(draft, [make_evidence(RENT, section_id="12-305")], STANDARD)
    (unnamed,) = check_draft(draft, [make_evidence(RENT, section_id="12-306")], STANDARD)
    assert named.passed
    assert by_name(unnamed.checks)["figures"].state is CheckState.FAILED


def test_clause_that_the_source_lacks_makes_support_partial(make_evidence: MakeEvidence) -> None:
    text = "The landlord shall give a receipt for every payment in cash, and storage of bicycles requires approval."
    (checked,) = check_draft(Draft((DraftSentence(text, (1,)),), "test"), [make_evidence(RENT)], STANDARD)
    assert checked.support is Support.PARTIAL
    assert not checked.passed


def test_words_cut_out_behind_a_negation_fail(make_evidence: MakeEvidence) -> None:
    source = make_evidence("Under no circumstances may a landlord shut off the heat of a dwelling.")
    sentence = DraftSentence("a landlord shut off the heat of a dwelling.", (1,))
    (checked,) = check_draft(Draft((sentence,), "test"), [source], STANDARD)
    assert by_name(checked.checks)["negation"].state is CheckState.FAILED


def test_verbatim_is_found_over_other_blanks_but_not_in_other_case(make_evidence: MakeEvidence) -> None:
    source = make_evidence("The owner\nshall   provide heat.")
    context = CheckContext([source])
    (same,) = context.alignments(DraftSentence("The owner shall provide heat.", (1,)))
    (other,) = context.alignments(DraftSentence("the owner SHALL provide heat.", (1,)))
    assert (same.method, same.score) == (Method.VERBATIM, 1.0)
    assert other.method is Method.WORDS


def test_quoted_span_is_taken_where_words_stand_twice(make_evidence: MakeEvidence) -> None:
    source = make_evidence("Rent is due monthly. Other matter. Rent is due monthly.")
    sentence = DraftSentence("Rent is due monthly.", (1,), Span(35, 55))
    (found,) = CheckContext([source]).alignments(sentence)
    assert found.span == Span(35, 55)


def test_paper_gate_is_the_published_rule(make_evidence: MakeEvidence) -> None:
    draft = Draft((DraftSentence("The moon is made of green cheese.", (1,)),), "test")
    (checked,) = check_draft(draft, [make_evidence(RENT)], PAPER)
    finding = by_name(checked.checks)["overlap"]
    assert finding.value == pytest.approx(3 / 7, abs=1e-3)  # the, is, of of seven words
    assert checked.passed


GOOD = (RENT,)
HALF = (RENT, "Zebras.")
MODEL = Writing("markers", (), ())


@pytest.mark.parametrize(
    ("texts", "attempt", "before", "expected"),
    [
        pytest.param(GOOD, 0, None, Decision.ACCEPT, id="all-pass"),
        pytest.param(GOOD, 1, 0.5, Decision.ACCEPT, id="all-pass-at-last"),
        pytest.param(HALF, 0, None, Decision.REGENERATE, id="one-fails"),
        pytest.param(HALF, 1, 0.0, Decision.REGENERATE, id="better-than-before"),
        pytest.param(HALF, 1, 0.5, Decision.REFUSE, id="no-better-than-before"),
        pytest.param(HALF, 1, 0.75, Decision.REFUSE, id="worse-than-before"),
        pytest.param(HALF, 2, 0.0, Decision.REFUSE, id="no-attempts-left"),
        pytest.param((), 0, None, Decision.REGENERATE, id="nothing-written"),
    ],
)
def test_decision_on_what_was_written(
    texts: tuple[str, ...], attempt: int, before: float | None, expected: Decision, make_evidence: MakeEvidence
) -> None:
    draft = Draft(tuple(DraftSentence(text, (1,)) for text in texts), "test", writing=MODEL)
    checked = check_draft(draft, [make_evidence(RENT)], STANDARD)
    assert decide(draft, checked, attempt=attempt, max_regenerations=2, before=before) is expected


@pytest.mark.parametrize(
    ("writing", "attempt", "limit", "expected"),
    [
        pytest.param(MODEL, 0, 1, Decision.REGENERATE, id="model-at-first"),
        pytest.param(MODEL, 1, 3, Decision.REFUSE, id="model-again"),
        pytest.param(MODEL, 0, 0, Decision.REFUSE, id="no-attempts"),
        pytest.param(None, 0, 1, Decision.REFUSE, id="extractive"),
    ],
)
def test_decision_on_a_writer_that_declines(
    writing: Writing | None, attempt: int, limit: int, expected: Decision
) -> None:
    draft = Draft((), "test", refused=True, writing=writing)
    assert decide(draft, (), attempt=attempt, max_regenerations=limit, before=None) is expected


@pytest.mark.parametrize("fault", DraftFault)
def test_what_is_no_draft_is_refused(fault: DraftFault, make_evidence: MakeEvidence) -> None:
    draft = Draft((DraftSentence(RENT, (1,)),), "test", fault=fault, writing=MODEL)
    checked = check_draft(draft, [make_evidence(RENT)], STANDARD)
    assert decide(draft, checked, attempt=0, max_regenerations=3, before=None) is Decision.REFUSE


def test_supported_ratio_counts_unsupported_sentences(make_evidence: MakeEvidence) -> None:
    draft = Draft((DraftSentence(RENT, (1,)), DraftSentence("Zebras.", (1,))), "test")
    assert supported_ratio(check_draft(draft, [make_evidence(RENT)], STANDARD)) == (2 - 1) / 2
    assert supported_ratio(()) == 0.0


@given(st.text(min_size=1, max_size=200), st.data())
def test_a_quote_stands_where_it_says(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start + 1, len(text)))
    made = quote(text, Span(start, end))
    assert text[start:end] == made.exact
    assert text[: start + len(made.exact)].endswith(made.prefix + made.exact)
    citation = _citation(made, Span(start, end))
    assert check_quote(text, citation).state is CheckState.PASSED
    assert check_quote("\0" + text, citation).state is CheckState.FAILED


def _citation(made: Quote, position: Span) -> Citation:
    return Citation(1, 0, "act", "", "", "", made, position)


@pytest.mark.parametrize(
    "span", [Span(0, 0), Span(3, 2), Span(-1, 2), Span(0, 99)], ids=["empty", "back", "low", "far"]
)
def test_no_quote_outside_of_the_text(span: Span) -> None:
    with pytest.raises(ValueError, match="no quote"):
        quote("abc", span)


@given(st.text(max_size=120), st.text(max_size=200), st.lists(st.integers(0, 3), max_size=3))
def test_any_sentence_gets_findings_and_no_exception(text: str, source: str, citations: list[int]) -> None:
    from pincite.types.chunk import Chunk, Piece

    chunk = Chunk("a#1", "a", 0, source, (Piece(0, Span(0, len(source))),), 1, "", "")
    evidence = [Evidence(1, chunk, "", "", "")]
    draft = Draft((DraftSentence(text, tuple(citations)),), "test")
    for gate in GATES.values():
        (checked,) = check_draft(draft, evidence, gate)
        assert len(checked.checks) == len((*gate.required_checks, *gate.partial_checks))


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("The fee is $1", "The fee is $1,500 a year."),
        ("Return the keys within 2", "Return the keys within 21 days."),
        ("The charge is 1", "The charge is 1.5 percent."),
        ("lord may enter", "The landlord may enter."),
    ],
    ids=["thousands", "digits", "decimals", "words"],
)
def test_words_that_end_inside_a_word_or_a_figure_are_not_word_for_word(
    claim: str, source: str, make_evidence: Callable[..., Evidence]
) -> None:
    found = CheckContext((make_evidence(source),)).alignments(DraftSentence(claim, (1,)))
    assert all(alignment.method is not Method.VERBATIM for alignment in found)


@pytest.mark.parametrize(
    ("claim", "state"),
    [
        ("The landlord shall give a receipt for", CheckState.FAILED),
        ("The landlord shall give a receipt for every payment in cash", CheckState.PASSED),
        ("The landlord shall give a receipt for every payment in cash.", CheckState.PASSED),
    ],
    ids=["broken-off", "without-its-stop", "whole"],
)
def test_a_copy_that_breaks_off_is_a_part(
    claim: str, state: CheckState, make_evidence: Callable[..., Evidence]
) -> None:
    (checked,) = check_draft(Draft((DraftSentence(claim, (1,)),), "m"), [make_evidence(RENT)], STANDARD)
    assert next(f.state for f in checked.checks if f.check == "coverage") is state

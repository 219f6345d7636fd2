from __future__ import annotations

import copy
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from pincite.answer.citations import cite
from pincite.answer.record import compose_text, dumps, parse_record, to_record
from pincite.answer.verify import VerifyReport, verify
from pincite.testing import HashEmbedder
from pincite.types.answer import Answer, Refusal
from pincite.types.document import Document, Span

ACT_WORDS = "A landlord shall return the deposit within 21 days after the tenant moves out."
Record = dict[str, Any]
Change = Callable[[Record], None]


def rules(report: VerifyReport) -> set[tuple[str, str]]:
    return {(finding.place, finding.rule) for finding in report.findings}


@pytest.mark.parametrize("name", ["answer", "refusal"])
def test_file_as_written_verifies(name: str, store: Any, request: pytest.FixtureRequest) -> None:
    record = parse_record(dumps(to_record(request.getfixturevalue(name))))
    report = verify(record, store)
    assert report.findings == ()
    assert report.ok
    assert report.documents == 2


def rewrite(record: Record, at: int, text: str) -> None:
    """Change a sentence and keep the file consistent in itself, as a careful forger would."""
    record["sentences"][at]["text"] = text
    record["text"] = compose_text(record["sentences"])


def change_figure(record: Record) -> None:
    rewrite(record, 0, record["sentences"][0]["text"].replace("21 days", "45 days"))


def negate(record: Record) -> None:
    rewrite(record, 0, record["sentences"][0]["text"].replace("shall return", "shall not return"))


def exchange_words(record: Record) -> None:
    rewrite(record, 1, "Every tenant owns a boat and a purple hat.")


def change_text_only(record: Record) -> None:
    record["text"] = record["text"].replace("21 days", "45 days")


def add_sentence(record: Record) -> None:
    record["text"] += " Rent is never due. [1]"


def forge_marker_in_text(record: Record) -> None:
    record["text"] = record["text"].replace("[1]", "[1][2]")


def forge_marker(record: Record) -> None:
    record["sentences"][0]["citations"].append(9)
    record["text"] = compose_text(record["sentences"])


def mark_without_quote(record: Record) -> None:
    record["sentences"][0]["citations"].append(3)
    record["text"] = compose_text(record["sentences"])


def add_uncited_sentence(record: Record) -> None:
    record["sentences"].append(record["sentences"][0] | {"citations": []})
    record["text"] = compose_text(record["sentences"])


def change_quote(record: Record) -> None:
    quote = record["citations"][0]["quote"]
    quote["exact"] = quote["exact"].replace("21 days", "45 days")


def shift_position(record: Record) -> None:
    position = record["citations"][0]["position"]
    position["start"] += 3
    position["end"] += 3


def shorten_position(record: Record) -> None:
    record["citations"][0]["position"]["end"] -= 1


def beyond_the_text(record: Record) -> None:
    position = record["citations"][0]["position"]
    position["start"] += 100_000
    position["end"] += 100_000


def change_prefix(record: Record) -> None:
    record["citations"][0]["quote"]["prefix"] = "No landlord shall say that "


def change_label(record: Record) -> None:
    record["citations"][0]["label"] = record["citations"][0]["label"].replace("(1)", "(2)")


def change_page_index(record: Record) -> None:
    record["citations"][1]["page_index"] = 1


def change_page_label(record: Record) -> None:
    record["citations"][1]["page_label"] = "iv"


def invent_page(record: Record) -> None:
    record["citations"][0]["page_index"] = record["citations"][0]["page_index_end"] = 0


def change_section(record: Record) -> None:
    record["citations"][0]["section_id"] = "7-2-11"


def invent_provision(record: Record) -> None:
    record["citations"][0]["provision_id"] = "act/s1"


def swap_document(record: Record) -> None:
    record["citations"][0]["document_id"] = "handbook"


def name_missing_document(record: Record) -> None:
    record["citations"][0]["document_id"] = "gone"


def remove_citation(record: Record) -> None:
    del record["citations"][0]


def flip_support(record: Record) -> None:
    record["sentences"][1]["support"] = "partial"


def fail_check(record: Record) -> None:
    next(c for c in record["sentences"][1]["checks"] if c["name"] == "figures")["state"] = "failed"


def skip_check(record: Record) -> None:
    record["sentences"][1]["checks"] = [c for c in record["sentences"][1]["checks"] if c["name"] != "negation"]


def exchange_hash_of_text(record: Record) -> None:
    record["citations"][0]["text_sha256"] = "a" * 64


def exchange_hash_of_file(record: Record) -> None:
    record["citations"][0]["file_sha256"] = "a" * 64


def cite_missing_sentence(record: Record) -> None:
    record["citations"][0]["sentence"] = 7


def change_evidence_text(record: Record) -> None:
    record["evidence"][0]["text"] = record["evidence"][0]["text"].replace("15 days", "90 days")


def change_evidence_label(record: Record) -> None:
    record["evidence"][1]["label"] = record["evidence"][1]["label"].replace("p. 12", "p. 99")


def change_evidence_title(record: Record) -> None:
    record["evidence"][2]["title"] = "Constitution"


def change_evidence_page(record: Record) -> None:
    record["evidence"][1]["page_index_end"] = 30


def change_evidence_section(record: Record) -> None:
    record["evidence"][0]["section_id"] = "7-2-99"


def change_evidence_heading(record: Record) -> None:
    record["evidence"][0]["heading_path"] = ["§ 7-2-10. Gifts"]


def renumber_evidence(record: Record) -> None:
    record["evidence"][2]["number"] = 2


def flip_cited(record: Record) -> None:
    record["evidence"][2]["cited"] = True


def break_schema(record: Record) -> None:
    record["status"] = "perhaps"


def claim_attached_uncited(record: Record) -> None:
    record["sentences"][0]["attached"] = [2]


def claim_attached_beside_another(record: Record) -> None:
    record["sentences"][0] |= {"attached": [1], "citations": [1, 3]}
    record["text"] = compose_text(record["sentences"])


def claim_attached_under_paper(record: Record) -> None:
    record["sentences"][0]["attached"] = [1]
    record["gate"] = "paper"


TAMPERINGS = [
    pytest.param(change_figure, "/sentences/0/text", "figures", id="figure-of-a-sentence"),
    pytest.param(negate, "/sentences/0/text", "negation", id="negation-in-a-sentence"),
    pytest.param(exchange_words, "/sentences/1/text", "alignment", id="words-of-a-sentence"),
    pytest.param(change_text_only, "/text", "text", id="text-alone"),
    pytest.param(add_sentence, "/text", "text", id="sentence-added-to-text"),
    pytest.param(forge_marker_in_text, "/text", "text", id="marker-forged-in-text"),
    pytest.param(forge_marker, "/sentences/0/citations", "marker", id="marker-without-evidence"),
    pytest.param(mark_without_quote, "/sentences/0/citations", "marker", id="marker-without-quote"),
    pytest.param(add_uncited_sentence, "/sentences/2/citations", "uncited", id="sentence-without-citation"),
    pytest.param(change_quote, "/citations/0/quote/exact", "quote", id="quote"),
    pytest.param(shift_position, "/citations/0/quote/exact", "quote", id="position-shifted"),
    pytest.param(shorten_position, "/citations/0/position", "schema", id="position-shortened"),
    pytest.param(beyond_the_text, "/citations/0/quote/exact", "quote", id="position-beyond-the-text"),
    pytest.param(change_prefix, "/citations/0/quote/prefix", "quote", id="prefix"),
    pytest.param(change_label, "/citations/0/label", "label", id="label"),
    pytest.param(change_page_index, "/citations/1/page_index", "page", id="page-index"),
    pytest.param(change_page_label, "/citations/1/page_label", "page", id="page-label"),
    pytest.param(invent_page, "/citations/0/page_index", "page", id="page-invented"),
    pytest.param(change_section, "/citations/0/section_id", "section", id="section"),
    pytest.param(invent_provision, "/citations/0/provision_id", "provision", id="provision"),
    pytest.param(swap_document, "/citations/0/document_id", "document", id="document-swapped"),
    pytest.param(name_missing_document, "/citations/0/document_id", "document", id="document-missing"),
    pytest.param(remove_citation, "/sentences/0/citations", "marker", id="citation-removed"),
    pytest.param(flip_support, "/sentences/1/support", "support", id="support-flipped"),
    pytest.param(fail_check, "/sentences/1/checks", "check", id="check-failed"),
    pytest.param(skip_check, "/sentences/1/checks", "check", id="check-left-out"),
    pytest.param(exchange_hash_of_text, "/citations/0/text_sha256", "edition", id="hash-of-text"),
    pytest.param(exchange_hash_of_file, "/citations/0/file_sha256", "edition", id="hash-of-file"),
    pytest.param(cite_missing_sentence, "/citations/0/sentence", "marker", id="sentence-missing"),
    pytest.param(change_evidence_text, "/evidence/0/text", "evidence", id="evidence-text"),
    pytest.param(change_evidence_label, "/evidence/1/label", "label", id="evidence-label"),
    pytest.param(change_evidence_title, "/evidence/2/title", "title", id="evidence-title"),
    pytest.param(change_evidence_page, "/evidence/1/page_index", "page", id="evidence-page"),
    pytest.param(change_evidence_section, "/evidence/0/section_id", "section", id="evidence-section"),
    pytest.param(change_evidence_heading, "/evidence/0/heading_path", "section", id="evidence-heading"),
    pytest.param(renumber_evidence, "/evidence/2/number", "number", id="evidence-number"),
    pytest.param(flip_cited, "/evidence/2/cited", "cited", id="cited-flag"),
    pytest.param(claim_attached_uncited, "/sentences/0/attached", "attached", id="attached-and-not-cited"),
    pytest.param(claim_attached_beside_another, "/sentences/0/attached", "attached", id="attached-beside-another"),
    pytest.param(claim_attached_under_paper, "/sentences/0/attached", "attached", id="attached-by-gate-paper"),
    pytest.param(break_schema, "/status", "schema", id="schema"),
]


@pytest.mark.parametrize(("change", "place", "rule"), TAMPERINGS)
def test_tampered_file_fails(answer: Answer, store: Any, change: Change, place: str, rule: str) -> None:
    record = copy.deepcopy(to_record(answer))
    change(record)
    report = verify(record, store)
    assert not report.ok
    assert (place, rule) in rules(report)


def leaves(part: Any, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    if isinstance(part, dict):
        return [leaf for key, value in part.items() for leaf in leaves(value, (*path, key))]
    if isinstance(part, list):
        return [leaf for at, value in enumerate(part) for leaf in leaves(value, (*path, at))]
    return [path]


def other(value: Any) -> Any:
    if isinstance(value, int):
        return value + 1
    return "x" if not value else value[:-1] + ("0" if value[-1] != "0" else "1")


def test_no_value_of_a_citation_can_be_changed_unseen(answer: Answer, store: Any) -> None:
    record = to_record(answer)
    paths = leaves(record["citations"])
    assert len(paths) > 30
    for *path, last in paths:
        changed = copy.deepcopy(record)
        target = changed["citations"]
        for step in path:
            target = target[step]
        target[last] = 0 if target[last] is None and "page_index" in str(last) else other(target[last])
        assert not verify(changed, store).ok, (path, last)


def test_all_findings_are_reported(answer: Answer, store: Any) -> None:
    record = copy.deepcopy(to_record(answer))
    for change in (change_figure, change_label, change_page_label, flip_support):
        change(record)
    assert len(rules(verify(record, store))) == 5  # a changed figure is also no longer its quote


REFUSED = [
    pytest.param(lambda r: r.update(text="Yes, you may."), "/text", "text", id="refusal-sentence"),
    pytest.param(lambda r: r["evidence"][0].update(cited=True), "/evidence/0/cited", "cited", id="cited"),
    pytest.param(lambda r: r["evidence"][0].update(text="made up"), "/evidence/0/text", "evidence", id="evidence"),
    pytest.param(lambda r: r.update(refusal=None), "/refusal", "schema", id="reason-removed"),
]


@pytest.mark.parametrize(("change", "place", "rule"), REFUSED)
def test_tampered_refusal_fails(refusal: Refusal, store: Any, change: Change, place: str, rule: str) -> None:
    record = copy.deepcopy(to_record(refusal))
    change(record)
    assert (place, rule) in rules(verify(record, store))


EDITIONS = [
    pytest.param(lambda text: text + "\nAmended.", "the quote still stands at the same place", id="quote-unmoved"),
    pytest.param(
        lambda text: "Notice.\n" + text,
        "the quote now stands at Harbor City Code, Title 7, Chapter 2, § 7-2-10(1) (characters 95-173)",
        id="quote-moved",
    ),
    pytest.param(
        lambda text: text.replace("within 21 days after", "within 21\ndays  after"),
        "the quote now stands at Harbor City Code, Title 7, Chapter 2, § 7-2-10(1) (characters 87-166)",
        id="other-line-breaks",
    ),
    pytest.param(
        lambda text: text.replace("21 days", "30 days"),
        "does not stand in it; in its place stands “A landlord shall return the deposit within 30 days after",
        id="quote-amended",
    ),
    pytest.param(
        lambda text: text.replace(ACT_WORDS, ""), "the document has changed: the quote does not stand in it", id="gone"
    ),
    pytest.param(lambda _: "Nothing.", "the document has changed: the quote does not stand in it", id="all-else-gone"),
]


@pytest.mark.parametrize(("amend", "says"), EDITIONS)
def test_changed_document_says_where_the_quote_stands_now(
    answer: Answer, statute: Document, store: Any, amend: Callable[[str], str], says: str
) -> None:
    store.documents_by_id["act"] = amended(statute, amend)
    report = verify(to_record(answer), store)
    editions = [finding for finding in report.findings if finding.rule == "edition"]
    assert [finding.place for finding in editions] == ["/citations/0/text_sha256"]
    assert says in editions[0].detail
    assert {finding.rule for finding in report.findings} == {"edition"}


def amended(document: Document, amend: Callable[[str], str]) -> Document:
    """The document from another file, its sections moved along with their headings."""
    text = amend(document.text)
    starts = [text.find(section.heading) for section in document.sections]
    ends = [*starts[1:], len(text)]
    sections = tuple(
        replace(section, span=Span(start, end))
        for section, start, end in zip(document.sections, starts, ends, strict=True)
        if start >= 0
    )
    return replace(document, text=text, sections=sections, file_sha256="f" * 64)


def test_same_file_that_is_read_otherwise_is_told_from_a_new_one(answer: Answer, statute: Document, store: Any) -> None:
    changed = amended(statute, lambda text: text + "\nRead by another parser.")
    store.documents_by_id["act"] = replace(changed, file_sha256=statute.file_sha256)
    (finding,) = verify(to_record(answer), store).findings
    assert finding.detail.startswith("the same file is read as another text now")


def test_of_several_places_the_one_in_the_same_surroundings_comes_first(
    answer: Answer, statute: Document, store: Any
) -> None:
    store.documents_by_id["act"] = amended(statute, lambda text: text.replace("(2) A", f"{ACT_WORDS}\n(2) A") + "x")
    (finding,) = verify(to_record(answer), store).findings
    assert "still stands at the same place" in finding.detail
    store.documents_by_id["act"] = amended(statute, lambda text: f"{ACT_WORDS}\n\n{text}")
    (finding,) = verify(to_record(answer), store).findings
    assert "§ 7-2-10(1) (characters 167-245) and Harbor City Code" in finding.detail


def test_removed_document_is_named_once_a_place(answer: Answer, store: Any) -> None:
    del store.documents_by_id["act"]
    found = [(f.place, f.rule, f.detail) for f in verify(to_record(answer), store).findings]
    detail = "the library holds no document 'act'"
    places = ("/evidence/0/document_id", "/evidence/2/document_id", "/citations/0/document_id")
    assert found == [(place, "document", detail) for place in places]


def test_renamed_document_is_found_by_its_file(answer: Answer, statute: Document, store: Any) -> None:
    del store.documents_by_id["act"]
    store.documents_by_id["act-2024"] = replace(statute, id="act-2024")
    findings = verify(to_record(answer), store).findings
    assert {f.detail for f in findings} == {"the library holds no document 'act'; it holds the same file as 'act-2024'"}


def test_evidence_over_a_page_break_verifies(answer: Answer, handbook: Document, store: Any) -> None:
    record = to_record(answer)
    text = "Keep your receipts.\n\nRepairs\nAsk for repairs in writing.\nThe landlord must answer within 10 days."
    record["evidence"][1] |= {
        "text": text, "page_index": 1, "page_label": "11",
        "label": "Renters' Handbook, pp. 11–12 (PDF pp. 2–3 of 3)",
    }  # fmt: skip
    assert verify(record, store).findings == ()


def test_report_is_plain_json(answer: Answer, store: Any) -> None:
    record = to_record(answer)
    record["text"] = "x"
    assert verify(record, store).to_dict() == {
        "ok": False,
        "complete": False,
        "not_checked": [],
        "findings": [{"place": "/text", "rule": "text", "detail": verify(record, store).findings[0].detail}],
        "sentences": 2,
        "citations": 2,
        "documents": 2,
    }


def test_no_citation_of_nothing(statute: Document) -> None:
    from pincite.types.document import Span

    with pytest.raises(ValueError, match="no quote"):
        cite(statute, Span(5, 5), number=1, sentence=0)


def written_by_a_model(answer: Answer, text: str, **changes: Any) -> Answer:
    """The answer with its first sentence in other words, as a language model writes."""
    first = replace(answer.sentences[0], text=text, **changes)
    return replace(answer, model="small", sentences=(first, *answer.sentences[1:]))


SAID_OTHERWISE = "Within 21 days after the tenant moves out, the landlord shall return the deposit."
FAR = "Once you leave, your money must come back to you in three weeks."


@pytest.mark.parametrize("attached", [(), (1,)], ids=["cited", "attached"])
def test_sentence_in_a_models_words_is_held_against_its_quote(
    answer: Answer, store: Any, attached: tuple[int, ...]
) -> None:
    outcome = written_by_a_model(answer, SAID_OTHERWISE, attached=attached)
    assert verify(to_record(outcome), store).complete
    wrong = written_by_a_model(answer, SAID_OTHERWISE.replace("21", "45"), attached=attached)
    assert ("/sentences/0/text", "figures") in rules(verify(to_record(wrong), store))


def test_source_found_by_the_checks_cannot_be_passed_off_as_the_models(answer: Answer, store: Any) -> None:
    first = replace(answer.sentences[0], attached=(1,))
    attempts = (*answer.trace.attempts[:-1], {**answer.trace.attempts[-1], "repaired": 1})
    trace = replace(answer.trace, attempts=attempts)
    record = to_record(replace(answer, sentences=(first, answer.sentences[1]), trace=trace))
    assert verify(record, store).complete
    del record["sentences"][0]["attached"]
    assert rules(verify(record, store)) == {("/trace/attempts/1/repaired", "attached")}


def test_words_too_far_from_the_quote_fail_with_and_without_an_embedder(answer: Answer, store: Any) -> None:
    record = to_record(written_by_a_model(answer, FAR))
    for embedder in (None, HashEmbedder()):
        assert not verify(record, store, embedder=embedder).ok

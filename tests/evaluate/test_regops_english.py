"""English sentences of law as questions, on a fictional chapter."""

from __future__ import annotations

from pathlib import Path

import pytest

from pincite.evaluate.regops.corpus import BenchCorpus, read_corpus
from pincite.evaluate.regops.questions.build import build
from pincite.evaluate.regops.questions.english.around import leans_back, set_aside, takes_back
from pincite.evaluate.regops.questions.english.context import matter_of
from pincite.evaluate.regops.questions.english.figures import timed
from pincite.evaluate.regops.questions.english.plain import marked, plain
from pincite.evaluate.regops.questions.english.read import asks_of, opening
from pincite.evaluate.regops.questions.english.rule import acts, asked, is_clean, rule_of
from pincite.evaluate.regops.questions.english.states import stated
from pincite.evaluate.regops.questions.english.turns import turned
from pincite.evaluate.regops.questions.english.twin_terms import term_twins
from pincite.evaluate.regops.questions.english.whole import hangs, is_open
from pincite.evaluate.regops.questions.twin_kinds import KINDS
from pincite.evaluate.regops.questions.twins import _is_general
from pincite.evaluate.regops.types import Ask

CHAPTER = """---
level: statute
---

# Lighthouse Code, Chapter 12

## § 12-101. Definitions.

(a) “Foghorn” means a device that warns ships by sound.

## § 12-102. Keeper's duties.

(a) A lighthouse keeper shall inspect the lantern within 10 days after a storm.

(b) A lighthouse keeper may extinguish the lantern if the harbor commission orders a blackout drill.

(c) A lighthouse keeper shall not sell whale oil unless the harbor commission consents in public session.

## § 12-103. Notice to mariners.

(a) The harbor commission shall send each mariner a written notice by certified mail before the channel is dredged.

(b) The notice to mariners required by subsection (a) of this section must include:

(1) the date of the dredging; and

(2) the depth of the channel.

(c) A harbor pilot shall repaint the beacon under § 12-102(a) of this chapter.
"""


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> BenchCorpus:
    folder = tmp_path_factory.mktemp("harbor")
    (folder / "code.md").write_text(CHAPTER, "utf-8")
    return read_corpus(folder)


PLAIN = [
    ("(a) A keeper shall act as required by subsection (b) of this section.", "A keeper shall act"),
    ("A keeper shall act under § 12-3(a)(1) within thirty (30) days.", "A keeper shall act within thirty days"),
    ("Notice. A keeper must act.", "A keeper must act"),
    ("If a claim is filed under § 5, a keeper must act.", "If a claim is filed, a keeper must act"),
    ("A keeper, under § 5, must act.", "A keeper must act"),
    ("A keeper must act as specified in § 7, as applicable.", "A keeper must act"),
    ("If a pilot is late, such pilot must act.", "If a pilot is late, the pilot must act"),
    ("A keeper must mend such lamp.", "A keeper must mend such lamp"),
    ("A keeper may act if the pier--", "A keeper may act if the pier:"),
    ("A \ue000keeper must act.", "A keeper must act"),
]  # fmt: skip


@pytest.mark.parametrize(("sentence", "expected"), PLAIN)
def test_citations_labels_and_headings_are_taken_out(sentence: str, expected: str) -> None:
    assert plain(sentence) == expected


def test_a_sentence_comes_apart() -> None:
    rule = rule_of("If a storm comes, the keeper must light the lantern", "")
    assert rule is not None
    assert (rule.lead, rule.subject, rule.modal, rule.said) == (
        "If a storm comes", "the keeper", "must", "light the lantern"
    )  # fmt: skip
    assert rule_of("The keeper who may sail must light the lantern", "") is None
    assert rule_of("Lanterns are lit at dusk", "") is None


TIMED = [
    ("act within 10 days after a storm", "within how many days after a storm must the keeper act?"),
    ("keep the log for six years", "for how many years must the keeper keep the log?"),
    ("be heard within 9 days after the notice is received by the pilot",
     "within how many days after the notice is received by the pilot must the keeper be heard?"),
    ("be heard within 9 days after the storm and the flood have passed",
     "within how many days after the storm and the flood have passed must the keeper be heard?"),
    ("reply within 9 days, unless the mayor allows more", "within how many days must the keeper reply?"),
]  # fmt: skip


@pytest.mark.parametrize(("said", "expected"), TIMED)
def test_the_one_figure_is_asked_out(said: str, expected: str) -> None:
    (turned,) = timed("", "the keeper", "must", said, False)
    assert " ".join(turned.finals[0].split()) == expected


def test_a_period_beside_another_is_not_asked() -> None:
    assert list(timed("", "the keeper", "must", "act within 9 days or any other time frame that is set", False)) == []


def test_two_figures_are_not_asked() -> None:
    assert list(timed("", "the keeper", "must", "act within 10 days and again within 20 days", False)) == []


def test_who_acts_is_told_by_the_head_noun() -> None:
    assert acts("a party seeking a subpoena")
    assert acts("the harbor commission")
    assert not acts("each room used by one occupant")


def test_places_open_questions() -> None:
    assert opening("Florida") == "In Florida"
    assert opening("District of Columbia") == "In the District of Columbia"


def test_a_chapter_gives_questions_with_their_provisions(corpus: BenchCorpus) -> None:
    built = build(corpus, 50, 1)
    asked = {q.text: q.gold for q in built.questions if q.answerable}
    inspected = [gold for text, gold in asked.items() if "inspect the lantern" in text]
    assert inspected == [("code/s12-102/pa",)]  # a sentence is asked once
    assert any("whale oil" in text and gold == ("code/s12-102/pc",) for text, gold in asked.items())
    assert not any("section" in text or "§" in text for text in asked)


def test_the_same_seed_gives_the_same_questions(corpus: BenchCorpus, tmp_path: Path) -> None:
    assert [q.text for q in build(corpus, 8, 4).questions] == [q.text for q in build(corpus, 8, 4).questions]


TURNED = [
    ("The keeper must ring the great bell unless the fog lifts early", "en.exception.unless",
     "When is the keeper not required to ring the great bell"),
    ("Unless the fog lifts early, the keeper must ring the bell", "en.exception.unless",
     "When is the keeper not required to ring the bell"),
    ("If the lamp fails, the keeper must ring the great bell", "en.procedure.case",
     "What must the keeper do if the lamp fails"),
    ("The keeper shall, after the loss of a lamp, tell the harbor board", "en.procedure.case",
     "What must the keeper do after the loss of a lamp"),
    ("A keeper who leaves the tower at night shall tell the harbor board", "en.procedure.whom",
     "What must a keeper who leaves the tower at night do"),
    ("A keeper who sells the oil of the tower shall be fined $40 for each night", "en.limit.penalty",
     "What penalty is there for a keeper who sells the oil of the tower"),
    ("The notice must state the name of the keeper and the pier", "en.document.contents", "What must the notice state"),
    ("The keeper must promptly mend a broken lamp", "en.deadline.soon", "How soon must the keeper mend a broken lamp"),
    ("The keeper may charge a pilot an amount not to exceed $40 for a night", "en.limit.amount",
     "How much may the keeper charge"),
    ("An owner may not demand prepaid rent or a bond, however denominated, in an amount in excess of two months’ rent",
     "en.limit.amount", "What is the most that an owner may demand as prepaid rent or a bond"),
    ("The owner may only remove a lamp when the pier is closed", "en.permission.condition",
     "When may the owner remove a lamp"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("sentence", "template", "opening_words"), TURNED, ids=[f"{t[1]}-{i}" for i, t in enumerate(TURNED)]
)
def test_a_rule_is_turned_round(sentence: str, template: str, opening_words: str) -> None:
    rule = rule_of(sentence, "")
    assert rule is not None
    texts = [text for one in turned(rule, False) if one.template == template for text in one.finals]
    assert any(text.lower().startswith(opening_words.lower()) for text in texts), texts


NOT_TURNED = [
    ("The board shall inspect the pier to determine if there is good cause for a closure", "en.procedure.case"),
    ("The board may act if the board finds that the pier is safe and sound", "en.procedure.case"),
    ("The keeper must serve a copy of the document on the pilot", "en.document.paper"),
    ("The other keeper may paint the tower of the pier", "en.actor.subject"),
    ("If the oil spills, the other keeper may paint the tower", "en.permission.condition"),
    ("The owner of the pier must return the oil of the tower", "en.actor.subject"),
    ("The harbor board may open the pier for another board", "en.actor.subject"),
    ("The keeper shall give the pilot a certificate stating that the lamp is lit", "en.document.paper"),
    ("The board shall provide an opportunity for a hearing on the record", "en.document.paper"),
    ("The board may grant the pilot a delay of no more than two weeks to pay the toll", "en.deadline.period"),
    ("Unless impractical to do so, the keeper must ring the great bell", "en.exception.unless"),
    ("If the pilot is late, the keeper may recover reasonable attorney fees of the suit", "en.permission.condition"),
    ("A keeper who has a boat must tell the harbor board each night", "en.procedure.whom"),
]


@pytest.mark.parametrize(("sentence", "template"), NOT_TURNED, ids=[str(i) for i in range(len(NOT_TURNED))])
def test_what_is_no_condition_paper_or_actor_is_not_asked(sentence: str, template: str) -> None:
    rule = rule_of(sentence, "")
    assert rule is not None
    assert template not in [one.template for one in turned(rule, False)]


LISTED = [
    ("The keeper must ring the bell unless:", "when is the keeper not required to ring the bell?"),
    ("The keeper may not ring the bell unless:", "in what circumstances may the keeper ring the bell?"),
    ("A mole shall be considered safe only if:", "when is a mole considered safe?"),
    ("The keeper must do all of the following:", "what must the keeper do?"),
    ("The log shall be in writing and include the following:", "what must the log include?"),
]


@pytest.mark.parametrize(("sentence", "expected"), LISTED, ids=[str(i) for i in range(len(LISTED))])
def test_a_list_is_asked_with_its_own_sense(sentence: str, expected: str) -> None:
    rule = rule_of(sentence, "")
    assert rule is not None
    assert [one.finals[0] for one in turned(rule, True)] == [expected]


STATED = [
    ("The harbor board is responsible for the mending of the lamp", "who is responsible for the mending of the lamp?"),
    ("The keeper is not required to ring the bell if the fog has lifted",
     "when is the keeper not required to ring the bell?"),
]  # fmt: skip


@pytest.mark.parametrize(("sentence", "expected"), STATED, ids=["responsible", "not-required"])
def test_a_state_is_asked(sentence: str, expected: str) -> None:
    assert [one.finals[0] for one, _ in stated(sentence)] == [expected]


@pytest.mark.parametrize(
    "question",
    [
        "Who must correct any violation of 9 HBR 12.100 at the pier?",
        "Who shall ring the bell of the harbor at night?",
        "Who may upon motion of a party ring the bell of the harbor?",
        "How must the keeper post a notice at the pier and also send it in cases?",
        "At most how many weeks may the board grant a delay of to make full payment?",
        "What must the board provide to an opportunity for with respect to a charge?",
        "What must the keeper do if the lamp is not with respect to a charge?",
        "What must the keeper do if a keeper leaves the tower at night?",
    ],
)
def test_what_is_left_of_the_law_is_not_clean(question: str) -> None:
    assert not is_clean(question)


def test_a_subject_is_named_as_one_asks() -> None:
    assert asked("every owner of a pier") == "an owner of a pier"
    assert asked("no keeper") == "a keeper"
    assert asked("each bathroom") == "each bathroom"


def test_marks_tell_what_an_answer_names() -> None:
    read = marked(
        "Except as provided in § ref0, a keeper must act as required by § ref1 if the log required by § ref2 is lost."
    )
    assert read.text == "a keeper must act if the log is lost"
    assert [(m.sense, m.refs) for m in read.marks] == [("exception", (0,)), ("content", (1,)), ("naming", (2,))]


LEANING = [
    ("If such breach recurs, the keeper may leave.", True),
    ("A notice is due; such notice is kept.", False),
    ("These lamps must be lit.", True),
    ("The keeper must act under this section.", False),
]


@pytest.mark.parametrize(("sentence", "expected"), LEANING, ids=[str(i) for i in range(len(LEANING))])
def test_what_leans_on_the_sentence_before(sentence: str, expected: bool) -> None:
    assert leans_back(sentence) is expected


def test_a_title_names_a_matter_or_not() -> None:
    assert matter_of("Inspection of Lamps; Penalty.") == "inspection of lamps"
    assert [matter_of(t) for t in ("Definitions", "Keeper to light the lamp", "When a keeper may leave")] == [
        "",
        "",
        "",
    ]


PIERS = """---
level: statute
---

# Pier Code, Chapter 7

## § 7-101. Definitions.

(a) “Mole” means a wall of stone that shields a harbor.

(b) “Quay” has the meaning given in § 7-101(a).

(c) “Dredge” has the meaning given in 99 U.S.C. 12.

## § 7-102. Closing of piers.

(a) Except as provided in subsection (b) of this section, a pier keeper shall close a pier within 3 hours after a flood.

(b) A pier keeper may leave the pier open if the harbor court lifts the closure in writing.

(c) A pier keeper may open a closed pier if the requirements of § 7-103(a) have been met.

(d) Notwithstanding subsection (c) of this section, a pier keeper may open a pier for a rescue boat.

(e) Subsection (c) of this section does not apply to a pier that is used by the fire brigade.

(f) Except as otherwise provided in this chapter, a pier keeper shall ring the flood bell at noon.

## § 7-103. Surveys.

(a) The harbor inspector must:

(1) measure the depth of the basin with a lead line; and

(2) document the survey of the basin in accordance with § 7-104.

(b) A harbor inspector may refuse a survey if the harbor inspector finds that the basin--

(1) is frozen; or

(2) is drained.

## § 7-104. Survey books.

A survey must be entered in a bound book within 5 days after it is made. The harbor court may extend this period for
good cause.

## § 7-105. Tolls.

(a) If the boat carries salt, the following apply:

(1) The toll keeper shall weigh the cargo at the outer gate.

(b) The toll keeper must notify the owner of a cargo that is held. If such cargo spoils, the toll keeper may sell the
cargo to a dealer of the harbor.

(c) Any person who violates any provision of this chapter shall pay a fine of $100.
"""


@pytest.fixture(scope="module")
def piers(tmp_path_factory: pytest.TempPathFactory) -> BenchCorpus:
    folder = tmp_path_factory.mktemp("piers")
    (folder / "piers.md").write_text(PIERS, "utf-8")
    return read_corpus(folder)


def _ask(corpus: BenchCorpus, words: str, template: str = "") -> Ask:
    found = [a for group in asks_of(corpus).values() for a in group if words in a.finals[0] and template in a.template]
    assert len(found) == 1, [(a.template, a.finals[0]) for group in asks_of(corpus).values() for a in group]
    return found[0]


NEEDED = [
    ("close a pier", "deadline.period", ("piers/s7-102/pb",)),
    ("exceptions are there to the rule that a pier keeper must close", "", ("piers/s7-102/pb",)),
    ("When may a pier keeper open a closed pier", "", ("piers/s7-102/pe", "piers/s7-103/pa")),
    ("How must the harbor inspector document the survey", "", ("piers/s7-104",)),
    ("“Quay”", "", ("piers/s7-101/pa",)),
    ("harbor inspector refuse a survey", "", ()),
]


@pytest.mark.parametrize(("words", "template", "targets"), NEEDED, ids=[str(i) for i in range(len(NEEDED))])
def test_what_an_answer_needs_beside_its_own_provision(
    piers: BenchCorpus, words: str, template: str, targets: tuple[str, ...]
) -> None:
    ask = _ask(piers, words, template)
    assert (tuple(n.target for n in ask.needs), ask.doubt) == (targets, "")


DOUBTED = [
    ("ring the flood bell", "actor.subject", "exception_not_told"),
    ("“Dredge”", "", "definition_elsewhere"),
    ("weigh the cargo", "actor.subject", "rule_under_a_condition"),
]


@pytest.mark.parametrize(("words", "template", "doubt"), DOUBTED, ids=[row[2] for row in DOUBTED])
def test_what_cannot_be_told_complete_is_doubted(piers: BenchCorpus, words: str, template: str, doubt: str) -> None:
    assert _ask(piers, words, template).doubt == doubt


def test_doubted_asks_are_dropped_and_counted(piers: BenchCorpus) -> None:
    built = build(piers, 50, 1)
    assert not any("flood bell" in q.text for q in built.questions if q.answerable)
    assert built.drops["exception_not_told"] >= 1


CLAIMED = [
    ("harbor inspector refuse a survey", "", ["finds that the basin--", "is frozen; or", "is drained."]),
    ("Within how many days after it is made", "", ["within 5 days", "may extend this period"]),
    ("toll keeper sell", "condition", ["must notify the owner", "If such cargo spoils"]),
    ("measure the depth", "items.actor", ["The harbor inspector must measure the depth of the basin"]),
]


@pytest.mark.parametrize(("words", "template", "parts"), CLAIMED, ids=["dash-list", "further", "before", "stem"])
def test_claims_say_all_of_the_answer(piers: BenchCorpus, words: str, template: str, parts: list[str]) -> None:
    claims = [c.text for c in _ask(piers, words, template).claims]
    assert len(claims) == len(parts)
    assert all(part in claim for part, claim in zip(parts, claims, strict=True)), claims


def test_only_notwithstanding_takes_back_and_only_what_it_names(piers: BenchCorpus) -> None:
    edges = [e for group in piers.edges_out.values() for e in group if e.manner == "exception"]
    back = {(e.source, e.target) for e in edges if takes_back(piers, e, e.target)}
    assert back == {("piers/s7-102/pd", "piers/s7-102/pc")}
    assert [n.target for n in set_aside(piers, "piers/s7-102/pc")] == ["piers/s7-102/pe"]


def test_a_penalty_for_any_violation_answers_every_question_for_a_fine(piers: BenchCorpus) -> None:
    kinds = {kind.name: kind for kind in KINDS["en"]}
    ask = _ask(piers, "measure the depth", "items.actor")
    assert _is_general(piers, ask, kinds["penalty"])
    assert not _is_general(piers, ask, kinds["fee"])


def test_terms_that_nothing_explains_make_twins(piers: BenchCorpus) -> None:
    (twin,) = term_twins(piers, 5, 1)
    assert "“good cause”" in twin.text
    assert not twin.answerable


NOTICES = """---
level: regulation
---

# Harbor Notices, Part 9

## § 9.10 Definitions.

Buoy means a float that marks a channel.

## § 9.20 Notice of closure.

(a) *Header.* The closure notice must contain the seal of the harbor and the date of the closure.

(b) *Reasons.* The closure notice must contain the reasons for the closure and the name of the pilot.

## § 9.30 Reopening.

A pilot may not reopen a channel unless the statement required by § 9.40 is posted at the quay.

## § 9.40 Statement.

The statement must name the depth of the channel in fathoms and feet.
"""


@pytest.fixture(scope="module")
def notices(tmp_path_factory: pytest.TempPathFactory) -> BenchCorpus:
    folder = tmp_path_factory.mktemp("notices")
    (folder / "notices.md").write_text(NOTICES, "utf-8")
    return read_corpus(folder)


def test_contents_that_two_paragraphs_tell_are_not_asked_of_one(notices: BenchCorpus) -> None:
    asks = [a for group in asks_of(notices).values() for a in group if "closure notice contain" in a.finals[0]]
    assert [a.doubt for a in asks] == ["answer_spread", "answer_spread"]


def test_what_a_statement_must_be_is_part_of_the_answer(notices: BenchCorpus) -> None:
    assert [n.target for n in _ask(notices, "may a pilot reopen a channel").needs] == ["notices/s9.40"]


def test_a_definition_without_its_term_gets_it(notices: BenchCorpus) -> None:
    (claim,) = _ask(notices, "“Buoy”").claims
    assert "Buoy" in claim.text
    assert "means a float" in claim.quote


HANGING = [
    ("What may the board do upon receipt of a petition?", True, True),
    ("What must the keeper do?", False, True),
    ("What must the keeper do in a fog?", False, False),
    ("What must a keeper who sells oil do?", False, False),
    ("May the board deny the petition?", True, False),
    ("When a petition is late, may the board deny the petition?", False, False),
    ("What must be told in the notice of closure?", False, False),
]


@pytest.mark.parametrize(("question", "hanging", "open_"), HANGING, ids=[str(i) for i in range(len(HANGING))])
def test_what_names_no_matter(question: str, hanging: bool, open_: bool) -> None:
    assert (hangs(question), is_open(question)) == (hanging, open_)


@pytest.mark.parametrize(("term", "doubt"), [
    ("Mooring or moor", "term_doubled"), ("Great toll or toll", "term_doubled"), ("Mole or quay wall", ""),
], ids=["verb", "short", "two"])  # fmt: skip
def test_a_headword_said_twice_is_doubted(tmp_path: Path, term: str, doubt: str) -> None:
    (tmp_path / "piers.md").write_text(PIERS.replace("“Mole” means", f"“{term}” means"), "utf-8")
    assert _ask(read_corpus(tmp_path), f"“{term}”").doubt == doubt


PERMITS = """---
level: statute
---

# Permit Code, Chapter 3

## § 3-10. Mooring permits.

(a) The harbor board may refuse the permit if the boat leaks at the stern.

(b) The harbor board may refuse a permit for a raft if the raft has no lamp at its mast.

## § 3-20. General rules.

(a) The harbor board may close the inspection if the boat has been painted with tar.
"""


def test_a_thing_that_nobody_has_named_gets_its_matter_from_the_title(tmp_path: Path) -> None:
    (tmp_path / "permits.md").write_text(PERMITS, "utf-8")
    corpus = read_corpus(tmp_path)
    texts = [a.finals[0] for group in asks_of(corpus).values() for a in group if "permission.condition" in a.template]
    assert texts == [
        "Under the rules on mooring permits, when may the harbor board refuse the permit?",
        "When may the harbor board refuse a permit for a raft?",
        "When may the harbor board close the inspection?",
    ]
    doubts = [a.doubt for group in asks_of(corpus).values() for a in group if "permission.condition" in a.template]
    assert doubts == ["", "", "matter_not_named"]

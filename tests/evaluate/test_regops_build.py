"""A benchmark made from a fictional act with its decree: gold, difficulty, twins, files, the same bytes each time."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from pincite.errors import InputError
from pincite.evaluate.regops.corpus import BenchCorpus, read_corpus
from pincite.evaluate.regops.questions.build import Built, build
from pincite.evaluate.regops.questions.conditions import conditions_in
from pincite.evaluate.regops.questions.difficulty import ArticleGraph, difficulty_of, level
from pincite.evaluate.regops.questions.korean.twin_topics import PAPER, topics
from pincite.evaluate.regops.records import question_record, write
from pincite.evaluate.regops.types import Question, QuestionType

ACT = """---
title: 등대관리법
level: 법률
effective_date: 2024-01-01
---

# 등대관리법

##### 제1조 (목적)

이 법은 등대의 관리를 정함을 목적으로 한다.

##### 제2조 (정의)

이 법에서 사용하는 용어의 뜻은 다음과 같다.

  1\\. "항로표지등대"란 배가 밤에 길을 찾도록 빛을 내는 탑을 말한다.

##### 제3조 (점검)

**①** 해양등대장관은 등대기름저장고의 누출 여부를 해마다 점검하여야 한다.

**②** 등대관리기관은 등명기 고장을 알게 된 날부터 7일 이내에 고장내역서를 해양등대장관에게 제출하여야 한다.

**③** 제2항에도 불구하고 등대관리기관은 폭풍으로 통신이 끊긴 경우에는 고장내역서를 제출하지 아니할 수 있다.

##### 제4조 (점등 허가)

**①** 등대관리기관은 야간점등허가를 받으려면 대통령령으로 정하는 시설기준을 갖추어야 한다.

**②** 해양등대장관은 야간점등허가를 신청한 등대관리기관에 점등계획표를 요구할 수 있다.

##### 제5조 (안개신호)

등대관리기관은 안개신호기를 울릴 때에는 소리를 10초 간격으로 내야 한다. 다만, 날씨가 맑은 경우에는 그러하지 아니하다.

##### 제6조 (보수)

해양등대장관은 등대탑 보수공사의 순서를 정하여 고시하여야 한다.
"""
DECREE = """---
title: 등대관리법 시행령
level: 대통령령
effective_date: 2024-01-01
---

# 등대관리법 시행령

##### 제1조 (목적)

이 영은 「등대관리법」에서 위임된 사항과 그 시행에 필요한 사항을 규정함을 목적으로 한다.

##### 제2조 (야간점등허가의 시설기준)

법 제4조제1항에서 "대통령령으로 정하는 시설기준"이란 다음 각 호의 기준을 말한다.

  1\\. 예비 전원을 둘 것
  2\\. 등명기를 두 개 이상 갖출 것

##### 제3조 (점등계획표)

등대관리기관은 법 제4조제2항에 따라 요구받은 점등계획표를 20일 이내에 해양등대장관에게 제출하여야 한다.
"""


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> BenchCorpus:
    folder = tmp_path_factory.mktemp("lighthouse")
    (folder / "act.md").write_text(ACT, "utf-8")
    (folder / "decree.md").write_text(DECREE, "utf-8")
    return read_corpus(folder)


@pytest.fixture(scope="module")
def built(corpus: BenchCorpus) -> Built:
    return build(corpus, 100, 7)


def answerable(built: Built) -> list[Question]:
    return [q for q in built.questions if q.answerable]


def of_template(built: Built, template: str) -> list[Question]:
    return [q for q in answerable(built) if template in str(q.made_by["templates"])]


def test_every_quote_stands_in_its_provision(corpus: BenchCorpus, built: Built) -> None:
    claims = [c for q in answerable(built) for c in q.claims]
    assert claims
    for claim in claims:
        assert claim.quote in corpus.cut(claim.provision)


def test_no_question_names_articles(built: Built) -> None:
    assert [q.text for q in built.questions if "제" in q.text and "조" in q.text and "항" in q.text] == []


def test_a_deadline_is_asked_with_its_exception_in_the_gold(built: Built) -> None:
    found = [q for q in of_template(built, "ko.deadline.period") if q.gold[0] == "act/a3/p2"]
    assert found
    assert "며칠 안에" in found[0].text
    assert "7일" not in found[0].text
    assert found[0].gold == ("act/a3/p2", "act/a3/p3")
    assert found[0].difficulty is not None
    assert found[0].difficulty.level == "L2"
    assert [n["kind"] for n in found[0].made_by["needs"]] == ["exception"]  # type: ignore[attr-defined]


def test_what_a_decree_fills_is_gold_with_the_rule_that_delegates(built: Built) -> None:
    found = of_template(built, "ko.delegated.thing")
    assert [q.gold for q in found] == [("act/a4/p1", "decree/a2")]
    assert found[0].difficulty is not None
    assert (found[0].difficulty.level, found[0].difficulty.hops, found[0].difficulty.cross_document) == ("L3", 1, True)
    assert "어떤 시설기준을" in found[0].text
    assert "대통령령" not in found[0].text


def test_the_rule_that_a_decree_carries_out_is_gold_with_it(built: Built) -> None:
    found = [q for q in answerable(built) if "decree/a3" in q.gold]
    assert {q.gold for q in found} == {("act/a4/p2", "decree/a3")}
    assert all([n["kind"] for n in q.made_by["needs"]] == ["carried_out"] for q in found)  # type: ignore[attr-defined]
    assert {c.provision for c in found[0].claims} == {"act/a4/p2", "decree/a3"}


OPEN_LISTS = [
    ("그 밖에 대통령령으로 정하는 서류", set()),  # no decree says which
    ("제8조제1항에 따른 서류", {("act/a7", "act/a8/p1")}),
    ("제8조제1항에 따른 사업 전략계획", {("act/a7",)}),  # a thing by its name, whoever must make it
    ("점등계획표", {("act/a7",)}),
]  # fmt: skip


@pytest.mark.parametrize(("item", "golds"), OPEN_LISTS, ids=["left_open", "named", "thing", "closed"])
def test_a_list_is_asked_only_where_all_of_it_can_be_told(
    tmp_path: Path, item: str, golds: set[tuple[str, ...]]
) -> None:
    law = f"""{ACT}
##### 제7조 (점등 신청)

항구등대관리기관은 야간조명을 신청할 때에는 다음 각 호의 서류를 해양등대장관에게 제출하여야 한다.

  1\\. 시설도면
  2\\. {item}

##### 제8조 (증명)

**①** 등명기제작회사는 등명기 성능증명 서류를 등대박물관에 보관한다.

**②** 등대박물관은 등명기 표본을 모은다.
"""
    (tmp_path / "act.md").write_text(law, "utf-8")
    found = build(read_corpus(tmp_path), 50, 1)
    assert {q.gold for q in answerable(found) if "list" in str(q.made_by["templates"])} == golds


RULES = [
    ("**②** 부표조합은 안개가 짙은 때에는 제1조에도 불구하고 낡은 부표를 무상으로 넘길 수 있다.", "", True),
    (
        "**②** 등대관리기관은 폭풍이 부는 때에는 제1조에도 불구하고 등명기 고장내역서를 제출하지 아니할 수 있다.",
        "",
        False,
    ),
    ("**②** 부표조합은 낡은 부표를 모은다.", "항만등대기관", True),  # the body is a term of the same law
    ("**②** 부표조합은 낡은 부표를 모은다.", "해안등대연구원", False),
]


@pytest.mark.parametrize(
    ("second", "body", "dropped"), RULES, ids=["other_matter", "same_matter", "own_term", "own_name"]
)
def test_a_gold_in_doubt_is_dropped_and_counted(tmp_path: Path, second: str, body: str, dropped: bool) -> None:
    rule = "등대관리기관은 등명기 고장내역서를 7일 이내에 해양등대장관에게 제출하여야 한다."
    named = f"등명기 렌즈수리와 안개신호기 보수공사를 도울 기관은 {body or '등대박물관'}으로 한다."
    text = (
        f"# 등대법\n\n##### 제1조 (고장)\n\n**①** {rule}\n\n**②** {named}\n\n"
        f"##### 제2조 (부표)\n\n**①** 부표조합은 부표를 닦아야 한다.\n\n{second}\n\n##### 제3조 (정의)\n\n"
        '이 법에서 사용하는 용어의 뜻은 다음과 같다.\n\n  1\\. "항만등대기관"이란 항만에 등대를 두는 곳을 말한다.\n'
    )
    (tmp_path / "act.md").write_text(text, "utf-8")
    made = build(read_corpus(tmp_path), 50, 1)
    reason = "answer_is_a_term" if body else "exception_of_another_matter"
    assert (made.drops.get(reason, 0) > 0) is dropped
    template = "ko.set.as" if body else "ko.deadline.period"
    assert bool(of_template(made, template)) is not dropped


PAPERS = [
    ("등대관리기관은 등대점검보고서를 해양등대장관에게 제출하여야 한다.", ["등대점검보고서"]),
    ("등대관리기관은 등대점검보고서를 작성하여야 한다.", []),  # nobody hands it in
    ("해양등대장관은 등대점검보고서를 국회에 제출하여야 한다.", []),  # an office's own
    ("조합은 등대점검신청서(전자문서를 포함한다)에 도면을 첨부하여 장관에게 제출한다.", ["등대점검신청서"]),
]


@pytest.mark.parametrize(("rule", "names"), PAPERS, ids=["handed_in", "kept", "of_office", "with_papers"])
def test_twins_ask_of_papers_that_somebody_hands_in(tmp_path: Path, rule: str, names: list[str]) -> None:
    (tmp_path / "act.md").write_text(f"# 등대법\n\n##### 제1조 (점검)\n\n{rule}\n", "utf-8")
    assert [t.name for t in topics(read_corpus(tmp_path)) if t.kind == PAPER] == names


def test_an_exception_is_asked_of_rule_and_proviso(built: Built) -> None:
    found = of_template(built, "ko.exception.proviso")
    assert [q.gold for q in found] == [("act/a5",)]
    assert found[0].difficulty is not None
    assert "proviso" in found[0].difficulty.conditional
    assert found[0].type is QuestionType.EXCEPTION


def test_twins_ask_what_the_corpus_does_not_say(built: Built) -> None:
    twins = [q for q in built.questions if not q.answerable]
    assert all(q.gold == () and q.difficulty is None and q.made_by["near_miss"] for q in twins)
    deadlines = [q for q in twins if q.type is QuestionType.DEADLINE]
    assert all("act/a3" not in str(q.made_by["near_miss"]) for q in deadlines)  # 해마다 and 7일 would answer


def test_no_more_than_wanted_and_ids_in_order(corpus: BenchCorpus) -> None:
    few = build(corpus, 5, 1)
    assert [q.id for q in answerable(few)] == [f"q{n:04d}" for n in range(1, 6)]


def test_levels_are_alike_as_far_as_the_corpus_allows(corpus: BenchCorpus) -> None:
    counts = Counter(q.difficulty.level for q in answerable(build(corpus, 6, 3)) if q.difficulty)
    assert {"L1", "L2", "L3"} <= set(counts)
    assert max(counts.values()) - min(counts.values()) <= 2


def test_the_same_seed_gives_the_same_bytes_and_another_seed_others(corpus: BenchCorpus, tmp_path: Path) -> None:
    for name, seed in (("one", 5), ("two", 5), ("three", 6)):
        write(build(corpus, 12, seed), tmp_path / name)
    files = sorted(p.relative_to(tmp_path / "one") for p in (tmp_path / "one").rglob("*") if p.is_file())
    assert len(files) == 7
    for file in files:
        assert (tmp_path / "one" / file).read_bytes() == (tmp_path / "two" / file).read_bytes()
    questions = [(tmp_path / name / "questions.jsonl").read_bytes() for name in ("one", "three")]
    assert questions[0] != questions[1]


def test_the_order_of_the_files_makes_no_difference(corpus: BenchCorpus, tmp_path: Path) -> None:
    for name in ("z_decree", "a_act"):
        (tmp_path / name).mkdir()
    (tmp_path / "z_decree" / "act.md").write_text(ACT, "utf-8")
    (tmp_path / "a_act" / "decree.md").write_text(DECREE, "utf-8")
    other = build(read_corpus(tmp_path), 20, 2)
    assert [q.text for q in other.questions] == [q.text for q in build(corpus, 20, 2).questions]


def test_records_join_with_their_corpus(built: Built, tmp_path: Path) -> None:
    write(built, tmp_path)
    passages = [json.loads(line) for line in (tmp_path / "corpus.jsonl").read_text("utf-8").splitlines()]
    ids = {p["id"] for p in passages}
    assert len(ids) == len(passages)
    for question in map(question_record, built.questions):
        assert set(question["gt_references"]) <= ids
        assert {c["provision"] for c in question["claims"]} <= ids
        assert question["answerable"] is bool(question["gt_references"])
    rows = (tmp_path / "beir" / "qrels" / "test.tsv").read_text("utf-8").splitlines()
    assert rows[0] == "query-id\tcorpus-id\tscore"
    assert len(rows) - 1 == sum(len(q.gold) for q in built.questions)
    facts = json.loads((tmp_path / "statistics.json").read_text("utf-8"))
    assert facts["questions"] == sum(facts["levels"].values()) == len(answerable(built))
    assert sum(sum(cells.values()) for cells in facts["types"].values()) == facts["questions"]


def test_parents_of_passages_are_passages(built: Built, tmp_path: Path) -> None:
    write(built, tmp_path)
    passages = [json.loads(line) for line in (tmp_path / "corpus.jsonl").read_text("utf-8").splitlines()]
    ids = {p["id"] for p in passages}
    assert {p["parent"] for p in passages} - {None} <= ids


LEVELS = [
    # hops, several documents, conditional -> level
    (0, False, False, "L1"),
    (1, False, False, "L2"),
    (0, False, True, "L2"),
    (3, False, False, "L2"),
    (4, False, False, "L3"),
    (0, True, False, "L3"),
    (2, False, True, "L2"),
    (3, False, True, "L4"),
    (0, True, True, "L4"),
    (5, True, True, "L4"),
]


@pytest.mark.parametrize(("hops", "crosses", "conditional", "expected"), LEVELS)
def test_level_follows_from_hops_documents_and_conditions(
    hops: int, crosses: bool, conditional: bool, expected: str
) -> None:
    assert level(hops, crosses, conditional) == expected


CHAIN = """# 사슬법

##### 제1조 (하나)

제2조에 따라 한다.

##### 제2조 (둘)

제3조에 따라 한다.

##### 제3조 (셋)

제4조에 따라 한다.

##### 제4조 (넷)

표를 단다.

##### 제10조 (열)

제4조에 따라 한다.

##### 제10조의2 (가지)

홀로 선다.
"""


@pytest.fixture(scope="module")
def chain(tmp_path_factory: pytest.TempPathFactory) -> BenchCorpus:
    folder = tmp_path_factory.mktemp("chain")
    (folder / "law.md").write_text(f"---\nlevel: 법률\n---\n\n{CHAIN}", "utf-8")
    return read_corpus(folder)


HOPS = [
    # gold, hops, parallel pairs
    (("law/a1",), 0, 0),
    (("law/a1", "law/a2"), 1, 0),
    (("law/a1", "law/a4"), 3, 0),
    (("law/a1", "law/a2", "law/a3"), 2, 0),
    (("law/a3", "law/a10"), 0, 1),  # both cite article 4, which is not in the gold
    (("law/a3", "law/a4", "law/a10"), 2, 0),  # with it in the gold they are a chain
    (("law/a10", "law/a10-2"), 0, 0),  # a branch article is an article of its own, joined to nothing
]


@pytest.mark.parametrize(("gold", "hops", "parallel"), HOPS)
def test_hops_between_gold_articles(chain: BenchCorpus, gold: tuple[str, ...], hops: int, parallel: int) -> None:
    found = difficulty_of(chain, ArticleGraph(chain), gold)
    assert (found.hops, found.parallel, found.chain) == (hops, parallel, hops > 0)


CONDITIONS = [
    ("보고해야 한다. 다만, 급하면 미룰 수 있다.", "korean-law", ("proviso",)),
    ("긴급한 경우에는 할 수 있다.", "korean-law", ("marker",)),
    ("매년 보고해야 한다.", "korean-law", ()),
    ("The fee is due, except that no fee is due in May.", "us-state", ("proviso",)),
    ("If the roof leaks, the owner shall repair it.", "us-regulations", ("marker",)),
    ("The owner shall repair the roof.", "us-code", ()),
]


@pytest.mark.parametrize(("text", "grammar", "expected"), CONDITIONS)
def test_conditions_are_told_by_the_grammars_markers(text: str, grammar: str, expected: tuple[str, ...]) -> None:
    assert conditions_in(text, grammar) == expected


def test_a_folder_without_law_is_refused(tmp_path: Path) -> None:
    (tmp_path / "note.md").write_text("# Note\n\nNothing of law.\n", "utf-8")
    with pytest.raises(InputError, match="numbered provisions"):
        read_corpus(tmp_path)
    with pytest.raises(InputError, match="found no folder"):
        read_corpus(tmp_path / "none")

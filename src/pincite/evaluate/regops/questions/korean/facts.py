"""What can be asked of a Korean sentence of law: each ask has its question, its answer and where that stands.

The words of the law stay in their order and a question word takes the place of the answer, as Korean questions have it.
A sentence that does not come apart cleanly gives no ask: it is better to ask less.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from pincite.evaluate.regops.corpus import BenchCorpus, Sentence
from pincite.evaluate.regops.questions.claims import MAX_ITEMS, claims_with_items, item_claim, sentence_claim
from pincite.evaluate.regops.questions.korean import slots
from pincite.evaluate.regops.questions.korean.clauses import Parts, aim, condition, is_actor, parts, without_purpose
from pincite.evaluate.regops.questions.korean.context import MAX_ACTOR, in_context
from pincite.evaluate.regops.questions.korean.coordinated import first_deed, last_deed, resumed, with_object_carried
from pincite.evaluate.regops.questions.korean.endings import (
    BAN,
    CANNOT,
    DUTY,
    MAY,
    NEED_NOT,
    asked,
    force_of,
    modern,
    plainer,
    split_statements,
)
from pincite.evaluate.regops.questions.korean.further_slots import further
from pincite.evaluate.regops.questions.korean.names import Name, names_of, written_out
from pincite.evaluate.regops.questions.korean.natural import ASKING, NARROWING, is_natural, tells_answer
from pincite.evaluate.regops.questions.korean.party_slots import party_masks, set_masks
from pincite.evaluate.regops.questions.korean.plain import (
    LEFT,
    OPEN_END,
    with_particle,
    without_brackets,
    without_citations,
)
from pincite.evaluate.regops.questions.korean.shorter import named_once, said_late, shortened
from pincite.evaluate.regops.questions.korean.trimmed import (
    with_fact_named,
    with_names_given,
    with_own_places_named,
    with_result_named,
    without_form,
    without_lists,
    without_need,
)
from pincite.evaluate.regops.questions.korean.who import of_the_deed, who_masks
from pincite.evaluate.regops.types import Ask, Claim, QuestionType
from pincite.types.provision import ProvisionKind

_T = QuestionType
MIN_CHARS, MAX_CHARS = 14, 118
MAX_DUTY = 70
"""A longer duty is several, and a question for it would be too broad."""
_HAPPENED = re.compile(
    r"[을를이가] (?:[가-힣ㆍ]+ )?[가-힣ㆍ]+(?:한|된|받은|하였을|되었을|하려는|려는|있는|없는|않는|려면)$"
)
LISTS: Final = re.compile(r"다음 각 ?[호목]|다음 [호목]")
ANYBODY: Final = "누구든지 "
_PROVISO = re.compile(r"^(?:다만,?|단,) ")
_FURTHER = re.compile(r"^(?:이 경우|이때|이 때|그 밖에|그밖에|\d|그 |이 )")
_VAGUE = re.compile(
    r"(?:^|[ ,])(?:위와|이와|그러하|이러한|그러한|각각|동 |본 |이 (?:법|영|규칙|고시|기준|지침|대책|장|절))"
)
_OTHER_TOPIC = re.compile(r"(?:(?:장|장관|기관|자|위원회|사람)[은는]|비용은|하되|하며|으며)[ ,]|다만|다음")
_POINTS_BACK = re.compile(r"^(?:동안|중 |후 |이내에|부터|까지|이를 ?|이에 ?|그 |이 )|^.{0,12}(?:이를|이에) ")
_RESUMES = re.compile(r"(?:^|[ ,])(?:그 결과|그 내용|그 사실|그 사유|그 이유|그에|이를|이에) ?")
_TRIVIAL = re.compile(
    r"^(?:특별한 사(?:유|정)|필요하다고 인정|필요한|부득이|기타)|필요하다고 인정하는$|^.{0,14}필요한$"
)


@dataclass(frozen=True)
class Reader:
    """Reads the asks of one document.

    Args:
        names: short names of the document, see `names_of`.
    """

    corpus: BenchCorpus
    document_id: str
    names: tuple[Name, ...]

    @classmethod
    def of(cls, corpus: BenchCorpus, document_id: str) -> Reader:
        """The reader of a document."""
        return cls(corpus, document_id, names_of(corpus, document_id))

    def asks(self, sentence: Sentence, following: Sequence[Sentence]) -> Iterator[Ask]:
        """The asks of a sentence.

        Args:
            following: the sentences behind it in the same provision.
        """
        from pincite.evaluate.regops.questions.korean.definitions import definition_asks

        yield from definition_asks(self.corpus, sentence)
        if sentence.provision.kind in ("i", "b") or _FURTHER.match(sentence.text):
            return
        yield from self._delegated(sentence)
        if _PROVISO.match(sentence.text):
            yield from self._of_proviso(sentence)
            return
        provisos = [s for s in following if _PROVISO.match(s.text)]
        for made in self._of_main(sentence):
            if (taken_back := self._provisos(sentence, provisos)) is not None:
                yield replace(made, claims=(*made.claims, *taken_back))

    def _provisos(self, sentence: Sentence, provisos: Sequence[Sentence]) -> tuple[Claim, ...] | None:
        """What takes a sentence back, with its list; None where it cannot be told whose a list is."""
        listing = [s for s in (sentence, *provisos) if LISTS.search(s.text)]
        if len(listing) > 1 or (listing and listing[0] is not sentence and not self._items(sentence)):
            return None
        claims: list[Claim] = []
        for proviso in provisos:
            claims.extend(claims_with_items(self.corpus, proviso, proviso in listing))
        return tuple(claims)

    def _items(self, sentence: Sentence) -> bool:
        return 1 < len([p for p in self.corpus.children(sentence.provision) if not p.deleted]) <= MAX_ITEMS

    def _delegated(self, sentence: Sentence) -> Iterator[Ask]:
        from pincite.evaluate.regops.questions.korean.delegated import delegated_masks, need

        rules: tuple[Sentence, ...] = ()
        if _PROVISO.match(sentence.text):
            rules = tuple(s for s in self.corpus.by_provision[sentence.provision.id] if s.place < sentence.place)[-1:]
        for mask, about, edge in delegated_masks(self, sentence):
            if made := self._ask(mask, about, sentence):
                claims = (*(sentence_claim(self.corpus, s) for s in rules), *made.claims)
                yield replace(made, claims=claims, needs=(need(edge),), needed=(item_claim(self.corpus, edge.target),))

    def said(self, text: str, provision_id: str) -> str:
        """A sentence as questions take it up: without brackets, citations and the stop, short names written out."""
        text = with_own_places_named(with_names_given(text), self._beside(provision_id))
        text = without_citations(without_brackets(text.rstrip(". ")))
        return written_out(text, self.names, provision_id)

    def _beside(self, provision_id: str) -> dict[str, str]:
        """Number to text of the paragraphs of a provision's article."""
        article = self.corpus.provision(self.corpus.article(provision_id))
        below = self.corpus.children(article) if article else ()
        return {p.id.rpartition("/p")[2]: self.corpus.cut(p.id) for p in below if p.kind is ProvisionKind.PARAGRAPH}

    def _of_main(self, sentence: Sentence) -> Iterator[Ask]:
        text = self.said(sentence.text, sentence.provision.id)
        subject = before = ""
        for place, statement in enumerate(split_statements(text)):
            whole = resumed(before, statement)
            found = parts(whole)
            if whole.startswith(ANYBODY):
                found = Parts("누구", False, whole.removeprefix(ANYBODY))
            if place and not found.subject:
                found = Parts(subject, is_actor(subject), whole)
            if (
                _is_cut_off(found.rest)
                or _FURTHER.match(statement)
                or _POINTS_BACK.search(found.rest)
                or (place and whole == statement and (_VAGUE.search(found.rest) or _RESUMES.search(found.rest)))
            ):
                continue
            subject = found.subject
            before = found.rest
            for mask, about in self._masks(found, sentence):
                about = replace(about, subject="") if about.subject == "누구" else about
                if made := self._ask(mask, about, sentence):
                    yield made

    def _masks(self, found: Parts, sentence: Sentence) -> Iterator[tuple[slots.Mask, Parts]]:
        from pincite.evaluate.regops.questions.korean.listed import list_masks

        whole = replace(found, rest=without_need(without_form(found.rest)))
        found = replace(found, rest=with_fact_named(without_lists(with_result_named(found.rest))))
        seen: set[tuple[str, str]] = set()
        for rest in _deeds(without_need(found.rest)):
            for mask in _of_deed(rest, bool(found.subject)):
                if (mask.template, mask.answer) not in seen:
                    seen.add((mask.template, mask.answer))
                    yield mask, found
        for mask in set_masks(found.subject, found.rest):
            yield mask, replace(found, is_actor=False)
        yield from list_masks(whole)
        yield from who_masks(found)
        yield from _when(found)
        yield from _allowed(found)
        yield from _what_then(found)

    def _ask(self, mask: slots.Mask, about: Parts, sentence: Sentence) -> Ask | None:
        delegated = mask.template.startswith("ko.delegated")
        opened = OPEN_END in mask.text + about.subject
        mask = replace(mask, text=mask.text.replace(OPEN_END, ""))
        about = replace(about, subject=about.subject.replace(OPEN_END, ""))
        finals = _finals(_without_case(mask.text) if delegated else mask.text, about.subject)
        if mask.type is _T.ACTOR:  # a long one is the rule recited
            finals = tuple(final for final in finals if len(final) <= MAX_ACTOR)
        if not finals or tells_answer(finals[0], mask.answer, mask.template):
            return None
        claims = claims_with_items(self.corpus, sentence, bool(LISTS.search(sentence.text)) and not delegated)
        if not claims or NARROWING.search(sentence.text):
            return None
        made = Ask(
            type=mask.type,
            template=mask.template,
            provision=sentence.provision.id,
            sentence=sentence.span,
            finals=finals,
            claims=claims,
            words=mask.answer,
            subject=about.subject if about.is_actor else "",
        )
        return in_context(self.corpus, made) if opened or _is_plain(finals[0], about.subject) else made

    def _of_proviso(self, sentence: Sentence) -> Iterator[Ask]:
        from pincite.evaluate.regops.questions.korean.exceptions import exception_asks

        before = [s for s in self.corpus.by_provision[sentence.provision.id] if s.place < sentence.place]
        if before and not _FURTHER.match(before[-1].text):
            yield from exception_asks(self, before[-1], sentence)


# What every office has, as what a question is about: it must be said whose.
_PLAIN_TOPIC = re.compile(
    r"^(?:(?:교육|훈련|과정|수요|조사|실태|분석|기본|시행|추진|지침|계획|평가|점검|대책|제보|의견|보고|결과|세부|"
    r"심의위원회)[ㆍ ]?)+(?:에는|의 [가-힣]+[은는]|[은는]) "
)


_PLAIN_NOUN = re.compile(
    r"^(?:부과|금액|납부|기한|표준|지침|요청|협의|협의체|민간|전문가|분할|연장|자료|제출|수립|구성|운영|정보|증명|정정|보완|"
    r"생략|회의|위원|추가|확인|요구|변경|기간|승인|신청|통보|결과|실적|업무|지정|취소|기관|단체|전문|지원|담당|계획|시행|평가|"
    r"점검|조사|현장|실태|관련|필요|의견|사실|내용|사항|기준|마련|공고|관보|장관|사유|서|등|나|이)+$"
)
_OFFICE = re.compile(r"(?:장관|행정기관의 장|행정기관장|지방자치단체의 장|(?<!통합관리)기관의 장)$")
_WORD = re.compile(r"[가-힣ㆍ]{3,}")
_TO_WHOM = re.compile(r"[가-힣ㆍ]+(?:의 장)?(?:에게|과|와) ")
_BEHIND_NOUN = re.compile(r"(?:에게|으로|에는|에서|이나|을|를|의|에|로|은|는|나|이|가|과|와)$")
_NO_NOUN = re.compile(
    r"어떤|경우|무엇|누구|언제|얼마|며칠|어디|위해|않|(?:나요|[해되하]야|면|하게|하거나|지|할|는|한|된|은|해|돼)$"
)


def _is_plain(question: str, subject: str) -> bool:
    """Whether an office's question is about what every office has, and says nothing of whose it is."""
    if _PLAIN_TOPIC.match(question):
        return True
    if subject and not _OFFICE.search(subject):
        return False
    words = [w for w in _WORD.findall(_TO_WHOM.sub("", question.removeprefix(subject)[1:])) if not _NO_NOUN.search(w)]
    nouns = [_BEHIND_NOUN.sub("", w).replace("ㆍ", "") for w in words]
    return bool(subject) and all(_PLAIN_NOUN.match(noun) for noun in nouns if len(noun) > 1)


def _finals(text: str, subject: str) -> tuple[str, ...]:
    """The questions of a statement with a question word that are fit to be asked."""
    body = without_purpose(text)
    if not ASKING.search(body):
        body = text
    worded = [named_once(shortened(said_late(plainer(f)))) for f in _questions(_cut_short(body), subject)]
    worded.extend(of_the_deed(f) for f in tuple(worded))
    return tuple(dict.fromkeys(f for f in worded if is_clean(f) and is_natural(f)))


_DEED_BEFORE = re.compile(r"^[^,?]{4,50}(?:하고|하며), (?=[^,]*어떤 )")
_CASE_BEHIND = re.compile(r"^(?P<who>어떤 [가-힣]+[이가]) .{20,}경우에?는? (?P<then>.+)$")


def _without_case(text: str) -> str:
    """A statement on a delegated thing without the list and the case that another question would ask for."""
    text = _DEED_BEFORE.sub("", without_lists(without_form(text)))
    found = _CASE_BEHIND.match(text)
    return f"{found['who']} {found['then']}" if found else text


def _deeds(rest: str) -> tuple[str, ...]:
    """The first of several deeds alone, then the whole with the object of the first at the next."""
    found = (first_deed(rest), with_object_carried(last_deed(rest)), with_object_carried(rest))
    return tuple(dict.fromkeys(deed for deed in found if deed))


def _of_deed(rest: str, has_subject: bool) -> Iterator[slots.Mask]:
    yield from slots.times(rest)
    yield from slots.amounts(rest)
    if has_subject:
        yield from slots.recipients(rest)
        yield from party_masks(rest)
    yield from slots.ways(rest)
    if force_of(rest) in (DUTY, MAY):
        yield from slots.papers(rest)
    yield from further(rest)


def _is_cut_off(rest: str) -> bool:
    """Whether a statement says 이를 of what a citation named that is no longer there."""
    before, found, _ = rest.partition("이를 ")
    return bool(found) and not re.search(r"[을를와과] ", before)


_GOES_ON = re.compile(r"(?P<said>^.*?(?:누구|누가|언제|어떤|얼마|며칠|몇 |무엇).*?)(?:하며|하되), .+(?<!야 )한다$")


def _cut_short(body: str) -> str:
    """A statement without those that it goes on with behind the one that is asked: …으로 구성하며, 위원은 …."""
    found = _GOES_ON.match(body)
    return f"{found['said']}한다" if found else body


def is_clean(question: str) -> bool:
    """Whether a question has nothing left of the law's own apparatus, and the length of a question."""
    if (
        _POINTS_BACK.match(question)
        or not MIN_CHARS <= len(question) <= MAX_CHARS
        or LEFT.search(question)
        or _VAGUE.search(question)
    ):
        return False
    return question.count("“") == question.count("”") and not re.search(r'["()]', question)


def _questions(body: str, subject: str) -> tuple[str, ...]:
    """The finals of a statement with a question word."""
    opened = with_particle(subject, "은/는") + " " if subject else ""
    if re.search(r" 무엇을 [가-힣]+야 하나요\?$", body):
        said = modern(opened + body)
        how = said.replace(" 무엇을 해야 하나요?", " 어떻게 해야 하나요?")
        return (said, how) if "하려는 경우" in said else (said,)
    if body.endswith("?"):
        return (modern(opened + body),)
    opened = modern(opened)
    if re.match(r"어떤 [가-힣]+이 (?:포함|들어)", body) and subject:
        opened = f"{subject}에는 "
    turned = asked(body)
    return tuple(opened + final for final in turned.finals) if turned else ()


# Deeds whose object is what is asked: 무엇을 확인해야 하나요.
_FOUND_OUT = re.compile(r" (확인해|확인하여|검토해|검토하여|점검해|평가해|고려해|고려하여|갖추어)야 한다$")


def _allowed(found: Parts) -> Iterator[tuple[slots.Mask, Parts]]:
    """Whether what is forbidden may be done: the question says nothing of its answer."""
    from pincite.evaluate.regops.questions.korean.exceptions import undone

    if not (found.is_actor and found.subject) or force_of(found.rest) not in (BAN, CANNOT) or "다음" in found.rest:
        return
    if len(found.rest) > MAX_DUTY or not re.search(r"[을를] ", found.rest) or re.search("외에|정당한", found.rest):
        return
    if (text := undone(found.rest)) is not None:
        yield slots.Mask(text, found.rest[-12:], _T.PERMISSION, "ko.permission.allowed"), found


def _what_then(found: Parts) -> Iterator[tuple[slots.Mask, Parts]]:
    """What must be done where something has happened: only where the duty is one, and the case is one of its own."""
    opened = condition(found.rest) or aim(found.rest)
    if not (found.is_actor and found.subject) or opened is None:
        return
    cond, _, rest = opened
    case = re.sub(r"경우$|려면$|때$", "", cond).strip() if cond.endswith("경우") else cond
    if force_of(rest) != DUTY or not _HAPPENED.search(case) or _TRIVIAL.search(case) or "다음" in found.rest:
        return
    if _OTHER_TOPIC.search(cond) or "경우" in rest or not re.search(r"[을를] ", rest) or len(rest) > MAX_DUTY:
        return
    found_out = _FOUND_OUT.search(rest)
    text = f"{cond} 무엇을 {found_out[1] if found_out else '해'}야 하나요?"
    yield slots.Mask(text, rest, _T.PROCEDURE, "ko.procedure.then"), found


def _when(found: Parts) -> Iterator[tuple[slots.Mask, Parts]]:
    """Under which condition something may be done or need not be."""
    if not found.subject or (opened := condition(found.rest)) is None:
        return
    cond, _, rest = opened
    force = force_of(rest)
    if (
        force not in (MAY, NEED_NOT, BAN, CANNOT)
        or _TRIVIAL.search(cond.removesuffix("경우").strip())
        or "다음" in cond
    ):
        return
    if (
        _VAGUE.search(" " + rest)
        or _RESUMES.search(rest[:12])
        or re.search(r"(?:^|[ ,])그 [가-힣]", rest)
        or "경우" in rest
        or not re.search(r"[을를] ", rest)
        or _OTHER_TOPIC.search(cond)
    ):
        return
    kind = _T.EXCEPTION if force == NEED_NOT else _T.PERMISSION
    template = f"ko.{kind.value}.condition"
    yield slots.Mask(f"어떤 경우에 {rest}", cond, kind, template), found

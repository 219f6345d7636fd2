"""What can be asked of a Korean sentence of law: each ask has its question, its answer and where that stands.

The words of the law stay in their order and a question word takes the place of the answer, as Korean questions have it.
A sentence that does not come apart cleanly gives no ask: it is better to ask less.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from pincite.evaluate.regops.claims import MAX_ITEMS, claims_with_items, item_claim, sentence_claim
from pincite.evaluate.regops.corpus import BenchCorpus, Sentence
from pincite.evaluate.regops.korean import slots
from pincite.evaluate.regops.korean.clauses import Parts, condition, is_actor, parts, without_purpose
from pincite.evaluate.regops.korean.endings import (
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
from pincite.evaluate.regops.korean.further_slots import further
from pincite.evaluate.regops.korean.names import Name, names_of, written_out
from pincite.evaluate.regops.korean.natural import ASKING, NARROWING, is_natural, tells_answer
from pincite.evaluate.regops.korean.plain import LEFT, with_particle, without_brackets, without_citations
from pincite.evaluate.regops.korean.shorter import shortened
from pincite.evaluate.regops.korean.trimmed import (
    with_names_given,
    with_own_places_named,
    with_result_named,
    without_lists,
)
from pincite.evaluate.regops.types import Ask, Claim, QuestionType
from pincite.types.provision import ProvisionKind

_T = QuestionType
MIN_CHARS, MAX_CHARS = 14, 118
MAX_WHO = 60
MAX_DUTY = 70
"""A longer duty is several, and a question for it would be too broad."""
_HAPPENED = re.compile(r"[을를이가] (?:[가-힣ㆍ]+ )?[가-힣ㆍ]+(?:한|된|받은|하였을|되었을|하려는|려는|있는|없는|않는)$")
_NOBODY = re.compile(r"^(?:정부|국가|국가와 지방자치단체|정부와 지방자치단체)$")
LISTS: Final = re.compile(r"다음 각 ?[호목]|다음 [호목]")
_PROVISO = re.compile(r"^(?:다만,?|단,) ")
_FURTHER = re.compile(r"^(?:이 경우|이때|이 때|그 밖에|그밖에|제?\d|그 |이 )")
_VAGUE = re.compile(
    r"(?:^|[ ,])(?:위와|이와|그러하|이러한|그러한|각각|동 |본 |이 (?:법|영|규칙|고시|기준|지침|대책|장|절))"
)
_OTHER_TOPIC = re.compile(r"(?:(?:장|장관|기관|자|위원회|사람)[은는]|비용은|하되|하며|으며)[ ,]|다만|다음")
_POINTS_BACK = re.compile(r"^(?:동안|중 |후 |이내에|부터|까지|이를|이에|그|이) ?|^.{0,12}(?:이를|이에) ")
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
        from pincite.evaluate.regops.korean.definitions import definition_asks

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
        from pincite.evaluate.regops.korean.delegated import delegated_masks, need

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
        subject = ""
        for place, statement in enumerate(split_statements(text)):
            found = parts(statement)
            if place and not found.subject:
                found = Parts(subject, is_actor(subject), statement)
            if (
                _is_cut_off(found.rest)
                or _FURTHER.match(statement)
                or _POINTS_BACK.search(found.rest)
                or (place and (_VAGUE.search(found.rest) or _RESUMES.search(found.rest)))
            ):
                continue
            subject = found.subject
            for mask, about in self._masks(found, sentence):
                if made := self._ask(mask, about, sentence):
                    yield made

    def _masks(self, found: Parts, sentence: Sentence) -> Iterator[tuple[slots.Mask, Parts]]:
        from pincite.evaluate.regops.korean.listed import list_masks

        whole, found = found, replace(found, rest=without_lists(with_result_named(found.rest)))
        rest = found.rest
        recipients = slots.recipients(rest) if found.subject else []
        for mask in (
            *slots.times(rest),
            *slots.amounts(rest),
            *recipients,
            *slots.ways(rest),
            *slots.papers(rest),
            *further(rest),
        ):
            yield mask, found
        yield from list_masks(whole)
        yield from _who(found)
        yield from _when(found)
        yield from _what_then(found)

    def _ask(self, mask: slots.Mask, about: Parts, sentence: Sentence) -> Ask | None:
        body = without_purpose(mask.text)
        if not ASKING.search(body):
            body = mask.text
        found = _questions(_cut_short(body), about.subject)
        worded = (shortened(plainer(f)) for f in found)
        finals = tuple(dict.fromkeys(f for f in worded if is_clean(f) and is_natural(f)))
        if not finals or tells_answer(finals[0], mask.answer, mask.template):
            return None
        claims = claims_with_items(self.corpus, sentence, bool(LISTS.search(sentence.text)))
        if not claims or NARROWING.search(sentence.text):
            return None
        return Ask(
            type=mask.type,
            template=mask.template,
            provision=sentence.provision.id,
            sentence=sentence.span,
            finals=finals,
            claims=claims,
            words=mask.answer,
            subject=about.subject if about.is_actor else "",
        )

    def _of_proviso(self, sentence: Sentence) -> Iterator[Ask]:
        from pincite.evaluate.regops.korean.exceptions import exception_asks

        before = [s for s in self.corpus.by_provision[sentence.provision.id] if s.place < sentence.place]
        if before and not _FURTHER.match(before[-1].text):
            yield from exception_asks(self, before[-1], sentence)


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
    if body.endswith(" 무엇을 해야 하나요?"):
        said = modern(opened + body)
        how = said.replace(" 무엇을 해야 하나요?", " 어떻게 해야 하나요?")
        return (said, how) if "하려는 경우" in said else (said,)
    if body.endswith("?"):
        return (modern(opened + body),)
    if re.match(r"어떤 [가-힣]+이 (?:포함|들어)", body) and subject:
        opened = f"{subject}에는 "
    turned = asked(body)
    return tuple(opened + final for final in turned.finals) if turned else ()


# A condition or a tie to who acts, which says little where the question asks who.
_OWN_WORDS = re.compile(
    r"^[가-힣]{1,6}(?:한|된|받은) |^(?:필요한|필요하|소속|소관|해당|자체|그 )"
    r"|(?:려는|하는|한) (?:때|경우)|으면 |하면 |려면 |소속 |자신"
)


# Another subject behind 누가 would read as if it acted.
_OTHER_SUBJECT = re.compile(r"[가-힣]{2,}(?:이|(?<![평국문허인추증])가) ")


def _who(found: Parts) -> Iterator[tuple[slots.Mask, Parts]]:
    """Who does it: short statements only, since who acts stands first and all else must tell which matter it is."""
    if not (found.is_actor and found.subject) or ASKING.search(found.rest) or len(found.rest) > MAX_WHO:
        return
    if _NOBODY.search(found.subject) or re.search(r"구성한다$|구성하여야 한다$|둔다$", found.rest):
        return
    if (
        re.search(r"자$|사람$|누구든지|위원장$", found.subject)
        or len(found.subject) > 40
        or _OWN_WORDS.search(found.rest)
        or _OTHER_SUBJECT.search(found.rest)
    ):
        return
    if force_of(found.rest) in (DUTY, MAY, "plain") and re.search(r"[을를] ", found.rest):
        mask = slots.Mask(f"누가 {found.rest}", found.subject, _T.ACTOR, "ko.actor.subject")
        yield mask, Parts("", False, found.rest)


def _what_then(found: Parts) -> Iterator[tuple[slots.Mask, Parts]]:
    """What must be done where something has happened: only where the duty is one, and the case is one of its own."""
    if not (found.is_actor and found.subject) or (opened := condition(found.rest)) is None:
        return
    cond, _, rest = opened
    case = cond.removesuffix("경우").strip()
    if force_of(rest) != DUTY or not _HAPPENED.search(case) or _TRIVIAL.search(case) or "다음" in found.rest:
        return
    if _OTHER_TOPIC.search(cond) or "경우" in rest or not re.search(r"[을를] ", rest) or len(rest) > MAX_DUTY:
        return
    text = f"{cond} 무엇을 해야 하나요?"
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
    template = "ko.exception.condition" if force == NEED_NOT else "ko.permission.condition"
    yield slots.Mask(f"어떤 경우에 {rest}", cond, kind, template), found

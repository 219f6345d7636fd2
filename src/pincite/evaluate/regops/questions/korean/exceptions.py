"""Questions for provisos: when the rule before them does not hold."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from pincite.evaluate.regops.corpus import Sentence
from pincite.evaluate.regops.questions.claims import claims_with_items, sentence_claim
from pincite.evaluate.regops.questions.korean.clauses import parts, without_purpose
from pincite.evaluate.regops.questions.korean.endings import BAN, DUTY, MODAL_JOIN, asked, modern, plainer
from pincite.evaluate.regops.questions.korean.natural import ASKING, is_natural, tells_answer
from pincite.evaluate.regops.questions.korean.plain import with_particle
from pincite.evaluate.regops.questions.korean.shorter import shortened
from pincite.evaluate.regops.questions.korean.slots import LIST, Mask
from pincite.evaluate.regops.questions.korean.trimmed import without_lists
from pincite.evaluate.regops.types import Ask, QuestionType

if TYPE_CHECKING:
    from pincite.evaluate.regops.questions.korean.facts import Reader

_NOT_SO = re.compile(r"(?:그러하지 (?:아니하다|않다)|적용하지 (?:아니한다|않는다))$")
_WHEN = re.compile(r"(?P<condition>.{4,160})(?:경우|때)(?:에는|에|는)?(?:로서 .{2,40}경우(?:에는|에))?,? (?P<rest>.+)$")
_OPENING = re.compile(r"^(?:다만|단),? ?")
_PLACES = re.compile(r"제\d+[항호]|각 ?[호목]")
_POINTING = re.compile(r"^(?:그|이)(?:를|에| )")


def exception_asks(reader: Reader, rule: Sentence, proviso: Sentence) -> Iterator[Ask]:
    """The asks of a rule with its proviso: when one need not or something else holds; else what its exceptions are."""
    if _PLACES.search(proviso.text):
        return
    found = list(_by_condition(reader, rule, proviso))
    yield from found or list(_always(reader, rule, proviso))


def _by_condition(reader: Reader, rule: Sentence, proviso: Sentence) -> Iterator[Ask]:
    """When one need not, or when something else holds."""
    said = _OPENING.sub("", reader.said(proviso.text, proviso.provision.id))
    whole = reader.said(rule.text, rule.provision.id)
    own = parts(said)
    found = _WHEN.match(own.rest if own.subject else said)
    about = parts(whole)
    if found is None or MODAL_JOIN.search(whole) or LIST.search(whole) or parts(found["rest"]).subject:
        return
    opened = with_particle(about.subject, "은/는") + " " if about.subject else ""
    exception = found["rest"]
    if _NOT_SO.search(exception):
        if (reversed_ := undone(without_purpose(about.rest))) is not None:
            text = modern(f"{opened}어떤 경우에 {reversed_}")
            yield from _made(reader, rule, proviso, text, found["condition"], "ko.exception.proviso")
        return
    own_asked = asked(exception)
    if own_asked is None or not re.search(r"[을를] ", exception) or _POINTING.search(exception):
        return
    who = with_particle(own.subject or about.subject, "은/는") + " " if own.subject or about.subject else ""
    text = modern(f"{who}어떤 경우에 {own_asked.finals[0]}")
    yield from _made(reader, rule, proviso, text, found["condition"], "ko.exception.instead")


def _always(reader: Reader, rule: Sentence, proviso: Sentence) -> Iterator[Ask]:
    """What a duty's exceptions are, as 해야 하는데, 어떤 예외가 있나요."""
    whole = reader.said(rule.text, rule.provision.id)
    about = parts(whole)
    turned = asked(without_lists(without_purpose(about.rest)))
    if turned is None or turned.force not in (DUTY, BAN) or MODAL_JOIN.search(whole) or LIST.search(about.rest):
        return
    opened = with_particle(about.subject, "은/는") + " " if about.subject else ""
    duty = turned.finals[0].removesuffix("?")
    object_ = re.search(r"[을를] (?=[^을를]*$)", duty)
    if object_ is None or ASKING.search(opened + duty):
        return
    duty = re.sub(r"(?P<how>하|되)나요$", r"\g<how>는데", duty)
    text = shortened(modern(f"{opened}{duty}, 어떤 예외가 있나요?"))
    yield from _made(reader, rule, proviso, text, proviso.text, "ko.exception.always")


# Duties and permissions, and what is asked where they do not hold.
_UNDONE = (
    (re.compile(r"(?:하여야|해야) 한다$"), "하지 않아도 되나요?"),
    (re.compile(r"받아야 한다$"), "받지 않아도 되나요?"),
    (re.compile(r"갖추어야 한다$"), "갖추지 않아도 되나요?"),
    (re.compile(r"거쳐야 한다$"), "거치지 않아도 되나요?"),
    (re.compile(r"내야 한다$"), "내지 않아도 되나요?"),
    (re.compile(r"두어야 한다$"), "두지 않아도 되나요?"),
    (re.compile(r"알려야 한다$"), "알리지 않아도 되나요?"),
    (re.compile(r"할 수 있다$"), "할 수 없나요?"),
    (re.compile(r"할 수 없다$"), "할 수 있나요?"),
    (re.compile(r"(?:하여서는|해서는) 아니 ?된다$"), "해도 되나요?"),
)  # fmt: skip


def undone(statement: str) -> str | None:
    """A rule as what is asked where it does not hold; None where its ending is not known.

    >>> undone("결과를 제출하여야 한다")
    '결과를 제출하지 않아도 되나요?'
    """
    for ending, instead in _UNDONE:
        if found := ending.search(statement):
            return statement[: found.start()] + instead
    return None


def _made(reader: Reader, rule: Sentence, proviso: Sentence, text: str, answer: str, template: str) -> Iterator[Ask]:
    from pincite.evaluate.regops.questions.korean.facts import is_clean

    text = plainer(text)
    if not is_clean(text) or not is_natural(text) or tells_answer(text, answer, template):
        return
    listed = "다음 각" in proviso.text
    mask = Mask(text, answer, QuestionType.EXCEPTION, template + (".list" if listed else ""))
    claims = claims_with_items(reader.corpus, proviso, listed)
    if not claims:
        return
    yield Ask(
        QuestionType.EXCEPTION, mask.template, proviso.provision.id, proviso.span, (text,),
        (sentence_claim(reader.corpus, rule), *claims), words=answer,
    )  # fmt: skip

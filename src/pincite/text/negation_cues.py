"""Words that negate, in English and Korean, and idioms that hold such a word and negate nothing. Data only."""

from __future__ import annotations

from typing import Final

# `Nothing in this section limits ...` keeps something as it is; `nothing ... requires` denies.
NOTHING_IN_THIS: Final = (
    r"nothing in this \w+"
    r"(?! (?:shall )?(?:requires?|obligates?|obliges?|prohibits?|prevents?|permits?|allows?|entitles?))"
)

# These say a bound, an addition or a name; they are read over before anything is negated.
NEUTRAL: Final = (
    r"not (?:be )?(?:any )?later than", r"no later than", r"not (?:be )?(?:any )?(?:less|fewer|sooner|earlier) than",
    r"no (?:less|fewer|sooner|earlier) than", r"not (?:be )?(?:any )?(?:more|greater|longer|higher|larger) than",
    r"no (?:more|greater|longer|higher|larger) than",
    r"(?:shall|may|must|can|do|does|should|will)\s?not (?:to )?exceed", r"not to exceed", r"not exceed(?:ing|s)?",
    r"cannot exceed", r"(?:may|shall|must) in no (?:case|event) exceed", r"not only", r"whether or not",
    r"or not\b(?= (?:the|it|they|he|she|you))", r"not (?:be )?limited to", r"without limit(?:ation|ing)(?: to)?",
    r"no matter", r"notwithstanding", r"not-for-profit", r"non-?profit", r"no\. ?\d", r"without regard to",
    r"not necessarily only", NOTHING_IN_THIS, r"without prejudice to", r"no-fault", r"if not sooner",
    r"but not", r"no doubt", r"last but not least", r"failing which", r"void of",
)  # fmt: skip

# `shall not demand a deposit of more than` is a bound as well: `demand a deposit of at most`.
BOUNDED: Final = (
    r"\bnot?\b((?:\s(?!(?:who|which|that|if|when|unless|until|after|because|and)\b)[\w'’,-]+){1,9}?)\s"
    r"(?:in excess of|(?:more|greater|longer|higher|less|fewer) than|exceed(?:ing|s|ed)?)\b"
)

# Two words for one negation.
MERGED: Final = (
    (BOUNDED, r"\1 at bound"),
    (r"neither\b([^.;]{1,80})\bnor", r"neither\1"), (r"(?:in no|under no) (?:event|case|circumstances?)", "never"),
    (r"\bno (?:person|one|\w+) other than", "only"), (r"\bagainst the (?:law|rules?|policy|terms)\b", "unlawful"),
    (r"no longer", "not"), (r"by no means", "not"), (r"at no time", "never"),
    (r"\bcan['’]t\b", "can not"), (r"\bwon['’]t\b", "will not"), (r"(\w{1,12})n['’]t\b", r"\1 not"),
    (r"\bcannot\b", "can not"), (r"\bnon-?(?=[a-z]{4})", "not "),
    (r"(?:is|are|was|were) under no (?:obligation|duty)", "not required"),
    (r"have no (?:right|obligation|duty|authority|power)", "not"),
    (r"has no (?:right|obligation|duty|authority|power)", "not"),
)  # fmt: skip

# Negate what follows in the clause.
FORWARD: Final = frozenset(
    """not no never neither nor none nobody nothing without fail fails failed failing failure neglect neglects neglected
    refuse refuses refused refusing refusal lack lacks lacking absent absence deny denies denied denying unable
    ineligible decline declines declined instead hardly scarcely""".split()
)
# Negate the whole clause, what stands before them too.
BOTH_WAYS: Final = frozenset(
    """unlawful unlawfully illegal illegally prohibited prohibit prohibits prohibiting prohibition forbidden forbid
    forbids barred invalid void voidable unenforceable exempt exempts exempted exemption excluded exclude excludes
    impermissible disallowed disallows banned ban bans impossible waived""".split()
)
# Open a condition under which a prohibition does not hold.
RESTRICTING: Final = frozenset("unless without until except".split())
ONLY: Final = frozenset("only solely exclusively".split())
CONDITIONS: Final = frozenset("if with after when upon once provided by following where".split())
# The clause and with it the reach of a negation ends here.
CLAUSE_WORDS: Final = frozenset(
    "but unless if when whenever where because although though until except provided however while whereas".split()
)

# Cues of Korean as (pattern, name); the predicate they negate stands before them.
KO_NEUTRAL: Final = (
    r"초과하지\s?(?:아니|않|못)\S*",  # 초과하지 아니하는
    r"넘지\s?(?:아니|않|못)\S*",  # 넘지 않는
    r"뿐(?:만)?\s?아니라",  # 뿐만 아니라
    r"그러하지\s?아니\S*",  # 그러하지 아니하다
    r"불구하고",  # 불구하고
    r"여부(?:와|에)\s?(?:관계|상관)\s?없이",  # 여부와 관계 없이
    r"(?:관계|상관)\s?없이",  # 관계없이
    r"지체\s?없이",  # 지체 없이
)
KO_DOUBLE: Final = (
    # 하지 아니하면 아니 된다, 하지 않으면 안 된다, 없으면 안 된다
    r"(?:아니하면|아니하고는|않으면|않고서는|없으면)\s?"
    r"(?:아니\s?[된될되]|안\s?[된될되돼])\S*",
    r"않을\s?수\s?없\S*",  # 않을 수 없다
    r"아니할\s?수\s?없\S*",  # 아니할 수 없다
)
KO_CUES: Final = (
    r"아니\s?[된될되]\S*",  # 아니 된다
    r"아니\S*", r"않\S*", r"안\s?[된될되돼]\S*",  # 아니, 않, 안 된다
    r"없\S*", r"못\S*", r"아닌",  # 없, 못, 아닌
    r"금지\S*", r"제외\S*", r"배제\S*", r"면제\S*",  # 금지, 제외, 배제, 면제
    r"불가\S*", r"불허\S*", r"무효\S*", r"불법\S*", r"위법\S*",  # 불가 불허 무효 불법 위법
)  # fmt: skip

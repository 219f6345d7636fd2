"""The topic anchor of a question without a model: from the question and the corpus's own words (RefWalk, anchor).

The paper asks a model for a topic and four conditions. Here the topic is made of headings and defined terms of the
corpus that cover the question's words, the actor of its roles, and the other three of the question's own phrases. What
the question does not say stays empty. The same question over the same library has the same anchor.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from pincite.retrieve.anchor_phrases import magnitude, situational, temporal
from pincite.retrieve.anchor_vocabulary import AnchorVocabulary, Topic, shared
from pincite.retrieve.anchor_words import without_numbers
from pincite.types.anchor import AnchorSource, TopicAnchor
from pincite.types.document import Span

MAX_TOPICS: Final = 3
"""Most headings and terms that a topic is made of."""
MIN_COVERED: Final = 0.6
"""Least share of a phrase's weight that the question must hold for the phrase to name its topic."""
MIN_ADDED: Final = 0.5
"""Least share of its weight that a phrase adds to the words that those before it name."""
MAX_ACTORS: Final = 3
MAX_TOPIC_CHARS: Final = 120
MAX_CONDITION_CHARS: Final = 160
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]+")


def topic_anchor(question: str, vocabulary: AnchorVocabulary) -> TopicAnchor:
    """The anchor of a question.

    Args:
        vocabulary: of the library, in the question's language.

    Returns:
        An anchor whose topic may be empty, where the question shares no phrase with the corpus.
    """
    language = vocabulary.language
    roles = vocabulary.roles_in(question)
    without_actors = _blanked(question, [role.span for role in roles])
    topics = _topics(question, without_actors, vocabulary) or vocabulary.telling_words(without_actors, MAX_TOPICS)
    return bounded(
        TopicAnchor(
            topic=", ".join(topics),
            actor=", ".join(list(dict.fromkeys(role.name for role in roles))[:MAX_ACTORS]),
            temporal=temporal(question, language),
            magnitude=magnitude(question, language),
            situational=situational(question, language),
        )
    )


def _blanked(question: str, spans: Sequence[Span]) -> str:
    for span in reversed(spans):
        question = f"{question[: span.start]} {question[span.end :]}"
    return question


def _topics(question: str, without_actors: str, vocabulary: AnchorVocabulary) -> list[str]:
    """Phrases that the question holds nearly whole, each by what it adds to those before it.

    Args:
        without_actors: the question without who acts: a phrase that only names these is no topic.
    """
    besides = shared(without_actors, vocabulary)
    left = set(shared(question, vocabulary))
    weights = {key: vocabulary.weight(key) for key in left}
    wholes = {t: vocabulary.whole(t) for t in vocabulary.topics_sharing(besides)}
    shares = {t: sum(weights.get(key, 0.0) for key in t.keys) / whole for t, whole in wholes.items()}
    candidates = {t: share for t, share in shares.items() if share >= MIN_COVERED}
    chosen: list[Topic] = []
    while candidates and len(chosen) < MAX_TOPICS:
        gains = {t: sum(weights[key] for key in t.keys & left) for t in candidates}
        best = max(candidates, key=lambda t: (gains[t] * shares[t] ** 2, -len(t.phrase), t.phrase))
        chosen.append(best)
        left -= best.keys
        rests = {t: sum(weights[key] for key in t.keys & left) for t in candidates}
        candidates = {t: s for t, s in candidates.items() if rests[t] >= MIN_ADDED * wholes[t]}
    return [t.phrase for t in chosen if not any(t.keys < other.keys for other in chosen)]


def callers_anchor(anchor: TopicAnchor) -> TopicAnchor:
    """A caller's own anchor, bounded and marked as such."""
    return replace(bounded(anchor), source=AnchorSource.CALLER)


def bounded(anchor: TopicAnchor) -> TopicAnchor:
    """The anchor without control characters and numbers in its topic, each part cut to a bounded length.

    An anchor goes into queries and prompts; a model's or a caller's may be of any length and hold anything.
    """
    said = {name: _cut(_plain(value), MAX_CONDITION_CHARS) for name, value in anchor.conditions.items()}
    topic = _cut(without_numbers(_plain(anchor.topic)), MAX_TOPIC_CHARS)
    return TopicAnchor(topic, **said, source=anchor.source)


def _plain(text: str) -> str:
    return " ".join(_CONTROL.sub(" ", text.encode("utf-8", "replace").decode("utf-8")).split())


def _cut(text: str, most: int) -> str:
    if len(text) <= most:
        return text
    head, _, _ = text[:most].rpartition(" ")
    return head or text[:most]

"""A question to an answer or a refusal: retrieve, judge the evidence, write, check, write once more, deliver or refuse.

The one way by which text reaches a person. What is delivered has passed every check of the gate; whatever did not,
or could not be checked, ends in a refusal that says why.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from pincite.answer.attempts import attempt_record, failed_checks, prompt_notes, shown_evidence, walk_record
from pincite.answer.citations import cite
from pincite.answer.events import (
    AskEvent,
    DraftChecked,
    EvidenceFound,
    Finished,
    OnAskEvent,
    Stage,
    StageStarted,
    TextLeaves,
)
from pincite.answer.reasons import failure_detail, fault_detail
from pincite.errors import ModelError, QuestionError
from pincite.generate.protocol import AnchoredGenerator, Generator
from pincite.text.clause_request import clause_request
from pincite.text.language import detect
from pincite.types.anchor import TopicAnchor
from pincite.types.answer import (
    Answer,
    CheckedSentence,
    Citation,
    Decision,
    Draft,
    Feedback,
    Refusal,
    RefusalReason,
    Trace,
)
from pincite.types.chunk import Chunk
from pincite.types.document import Span
from pincite.types.retrieval import Evidence, Ranking, RetrievalFilter, ScoredChunk, Scores, SufficiencyVerdict
from pincite.validate.closure_check import check_closure
from pincite.validate.policy import GATES, check_draft, decide, supported_ratio

if TYPE_CHECKING:
    from pincite.graph.rests_on import Missing, RestsOn
    from pincite.index.embedders import Embedder
    from pincite.library import Library

MAX_QUESTION_CHARS = 4000
MAX_PLACES_NAMED = 5
EXTRACTIVE = "extractive"
CITEGUARD, REFWALK = "citeguard", "refwalk"
PARAMETER_FILES = frozenset({"sufficiency", "clauses"})
# Where the library holds nothing of the place named, only what contains it is left (federal law for a state). It speaks
# of the same things in the same words, so it has to be surer.
SURE_OF_OUTER = 0.8


class SufficiencyRule(Protocol):
    """Judges, before anything is written, whether evidence can carry an answer."""

    name: str

    def __call__(self, question: str, evidence: Sequence[Evidence]) -> SufficiencyVerdict:
        """A verdict; not sufficient means refuse."""
        ...


def checked_question(question: str) -> str:
    """The question without white space around it.

    Raises:
        QuestionError: it is empty or longer than 4,000 characters.
    """
    # What came in as bytes of no UTF-8 (lone surrogates) cannot be encoded again by tokenizers and files.
    text = " ".join(question.encode("utf-8", "replace").decode("utf-8").split())
    if not any(c.isalnum() for c in text):
        raise QuestionError("A question was wanted, and there are no words in it.", hint="Ask in a sentence.")
    if len(text) > MAX_QUESTION_CHARS:
        raise QuestionError(
            f"The question has {len(text):,} characters; at most {MAX_QUESTION_CHARS:,} are read.",
            hint="Shorten it to what is asked.",
        )
    return text


def sent_note(host: str) -> str:
    """The note of a trace that text left the machine."""
    return f"the question and the sources were sent to {host}"


def _unheard(event: AskEvent) -> None:
    """Nobody listens."""


@dataclass(frozen=True)
class Walked:
    """What a pipeline does otherwise where the ranking was made by a topic anchor (RefWalk).

    Args:
        generate: gives what writes claims bound to rules; called once a draft.
        max_sources: most provisions that it sees.
        rests_on: gives what tells what the rules rest on; called once a question; None checks nothing.
        max_fetched: most further sources that a second draft is given because the first one rested on them.
    """

    generate: Callable[[], AnchoredGenerator]
    max_sources: int
    rests_on: Callable[[], RestsOn] | None = None
    max_fetched: int = 4


@dataclass
class _Run:
    """What one question's run has gathered so far."""

    question: str
    language: str
    tell: OnAskEvent = _unheard
    method: str = ""
    anchor: TopicAnchor | None = None
    walk: Mapping[str, Any] | None = None
    rests_on: RestsOn | None = None
    missing: tuple[Missing, ...] = ()
    evidence: tuple[Evidence, ...] = ()
    attempts: list[Mapping[str, Any]] = field(default_factory=list)
    timings: dict[str, float] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)

    def note(self, *notes: str) -> None:
        """Keeps what was done otherwise than asked, each thing once."""
        self.notes += [note for note in dict.fromkeys(notes) if note not in self.notes]

    @contextmanager
    def timed(self, stage: str) -> Iterator[None]:
        started = time.perf_counter()
        try:
            yield
        finally:
            spent = (time.perf_counter() - started) * 1000
            self.timings[stage] = round(self.timings.get(stage, 0.0) + spent, 3)


@dataclass(frozen=True)
class Pipeline:
    """The stages of a method, filled by `pincite.answer.methods`.

    Args:
        retrieve: question, filter and number of chunks to a ranking.
        gate: name of the gate that judges the drafts.
        walked: for rankings that were made by an anchor; None where there are none.
    """

    library: Library
    method: str
    preset: str
    gate: str
    retrieve: Callable[[str, RetrievalFilter, int], Ranking]
    sufficiency: SufficiencyRule
    generate: Generator
    walked: Walked | None = None

    def __call__(self, question: str, where: RetrievalFilter, on_event: OnAskEvent = _unheard) -> Answer | Refusal:
        """An answer whose every sentence passed, or a refusal.

        Args:
            on_event: is told how far it is; what it raises ends the run.

        Raises:
            QuestionError: the question is empty or too long.
            PinciteError: the library or a model cannot be used.
        """
        text = checked_question(question)
        with self.library.store.reading():  # what is cited is the text that was searched and checked
            method = CITEGUARD if self.walked else self.method  # until the ranking says that it was made by an anchor
            outcome = self._outcome(_Run(text, detect(text), on_event, method), where)
        on_event(Finished(outcome))
        return outcome

    def _outcome(self, run: _Run, where: RetrievalFilter) -> Answer | Refusal:
        run.tell(StageStarted(Stage.SEARCH))
        settings = self.library.settings.retrieve
        with run.timed("retrieve"):
            ranking = self.retrieve(run.question, where, settings.top_k)
        run.note(*ranking.notes)
        walked = self._begin_walk(run, ranking)
        with run.timed("evidence"):
            most = settings.clause_sources if clause_request(run.question) else settings.max_sources
            run.evidence = self.evidence_of(ranking.items, walked.max_sources if walked else most)
        run.tell(EvidenceFound(*_numbered_labels(run.evidence)))
        refusal = self._refused_early(run, ranking)
        return refusal or self._written(run)

    def _begin_walk(self, run: _Run, ranking: Ranking) -> Walked | None:
        """Notes what the rest of the run needs where the ranking was made by an anchor; None where it was not."""
        if self.walked is None or ranking.anchor is None:
            return None
        run.method, run.anchor = REFWALK, ranking.anchor
        if self.walked.rests_on:
            run.rests_on = self.walked.rests_on()
        run.walk = walk_record(ranking.anchor, ranking)
        return self.walked

    def evidence_of(self, items: Sequence[ScoredChunk], limit: int, first: int = 1) -> tuple[Evidence, ...]:
        """The first `limit` items as sources, numbered from `first`."""
        found: list[Evidence] = []
        for number, item in enumerate(items[:limit], first):
            info = self.library.store.document_info(item.chunk.document_id)
            found.append(
                Evidence(
                    number=number,
                    chunk=item.chunk,
                    title=info.title,
                    file_sha256=info.file_sha256,
                    text_sha256=info.text_sha256,
                    scores=item.scores,
                    jurisdiction=info.jurisdiction.name if info.jurisdiction else None,
                    effective_date=info.effective_date,
                    via=item.via,
                )
            )
        return tuple(found)

    def _refused_early(self, run: _Run, ranking: Ranking) -> Refusal | None:
        """A refusal before anything is written: nothing found, nothing of the place named, or not enough."""
        if not run.evidence and ranking.foreign:
            return self._refusal(run, RefusalReason.OTHER_JURISDICTION, _foreign_detail(ranking))
        if not run.evidence:
            nothing = "nothing in the documents searched matches the question"
            return self._refusal(run, RefusalReason.NO_EVIDENCE, nothing)
        with run.timed("sufficiency"):
            verdict = self.sufficiency(run.question, run.evidence)
        run.attempts.append({"sufficiency": round(verdict.score, 6), "rule": self.sufficiency.name})
        if verdict.sufficient and not (ranking.foreign and verdict.score < SURE_OF_OUTER):
            return None
        if ranking.foreign:
            return self._refusal(run, RefusalReason.OTHER_JURISDICTION, _foreign_detail(ranking))
        return self._refusal(run, RefusalReason.INSUFFICIENT_EVIDENCE, verdict.reason)

    def _written(self, run: _Run) -> Answer | Refusal:
        limit = self.library.settings.answer.max_regenerations
        feedback: Feedback | None = None
        before: float | None = None
        if host := getattr(self.generate, "host", None):
            run.tell(TextLeaves(host))
            run.note(sent_note(host))
        for attempt in range(limit + 1):
            draft, checked = self._draft(run, attempt, feedback)
            decision = decide(draft, checked, attempt=attempt, max_regenerations=limit, before=before)
            self._keep(run, draft, checked, decision, attempt, before)
            if decision is Decision.ACCEPT:
                return self._answer(run, checked)
            if decision is Decision.REFUSE:
                break
            feedback, before = Feedback(draft, checked), supported_ratio(checked)
            self._fetch(run)
        return self._unwritten(run, draft, checked)

    def _draft(self, run: _Run, attempt: int, feedback: Feedback | None) -> tuple[Draft, tuple[CheckedSentence, ...]]:
        """One draft and what the gate finds of it."""
        run.tell(StageStarted(Stage.WRITE, attempt))
        with run.timed("generate"):
            draft = self._write(run, feedback)
        run.tell(StageStarted(Stage.CHECK, attempt))
        with run.timed("validate"):
            shown = shown_evidence(draft, run.evidence)
            checked = check_draft(draft, shown, GATES[self.gate], self._embedder(run.language))
            if run.rests_on is not None:
                checked, run.missing = check_closure(checked, shown, run.rests_on)
        return draft, checked

    def _write(self, run: _Run, feedback: Feedback | None) -> Draft:
        if self.walked is not None and run.anchor is not None:
            return self.walked.generate()(run.question, run.language, run.evidence, feedback, run.anchor)
        return self.generate(run.question, run.language, run.evidence, feedback)

    def _fetch(self, run: _Run) -> None:
        """Gives the next draft the provisions that the last one rested on and that were not among its sources."""
        if self.walked is None:
            return
        held = {item.chunk.id for item in run.evidence}
        wanted = {m.units[0]: m.edges[0] for m in run.missing if held.isdisjoint(m.units)}
        chunks = self.library.store.chunks(list(wanted))
        last = max((item.number for item in run.evidence), default=0)
        brought = [
            ScoredChunk(chunks[unit], last + at, 0.0, Scores(), via=(edge,))
            for at, (unit, edge) in enumerate(wanted.items(), 1)
            if unit in chunks
        ]
        run.evidence += self.evidence_of(brought, self.walked.max_fetched, last + 1)

    def _keep(
        self,
        run: _Run,
        draft: Draft,
        checked: tuple[CheckedSentence, ...],
        decision: Decision,
        attempt: int,
        before: float | None,
    ) -> None:
        """Puts a draft into the trace and tells of its verdict."""
        ratio = supported_ratio(checked)
        improved = None if before is None else ratio > before
        run.attempts.append(attempt_record(draft, checked, decision, shown_evidence(draft, run.evidence), improved))
        if draft.writing:
            run.note(*prompt_notes(draft.writing, run.evidence))
        failed = failed_checks(checked)
        run.tell(DraftChecked(attempt, len(checked), ratio, decision, failed, draft.refused, draft.fault, improved))

    def _unwritten(self, run: _Run, draft: Draft, checked: tuple[CheckedSentence, ...]) -> Refusal:
        """The refusal after the last draft."""
        if draft.fault:
            return self._refusal(run, RefusalReason.MODEL_ERROR, fault_detail(draft.fault), checked)
        if draft.refused:
            return self._refusal(run, RefusalReason.MODEL_REFUSED, "the writer found no answer in the evidence")
        return self._refusal(run, RefusalReason.VALIDATION_FAILED, failure_detail(checked), checked)

    def _embedder(self, language: str) -> Embedder | None:
        """The embedder for the gate; without one it aligns by words."""
        try:
            return self.library.embedder("ko" if language == "ko" else "en")
        except ModelError:
            return None

    def _answer(self, run: _Run, checked: tuple[CheckedSentence, ...]) -> Answer:
        with run.timed("cite"):
            citations = self._citations(run.evidence, checked)
        return Answer(**self._common(run), sentences=checked, citations=citations)

    def _citations(self, evidence: Sequence[Evidence], checked: Sequence[CheckedSentence]) -> tuple[Citation, ...]:
        chunks = {e.number: e.chunk for e in evidence}
        quotes = [_quotes(sentence, chunks) for sentence in checked]
        ids = {chunks[number].document_id for spans in quotes for number, _ in spans}
        documents = {document_id: self.library.document(document_id) for document_id in ids}
        by_provision = {c.document_id for c in chunks.values() if c.provision_id is not None} & ids
        trees = {document_id: self.library.law(document_id).tree for document_id in by_provision}
        found: list[Citation] = []
        for place, spans in enumerate(quotes):
            for number, span in spans:
                chunk = chunks[number]
                found += [
                    cite(
                        documents[chunk.document_id],
                        part,
                        number=number,
                        sentence=place,
                        tree=trees[chunk.document_id] if chunk.provision_id is not None else None,
                    )
                    for part in chunk.document_spans(span)
                ]
        return tuple(found)

    def _refusal(
        self, run: _Run, reason: RefusalReason, detail: str, checked: tuple[CheckedSentence, ...] = ()
    ) -> Refusal:
        return Refusal(**self._common(run), reason=reason, detail=detail, sentences=checked)

    def _common(self, run: _Run) -> dict[str, Any]:
        dates = [e.effective_date for e in run.evidence if e.effective_date]
        return {
            "question": run.question,
            "language": run.language,
            "method": run.method,
            "model": self.generate.name,
            "preset": self.preset,
            "gate": self.gate,
            "evidence": run.evidence,
            "as_of": max(dates) if dates else None,
            "trace": Trace(
                attempts=tuple(run.attempts),
                timings_ms=dict(run.timings),
                settings=self._settings(run),
                index_digest=self.library.index().digest,
                versions=self._versions(),
                notes=tuple(run.notes),
                walk=run.walk,
            ),
        }

    def _settings(self, run: _Run) -> dict[str, Any]:
        settings = self.library.settings.as_dict()
        # Where files of parameters lie is this machine's own affair; the rule's name in the attempts has its version.
        answer = {name: value for name, value in settings["answer"].items() if name not in PARAMETER_FILES}
        shaping = {"retrieve": settings["retrieve"], "answer": answer, "chunk": settings["chunk"]}
        if run.method == REFWALK:
            shaping["refwalk"] = settings["refwalk"]
        if self.generate.name == EXTRACTIVE:
            return shaping
        # The folder of kept answers is this machine's own affair; the name is the one that tells no key and no path.
        model = {name: value for name, value in settings["model"].items() if name != "cache"}
        return {**shaping, "model": {**model, "name": self.generate.name}}

    def _versions(self) -> dict[str, str]:
        from pincite import __version__

        meta = self.library.store.meta()
        names = {f"embedder:{lang}": name for lang, name in meta.embedders.items()}
        names |= {f"tokenizer:{lang}": name for lang, name in meta.tokenizers.items()}
        if self.preset == "standard":
            names["reranker"] = self.library.reranker().name
        return {"pincite": __version__, **names}


def _quotes(sentence: CheckedSentence, chunks: Mapping[int, Chunk]) -> Sequence[tuple[int, Span]]:
    """Numbers and spans that a sentence quotes: those that carry it, else, as the paper's gate asks for none, all."""
    return sentence.aligned or [(number, Span(0, len(chunks[number].text))) for number in sentence.citations]


def _numbered_labels(evidence: Sequence[Evidence]) -> tuple[tuple[int, ...], tuple[str, ...]]:
    return tuple(item.number for item in evidence), tuple(item.chunk.label for item in evidence)


def _foreign_detail(ranking: Ranking) -> str:
    asked = ", ".join(p.name for p in ranking.places)
    held = [p.name for p in ranking.left_out]
    more = f" and {len(held) - MAX_PLACES_NAMED} more" if len(held) > MAX_PLACES_NAMED else ""
    return f"the question is about {asked}; documents are at hand about {', '.join(held[:MAX_PLACES_NAMED])}{more}"

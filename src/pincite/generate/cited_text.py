"""A draft by a language model: numbered sources in, sentences with source numbers out (CiteGuard-RAG, generation).

Two forms. Running text with markers is what the paper asks for; small models lose the markers, so a server that holds
to a JSON schema is asked for sentences with their sources instead. Nothing that comes back is believed: the gate
judges every sentence, and what cannot be read as a draft is a fault with a name.
"""

from __future__ import annotations

from collections.abc import MutableMapping, Sequence
from typing import Final

from pincite.errors import SchemaUnsupported
from pincite.generate.draft_text import DraftText, from_sentences, from_text
from pincite.generate.judge import Judged, SentenceJudge
from pincite.generate.model_run import ModelRun
from pincite.generate.prompt import Form, messages, sentence_schema
from pincite.generate.prompts import prompt_words
from pincite.generate.prompts.words import PromptWords
from pincite.generate.protocol import LanguageModel, Message
from pincite.generate.reading import Read, find_json, is_json_like
from pincite.generate.shown import Shown, fitted
from pincite.settings import ModelSettings
from pincite.types.answer import Draft, DraftFault, Feedback, Writing
from pincite.types.retrieval import Evidence

REPEATED_CHARS: Final = 1000
"""Most of an unreadable answer that the model is shown again; none of the room is kept for it."""


class CitedTextGenerator:
    """Asks a language model for sentences with sources.

    Args:
        judge: tells a source's best sentences where only a window of it is shown; None shows beginnings.
        forms: what each model by name was seen to do, kept by the caller: a form that failed is not tried on every
            question anew.
    """

    def __init__(
        self,
        model: LanguageModel,
        settings: ModelSettings,
        judge: SentenceJudge | None = None,
        forms: MutableMapping[str, Form] | None = None,
    ) -> None:
        self.name = model.name
        self.host = model.host
        self._model = model
        self._settings = settings
        self._judge = judge
        self._forms: MutableMapping[str, Form] = {} if forms is None else forms

    def __call__(
        self, question: str, language: str, evidence: Sequence[Evidence], feedback: Feedback | None = None
    ) -> Draft:
        """See `Generator.__call__`.

        Raises:
            ModelError: the model cannot be used, or its context does not hold the question.
        """
        run = _Run(self._model, self._settings, prompt_words(language), question, language, evidence)
        form = self._form()
        run.show(form, feedback, self._judge(question, evidence) if self._judge else ())
        if form == "sentences":
            found = self._bound(run)
            if found is not None:
                return found
        answer = run.ask("markers")
        return run.draft(answer, "markers", run.as_text(answer))

    def _form(self) -> Form:
        wanted = self._settings.form
        return self._forms.get(self.name, "sentences") if wanted == "auto" else wanted

    def _bound(self, run: _Run) -> Draft | None:
        """A draft in the form bound by a schema; None where this server does not do schemas and need not."""
        free = self._settings.form == "auto"
        try:
            answer = run.ask("sentences")
        except SchemaUnsupported:
            if not free:
                raise
            self._forms[self.name] = "markers"
            return None
        text = run.as_sentences(answer)
        if answer.fault or text:
            return run.draft(answer, "sentences", text)
        if not free:
            answer = run.ask("sentences", unreadable=answer.text)
            return run.draft(answer, "sentences", run.as_sentences(answer))
        self._forms[self.name] = (
            "markers"  # it was asked for JSON and wrote something else: it does not hold to schemas
        )
        run.met("schema_ignored")
        said = run.as_text(answer)
        return run.draft(answer, "markers", said) if said and any(s.citations for s in said.sentences) else None


class _Run:
    """One draft in the making: the prompt, the calls so far, what was met."""

    def __init__(
        self,
        model: LanguageModel,
        settings: ModelSettings,
        words: PromptWords,
        question: str,
        language: str,
        evidence: Sequence[Evidence],
    ) -> None:
        self.evidence = evidence
        self._model, self._settings, self._words = model, settings, words
        self._question, self._language = question, language
        self._shown = Shown({})
        self._texts: tuple[str, ...] = ()
        self._feedback: Feedback | None = None
        self._run = ModelRun(model, settings)
        self._numbers = max((e.number for e in evidence), default=0)

    def show(self, form: Form, feedback: Feedback | None, judged: Sequence[Judged]) -> None:
        """Fits the sources into what the context leaves beside rules, question, feedback and answer."""
        self._feedback = feedback
        bare = self._messages(form, Shown({}))
        room = self._run.room(bare)
        self._shown = fitted(self.evidence, judged, room, self._settings.source_tokens)
        if self.evidence and not self._shown.spans:
            raise self._run.too_small(bare)
        chunks = {e.number: e.chunk.text for e in self.evidence}
        self._texts = tuple(span.cut(chunks[number]) for number, span in self._shown.spans.items())

    def ask(self, form: Form, unreadable: str | None = None) -> Read:
        """One call of the model, read."""
        sent = self._messages(form, self._shown)
        if unreadable is not None:
            sent += [Message("assistant", unreadable[:REPEATED_CHARS]), Message("user", self._words.again_unreadable)]
        return self._run.ask(sent, sentence_schema(sorted(self._shown.spans)) if form == "sentences" else None)

    def met(self, outcome: str) -> None:
        """Adds an outcome to the last call."""
        self._run.met(outcome)

    def as_text(self, answer: Read) -> DraftText | None:
        """The answer as running text with markers; None where it is JSON of another form than the bound one."""
        if not is_json_like(answer.text):
            return from_text(answer.text, self._numbers, self._texts)
        text = self.as_sentences(answer)
        if text:
            self.met("json_unasked")
        return text

    def as_sentences(self, answer: Read) -> DraftText | None:
        """The answer in the bound form; None where that is not to be found in it."""
        found, outcomes = find_json(answer.text, "sentences")
        items = found["sentences"] if found else None
        text = from_sentences(items, self._numbers, self._texts) if isinstance(items, list) else None
        for outcome in outcomes if text else ():
            self.met(outcome)
        return text

    def draft(self, answer: Read, form: Form, text: DraftText | None) -> Draft:
        """The draft of an answer, or its fault."""
        fault = answer.fault or (DraftFault.MALFORMED if text is None else None)
        said = text if text and not fault else DraftText(())
        for outcome in said.outcomes:
            self.met(outcome)
        shown = tuple(sorted(self._shown.spans.items()))
        return Draft(
            sentences=said.sentences,
            model=self._model.name,
            refused=said.refused,
            fault=fault,
            raw=answer.text,
            writing=Writing(form, tuple(self._run.calls), shown, self._shown.left_out, said.set_aside),
        )

    def _messages(self, form: Form, shown: Shown) -> list[Message]:
        return messages(self._words, form, self._question, self._language, self.evidence, shown, self._feedback)

"""A draft of claims bound to rules, by a language model (RefWalk, per-rule attribution).

The model fills a JSON object whose keys are the ids of the rules at hand. What is delivered are its claims, each judged
by the gate against its own rule; its running answer is read for the trace alone.
"""

from __future__ import annotations

from collections.abc import MutableMapping, Sequence
from typing import Final, Literal

from pincite.errors import SchemaUnsupported
from pincite.generate.claims_prompt import claims_schema, messages
from pincite.generate.claims_reading import Claims, read_claims, uncarried
from pincite.generate.judge import SentenceJudge
from pincite.generate.model_run import ModelRun
from pincite.generate.prompts import prompt_words
from pincite.generate.protocol import LanguageModel, Message
from pincite.generate.reading import Read
from pincite.generate.rules import Finer, Rule, rules_of
from pincite.generate.shown import Shown, fitted
from pincite.settings import ModelSettings
from pincite.types.anchor import TopicAnchor
from pincite.types.answer import Draft, DraftFault, Feedback, Writing
from pincite.types.retrieval import Evidence

FORM: Final = "claims"
REPEATED_CHARS: Final = 1000
"""Most of an answer that breaks the form that the model is shown again."""
Bound = Literal["schema", "prompt"]


class ClaimsGenerator:
    """Asks a language model for claims under the ids of rules.

    Args:
        finer: ids of the provisions whose text a source holds.
        judge: tells a source's best sentences where only a window of it is shown.
        bound: `schema` binds the server to the form, `prompt` only asks for it (the ablation without schema).
        unbound: names of the models that were seen to turn schemas down, kept by the caller.
    """

    def __init__(
        self,
        model: LanguageModel,
        settings: ModelSettings,
        finer: Finer,
        judge: SentenceJudge | None = None,
        *,
        bound: Bound = "schema",
        anchor_in_prompt: bool = True,
        unbound: MutableMapping[str, Literal["markers", "sentences"]] | None = None,
    ) -> None:
        self.name = model.name
        self.host = model.host
        self._model = model
        self._settings = settings
        self._finer = finer
        self._judge = judge
        self._bound = bound
        self._anchor_in_prompt = anchor_in_prompt
        self._unbound = {} if unbound is None else unbound

    def __call__(
        self,
        question: str,
        language: str,
        evidence: Sequence[Evidence],
        feedback: Feedback | None = None,
        anchor: TopicAnchor | None = None,
    ) -> Draft:
        """See `Generator.__call__`.

        Raises:
            ModelError: the model cannot be used, or its context does not hold the question.
        """
        words = prompt_words(language)
        anchor = anchor if self._anchor_in_prompt else None
        run = ModelRun(self._model, self._settings)
        bare = messages(words, question, language, evidence, Shown({}), anchor, feedback)
        # The schema goes into many servers' prompt, so it takes room as the messages do.
        judged = self._judge(question, evidence) if self._judge else ()
        shown = fitted(evidence, judged, run.room(bare), self._settings.source_tokens)
        if evidence and not shown.spans:
            raise run.too_small(bare)
        rules = rules_of([e for e in evidence if e.number in shown.spans], self._finer)
        sent = messages(words, question, language, evidence, shown, anchor, feedback)
        answer = self._ask(run, sent, rules)
        claims = read_claims(answer.text, rules)
        if answer.fault is None and not claims.holds:
            run.met(*claims.outcomes, *claims.breaches)
            again = [Message("assistant", answer.text[:REPEATED_CHARS]), Message("user", words.again_claims)]
            answer = self._ask(run, [*sent, *again], rules)
            claims = read_claims(answer.text, rules)
        run.met(*claims.outcomes, *(claims.breaches if answer.fault is None else ()))
        return self._draft(answer, claims, run, shown)

    def _ask(self, run: ModelRun, sent: Sequence[Message], rules: Sequence[Rule]) -> Read:
        if self._bound == "schema" and self._unbound.get(self.name) != "markers":
            try:
                return run.ask(sent, claims_schema(rules))
            except SchemaUnsupported:  # such a server is asked in words; what it writes is checked all the same
                self._unbound[self.name] = "markers"
        return run.ask(sent)

    def _draft(self, answer: Read, claims: Claims, run: ModelRun, shown: Shown) -> Draft:
        fault = answer.fault or (None if claims.holds else DraftFault.MALFORMED)
        said = () if fault else claims.sentences
        writing = Writing(
            FORM,
            tuple(run.calls),
            tuple(sorted(shown.spans.items())),
            shown.left_out,
            () if fault else uncarried(claims),
        )
        return Draft(said, self.name, refused=not fault and not said, fault=fault, raw=answer.text, writing=writing)

"""A Haystack pipeline over a benchmark's passages: BM25 or vectors, a chat model, and its own reading of citations.

    pip install haystack-ai
    python benchmarks/systems/haystack_rag.py --bench DIR --out haystack.jsonl \
        --server http://localhost:8000/v1 --model NAME [--embedder NAME]

Written for haystack-ai 3.4. Without --embedder passages are found by its BM25, with it by vectors, with --words too by
both, joined by its reciprocal rank fusion. The prompt asks for numbers in brackets; its AnswerBuilder leads them back
to the documents.
"""

from __future__ import annotations

import os
from typing import Any

from bench_files import KEY, chosen_of, options, passages, predict, questions, retrieving

PROMPT = """Answer the question from the documents below alone. After each statement write the number of the document
that says it in brackets, such as [2].

{% for document in documents %}
Document {{ loop.index }}: {{ document.content }}
{% endfor %}

Question: {{ question }}
Answer:"""
REFERENCE = r"\[(\d+)\]"
_ID = "node_id"


def main() -> None:
    """Indexes the passages, asks the questions, writes a line each."""
    chosen = chosen_of(retrieving(options(__doc__.splitlines()[0])))
    from haystack import Pipeline

    os.environ.setdefault(KEY, "none")
    pipeline = Pipeline()
    last, inputs = _retrieval(pipeline, chosen)
    if not chosen.retrieve_only:
        _writing(pipeline, chosen, last)

    def answer(question: str) -> dict[str, Any]:
        asked = {name: {field: question} for name, field in inputs.items()}
        if not chosen.retrieve_only:
            asked |= {"prompt": {"question": question}, "answer": {"query": question}}
        found = pipeline.run(asked, include_outputs_from={last})
        ranked = {"retrieved_node_ids": _ids(found[last]["documents"])}
        if chosen.retrieve_only:
            return ranked
        built = found["answer"]["answers"][0]
        return ranked | {"answer": built.data, "cited_node_ids": _ids(built.documents)}

    way = "-".join(_ways(chosen))
    predict(chosen.out, questions(chosen.bench, chosen.limit), f"haystack-{way}", answer)


def _ids(documents: list[Any]) -> list[str]:
    return list(dict.fromkeys(document.meta[_ID] for document in documents))


def _ways(chosen: Any) -> list[str]:
    return ["vectors"] * bool(chosen.embedder) + ["words"] * (chosen.words or not chosen.embedder)


def _retrieval(pipeline: Any, chosen: Any) -> tuple[str, dict[str, str]]:
    """The components that rank; the name of the last one, and where the question goes in."""
    from haystack import Document
    from haystack.components.joiners import DocumentJoiner
    from haystack.components.retrievers.in_memory import InMemoryBM25Retriever
    from haystack.document_stores.in_memory import InMemoryDocumentStore

    documents = [
        # Two passages may be word for word the same, and an id of the text alone would leave one of them out.
        Document(id=f"passage-{number}", content=f"{passage.title}\n{passage.text}", meta={_ID: passage.node_id})
        for number, passage in enumerate(passages(chosen.bench, chosen.leaves, chosen.passages))
    ]
    store = InMemoryDocumentStore(embedding_similarity_function="cosine")
    ways, inputs = _ways(chosen), {}
    if "vectors" in ways:
        documents = _by_vectors(pipeline, store, documents, chosen)
        inputs["embedder"] = "text"
    store.write_documents(documents)
    if "words" in ways:
        pipeline.add_component("words", InMemoryBM25Retriever(store, top_k=chosen.top_k))
        inputs["words"] = "query"
    if len(ways) == 1:
        return ways[0], inputs
    pipeline.add_component("joined", DocumentJoiner("reciprocal_rank_fusion", top_k=chosen.top_k))
    for way in ways:
        pipeline.connect(f"{way}.documents", "joined.documents")
    return "joined", inputs


def _by_vectors(pipeline: Any, store: Any, documents: list[Any], chosen: Any) -> list[Any]:
    """The passages with their vectors; the question's go through the pipeline."""
    from haystack.components.embedders import OpenAIDocumentEmbedder, OpenAITextEmbedder
    from haystack.components.retrievers.in_memory import InMemoryEmbeddingRetriever
    from haystack.utils import Secret

    server = {"api_key": Secret.from_env_var(KEY), "api_base_url": chosen.embed_server, "timeout": 600.0}
    pipeline.add_component("embedder", OpenAITextEmbedder(model=chosen.query_embedder, **server))
    pipeline.add_component("vectors", InMemoryEmbeddingRetriever(store, top_k=chosen.top_k))
    pipeline.connect("embedder.embedding", "vectors.query_embedding")
    made: list[Any] = OpenAIDocumentEmbedder(model=chosen.embedder, **server).run(documents)["documents"]
    return made


def _writing(pipeline: Any, chosen: Any, last: str) -> None:
    """The prompt, the model and the reading of its citations."""
    from haystack.components.builders import AnswerBuilder, ChatPromptBuilder
    from haystack.components.generators.chat import OpenAIChatGenerator
    from haystack.dataclasses import ChatMessage
    from haystack.utils import Secret

    pipeline.add_component("prompt", ChatPromptBuilder([ChatMessage.from_user(PROMPT)], required_variables="*"))
    pipeline.add_component(
        "model",
        OpenAIChatGenerator(
            api_key=Secret.from_env_var(KEY),
            model=chosen.model,
            api_base_url=chosen.server,
            generation_kwargs={"temperature": 0.0, "max_tokens": chosen.max_tokens},
            timeout=600.0,
        ),
    )
    pipeline.add_component("answer", AnswerBuilder(reference_pattern=REFERENCE))
    pipeline.connect(f"{last}.documents", "prompt.documents")
    pipeline.connect("prompt.prompt", "model.messages")
    pipeline.connect("model.replies", "answer.replies")
    pipeline.connect(f"{last}.documents", "answer.documents")


if __name__ == "__main__":
    main()

"""A Haystack pipeline over a benchmark's passages: BM25 or vectors, a chat model, and its own reading of citations.

    pip install haystack-ai
    python benchmarks/systems/haystack_rag.py --bench DIR --out haystack.jsonl \
        --server http://localhost:8000/v1 --model NAME [--embedder NAME]

Written for haystack-ai 3.4. Without --embedder passages are found by its BM25, with it by vectors. The prompt asks for
numbers in brackets; its AnswerBuilder leads them back to the documents.
"""

from __future__ import annotations

import os
from typing import Any

from bench_files import KEY, options, passages, predict, questions

PROMPT = """Answer the question from the documents below alone. After each statement write the number of the document
that says it in brackets, such as [2].

{% for document in documents %}
Document {{ loop.index }}: {{ document.content }}
{% endfor %}

Question: {{ question }}
Answer:"""
REFERENCE = r"\[(\d+)\]"


def main() -> None:
    """Indexes the passages, asks the questions, writes a line each."""
    chosen = options(__doc__.splitlines()[0]).parse_args()
    from haystack import Document, Pipeline
    from haystack.components.builders import AnswerBuilder, ChatPromptBuilder
    from haystack.components.generators.chat import OpenAIChatGenerator
    from haystack.components.retrievers.in_memory import InMemoryBM25Retriever
    from haystack.dataclasses import ChatMessage
    from haystack.document_stores.in_memory import InMemoryDocumentStore
    from haystack.utils import Secret

    os.environ.setdefault(KEY, "none")
    secret = Secret.from_env_var(KEY)
    documents = [
        Document(content=f"{passage.title}\n{passage.text}", meta={"node_id": passage.node_id})
        for passage in passages(chosen.bench, chosen.leaves)
    ]
    store = InMemoryDocumentStore(embedding_similarity_function="cosine")
    pipeline = Pipeline()
    if chosen.embedder:
        _by_vectors(pipeline, store, documents, chosen, secret)
    else:
        store.write_documents(documents)
        pipeline.add_component("retriever", InMemoryBM25Retriever(store, top_k=chosen.top_k))
    pipeline.add_component("prompt", ChatPromptBuilder([ChatMessage.from_user(PROMPT)], required_variables="*"))
    pipeline.add_component(
        "model",
        OpenAIChatGenerator(
            api_key=secret,
            model=chosen.model,
            api_base_url=chosen.server,
            generation_kwargs={"temperature": 0.0, "max_tokens": chosen.max_tokens},
            timeout=600.0,
        ),
    )
    pipeline.add_component("answer", AnswerBuilder(reference_pattern=REFERENCE))
    pipeline.connect("retriever.documents", "prompt.documents")
    pipeline.connect("prompt.prompt", "model.messages")
    pipeline.connect("model.replies", "answer.replies")
    pipeline.connect("retriever.documents", "answer.documents")

    def answer(question: str) -> dict[str, Any]:
        asked = {"prompt": {"question": question}, "answer": {"query": question}}
        first = "embedder" if chosen.embedder else "retriever"
        asked[first] = {"text": question} if chosen.embedder else {"query": question}
        found = pipeline.run(asked, include_outputs_from={"retriever"})
        built = found["answer"]["answers"][0]
        return {
            "retrieved_node_ids": [document.meta["node_id"] for document in found["retriever"]["documents"]],
            "answer": built.data,
            "cited_node_ids": [document.meta["node_id"] for document in built.documents],
        }

    predict(chosen.out, questions(chosen.bench, chosen.limit), "haystack", answer)


def _by_vectors(pipeline: Any, store: Any, documents: list[Any], chosen: Any, secret: Any) -> None:
    """Vectors of the passages into the store, and of the question into the pipeline."""
    from haystack.components.embedders import OpenAIDocumentEmbedder, OpenAITextEmbedder
    from haystack.components.retrievers.in_memory import InMemoryEmbeddingRetriever

    server = {"api_key": secret, "model": chosen.embedder, "api_base_url": chosen.embed_server or chosen.server}
    store.write_documents(OpenAIDocumentEmbedder(**server).run(documents)["documents"])
    pipeline.add_component("embedder", OpenAITextEmbedder(**server))
    pipeline.add_component("retriever", InMemoryEmbeddingRetriever(store, top_k=chosen.top_k))
    pipeline.connect("embedder.embedding", "retriever.query_embedding")


if __name__ == "__main__":
    main()

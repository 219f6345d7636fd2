"""LlamaIndex's citation query engine over a benchmark's passages, with any OpenAI-compatible server.

    pip install llama-index-core llama-index-llms-openai-like llama-index-embeddings-openai-like
    python benchmarks/systems/llamaindex_citations.py --bench DIR --out llamaindex.jsonl \
        --server http://localhost:8000/v1 --model NAME --embedder NAME

Written for llama-index-core 0.14. Its engine cuts what it retrieved into numbered sources and asks the model to cite
their numbers; a number is led back to the passage that the source was cut from. Prompts and sizes are its own, but for
the passages shown, the longest answer and temperature 0.
"""

from __future__ import annotations

import re
from typing import Any

from bench_files import key, options, passages, predict, questions

_MARKER = re.compile(r"\[(\d{1,3}(?:\s*,\s*\d{1,3})*)\]")


def main() -> None:
    """Indexes the passages, asks the questions, writes a line each."""
    chosen = options(__doc__.splitlines()[0]).parse_args()
    if not chosen.embedder:
        raise SystemExit("The engine finds passages by vectors: name a model of embeddings with --embedder.")
    from llama_index.core import VectorStoreIndex
    from llama_index.core.query_engine import CitationQueryEngine
    from llama_index.core.schema import TextNode
    from llama_index.embeddings.openai_like import OpenAILikeEmbedding
    from llama_index.llms.openai_like import OpenAILike

    embedder = OpenAILikeEmbedding(
        model_name=chosen.embedder, api_base=chosen.embed_server or chosen.server, api_key=key()
    )
    model = OpenAILike(
        model=chosen.model,
        api_base=chosen.server,
        api_key=key(),
        is_chat_model=True,
        temperature=0.0,
        max_tokens=chosen.max_tokens,
        context_window=chosen.context_tokens,
        timeout=600.0,
    )
    nodes = []
    for passage in passages(chosen.bench, chosen.leaves):
        node = TextNode(text=f"{passage.title}\n{passage.text}", metadata={"node_id": passage.node_id})
        node.excluded_embed_metadata_keys = node.excluded_llm_metadata_keys = ["node_id"]
        nodes.append(node)
    index = VectorStoreIndex(nodes, embed_model=embedder)
    engine = CitationQueryEngine.from_args(index, llm=model, similarity_top_k=chosen.top_k)

    def answer(question: str) -> dict[str, Any]:
        found = engine.query(question)
        sources = [source.node.metadata["node_id"] for source in found.source_nodes]
        text = str(found)
        numbers = [int(number) for marker in _MARKER.findall(text) for number in marker.split(",")]
        return {
            "retrieved_node_ids": list(dict.fromkeys(sources)),
            "answer": text,
            # A number of no source is an invented citation, and is counted as one.
            "cited_node_ids": list(
                dict.fromkeys(sources[n - 1] if 1 <= n <= len(sources) else f"source {n}" for n in numbers)
            ),
        }

    predict(chosen.out, questions(chosen.bench, chosen.limit), "llamaindex-citations", answer)


if __name__ == "__main__":
    main()

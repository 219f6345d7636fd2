"""LlamaIndex's citation query engine over a benchmark's passages, with any OpenAI-compatible server.

    pip install llama-index-core llama-index-llms-openai-like llama-index-embeddings-openai-like
    python benchmarks/systems/llamaindex_citations.py --bench DIR --out llamaindex.jsonl \
        --server http://localhost:8000/v1 --model NAME --embedder NAME

Written for llama-index-core 0.14. Its engine cuts what it retrieved into numbered sources and asks the model to cite
their numbers; a number is led back to the passage that the source was cut from. Prompts and sizes are its own, but for
the passages shown, the longest answer and temperature 0. With --words (pip install llama-index-retrievers-bm25) its
BM25 ranks beside the vectors, joined by its reciprocal rank fusion.
"""

from __future__ import annotations

import re
from typing import Any

from bench_files import chosen_of, key, options, passages, predict, questions, retrieving

_MARKER = re.compile(r"\[(\d{1,3}(?:\s*,\s*\d{1,3})*)\]")
_ID = "passage_id"


def main() -> None:
    """Indexes the passages, asks the questions, writes a line each."""
    chosen = chosen_of(retrieving(options(__doc__.splitlines()[0])))
    if not (chosen.embedder or chosen.words):
        raise SystemExit("Name a model of embeddings with --embedder, or rank by --words.")
    model = None if chosen.retrieve_only else _model(chosen)
    retriever = _retriever(chosen, model)

    def ranked(question: str) -> dict[str, Any]:
        sources = (found.node.metadata[_ID] for found in retriever.retrieve(question))
        return {"retrieved_node_ids": list(dict.fromkeys(sources))}

    way = "-".join(name for name, used in (("vectors", chosen.embedder), ("words", chosen.words)) if used)
    answer = ranked if model is None else _answerer(retriever, model)
    predict(chosen.out, questions(chosen.bench, chosen.limit), f"llamaindex-{way}", answer)


def _answerer(retriever: Any, model: Any) -> Any:
    from llama_index.core.query_engine import CitationQueryEngine

    engine = CitationQueryEngine.from_args(None, llm=model, retriever=retriever)

    def answer(question: str) -> dict[str, Any]:
        found = engine.query(question)
        sources = [source.node.metadata[_ID] for source in found.source_nodes]
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

    return answer


def _model(chosen: Any) -> Any:
    from llama_index.llms.openai_like import OpenAILike

    return OpenAILike(
        model=chosen.model,
        api_base=chosen.server,
        api_key=key(),
        is_chat_model=True,
        temperature=0.0,
        max_tokens=chosen.max_tokens,
        context_window=chosen.context_tokens,
        timeout=600.0,
    )


def _retriever(chosen: Any, model: Any) -> Any:
    """Vectors, BM25, or both joined."""
    from llama_index.core.schema import TextNode

    nodes = []
    for passage in passages(chosen.bench, chosen.leaves, chosen.passages):
        node = TextNode(text=f"{passage.title}\n{passage.text}", metadata={_ID: passage.node_id})
        node.excluded_embed_metadata_keys = node.excluded_llm_metadata_keys = [_ID]
        nodes.append(node)
    ways = [_by_vectors(nodes, chosen)] if chosen.embedder else []
    if chosen.words:
        from llama_index.retrievers.bm25 import BM25Retriever

        ways.append(BM25Retriever.from_defaults(nodes=nodes, similarity_top_k=chosen.top_k))
    if len(ways) == 1:
        return ways[0]
    from llama_index.core.llms import MockLLM
    from llama_index.core.retrievers import QueryFusionRetriever

    # The model would write further questions; it is asked for none.
    return QueryFusionRetriever(
        ways,
        llm=model or MockLLM(),
        mode="reciprocal_rerank",
        num_queries=1,
        similarity_top_k=chosen.top_k,
        use_async=False,
    )


def _by_vectors(nodes: list[Any], chosen: Any) -> Any:
    from llama_index.core import VectorStoreIndex
    from llama_index.embeddings.openai_like import OpenAILikeEmbedding

    server = {"api_base": chosen.embed_server, "api_key": key(), "timeout": 600.0}
    index = VectorStoreIndex(nodes, embed_model=OpenAILikeEmbedding(model_name=chosen.embedder, **server))
    asking = OpenAILikeEmbedding(model_name=chosen.query_embedder, **server)
    return index.as_retriever(similarity_top_k=chosen.top_k, embed_model=asking)


if __name__ == "__main__":
    main()

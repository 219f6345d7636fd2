"""LightRAG over a benchmark's passages, with any OpenAI-compatible server for its graph, its answers and its vectors.

    pip install lightrag-hku
    python benchmarks/systems/lightrag_mix.py --bench DIR --out lightrag.jsonl --work DIR \
        --server http://localhost:8000/v1 --model NAME --embedder NAME --dim 1024

Written for lightrag-hku 1.5. Each passage is a document of its own under a file name that stands for its id. Building
the graph asks the model for every passage, and is kept in --work, so that a run that stopped goes on. What is scored as
retrieved are the text chunks that it hands to the model, in their order; entities and relations have no passage.
Citations are the references that the answer names, by the list that LightRAG gives with it.
"""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from typing import Any

from bench_files import Passage, chosen_of, key, options, passages, predict, questions

_MARKER = re.compile(r"\[(\d{1,3})\]")


def main() -> None:
    """Builds the index where it is not there, asks the questions, writes a line each."""
    parser = options(__doc__.splitlines()[0])
    parser.add_argument("--work", type=Path, required=True, help="folder of its index")
    parser.add_argument("--dim", type=int, required=True, help="numbers of an embedding")
    parser.add_argument(
        "--plain-tokens", action="store_true", help="count four characters as a token: tiktoken's tables are downloaded"
    )
    parser.add_argument("--parallel", type=int, default=4, help="calls of the model at a time")
    parser.add_argument("--timeout", type=int, default=600, help="of one call, in seconds")
    parser.add_argument("--mode", default="mix", choices=["local", "global", "hybrid", "naive", "mix"])
    chosen = chosen_of(parser)
    if not chosen.embedder:
        raise SystemExit("LightRAG finds passages by vectors: name a model of embeddings with --embedder.")
    loop = asyncio.new_event_loop()
    corpus = passages(chosen.bench, chosen.leaves, chosen.passages)
    names = {f"passage-{number:06d}.txt": passage for number, passage in enumerate(corpus)}
    rag = loop.run_until_complete(_indexed(chosen, names))

    def answer(question: str) -> dict[str, Any]:
        return loop.run_until_complete(_answered(rag, question, chosen, names))

    try:
        predict(chosen.out, questions(chosen.bench, chosen.limit), f"lightrag-{chosen.mode}", answer)
    finally:
        loop.run_until_complete(rag.finalize_storages())


class PlainTokens:
    """Four characters as a token, for sizes alone; without state, since it is called from several threads."""

    def encode(self, content: str) -> list[int]:
        """The pieces of a text as numbers."""
        pieces = (content[at : at + 4] for at in range(0, len(content), 4))
        return [int.from_bytes(piece.encode("utf-32-be", "surrogatepass"), "big") for piece in pieces]

    def decode(self, tokens: list[int]) -> str:
        """The text of numbers."""
        sizes = ((token, 4 * max(-(-token.bit_length() // 32), 1)) for token in tokens)
        return "".join(token.to_bytes(size, "big").decode("utf-32-be", "surrogatepass") for token, size in sizes)


async def _indexed(chosen: Any, names: dict[str, Passage]) -> Any:
    """LightRAG with the passages in it."""
    from lightrag import LightRAG
    from lightrag.llm.openai import openai_complete_if_cache, openai_embed
    from lightrag.utils import EmbeddingFunc, Tokenizer

    async def complete(
        prompt: str, system_prompt: str | None = None, history_messages: list[Any] | None = None, **more: Any
    ) -> Any:
        more.setdefault("temperature", 0.0)
        return await openai_complete_if_cache(
            chosen.model,
            prompt,
            system_prompt=system_prompt,
            history_messages=history_messages or [],
            base_url=chosen.server,
            api_key=key(),
            **more,
        )

    async def embed(texts: list[str], context: str = "document", max_token_size: int | None = None, **more: Any) -> Any:
        model = chosen.query_embedder if context == "query" else chosen.embedder
        server = {"base_url": chosen.embed_server, "api_key": key()}
        return await openai_embed.func(texts, model=model, max_token_size=max_token_size, **server, **more)

    chosen.work.mkdir(parents=True, exist_ok=True)
    rag = LightRAG(
        working_dir=str(chosen.work),
        llm_model_func=complete,
        llm_model_name=chosen.model,
        embedding_func=EmbeddingFunc(
            embedding_dim=chosen.dim,
            # With a size the function cuts texts itself, by tiktoken's tables.
            max_token_size=None if chosen.plain_tokens else 8192,
            func=embed,
            model_name=chosen.embedder,
            supports_asymmetric=True,
        ),
        llm_model_max_async=chosen.parallel,
        default_llm_timeout=chosen.timeout,
        **({"tokenizer": Tokenizer("plain", PlainTokens())} if chosen.plain_tokens else {}),
    )
    await rag.initialize_storages()
    texts = [f"{passage.title}\n{passage.text}" for passage in names.values()]
    await rag.ainsert(texts, ids=[name.removesuffix(".txt") for name in names], file_paths=list(names))
    return rag


async def _answered(rag: Any, question: str, chosen: Any, names: dict[str, Passage]) -> dict[str, Any]:
    from lightrag import QueryParam

    param = QueryParam(mode=chosen.mode, chunk_top_k=chosen.top_k, enable_rerank=False, include_references=True)
    found = await rag.aquery_llm(question, param=param)
    if found.get("status") != "success":
        raise RuntimeError(found.get("message") or "no answer")
    facts, said = found.get("data") or {}, (found.get("llm_response") or {}).get("content") or ""
    references = {str(item["reference_id"]): item["file_path"] for item in facts.get("references") or ()}
    return {
        "retrieved_node_ids": _ids((chunk["file_path"] for chunk in facts.get("chunks") or ()), names),
        "answer": said,
        "cited_node_ids": _ids(
            (references.get(number, f"reference {number}") for number in _MARKER.findall(said)), names
        ),
    }


def _ids(files: Any, names: dict[str, Passage]) -> list[str]:
    """The passages of file names, each once; a name of none stays, and is counted as an invented citation."""
    plain = (Path(file).name for file in files)
    return list(dict.fromkeys(names[file].node_id if file in names else file for file in plain))


if __name__ == "__main__":
    main()

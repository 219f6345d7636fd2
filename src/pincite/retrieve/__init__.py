"""A question to a ranking of chunks: scope, hybrid scores, fusion, reranking."""

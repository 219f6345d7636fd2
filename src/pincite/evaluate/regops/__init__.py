"""RegOps-style benchmarks made from a corpus: questions whose gold and difficulty follow from the citation graph."""

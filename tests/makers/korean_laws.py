"""A fictional Korean act with its decree, as a corpus to make questions of."""

from __future__ import annotations

from pathlib import Path

from pincite.evaluate.regops.corpus import BenchCorpus, read_corpus

LAW = """---
title: {title}
level: {level}
effective_date: 2024-01-01
---

# {title}

{articles}
"""


def law_of(folder: Path, act: dict[str, str], decree: dict[str, str]) -> BenchCorpus:
    """The corpus of an act and its decree: title to text of their articles, in order."""
    for name, title, level, articles in (
        ("act", "등대관리법", "법률", act),
        ("decree", "등대관리법 시행령", "대통령령", decree),
    ):
        text = "\n\n".join(f"##### 제{n}조 ({t})\n\n{body}" for n, (t, body) in enumerate(articles.items(), 1))
        (folder / f"{name}.md").write_text(LAW.format(title=title, level=level, articles=text), "utf-8")
    return read_corpus(folder)

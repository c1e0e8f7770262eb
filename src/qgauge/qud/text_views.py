"""An article with its edges as text for a terminal, and as a tree."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from qgauge.core import Example
from qgauge.qud.documents import Article

Labels = Mapping[str, tuple[str, str]]
"""By criterion the label, and its grade: worst, middle, best or empty."""
HUMAN = "people's "
"""Prefix of the human labels among `Labels`."""


def lines(article: Article, labels: Sequence[Labels], notes: Sequence[Sequence[str]]) -> list[str]:
    """Return the article for a terminal: each sentence, followed by the questions it answers."""
    by_answer = edges_by_answer(article)
    found = [f"article {article.id}"]
    for number, sentence in [*enumerate(article.sentences, 1), (0, "")]:
        if number:
            found.append(f"{number:>4}  {sentence or '(missing)'}")
        for at in by_answer.get(number, ()):
            edge = article.edges[at]
            system = f" [{edge.system}]" if edge.system else ""
            found.append(
                f"      {edge.anchor or '?'} -> {edge.answer_sentence or '?'}{system} "
                f"{edge.question}"
            )
            found += [f"         {line}" for line in [*_summaries(labels[at]), *notes[at]]]
    return found


def _summaries(labels: Labels) -> list[str]:
    """Return a line with the labels of the metrics, and a line with the human labels."""
    metrics, people = [], []
    for name, (label, _) in labels.items():
        if name.startswith(HUMAN):
            people.append(f"{name.removeprefix(HUMAN)} {label}")
        else:
            metrics.append(f"{name} {label}")
    found = [", ".join(metrics)] if metrics else []
    return [*found, f"human labels: {', '.join(people)}"] if people else found


def tree(article: Article) -> dict[str, Any]:
    """Return the edges of one system as a tree: each sentence is a child of its anchor.

    A sentence without an edge is a root. Of several edges to a sentence, the first counts.
    """
    first: dict[int, Example] = {}
    for edge in article.edges:
        anchor, answer = edge.anchor, edge.answer_sentence
        if anchor is not None and answer is not None and anchor < answer:
            first.setdefault(answer, edge)
    nodes: dict[int, dict[str, Any]] = {
        number: {"sentence": number, "text": text, "question": None, "children": []}
        for number, text in enumerate(article.sentences, 1)
        if text
    }
    roots = []
    for number, node in nodes.items():
        hung = first.get(number)
        if hung is not None and hung.anchor in nodes:
            node["question"] = hung.question
            nodes[hung.anchor]["children"].append(node)
        else:
            roots.append(node)
    return {"article": article.id, "roots": roots}


def tree_lines(grown: Mapping[str, Any]) -> list[str]:
    """Return the tree for a terminal, each sentence indented below its anchor."""
    found = [f"article {grown['article']}"]
    queue = [(root, 0) for root in reversed(grown["roots"])]
    while queue:
        node, depth = queue.pop()
        indent = "   " * depth
        if node["question"]:
            found.append(f"{indent}? {node['question']}")
        found.append(f"{indent}{node['sentence']} {node['text']}")
        queue += [(child, depth + 1) for child in reversed(node["children"])]
    return found


def edges_by_answer(article: Article) -> dict[int, list[int]]:
    """Return the indices of the edges by answer sentence; 0 if it is not in the article."""
    found: dict[int, list[int]] = {}
    for at, edge in enumerate(article.edges):
        number = edge.answer_sentence or 0
        found.setdefault(number if number <= len(article.sentences) else 0, []).append(at)
    return found

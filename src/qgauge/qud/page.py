"""Render an article with its edges as text or as an HTML page; all input is escaped."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from qgauge.core import Example
from qgauge.qud.documents import BACKWARDS, Article

_STYLE = """
body { font: 16px/1.5 Georgia, serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem;
       color: #222; background: #fff; }
h1 { font-size: 1.4rem; }
.sentence { margin: .6rem 0 0; }
.number { color: #666; font-size: .8rem; margin-right: .4rem; }
.missing { color: #888; font-style: italic; }
.edge { margin: .3rem 0 .3rem 2rem; padding: .2rem .6rem; border-left: 3px solid #69c;
        font: 14px/1.4 system-ui, sans-serif; }
.edge.backwards { border-color: #c66; }
.edge a { color: #246; }
.question { font-weight: 600; }
.label { display: inline-block; margin: 0 .3rem .2rem 0; padding: 0 .4rem; border-radius: .6rem;
         background: #eee; font-size: .8rem; }
.label.worst { background: #f6cccc; } .label.middle { background: #fbe8bd; }
.label.best { background: #d3ecd0; }
.why { color: #555; font-size: .8rem; }
@media (prefers-color-scheme: dark) {
  body { color: #ddd; background: #1b1b1b; } .edge a { color: #9cf; }
  .label { color: #222; } .why, .number { color: #aaa; }
}
"""
_CONTROL = re.compile("[\0-\x08\x0b-\x1f\x7f-\x9f\ufffe\uffff]")
"""Control characters that are not allowed in HTML."""
_POLICY = "default-src 'none'; style-src 'unsafe-inline'"
"""Content security policy: even if escaping failed, a browser would run and load nothing."""

Labels = Mapping[str, tuple[str, str]]
"""By criterion the label, and its grade: worst, middle, best or empty."""


HUMAN = "people's "
"""Prefix of the human labels among `Labels`."""


def page(article: Article, labels: Sequence[Labels], notes: Sequence[Sequence[str]]) -> str:
    """Return an HTML page without scripts; `labels` and `notes` are parallel to the edges."""
    title = f"Questions under discussion: {article.id}"
    by_answer = _by_answer(article)
    body = []
    for number, sentence in enumerate(article.sentences, 1):
        text = _shown(sentence) if sentence else '<span class="missing">missing</span>'
        body.append(
            f'<p class="sentence" id="s{number}"><span class="number">{number}</span>{text}</p>'
        )
        body += [
            _edge_html(article.edges[at], labels[at], notes[at]) for at in by_answer.get(number, ())
        ]
    body += [_edge_html(article.edges[at], labels[at], notes[at]) for at in by_answer.get(0, ())]
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'
        f'<meta name="viewport" content="width=device-width">\n'
        f"<title>{_escaped(title)}</title>\n<style>{_STYLE}</style></head>\n"
        f"<body>\n<h1>{_shown(title)}</h1>\n" + "\n".join(body) + "\n</body></html>\n"
    )


def _edge_html(edge: Example, labels: Labels, notes: Sequence[str]) -> str:
    anchor = "?" if edge.anchor is None else f'<a href="#s{edge.anchor}">{edge.anchor}</a>'
    answer = "?" if edge.answer_sentence is None else str(edge.answer_sentence)
    system = f" · {_shown(edge.system)}" if edge.system else ""
    chips = "".join(
        f'<span class="label {_escaped(grade)}">{_shown(_title(name))}: {_shown(label)}</span>'
        for name, (label, grade) in labels.items()
    )
    why = "".join(f'<div class="why">{_shown(note)}</div>' for note in notes)
    kind = "edge backwards" if BACKWARDS in edge.meta.get("flags", ()) else "edge"
    return (
        f'<div class="{kind}">{anchor} → {answer}{system}: '
        f'<span class="question">{_shown(edge.question)}</span><div>{chips}</div>{why}</div>'
    )


def _title(name: str) -> str:
    return f"human {name.removeprefix(HUMAN)}" if name.startswith(HUMAN) else name


def _shown(text: str) -> str:
    """Escape a text, and isolate bidirectional control characters in it."""
    return f"<bdi>{_escaped(text)}</bdi>"


def _escaped(text: str) -> str:
    return escape(_CONTROL.sub("\N{REPLACEMENT CHARACTER}", text))


def lines(article: Article, labels: Sequence[Labels], notes: Sequence[Sequence[str]]) -> list[str]:
    """Return the article for a terminal: each sentence, followed by the questions it answers."""
    by_answer = _by_answer(article)
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


def _by_answer(article: Article) -> dict[int, list[int]]:
    """Return the indices of the edges by answer sentence; 0 if it is not in the article."""
    found: dict[int, list[int]] = {}
    for at, edge in enumerate(article.edges):
        number = edge.answer_sentence or 0
        found.setdefault(number if number <= len(article.sentences) else 0, []).append(at)
    return found

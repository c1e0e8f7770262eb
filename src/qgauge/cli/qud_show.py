"""`qgauge qud show`: an article with its questions, as text or as an HTML page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from rich.text import Text

from qgauge.cli import options
from qgauge.cli.html_page import made_by, page_file
from qgauge.cli.left_out import tell
from qgauge.cli.options import flag, option
from qgauge.cli.qud_options import Articles, Files
from qgauge.cli.terminal import clean, console, print_json
from qgauge.core import BadInput, Example


def show(
    files: Files = None,
    article: Annotated[
        str | None, option("The article to show (default: the first).", "ID")
    ] = None,
    system: Annotated[str | None, option("Show only questions of this system.", "SYSTEM")] = None,
    articles: Articles = None,
    html: Annotated[
        str | None, option("Write an HTML page instead; - for stdout.", "FILE", "--html")
    ] = None,
    tree: Annotated[
        bool, flag("Show the sentences as a tree, each under its anchor.", "--tree")
    ] = False,
    columns: options.Columns = None,
    keep_going: options.KeepGoing = False,
    refused: options.RefusedFile = None,
    json: Annotated[bool, flag("Print JSON instead of text.", "--json")] = False,
) -> None:
    """Show an article, the questions between its sentences, and their labels.

    Labels come from `qud eval -o`, or from human ratings in the input.
    """
    from qgauge.qud.documents import Article
    from qgauge.qud.documents import articles as by_article
    from qgauge.qud.edge_files import EdgeFiles
    from qgauge.qud.text_views import lines, tree_lines
    from qgauge.qud.text_views import tree as grown

    if html is not None and (tree or json):
        raise BadInput("--html cannot be combined with --tree or --json.")
    reading = EdgeFiles(
        files,
        columns=options.column_map(columns, ("edges",)),
        articles=articles,
        keep_going=keep_going,
        refused_file=refused,
        output=html,
        output_is_rows=False,
    )
    with reading:
        found = by_article(reading.edges())
    if article is None:
        chosen = found[0]
    else:
        named = [one for one in found if one.id == article]
        if not named:
            known = ", ".join(one.id for one in found[:8])
            raise BadInput(
                f"there is no article '{article}'; the first ones are: {known}", file=reading.names
            )
        chosen = named[0]
    if system is not None:
        kept = tuple(one for one in chosen.edges if one.system == system)
        if not kept:
            there = ", ".join(dict.fromkeys(one.system for one in chosen.edges))
            raise BadInput(
                f"article '{chosen.id}' has no questions of system '{system}'; it has: {there}"
            )
        chosen = Article(chosen.id, chosen.sentences, kept)
    labels = [_labels(one) for one in chosen.edges]
    notes = [_notes(one) for one in chosen.edges]
    if html is not None:
        from qgauge.report.qud_page import article_page

        with page_file(html) as page:
            page.write(article_page(chosen, labels, notes, made_by(reading.files)))
    elif json:
        print_json(grown(chosen) if tree else _as_json(chosen, labels))
    else:
        out_console = console()
        for line in tree_lines(grown(chosen)) if tree else lines(chosen, labels, notes):
            out_console.print(Text(clean(line)), soft_wrap=True)
    tell(reading.left_out)


def _labels(example: Example) -> dict[str, tuple[str, str]]:
    """Return the labels of an edge by criterion or metric, each with its grade."""
    from qgauge.qud.criteria.criterion import COMPATIBILITY, GIVENNESS, LANGUAGE, RELEVANCE
    from qgauge.qud.text_views import HUMAN

    grade = {
        label: ("worst", "middle", "best")[at if at < len(scale) - 1 else 2]
        for scale in (LANGUAGE, COMPATIBILITY, GIVENNESS, RELEVANCE)
        for at, label in enumerate(scale)
    }
    said: dict[str, Any] = {
        name: score.get("value") or score.get("unscored")
        for name, score in _scores(example).items()
        if isinstance(score, dict)
    }
    for name, ratings in example.ratings.items():
        said[f"{HUMAN}{name}"] = "/".join(str(one) for one in ratings if one is not None)
    return {name: (str(value), grade.get(str(value), "")) for name, value in said.items() if value}


def _notes(example: Example) -> list[str]:
    """Return the evidence for the labels, in words."""
    from qgauge.qud.criteria.criterion import in_words, titled

    found = []
    for name, score in _scores(example).items():
        evidence = score.get("evidence") if isinstance(score, dict) else None
        if isinstance(evidence, dict):
            words = [
                f"{titled(key)}: {in_words(value)}" for key, value in evidence.items() if value
            ]
            found += [f"{name}, {one}" for one in words]
    flags = example.meta.get("flags")
    if isinstance(flags, list) and flags:
        found.append(f"flags: {', '.join(map(str, flags))}")
    return found


def _scores(example: Example) -> Mapping[str, Any]:
    scores = example.meta.get("scores")
    return scores if isinstance(scores, dict) else {}


def _as_json(article: Any, labels: list[dict[str, tuple[str, str]]]) -> dict[str, Any]:
    return {
        "article": article.id,
        "sentences": list(article.sentences),
        "edges": [
            {
                "id": edge.id,
                "system": edge.system,
                "question": edge.question,
                "anchor": edge.anchor,
                "answer_sentence": edge.answer_sentence,
                "flags": edge.meta.get("flags", []),
                "labels": {name: label for name, (label, _) in of.items()},
            }
            for edge, of in zip(article.edges, labels, strict=True)
        ],
    }

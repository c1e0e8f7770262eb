"""Markdown as plain prose: without headings, code, tables, links and emphasis."""

from __future__ import annotations

import re
from html import unescape

_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")
_HEADING = re.compile(r" {0,3}#{1,6}(?:\s|$)")
_UNDERLINE = re.compile(r" {0,3}(?:=+|-{2,})\s*$")
_RULE = re.compile(r" {0,3}(?:(?:\* *){3,}|(?:- *){3,}|(?:_ *){3,})$")
_ITEM = re.compile(r"\s*(?:[-*+]|\d{1,9}[.)])\s+(?:\[[ xX]\]\s+)?")
_QUOTE = re.compile(r"(?: {0,3}> ?)+")
_DEFINITION = re.compile(r" {0,3}\[[^\]]{1,200}\]:\s?")
_TABLE_RULE = re.compile(r"\s*\|?[\s:|-]*-[\s:|-]*$")
_LINK = re.compile(
    r"(!?)\[([^\[\]]{0,1000})\]"
    r"(?:\([^()\s]{0,2000}(?:\([^()\s]{0,500}\)[^()\s]{0,500})?(?:\s+[\"'][^\"']{0,500}[\"'])?\)"
    r"|\[[^\[\]]{0,200}\])"
)
_NOTE = re.compile(r"\[\^[^\[\]\s]{1,100}\]")
_TAG = re.compile(r"<(?:/?[A-Za-z][^<>]{0,500}|https?:[^<>\s]{0,1000})>")
_MARKS = re.compile(
    r"\\([!-/:-@\[-`{-~])"  # an escaped mark stays
    r"|`+|~~|\*+(?=\S)|(?<=\S)\*+|(?<![A-Za-z0-9])_+(?=\S)|(?<=\S)_+(?![A-Za-z0-9])"
)


def prose_of(markdown: str) -> str:
    """Return the prose of a Markdown text, in paragraphs separated by empty lines.

    Headings, code blocks, tables, images, comments and footnotes are left out. Every item of a
    list becomes a paragraph.

    Args:
        markdown: The text.

    Returns:
        The prose.

    Examples:
        >>> from qgauge.generation.markdown import prose_of
        >>> prose_of("# Ferries\\n\\nThe *old* ferry [sank](http://a.b) in `1901`.")
        'The old ferry sank in 1901.'
    """
    paragraphs: list[list[str]] = [[]]
    lines = _without_comments(markdown).expandtabs(4).splitlines()
    fence, in_table, in_list = "", False, False
    for line in lines[_front_matter(lines) :]:
        if fence:
            fence = "" if line.strip().startswith(fence) else fence
            continue
        quoted = _QUOTE.match(line)
        line = line[quoted.end() :] if quoted else line
        if not line.strip():
            in_table = False
            paragraphs.append([])
            continue
        if found := _FENCE.match(line):
            fence = found[1]
            paragraphs.append([])
        elif _HEADING.match(line) or _RULE.match(line) or _DEFINITION.match(line):
            if _UNDERLINE.match(line) and len(paragraphs[-1]) == 1:
                paragraphs[-1].clear()  # the line above is a heading
            paragraphs.append([])
            in_list = False
        elif _UNDERLINE.match(line) and paragraphs[-1]:
            if len(paragraphs[-1]) == 1:
                paragraphs[-1].clear()
            paragraphs.append([])
        elif in_table or line.lstrip().startswith("|"):
            in_table = True
        elif "|" in line and _TABLE_RULE.match(line):
            if paragraphs[-1]:
                paragraphs[-1].pop()  # the head of the table
            in_table = True
        elif found := _ITEM.match(line):
            paragraphs.append([line[found.end() :]])
            in_list = True
        elif line.startswith("    ") and not paragraphs[-1] and not in_list:
            continue  # indented code
        else:
            in_list = in_list and line.startswith(" ")
            paragraphs[-1].append(line.strip())
    found_texts = (_plain(" ".join(one)) for one in paragraphs)
    return "\n\n".join(filter(None, found_texts))


def _plain(text: str) -> str:
    """Return one paragraph without links, tags and marks of emphasis."""
    text = _LINK.sub(lambda found: "" if found[1] else found[2], _NOTE.sub("", text))
    text = _TAG.sub("", text)
    text = _MARKS.sub(lambda found: found[1] or "", text)
    return " ".join(unescape(text).split())


def _without_comments(text: str) -> str:
    """Remove HTML comments; one that never ends is left alone."""
    parts = []
    done = 0
    while (start := text.find("<!--", done)) >= 0:
        end = text.find("-->", start + 4)
        if end < 0:
            break
        parts.append(text[done:start])
        done = end + 3
    return "".join([*parts, text[done:]])


def _front_matter(lines: list[str]) -> int:
    """Return the number of lines of the YAML block at the top."""
    if not lines or lines[0].rstrip() != "---":
        return 0
    for at, line in enumerate(lines[1:200], 1):
        if line.rstrip() in ("---", "..."):
            return at + 1
    return 0

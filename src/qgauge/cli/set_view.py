"""Output of `qgauge set`: a short table, then the findings with their evidence."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.text import Text

from qgauge.cli.terminal import clean, print_rows
from qgauge.core.clipping import clip, one_line
from qgauge.data import example_row

if TYPE_CHECKING:
    from qgauge.sets import Covered, JudgedQuestion, Leak, Pair, QuestionSet

_LONGEST = 100
"""Length to which texts are clipped in a finding; output rows have the full text."""


def row(found: QuestionSet, place: int) -> dict[str, Any]:
    """Return a question as an output row: the input fields, and the findings under `set`."""
    one = found.questions[place]
    made = example_row(one.question.example)
    if "set" in made:
        made["input_set"] = made.pop("set")
    return made | {"set": _found(found, one, place)}


def _found(found: QuestionSet, one: JudgedQuestion, place: int) -> dict[str, Any]:
    def id_of(at: int) -> str:
        return found.questions[at].question.example.id

    own = one.own_leak
    return {
        "kind": one.kind,
        "class": one.question.label,
        "sentence": one.sentence,
        "answer_not_looked_up": one.question.not_looked_up or None,
        "duplicates": [
            _pair(pair, id_of(pair.second if pair.first == place else pair.first))
            for pair in one.duplicates
        ],
        "gives_away_itself": own is not None,
        "gives_away": [
            _leak(leak, id_of(leak.target)) for leak in one.gives_away if leak is not own
        ],
        "given_away_by": [_leak(leak, id_of(leak.source)) for leak in one.given_away_by],
        "generic": one.generic,
        "copied": None if one.copy is None else {"share": one.copy.share, "run": one.copy.run},
    }


def _pair(pair: Pair, other: str) -> dict[str, Any]:
    return {
        "id": other,
        "words": pair.words,
        "qsts": pair.qsts,
        "answers": pair.answers,
        "same_text": pair.same_text,
    }


def _leak(leak: Leak, other: str) -> dict[str, Any]:
    return {"id": other, "said": leak.said, "shared": leak.shared}


def as_json(found: Mapping[str, QuestionSet], kept: Mapping[str, Sequence[int]]) -> dict[str, Any]:
    return {"systems": {name: _set(one, kept.get(name)) for name, one in found.items()}}


def _set(one: QuestionSet, kept: Sequence[int] | None) -> dict[str, Any]:
    ids = [each.question.example.id for each in one.questions]
    summary: dict[str, Any] = {
        "questions": len(one.questions),
        "documents": len(one.documents),
        "duplicates": [[ids[at] for at in group] for group in one.groups],
        "gives_away_itself": [ids[at] for at in _where(one, lambda each: each.own_leak)],
        "gives_away": [
            {
                "id": ids[leak.source],
                "of": ids[leak.target],
                "said": leak.said,
                "shared": leak.shared,
            }
            for leak in one.leaks
            if leak.source != leak.target
        ],
        "generic": [ids[at] for at in _where(one, lambda each: each.generic)],
        "copied": [ids[at] for at in _where(one, lambda each: each.copy)],
        "uncovered": [_uncovered(covered, ids) for covered in one.documents],
        "kinds": {"counts": dict(one.kinds.counts), "effective": one.kinds.effective},
        "places": {
            "counts": dict(one.places.counts),
            "expected": dict(one.places.expected or {}),
            "p": one.places.p,
        },
        "answers_not_looked_up": dict(one.not_looked_up),
        "not_compared": dict(one.unscored),
        "rows": [{"id": ids[at], **_found(one, each, at)} for at, each in enumerate(one.questions)],
    }
    if kept is not None:
        summary["kept"] = [ids[at] for at in kept]
    return summary


def _where(one: QuestionSet, is_so: Any) -> list[int]:
    return [at for at, each in enumerate(one.questions) if is_so(each)]


def _uncovered(covered: Covered, ids: Sequence[str]) -> dict[str, Any]:
    document = covered.document
    return {
        "document": document.text[:_LONGEST],
        "questions": [ids[at] for at in covered.questions],
        "sentences": [
            {"number": number, "text": document.sentences[number - 1]}
            for number in covered.open_sentences
        ],
        "concepts": [
            {"text": concept.text, "mentions": concept.mentions}
            for concept in covered.open_concepts
        ],
        "of_sentences": covered.contentful,
        "of_concepts": len(document.concepts),
    }


# -------------------------------------------------------------------- tables


def print_sets(
    out: Console,
    found: Mapping[str, QuestionSet],
    kept: Mapping[str, Sequence[int]],
    wanted: int | None,
    show: int,
    signature: str,
) -> None:
    names = [name or "(no name)" for name in found]
    heads = names if len(names) > 1 else ["count"]
    columns = ["", *heads]
    measures = [_measures(one) for one in found.values()]
    named = dict.fromkeys(name for each in measures for name in each)
    rows = [(name, *(each.get(name, "0") for each in measures)) for name in named]
    print_rows(out, columns, rows, right=heads)
    for name, one in found.items():
        findings = [*_findings(one)]
        if len(found) > 1:
            out.print()
            out.print(Text(clean(name or "(no name)"), style="bold"))
        for title, lines in findings:
            if not lines or not show:
                continue
            out.print()
            out.print(Text(f"{title}: {len(lines)}"))
            for line in lines[:show]:
                out.print(Text("\n".join(f"  {clean(each)}" for each in line)), soft_wrap=True)
            if len(lines) > show:
                out.print(
                    Text(f"  … and {len(lines) - show} more; see them with --show N, -o or --json")
                )
    if wanted is not None:
        out.print()
        for name, places in kept.items():
            out.print(Text(clean(_kept_line(found[name], name, places, wanted))), soft_wrap=True)
    out.print()
    out.print(Text(f"signature {signature}"), soft_wrap=True)


def _kept_line(one: QuestionSet, name: str, places: Sequence[int], wanted: int) -> str:
    of = f" of {name}" if name else ""
    line = f"selected{of}: {len(places)} of {len(one.questions)} questions"
    if len(places) < wanted:
        line += f"; fewer than {wanted} are free of duplicates and leaks"
    flawed = sum(one.questions[at].flawed for at in places)
    if flawed:
        line += f"; {flawed} of them are flawed, because there are not enough others"
    return line


def _measures(one: QuestionSet) -> dict[str, str]:
    sentences = sum(covered.contentful for covered in one.documents)
    concepts = sum(len(covered.document.concepts) for covered in one.documents)
    open_sentences = sum(len(covered.open_sentences) for covered in one.documents)
    open_concepts = sum(len(covered.open_concepts) for covered in one.documents)
    others = {leak.source for leak in one.leaks if leak.source != leak.target}
    surplus = sum(len(group) - 1 for group in one.groups)
    kinds = one.kinds
    most = max(kinds.counts, key=lambda kind: kinds.counts[kind])
    found = {
        "questions": str(len(one.questions)),
        "documents": str(len(one.documents)),
        "duplicates": str(surplus),
        "give away their own answer": str(len(_where(one, lambda each: each.own_leak))),
        "give away the answer to another": str(len(others)),
        "generic": str(len(_where(one, lambda each: each.generic))),
        "copied from the text": str(len(_where(one, lambda each: each.copy))),
        "uncovered sentences": f"{open_sentences} of {sentences}",
        "uncovered concepts": f"{open_concepts} of {concepts}",
        "most frequent type": f"{most} {100 * kinds.counts[most] / len(one.questions):.0f} %",
        "effective number of types": f"{kinds.effective or 0:.1f} of {len(kinds.counts)}",
        "answers at beginning, middle, end": " ".join(map(str, one.places.counts.values())),
    }
    if one.places.expected:
        expected = " ".join(f"{value:.0f}" for value in one.places.expected.values())
        p = "" if one.places.p is None else f" (p {one.places.p:.3f})"
        found["  expected"] = f"{expected}{p}"
    for why, count in one.not_looked_up.items():
        found[f"answers not looked up ({why})"] = str(count)
    if one.unscored:
        found["pairs without QSTS"] = str(sum(one.unscored.values()))
    return found


Lines = list[list[str]]


def _findings(one: QuestionSet) -> Iterator[tuple[str, Lines]]:
    """Yield each kind of finding with its findings, each as a list of lines."""
    yield "groups of duplicates", [_group(one, group) for group in one.groups]
    own = [leak for leak in one.leaks if leak.source == leak.target]
    yield (
        "give away their own answer",
        [[f"{_shown(one, leak.target)} | {_answer(one, leak.target)}"] for leak in own],
    )
    others = [leak for leak in one.leaks if leak.source != leak.target]
    yield (
        "give away the answer to another",
        [
            [
                _shown(one, leak.source),
                f"  answers {_shown(one, leak.target)} | {_answer(one, leak.target)}"
                f" (shared words {leak.shared:.2f})",
            ]
            for leak in others
        ],
    )
    yield "generic", [[_shown(one, at)] for at in _where(one, lambda each: each.generic)]
    copies = [(at, each.copy) for at, each in enumerate(one.questions) if each.copy]
    yield (
        "copied from the text",
        [[_shown(one, at), f"  {copy.share:.2f}: {_cut(copy.run)}"] for at, copy in copies],
    )
    yield "documents with uncovered sentences", _open(one, sentences=True)
    yield "documents with uncovered concepts", _open(one, sentences=False)


def _open(one: QuestionSet, *, sentences: bool) -> Lines:
    lines = []
    for covered in one.documents:
        document = covered.document
        if sentences:
            parts = [
                f"  {number}. {_cut(document.sentences[number - 1])}"
                for number in covered.open_sentences
            ]
        else:
            named = [
                concept.text + (f" ({concept.mentions} times)" if concept.mentions else "")
                for concept in covered.open_concepts
            ]
            parts = [f"  {', '.join(named)}"] if named else []
        if parts:
            lines.append([f"[{_cut(document.text, 60)}]", *parts])
    return lines


def _group(one: QuestionSet, group: Sequence[int]) -> list[str]:
    lines = [_shown(one, at) for at in group]
    for pair in one.pairs_of(group):
        first = one.questions[pair.first].question.example.id
        second = one.questions[pair.second].question.example.id
        scores = f"words {pair.words:.2f}, QSTS {pair.qsts or 0:.2f}"
        why = "the same text" if pair.same_text else scores
        answers = {"same": ", the same answer", "different": ", different answers"}
        lines.append(f"  {first} and {second}: {why}{answers.get(pair.answers, '')}")
    return lines


def _shown(one: QuestionSet, at: int) -> str:
    example = one.questions[at].question.example
    return f"{example.id}: {_cut(example.question)}"


def _answer(one: QuestionSet, at: int) -> str:
    return _cut(one.questions[at].question.example.answer or "")


def _cut(text: str, most: int = _LONGEST) -> str:
    return clip(one_line(text), most)

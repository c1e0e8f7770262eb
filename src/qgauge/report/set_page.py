"""A set of questions as a whole: duplicates, leaks, coverage of the text, balance, the choice."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from qgauge.core.clipping import clip, one_line
from qgauge.report.blocks import (
    Block,
    Card,
    Cards,
    Cell,
    Column,
    Page,
    Piece,
    Prose,
    Section,
    Table,
    Value,
)
from qgauge.report.drawing import Scale, bar
from qgauge.report.provenance import made_section
from qgauge.report.wording import counted, decimal, listed, p_text, share
from qgauge.sets import Covered, JudgedQuestion, QuestionSet

MOST_FINDINGS = 50
"""Findings of each kind and system on a page."""
MOST_DOCUMENTS = 20
"""Documents of a system whose text is shown."""
LONGEST = 300
"""Characters of a text in a table."""
FAULTS = (
    ("duplicates", "repeats another", "repeat another"),
    ("own", "gives away its own answer", "give away their own answer"),
    ("others", "gives away the answer to another", "give away the answer to another"),
    ("generic", "is generic", "are generic"),
    ("copied", "is copied from the text", "are copied from the text"),
)
"""The faults of questions, in the words for one and for several."""
KINDS = {
    "ABBR": "abbreviation",
    "DESC": "description or reason",
    "ENTY": "thing",
    "HUM": "person or group",
    "LOC": "place",
    "NUM": "number or date",
}


def set_page(
    found: Mapping[str, QuestionSet],
    kept: Mapping[str, Sequence[int]],
    wanted: int | None = None,
    made: Iterable[tuple[str, str]] = (),
) -> Page:
    """Return the page of `qgauge set`.

    Args:
        found: The judged set of each system.
        kept: The chosen questions of each system, by index; empty if none were wanted.
        wanted: How many questions of each system were to be chosen.
        made: Names with texts for the section "How it was made".

    Returns:
        The page.
    """
    sections = [Section("Overview", [_overview(found)])]
    for system, one in found.items():
        of = f" of {_name(system)}" if len(found) > 1 else ""
        blocks = [*_findings(one)]
        if blocks:
            sections.append(Section(f"Questions to look at{of}", blocks))
        sections.append(Section(f"Coverage of the text{of}", [*_coverage(one)]))
        sections.append(Section(f"Balance{of}", [*_balance(one)]))
        if system in kept:
            sections.append(Section(f"The selection{of}", [*_selection(one, kept[system], wanted)]))
    sections.append(made_section(made))
    return Page("A set of questions", set_sentences(found, kept, wanted), sections)


def _name(system: str) -> str:
    return system or "(no name)"


def _heading(system: str, found: Mapping[str, QuestionSet]) -> str:
    """Return the heading of a column of counts."""
    return _name(system) if system or len(found) > 1 else "how many"


# ------------------------------------------------------------------ sentences


def set_sentences(
    found: Mapping[str, QuestionSet], kept: Mapping[str, Sequence[int]], wanted: int | None
) -> list[str]:
    """Return what is wrong with each set, and what it leaves out, in a few sentences."""
    said = []
    for system, one in found.items():
        who = f"{_name(system)}: " if len(found) > 1 or system else ""
        text = f"{who}{counted(len(one.questions), 'question')} about "
        text += f"{counted(len(one.documents), 'document')}. {_faults_told(one)} {_gaps_told(one)}"
        if system in kept:
            text += f" {_kept_told(one, kept[system], wanted)}"
        said.append(text)
    return said


def _faults(one: QuestionSet) -> dict[str, int]:
    return {
        "duplicates": sum(len(group) - 1 for group in one.groups),
        "own": len(_where(one, lambda each: each.own_leak is not None)),
        "others": len({leak.source for leak in one.leaks if leak.source != leak.target}),
        "generic": len(_where(one, lambda each: each.generic)),
        "copied": len(_where(one, lambda each: each.copy is not None)),
    }


def _where(one: QuestionSet, is_so: Callable[[JudgedQuestion], bool]) -> list[int]:
    return [at for at, each in enumerate(one.questions) if is_so(each)]


def _faults_told(one: QuestionSet) -> str:
    counts = _faults(one)
    told = [
        f"{counts[key]:,} {one_does if counts[key] == 1 else several_do}"
        for key, one_does, several_do in FAULTS
        if counts[key]
    ]
    if not told:
        return "None of them repeats another, gives an answer away, is generic or is copied."
    return f"Of these, {listed(told)}."


def _gaps_told(one: QuestionSet) -> str:
    open_sentences, sentences = _sentences(one)
    open_concepts, concepts = _concepts(one)
    if not sentences:
        return "There is no text to cover."
    told = f"Nobody asks about {open_sentences:,} of {counted(sentences, 'sentence')}"
    if concepts:
        told += f" and {open_concepts:,} of {counted(concepts, 'key concept')}"
    return f"{told}."


def _sentences(one: QuestionSet) -> tuple[int, int]:
    return (
        sum(len(covered.open_sentences) for covered in one.documents),
        sum(covered.contentful for covered in one.documents),
    )


def _concepts(one: QuestionSet) -> tuple[int, int]:
    return (
        sum(len(covered.open_concepts) for covered in one.documents),
        sum(len(covered.document.concepts) for covered in one.documents),
    )


def _kept_told(one: QuestionSet, places: Sequence[int], wanted: int | None) -> str:
    told = f"{len(places):,} of them {'is' if len(places) == 1 else 'are'} selected"
    if wanted is not None and len(places) < wanted:
        told += f"; fewer than {wanted:,} are free of duplicates and leaks"
    flawed = sum(one.questions[at].flawed for at in places)
    if flawed:
        told += f"; {flawed:,} of the selected ones are flawed, because there are not enough others"
    return f"{told}."


# ------------------------------------------------------------------ overview


def _overview(found: Mapping[str, QuestionSet]) -> Table:
    columns = [Column("questions that …")]
    columns += [Column(_heading(system, found), numeric=True) for system in found]
    rows: list[list[Cell]] = []
    faults = {system: _faults(one) for system, one in found.items()}
    for key, _, words in FAULTS:
        cells = [
            _part(faults[system][key], len(one.questions), f"{_name(system)}, {words}")
            for system, one in found.items()
        ]
        rows.append([words, *cells])
    for words, gaps in (
        ("sentences without a question", _sentences),
        ("key concepts without a question", _concepts),
    ):
        cells = [_part(*gaps(one), f"{_name(system)}, {words}") for system, one in found.items()]
        rows.append([words, *cells])
    effective = {system: one.kinds.effective or 0.0 for system, one in found.items()}
    rows.append(
        [
            "effective number of question types",
            *(
                Value(f"{effective[system]:.1f} of {len(one.kinds.counts)}", effective[system])
                for system, one in found.items()
            ),
        ]
    )
    return Table(
        "Faults and gaps",
        columns,
        rows,
        [
            "Bars show shares, from none to all: short bars are good. The effective number of "
            "question types is highest if all types are equally frequent."
        ],
    )


def _part(part: int, whole: int, what: str) -> Cell:
    if not whole:
        return "-"
    text = f"{part:,} of {whole:,} ({share(part, whole)})"
    return Value(
        text, part / whole, drawing=bar(part / whole, Scale(0, 1), "four", f"{what}: {text}")
    )


# ------------------------------------------------------------------ findings


def _findings(one: QuestionSet) -> Iterator[Block]:
    groups = [_group(one, group) for group in one.groups]
    yield from _table("Groups of duplicates", ("questions", "why"), groups)
    own = [leak.target for leak in one.leaks if leak.source == leak.target]
    yield from _table(
        "Questions that give away their own answer",
        ("question", "answer"),
        [[_shown(one, at), _answer(one, at)] for at in own],
    )
    others = [leak for leak in one.leaks if leak.source != leak.target]
    yield from _table(
        "Questions that give away the answer to another",
        ("question", "gives away", "answer", "shared words"),
        [
            [
                _shown(one, leak.source),
                _shown(one, leak.target),
                _answer(one, leak.target),
                decimal(leak.shared),
            ]
            for leak in others
        ],
    )
    yield from _table(
        "Generic questions, which fit any text",
        ("question",),
        [[_shown(one, at)] for at in _where(one, lambda each: each.generic)],
    )
    yield from _table(
        "Questions copied from the text",
        ("question", "copied words", "share of the question"),
        [
            [_shown(one, at), _cut(each.copy.run), share(each.copy.share, 1)]
            for at, each in enumerate(one.questions)
            if each.copy is not None
        ],
    )


def _table(caption: str, columns: Sequence[str], rows: Sequence[list[Cell]]) -> Iterator[Table]:
    if not rows:
        return
    notes = []
    if len(rows) > MOST_FINDINGS:
        notes.append(
            f"{len(rows) - MOST_FINDINGS:,} more are left out; -o writes every question with its "
            "findings."
        )
    title = f"{caption}: {len(rows):,}"
    yield Table(title, [Column(name) for name in columns], rows[:MOST_FINDINGS], notes)


def _group(one: QuestionSet, group: Sequence[int]) -> list[Cell]:
    why = []
    for pair in one.pairs_of(group):
        ids = [one.questions[at].question.example.id for at in (pair.first, pair.second)]
        scores = f"words {decimal(pair.words)}, QSTS {decimal(pair.qsts or 0.0)}"
        alike = "the same text" if pair.same_text else scores
        answers = {"same": ", the same answer", "different": ", different answers"}
        why.append(f"{ids[0]} and {ids[1]}: {alike}{answers.get(pair.answers, '')}")
    return [" · ".join(_shown(one, at) for at in group), "; ".join(why)]


def _shown(one: QuestionSet, at: int) -> str:
    example = one.questions[at].question.example
    return f"{example.id}: {_cut(example.question)}"


def _answer(one: QuestionSet, at: int) -> str:
    return _cut(one.questions[at].question.example.answer or "")


def _cut(text: str, most: int = LONGEST) -> str:
    return clip(one_line(text), most)


# ------------------------------------------------------------------ coverage


def _coverage(one: QuestionSet) -> Iterator[Block]:
    gaps = [covered for covered in one.documents if covered.open_sentences or covered.open_concepts]
    gaps.sort(key=lambda covered: -len(covered.open_sentences))
    if not one.documents:
        yield Prose(["The questions come without a text."])
        return
    if not gaps:
        yield Prose(["Some question is about every sentence, and names every key concept."])
        return
    caption = "Texts with gaps; the marked sentences are those that no question is about"
    if len(gaps) > MOST_DOCUMENTS:
        caption += f" ({MOST_DOCUMENTS} of {len(gaps):,} texts, those with the most gaps)"
    yield Cards(caption, [_document(covered) for covered in gaps[:MOST_DOCUMENTS]])


def _document(covered: Covered) -> Card:
    open_sentences = covered.open_sentences
    facts = [
        ("questions", f"{len(covered.questions):,}"),
        ("open sentences", f"{len(open_sentences)} of {covered.contentful}"),
    ]
    if concepts := covered.open_concepts:
        named = [
            one.text + (f" ({one.mentions} times)" if one.mentions else "") for one in concepts
        ]
        facts.append(("open concepts", listed([_cut(name, 60) for name in named], 20)))
    return Card(_cut(covered.document.text, 80), facts=facts, passage=pieces(covered))


def pieces(covered: Covered) -> list[Piece]:
    """Return the text of a document, with marks on the sentences that no question is about."""
    text, at = covered.document.text, 0
    gaps = set(covered.open_sentences)
    found: list[Piece] = []
    for number, sentence in enumerate(covered.document.sentences, 1):
        start = text.find(sentence, at)
        if start < 0 or not sentence:
            continue  # missing sentences are not in the text
        if start > at:
            found.append(Piece(text[at:start]))
        found.append(Piece(sentence, "no question" if number in gaps else ""))
        at = start + len(sentence)
    return [*found, Piece(text[at:])] if at < len(text) else found


# ------------------------------------------------------------------ balance and choice


def _balance(one: QuestionSet) -> Iterator[Block]:
    size = len(one.questions)
    kinds = sorted(one.kinds.counts.items(), key=lambda pair: (-pair[1], pair[0]))
    rows: list[list[Cell]] = [
        [KINDS.get(kind, kind.lower()), _part(count, size, kind)] for kind, count in kinds
    ]
    yield Table("Types of questions", [Column("type"), Column("questions", numeric=True)], rows)
    places = one.places
    asked = sum(places.counts.values())
    if not asked:
        return
    rows = []
    for place, count in places.counts.items():
        expected = None if places.expected is None else places.expected.get(place)
        rows.append(
            [
                place,
                _part(count, asked, place),
                "-" if expected is None else Value(f"{expected:.1f}", expected),
            ]
        )
    notes = ["Expected: as many as the third has sentences."]
    if places.p is not None:
        chance = "may be chance" if places.p >= 0.05 else "is unlikely to be chance"
        notes.append(f"The difference {chance} ({p_text(places.p)}, chi-square test).")
    columns = [Column("third of the text")]
    columns += [Column(name, numeric=True) for name in ("questions", "expected")]
    yield Table("Where in the text the answers are", columns, rows, notes)


def _selection(one: QuestionSet, places: Sequence[int], wanted: int | None) -> Iterator[Block]:
    rows: list[list[Cell]] = [
        [_shown(one, at), _answer(one, at), one.questions[at].kind] for at in places[:MOST_FINDINGS]
    ]
    notes = [_kept_told(one, places, wanted)]
    if len(places) > MOST_FINDINGS:
        notes.append(f"The first {MOST_FINDINGS} are shown; -o writes them all.")
    columns = [Column("question"), Column("answer"), Column("type")]
    yield Table("Selected questions", columns, rows, notes)

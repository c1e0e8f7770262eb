"""Invariants of all engines of each role, embedded or not."""

from __future__ import annotations

import pickle
import random
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from math import isfinite
from pathlib import Path
from typing import Any

import pytest
from helpers import toy_models as toys
from helpers.fault_server import FaultServer
from helpers.hostile_texts import MAIN, PATTERNS

from qgauge.tools.cache import Cache
from qgauge.tools.registry import EMBEDDED, ROLES, open_tool
from qgauge.tools.roles import MOST_SURPRISE, QUESTION_KINDS, Place

NEEDS = {"hf": ("torch", "transformers"), "stanza": ("stanza",), "spacy": ("spacy",)}
INSTALL = "not installed; get it with: pip install '.[test-adapters]'"

TEXTS = [
    "Who built the tower?",
    "",
    "  \n",
    "Ada built it. Who was Ada?",
    "It was built by Ada",
    "Wer war 東京 🙂 teh the the?",
    "half a pair \ud83d here",
    "Who built it? " * 40,
    "?",
    "Ada’s café — très   bon\u0301 [SEP] [CLS]",
]
PAIRS = [(one, other) for one in TEXTS[:7] for other in TEXTS]
TRIPLES = [(*pair, answer) for pair in PAIRS for answer in ("Ada", "the tower", "", "?", "77")]
PLACES = [
    place
    for text in TEXTS
    if text
    for place in (
        Place(text, 0, len(text)),
        Place(text, len(text) // 2, len(text) // 2 + 1),
        Place(text, len(text) // 2, len(text), "", (0, max(1, len(text) // 2))),
    )
]
PLACES += [Place(TEXTS[3], 0, 3, kind) for kind in QUESTION_KINDS]
COUNT = 3
"""Questions for each place."""


def engines() -> list[tuple[str, str]]:
    """All but the judge, which needs a network and has separate tests."""
    tools = {role: about for role, about in ROLES.items() if role != "judge"}
    return [(role, engine) for role, about in tools.items() for engine in about.engines]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str, str], str]]:
    """Return how to write an engine; its toy model is built on first use."""
    folder = tmp_path_factory.mktemp("toys")
    known: dict[tuple[str, str], str] = {}
    with toys.languagetool() as server, FaultServer() as model_server:

        def ask(role: str, engine: str) -> str:
            name, _, what = engine.partition(":")
            for package in NEEDS.get(name, ()):
                if find_spec(package) is None:
                    pytest.skip(f"{package} is {INSTALL}")
            key = (role if name == "hf" else "", name)
            if key not in known:
                known[key] = make(role, name, what)
            return known[key]

        def make(role: str, name: str, what: str) -> str:
            if name == "hf":
                return f"hf:{toys.save_hf(role, folder / role)}"
            if name == "spacy":
                return f"spacy:{toys.save_spacy(folder / 'spacy')}"
            if name == "stanza":
                return f"stanza:en,dir={toys.save_stanza(folder / 'stanza')}"
            if name == "languagetool":
                return f"languagetool:{server}"
            if name == "server":
                store = folder / "answers.sqlite"
                return f"server:toy@{model_server.url},store={store},pause=0.01"
            if name == "vectors":
                file = folder / "vectors.txt"
                file.write_text("who 1 0 1\nbuilt 0 1 1\nada -1 0 1\n", encoding="utf-8")
                return f"vectors:{file}"
            assert not what, f"make a toy for the engine {name}"
            return name

        yield ask


@pytest.fixture(params=engines(), ids=lambda one: f"{one[0]}-{one[1].partition(':')[0]}")
def chosen(request: pytest.FixtureRequest, made: Callable[[str, str], str]) -> tuple[str, str]:
    role, engine = request.param
    return role, made(role, engine)


def inputs(role: str) -> list[Any]:
    if role in ("verifier", "rater"):
        return [(question, answer, passage) for question, passage, answer in TRIPLES[::3]]
    if role == "generator":
        return PLACES
    return PAIRS if role in ("reader", "entailer", "embedder", "comparer") else TEXTS


def use(tool: Any, role: str, given: list[Any]) -> list[Any]:
    more = {"encoder": [1], "generator": [COUNT]}.get(role, [])
    return [_plain(one) for one in getattr(tool, ROLES[role].verb)(given, *more)]


def _plain(said: Any) -> Any:
    """Convert arrays to lists, which can be compared with ==."""
    vectors = getattr(said, "vectors", None)
    return said if vectors is None else (said.pieces, said.signs, vectors.tolist())


@pytest.mark.slow
def test_results_do_not_depend_on_batch_and_order(chosen: tuple[str, str]) -> None:
    role, engine = chosen
    tool, given = open_tool(role, engine), inputs(role)
    together = use(tool, role, given)
    assert len(together) == len(given)
    assert use(tool, role, []) == []
    by_input = dict(zip(given, together, strict=True))
    for one in given[:12]:
        assert use(tool, role, [one]) == [by_input[one]]
    shuffled = given * 2
    random.Random(5).shuffle(shuffled)
    assert use(tool, role, shuffled) == [by_input[one] for one in shuffled]


def test_tools_pickle_by_name_and_can_be_cached(chosen: tuple[str, str], tmp_path: Path) -> None:
    role, engine = chosen
    tool, given = open_tool(role, engine), inputs(role)[:8]
    plain = use(tool, role, given)
    sent = pickle.dumps(tool)
    assert len(sent) < 1000  # its name, not its model
    assert use(pickle.loads(sent), role, given) == plain
    with Cache(tmp_path / "tools.sqlite") as cache:
        for _ in range(2):
            assert use(open_tool(role, engine, cache=cache), role, given) == plain


def test_identity_is_stable_and_fits_a_signature(chosen: tuple[str, str]) -> None:
    role, engine = chosen
    identity = open_tool(role, engine).identity
    assert identity == open_tool(role, engine).identity
    assert identity.startswith(engine.partition(":")[0])
    assert "|" not in identity and " " not in identity
    if model := engine.partition(":")[2]:
        assert str(Path(model).parent) not in identity  # no paths of the user


def test_results_are_valid(chosen: tuple[str, str]) -> None:
    role, engine = chosen
    given = inputs(role)
    for one, said in zip(given, use(open_tool(role, engine), role, given), strict=True):
        CHECKS[role](one, said)


def parser(text: str, parse: Any) -> None:
    words = parse.words
    assert [text[word.start : word.end] for word in words] == [word.text for word in words]
    assert [word.start for word in words] == sorted(word.start for word in words)
    assert bool(words) == bool(text.strip())
    for at, word in enumerate(words):
        passed = set()
        while at >= 0:  # every path up ends at a root of the same sentence
            assert at not in passed
            assert words[at].sentence == word.sentence
            passed.add(at)
            at = words[at].head
    for sentence in {word.sentence for word in words}:
        roots = [word for word in words if word.sentence == sentence and word.head < 0]
        assert [word.relation for word in roots] == ["root"]
    for entity in parse.entities:
        assert {word.entity for word in words[entity.first : entity.last]} == {entity.kind}


def classifier(text: str, label: Any) -> None:
    assert sum(label.probabilities.values()) == pytest.approx(1)
    assert label.probabilities[label.name] == max(label.probabilities.values())


def grammarian(text: str, grammar: Any) -> None:
    assert grammar.wellformed is None or 0 <= grammar.wellformed <= 1
    places = [(error.start, error.end) for error in grammar.errors]
    assert places == sorted(places)
    for error in grammar.errors:
        assert 0 <= error.start < error.end <= len(text)
        assert text[error.start : error.end].strip()
        assert error.kind and 0 < error.probability <= 1


def reader(pair: tuple[str, str], answer: Any) -> None:
    assert answer.text == pair[1][answer.start : answer.end]
    assert answer.text == answer.text.strip()
    assert answer.confidence >= 0 and answer.no_answer >= 0
    assert answer.confidence + answer.no_answer <= 1 + 1e-9
    if not pair[0].strip() or not pair[1].strip():
        assert (answer.text, answer.no_answer) == ("", 1)
    else:
        assert answer.text


def entailer(pair: tuple[str, str], found: Any) -> None:
    chances = (found.entailment, found.neutral, found.contradiction)
    assert sum(chances) == pytest.approx(1) and min(chances) >= 0
    assert 0 <= found.start <= found.end <= len(pair[0])
    if not pair[0].strip() or not pair[1].strip():
        assert found.neutral == 1


def verifier(triple: tuple[str, str, str], found: Any) -> None:
    assert 0 <= found.right <= 1
    assert 0 <= found.start <= found.end <= len(triple[2])
    assert (found.start < found.end) == all(text.strip() for text in triple)
    if not all(text.strip() for text in triple):
        assert found.right == 0


def rater(triple: tuple[str, str, str], chance: float) -> None:
    assert 0 <= chance <= 1
    if not all(text.strip() for text in triple):
        assert chance == 0


def embedder(pair: tuple[str, str], cosine: float | None) -> None:
    assert cosine is None or -1 - 1e-9 <= cosine <= 1 + 1e-9


def encoder(text: str, said: Any) -> None:
    pieces, signs, vectors = said
    assert len(pieces) == len(signs) == len(vectors)
    assert signs.count(True) == 2  # [SEP] in the text is not a special token
    assert all(isfinite(number) for vector in vectors for number in vector)


def comparer(pair: tuple[str, str], rating: float) -> None:
    assert isfinite(rating)


def generator(place: Place, found: Any) -> None:
    assert len(found) <= COUNT
    texts = [one.question for one in found]
    assert all(text and text == " ".join(text.split()) for text in texts)
    assert len({text.casefold() for text in texts}) == len(texts)
    scores = [one.score for one in found]
    assert all(isfinite(score) and score <= 0 for score in scores)
    assert scores == sorted(scores, reverse=True)


CHECKS: dict[str, Callable[[Any, Any], None]] = {
    "parser": parser,
    "classifier": classifier,
    "grammarian": grammarian,
    "reader": reader,
    "entailer": entailer,
    "verifier": verifier,
    "rater": rater,
    "embedder": embedder,
    "encoder": encoder,
    "comparer": comparer,
    "generator": generator,
}


# ------------------------------------------------------------------ readers that weigh answers

READERS = list(ROLES["reader"].engines)


@pytest.fixture(params=READERS, ids=lambda one: one.partition(":")[0])
def weigher(request: pytest.FixtureRequest, made: Callable[[str, str], str]) -> str:
    return made("reader", request.param)


def test_weighed_answers_do_not_depend_on_batch_and_order(weigher: str) -> None:
    tool = open_tool("reader", weigher)
    together = tool.weigh(TRIPLES)
    assert tool.weigh([]) == []
    assert [tool.weigh([one])[0] for one in TRIPLES[::29]] == together[::29]
    assert tool.weigh(TRIPLES[::-1]) == together[::-1]
    assert pickle.loads(pickle.dumps(tool)).weigh(TRIPLES[:20]) == together[:20]


def test_weighed_answers_are_valid(weigher: str, tmp_path: Path) -> None:
    tool = open_tool("reader", weigher)
    own = dict(zip(PAIRS, tool.answer(PAIRS), strict=True))
    with Cache(tmp_path / "tools.sqlite") as cache:
        kept = [open_tool("reader", weigher, cache=cache).weigh(TRIPLES) for _ in range(2)]
    weighed = tool.weigh(TRIPLES)
    assert kept == [weighed, weighed]
    for (question, passage, answer), found in zip(TRIPLES, weighed, strict=True):
        assert found.own == own[question, passage]
        assert 0 <= found.surprise <= MOST_SURPRISE
        there = question.strip() and answer.isalpha() and answer in passage
        if there:  # the span shares a word with the answer
            assert answer in passage[found.start : found.end]
            assert found.surprise < MOST_SURPRISE
        if answer in ("", "?", "77"):  # no words that count, or none in the passage
            assert (found.surprise, found.start, found.end) == (MOST_SURPRISE, 0, 0)


# ------------------------------------------------------------------ generators

GENERATORS = list(ROLES["generator"].engines)


@pytest.fixture(params=GENERATORS, ids=lambda one: one.partition(":")[0])
def asker(request: pytest.FixtureRequest, made: Callable[[str, str], str]) -> Any:
    return open_tool("generator", made("generator", request.param))


@pytest.mark.parametrize("seed", [0, 1, 2**40, -7])
def test_samples_depend_on_place_and_seed_alone(asker: Any, seed: int) -> None:
    places = PLACES[::4]
    together = asker.generate(places, COUNT, seed)
    assert asker.generate(places[::-1], COUNT, seed) == together[::-1]
    assert [asker.generate([one], COUNT, seed)[0] for one in places[:3]] == together[:3]
    assert pickle.loads(pickle.dumps(asker)).generate(places[:3], COUNT, seed) == together[:3]
    for place, found in zip(places, together, strict=True):
        generator(place, found)


def test_seeds_give_other_questions(asker: Any) -> None:
    place = Place("Ada built the tower. It was built by Ada.", 0, 3)
    found = [asker.generate([place], COUNT, seed)[0] for seed in (None, 1, 2, 3)]
    assert len({tuple(one.question for one in some) for some in found}) > 2


def test_the_count_is_a_maximum(asker: Any) -> None:
    place = Place("Ada built the tower. It was built by Ada.", 0, 3)
    for count in (0, 1, 2, 10):
        (found,) = asker.generate([place], count)
        assert len(found) <= count
    assert asker.generate([], COUNT) == []


@pytest.mark.parametrize("name", MAIN)
def test_generators_read_any_passage_of_any_length(asker: Any, name: str) -> None:
    text = PATTERNS[name](8_000)
    size = len(text)
    spans = [(0, 1), (size // 2, size // 2 + 3), (size - 2, size), (0, size)]
    places = [Place(text, *span) for span in spans]
    places.append(Place(text, size // 2, size - 1, "why", (size // 4, size // 2)))
    for place, found in zip(places, asker.generate(places, COUNT), strict=True):
        generator(place, found)


def test_every_role_is_checked() -> None:
    assert set(CHECKS) >= set(ROLES) - {"judge"}
    assert any(engine == EMBEDDED for _, engine in engines())

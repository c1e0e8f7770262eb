"""METEOR's word alignment and its score (Denkowski and Lavie 2014, METEOR Universal).

`match` finds the same alignment as METEOR 1.5 between a hypothesis and a reference, both tokenised
by `qgauge.text.meteor.normalize`. `Alignment.stats` returns its additive counts, and
`score_from_stats` computes the score from these counts or from their sums over a corpus.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import NamedTuple, Protocol

from qgauge.text.meteor import FUNCTION_WORDS
from qgauge.text.stem import stem

STAGES = ("exact", "stem", "synonym")
# METEOR 1.5 constants for English (task "rank"), and the weight of each stage.
ALPHA, BETA, GAMMA, DELTA = 0.85, 0.2, 0.6, 0.75
WEIGHTS = (1.0, 0.6, 0.8)
BEAM_SIZE = 40
# Above this many candidate pairs (one word 220 times on both sides, or some thousand words of
# prose), the search is greedy: beam search is quadratic in time and memory.
MAX_CANDIDATES = 50_000

# Counts of an alignment: lengths and function words of both sides; per stage, the matched content
# words (hypothesis, reference) and function words (hypothesis, reference); chunks; matches.
STATS_SIZE = 4 + 4 * len(STAGES) + 2


class Synonyms(Protocol):
    """A thesaurus: two words are synonyms if they share a synset."""

    def synsets(self, word: str) -> frozenset[int]:
        """Return the numbers of the synsets that contain a word."""


class Match(NamedTuple):
    """One aligned word pair: positions in hypothesis and reference, and the stage that matched."""

    hypothesis: int
    reference: int
    stage: str


@dataclass(frozen=True, slots=True)
class Alignment:
    """The aligned words in reference order; `greedy` if the texts were too long for beam search."""

    hypothesis: tuple[str, ...]
    reference: tuple[str, ...]
    matches: tuple[Match, ...]
    greedy: bool = False

    @property
    def chunks(self) -> int:
        """Number of chunks: runs of matches that are adjacent and in order on both sides."""
        chunks, expected = 0, (-1, -1)
        for i, j, _ in self.matches:
            chunks += (i, j) != expected
            expected = (i + 1, j + 1)
        return chunks

    def stats(self) -> tuple[float, ...]:
        """Return the additive counts, in the order described at `STATS_SIZE`."""
        hypothesis, reference, matches = self.hypothesis, self.reference, self.matches
        counts = [0.0] * STATS_SIZE
        counts[0], counts[1] = float(len(hypothesis)), float(len(reference))
        counts[2] = float(sum(word in FUNCTION_WORDS for word in hypothesis))
        counts[3] = float(sum(word in FUNCTION_WORDS for word in reference))
        for i, j, stage in matches:
            place = 4 + 4 * STAGES.index(stage)
            counts[place + 2 * (hypothesis[i] in FUNCTION_WORDS)] += 1.0
            counts[place + 1 + 2 * (reference[j] in FUNCTION_WORDS)] += 1.0
        # METEOR counts 0 chunks if both texts match completely, so that there is no penalty.
        chunks = self.chunks
        whole = chunks == 1 and len(matches) == len(hypothesis) == len(reference)
        counts[-2], counts[-1] = 0.0 if whole else float(chunks), float(len(matches))
        return tuple(counts)


def score_from_stats(stats: Sequence[float]) -> dict[str, float]:
    """Compute METEOR and its components from the counts of a sentence or their corpus sums."""
    content, function = DELTA, 1.0 - DELTA
    matched = [0.0, 0.0]
    for stage, weight in enumerate(WEIGHTS):
        for side in (0, 1):
            place = 4 + 4 * stage + side
            matched[side] += weight * (content * stats[place] + function * stats[place + 2])
    weighed = [content * (stats[s] - stats[s + 2]) + function * stats[s + 2] for s in (0, 1)]
    precision, recall = (m / n if n else 0.0 for m, n in zip(matched, weighed, strict=True))
    mixed = ALPHA * precision + (1.0 - ALPHA) * recall
    fmean = precision * recall / mixed if mixed else 0.0
    chunks, matches = stats[-2], stats[-1]
    penalty = GAMMA * (chunks / matches) ** BETA if matches else 0.0
    return {
        "score": fmean * (1.0 - penalty),
        "precision": precision,
        "recall": recall,
        "fmean": fmean,
        "penalty": penalty,
        "chunks": chunks,
        "matches": matches,
    }


def match(
    hypothesis: Sequence[str],
    reference: Sequence[str],
    stages: Sequence[str] = ("exact", "stem"),
    synonyms: Synonyms | None = None,
) -> Alignment:
    """Align two tokenised texts as METEOR does.

    Args:
        hypothesis: Tokens of the hypothesis.
        reference: Tokens of the reference.
        stages: Matching stages to use; they always run in the order of `STAGES`.
        synonyms: Thesaurus for the synonym stage.

    Returns:
        The alignment.

    Raises:
        ValueError: A stage is unknown, or the synonym stage has no thesaurus.
    """
    unknown = [stage for stage in stages if stage not in STAGES]
    if unknown:
        raise ValueError(f"unknown stage {unknown[0]!r}; the stages are {', '.join(STAGES)}")
    if "synonym" in stages and synonyms is None:
        raise ValueError("the synonym stage needs a thesaurus: pass synonyms=")
    left, right = tuple(hypothesis), tuple(reference)
    if left == right and "exact" in stages:
        # Shortcut: for identical texts, the search finds the one-to-one alignment anyway.
        return Alignment(left, right, tuple(Match(i, i, "exact") for i in range(len(left))))
    places: dict[str, list[int]] = {}
    for i, word in enumerate(left):
        places.setdefault(word, []).append(i)
    partners = _partners(places, dict.fromkeys(right), stages, synonyms)
    if _candidate_count(places, right, partners) > MAX_CANDIDATES:
        return Alignment(left, right, tuple(_greedy(left, right, places, partners)), greedy=True)
    pairs = _resolve(_candidates(places, right, partners), len(left))
    return Alignment(left, right, tuple(Match(i, j, STAGES[stage]) for i, j, stage in pairs))


# --- candidates -------------------------------------------------------------------------------

_Partners = dict[str, list[tuple[int, list[str]]]]  # reference word -> (stage, hypothesis words)
_Candidates = Sequence[tuple[int, int]]  # (position in the hypothesis, stage), in METEOR's order


def _partners(
    places: Mapping[str, object],
    wanted: Iterable[str],
    stages: Sequence[str],
    synonyms: Synonyms | None,
) -> _Partners:
    """Return the hypothesis words that each stage matches with each distinct reference word."""
    partners: _Partners = {word: [] for word in wanted}
    if "exact" in stages:
        for word, found in partners.items():
            if word in places:
                found.append((0, [word]))
    if "stem" in stages:
        _pair_by_key(places, partners, 1, lambda word: (stem(word),))
    if "synonym" in stages and synonyms is not None:
        _pair_by_key(places, partners, 2, synonyms.synsets)
    return partners


def _pair_by_key(
    places: Mapping[str, object],
    partners: _Partners,
    stage: int,
    keys: Callable[[str], Iterable[object]],
) -> None:
    """Pair different words that share a key (a stem or a synset)."""
    holders: dict[object, list[str]] = {}
    for word in places:
        for key in keys(word):
            holders.setdefault(key, []).append(word)
    for word, found in partners.items():
        others = {other: None for key in keys(word) for other in holders.get(key, ())}
        others.pop(word, None)
        if others:
            found.append((stage, list(others)))


def _candidate_count(
    places: Mapping[str, list[int]], reference: Sequence[str], partners: _Partners
) -> int:
    """Return the number of pairs in `_candidates` without building them."""
    repeats = Counter(reference)
    return sum(
        repeats[word] * sum(len(places[other]) for other in others)
        for word, found in partners.items()
        for _, others in found
    )


def _candidates(
    places: Mapping[str, list[int]], reference: Sequence[str], partners: _Partners
) -> list[_Candidates]:
    """Return the candidates of each reference position, by stage and position in the hypothesis."""
    by_word: dict[str, _Candidates] = {
        word: [
            (i, stage)
            for stage, others in found
            for i in (
                places[others[0]]
                if len(others) == 1
                else sorted(i for other in others for i in places[other])
            )
        ]
        for word, found in partners.items()
    }
    return [by_word[word] for word in reference]


# --- search -----------------------------------------------------------------------------------

_Pair = tuple[int, int, int]  # position in the hypothesis, position in the reference, stage
_Trail = tuple["_Trail", _Pair] | None  # linked list of a path's ambiguous choices, last one first
# Cost, position that would continue the chunk, bit set of used positions, choices.
_Path = tuple[int, int, int, _Trail]


def _resolve(candidates: Sequence[_Candidates], hypothesis_length: int) -> list[_Pair]:
    """Return the best set of pairs: the unambiguous ones, and the others by beam search."""
    rivals = [0] * hypothesis_length
    for options in candidates:
        for i, _ in options:
            rivals[i] += 1
    certain: list[_Pair] = []
    # Per reference position: the only candidate, -1 for none, None if ambiguous.
    settled: list[int | None] = []
    for j, options in enumerate(candidates):
        if not options:
            settled.append(-1)
        elif len(options) == 1 and rivals[options[0][0]] == 1:
            certain.append((options[0][0], j, options[0][1]))
            settled.append(options[0][0])
        else:
            settled.append(None)
    if None not in settled:
        return certain
    return sorted([*certain, *_beam(candidates, settled)], key=itemgetter(1))


def _beam(candidates: Sequence[_Candidates], settled: Sequence[int | None]) -> Iterator[_Pair]:
    """Choose among ambiguous candidates by beam search over the reference, keeping 40 paths.

    Paths are ranked by more exact matches, fewer finished chunks, less distance, and age, in this
    order. Two quirks of METEOR affect ties and are reproduced: stem and synonym pairs do not count
    as matches, and the distance of a pair is charged to the alternatives tried after it at the same
    position, not to the path that takes it. The three criteria are digits of one integer cost.
    """
    chunk = 1 + sum(abs(i - j) for j, options in enumerate(candidates) for i, _ in options)
    exact = chunk * (len(candidates) + 2)
    paths: list[_Path] = [(0, -1, 0, None)]
    for j, options in enumerate(candidates):
        place = settled[j]
        if place is None:
            paths = _branch(paths, j, options, exact, chunk)
        elif j == 0 or settled[j - 1] is None:
            # In a run of unambiguous positions, only the first can change the ranking: after it,
            # all paths end at the same position, and further steps cost them the same.
            ends = next((k for k in range(j, len(settled)) if settled[k] is None), len(settled))
            final = settled[ends - 1]
            following = -1 if final is None or final < 0 else final + 1
            paths = [
                (cost + chunk if last not in (-1, place) else cost, following, used, trail)
                for cost, last, used, trail in paths
            ]
            paths.sort(key=itemgetter(0))
    best = min(paths, key=lambda path: path[0] + chunk if path[1] != -1 else path[0])
    trail = best[3]
    while trail is not None:
        trail, pair = trail
        yield pair


def _branch(
    paths: Sequence[_Path], j: int, options: _Candidates, exact: int, chunk: int
) -> list[_Path]:
    """Extend every path by each free candidate of position j and by leaving it unmatched."""
    grown: list[tuple[int, _Path, int, int]] = []
    for path in paths:
        cost, last, used, _ = path
        for i, stage in options:
            if used >> i & 1:
                continue
            price = cost if last in (-1, i) else cost + chunk
            grown.append((price if stage else price - exact, path, i, stage))
            cost += abs(i - j)
        grown.append((cost if last == -1 else cost + chunk, path, -1, 0))
    grown.sort(key=itemgetter(0))
    return [
        (cost, i + 1, path[2] | 1 << i, (path[3], (i, j, stage)))
        if i >= 0
        else (cost, -1, path[2], path[3])
        for cost, path, i, stage in grown[:BEAM_SIZE]
    ]


def _greedy(
    hypothesis: Sequence[str],
    reference: Sequence[str],
    places: Mapping[str, list[int]],
    partners: _Partners,
) -> Iterator[Match]:
    """Align in linear time: continue the current chunk, else take the first free word."""
    used = bytearray(len(hypothesis))
    heads = dict.fromkeys(places, 0)
    following = -1
    for j, word in enumerate(reference):
        chosen = -1
        for stage, others in partners[word]:
            in_reach = 0 <= following < len(hypothesis) and not used[following]
            if in_reach and hypothesis[following] in others:
                chosen = following
            else:
                chosen = min(
                    (i for other in others if (i := _first_free(places, heads, used, other)) >= 0),
                    default=-1,
                )
            if chosen >= 0:
                used[chosen] = 1
                yield Match(chosen, j, STAGES[stage])
                break
        following = chosen + 1 if chosen >= 0 else -1


def _first_free(
    places: Mapping[str, list[int]], heads: dict[str, int], used: bytearray, word: str
) -> int:
    """Return the first unused position of a word in the hypothesis, or -1."""
    spots = places[word]
    head = heads[word]
    while head < len(spots) and used[spots[head]]:
        head += 1
    heads[word] = head
    return spots[head] if head < len(spots) else -1

"""Runs of words that two texts share: the longest, and whether one text stands in another."""

from __future__ import annotations

from collections.abc import Sequence


def contains(words: Sequence[str], part: Sequence[str]) -> bool:
    """Whether the words of a part stand together among these, in order; not for an empty part.

    By Knuth, Morris and Pratt: each word is looked at once, however often the part nearly fits.
    """
    if not 0 < len(part) <= len(words):
        return False
    # for each place of the part, the length of its longest beginning that also ends there
    fallback = [0] * len(part)
    length = 0
    for at in range(1, len(part)):
        while length and part[at] != part[length]:
            length = fallback[length - 1]
        length += part[at] == part[length]
        fallback[at] = length
    length = 0
    for word in words:
        while length and word != part[length]:
            length = fallback[length - 1]
        length += word == part[length]
        if length == len(part):
            return True
    return False


def longest_run(wanted: Sequence[str], there: Sequence[str]) -> tuple[int, int]:
    """The longest run of words that two texts share: its start in the first, and its length.

    The first of equals; (0, 0) where they share nothing. The time grows with the sum of the
    lengths: `there` becomes the automaton of its runs (Blumer et al. 1985), which reads `wanted`.
    """
    if set(wanted).isdisjoint(there):
        return 0, 0
    # each state stands for runs with the same ends: its longest length, its longest proper
    # suffix with other ends, and where each word leads
    lengths, suffixes, leads = [0], [-1], [dict[str, int]()]
    last = 0
    for word in there:
        new = len(lengths)
        lengths.append(lengths[last] + 1)
        suffixes.append(0)
        leads.append({})
        state = last
        while state >= 0 and word not in leads[state]:
            leads[state][word] = new
            state = suffixes[state]
        if state >= 0:
            next_ = leads[state][word]
            if lengths[next_] > lengths[state] + 1:  # some of its runs do not end here
                copy = len(lengths)
                lengths.append(lengths[state] + 1)
                suffixes.append(suffixes[next_])
                leads.append(dict(leads[next_]))
                suffixes[next_] = copy
                while state >= 0 and leads[state].get(word) == next_:
                    leads[state][word] = copy
                    state = suffixes[state]
                next_ = copy
            suffixes[new] = next_
        last = new
    best_start = best = 0
    state = length = 0
    for at, word in enumerate(wanted, 1):
        while state and word not in leads[state]:
            state = suffixes[state]
            length = lengths[state]
        if word in leads[state]:
            state, length = leads[state][word], length + 1
        if length > best:
            best, best_start = length, at - length
    return best_start, best

"""The Penn Treebank tokenizer: examples, properties, and parity with the Java original."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable

import pytest
from helpers.oracles.ptb import java_tokens, missing_reason
from helpers.public_texts import one_line, passages, questions, sample
from helpers.shared_data import shared_folder
from hypothesis import given, settings
from hypothesis import strategies as st

from qgauge.text.ptb import cased_words, scan, tokenize

NO_JAVA = missing_reason()

BY_HAND = {
    # Contractions are split; the parts keep their apostrophe.
    "Don't they say it's Anna's?": "do n't they say it 's anna 's",
    "I cannot; we're gonna, lemme!": "i can not we 're gon na lem me",
    "CAN'T WON'T": "ca n't wo n't",
    "'Tis rock 'n' roll of the '90s": "'t is rock 'n' roll of the '90s",
    "O'Brien met d'Arcy at five o'clock": "o'brien met d'arcy at five o'clock",
    "y'all know the M'Bala family": "y' all know the m'bala family",
    "It’s Zoë’s, isn’t it?": "it 's zoë 's is n't it",
    # Abbreviations keep their full stop; the end of a sentence loses it.
    "Dr. Lee of Foo Inc. met Mrs. Day.": "dr. lee of foo inc. met mrs. day",
    "He left the U.K. The rest stayed.": "he left the u.k. the rest stayed",
    "Take plan C. What else?": "take plan c what else",
    "Take plan C. Otto did.": "take plan c. otto did",
    "See no. 7, but I say no. Really.": "see no. 7 but i say no really",
    "He cites it, ibid., twice": "he cites it ibid. twice",
    # Brackets get names, which coco-caption fails to drop from lower-cased text.
    "one (two) [three] {four}": "one -lrb- two -rrb- -lsb- three -rsb- -lcb- four -rcb-",
    # Numbers, money, dates, phones; a space inside a token becomes a no-break space.
    "$5.50, US$7, £3, €4 and 9¢": "$ 5.50 us$ 7 # 3 $ 4 and 9 cents",
    "2 1/2 cups, ½ spoon, 3,000.5 g, 10%": "2\xa01/2 cups 1/2 spoon 3,000.5 g 10 %",
    "call (555) 010-4477 by 12/31/1999": "call -lrb-555-rrb-\xa0010-4477 by 12/31/1999",
    "-5 +6 5-6 1.5-2.5": "-5 +6 5-6 1.5-2 .5",
    # Hyphens, slashes, dashes, ellipses, marks.
    "well-known U.S.-based and/or a--b – c": "well-known u.s.-based and/or a b c",
    "So... what?! Why??": "so what ?! why ??",
    "Yes!No or no.Yes": "yes!no or no.yes",
    # Web addresses, emoticons, hashtags.
    "Mail <jo@ex.org>, see http://ex.org/a?b=c.": "mail <jo@ex.org> see http://ex.org/a?b=c",
    "@jo likes #tea :-) C++ and AT&T": "@jo likes #tea :--rrb- c++ and at&t",
    '<a href="x y">tea</a> &amp; 2 < 3': '<a\xa0href="x\xa0y"> tea </a> & 2 < 3',
    # Other scripts, soft hyphens; unknown characters are dropped.
    "Привет, мир! 日本語。": "привет мир 日本語 。",
    "co\xadoperate 😀 tea\x00pot": "cooperate tea pot",
    "“quoted” 'words' ``here''": "quoted words here",
    "": "",
    " \t\r\n\x0b\u2028 ": "",
    "one\ntwo\u2028three\x85four": "one two three four",
}


@pytest.mark.parametrize("text", BY_HAND)
def test_tokens_by_hand(text: str) -> None:
    assert " ".join(tokenize(text)) == BY_HAND[text]


def test_cased_words_keep_their_case() -> None:
    assert cased_words("Did Ann (Smith) see the U.S.?") == [
        *["Did", "Ann", "-LRB-", "Smith", "-RRB-", "see", "the", "U.S."]
    ]


PIECES_LINE = (
    "a B no fig Mr Inc U.S e.g The What is don't it's 'em 'n' O'Neal y'all cannot gonna 1 12 555 "
    "1234 2000 1/2 1,000 5.5 '95 (555) 123-4567 . . . .. ... , : ; ! ? ' ’ ` “ ” ( ) [ < > <b> </b "
    "- -- _ / \\ & &amp; &apos; # $ @ + * = ^_^ :) a@b foo.com http:// www. .doc pdf é ½ \xad … 😀"
)
any_text = st.text(st.characters(exclude_categories=()))
tricky_text = st.lists(
    st.tuples(
        st.sampled_from(PIECES_LINE.split()), st.sampled_from(["", " ", " ", "  ", "\n", "\xa0"])
    )
).map(lambda pairs: "".join(piece + space for piece, space in pairs))


@settings(max_examples=400, deadline=None)
@given(any_text | tricky_text)
def test_cached_tokens_equal_the_scanner(text: str) -> None:
    assert cased_words(text) == scan(text)
    assert tokenize(text) == [word.lower() for word in scan(text)]
    assert tokenize(text) == tokenize(text)


@settings(max_examples=300, deadline=None)
@given(any_text | tricky_text)
def test_tokens_contain_no_breaking_space(text: str) -> None:
    for token in tokenize(text):
        assert token
        assert token.replace("\xa0", "").split() == [token.replace("\xa0", "")]


@settings(max_examples=200, deadline=None)
@given(tricky_text, tricky_text)
def test_result_does_not_depend_on_earlier_calls(first: str, second: str) -> None:
    alone = tokenize(second)
    tokenize(first)
    assert tokenize(second) == alone


HOSTILE_LINE = (
    "a. - ' < 1, & . http:// a, a- a/ a@ a,a@ <!a www. www.a, #. &. *.com a.com/ 1a. \xad é \u0301 "
    "’ ? a!b 1- +12 B. (5 x_ A& &aacute; 'em U.S.- a.b- 5a.doc ...a ;@ <a\xa0b=' \ud800 😀"
)


@pytest.mark.slow
@pytest.mark.parametrize("unit", HOSTILE_LINE.split(" "), ids=ascii)
def test_takes_linear_time(unit: str) -> None:
    def seconds(size: int) -> float:
        text = (unit * size)[:size] + "@ x.com"
        start = time.process_time()
        tokenize(text)
        return time.process_time() - start

    # Four times the length takes about four times as long; a quadratic scan would take sixteen.
    # Retry, because a loaded machine may slow down single runs.
    assert any(seconds(40_000) < 10 * max(seconds(10_000), 0.02) for _ in range(4))


def test_a_long_text_of_words() -> None:
    assert len(tokenize("some words, more words. " * 40_000)) == 160_000


# --- parity with the original on shared data ------------------------------------------------------


def test_parity_with_the_golden_rows() -> None:
    folder = shared_folder() / "golden"
    if not folder.is_dir():
        pytest.skip(f"no golden scores at {folder}")
    rows = [
        json.loads(line)
        for path in sorted(folder.glob("*.jsonl"))
        for line in path.read_text(encoding="utf-8").splitlines()
    ]
    differing = [
        row[name]
        for row in rows
        for name in ("reference", "question")
        if " ".join(tokenize(row[name])) != row[f"ptb_{name}"]
    ]
    print("\n".join(differing))
    assert rows
    assert len(differing) <= 0.002 * len(rows)


@pytest.mark.slow
@pytest.mark.skipif(NO_JAVA is not None, reason=str(NO_JAVA))
@pytest.mark.parametrize(
    ("texts_of", "size", "target"),
    [
        (lambda: questions(shared_folder() / "train"), 20_000, 0.995),
        (lambda: passages(shared_folder()), 1_500, 0.95),
        (lambda: BY_HAND, len(BY_HAND), 1.0),
    ],
    ids=["questions", "passages", "by_hand"],
)
def test_parity_with_java(texts_of: Callable[[], Iterable[str]], size: int, target: float) -> None:
    texts = sample(one_line(texts_of()), size)
    differing = [
        (text, ours, theirs)
        for text, theirs in zip(texts, java_tokens(texts), strict=True)
        if (ours := tokenize(text)) != theirs
    ]
    for text, ours, theirs in differing:
        print(f"{text!r}\n  ours {ours}\n  java {theirs}")
    print(f"{len(texts) - len(differing)} of {len(texts)} equal")
    assert len(texts) - len(differing) >= target * len(texts)

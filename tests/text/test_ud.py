"""The Universal Dependencies tokeniser: examples, properties, and the treebank."""

from __future__ import annotations

import gzip
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from helpers.shared_data import shared_folder
from hypothesis import given, settings
from hypothesis import strategies as st

from qgauge.text.ud import Word, ud_words


def split(text: str) -> str:
    return " ".join(word.text for word in ud_words(text))


BY_HAND = {
    # Clitics are words and keep their apostrophe, straight or curly.
    "I don't think we're late": "I do n't think we 're late",
    "It's Anna's and I'm sure she'd've won": "It 's Anna 's and I 'm sure she 'd 've won",
    "Isn’t it Zoë’s?": "Is n’t it Zoë ’s ?",
    "CAN'T YOU'LL": "CA N'T YOU 'LL",
    "the dogs' bowls": "the dogs ' bowls",
    "O'Brien left at five o'clock": "O'Brien left at five o'clock",
    "'Tis rock 'n roll, tell 'em": "'T is rock 'n roll , tell 'em",
    # Contractions are split, also without their apostrophe.
    "I cannot, we're gonna, they wanna": "I can not , we 're gon na , they wan na",
    "gotta gimme lemme dunno alot": "got ta gim me lem me du n no a lot",
    "c'mon": "c'm on",
    "whats the capital of france": "what s the capital of france",
    "i dont know who im or why they didnt": "i do nt know who i m or why they did nt",
    "Send an IM about the id": "Send an IM about the id",
    # The word after "its" decides whether it is a misspelt "it's".
    "its a cat and its tail": "it s a cat and its tail",
    "Its not funny": "It s not funny",
    # Hyphens are words, except after prefixes.
    "a well-known state-of-the-art thing": "a well - known state - of - the - art thing",
    "a 3-year-old X-ray": "a 3 - year - old X - ray",
    "non-stop e-mail, mid-1990s co-workers": "non-stop e-mail , mid-1990s co-workers",
    "time-wise and Hizb-e-Wahdat": "time-wise and Hizb - e - Wahdat",
    # Slashes and ampersands.
    "he and/or she, n/a, w/ or w/o it": "he and / or she , n/a , w/ or w/o it",
    "AT&T's Q&A of salt&pepper": "AT&T 's Q&A of salt & pepper",
    # Abbreviations keep their full stop; the end of a sentence is a separate word.
    "Dr. Lee met Mrs. Day vs. Mr. Fox.": "Dr. Lee met Mrs. Day vs. Mr. Fox .",
    "He left the U.K. The rest stayed.": "He left the U.K . The rest stayed .",
    "the U.S. army at 5 p.m. sharp": "the U.S. army at 5 p.m. sharp",
    "Is it in the U.S.?": "Is it in the U.S. ?",
    "Foo Inc. sold it. So did Bar Inc.": "Foo Inc. sold it . So did Bar Inc .",
    "By Ann Inc.\n\nAll rights": "By Ann Inc . All rights",
    "tea, milk, etc. Then tea, etc., so": "tea , milk , etc . Then tea , etc. , so",
    "e.g. The one, i.e. this (etc.)": "e.g. The one , i.e. this ( etc. )",
    "J. R. Smith and john f. doe": "J. R. Smith and john f. doe",
    "So do I. Then I. M. Pei came": "So do I . Then I. M. Pei came",
    "See no. 7, I say no. Really.": "See no. 7 , I say no . Really .",
    "On Sun. 5 May the sun. Shone": "On Sun. 5 May the sun . Shone",
    "on Sept. 5, in Sept. We": "on Sept. 5 , in Sept . We",
    "a mob. Police came from Mass. Avenue": "a mob . Police came from Mass. Avenue",
    "her Ph.D. in X.25": "her Ph.D. in X.25",
    "the end.Next one,then St.Paul": "the end . Next one , then St. Paul",
    # Numbers, money, units, times and dates.
    "$5.50, US$7, £3 or 5% of 3,000.5": "$ 5.50 , US $ 7 , £ 3 or 5 % of 3,000.5",
    "10am, 5:30pm, 7p.m. and 01:02:03": "10 am , 5:30 pm , 7 p.m. and 01:02:03",
    "5kg, 200k, 3M, 50ft": "5 kg , 200 k , 3 M , 50 ft",
    "3D 5G 83N B2B CO2 v1.2": "3D 5G 83N B2B CO2 v1.2",
    "1st 22nd 1990s 60's '90s 2008's": "1st 22nd 1990s 60's '90s 2008 's",
    "3/4/2001, 9/11, 12-31-1999": "3/4/2001 , 9/11 , 12-31-1999",
    "1/2 cup, 24/7, 20/20": "1 / 2 cup , 24 / 7 , 20 / 20",
    "(555) 010-4477 or 555-010-4477": "( 555 ) 010-4477 or 555-010-4477",
    "5-10 men, 1990-1995, 500-1000": "5 - 10 men , 1990 - 1995 , 500 - 1000",
    "3x4, -5, +1, #1, 6'2\"": "3 x 4 , - 5 , +1 , # 1 , 6 ' 2 \"",
    # Web addresses, emoticons, hashtags.
    "Mail <jo.b@ex.org>, see http://ex.org/a?b=c.": (
        "Mail < jo.b@ex.org > , see http://ex.org/a?b=c ."
    ),
    "(https://ex.org/a_(b)) www.ex.org/x, ex.co.uk!": (
        "( https://ex.org/a_(b) ) www.ex.org/x , ex.co.uk !"
    ),
    "read me.txt and old_plan-2.DOC": "read me.txt and old_plan-2.DOC",
    "@jo likes #tea": "@jo likes #tea",
    ":-) :D ;) <3 ^_^ (nice:)": ":-) :D ;) <3 ^_^ ( nice :)",
    "_this_ snake_case *bold* C++ C#": "_ this _ snake_case * bold * C++ C#",
    # Punctuation: runs of one mark are one word.
    "Wow!!! What?! So... what...? Hm.. ok…": "Wow !!! What ?! So ... what ... ? Hm .. ok …",
    "one--two — three -> four": "one -- two — three -> four",
    "-------- ==---->": "-------- ==---->",
    "\"Quoted\" ``words'' ‘curly’ “double”": "\" Quoted \" `` words '' ‘ curly ’ “ double ”",
    "(a) [1] {x}, y;z: end": "( a ) [ 1 ] { x } , y ; z : end",
    # Other scripts, marks, emoji.
    "Привет, мир! 日本語。": "Привет , мир ! 日本語 。",
    "cafe\u0301 हिन्दी, שָׁלוֹם!": "cafe\u0301 हिन्दी , שָׁלוֹם !",
    "ok👍🏽👩\u200d👧😀🇩🇪1\ufe0f\u20e3": "ok 👍🏽 👩\u200d👧 😀 🇩🇪 1\ufe0f\u20e3",
    "": "",
    " \t\n\xa0\u2028": "",
}


@pytest.mark.parametrize("text", BY_HAND)
def test_words_by_hand(text: str) -> None:
    assert split(text) == BY_HAND[text]


def test_offsets_and_spaces_by_hand() -> None:
    assert ud_words("I'm  in.\n") == [
        Word("I", 0, 1, False),
        Word("'m", 1, 3, True),
        Word("in", 5, 7, False),
        Word(".", 7, 8, True),
    ]
    assert ud_words("x") == [Word("x", 0, 1, False)]


# --- properties of any text -----------------------------------------------------------------------

PIECES_LINE = (
    "a B no Mr Inc U.S e.g The its Its a don't it's 'em 'n' O'Neal y'all cannot gonna im 1 12 555 "
    "1234 2000 1/2 1,000 5.5 '95 (555) 123-4567 10am 5kg 3x4 60's . . .. ... , : ; ! ? ' ’ ` “ ” ( "
    "< > - -- _ / & # $ @ + * = ^_^ :) a@b foo.com http:// www. .doc pdf non- -wise é ½ İ's ʼn "
    "\xad … 😀 👍🏽 \u200d \u0301 \ufe0f \u200b \ufeff \u202e \ud800 \x00 \x85 שלום مرحبا"
)
any_text = st.text(st.characters(exclude_categories=()))
tricky_text = st.lists(
    st.tuples(
        st.sampled_from(PIECES_LINE.split(" ")),
        st.sampled_from(["", "", " ", " ", "  ", "\n", "\n\n", "\xa0"]),
    )
).map(lambda pairs: "".join(piece + space for piece, space in pairs))


@settings(max_examples=1000, deadline=None)
@given(any_text | tricky_text)
def test_words_cover_the_text_in_order(text: str) -> None:
    at = 0
    for word in ud_words(text):
        assert word.text and word.text == text[word.start : word.end]
        assert not any(char.isspace() for char in word.text)
        assert at <= word.start < word.end
        assert not text[at : word.start].strip()
        assert word.space_after == text[word.end : word.end + 1].isspace()
        at = word.end
    assert not text[at:].strip()


@settings(max_examples=200, deadline=None)
@given(tricky_text, tricky_text)
def test_result_does_not_depend_on_earlier_calls(first: str, second: str) -> None:
    alone = ud_words(second)
    ud_words(first)
    assert ud_words(second) == alone


ORDINARY_LINE = (
    "the cat do n't 's 'm 're 'll can not gon na well - known non-stop John U.S. Dr. 5 3,000.5 $ % "
    "5:30 pm 1990s , ; ? ! ( ) \" '' what s nt jo@ex.org http://ex.org/a :-) -- ... and / or"
)


@settings(max_examples=300, deadline=None)
@given(st.lists(st.sampled_from(ORDINARY_LINE.split(" "))))
def test_tokenised_text_is_unchanged(words: list[str]) -> None:
    text = " ".join([*words, "cat"])  # a final full stop would end the sentence
    assert split(text) == text


PLAIN_LINE = "Anna Don't DONT Whats well-known she'S GONNA 10AM U.S. Mr. e-Mail Dogs' ? , ("


@settings(max_examples=300, deadline=None)
@given(st.lists(st.sampled_from(PLAIN_LINE.split())))
def test_tokens_do_not_depend_on_case(pieces: list[str]) -> None:
    text = " ".join([*pieces, "now"])
    assert split(text).lower() == split(text.lower())


HOSTILE_LINE = (
    "a. - ' < 1, & . http:// a, a- a/ a@ a,a@ www. www.a, #. a.com/ 1a. 1x \xad é \u0301 ’ ? a!b "
    "1- +12 B. (5 x_ A& 'em U.S.- a.b- 5a.doc ...a ;@ \ud800 😀 's n't a's :( ) non- a*b @a. "
    "-= \u200d i'ma 1/ 1: ^_"
)


@pytest.mark.slow
@pytest.mark.parametrize("unit", HOSTILE_LINE.split(" "), ids=ascii)
@pytest.mark.parametrize("head", ["", "http://", "a'"])
def test_takes_linear_time(unit: str, head: str) -> None:
    def seconds(size: int) -> float:
        text = head + (unit * size)[:size] + "@ x.com"
        start = time.process_time()
        ud_words(text)
        return time.process_time() - start

    # Four times the length takes about four times as long; a quadratic scan would take sixteen.
    # Retry, because a loaded machine may slow down single runs.
    assert any(seconds(40_000) < 10 * max(seconds(10_000), 0.02) for _ in range(4))


def test_a_long_text_of_words() -> None:
    assert len(ud_words("some words, more words. " * 40_000)) == 240_000


# --- parity with the treebank ---------------------------------------------------------------------


def treebank_words(path: Path) -> Iterator[tuple[str, set[tuple[int, int]]]]:
    """Yield the text of each document and the spans of its syntactic words."""
    text, spans = "", set[tuple[int, int]]()
    inside, space_after_last = 0, ""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            if line.startswith("# newdoc") and text:
                yield text, spans
                text, spans = "", set()
            elif line.startswith("# newpar") and text.endswith(" "):
                text += "\n\n"
            elif line[:1].isdigit():
                number, form, *_, misc = line.rstrip("\n").split("\t")
                space = "" if "SpaceAfter=No" in misc.split("|") else " "
                if "-" in number:  # a contraction: its words follow and share its span
                    inside, space_after_last = int(number.split("-")[1]), space
                elif "." not in number:
                    spans.add((len(text), len(text) + len(form)))
                    if int(number) < inside:
                        space = ""
                    elif int(number) == inside:
                        space, inside = space_after_last, 0
                    text += form + space
            elif not line.strip():
                inside = 0
    yield text, spans


def test_agrees_with_the_treebank() -> None:
    path = shared_folder() / "train" / "ud_ewt" / "en_ewt-ud-dev.conllu.gz"
    if not path.is_file():
        pytest.skip(f"no treebank at {path}")
    agreed = ours = theirs = 0
    for text, gold in treebank_words(path):
        found = {(word.start, word.end) for word in ud_words(text)}
        agreed += len(found & gold)
        ours += len(found)
        theirs += len(gold)
    print(f"word F1 {2 * agreed / (ours + theirs):.4f} of {theirs} words")
    assert theirs == 25_147
    assert 2 * agreed / (ours + theirs) >= 0.99

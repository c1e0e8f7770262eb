"""Recognise questions in other languages than English, by letters and function words."""

from __future__ import annotations

import re
import unicodedata

from qgauge.questions.quotations import masked
from qgauge.text.words import QUESTION_WORDS, STOP_WORDS, word_set

_WORD = re.compile(r"[^\W\d_]+")
_ENGLISH = STOP_WORDS | word_set("could would may might must shall many much there name called")
_ENGLISH_STARTS = QUESTION_WORDS | word_set("does did is are were do can could would should has")
_ASKING = {
    "German": "wer was wo wann warum wieso wie welche welcher welches welchen wessen wem wen",
    "French": "qui que quoi quel quelle quels quelles où quand pourquoi comment combien qu",
    "Spanish": "quién quiénes quien qué cuál cuáles cuándo cuando dónde donde cómo cuánto cuántos "
    "cuántas",
    "Italian": "chi che cosa quale qual quali quando dove come perché quanto quanti quante",
    "Dutch": "wie wat waar wanneer waarom hoe hoeveel welke welk",
    "Polish": "kto co gdzie kiedy dlaczego jak jaki jaka jakie ile który która które czy",
    "Portuguese": "quem qual quais quando onde quantos quantas",
    "Swedish": "vem vad när varför hur vilken vilket vilka",
    "Danish or Norwegian": "hvem hvad hva hvor hvornår hvorfor hvordan hvilken hvilket",
}
"""Question words by language."""
_OTHER = {
    "German": "ist sind war waren hat haben hatte wird werden wurde wurden der die das den dem des "
    "ein eine einen einem einer und oder nicht von zu zum zur mit auf für im am aus bei nach viele "
    "nenne es sich als er sie",
    "French": "est sont était a ont le la les un une des du de et ou dans en sur pour par avec au "
    "aux se il elle ce cette y à été",
    "Spanish": "por para el la los las un una de del es son fue era en y con se está hay tiene su "
    "como que",
    "Italian": "il lo la gli le un una di del della dei nel nella è sono era ha hanno si stato "
    "stata ci con per",
    "Dutch": "de het een van is in zijn er door met voor op aan heeft hebben werd ligt",
    "Polish": "jest są był była w z na do się i nie został ma ten to po",
    "Portuguese": "o a os as um uma de do da dos das em no na é foi são que como por",
    "Swedish": "är och det den en ett på av för till",
    "Danish or Norwegian": "er og det den en et på af av for til",
}
_ASKING_WORDS = {language: word_set(words) for language, words in _ASKING.items()}
_WORDS = {language: words | word_set(_OTHER[language]) for language, words in _ASKING_WORDS.items()}
_SCRIPTS = {"CJK": "Chinese", "HIRAGANA": "Japanese", "KATAKANA": "Japanese", "HANGUL": "Korean"}


def other_language(text: str) -> str:
    """Say why a text is not in English.

    Names of another language do not count: words in quotation marks, and words with a capital
    letter after the first word, are left out.

    Args:
        text: The text.

    Returns:
        The reason in plain English; "" if the text may be English.

    Examples:
        >>> from qgauge.questions import other_language
        >>> other_language("Wer hat die Mühle gebaut?")
        "it is in German: 'wer', 'hat', 'die'"
        >>> other_language("Who wrote Les Misérables?")
        ''
    """
    script = _script(text)
    if script:
        return f"it is written in {script} letters"
    if text.lstrip().startswith(("¿", "¡")):
        return f"it is in Spanish: it starts with '{text.lstrip()[0]}'"
    words = _WORD.findall(unicodedata.normalize("NFC", masked(text)))
    words = [word.lower() for at, word in enumerate(words) if not at or word[0].islower()]
    if not words or words[0] in _ENGLISH_STARTS:
        return ""
    english = sum(word in _ENGLISH for word in words)
    hits = {name: [word for word in words if word in known] for name, known in _WORDS.items()}
    language = max(hits, key=lambda name: (len(hits[name]), words[0] in _ASKING_WORDS[name]))
    found = len(hits[language])
    asking = words[0] in _ASKING_WORDS[language] and words[0] not in _ENGLISH
    if found > english and (found > 1 or asking):
        shown = dict.fromkeys(hits[language])
        some = ", ".join(f"'{word}'" for word in list(shown)[:3])
        return f"it is in {language}: {some}"
    return ""


def _script(text: str) -> str:
    """Return the name of the letters if most are not Latin."""
    foreign = [sign for sign in text if sign.isalpha() and not _is_latin(sign)]
    if 2 * len(foreign) <= sum(map(str.isalpha, text)):
        return ""
    name = unicodedata.name(foreign[0], "unknown").split()[0]
    if any(unicodedata.name(sign, "").startswith(("HIRAGANA", "KATAKANA")) for sign in foreign):
        return "Japanese"
    return _SCRIPTS.get(name, name.capitalize())


def _is_latin(sign: str) -> bool:
    return sign < "\u0250" or unicodedata.name(sign, "").startswith(("LATIN", "MODIFIER"))

"""Check questions by rules before any model reads them."""

from qgauge.questions.asking import is_asked
from qgauge.questions.chatter import Cleaned, strip_chatter
from qgauge.questions.checks import Finding, check_question
from qgauge.questions.given_answer import says_answer
from qgauge.questions.language import other_language

__all__ = [
    "Cleaned",
    "Finding",
    "check_question",
    "is_asked",
    "other_language",
    "says_answer",
    "strip_chatter",
]

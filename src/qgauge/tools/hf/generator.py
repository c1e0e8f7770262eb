"""Generator on a Hugging Face sequence-to-sequence model, such as a T5 trained to ask."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from functools import cached_property
from hashlib import sha256

from qgauge.core import BadSetting, worked
from qgauge.core.suggestions import no_such
from qgauge.tools.hf.model import HfTool
from qgauge.tools.hf.seq2seq import Seq2SeqModel
from qgauge.tools.passage_window import balanced, whole_sentences
from qgauge.tools.ranked_questions import ranked_questions
from qgauge.tools.roles import Generated, Place

TEMPLATES = {
    "hl": "generate question: {highlighted}",
    "hl_only": "{highlighted}",
    "prepend": "answer: {answer} context: {passage}",
}
"""Common input formats of question generators, by the name that `template=` takes."""
FIELDS = ("answer", "passage", "highlighted", "kind", "anchor")
"""What a template can contain, in braces."""
LETTERS_PER_TOKEN = 12
"""Of a long passage, only this many characters for each token that fits are tokenised."""
_FIELD = re.compile(r"\{(\w+)\}")
_SPARE = 8
"""Tokens kept free: a text in a prompt may have more of them than on its own."""


class HfGenerator(HfTool):
    """Writes questions with any sequence-to-sequence model trained to ask about a given answer.

    A passage that is too long for the model is cut to whole sentences around the answer. If the
    answer would fill more than a quarter of the model's input, its beginning and end are read.
    """

    head = "AutoModelForSeq2SeqLM"
    _model: Seq2SeqModel

    def __init__(self, spec: str, threads: int = 1) -> None:
        self._spec, self._threads = spec, threads
        self._model = Seq2SeqModel(spec, threads, self.head, {"template": "hl"})
        files, self._template_name = self._model.files, self._model.settings["template"]
        self._template = TEMPLATES.get(self._template_name, self._template_name)
        _check(self._template)
        if self._model.settings["batch"] != "1":
            raise BadSetting("hf: a generator takes no batch; it writes for one place at a time.")
        if not files.config.get("is_encoder_decoder"):
            raise BadSetting(
                f"'{files.name}' cannot be used as a generator: it is not a "
                "sequence-to-sequence model, such as T5 or BART."
            )

    @cached_property
    def identity(self) -> str:
        name = self._template_name
        if name not in TEMPLATES:
            name = sha256(name.encode("utf-8", "surrogatepass")).hexdigest()[:8]
        return f"{super().identity},template={name}"

    def generate(
        self, places: Sequence[Place], count: int = 8, seed: int | None = None
    ) -> list[list[Generated]]:
        found = {place: self._questions(place, count, seed) for place in dict.fromkeys(places)}
        return [found[place] for place in places]

    def _questions(self, place: Place, count: int, seed: int | None) -> list[Generated]:
        if count < 1 or not place.answer.strip():
            return []
        # a model that is not told the kind of question is made to begin with its first words
        begin = "" if "{kind}" in self._template else place.kind.capitalize()
        prompt = self.prompt(place)
        questions = ranked_questions(self._model.written(prompt, count, seed, begin), count)
        worked(len(prompt))
        return questions

    def prompt(self, place: Place) -> str:
        """Return the input of the model for a place."""
        model, text, most = self._model, place.passage, self._model.longest // 4
        anchor = text[slice(*place.anchor)] if place.anchor else ""
        fields = {
            "answer": model.disarmed(model.shortened(place.answer, most)),
            "anchor": model.disarmed(model.shortened(anchor, most)),
            "kind": place.kind,
        }
        besides = self._filled(**fields, passage="", highlighted="<hl> <hl>")
        room = model.longest - len(model.prompt_ids(besides)) - _SPARE
        low, high = self._window(place, max(room, 1))
        before, after = text[low : place.start], text[place.end : high]
        highlight = f"<hl> {fields['answer']} <hl>"
        return self._filled(
            **fields,
            passage=model.disarmed(text[low:high]),
            highlighted=f"{model.disarmed(before)}{highlight}{model.disarmed(after)}",
        )

    def _filled(self, **fields: str) -> str:
        return _FIELD.sub(lambda field: fields[field[1]], self._template)

    def _window(self, place: Place, room: int) -> tuple[int, int]:
        """Return the offsets of the part of the passage that fits into this many tokens."""
        text = place.passage
        low, high = balanced(place.start, place.end, len(text), LETTERS_PER_TOKEN * room)
        start, end = place.start, min(place.end, high)
        tokens = self._model.tokens(text[low:high], signs=False).offsets
        if len(tokens) > room:
            first = bisect_right(tokens, start - low, key=lambda one: one[1])
            last = bisect_left(tokens, end - low, key=lambda one: one[0])
            first, last = balanced(first, max(last, first + 1), len(tokens), room)
            left, right = low + tokens[first][0], low + tokens[last - 1][1]
            low, high = min(left, start), max(right, start + 1)
        return whole_sentences(text, (low, high), (start, min(end, high)))


def _check(template: str) -> None:
    for field in _FIELD.findall(template):
        if field not in FIELDS:
            raise BadSetting(no_such("hf: a template has no field", field, FIELDS))
    if not {"answer", "highlighted"} & set(_FIELD.findall(template)):
        raise BadSetting(
            f"hf: template must be {', '.join(TEMPLATES)}, or a text with {{highlighted}} or "
            f"{{answer}} in it, not '{template}'."
        )

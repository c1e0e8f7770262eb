"""Run a Hugging Face model: tokens in, arrays out, without padding."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from qgauge.core import BadSetting, MissingTool, worked
from qgauge.models.session import batches
from qgauge.text.surrogates import without_surrogates
from qgauge.tools.adapters.torch_threads import torch_threads
from qgauge.tools.engine_spec import settings_of
from qgauge.tools.hf.files import ModelFiles, find_model

LONGEST = 512
"""Maximum input length in tokens if the model's config does not give one."""

Array = npt.NDArray[np.float64]

_BEGIN_AFTER_PADDING = {"roberta", "xlm-roberta", "camembert", "mpnet", "longformer"}
"""Model types whose position ids start after the id of the padding token."""


class HfModel:
    """A model with the head for a task, loaded on first use.

    Sequences run one at a time, or with `batch=N` together with others of the same length, never
    padded. One at a time, the output of a sequence is exactly reproducible. In a batch, PyTorch
    reproduces it only to about six digits; so the batch size is in the identity, and so are the
    device and the number of threads.
    """

    def __init__(
        self, spec: str, threads: int, head: str, more: Mapping[str, str] | None = None
    ) -> None:
        self._threads, self._head = threads, head
        defaults = {"revision": "", "device": "cpu", "batch": "1", **(more or {})}
        model, self.settings = settings_of("hf", spec, defaults)
        batch, self._device_name = self.settings["batch"], self.settings["device"]
        if not batch.isdecimal() or not int(batch):
            raise BadSetting(f"hf: batch must be a whole number of at least 1, not '{batch}'.")
        self._batch_size = int(batch)
        self.files: ModelFiles = find_model(model, self.settings["revision"])

    @cached_property
    def identity(self) -> str:
        name = self.files.name.replace("|", "_")
        parts = [f"hf:{name}@{self.files.checksum[:8]}"]
        parts += [f"revision={self.files.commit[:12]}"] if self.files.commit else []
        parts += [f"device={self._device_name}", f"batch={self._batch_size}"]
        parts += [f"threads={self._threads}"] if self._threads > 1 else []
        return ",".join(parts)

    # ------------------------------------------------------------------ tokens

    @cached_property
    def _tokenizer(self) -> Any:
        from transformers import AutoTokenizer

        with quiet():
            try:
                made = AutoTokenizer.from_pretrained(
                    self.files.folder, local_files_only=True, trust_remote_code=False
                )
            except Exception as problem:
                raise self._broken("its tokenizer cannot be loaded", problem) from problem
        if not made.is_fast:
            raise MissingTool(
                f"'{self.files.name}' has no fast tokenizer (tokenizer.json), which qgauge needs."
            )
        return made

    @cached_property
    def _backend(self) -> Any:
        backend = self._tokenizer.backend_tokenizer
        backend.no_padding()
        backend.no_truncation()
        backend.encode_special_tokens = True  # "[SEP]" in a user's text is not a special token
        return backend

    @cached_property
    def longest(self) -> int:
        """The maximum input length in tokens, including special tokens."""
        config = self.files.config
        places = config.get("max_position_embeddings")
        if not isinstance(places, int) or places <= 0:  # 0 or -1: relative positions
            places = LONGEST
        elif config.get("model_type") in _BEGIN_AFTER_PADDING:
            places -= int(config.get("pad_token_id") or 0) + 1
        return int(min(places, self._tokenizer.model_max_length))

    def tokens(self, first: str, second: str | None = None, *, signs: bool = True) -> Any:
        """Tokenise a text or a pair of texts; `signs` adds the special tokens."""
        one = without_surrogates(first)
        two = None if second is None else without_surrogates(second)
        return self._backend.encode(one, two, add_special_tokens=signs)

    def windows(self, *texts: str, longest: int, overlap: int) -> list[Any]:
        """Tokenise a text or a pair, with the last text in overlapping windows if too long."""
        cut = "only_second" if len(texts) == 2 else "longest_first"
        self._backend.enable_truncation(longest, stride=overlap, strategy=cut)
        try:
            whole = self.tokens(*texts)
        finally:
            self._backend.no_truncation()
        return [whole, *whole.overflowing]

    @property
    def begins_with_space(self) -> bool:
        """Whether a word has a different token at the start of a text than within it."""
        return self.files.config.get("model_type") in ("roberta", "gpt2")

    def signs(self, pair: bool) -> int:
        """Return the number of special tokens that the model adds to a text or a pair."""
        return int(self._backend.num_special_tokens_to_add(pair))

    def shortened(self, text: str, most: int) -> str:
        """Return the text, or its beginning and end if it has more than `most` tokens."""
        places = self.tokens(text, signs=False).offsets
        if len(places) <= most:
            return text
        half = most // 2
        return f"{text[: places[half - 1][1]]} {text[places[half - most][0] :]}"

    @cached_property
    def cls(self) -> int | None:
        """The id of the `[CLS]` token, whose logits mean "no answer"."""
        number: int | None = self._tokenizer.cls_token_id
        return number

    # ------------------------------------------------------------------ the model

    def logits(self, sequences: Sequence[Any]) -> list[Array]:
        """Return the logits of a classification model for each token sequence, in order."""
        return [outputs["logits"] for outputs in self.run(sequences, ["logits"])]

    def run(self, sequences: Sequence[Any], outputs: Sequence[str]) -> list[dict[str, Array]]:
        """Return the named outputs for each token sequence, in order.

        `"layer N"` is the hidden states of that layer.
        """
        lengths = [len(tokens.ids) for tokens in sequences]
        found: dict[int, dict[str, Array]] = {}
        for batch in batches(lengths, lambda _: self._batch_size):
            values = self._batch([sequences[at] for at in batch], outputs)
            for row, at in enumerate(batch):
                found[at] = {name: value[row] for name, value in values.items()}
            worked(sum(lengths[at] for at in batch))
        return [found[at] for at in range(len(sequences))]

    def _batch(self, batch: Sequence[Any], outputs: Sequence[str]) -> dict[str, Array]:
        import torch

        feeds = {
            "input_ids": [one.ids for one in batch],
            "attention_mask": [[1] * len(one.ids) for one in batch],
        }
        if "token_type_ids" in self._tokenizer.model_input_names:
            feeds["token_type_ids"] = [one.type_ids for one in batch]
        model = self._model
        given = {name: torch.tensor(rows).to(model.device) for name, rows in feeds.items()}
        layers = [name for name in outputs if name.startswith("layer ")]
        with torch_threads(self._threads), torch.inference_mode():
            output = model(**given, output_hidden_states=bool(layers))
        values = {
            name: output.hidden_states[int(name.split()[1])] if name in layers else output[name]
            for name in outputs
        }
        return {name: value.double().cpu().numpy() for name, value in values.items()}

    @cached_property
    def _model(self) -> Any:
        worked(0)
        import torch
        import transformers

        try:
            device = torch.device(self._device_name)
            torch.zeros(1, device=device)
        except (RuntimeError, AssertionError, NotImplementedError) as problem:
            first = str(problem).partition("\n")[0]
            raise BadSetting(
                f"hf: the device '{self._device_name}' is not available ({first})."
            ) from None
        with quiet():
            try:
                made, about = getattr(transformers, self._head).from_pretrained(
                    self.files.folder,
                    local_files_only=True,
                    trust_remote_code=False,
                    use_safetensors=True,
                    dtype=torch.float32,
                    output_loading_info=True,
                )
            except Exception as problem:
                raise self._broken("it cannot be loaded", problem) from problem
        # transformers initialises missing weights at random, so the output would be random too
        lacking = sorted(key for key in about["missing_keys"] if "pooler" not in key)
        if lacking or about["mismatched_keys"]:
            made_for = ", ".join(self.files.config.get("architectures") or ["another task"])
            without = f" and has no weights for {', '.join(lacking[:3])}" if lacking else ""
            raise BadSetting(
                f"'{self.files.name}' cannot be used as {self._head.removeprefix('AutoModelFor')}: "
                f"it was trained for {made_for}{without}."
            )
        return made.eval().to(device)

    def _broken(self, what: str, problem: Exception) -> MissingTool:
        first = str(problem).strip().partition("\n")[0] or type(problem).__name__
        return MissingTool(f"'{self.files.name}' cannot be used: {what} ({first}).")


class HfTool:
    """Base class for the Hugging Face engines.

    Pickles without the model: a worker process loads the model itself.
    """

    head: ClassVar[str]
    """Name of the transformers class that loads a model for this task."""
    libraries = ("torch", "transformers", "tokenizers")

    def __init__(self, spec: str, threads: int = 1) -> None:
        self._spec, self._threads = spec, threads
        self._model = HfModel(spec, threads, self.head)

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self._spec, self._threads)

    @property
    def identity(self) -> str:
        return self._model.identity


def softmax(scores: Array) -> list[float]:
    """Return the softmax of the scores."""
    weights = [math.exp(score - max(scores)) for score in scores.tolist()]
    return [weight / math.fsum(weights) for weight in weights]


@contextmanager
def quiet() -> Iterator[None]:
    """Silence the progress bars and logs of transformers; qgauge reports errors itself."""
    from transformers.utils import logging

    before, bars = logging.get_verbosity(), logging.is_progress_bar_enabled()
    logging.set_verbosity_error()
    logging.disable_progress_bar()
    try:
        yield
    finally:
        logging.set_verbosity(before)
        if bars:
            logging.enable_progress_bar()

"""Run a Hugging Face sequence-to-sequence model: a text in, scored texts out."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from functools import cached_property
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from qgauge.text.surrogates import without_surrogates
from qgauge.tools.adapters.torch_threads import torch_threads
from qgauge.tools.hf.model import HfModel, quiet

if TYPE_CHECKING:
    import torch

LONGEST_OUTPUT = 64
"""Maximum number of tokens of a text that the model writes."""
FEWEST_BEAMS = 4
"""Even a single text is searched for with this many beams."""
TOP_P = 0.95
"""Sampling draws from the likeliest tokens that have this probability together."""


class Seq2SeqModel(HfModel):
    """A model that writes texts, one input at a time.

    All texts for one input are computed together and no others with them, so that the output does
    not depend on the rest of a batch.
    """

    def written(
        self, prompt: str, count: int, seed: int | None, begin: str = ""
    ) -> list[tuple[str, float]]:
        """Return texts that the model writes for a prompt.

        Args:
            prompt: The input. Special tokens in it are read as such.
            count: Number of texts; there may be more, and two of them may be equal.
            seed: None for a beam search; otherwise texts are sampled.
            begin: Words that every text begins with.

        Returns:
            Texts with the mean log-probability of their tokens.
        """
        import torch

        model, prompt_ids = self._model, self.prompt_ids(prompt)
        given = torch.tensor([prompt_ids]).to(model.device)
        config = model.generation_config
        first = [config.decoder_start_token_id]
        if config.forced_bos_token_id is not None:
            first.append(config.forced_bos_token_id)
        first += self.tokens(begin, signs=False).ids if begin else []
        random = nullcontext() if seed is None else _seeded(seed, prompt_ids, first)
        with torch_threads(self._threads), torch.inference_mode(), quiet(), random:
            sequences = model.generate(
                input_ids=given,
                attention_mask=torch.ones_like(given),
                decoder_input_ids=torch.tensor([first]).to(model.device),
                generation_config=self._search(count, seed, self.longest - len(first)),
            )
            scores = self._scores(given, sequences)
        texts = self._tokenizer.batch_decode(sequences, skip_special_tokens=True)
        return list(zip(texts, scores, strict=True))

    def prompt_ids(self, prompt: str) -> list[int]:
        """Return the tokens of a prompt, cut at the maximum length."""
        backend = self._backend
        backend.encode_special_tokens = False
        backend.enable_truncation(self.longest)
        try:
            ids: list[int] = backend.encode(without_surrogates(prompt)).ids
        finally:
            backend.no_truncation()
            backend.encode_special_tokens = True
        return ids

    def disarmed(self, text: str) -> str:
        """Return a text in which no special token of the model occurs: they are split by a space.

        Examples: `<hl>` becomes `< hl>`, and `</s>` becomes `< /s>`.
        """
        return self._special.sub(lambda sign: f"{sign[0][0]} {sign[0][1:]}", text)

    @cached_property
    def _special(self) -> re.Pattern[str]:
        added = self._tokenizer.added_tokens_decoder.values()
        # a marker such as <hl> may have been added as a plain token
        signs = [str(one.content) for one in added if one.special or one.content[0] in "<["]
        signs = sorted((one for one in signs if len(one) > 1), key=len, reverse=True)
        return re.compile("|".join(map(re.escape, [*signs, "<hl>"])))

    def _search(self, count: int, seed: int | None, room: int) -> Any:
        """Return how to search. Of the model's own settings only the special tokens are kept."""
        from transformers import GenerationConfig

        own = self._model.generation_config
        names = ("bos", "pad", "eos", "decoder_start", "forced_bos", "forced_eos")
        if seed is None:
            count = max(count, FEWEST_BEAMS)
            how: dict[str, Any] = {"num_beams": count, "do_sample": False}
        else:
            how = {"do_sample": True, "top_k": 0, "top_p": TOP_P}
        return GenerationConfig(
            max_new_tokens=min(LONGEST_OUTPUT, room),
            num_return_sequences=count,
            **how,
            **{f"{name}_token_id": getattr(own, f"{name}_token_id") for name in names},
        )

    def _scores(self, given: torch.Tensor, sequences: torch.Tensor) -> list[float]:
        """Return the mean log-probability of the tokens of each sequence, up to its end."""
        from transformers.modeling_outputs import BaseModelOutput

        model = self._model
        states = model.get_encoder()(input_ids=given).last_hidden_state
        outputs = model(
            encoder_outputs=BaseModelOutput(states.expand(len(sequences), -1, -1)),
            decoder_input_ids=sequences[:, :-1],
        )
        chances = outputs.logits.double().log_softmax(-1)
        targets = sequences[:, 1:]
        logs = chances.gather(-1, targets.unsqueeze(-1)).squeeze(-1).cpu().tolist()
        ends = self._ends()
        lengths = [_length(row, ends) for row in targets.cpu().tolist()]
        return [sum(row[:many]) / many for row, many in zip(logs, lengths, strict=True)]

    def _ends(self) -> Sequence[int]:
        end = self._model.generation_config.eos_token_id
        return end if isinstance(end, list) else [end]


def _length(tokens: Sequence[int], ends: Sequence[int]) -> int:
    """Return the number of tokens up to and with the first that ends the text."""
    return next((at for at, one in enumerate(tokens, 1) if one in ends), len(tokens))


@contextmanager
def _seeded(seed: int, *of: Sequence[int]) -> Iterator[None]:
    """Seed PyTorch by the seed and the input, and restore its state afterwards.

    With the input in the seed, a text is the same whichever were sampled before it.
    """
    import torch

    digest = sha256(repr((seed, of)).encode()).digest()
    with torch.random.fork_rng():
        torch.manual_seed(int.from_bytes(digest[:8], "big") >> 1)
        yield

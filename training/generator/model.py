"""The generator: an encoder, a decoder with cross-attention, and a gate that copies word pieces.

Both halves start from the shipped reader: the encoder is a copy of its layers, and each layer of
the decoder a copy of one of its upper ones, whose attention is also the start of the
cross-attention (Rothe et al. 2020, https://aclanthology.org/2020.tacl-1.18). The probability of a
piece is a mixture of a softmax over the vocabulary and of the attention on the pieces of the
passage.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from training.generator.sizes import (
    BLOCK,
    DECODER_LAYERS,
    ENCODER_LAYERS,
    EPSILON,
    HEADS,
    HIDDEN,
    INNER,
    POSITIONS,
    TYPES,
    VOCABULARY,
    WIDTH,
)


def rounded4(weight: Tensor) -> Tensor:
    """Round a weight (outputs, inputs) to 4 bits per block; the gradient passes unchanged."""
    blocks = weight.detach().unflatten(1, (-1, BLOCK))
    scale = blocks.abs().amax(-1, keepdim=True).clamp(min=1e-8) / 7
    # scales are stored as fp16
    scale = scale.half().float().clamp(min=1e-7)
    small = torch.clamp(torch.round(blocks / scale), -8, 7) * scale
    return weight + (small.flatten(1) - weight.detach())


def rounded8(table: Tensor) -> Tensor:
    """Round the rows of a table to 8 bits; the gradient passes unchanged."""
    scale = table.detach().abs().amax(-1, keepdim=True).clamp(min=1e-8) / 127
    return table + (torch.round(table.detach() / scale) * scale - table.detach())


class Linear(nn.Linear):
    """A linear layer whose weight is rounded to 4 bits once `small` is set."""

    small = False

    def forward(self, states: Tensor) -> Tensor:
        weight = rounded4(self.weight) if self.small else self.weight
        return functional.linear(states, weight, self.bias)


def attend(query: Tensor, key: Tensor, value: Tensor, bias: Tensor | None, causal: bool) -> Tensor:
    def split(states: Tensor) -> Tensor:
        return states.unflatten(-1, (HEADS, WIDTH)).transpose(1, 2)

    mixed = functional.scaled_dot_product_attention(
        split(query),
        split(key),
        split(value),
        attn_mask=None if bias is None else bias.to(query.dtype),
        is_causal=causal,
    )
    return mixed.transpose(1, 2).flatten(2)


class Layer(nn.Module):
    """Self-attention, cross-attention in the decoder, and a feed-forward part."""

    def __init__(self, crossed: bool) -> None:
        super().__init__()
        self.mix, self.output = Linear(HIDDEN, 3 * HIDDEN), Linear(HIDDEN, HIDDEN)
        self.norm1 = nn.LayerNorm(HIDDEN, eps=EPSILON)
        self.crossed = crossed
        if crossed:
            self.query, self.memory = Linear(HIDDEN, HIDDEN), Linear(HIDDEN, 2 * HIDDEN)
            self.cross_output = Linear(HIDDEN, HIDDEN)
            self.cross_norm = nn.LayerNorm(HIDDEN, eps=EPSILON)
        self.up, self.down = Linear(HIDDEN, INNER), Linear(INNER, HIDDEN)
        self.norm2 = nn.LayerNorm(HIDDEN, eps=EPSILON)
        self.dropout = nn.Dropout(0.1)

    def forward(self, states: Tensor, bias: Tensor, memory: Tensor | None = None) -> Tensor:
        query, key, value = self.mix(states).chunk(3, -1)
        seen = attend(query, key, value, None if self.crossed else bias, causal=self.crossed)
        states = self.norm1(states + self.dropout(self.output(seen)))
        if memory is not None:
            key, value = self.memory(memory).chunk(2, -1)
            seen = attend(self.query(states), key, value, bias, causal=False)
            states = self.cross_norm(states + self.dropout(self.cross_output(seen)))
        inner = self.down(functional.gelu(self.up(states)))
        return self.norm2(states + self.dropout(inner))


class Generator(nn.Module):
    """Maps a source (ids, types) and the pieces so far to the probabilities of the next piece."""

    def __init__(self) -> None:
        super().__init__()
        self.word = nn.Parameter(torch.zeros(VOCABULARY, HIDDEN))
        self.position = nn.Parameter(torch.zeros(POSITIONS, HIDDEN))
        self.kind = nn.Parameter(torch.zeros(TYPES, HIDDEN))
        self.norm = nn.LayerNorm(HIDDEN, eps=EPSILON)
        self.encoder = nn.ModuleList(Layer(crossed=False) for _ in range(ENCODER_LAYERS))
        self.decoder = nn.ModuleList(Layer(crossed=True) for _ in range(DECODER_LAYERS))
        self.change = Linear(HIDDEN, HIDDEN)
        self.change_norm = nn.LayerNorm(HIDDEN, eps=EPSILON)
        self.bias = nn.Parameter(torch.zeros(VOCABULARY))
        self.copy_query, self.copy_key = Linear(HIDDEN, HIDDEN), Linear(HIDDEN, HIDDEN)
        self.gate = nn.Linear(HIDDEN, 1)
        self.small = False

    def shrink(self) -> None:
        """Round the weights from now on, as in the file."""
        self.small = True
        for part in self.modules():
            if isinstance(part, Linear):
                part.small = True

    @property
    def table(self) -> Tensor:
        return rounded8(self.word) if self.small else self.word

    def encode(self, ids: Tensor, types: Tensor, table: Tensor) -> tuple[Tensor, Tensor]:
        """Return the states of the source and the attention bias that hides its padding."""
        kinds = functional.one_hot(types, TYPES).to(self.kind.dtype) @ self.kind
        states = functional.embedding(ids, table) + kinds + self.position[: ids.shape[1]]
        states = functional.dropout(self.norm(states), 0.1, self.training)
        bias = torch.zeros(ids.shape, device=ids.device).masked_fill(ids == 0, -1e9)
        bias = bias[:, None, None, :]
        for layer in self.encoder:
            states = layer(states, bias)
        return states, bias

    def decode(self, pieces: Tensor, memory: Tensor, bias: Tensor, table: Tensor) -> Tensor:
        states = functional.embedding(pieces, table) + self.position[: pieces.shape[1]]
        states = functional.dropout(self.norm(states), 0.1, self.training)
        for layer in self.decoder:
            states = layer(states, bias, memory)
        return states

    def outputs(
        self, states: Tensor, memory: Tensor, ids: Tensor, types: Tensor, table: Tensor
    ) -> tuple[Tensor, Tensor, Tensor]:
        """Return logits of the vocabulary, log-attention for copying, and the gate's logit."""
        changed = self.change_norm(functional.gelu(self.change(states)))
        logits = functional.linear(changed, table, self.bias)
        scores = self.copy_query(states) @ self.copy_key(memory).transpose(1, 2) * HIDDEN**-0.5
        outside = ((types == 0) | (ids == 0))[:, None, :]
        copies = scores.float().masked_fill(outside, -1e9).log_softmax(-1)
        return logits, copies, self.gate(states)[..., 0]

    def loss(self, ids: Tensor, types: Tensor, pieces: Tensor, smoothing: float) -> Tensor:
        """Return the mean loss per piece; `pieces` starts with [CLS] and is padded with 0."""
        table = self.table
        memory, bias = self.encode(ids, types, table)
        states = self.decode(pieces[:, :-1], memory, bias, table)
        logits, copies, gate = self.outputs(states, memory, ids, types, table)
        target = pieces[:, 1:]
        wanted = target != 0
        spoken = logits.float().log_softmax(-1)
        of_target = spoken.gather(-1, target[..., None])[..., 0]
        same = target[:, :, None] == ids[:, None, :]
        copied = copies.masked_fill(~same, -1e9).logsumexp(-1)
        gate = gate.float()
        both = torch.logaddexp(
            functional.logsigmoid(gate) + of_target, functional.logsigmoid(-gate) + copied
        )
        loss = -both[wanted].mean()
        return loss - smoothing * spoken.mean(-1)[wanted].mean()


def from_reader(tensors: dict[str, np.ndarray]) -> Generator:
    """Return a generator that starts from the reader's tensors (`training.misstated.pairs`)."""
    model = Generator()
    word = tensors["word"].astype(np.float32) * tensors["word.scale"]
    state: dict[str, Any] = {"word": word, "position": tensors["position"]}
    kinds = tensors["type"].astype(np.float32)
    # the passage, the answer and the anchor start alike
    state["kind"] = np.concatenate([kinds, kinds[1:], kinds[1:]])
    state["norm.weight"] = tensors["encoder.norm.weight"]
    state["norm.bias"] = tensors["encoder.norm.bias"]
    first = ENCODER_LAYERS - DECODER_LAYERS
    for number in range(ENCODER_LAYERS):
        state |= _layer(tensors, number, f"encoder.{number}.", crossed=False)
        if number >= first:
            state |= _layer(tensors, number, f"decoder.{number - first}.", crossed=True)
    found = {name: torch.from_numpy(np.ascontiguousarray(array)) for name, array in state.items()}
    left = model.load_state_dict(found, strict=False)
    assert not left.unexpected_keys, left
    return model


def _layer(tensors: dict[str, np.ndarray], number: int, name: str, crossed: bool) -> dict[str, Any]:
    old = f"encoder.layers.{number}"
    made: dict[str, Any] = {}
    for part in ("mix", "output", "up", "down"):
        made[f"{name}{part}.weight"] = _matrix(tensors, f"{old}.{part}").T
        made[f"{name}{part}.bias"] = tensors[f"{old}.{part}.bias"].copy()
    # the file's queries are already scaled, and so would ours be once more
    made[f"{name}mix.weight"] = made[f"{name}mix.weight"].copy()
    made[f"{name}mix.weight"][:HIDDEN] *= WIDTH**0.5
    made[f"{name}mix.bias"][:HIDDEN] *= WIDTH**0.5
    for norm in ("norm1", "norm2"):
        for part in ("weight", "bias"):
            made[f"{name}{norm}.{part}"] = tensors[f"{old}.{norm}.{part}"]
    if crossed:
        mix, bias = made[f"{name}mix.weight"], made[f"{name}mix.bias"]
        made[f"{name}query.weight"], made[f"{name}memory.weight"] = mix[:HIDDEN], mix[HIDDEN:]
        made[f"{name}query.bias"], made[f"{name}memory.bias"] = bias[:HIDDEN], bias[HIDDEN:]
        for part in ("weight", "bias"):
            made[f"{name}cross_output.{part}"] = made[f"{name}output.{part}"]
            made[f"{name}cross_norm.{part}"] = made[f"{name}norm1.{part}"]
    return made


def _matrix(tensors: dict[str, np.ndarray], name: str) -> np.ndarray:
    small = tensors[f"{name}.weight"]
    blocks, size, out = small.shape
    return (small.astype(np.float32) * tensors[f"{name}.scale"]).reshape(blocks * size, out)

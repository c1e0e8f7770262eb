"""The encoder of all our models: BERT's layers, with MPNet's relative positions for the teacher.

Both base models have the same word pieces (MPNet's ids are BERT's plus four), so a teacher and its
student read the same input, position by position.
"""

from __future__ import annotations

import hashlib
import math
import sys
from dataclasses import dataclass
from pathlib import Path

import torch
from safetensors.torch import load_file, save_file
from torch import Tensor, nn
from torch.nn import functional

# cuDNN plans each shape, at 0.4 s each, and almost every batch has a new shape
torch.backends.cuda.enable_cudnn_sdp(False)

MINILM_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
MPNET_SHA256 = "78c0197b6159d92658e319bc1d72e4c73a9a03dd03815e70e555c5ef05615658"


@dataclass(frozen=True)
class Shape:
    """The sizes of an encoder."""

    vocabulary: int = 30522
    hidden: int = 384
    layers: int = 6
    heads: int = 12
    inner: int = 1536
    positions: int = 512
    types: int = 2
    epsilon: float = 1e-12
    relative_buckets: int = 0
    first_position: int = 0


MINILM = Shape()
MPNET = Shape(
    vocabulary=30527,
    hidden=768,
    layers=12,
    inner=3072,
    positions=514,
    epsilon=1e-5,
    relative_buckets=32,
    first_position=2,
)


class Layer(nn.Module):
    """Self-attention and a feed-forward part, each with its residual and normalisation."""

    def __init__(self, shape: Shape, dropout: float) -> None:
        super().__init__()
        hidden = shape.hidden
        self.query, self.key = nn.Linear(hidden, hidden), nn.Linear(hidden, hidden)
        self.value, self.output = nn.Linear(hidden, hidden), nn.Linear(hidden, hidden)
        self.up, self.down = nn.Linear(hidden, shape.inner), nn.Linear(shape.inner, hidden)
        self.norm1 = nn.LayerNorm(hidden, eps=shape.epsilon)
        self.norm2 = nn.LayerNorm(hidden, eps=shape.epsilon)
        self.heads, self.dropout = shape.heads, dropout

    def forward(self, states: Tensor, bias: Tensor) -> Tensor:
        batch, length, hidden = states.shape
        split = (batch, length, self.heads, hidden // self.heads)
        query, key, value = (
            part(states).view(split).transpose(1, 2) for part in (self.query, self.key, self.value)
        )
        dropout = self.dropout if self.training else 0.0
        mixed = functional.scaled_dot_product_attention(
            query, key, value, attn_mask=bias.to(query.dtype), dropout_p=dropout
        )
        mixed = mixed.transpose(1, 2).reshape(-1, hidden)
        return self.settled(states.view(-1, hidden), mixed).view(batch, length, hidden)

    def settled(self, states: Tensor, mixed: Tensor) -> Tensor:
        """Apply the layers after the attention: many small operations, which `hasten` fuses."""
        mixed = functional.dropout(self.output(mixed), self.dropout, self.training)
        states = self.norm1(states + mixed)
        inner = self.down(functional.gelu(self.up(states)))
        return self.norm2(states + functional.dropout(inner, self.dropout, self.training))


def hasten() -> None:
    """Compile once for all batch sizes; worthwhile from some thousand steps."""
    Layer.settled = torch.compile(Layer.settled, dynamic=True)  # type: ignore[method-assign]


class Encoder(nn.Module):
    """Maps word pieces to one state per piece. Input ids are always BERT's."""

    def __init__(self, shape: Shape, dropout: float = 0.1) -> None:
        super().__init__()
        self.shape, self.dropout = shape, dropout
        self.word = nn.Parameter(torch.zeros(shape.vocabulary, shape.hidden))
        self.position = nn.Parameter(torch.zeros(shape.positions, shape.hidden))
        self.kind = nn.Parameter(torch.zeros(shape.types, shape.hidden))
        self.norm = nn.LayerNorm(shape.hidden, eps=shape.epsilon)
        self.layers = nn.ModuleList(Layer(shape, dropout) for _ in range(shape.layers))
        if shape.relative_buckets:
            # not trained: its gradient costs as much as the rest of the attention
            self.relative = nn.Parameter(
                torch.zeros(shape.relative_buckets, shape.heads), requires_grad=False
            )

    def forward(self, ids: Tensor, mask: Tensor, types: Tensor) -> Tensor:
        return self.states(ids, mask, types)[-1]

    def states(self, ids: Tensor, mask: Tensor, types: Tensor) -> list[Tensor]:
        """Return the states after each layer."""
        if self.shape.relative_buckets:
            ids = mpnet_ids(ids)
        length = ids.shape[1]
        first = self.shape.first_position
        # a product, not a look-up: the gradient of a look-up in so few rows adds them one by one
        kinds = functional.one_hot(types, self.shape.types).to(self.kind.dtype) @ self.kind
        states = functional.embedding(ids, self.word) + kinds
        states = states + self.position[first : first + length]
        states = functional.dropout(self.norm(states), self.dropout, self.training)
        bias = torch.zeros(mask.shape, device=mask.device).masked_fill(mask == 0, -1e9)
        bias = bias[:, None, None, :]
        if self.shape.relative_buckets:
            # contiguous: attention is slow with a strided mask
            apart = self.relative[relative_buckets(length, ids.device)].permute(2, 0, 1)
            bias = bias + apart.contiguous()
        if torch.is_autocast_enabled(ids.device.type):
            bias = bias.to(torch.get_autocast_dtype(ids.device.type))
        after = []
        for layer in self.layers:
            states = layer(states, bias)
            after.append(states)
        return after


def mpnet_ids(ids: Tensor) -> Tensor:
    """Convert BERT's ids to MPNet's: plus four, with different ids for the special tokens."""
    moved = ids + 4
    for bert, mpnet in ((101, 0), (0, 1), (102, 2), (100, 3)):
        moved = moved.masked_fill(ids == bert, mpnet)
    return moved


def relative_buckets(length: int, device: torch.device) -> Tensor:
    """Return MPNet's 32 buckets: exact up to 8, then logarithmic up to 128, per direction."""
    place = torch.arange(length, device=device)
    apart = place[:, None] - place[None, :]
    bucket = (apart < 0).long() * 16
    apart = apart.abs()
    far = 8 + (torch.log(apart.clamp(min=1).float() / 8) / math.log(128 / 8) * 8).long()
    return bucket + torch.where(apart < 8, apart, far.clamp(max=15))


def load_base(folder: Path, shape: Shape, types: int, added: int = 0) -> Encoder:
    """Return an encoder with the published weights; extra token types start as zeros.

    The `added` layers on top are nearly the identity at first: their outputs are zero, and their
    normalisations return their input.
    """
    layers = shape.layers + added
    encoder = Encoder(Shape(**{**shape.__dict__, "types": types, "layers": layers}))
    tensors = load_file(folder / "model.safetensors")
    ours = {}
    for name, tensor in tensors.items():
        renamed = _our_name(name)
        if renamed:
            ours[renamed] = tensor.float()
    given = ours.get("kind")
    ours["kind"] = torch.zeros(types, shape.hidden)
    if given is not None:
        rows = min(types, len(given))
        ours["kind"][:rows] = given[:rows]
        ours["kind"][rows:] = given[0]
    for number in range(shape.layers, layers):
        ours |= _idle_layer(ours, f"layers.{number - 1}.", f"layers.{number}.")
    encoder.load_state_dict(ours)
    return encoder


def _idle_layer(tensors: dict[str, Tensor], below: str, name: str) -> dict[str, Tensor]:
    made = {
        name + key.removeprefix(below): tensor.clone()
        for key, tensor in tensors.items()
        if key.startswith(below)
    }
    gain, shift = tensors[f"{below}norm2.weight"], tensors[f"{below}norm2.bias"]
    spread = (gain.square().mean() + shift.var(correction=0)).sqrt()
    for part in ("output", "down"):
        made[f"{name}{part}.weight"].zero_()
        made[f"{name}{part}.bias"].zero_()
    for norm in ("norm1", "norm2"):
        made[f"{name}{norm}.weight"].fill_(spread)
        made[f"{name}{norm}.bias"].fill_(shift.mean())
    return made


_NAMES = {
    "attention.self.query": "query",
    "attention.self.key": "key",
    "attention.self.value": "value",
    "attention.output.dense": "output",
    "attention.attn.q": "query",
    "attention.attn.k": "key",
    "attention.attn.v": "value",
    "attention.attn.o": "output",
    "attention.output.LayerNorm": "norm1",
    "attention.LayerNorm": "norm1",
    "intermediate.dense": "up",
    "output.dense": "down",
    "output.LayerNorm": "norm2",
}


def _our_name(name: str) -> str | None:
    name = name.removeprefix("bert.").removeprefix("mpnet.")
    if name.startswith("embeddings."):
        part = name.removeprefix("embeddings.")
        return {
            "word_embeddings.weight": "word",
            "position_embeddings.weight": "position",
            "token_type_embeddings.weight": "kind",
            "LayerNorm.weight": "norm.weight",
            "LayerNorm.bias": "norm.bias",
        }.get(part)
    if name == "encoder.relative_attention_bias.weight":
        return "relative"
    if name.startswith("encoder.layer."):
        number, _, rest = name.removeprefix("encoder.layer.").partition(".")
        part, _, kind = rest.rpartition(".")
        return f"layers.{number}.{_NAMES[part]}.{kind}"
    return None


def check_digest(file: Path, expected: str) -> None:
    """Refuse base weights that are not the published ones."""
    found = hashlib.sha256(file.read_bytes()).hexdigest()
    if found != expected:
        raise SystemExit(
            f"{file} has the SHA-256 {found}, expected {expected}: not the published weights"
        )


def main() -> None:
    """Check the published weights and store them in half precision.

    python -m training.neural.encoder minilm|mpnet FROM TO
    """
    name, source, target = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
    file = source / "model.safetensors"
    check_digest(file, {"minilm": MINILM_SHA256, "mpnet": MPNET_SHA256}[name])
    kept = {
        tensor_name: tensor.half()
        for tensor_name, tensor in load_file(file).items()
        if _our_name(tensor_name)
    }
    target.mkdir(parents=True, exist_ok=True)
    save_file(kept, str(target / "model.safetensors"))


if __name__ == "__main__":
    main()

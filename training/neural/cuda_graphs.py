"""Steps recorded on the GPU and played again, without the processor that launches each kernel.

A step of our small models is thousands of small kernels; launching them takes twice as long as they
do. So batches come in few shapes, and a step of each shape is recorded when it comes the second
time; the first goes by as usual, so that everything that is made on first use is there.
"""

from __future__ import annotations

from collections.abc import Callable

import torch
from torch import Tensor

Inputs = dict[str, Tensor]
Recording = tuple[torch.cuda.CUDAGraph, Inputs, list[Tensor]]
Step = Callable[[str, Inputs], list[Tensor]]


class Recorder:
    """`step(task, inputs)`, by recordings where there is a GPU."""

    def __init__(self, step: Step) -> None:
        self.step = step
        self.seen: set[tuple[object, ...]] = set()
        self.recorded: dict[tuple[object, ...], Recording] = {}
        self.stream = torch.cuda.Stream() if torch.cuda.is_available() else None

    def __call__(self, task: str, inputs: Inputs) -> list[Tensor]:
        if self.stream is None:
            return self.step(task, inputs)
        key = (task, *(tuple(each.shape) for each in inputs.values()))
        if key not in self.seen:
            self.seen.add(key)
            return self.step(task, inputs)
        if key not in self.recorded:
            self.recorded[key] = self.record(task, inputs)
        graph, places, said = self.recorded[key]
        for name, tensor in inputs.items():
            places[name].copy_(tensor, non_blocking=True)
        graph.replay()
        return said

    def record(self, task: str, inputs: Inputs) -> Recording:
        places = {name: tensor.clone() for name, tensor in inputs.items()}
        graph = torch.cuda.CUDAGraph()
        others = next(iter(self.recorded.values()), None)
        pool = others[0].pool() if others else None
        torch.cuda.synchronize()
        with torch.cuda.graph(graph, pool=pool, stream=self.stream):
            said = self.step(task, places)
        return graph, places, said

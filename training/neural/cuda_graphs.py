"""Record training steps on the GPU and replay them, without launching each kernel.

A step of our small models is thousands of small kernels, and launching them takes twice as long as
running them. So batches have few shapes, and a step is recorded the second time that its shape
occurs; the first time it runs normally, to initialise everything that is created on first use.
"""

from __future__ import annotations

from collections.abc import Callable

import torch
from torch import Tensor

Inputs = dict[str, Tensor]
Recording = tuple[torch.cuda.CUDAGraph, Inputs, list[Tensor]]
Step = Callable[[str, Inputs], list[Tensor]]


class Recorder:
    """Runs `step(task, inputs)`, from recordings if there is a GPU."""

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

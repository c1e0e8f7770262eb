"""Shared by both training scripts: options, optimiser, a schedule by wall clock, saving."""

from __future__ import annotations

import argparse
import json
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import torch
from safetensors.torch import load_file, save_file
from tokenizers import Tokenizer
from torch import Tensor, nn

SHOWN_EVERY = 500


def training_options(description: str | None) -> argparse.ArgumentParser:
    """Return a parser with the options of both training scripts."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--base", type=Path, required=True, help="folder with model.safetensors")
    parser.add_argument("--tokenizer", type=Path, required=True)
    parser.add_argument("--arch", choices=["minilm", "mpnet"], default="minilm")
    parser.add_argument("--minutes", type=float, default=8)
    parser.add_argument("--seeds", type=int, nargs="+", default=[1])
    parser.add_argument(
        "--out", type=Path, required=True, help="prefix of the output: OUT-SEED.safetensors"
    )
    return parser


def plain_tokenizer(file: Path) -> Tokenizer:
    """Return the tokenizer without padding and truncation."""
    tokenizer = Tokenizer.from_file(str(file))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    return tokenizer


class Trainer:
    """AdamW with warm-up and linear decay over a given number of minutes.

    The schedule follows the clock instead of the step count, so that a run on a machine of unknown
    speed uses the time it was given and ends at learning rate zero. With `recorded`, steps are
    recorded and replayed (see cuda_graphs.py).
    """

    def __init__(
        self,
        model: nn.Module,
        minutes: float,
        rate: float,
        head_factor: float = 10.0,
        recorded: bool = False,
    ) -> None:
        groups: dict[tuple[bool, bool], list[nn.Parameter]] = {}
        for name, parameter in model.named_parameters():
            if not parameter.requires_grad:
                continue
            head = not name.startswith("encoder.")
            decays = parameter.ndim > 1
            groups.setdefault((head, decays), []).append(parameter)
        self.optimiser = torch.optim.AdamW(
            [
                {
                    "params": parameters,
                    # a recorded step reads the learning rate from a fixed memory location
                    "lr": torch.tensor(0.0, device="cuda") if recorded else rate,
                    "peak": rate * (head_factor if head else 1.0),
                    "weight_decay": 0.01 if decays else 0.0,
                }
                for (head, decays), parameters in groups.items()
            ],
            betas=(0.9, 0.98),
            fused=next(model.parameters()).is_cuda,
            capturable=recorded,
        )
        self.model, self.seconds = model, minutes * 60
        self.start = time.monotonic()
        self.steps = 0
        self.running: dict[str, list[Tensor]] = defaultdict(list)

    def progress(self) -> float:
        return min(1.0, (time.monotonic() - self.start) / self.seconds)

    def step(self, loss: Tensor, task: str) -> None:
        self.schedule()
        self.learn(loss)
        self.note(loss, task)

    def schedule(self) -> None:
        """Set the learning rate for the next step."""
        done = self.progress()
        factor = min(1.0, done / 0.05, (1.0 - done) / 0.95) if done < 1 else 0.0
        if self.steps < 20:
            factor = min(factor, self.steps / 20)
        for group in self.optimiser.param_groups:
            if isinstance(group["lr"], Tensor):
                group["lr"].fill_(group["peak"] * factor)
            else:
                group["lr"] = group["peak"] * factor

    def learn(self, loss: Tensor) -> None:
        self.optimiser.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
        self.optimiser.step()

    def note(self, loss: Tensor, task: str) -> None:
        self.steps += 1
        self.running[task].append(loss.detach().clone())
        if self.steps % SHOWN_EVERY == 0:
            means = {name: float(torch.stack(each).mean()) for name, each in self.running.items()}
            shown = {name: round(mean, 3) for name, mean in means.items()}
            print(f"step {self.steps} {self.progress():.2f} {shown}", flush=True)
            self.running.clear()

    def until_done(self) -> Iterator[int]:
        while self.progress() < 1:
            yield self.steps


def save(model: nn.Module, config: dict[str, object], out: Path) -> None:
    """Save the weights in half precision, and the config next to them."""
    tensors = {
        name.replace("encoder.kind", "encoder.type"): tensor.detach()
        .to("cpu", torch.float16)
        .contiguous()
        for name, tensor in model.state_dict().items()
    }
    # write atomically: students wait for their teacher's file
    save_file(tensors, f"{out}.part")
    Path(f"{out}.part").replace(out)
    describe(config, out)


def save_and_measure(
    students: Sequence[Any],
    config: dict[str, object],
    out: Path,
    measure: Callable[[Any], dict[str, float]],
) -> None:
    """Save the model of every student, then print its figures and add them to its config."""
    saved: list[tuple[Any, dict[str, object], Path]] = []
    for student in students:
        student.model.eval()
        own = config | {"seed": student.seed, "steps": student.trainer.steps}
        file = out.with_name(f"{out.name}-{student.seed}.safetensors")
        save(student.model, own, file)
        saved.append((student, own, file))
    for student, own, file in saved:
        figures = measure(student.model)
        print("RESULT", json.dumps(figures), flush=True)
        describe(own | {"figures": figures}, file)


def describe(config: dict[str, object], out: Path) -> None:
    out.with_suffix(".json").write_text(json.dumps(config, indent=1), encoding="utf-8")


def restore(model: nn.Module, *files: Path) -> None:
    """Load the weights that `save` wrote; of several files, their mean."""
    loaded = [load_file(str(file)) for file in files]
    mean = {name: torch.stack([one[name].float() for one in loaded]).mean(0) for name in loaded[0]}
    model.load_state_dict(
        {name.replace("encoder.type", "encoder.kind"): tensor for name, tensor in mean.items()}
    )


def soft_loss(student: Tensor, teacher: Tensor, temperature: float = 1.0) -> Tensor:
    """Return the cross-entropy with the teacher's distribution, per row of the last axis."""
    target = (teacher.float() / temperature).softmax(-1)
    return -(target * (student.float() / temperature).log_softmax(-1)).sum(-1)

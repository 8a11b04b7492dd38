# SPDX-License-Identifier: Apache-2.0
"""LoRA on an instruct model: cross-entropy over the answers of lessons, in lanes of one thread each on a CPU, or in 4 bits
on a GPU."""

import json
import math
import os
import pathlib
import random
import signal
import sys
import tempfile
import time

import torch
from peft import LoraConfig, get_peft_model, get_peft_model_state_dict, set_peft_model_state_dict
from safetensors import SafetensorError
from torch.nn.functional import cross_entropy
from transformers import AutoModelForCausalLM, BitsAndBytesConfig, DynamicCache, GgufConfig
from transformers.utils import logging

from lessons import Lesson

TOOLS = pathlib.Path(__file__).resolve().parents[1]
sys.path += [str(TOOLS / "train"), str(TOOLS / "convert")]
import adapter  # noqa: E402
from checkpoints import Checkpoints  # noqa: E402
from muon import Lanes  # noqa: E402

WARM = 0.03  # of the training, in which the rate grows
PATIENCE = 3  # measurements in which the validation loss may stay above its best
MEASUREMENTS = 4  # of a pass
SMALL = 1e9  # weights of a model that bears a higher rate


def open_model(args):
    """The model with an adapter that changes nothing yet."""
    logging.disable_progress_bar()
    logging.set_verbosity_error()
    cuda = args.device.startswith("cuda")
    folder, options = args.weights, {"dtype": torch.bfloat16, "local_files_only": True}
    if folder is None:
        folder = args.model.resolve().parent
        options |= {"gguf_file": args.model.name, "quantization_config": GgufConfig(dequantize=True)}
    elif cuda:
        four_bits = {"bnb_4bit_quant_type": "nf4", "bnb_4bit_use_double_quant": True, "bnb_4bit_compute_dtype": torch.bfloat16}
        options |= {"quantization_config": BitsAndBytesConfig(load_in_4bit=True, **four_bits)}
    model = AutoModelForCausalLM.from_pretrained(folder, device_map={"": args.device}, **options)
    if cuda:
        model.gradient_checkpointing_enable({"use_reentrant": False})
        model.enable_input_require_grads()
    names = {name.rsplit(".", 1)[-1] for name, _ in model.named_modules()}
    told = LoraConfig(r=args.rank, lora_alpha=args.alpha, lora_dropout=args.dropout, target_modules=sorted(names & set(adapter.MATRICES)))
    return get_peft_model(model, told)


def loss_of(base, lessons: list[Lesson], device: str) -> torch.Tensor:
    """The summed loss over the answers of lessons with one shared beginning. Of several lessons the shared ids are read once,
    and no gradient is taken there. The padding is at the end, where no token sees it."""
    shared = torch.tensor([lessons[0].shared], dtype=torch.long)
    rows = [lesson.rest + lesson.answer[:-1] for lesson in lessons]
    ids = torch.zeros(len(rows), max(map(len, rows)), dtype=torch.long)
    for i, row in enumerate(rows):
        ids[i, : len(row)] = torch.tensor(row)
    if len(rows) == 1:
        hidden = base.model(input_ids=torch.cat([shared, ids], 1).to(device), use_cache=False).last_hidden_state[:, shared.numel() :]
    else:
        cache = DynamicCache()
        with torch.no_grad():
            base.model(input_ids=shared.to(device), cache=cache, use_cache=True)
        for layer in cache.layers:
            layer.keys, layer.values = (part.expand(len(rows), -1, -1, -1) for part in (layer.keys, layer.values))
        hidden = base.model(input_ids=ids.to(device), cache=cache, use_cache=True).last_hidden_state
    answers = [hidden[i, len(lesson.rest) - 1 : len(lesson) - 1] for i, lesson in enumerate(lessons)]
    wanted = torch.tensor([id for lesson in lessons for id in lesson.answer], device=device)
    return cross_entropy(base.lm_head(torch.cat(answers)).float(), wanted, reduction="sum")


def n_answers(batch: list[Lesson]) -> int:
    return sum(len(lesson.answer) for lesson in batch)


def batches(lessons: list[Lesson], tokens: int, rng: random.Random) -> list[list[Lesson]]:
    """Lessons of like length with one shared beginning, up to some number of tokens with padding, in random order."""
    out = []
    for lesson in sorted(lessons, key=lambda lesson: (lesson.shared, len(lesson) + rng.random() * 40)):
        last = out[-1] if out else []
        if last and last[0].shared is lesson.shared and max(map(len, [*last, lesson])) * (len(last) + 1) <= tokens:
            last.append(lesson)
        else:
            out.append([lesson])
    rng.shuffle(out)
    return out


class Learning:
    """A lane of a run: the model, the optimiser and the place, which a checkpoint holds."""

    def __init__(self, args, learnt: list[Lesson], validation: list[Lesson], work: pathlib.Path, lanes: Lanes):
        self.args, self.learnt, self.validation, self.work, self.lanes = args, learnt, validation, work, lanes
        torch.manual_seed(1)
        self.model = open_model(args)
        self.weights = [p for p in self.model.parameters() if p.requires_grad]
        self.rate = args.rate or (1e-3 if self.model.num_parameters() < SMALL else 2e-4)
        self.optimiser = torch.optim.AdamW(self.weights, lr=self.rate, weight_decay=0.01)
        told = {name: str(getattr(args, name)) for name in ("model", "gold", "task", "rank", "alpha", "batch", "rate")}
        self.checkpoints = Checkpoints(work, 0, 1, told)
        self.place = {"step": 0, "seconds": 0.0, "best": math.inf, "worse": 0, "kept": None, "losses": []}
        if saved := self.checkpoints.load():
            self.place = saved["place"]
            set_peft_model_state_dict(self.model, saved["weights"])
            self.optimiser.load_state_dict(saved["optimiser"])
            self.say(f"continues after step {self.place['step']}")

    def say(self, line: str) -> None:
        if self.lanes.lane == 0:
            print(line, flush=True)

    def save(self) -> None:
        if self.lanes.lane == 0:
            self.checkpoints.save(self.place["step"], {"place": self.place, "weights": self.own_weights(), "optimiser": self.optimiser.state_dict()})

    def own_weights(self) -> dict:
        return {name: w.detach().cpu().clone() for name, w in get_peft_model_state_dict(self.model).items()}

    def loss(self, batch: list[Lesson]):
        """The losses of the parts of a batch: all of it on a CPU, one lesson on a GPU, whose memory bounds the rows."""
        for part in [batch] if self.args.device == "cpu" else [[lesson] for lesson in batch]:
            with torch.autocast(self.args.device.split(":")[0], torch.bfloat16):
                yield loss_of(self.model.get_base_model(), part, self.args.device)

    def step(self, batch: list[Lesson], progress: float, seconds: float) -> float:
        """Learns from the batches of all lanes, and returns their mean loss."""
        for group in self.optimiser.param_groups:
            group["lr"] = self.rate * min(1.0, progress / WARM, (1 - progress) / (1 - WARM))
        torch.manual_seed(self.place["step"] * self.lanes.count + self.lanes.lane)  # for dropout
        self.optimiser.zero_grad()
        total = 0.0
        for loss in self.loss(batch):
            loss.backward()
            total += loss.item()
        sums = torch.tensor([total, n_answers(batch), seconds])
        self.lanes.sum([p.grad for p in self.weights] + [sums])
        for p in self.weights:
            p.grad /= sums[1]
        torch.nn.utils.clip_grad_norm_(self.weights, 1.0)
        self.optimiser.step()
        self.place["step"] += 1
        self.place["seconds"] = float(sums[2]) / self.lanes.count  # all lanes must end at the same step
        return float(sums[0] / sums[1])

    @torch.no_grad()
    def validate(self) -> float:
        self.model.eval()
        sums = torch.zeros(2)
        for batch in batches(self.validation, self.args.batch, random.Random(1))[self.lanes.lane :: self.lanes.count]:
            sums += torch.tensor([sum(loss.item() for loss in self.loss(batch)), n_answers(batch)])
        self.lanes.sum([sums])
        self.model.train()
        return float(sums[0] / sums[1])

    def measure(self) -> bool:
        """Keeps the best weights so far. False once the validation loss has risen for too long."""
        place, loss = self.place, self.validate()
        better = loss < place["best"]
        place["worse"] = 0 if better else place["worse"] + 1
        if better:
            place["best"], place["kept"] = loss, self.own_weights()
        place["losses"].append((place["step"], loss))
        self.say(f"step {place['step']}, {place['seconds'] / 60:.1f} minutes: validation loss {loss:.4f}{'' if better else ', not better'}")
        return place["worse"] < PATIENCE

    def steps(self) -> list[list[Lesson]]:
        """The batches of this lane, pass after pass."""
        out = []
        for number in range(self.args.passes):
            of_pass = batches(self.learnt, self.args.batch // self.lanes.count, random.Random(number))
            whole = len(of_pass) // self.lanes.count * self.lanes.count or self.lanes.count
            out += (of_pass * self.lanes.count)[:whole][self.lanes.lane :: self.lanes.count]
        return out

    def run(self) -> None:
        """Trains until the time or the passes are over, or the validation loss stops to fall; then the best weights are
        the model's."""
        args, place, steps = self.args, self.place, self.steps()
        steps = steps[: args.steps]
        every = max(1, len(steps) // args.passes // MEASUREMENTS)
        if not place["losses"]:
            self.measure()
        began = saved = time.monotonic()
        before, first = place["seconds"], place["step"]
        for batch in steps[first:]:
            progress = max((place["step"] + 0.5) / len(steps), place["seconds"] / 60 / args.minutes)
            if progress >= 1:
                break
            loss = self.step(batch, progress, before + time.monotonic() - began)
            if (done := place["step"] - first) in (3, 10):
                per_step = (place["seconds"] - before) / done
                self.say(f"{per_step:.1f} s a step: {per_step * len(steps) / 60:.0f} minutes for {len(steps)} steps, and it stops after {args.minutes:g}")
            if place["step"] % 10 == 0:
                self.say(f"step {place['step']} of {len(steps)}, {place['seconds'] / 60:.1f} minutes: loss {loss:.4f}")
            if place["step"] % every == 0 and not self.measure():
                break
            if time.monotonic() - saved > args.interval:
                self.save()
                saved = time.monotonic()
        if place["losses"][-1][0] != place["step"]:
            self.measure()
        set_peft_model_state_dict(self.model, place["kept"])
        self.save()
        if self.lanes.lane == 0:
            self.model.save_pretrained(self.work / "adapter")
            (self.work / "losses.json").write_text(json.dumps(place["losses"]))


def run_lane(lane: int, args, learnt: list[Lesson], validation: list[Lesson], work: pathlib.Path, lanes: int, meet: str) -> None:
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # which torch sends when the parent has died
    try:
        Learning(args, learnt, validation, work, Lanes(lane, lanes, meet)).run()
    except (OSError, SafetensorError) as error:
        raise SystemExit(f"tools/tune: {work.name}: {getattr(error, 'strerror', error)}") from None


def learn(args, learnt: list[Lesson], validation: list[Lesson], work: pathlib.Path) -> None:
    """Trains to WORK/adapter, in two lanes on a CPU: threads that share an operation wait for each other at its end, which
    is slow where other programs run too."""
    args.device = args.device or ("cuda" if torch.cuda.is_available() else "cpu")
    lanes = min(2, os.cpu_count()) if args.device == "cpu" else 1
    for number in (signal.SIGINT, signal.SIGTERM):  # the first is ignored in a program of the background
        signal.signal(number, signal.default_int_handler)
    with tempfile.TemporaryDirectory() as folder:
        context = torch.multiprocessing.spawn(run_lane, (args, learnt, validation, work, lanes, f"{folder}/meet"), nprocs=lanes, join=False)
        try:
            while not context.join():
                pass
        except KeyboardInterrupt:
            raise SystemExit("tools/tune: stopped: the same command goes on from the last checkpoint, a minute back at most") from None
        except torch.multiprocessing.ProcessExitedException:
            raise SystemExit(1) from None  # the lane has said why
        finally:
            for process in context.processes:
                process.kill()

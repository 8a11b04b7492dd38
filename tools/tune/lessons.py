# SPDX-License-Identifier: Apache-2.0
"""What the program says about notes: what a model is to learn from them, and how well it finds their identifiers. Needs no
package."""

import json
import pathlib
import random
import subprocess
from dataclasses import dataclass


@dataclass
class Lesson:
    """A window: the ids that every prompt of its language begins with, the rest of the prompt, and the answer."""

    shared: tuple[int, ...]
    rest: list[int]
    answer: list[int]

    def __len__(self) -> int:
        return len(self.rest) + len(self.answer)


def told(args) -> list:
    """How redact-eval is told about the model and its task."""
    options = {"--task": args.task, "--lang": args.lang, "--prompt": args.prompt, "--template": args.template, "-c": args.context}
    return ["-m", args.model, *(x for option, value in options.items() if value for x in (option, str(value)))]


def run(args, *command) -> str:
    done = subprocess.run([args.program, *command], capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"tools/tune: {done.stderr.strip() or f'redact-eval ended with {done.returncode}'}")
    return done.stdout


def own_gold(args, gold: pathlib.Path, out: pathlib.Path) -> list[dict]:
    """Writes the notes as JSON lines under the project's labels, and returns them."""
    run(args, gold, "--own-gold", out)
    return [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]


def write_notes(notes: list[dict], out: pathlib.Path) -> pathlib.Path:
    out.write_text("".join(json.dumps(note, ensure_ascii=False) + "\n" for note in notes), encoding="utf-8")
    return out


def split(notes: list[dict], share: float) -> tuple[list[dict], list[dict]]:
    """Notes to learn from and notes to stop and to score by; those of one id stay together."""
    ids = sorted({note["id"] for note in notes})
    random.Random(1).shuffle(ids)
    held_out = set(ids[: max(1, round(share * len(ids)))])
    return [n for n in notes if n["id"] not in held_out], [n for n in notes if n["id"] in held_out]


def lessons_of(args, notes: pathlib.Path) -> list[Lesson]:
    """The windows, prompts and answers of the task, as the decoder reads them."""
    out = notes.with_suffix(".lessons")
    run(args, notes, *told(args), "--lessons", out)
    lessons, prompts = [], {}
    for line in out.open(encoding="utf-8"):
        line = json.loads(line)
        shared = tuple(line["prompt"][: line["shared"]])
        lessons.append(Lesson(prompts.setdefault(shared, shared), line["prompt"][line["shared"] :], line["answer"]))
    return lessons


def scores(args, notes: pathlib.Path, *adapter) -> dict:
    """The totals of what the model finds by itself, without rules and drafts of another."""
    out = notes.with_suffix(".scores")
    run(args, notes, *told(args), "--no-rules", "--device", args.scored_on, "--json", out, *adapter)
    return json.loads(out.read_text())["total"]

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares the results of the program for ARM64 under qemu with those of this build, byte for byte: with the bundled
model on the samples and on notes of the shared corpora, and with instruct models of random weights (P4). Ends with 77,
which ctest takes for skipped, without compiler or qemu.

Usage: results_test.py REDACT GGUF_TOOL SOURCE_DIR SHARED_DIR
"""

import concurrent.futures
import gzip
import itertools
import json
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import time

# Processors of qemu, and the level that each of them gets.
LEVELS = {"max": "i8mm", "cortex-a76": "dotprod", "cortex-a53": "neon"}
N_SAMPLES = 8  # with the bundled model, where not all notes are read
N_DOCUMENTS = 3  # for each instruct model on each level
TYPES = ("f16", "q8_0", "q4_0", "q4_k", "q6_k", "iq4_xs")  # of the models' weights, one for each task
# Notes taken of each. Under qemu a page of text takes ten seconds, so most are short.
CORPORA = {"meddocan.dev": 6, "grascco.dev": 6, "presidio.dev": 80}

REDACT, GGUF_TOOL = sys.argv[1:3]
SOURCE, SHARED = map(pathlib.Path, sys.argv[3:5])
sys.path.insert(0, str(SOURCE / "tests/program"))
from random_documents_test import TASKS, documents  # noqa: E402


def on_arm(processor: str) -> list[str]:
    return ["qemu-aarch64-static", "-L", str(SOURCE / "build/arm64/sysroot"), "-cpu", processor, str(SOURCE / "build/arm64/bin/redact")]


def notes() -> list[str]:
    """The samples, then notes of the corpora."""
    texts = [path.read_text(encoding="utf-8") for path in sorted((SOURCE / "tools/samples").glob("*.txt"))]
    for name, n in CORPORA.items():
        path = SHARED / "corpora" / f"{name}.jsonl.gz"
        if path.exists():
            with gzip.open(path, "rt", encoding="utf-8") as lines:
                texts += [json.loads(line)["text"] for line in itertools.islice(lines, n)]
    return texts


def same(what: str, options: list[str], texts: list[str], processor: str) -> None:
    lines = "".join(json.dumps({"id": str(i), "text": text}) + "\n" for i, text in enumerate(texts)).encode()
    command = ["--as-text", "--text-field", "text", "--include-evidence", "-t", "1", *options]
    begun = time.monotonic()
    here, there = (subprocess.run([*program, *command], input=lines, capture_output=True, check=True).stdout for program in ([REDACT], on_arm(processor)))
    records = [json.loads(line) for line in here.splitlines()]
    assert len(records) == len(texts)
    assert here == there, f"{what}: {LEVELS[processor]} gives other results"
    spans = sum(len(record["entities"]) for record in records)
    print(f"{LEVELS[processor]}: {what}: {len(texts)} documents, {spans} spans, same bytes; {time.monotonic() - begun:.0f} s", flush=True)


def main() -> int:
    if not shutil.which("aarch64-linux-gnu-g++") or not shutil.which("qemu-aarch64-static"):
        print("this needs g++-aarch64-linux-gnu and qemu-user-static")
        return 77
    subprocess.run([SOURCE / "tools/arm64/build", "redact_cli"], check=True, stdout=subprocess.DEVNULL)
    for processor, level in LEVELS.items():
        devices = subprocess.run([*on_arm(processor), "--list-devices"], capture_output=True, text=True, check=True).stdout
        assert devices.split()[0] == f"cpu:{level}", devices
    all_notes = notes()
    prompt = str(SOURCE / "tests/program/short_prompt.txt")
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(2) as pool:
        tasks = [pool.submit(same, "the bundled model", [], all_notes if processor == "max" else all_notes[:N_SAMPLES], processor) for processor in LEVELS]
        for seed, (task, family) in enumerate(TASKS.items()):
            kind, model = TYPES[seed], f"{folder}/{task}.gguf"
            layers = "" if "--layers" in family else "--layers 2"
            shape = f"--type {kind} --seed {seed} --width 256 --heads 4 --kv-heads 2 --ff 256 {layers} {family}".split()
            subprocess.run([GGUF_TOOL, "random", SOURCE / "tests/golden/llama-f32.gguf", "-o", model, *shape], check=True)
            options = ["-m", model, "--task", task, "--lang", "en", "--prompt", prompt, "--template", "plain", "--bias", "1" if task == "list" else "-3"]
            tasks += [pool.submit(same, f"{task} {kind} {family}", options, documents(N_DOCUMENTS, 25, random.Random(seed)), processor) for processor in LEVELS]
        for each in tasks:
            each.result()
    return 0


if __name__ == "__main__":
    sys.exit(main())

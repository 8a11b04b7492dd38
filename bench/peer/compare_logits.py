#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Logits of llama.cpp and of gguf-tool on the same GGUF files and tokens: normalised mean squared error.

Usage: compare_logits.py --build BUILD MODEL.gguf...    (Python with numpy, diskcache, jinja2, typing_extensions)

Both multiply quantised weights by activations rounded to int8 in blocks of 32, and round in different places,
so two right answers differ by about as much as either differs from one with float activations.
"""

import argparse
import json
import os
import pathlib
import subprocess
import sys

import numpy as np


def theirs(model: pathlib.Path, ids: list[int]) -> np.ndarray:
    import llama_cpp

    llama = llama_cpp.Llama(str(model), n_ctx=len(ids) + 8, n_batch=len(ids), logits_all=True, verbose=False, n_threads=2)
    llama.eval(ids)
    return np.array(llama.scores[: len(ids)], dtype=np.float64)


def ours(build: pathlib.Path, model: pathlib.Path, ids: list[int], device: str) -> np.ndarray:
    command = [build / "bin/gguf-tool", "logits", model, "--ids", ",".join(map(str, ids)), "--device", device]
    out = subprocess.run(list(map(str, command)), check=True, stdout=subprocess.PIPE, text=True).stdout
    return np.array([json.loads(line) for line in out.splitlines()])


def nmse(a: np.ndarray, b: np.ndarray) -> float:
    return float(((a - b) ** 2).sum() / (b**2).sum())


def main() -> None:
    p = argparse.ArgumentParser()
    p.add_argument("--build", type=pathlib.Path, required=True)
    p.add_argument("--device", default="cpu")
    p.add_argument("models", nargs="+", type=pathlib.Path)
    args = p.parse_args()
    peer = args.build / "peer"
    subprocess.run([pathlib.Path(__file__).parent / "build_llama_cpp", peer], check=True)
    os.environ["LLAMA_CPP_LIB_PATH"] = str((peer / "bin").resolve())
    package = next(iter(sorted(peer.glob("llama_cpp_python-*/llama_cpp")) + sorted(peer.resolve().parent.glob("llama_cpp_python-*/llama_cpp"))))
    sys.path.insert(0, str(package.parent))
    print("| model | tokens | NMSE | same argmax |\n| --- | --- | --- | --- |")
    rng = np.random.default_rng(1)
    for model in args.models:
        info = subprocess.run([args.build / "bin/gguf-tool", "info", model], check=True, stdout=subprocess.PIPE, text=True).stdout
        n_vocab = int(next(l for l in info.splitlines() if "token_embd.weight" in l).split("[")[1].split(",")[0])
        ids = [int(i) for i in rng.integers(3, n_vocab, 48)]
        a, b = ours(args.build, model, ids, args.device), theirs(model, ids)
        same = (a.argmax(1) == b.argmax(1)).mean()
        print(f"| {model.name} | {len(ids)} | {nmse(a, b):.2e} | {same:.0%} |", flush=True)


if __name__ == "__main__":
    main()

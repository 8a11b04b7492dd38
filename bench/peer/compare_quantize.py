#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares gguf-tool quantize and perplexity with llama.cpp's on the same model and text.

Usage: compare_quantize.py --build BUILD --text TEXT [--types Q8_0,Q4_0,Q4_K,Q6_K] [--windows 20] MODEL.gguf
       (Python with numpy, gguf, diskcache, jinja2, typing_extensions)

The first table has a row for each requested type and each type that tensors got with it: how many tensors there are,
how many of them have the same bytes from both sides, and the root mean square of the change relative to that of the
values. The second one has the perplexity of both sides' files by both programs, with its standard error.

llama.cpp mixes types (its Q4_K_S gives some tensors Q5_K), while gguf-tool uses one type for all matrices except that
of the logits. So llama.cpp is given the types that gguf-tool chose, tensor by tensor.
"""

import argparse
import ctypes
import json
import math
import pathlib
import subprocess
import tempfile

import gguf
import llama_cpp_peer
import numpy as np

FILE_TYPES = {"Q4_0": 2, "Q8_0": 7, "Q4_K": 14, "Q6_K": 18}


def run(*command) -> str:
    return subprocess.run(list(map(str, command)), check=True, stdout=subprocess.PIPE, text=True).stdout


def tensors(path: pathlib.Path) -> dict:
    return {t.name: t for t in gguf.GGUFReader(path).tensors}


def values(tensor) -> np.ndarray:
    return gguf.dequantize(tensor.data, tensor.tensor_type).astype(np.float64).reshape(-1)


def quantize_by_peer(lib, model: pathlib.Path, out: pathlib.Path, kind: str, like: dict) -> None:
    options = lib.llama_model_quantize_default_params()
    options.ftype, options.pure, options.allow_requantize, options.nthread = FILE_TYPES[kind], True, True, 2
    override = lib.llama_model_tensor_override  # a name pattern and the type for it
    matrices = [(name, t.tensor_type) for name, t in like.items() if len(t.shape) > 1]
    rows = [override(("^" + name.replace(".", "\\.") + "$").encode(), int(type_)) for name, type_ in matrices]
    table = (override * (len(rows) + 1))(*rows, override(None, 0))
    options.tt_overrides = table
    if lib.llama_model_quantize(str(model).encode(), str(out).encode(), ctypes.byref(options)) != 0:
        raise SystemExit("llama_model_quantize failed")


def errors(kind: str, source: dict, own: dict, theirs: dict) -> None:
    by_type: dict = {}
    for name, before in source.items():
        a, b = own[name], theirs[name]
        assert a.tensor_type == b.tensor_type, (name, a.tensor_type, b.tensor_type)
        if len(before.shape) < 2:
            assert bytes(a.data) == bytes(b.data), name
            continue
        x = values(before)
        sums = by_type.setdefault(a.tensor_type.name, np.zeros(5))
        same = bytes(a.data) == bytes(b.data)
        sums += [1, same, (x**2).sum(), ((values(a) - x) ** 2).sum(), ((values(b) - x) ** 2).sum()]
    for type_, (n, same, power, own_error, their_error) in by_type.items():
        a, b = math.sqrt(own_error / power), math.sqrt(their_error / power)
        print(f"| {kind} | {type_} | {n:.0f} | {same:.0f} | {b:.6f} | {a:.6f} | {b / a if a else 1:.4f} |", flush=True)


def own_perplexity(args, model: pathlib.Path, text: pathlib.Path) -> tuple[float, float]:
    line = json.loads(run(args.build / "bin/gguf-tool", "perplexity", model, text, "-c", args.window, "-t", args.threads))
    return line["perplexity"], line["uncertainty"]


def peer_perplexity(args, lib, model: pathlib.Path, ids: list[int], bos: int | None) -> tuple[float, float]:
    peer = llama_cpp_peer.Context(lib, model, args.window, args.threads, args.window)
    nlls = []
    for at in range(0, len(ids) - args.window + 1, args.window):
        window = ids[at : at + args.window]
        if bos is not None:
            window[0] = bos
        first = args.window // 2
        logits = peer.all_logits(window)[first:-1].astype(np.float64)
        most = logits.max(1)
        sums = most + np.log(np.exp(logits - most[:, None]).sum(1))
        nlls += list(sums - logits[np.arange(len(logits)), window[first + 1 :]])
    peer.close()
    perplexity = math.exp(np.mean(nlls))
    return perplexity, perplexity * np.std(nlls) / math.sqrt(len(nlls) - 1)


def cut_text(args, folder: pathlib.Path) -> tuple[pathlib.Path, list[int], int | None]:
    """The part of the text that fills the requested windows, its tokens, and the id that begins a window."""
    fields = gguf.GGUFReader(args.model).fields
    adds = fields.get("tokenizer.ggml.add_bos_token")
    bos = int(fields["tokenizer.ggml.bos_token_id"].contents()) if adds and adds.contents() else None
    tokens = json.loads(run(args.build / "bin/gguf-tool", "tokenize", args.model, args.text))
    n = args.windows * args.window - (bos is not None)
    end = tokens["offsets"][min(n, len(tokens["ids"])) - 1][1]
    text = folder / "text"
    text.write_bytes(args.text.read_bytes()[:end])
    ids = json.loads(run(args.build / "bin/gguf-tool", "tokenize", args.model, text))["ids"]
    return text, ([] if bos is None else [bos]) + ids, bos


def main() -> None:
    p = argparse.ArgumentParser()
    p.add_argument("--build", type=pathlib.Path, required=True)
    p.add_argument("--text", type=pathlib.Path, required=True)
    p.add_argument("--types", default="Q8_0,Q4_0,Q4_K,Q6_K")
    p.add_argument("--windows", type=int, default=20)
    p.add_argument("--window", type=int, default=512)
    p.add_argument("--threads", type=int, default=2)
    p.add_argument("model", type=pathlib.Path)
    args = p.parse_args()
    lib = llama_cpp_peer.load(args.build)
    quiet = lib.llama_log_callback(lambda *_: None)
    lib.llama_log_set(quiet, ctypes.c_void_p(0))
    source = tensors(args.model)
    print("| file | tensors of | tensors | same bytes | llama.cpp's error | redact's | ratio |\n" + "| --- " * 7 + "|")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        files = [("as it is", args.model)]
        for kind in args.types.split(","):
            own, theirs = folder / f"own-{kind}.gguf", folder / f"peer-{kind}.gguf"
            run(args.build / "bin/gguf-tool", "quantize", args.model, own, kind, "-t", args.threads)
            made = tensors(own)
            quantize_by_peer(lib, args.model, theirs, kind, made)
            errors(kind, source, made, tensors(theirs))
            files += [(f"redact's {kind}", own), (f"llama.cpp's {kind}", theirs)]
        text, ids, bos = cut_text(args, folder)
        print(f"\n{len(ids)} tokens in {len(ids) // args.window} windows of {args.window}\n")
        print("| file | perplexity by llama.cpp | by redact | ratio |\n" + "| --- " * 4 + "|")
        for what, file in files:
            theirs, own = peer_perplexity(args, lib, file, list(ids), bos), own_perplexity(args, file, text)
            print(f"| {what} | {theirs[0]:.4f} ± {theirs[1]:.4f} | {own[0]:.4f} ± {own[1]:.4f} | {own[0] / theirs[0]:.5f} |", flush=True)


if __name__ == "__main__":
    main()

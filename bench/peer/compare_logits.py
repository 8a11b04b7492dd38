#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Logits of llama.cpp and of gguf-tool on the same GGUF files and tokens: how often the likeliest token is the same,
and the normalised mean squared error, sum (a - b)^2 / sum b^2 over all logits of all positions.

Usage: compare_logits.py --build BUILD MODEL.gguf...                                   1,024 random tokens
       compare_logits.py --build BUILD --notes NOTES.jsonl[.gz]... --limit 10 MODEL.gguf...    10 notes of each file
       (Python with numpy, diskcache, jinja2, typing_extensions; gguf for --exact)

Both multiply quantised weights by activations rounded to int8 in blocks, and round in different places, so two right
answers differ by about as much as either differs from one with float activations. --exact adds the answer with float
activations and the distance of each side from it. For the llama family without experts this is a forward pass in numpy,
with the dequantised weights and keys and values in float32; for other families it is llama.cpp on a copy of the file
with weights in float32, where activations are not rounded and the only remaining differences are keys and values in
halves, and the order of sums. --f32 compares both sides on such a copy.

A position is clear if the likeliest token of b (of the exact answer, if there is one) is ahead of the next by half a
logit. The last columns cover the positions where the likeliest tokens of a and b differ: by how many logits b has its
own token ahead of a's, the median and the maximum.
"""

import argparse
import gzip
import json
import pathlib
import struct
import subprocess
import sys
import tempfile

import llama_cpp_peer
import numpy as np

MOST_TOKENS = 1024  # of a note: the logits of a vocabulary of 49,152 are then 200 MB
CLEAR = 0.5  # logits: e^0.5, a token 1.6 times as likely as the next


def run(*command) -> str:
    return subprocess.run(list(map(str, command)), check=True, stdout=subprocess.PIPE, text=True).stdout


class Ours:
    def __init__(self, args, model: pathlib.Path):
        self.tool, self.model = args.build / "bin/gguf-tool", model
        self.options = ["--device", args.device, "-t", args.threads]

    def n_vocab(self) -> int:
        info = run(self.tool, "info", self.model)
        return int(next(line for line in info.splitlines() if "token_embd.weight" in line).split("[")[1].split(",")[0])

    def is_dense_llama(self) -> bool:
        info = run(self.tool, "info", self.model)
        lines = [line.split() for line in info.splitlines()]
        return ["general.architecture", "llama"] in lines and "ffn_gate_exps" not in info

    def tokenize(self, texts: list[str]) -> list[list[int]]:
        with tempfile.NamedTemporaryFile("w") as lines:
            lines.writelines(json.dumps(text) + "\n" for text in texts)
            lines.flush()
            return [json.loads(line)["ids"] for line in run(self.tool, "tokenize", self.model, lines.name, "--lines").splitlines()]

    def logits(self, ids: list[int]) -> np.ndarray:
        with tempfile.NamedTemporaryFile() as out:
            run(self.tool, "logits", self.model, "--ids", ",".join(map(str, ids)), "-o", out.name, *self.options)
            return np.fromfile(out.name, np.float32).reshape(len(ids), -1)


class Exact:
    """The llama family without experts, with float activations."""

    def __init__(self, model: pathlib.Path):
        import gguf

        reader = gguf.GGUFReader(model)
        self.w = {t.name: gguf.dequantize(t.data, t.tensor_type) for t in reader.tensors}

        def field(name: str):
            return reader.fields["llama." + name].contents()

        self.n_layers, self.eps, self.base = field("block_count"), field("attention.layer_norm_rms_epsilon"), field("rope.freq_base")
        self.n_heads, self.n_kv_heads = field("attention.head_count"), field("attention.head_count_kv")
        if "rope_freqs.weight" in self.w or any("rope.scaling" in name for name in reader.fields):
            raise SystemExit(f"{model}: --exact knows no scaled rotary positions")

    def norm(self, x: np.ndarray, name: str) -> np.ndarray:
        return x / np.sqrt((x**2).mean(1, keepdims=True) + np.float32(self.eps)) * self.w[name]

    def rotate(self, x: np.ndarray) -> np.ndarray:
        """Pairs of neighbours of x[position, head, :] rotated by their position."""
        n, _, width = x.shape
        angles = np.outer(np.arange(n), self.base ** (-np.arange(0, width, 2) / width))[:, None, :]
        cos, sin = np.cos(angles).astype(np.float32), np.sin(angles).astype(np.float32)
        out = np.empty_like(x)
        out[..., 0::2] = x[..., 0::2] * cos - x[..., 1::2] * sin
        out[..., 1::2] = x[..., 0::2] * sin + x[..., 1::2] * cos
        return out

    def attend(self, x: np.ndarray, layer: str) -> np.ndarray:
        n = len(x)
        q = self.rotate((x @ self.w[layer + "attn_q.weight"].T).reshape(n, self.n_heads, -1))
        k = self.rotate((x @ self.w[layer + "attn_k.weight"].T).reshape(n, self.n_kv_heads, -1))
        v = (x @ self.w[layer + "attn_v.weight"].T).reshape(n, self.n_kv_heads, -1)
        later = np.triu(np.full((n, n), -np.inf, np.float32), 1)
        out = np.empty_like(q)
        for head in range(self.n_heads):
            of = head * self.n_kv_heads // self.n_heads
            scores = q[:, head] @ k[:, of].T / np.sqrt(np.float32(q.shape[2])) + later
            weights = np.exp(scores - scores.max(1, keepdims=True))
            out[:, head] = weights / weights.sum(1, keepdims=True) @ v[:, of]
        return out.reshape(n, -1) @ self.w[layer + "attn_output.weight"].T

    def logits(self, ids: list[int]) -> np.ndarray:
        h = self.w["token_embd.weight"][ids]
        for i in range(self.n_layers):
            layer = f"blk.{i}."
            h = h + self.attend(self.norm(h, layer + "attn_norm.weight"), layer)
            x = self.norm(h, layer + "ffn_norm.weight")
            gate = x @ self.w[layer + "ffn_gate.weight"].T
            h = h + (gate / (1 + np.exp(-gate)) * (x @ self.w[layer + "ffn_up.weight"].T)) @ self.w[layer + "ffn_down.weight"].T
        head = self.w.get("output.weight", self.w["token_embd.weight"])
        return self.norm(h, "output_norm.weight") @ head.T


class PeerInF32:
    """llama.cpp with float activations: on a copy of the model with weights in float32."""

    def __init__(self, lib, model: pathlib.Path, threads: int):
        self.folder = tempfile.TemporaryDirectory()
        copy = pathlib.Path(self.folder.name) / "f32.gguf"
        write_f32(model, copy)
        self.peer = llama_cpp_peer.Context(lib, copy, MOST_TOKENS, threads, MOST_TOKENS)

    def logits(self, ids: list[int]) -> np.ndarray:
        return self.peer.all_logits(ids)


def is_clear(logits: np.ndarray) -> np.ndarray:
    """For each row, whether its likeliest token is clear."""
    best = np.partition(logits, -2, axis=1)[:, -2:]
    return best[:, 1] - best[:, 0] >= CLEAR


class Difference:
    """The difference of pairs of rows, summed."""

    def __init__(self):
        self.positions = self.clear = self.same_and_clear = self.error = self.power = 0
        self.leads: list[float] = []

    def add(self, a: np.ndarray, b: np.ndarray, clear: np.ndarray) -> None:
        for row, best in enumerate(a.argmax(1)):
            lead = float(b[row].max() - b[row, best])
            self.leads += [lead] if lead > 0 else []
            self.clear += int(clear[row])
            self.same_and_clear += int(clear[row] and lead <= 0)
        self.positions += len(a)
        for x, y in zip(a, b):  # one row at a time, to avoid copies of the whole
            self.error += float(((x.astype(np.float64) - y) ** 2).sum())
            self.power += float((y.astype(np.float64) ** 2).sum())

    def row(self) -> str:
        same = 1 - len(self.leads) / self.positions
        leads = f"{np.median(self.leads):.3f} | {max(self.leads):.3f}" if self.leads else "- | -"
        where_clear = f"{self.same_and_clear} of {self.clear}"
        return f"{self.positions} | {100 * same:.2f} % | {where_clear} | {self.error / self.power:.2e} | {leads}"


def read_texts(path: pathlib.Path, limit: int) -> list[str]:
    opened = gzip.open(path, "rt") if path.suffix == ".gz" else path.open()
    with opened as lines:
        return [json.loads(line)["text"] for _, line in zip(range(limit), lines)]


def write_f32(model: pathlib.Path, out: pathlib.Path) -> None:
    """The same file with all weights in float32: its metadata unchanged, then the converted tensors."""
    import gguf

    reader = gguf.GGUFReader(model)
    infos, at = b"", 0
    for tensor in reader.tensors:
        name = tensor.name.encode()
        infos += struct.pack("<Q", len(name)) + name + struct.pack("<I", len(tensor.shape))
        infos += struct.pack(f"<{len(tensor.shape)}QIQ", *map(int, tensor.shape), gguf.GGMLQuantizationType.F32, at)
        at += -(-4 * int(tensor.n_elements) // reader.alignment) * reader.alignment
    with out.open("wb") as file:
        file.write(reader.data[: reader.tensors[0].field.offset].tobytes() + infos)
        for tensor in reader.tensors:
            file.write(bytes(-file.tell() % reader.alignment))
            file.write(gguf.dequantize(tensor.data, tensor.tensor_type).astype("<f4").tobytes())


def compare(args, lib, model: pathlib.Path) -> None:
    own = Ours(args, model)
    if args.notes:
        texts = [text for path in args.notes for text in read_texts(path, args.limit)]
        sequences = [ids[: args.tokens] for ids in own.tokenize(texts)]
    else:
        sequences = [np.random.default_rng(1).integers(3, own.n_vocab(), args.tokens).tolist()]
    peer = llama_cpp_peer.Context(lib, model, MOST_TOKENS, args.threads, MOST_TOKENS)
    exact = None
    if args.exact:
        exact = Exact(model) if own.is_dense_llama() else PeerInF32(lib, model, args.threads)
    pairs = {"redact, llama.cpp": Difference()}
    if exact:
        pairs |= {"redact, exact": Difference(), "llama.cpp, exact": Difference()}
    for n, ids in enumerate(sequences, 1):
        print(f"{model.name}: text {n} of {len(sequences)}, {len(ids)} tokens", file=sys.stderr, flush=True)
        a, b = own.logits(ids), peer.all_logits(ids)
        c = exact.logits(ids) if exact else b
        clear = is_clear(c)
        pairs["redact, llama.cpp"].add(a, b, clear)
        if exact:
            pairs["redact, exact"].add(a, c, clear)
            pairs["llama.cpp, exact"].add(b, c, clear)
    for name, difference in pairs.items():
        print(f"| {model.name} | {len(sequences)} | {name} | {difference.row()} |", flush=True)
    peer.close()


def main() -> None:
    p = argparse.ArgumentParser()
    p.add_argument("--build", type=pathlib.Path, required=True)
    p.add_argument("--device", default="cpu")
    p.add_argument("--threads", type=int, default=2)
    p.add_argument("--notes", type=pathlib.Path, nargs="+", help="JSON lines with text")
    p.add_argument("--limit", type=int, default=20, help="notes of each file")
    p.add_argument("--tokens", type=int, default=MOST_TOKENS, help=f"of a text, at most {MOST_TOKENS}")
    p.add_argument("--exact", action="store_true")
    p.add_argument("--f32", action="store_true")
    p.add_argument("models", nargs="+", type=pathlib.Path)
    args = p.parse_args()
    lib = llama_cpp_peer.load(args.build)
    print("| model | texts | of | positions | same top token | of clear ones | NMSE | lead p50 | most |\n" + "| --- " * 9 + "|", flush=True)
    for model in args.models:
        compare(args, lib, model)
        if args.f32:
            with tempfile.TemporaryDirectory() as folder:
                copy = pathlib.Path(folder) / (model.stem + "-as-f32.gguf")
                write_f32(model, copy)
                compare(args, lib, copy)


if __name__ == "__main__":
    main()

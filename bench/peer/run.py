#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs llama.cpp and redact-bench together: same files, same threads, same notes. Prints one table.

Usage: run.py --build BUILD --model MODEL.gguf [--device cuda] [--threads 2]
       run.py --build BUILD --vocab VOCAB.gguf --notes NOTES.jsonl [--limit 50] [--threads 2] [--types q4_0,q8_0]

BUILD is a build folder of this project. The first form measures a model of your own: a prompt of 512 tokens,
generation, both after 4,096 tokens too, and passes of 1 to 512 rows, each program twice in turns; the better turn
counts. With --device cuda, both programs run on the GPU, and llama.cpp is built for CUDA first, which takes an hour or
more (CUDA_ARCHITECTURES names the architecture, as 86 for an RTX 3090).

In the second form, the model has the shape of Llama 3.2 1B and random weights; redact-bench
replays the gold spans of the notes as its decisions, drafted by the bundled model (whose time counts). llama.cpp's time
for the mean note is the sum of its own measurement of reading it (pp at its length) and of writing it back with tags at
its measured rates after a context of that length: token by token; 17 rows per pass, with 16 drafted tokens that are
always accepted; and with the best number of parallel sequences.
"""

import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "gpu"))
from results import our_rates, their_rates  # noqa: E402


def run(*command) -> str:
    print("+", " ".join(map(str, command)), file=sys.stderr, flush=True)
    return subprocess.run(list(map(str, command)), check=True, stdout=subprocess.PIPE, text=True).stdout


def llama_bench(peer, model, threads, *options) -> dict:
    """{(n_prompt, n_gen, depth): tokens per second}"""
    out = run(peer / "bin/llama-bench", "-m", model, "-t", threads, "-o", "json", *options)
    return {(t["n_prompt"], t["n_gen"], t["n_depth"]): t["avg_ts"] for t in json.loads(out)}


def side_by_side(args, peer) -> str:
    """The first form's table."""
    gpu = args.device.startswith("cuda")
    depths, rows = "0,4096", [1, 2, 4, 8, 16, 32, 64, 128, 256, 512]
    ours: dict[str, float] = {}
    theirs: dict[str, float] = {}
    subject = {}
    for _ in range(2):
        found = json.loads(run(args.build / "bin/redact-bench", "-m", args.model, "-t", args.threads, "--device", args.device,
                               "-p", 512, "-n", 64, "-d", depths, "--passes", "-r", 3, "-o", "json"))  # fmt: skip
        subject = next(row for row in found if "t/s" in row)
        for test, rate in our_rates(found).items():
            ours[test] = max(rate, ours.get(test, 0))
        options = ["-ngl", 99, "-fa", 1] if gpu else []
        found = json.loads(run(peer / "bin/llama-bench", "-m", args.model, "-t", args.threads, *options,
                               "-p", ",".join(map(str, rows)), "-n", 64, "-d", depths, "-r", 3, "-o", "json"))  # fmt: skip
        for test, rate in their_rates(found).items():
            theirs[test] = max(rate, theirs.get(test, 0))
    head = "; ".join(f"{key} {subject[key]}" for key in ("model", "type", "GiB", "device", "threads", "processor", "commit"))
    lines = [head, "", "| test | redact t/s | llama.cpp t/s | redact / llama.cpp |", "| --- | --- | --- | --- |"]
    for test in sorted(ours.keys() & theirs.keys(), key=lambda t: (t[:2], "@" in t, int(t[2:].split()[0]))):
        lines.append(f"| {test} | {ours[test]:.2f} | {theirs[test]:.2f} | {ours[test] / theirs[test]:.2f} |")
    return "\n".join(lines)


def batched_bench(peer, model, threads, n_prompt, n_generate, parallel) -> list[tuple[int, float, float]]:
    """(sequences, tokens read per second, tokens written per second)"""
    context = max(parallel) * (n_prompt + n_generate)
    out = run(peer / "bin/llama-batched-bench", "-m", model, "-t", threads, "-c", context, "-b", 2048, "-ub", 512,
              "-npp", n_prompt, "-ntg", n_generate, "-npl", ",".join(map(str, parallel)), "--output-format", "jsonl")  # fmt: skip
    rows = [json.loads(line) for line in out.splitlines() if line.startswith("{")]
    return [(r["pl"], r["speed_pp"], r["speed_tg"]) for r in rows]


def ours(build, model, args, *options) -> list[dict]:
    out = run(build / "bin/redact-bench", "-t", args.threads, "-o", "json", "--notes", args.notes,
              "--limit", args.limit, *(["-m", model, "--replay"] if model else []), *options)  # fmt: skip
    return json.loads(out)


def start_to_exit(build, notes) -> float:
    """Seconds of the program on the first note, including the start of the process."""
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as note, open(notes) as lines:
        note.write(json.loads(next(lines))["text"])
        note.flush()
        times = []
        for _ in range(20):
            start = time.time()
            subprocess.run([build / "bin/redact", note.name], check=True, stdout=subprocess.DEVNULL)
            times.append(time.time() - start)
    return sorted(times)[10]


def main() -> None:
    p = argparse.ArgumentParser()
    p.add_argument("--build", type=pathlib.Path, required=True)
    p.add_argument("--model", type=pathlib.Path)
    p.add_argument("--device", default="cpu")
    p.add_argument("--vocab", type=pathlib.Path)
    p.add_argument("--notes", type=pathlib.Path)
    p.add_argument("--limit", type=int, default=50)
    p.add_argument("--threads", type=int, default=2)
    p.add_argument("--types", default="q4_0,q8_0")
    p.add_argument("--parallel", default="4,16")
    args = p.parse_args()
    here = pathlib.Path(__file__).parent
    if args.model is None and (args.vocab is None or args.notes is None):
        p.error("needs --model, or --vocab and --notes")
    on_gpu = args.device.startswith("cuda")
    peer = args.build / ("peer-cuda" if on_gpu else "peer")
    subprocess.run([here / "build_llama_cpp", peer], check=True, stdout=sys.stderr, env=os.environ | ({"CUDA": "1"} if on_gpu else {}))
    if args.model is not None:
        print(side_by_side(args, peer))
        return

    lines = ["| test | llama.cpp | redact | ratio |", "| --- | --- | --- | --- |"]

    def row(test: str, theirs: float, own: float, unit: str, faster: float) -> None:
        lines.append(f"| {test} | {theirs:.2f} {unit} | {own:.2f} {unit} | {faster:.2f} |")

    detail = []
    for kind in args.types.split(","):
        model = args.build / f"bench/1b-{kind}.gguf"
        model.parent.mkdir(exist_ok=True)
        if not model.exists():
            run(args.build / "bin/gguf-tool", "random", args.vocab, "-o", model, "--type", kind)
        rows = ours(args.build, model, args, "-p", 512, "-n", 64, "-r", 3, "--in-flight", 8)
        plain = {r["test"]: float(r["t/s"].split()[0]) for r in rows if "t/s" in r}
        alone, many = [r for r in rows if "rows/token" in r]
        detail += [r for r in rows if "rows/token" in r]

        # The mean note.
        n_read = round(alone["source t/s"] / alone["documents/s"])
        # Of the accepted rows, one per token reads the note; the others are what plain decoding would write.
        n_written = round(n_read * (alone["rows/token"] * alone["accepted %"] / 100 - 1))
        theirs = llama_bench(peer, model, args.threads, "-p", f"512,{n_read}", "-n", 64, "-r", 3)
        deep = llama_bench(peer, model, args.threads, "-p", 17, "-n", 32, "-r", 3, "-d", n_read)
        pp512, tg = theirs[512, 0, 0], theirs[0, 64, 0]
        read_seconds = n_read / theirs[n_read, 0, 0]
        one_by_one = read_seconds + n_written / deep[0, 32, n_read]
        speculated = read_seconds + n_written / deep[17, 0, n_read]
        parallel = batched_bench(peer, model, args.threads, n_read, 32, list(map(int, args.parallel.split(","))))
        best = min((n_read / pp + n_written / tg_many, n) for n, pp, tg_many in parallel)

        row(f"{kind} pp512", pp512, plain["pp512"], "t/s", plain["pp512"] / pp512)
        row(f"{kind} tg64", tg, plain["tg64"], "t/s", plain["tg64"] / tg)
        own = 1 / alone["documents/s"]
        row(f"{kind} a note of {n_read} tokens, token by token", one_by_one, own, "s", one_by_one / own)
        row(f"{kind} the same, 16 drafted and accepted in every pass", speculated, own, "s", speculated / own)
        own = 1 / many["documents/s"]
        row(f"{kind} many notes, llama.cpp {best[1]} at a time, ours 8", best[0], own, "s/note", best[0] / own)
    detail += [r for r in ours(args.build, None, args) if "rows/token" in r]

    own = start_to_exit(args.build, args.notes)
    lines.append(f"| `redact note.txt` from start to exit, median of 20 | | {1000 * own:.0f} ms | |")
    print("\n".join(lines) + "\n")
    columns = list(detail[0])
    print("| " + " | ".join(columns) + " |\n" + "| --- " * len(columns) + "|")
    for r in detail:
        print("| " + " | ".join(f"{v:.2f}" if isinstance(v, float) else str(v) for v in r.values()) + " |")


if __name__ == "__main__":
    main()

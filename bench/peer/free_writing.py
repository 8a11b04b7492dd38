#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The same instruct model, prompt and notes: llama.cpp writes freely, redact writes the source with placeholders.

Usage: free_writing.py --build BUILD --corpora DIR -m MODEL.gguf [-n 200,50,100] [--threads 1] [--sample 1,1,1]
       free_writing.py --build BUILD --gold NOTES.jsonl --lang en -m MODEL.gguf [--lora ADAPTER.gguf] [-n 200]
       (Python with numpy, diskcache, jinja2, typing_extensions)

Sets: presidio dev (English sentences), E3C's English case reports of 400 to 1,500 characters, MEDDOCAN dev (Spanish);
the first notes of each file are used. All writers get the same token ids. They take turns note by note, so other load
on the machine affects all of them.

  llama.cpp   the instruction is read once and its keys and values stay. Then, for each note: the note and what
              follows it in batches, the likeliest token one by one, up to the end of turn or to 1.5 times the
              tokens of the note + 64 (an output that reaches that is cut off)
  redact      --task tags, without rules: alone; drafted by the bundled model; and that with rules

Seconds are per note: on both sides the instruction is read before the clock starts. "As fast" is llama.cpp's time over
the writer's; "at its length" is the same if llama.cpp had written, at its mean rate for the note, as many tokens as the
note has: a model that goes astray writes more, or fewer. edits.py defines what counts as an edit. Identifiers are all
gold spans; which of their characters are hidden is known for redact from the spans it reports, and for llama.cpp from
the alignment with the fewest edits.

Results are kept, one per line, in BUILD/bench/free_writing.jsonl: a run that was stopped continues after them, and
--table prints the results so far. --sample gives, for each set, the share of its notes, drawn at random, on which the
two writers of SAMPLED work; ratios always cover the notes that both sides have.
"""

import argparse
import gzip
import json
import pathlib
import random
import statistics
import subprocess
import sys
import time

import edits

# name, file, language, policy, length in characters
SETS = [
    ("presidio dev", "presidio.dev.jsonl.gz", "en", "default", (0, 10**9)),
    ("English case reports", "e3c.carriers.en.jsonl.gz", "en", "default", (400, 1500)),
    ("MEDDOCAN dev", "meddocan.dev.jsonl.gz", "es", "meddocan", (0, 10**9)),
]
PEER = "llama.cpp, free"
OWN = {
    "redact": ["--draft", "none", "--no-rules"],
    "redact, drafted": ["--draft", "bundled", "--no-rules"],
    "redact, drafted, rules": ["--draft", "bundled"],
}
SAMPLED = [PEER, "redact, drafted, rules"]  # both take minutes if the model goes astray


class Redact:
    """redact-one-by-one with its pipes."""

    def __init__(self, args, language: str, policy: str, options: list[str]):
        command = [args.build / "bin/redact-one-by-one", "-m", args.model, "--lang", language, "--policy", policy, "-t", args.threads]
        command += ["--lora", args.lora] if args.lora else []
        self.process = subprocess.Popen(list(map(str, command)) + options, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.prompt = json.loads(self.process.stdout.readline())

    def write(self, note: dict) -> dict:
        self.process.stdin.write(json.dumps({"id": note["id"], "text": note["text"]}) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def close(self) -> None:
        self.process.stdin.close()
        self.process.wait()


class FreeWriter:
    """llama.cpp after it has read the instruction."""

    def __init__(self, lib, args, prompt: dict):
        import llama_cpp_peer

        self.context = llama_cpp_peer.Context(lib, args.model, 8192, args.threads, lora=args.lora)
        self.prompt = prompt
        self.context.read(prompt["before"])

    def write(self, ids: list[int]) -> dict:
        context = self.context
        context.keep(len(self.prompt["before"]))
        start, out = time.perf_counter(), []
        context.read(ids + self.prompt["after"])
        read_seconds = time.perf_counter() - start
        token = int(context.logits().argmax())
        while not context.ends(token) and len(out) < 1.5 * len(ids) + 64:
            out.append(token)
            context.read([token])
            token = int(context.logits().argmax())
        text = b"".join(map(context.piece, out)).decode(errors="replace")
        return {"seconds": time.perf_counter() - start, "read_seconds": read_seconds, "output": text,
                "cut_off": not context.ends(token), "n_written": len(out)}  # fmt: skip

    def close(self) -> None:
        self.context.close()


def read_set(file: pathlib.Path, lengths: tuple[int, int], limit: int) -> list[dict]:
    with (gzip.open if file.suffix == ".gz" else open)(file, "rt") as lines:
        notes = (json.loads(line) for line in lines)
        fitting = (note for note in notes if lengths[0] <= len(note["text"]) <= lengths[1])
        return [note for _, note in zip(range(limit), fitting)]


def run_set(args, lib, name: str, language: str, policy: str, sample: float, notes: list[dict], done: set, write) -> None:
    own = {side: Redact(args, language, policy, options) for side, options in OWN.items()}
    prompt = own["redact"].prompt
    write({"set": name, "tags": sorted(set(prompt["tags"])), "prompt_tokens": len(prompt["before"])})
    free = FreeWriter(lib, args, prompt)
    for i, note in enumerate(notes):
        if (name, note["id"]) in done:
            continue
        drawn = random.Random(f"{name} {i}").random() < sample
        results = {side: writer.write(note) for side, writer in own.items() if drawn or side not in SAMPLED}
        ids = results["redact"].pop("ids")
        if drawn:
            results[PEER] = free.write(ids)
        for side, result in results.items():
            result.pop("ids", None)
            result.pop("id", None)
        write({"set": name, "id": note["id"], "n_tokens": len(ids), "sides": results})
        seconds = ", ".join(f"{side} {result['seconds']:.2f}" for side, result in results.items())
        print(f"{name} {i + 1}/{len(notes)}, {len(ids)} tokens: {seconds}", file=sys.stderr, flush=True)
    free.close()
    for writer in own.values():
        writer.close()


def byte_ranges_to_characters(text: str, spans: list) -> list[tuple[int, int]]:
    encoded = text.encode()
    return [(len(encoded[:begin].decode()), len(encoded[:end].decode())) for begin, end, _ in spans]


def measure(note: dict, result: dict, tags: list[str]) -> dict:
    """The edits of one output, and the characters inside and outside gold spans that it hides."""
    found = edits.count_edits(note["text"], result["output"], tags)
    hidden = found.hidden
    if "spans" in result:
        hidden = byte_ranges_to_characters(note["text"], result["spans"])
    gold = merge([(span["start"], span["end"]) for span in note.get("spans", [])])
    in_gold = edits.shared(hidden, gold)
    return {"edits": found, "gold": sum(e - b for b, e in gold), "found": in_gold, "else": sum(e - b for b, e in hidden) - in_gold}


def merge(ranges: list[tuple[int, int]]) -> list[tuple[int, int]]:
    out: list[tuple[int, int]] = []
    for begin, end in sorted(ranges):
        if out and begin <= out[-1][1]:
            out[-1] = (out[-1][0], max(end, out[-1][1]))
        else:
            out.append((begin, end))
    return out


COLUMNS = ["set", "writer", "notes", "with edits", "changed", "dropped", "invented", "identifiers found", "others hidden",
           "placeholders", "no end", "withheld", "s/note p50", "s in all", "as fast", "at its length"]  # fmt: skip


def at_length(peer: dict, n_tokens: int) -> float:
    """Seconds that llama.cpp would take for a note if its answer were as long as the note."""
    writing = (peer["seconds"] - peer["read_seconds"]) / max(peer["n_written"], 1)
    return peer["read_seconds"] + writing * n_tokens


def rows_of(name: str, notes: dict, records: list[dict], tags: list[str]):
    lengths = {record["id"]: record["n_tokens"] for record in records}
    for side in [PEER, *OWN]:
        all_results = [(notes[r["id"]], r["sides"][side], r["sides"].get(PEER)) for r in records if side in r["sides"]]
        kept = [(note, result, peer) for note, result, peer in all_results if "output" in result]
        if not kept:
            continue
        measured = [measure(note, result, tags) for note, result, _ in kept]
        found = [m["edits"] for m in measured]
        gold = sum(m["gold"] for m in measured)
        seconds = [result["seconds"] for _, result, _ in all_results]
        both = [(result["seconds"], peer["seconds"], at_length(peer, lengths[note["id"]])) for note, result, peer in all_results if peer]
        own_seconds = sum(own for own, _, _ in both)
        yield [name, side, len(all_results), sum(e.any for e in found), sum(e.changed for e in found), sum(e.dropped for e in found),
               sum(e.invented for e in found), f"{100 * sum(m['found'] for m in measured) / gold:.1f} %" if gold else "n/a",
               sum(m["else"] for m in measured), sum(e.placeholders for e in found),
               sum(result.get("cut_off", False) for _, result, _ in kept), len(all_results) - len(kept),
               f"{statistics.median(seconds):.2f}", f"{sum(seconds):.1f}",
               *(f"{sum(b[i] for b in both) / own_seconds:.2f}" if both else "n/a" for i in (1, 2))]  # fmt: skip


def print_table(notes: dict[str, dict], lines: list[dict]) -> None:
    print("| " + " | ".join(COLUMNS) + " |\n" + "| --- " * len(COLUMNS) + "|")
    for name in notes:
        tags = next((line["tags"] for line in lines if line["set"] == name and "tags" in line), None)
        records = [line for line in lines if line["set"] == name and "sides" in line]
        for row in rows_of(name, notes[name], records, tags) if tags else []:
            print("| " + " | ".join(map(str, row)) + " |", flush=True)
    for name in notes:
        sizes = [line["n_tokens"] for line in lines if line["set"] == name and "sides" in line]
        tokens = next((line["prompt_tokens"] for line in lines if line["set"] == name and "tags" in line), 0)
        if sizes:
            print(f"\n{name}: {len(sizes)} notes of {min(sizes)} to {max(sizes)} tokens (median {statistics.median(sizes):.0f}) behind {tokens}.")


def main() -> None:
    p = argparse.ArgumentParser()
    p.add_argument("--build", type=pathlib.Path, required=True)
    p.add_argument("--corpora", type=pathlib.Path)
    p.add_argument("--gold", type=pathlib.Path, help="notes of one language, in place of the sets")
    p.add_argument("--lang", default="en", help="of --gold (default: %(default)s)")
    p.add_argument("-m", "--model", type=pathlib.Path, required=True)
    p.add_argument("--lora", type=pathlib.Path)
    p.add_argument("-n", default="200,50,100", help="notes of each set")
    p.add_argument("--threads", type=int, default=1)
    p.add_argument("--sample", default="1,1,1")
    p.add_argument("--results", type=pathlib.Path)
    p.add_argument("--table", action="store_true", help="of the results there are; run nothing")
    args = p.parse_args()
    results = args.results or args.build / "bench/free_writing.jsonl"
    results.parent.mkdir(exist_ok=True)
    lines = [json.loads(line) for line in results.open()] if results.exists() else []
    chosen = [(args.gold.stem, args.gold, args.lang, "default", (0, 10**9))] if args.gold else [(s[0], args.corpora / s[1], *s[2:]) for s in SETS]
    sets = {name: read_set(file, lengths, int(n)) for (name, file, _, _, lengths), n in zip(chosen, args.n.split(","))}
    if not args.table:
        import llama_cpp_peer

        lib = llama_cpp_peer.load(args.build)
        done = {(line["set"], line["id"]) for line in lines if "sides" in line}
        with results.open("a") as out:

            def write(line: dict) -> None:
                out.write(json.dumps(line) + "\n")
                out.flush()
                lines.append(line)

            for (name, _, language, policy, _), sample in zip(chosen, args.sample.split(",")):
                run_set(args, lib, name, language, policy, float(sample), sets[name], done, write)
    print_table({name: {note["id"]: note for note in notes} for name, notes in sets.items()}, lines)


if __name__ == "__main__":
    main()

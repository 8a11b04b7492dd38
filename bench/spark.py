#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What PySpark adds to a note: processor time of a job on two executors of this machine, less that of one process.

The model has random weights and takes next to no time, so that the figures show what is around it. Each side runs on few
notes first, so that the figures for many leave out the start. Both read JSON lines and write JSON lines.

Usage: spark.py BUILD CORPORA [--notes N]    (a Python with tests/python/requirements.txt; Java)
"""

import argparse
import gzip
import json
import os
import pathlib
import subprocess
import sys
import tempfile

import pyspark

ROOT = pathlib.Path(__file__).resolve().parents[1]
MODEL = ROOT / "tests/golden/label-f32.gguf"
SPARK = """import json, os, pathlib, sys, time
from pyspark.sql import SparkSession
from redact.spark import redact_frame

def processor():  # of this process and all below it, in seconds
    stats = {}
    for path in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            name, rest = path.read_text().rsplit(")", 1)
        except OSError:
            continue
        fields = rest.split()
        stats[int(path.parent.name)] = int(fields[1]), sum(map(int, fields[11:15]))
    ours, total = {os.getpid()}, 0
    for pid in sorted(stats):  # a child has the greater number
        if pid in ours or stats[pid][0] in ours:
            ours.add(pid)
            total += stats[pid][1]
    return total / os.sysconf("SC_CLK_TCK")

builder = SparkSession.builder.master("local-cluster[2,1,1024]").config("spark.ui.enabled", "false")
for name in ("PYTHONPATH", "REDACT_LIBRARY"):
    builder = builder.config("spark.executorEnv." + name, os.environ[name])
spark = builder.getOrCreate()
for source, out in ((sys.argv[1], sys.argv[2]), (sys.argv[3], sys.argv[4])):
    before, began = processor(), time.monotonic()
    notes = spark.read.schema("id string, text string").json(source)
    redact_frame(notes, "text", model=sys.argv[5]).write.json(out)
    print(json.dumps([time.monotonic() - began, processor() - before]))
spark.stop()
"""
PYTHON = """import json, os, redact, sys, time
redactor = redact.Redactor(model=redact.Model(sys.argv[5], threads=1))
for source, folder in ((sys.argv[1], sys.argv[2]), (sys.argv[3], sys.argv[4])):
    before, began = time.process_time(), time.monotonic()
    os.mkdir(folder)
    lines = [json.loads(line) for line in open(source, encoding="utf-8")]
    with open(folder + "/part-0", "w", encoding="utf-8") as out:
        for line, result in zip(lines, redactor.redact(line["text"] for line in lines)):
            out.write(json.dumps({"id": line["id"], "text": result.text, "status": result.status}) + "\\n")
    print(json.dumps([time.monotonic() - began, time.process_time() - before]))
"""


def timed(code, paths, environment):
    """Seconds and processor seconds for each of two files."""
    done = subprocess.run([sys.executable, "-c", code, *paths, MODEL], check=True, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    return [json.loads(line) for line in done.stdout.splitlines()]


def texts_of(out):
    lines = [json.loads(line) for part in pathlib.Path(out).glob("part-*") for line in part.read_bytes().splitlines()]
    return sorted((line["id"], line["text"]) for line in lines)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("corpora", type=pathlib.Path)
    parser.add_argument("--notes", type=int, default=40_000)
    args = parser.parse_args()
    with gzip.open(args.corpora / "presidio.dev.jsonl.gz", "rt", encoding="utf-8") as lines:
        texts = [json.loads(line)["text"] for line in lines]
    environment = {**os.environ, "REDACT_LIBRARY": str((args.build / "c_api/libredact.so").resolve()),
                   "PYTHONPATH": str(ROOT / "python"), "SPARK_HOME": str(pathlib.Path(pyspark.__file__).parent),
                   "SPARK_SCALA_VERSION": "2.13", "SPARK_LOCAL_IP": "127.0.0.1", "PYSPARK_PYTHON": sys.executable}  # fmt: skip
    sizes = (args.notes // 10, args.notes)
    print("| | notes | seconds | processor seconds | processor milliseconds a note |\n| --- | --- | --- | --- | --- |", flush=True)
    each = {}
    with tempfile.TemporaryDirectory() as folder:
        paths = {}
        for n in sizes:
            source = pathlib.Path(folder) / f"{n}.jsonl"
            source.write_text("".join(json.dumps({"id": f"{i:09}", "text": texts[i % len(texts)]}) + "\n" for i in range(n)))
        for name, code in (("one process", PYTHON), ("spark", SPARK)):
            paths[name] = [path for n in sizes for path in (f"{folder}/{n}.jsonl", f"{folder}/{n}-{name.split()[-1]}")]
            for n, (seconds, spent) in zip(sizes, timed(code, paths[name], environment)):
                each[name] = spent / n * 1000
                print(f"| {name} | {n:,} | {seconds:.1f} | {spent:.1f} | {each[name]:.2f} |", flush=True)
        for one, other in zip(paths["one process"][1::2], paths["spark"][1::2]):
            assert texts_of(one) == texts_of(other)
    print(f"\nSpark adds {each['spark'] - each['one process']:.2f} ms of processor time to a note")


if __name__ == "__main__":
    main()

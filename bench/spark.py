#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What PySpark adds to a note: processor time of a job on two executors of this machine, less that of one process.

The model has random weights and takes next to no time, so that the figures show what is around it. Each side runs on few
and on many notes: the difference leaves out the start. Both read JSON lines and write JSON lines.

Usage: spark.py BUILD CORPORA [--notes N]    (a Python with tests/python/requirements.txt; Java)
"""

import argparse
import gzip
import json
import os
import pathlib
import resource
import subprocess
import sys
import tempfile
import time

import pyspark

ROOT = pathlib.Path(__file__).resolve().parents[1]
MODEL = ROOT / "tests/golden/label-f32.gguf"
SPARK = """import os, sys
from pyspark.sql import SparkSession
from redact.spark import redact_frame
builder = SparkSession.builder.master("local-cluster[2,1,1024]").config("spark.ui.enabled", "false")
for name in ("PYTHONPATH", "REDACT_LIBRARY"):
    builder = builder.config("spark.executorEnv." + name, os.environ[name])
spark = builder.getOrCreate()
notes = spark.read.schema("id string, text string").json(sys.argv[1])
redact_frame(notes, "text", model=sys.argv[3]).write.json(sys.argv[2])
spark.stop()
"""
PYTHON = """import json, os, redact, sys
os.mkdir(sys.argv[2])
lines = [json.loads(line) for line in open(sys.argv[1], encoding="utf-8")]
with open(sys.argv[2] + "/part-0", "w", encoding="utf-8") as out:
    redactor = redact.Redactor(model=redact.Model(sys.argv[3], threads=1))
    for line, result in zip(lines, redactor.redact(line["text"] for line in lines)):
        out.write(json.dumps({"id": line["id"], "text": result.text, "status": result.status}, ensure_ascii=False) + "\\n")
"""


def timed(code, source, out, environment):
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    subprocess.run([sys.executable, "-c", code, source, out, MODEL], check=True, env=environment, stderr=subprocess.DEVNULL)
    after, seconds = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic() - began
    return seconds, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


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
    environment = {**os.environ, "REDACT_LIBRARY": str((args.build / "redactor/c_api/libredact.so").resolve()),
                   "PYTHONPATH": str(ROOT / "python"), "SPARK_HOME": str(pathlib.Path(pyspark.__file__).parent),
                   "SPARK_SCALA_VERSION": "2.13", "SPARK_LOCAL_IP": "127.0.0.1", "PYSPARK_PYTHON": sys.executable}  # fmt: skip
    sizes = (args.notes // 10, args.notes)
    print("| | notes | seconds | processor seconds |\n| --- | --- | --- | --- |")
    spent, written = {}, {}
    with tempfile.TemporaryDirectory() as folder:
        for n in sizes:
            source = pathlib.Path(folder) / f"{n}.jsonl"
            source.write_text("".join(json.dumps({"id": f"{i:09}", "text": texts[i % len(texts)]}) + "\n" for i in range(n)))
            for name, code in (("one process", PYTHON), ("spark", SPARK)):
                out = f"{folder}/{n}-{name.split()[-1]}"
                seconds, spent[name, n] = timed(code, source, out, environment)
                written[name, n] = texts_of(out)
                print(f"| {name} | {n:,} | {seconds:.1f} | {spent[name, n]:.1f} |", flush=True)
            assert written["spark", n] == written["one process", n]
    few, many = sizes
    each = {name: (spent[name, many] - spent[name, few]) / (many - few) * 1000 for name in ("one process", "spark")}
    print(f"\nA note more: {each['one process']:.2f} ms in one process, {each['spark']:.2f} ms in spark; spark adds {each['spark'] - each['one process']:.2f} ms")


if __name__ == "__main__":
    main()

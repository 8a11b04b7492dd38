#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs whole corpora through `redact --format jsonl` and checks every record against its source.

The script shares no code with the program; it checks what README.md promises. For each document: the record is valid
JSON and in its place; the hash is that of the source; spans are sorted, disjoint and not empty; offsets in code points
and bytes agree; the bytes outside the spans are the same in source and output; each span's place in the output holds
its replacement.

Usage: verify_corpora.py REDACT CORPUS.jsonl.gz... [--keep DIR]   (DIR gets the records)
"""

import argparse
import gzip
import hashlib
import json
import pathlib
import subprocess
import tempfile
import time


def check(source: dict, record: dict) -> None:
    text, output = source["text"], record["text"]
    data = text.encode()
    assert record["id"] == source["id"], "id"
    assert record["status"] in ("ok", "review"), "status"
    assert record["text_sha256"] == hashlib.sha256(data).hexdigest(), "hash"
    at = at_out = at_byte = 0
    for e in record["entities"]:
        assert at <= e["start"] < e["end"] <= len(text), "span order"
        assert len(text[: e["start"]].encode()) == e["byte_start"], "start bytes"
        assert len(text[: e["end"]].encode()) == e["byte_end"], "end bytes"
        assert text[at : e["start"]] == output[at_out : e["out_start"]], "text before a span"
        assert data[at_byte : e["byte_start"]] == text[at : e["start"]].encode(), "bytes"
        assert output[e["out_start"] : e["out_end"]] == e["replacement"], "replacement"
        at, at_out, at_byte = e["end"], e["out_end"], e["byte_end"]
    assert text[at:] == output[at_out:], "text behind the last span"


def verify(redact: str, corpus: pathlib.Path, keep: pathlib.Path | None) -> bool:
    sources = [json.loads(line) for line in gzip.open(corpus, "rt", encoding="utf-8")]
    begin = time.time()
    with tempfile.TemporaryDirectory() as folder:
        plain = pathlib.Path(folder) / "in.jsonl"
        lines = (json.dumps({"id": s["id"], "text": s["text"]}) + "\n" for s in sources)
        plain.write_text("".join(lines))
        done = subprocess.run([redact, str(plain), "--policy", "meddocan", "--include-text"], stdout=subprocess.PIPE)
    seconds = time.time() - begin
    records = [json.loads(line) for line in done.stdout.decode().splitlines()]
    problems = []
    if done.returncode != 0 or len(records) != len(sources):
        problems.append(f"exit code {done.returncode}, {len(records)} records")
    for source, record in zip(sources, records):
        try:
            check(source, record)
        except (AssertionError, KeyError) as problem:
            problems.append(f"{source['id']}: {problem!r}")
    spans = sum(len(r.get("entities", [])) for r in records)
    size = sum(len(s["text"].encode()) for s in sources)
    print(
        f"{corpus.name:28} {len(sources):5} documents {size:9} bytes {spans:6} spans  "
        f"{len(problems)} problems  {seconds:.0f} s",
        flush=True,
    )
    for problem in problems[:10]:
        print("  ", problem)
    if keep:
        keep.mkdir(parents=True, exist_ok=True)
        kept = keep / corpus.name.replace(".gz", "")
        whole = kept.with_name(kept.name + ".partial")  # so that a file appears whole or not at all
        whole.write_bytes(done.stdout)
        whole.replace(kept)
    return not problems


def main() -> int:
    p = argparse.ArgumentParser()
    p.add_argument("redact")
    p.add_argument("corpora", nargs="+", type=pathlib.Path)
    p.add_argument("--keep", type=pathlib.Path)
    args = p.parse_args()
    for corpus in args.corpora:
        if args.keep and args.keep.resolve() == corpus.resolve().parent:
            p.error("--keep: the records would lie beside the corpora and may replace one")
    results = [verify(args.redact, corpus, args.keep) for corpus in args.corpora]
    return 0 if all(results) else 1


if __name__ == "__main__":
    raise SystemExit(main())

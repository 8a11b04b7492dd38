#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The speed of text in structured files, compared with the same text in plain files.

The same notes are written as plain files, as FHIR (JSON, an observation with the note in a text field), as CDA (a
section) and as HL7 v2 (OBX-5 of a message), one file each, and every kind is redacted in turns. A machine is seldom
idle, so the least time of several turns counts. Bytes are those of the notes, without what surrounds them.

Usage: structured.py REDACT [--rounds N] [--notes N] [--threads N] [--kinds text,fhir,...]
"""

import argparse
import html
import json
import pathlib
import resource
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tools/train/corpus"))
import written  # noqa: E402


def fhir(text: str) -> str:
    resource_of = {
        "resourceType": "Observation",
        "status": "final",
        "code": {"coding": [{"system": "http://loinc.org", "code": "34109-9"}]},
        "note": [{"text": text}],
    }
    return json.dumps(resource_of, ensure_ascii=False)


def cda(text: str) -> str:
    lines = "<br/>".join(html.escape(line, quote=False) for line in text.split("\n"))
    return (
        '<section xmlns="urn:hl7-org:v3"><code code="34109-9" codeSystem="2.16.840.1.113883.6.1"/><title>Note</title>'
        f"<text><paragraph>{lines}</paragraph></text></section>"
    )


ESCAPES = {"\\": "\\E\\", "|": "\\F\\", "^": "\\S\\", "&": "\\T\\", "~": "\\R\\", "\n": "\\.br\\"}


def hl7(text: str) -> str:
    escaped = "".join(ESCAPES.get(c, c) for c in text)
    return f"MSH|^~\\&|||||||ORU^R01|1|P|2.5||||||UNICODE UTF-8\rOBX|1|TX|34109-9^Note||{escaped}||||||F\r"


KINDS = {"text": ("txt", str), "fhir": ("json", fhir), "cda": ("xml", cda), "hl7": ("hl7", hl7)}


def run(redact: str, folder: pathlib.Path, out: pathlib.Path, threads: int) -> tuple[float, float]:
    """Seconds on the clock and of the processor."""
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    done = subprocess.run([redact, "--quiet", "-t", str(threads), "-o", out, folder], capture_output=True, text=True)
    took, after = time.monotonic() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode != 0:
        sys.exit(f"{folder.name}: exit code {done.returncode}\n{done.stderr}")
    return took, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("redact")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--notes", type=int, default=400)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--kinds", default=",".join(KINDS))
    args = parser.parse_args()
    kinds = args.kinds.split(",")
    notes = written.documents()
    notes = notes[:: max(1, len(notes) // args.notes)][: args.notes]
    n_bytes = sum(len(note["text"].encode()) for note in notes)
    with tempfile.TemporaryDirectory() as temporary:
        work = pathlib.Path(temporary)
        for kind in kinds:
            ending, write = KINDS[kind]
            (work / kind).mkdir()
            for i, note in enumerate(notes):
                (work / kind / f"{i:04}.{ending}").write_text(write(note["text"]), encoding="utf-8", newline="")
        least = {kind: (float("inf"), float("inf")) for kind in kinds}
        for turn in range(args.rounds):
            for kind in kinds:
                took = run(args.redact, work / kind, work / f"out-{kind}-{turn}", args.threads)
                least[kind] = tuple(map(min, least[kind], took))
    print(f"{len(notes)} notes, {n_bytes:,} bytes of text, least of {args.rounds} turns, -t {args.threads}\n")
    print("| | seconds | KB of text/s | speed, text = 1 | processor seconds | speed by these |\n| --- | --- | --- | --- | --- | --- |")
    for kind in kinds:
        clock, processor = least[kind]
        print(
            f"| {kind} | {clock:.2f} | {n_bytes / clock / 1000:.0f} | {least[kinds[0]][0] / clock:.2f} "
            f"| {processor:.2f} | {least[kinds[0]][1] / processor:.2f} |"
        )


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Counts what policies leave of patients' names: letters of gold spans labelled PATIENT (or MEDDOCAN's
NOMBRE_SUJETO_ASISTENCIA) that no entity hides, and the notes in which any is left. `default` hides every name that was
found, so what it leaves was not found. The last column is the share of the letters
of clinicians' names that a policy hides.

Usage: patient_names.py BUILD POLICY,... GOLD.jsonl[.gz]...
"""

import gzip
import json
import pathlib
import subprocess
import sys
import tempfile

PATIENT = ("PATIENT", "NOMBRE_SUJETO_ASISTENCIA")
DOCTOR = ("DOCTOR", "NOMBRE_PERSONAL_SANITARIO")


def redact(build, docs, policy):
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as notes:
        notes.writelines(json.dumps({"id": str(i), "text": doc["text"]}, ensure_ascii=False) + "\n" for i, doc in enumerate(docs))
        notes.flush()
        command = [build / "bin/redact", notes.name, "--text-field", "text", "--policy", policy, "--format", "jsonl", "--include-evidence"]
        lines = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False).stdout
    return [json.loads(line) for line in lines.splitlines()]


def main():
    build, policies, *golds = sys.argv[1:]
    print("| policy | corpus | notes | letters of patients' names | left | notes with any left | of these `ok` | of clinicians' names hidden |")
    print("| --- " * 8 + "|")
    for gold in map(pathlib.Path, golds):
        read = gzip.decompress(gold.read_bytes()) if gold.suffix == ".gz" else gold.read_bytes()
        docs = [json.loads(line) for line in read.decode().splitlines()]
        for policy in policies.split(","):
            letters = left = leaky = ok = doctors = hidden_doctors = 0
            for doc, record in zip(docs, redact(pathlib.Path(build), docs, policy)):
                hidden = {i for e in record.get("entities", []) for i in range(e["start"], e["end"])}
                leaks = 0
                for span in doc["spans"]:
                    at = [i for i in range(span["start"], span["end"]) if doc["text"][i].isalpha()]
                    if span["label"] in PATIENT:
                        letters += len(at)
                        leaks += sum(i not in hidden for i in at) if record["status"] != "failed" else 0
                    elif span["label"] in DOCTOR:
                        doctors += len(at)
                        hidden_doctors += sum(i in hidden for i in at)
                left, leaky, ok = left + leaks, leaky + (leaks > 0), ok + (leaks > 0 and record["status"] == "ok")
            print(f"| {policy} | {gold.name.split('.jsonl')[0]} | {len(docs)} | {letters} | {left} ({100 * left / max(1, letters):.1f} %) | "
                  f"{leaky} | {ok} | {100 * hidden_doctors / max(1, doctors):.1f} % |", flush=True)  # fmt: skip


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How late a document ends that has a deadline, by its format, its size and the moment of the deadline: while it is read,
or while the model reads it. A cancellation is seen at the same places. Prints a table for bench/results/trust.md.

Usage: cancellation.py LIBREDACT [--sizes 1,8,32] [--deadlines 10,30,100,300,1000,3000] [--rounds 3]"""

import argparse
import os
import pathlib
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[1]
NOTE = "Mme Zo\u00e9\u200b Ellison, n\u00e9e le 14/03/1948; call oh one one seven four nine six, p < 0.05.\n"
KINDS = {  # head, repeated part, tail
    "text": ("", NOTE, ""),
    "json": ("[", '{"name":"Zoe Ellison","n":[1,2,true]},', "0]"),
    "xml": ("<a>", "<b c='Zoe'>Ellison &amp; <d/></b>", "</a>"),
    "html": ("<html>", "<p class=x>Zoe <b>Ellison</b></p>\n", ""),
    "hl7": ("MSH|^~\\&|A|B|C|D|20240101||ADT^A01|1|P|2.3\r", "NTE|1||Zoe^Ellison reports pain\r", ""),
}


def document(kind, n_bytes):
    head, line, tail = (part.encode() for part in KINDS[kind])
    return head + line * ((n_bytes - len(head) - len(tail)) // len(line)) + tail


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("library", type=pathlib.Path)
    parser.add_argument("--sizes", default="1,8,32", help="MiB")
    parser.add_argument("--deadlines", default="10,30,100,300,1000,3000", help="ms")
    parser.add_argument("--rounds", type=int, default=3)
    args = parser.parse_args()
    os.environ["REDACT_LIBRARY"] = str(args.library)
    sys.path.insert(0, str(ROOT / "python"))
    import redact
    redactor = redact.Redactor()
    deadlines = [int(each) for each in args.deadlines.split(",")]
    print("| document | " + " | ".join(f"{each} ms" for each in deadlines) + " |")
    print("| --- |" + " --- |" * len(deadlines))
    for kind in KINDS:
        for size in args.sizes.split(","):
            content = document(kind, int(size) << 20)
            cells = []
            for deadline in deadlines:
                late = []
                for _ in range(args.rounds):
                    asked = redact.Document(content, timeout=deadline / 1000)
                    began = time.monotonic()
                    try:
                        redactor.redact_one(asked, format=kind)
                    except redact.TimedOut:
                        late.append((time.monotonic() - began) * 1000 - deadline)
                cells.append(f"{min(late):.0f} to {max(late):.0f}" if late else "done")
            print(f"| {kind}, {size} MiB | " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    main()

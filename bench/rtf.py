#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How RTF fares beside plain text: notes of held-back writers as RTF of four programs (rtf_files.py).

For each file: no author in the result; the identifiers found, beside those found in the plain note; and the text between the
tags, as striprtf and LibreOffice read it, stands in the source as they read that, in order.

Usage: rtf.py REDACT [NUMBER] [--keep FOLDER]    (500 files; a Python with striprtf; pandoc, abiword, LibreOffice)
Exits with 1 if an author is left, something else has changed, or identifiers are found a point worse; with 77 where a program
is not installed.
"""

import argparse
import collections
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile

import rtf_files
from injected import written
from striped import stands_in
from striprtf.striprtf import rtf_to_text

TAG = re.compile(r"\[[A-Z_]+\]")
POINT = 0.01
FILES = 100  # that LibreOffice converts in one run; it stops after some 250


def squeezed(text: str) -> str:
    return re.sub(r"[\s\xa0|]+", "", text)


def as_striprtf(path: pathlib.Path) -> str:
    return rtf_to_text(path.read_bytes().decode("latin-1"), errors="replace")


def as_libreoffice(folder: pathlib.Path, out: pathlib.Path) -> dict[str, str]:
    files = sorted(folder.glob("*.rtf"))
    for i in range(0, len(files), FILES):
        command = ["soffice", "--headless", "--convert-to", "txt:Text (encoded):UTF8", "--outdir", out, *files[i : i + FILES]]
        subprocess.run(command, check=True, capture_output=True)
    return {path.stem: path.read_text(encoding="utf-8-sig") for path in out.iterdir()}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("redact")
    parser.add_argument("number", nargs="?", type=int, default=500)
    parser.add_argument("--keep", type=pathlib.Path, help="a folder for the files and their results")
    args = parser.parse_args()
    if any(shutil.which(program) is None for program in ("pandoc", "abiword", "soffice")):
        print("Skipped: pandoc, abiword and LibreOffice write the files.")
        sys.exit(77)
    notes = [d for d in written.documents(list(written.HELD_BACK + written.NEW_KINDS)) if len(d["text"]) > 300]
    notes = random.Random(1).sample(notes, args.number)
    with tempfile.TemporaryDirectory() as name:
        folder = args.keep or pathlib.Path(name)
        rtf, plain = folder / "rtf", folder / "plain"
        programs = rtf_files.write_all(notes, rtf)
        plain.mkdir()
        for i, note in enumerate(notes):
            (plain / f"{i:04}.txt").write_text(note["text"], encoding="utf-8")
        for source in (rtf, plain):
            subprocess.run([args.redact, "--quiet", source, "-o", f"{source}-out"], stderr=subprocess.DEVNULL)
        out = folder / "rtf-out"
        before, after = as_libreoffice(rtf, folder / "read"), as_libreoffice(out, folder / "read-out")
        totals = collections.defaultdict(collections.Counter)
        for i, note in enumerate(notes):
            file = rtf / f"{i:04}.rtf"
            c = totals[programs[file.name]]
            c["files"] += 1
            if not (out / file.name).exists():
                c["withheld"] += 1
                continue
            source, result = as_striprtf(file), as_striprtf(out / file.name)
            c["same for striprtf"] += stands_in([squeezed(p) for p in TAG.split(result)], squeezed(source))
            c["same for LibreOffice"] += stands_in([squeezed(p) for p in TAG.split(after[file.stem])], squeezed(before[file.stem]))
            written_bytes, given_bytes = (out / file.name).read_bytes(), file.read_bytes()
            for person in rtf_files.people(note, i):
                c["authors"] += person.encode() in given_bytes
                c["authors left"] += person.encode() in given_bytes and person.encode() in written_bytes
            shown, of_note = squeezed(after[file.stem]), squeezed((folder / f"plain-out/{i:04}.txt").read_text(encoding="utf-8"))
            for span in note["spans"]:
                surface = squeezed(note["text"][span["start"] : span["end"]])
                c["characters"] += len(surface)
                c["left"] += len(surface) * (surface in shown)
                c["left in notes"] += len(surface) * (surface in of_note)
    print("| program | files | withheld | authors left | characters found | as notes | same text: striprtf | LibreOffice |")
    print("| --- " * 8 + "|")
    is_good = True
    for program, c in sorted(totals.items()):
        found, as_notes = (1 - c[left] / c["characters"] for left in ("left", "left in notes"))
        print(f"| {program} | {c['files']} | {c['withheld']} | {c['authors left']} of {c['authors']} | {found:.3f} of {c['characters']:,} | {as_notes:.3f} "
              f"| {c['same for striprtf']} | {c['same for LibreOffice']} |")  # fmt: skip
        is_good &= not c["withheld"] and not c["authors left"] and c["same for LibreOffice"] == c["files"] and found > as_notes - POINT
    sys.exit(0 if is_good else 1)


if __name__ == "__main__":
    main()

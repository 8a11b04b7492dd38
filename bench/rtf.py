#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How RTF fares beside plain text: notes of held-back writers, made RTF by pandoc, with striprtf as an independent reader.

For each note: the text between the tags of the result stands in the source, in order; and as many tags are in it as in the
result of the plain note. Pandoc joins the lines of a note, so that the model reads other windows.

Usage: rtf.py REDACT [NUMBER]    (a Python with striprtf; pandoc)
"""

import pathlib
import random
import re
import subprocess
import sys
import tempfile

from striprtf.striprtf import rtf_to_text

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "tools/train/corpus"))
import written  # noqa: E402

TAG = re.compile(r"\[[A-Z_]+\]")


def stands_in(pieces: list[str], source: str) -> bool:
    at = 0
    for piece in pieces:
        at = source.find(piece, at)
        if at < 0:
            return False
        at += len(piece)
    return True


def main():
    redact, number = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 60
    notes = [d for d in written.documents(list(written.HELD_BACK + written.NEW_KINDS)) if len(d["text"]) > 300]
    with tempfile.TemporaryDirectory() as folder:
        rtf, plain = pathlib.Path(folder, "rtf"), pathlib.Path(folder, "plain")
        rtf.mkdir(), plain.mkdir()
        for note in random.Random(1).sample(notes, number):
            (plain / f"{note['id']}.txt").write_text(note["text"], encoding="utf-8")
            subprocess.run(["pandoc", "-f", "markdown-smart", "-t", "rtf", "-s", "-o", rtf / f"{note['id']}.rtf"],
                           input=note["text"].encode(), check=True)
        for source in (rtf, plain):
            subprocess.run([redact, source, "-o", f"{source}-out"], check=True, stderr=subprocess.DEVNULL)
        n_same = n_tags = n_plain = 0
        for path in sorted(rtf.iterdir()):
            result = rtf_to_text(pathlib.Path(f"{rtf}-out", path.name).read_text())
            n_same += stands_in(TAG.split(result), rtf_to_text(path.read_text()))
            n_tags += len(TAG.findall(result))
            n_plain += len(TAG.findall(pathlib.Path(f"{plain}-out", path.stem + ".txt").read_text(encoding="utf-8")))
        print(f"{number} files: {n_same} with the source's text between the tags; {n_tags} tags, {n_plain} in the plain notes")


if __name__ == "__main__":
    main()

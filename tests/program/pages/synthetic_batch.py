# SPDX-License-Identifier: Apache-2.0
"""A batch of any size whose journal was made up, for tests and measurements of its report."""

import contextlib
import json
import pathlib
import random
import sqlite3
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from journal_macs import write_macs  # noqa: E402

NOTE = "Patient: Margaret Ellison, seen by Dr Owen Pritchard on 12/03/2024.\n"
RATE = 33.0  # documents per second
PAUSE = 5000.0  # seconds between its two runs
ERRORS = ("text: is PDF, not plain text", "text: is not valid UTF-8", "larger than 4 GiB", "is a link to a folder")
COLUMNS = "input, number, id, state, run, bytes, review, reasons, edits, labels, finders, scores, error, finished, seconds"


def reasons_of(draw, kind):
    near = [[10, 14, round(-4 * draw.random(), 3), None] for _ in range(draw.randrange(1, 4))]
    if kind < 0.9:
        return near
    if kind < 0.96:
        return [*near, [30, 40, round(2 * draw.random() - 1, 3), "DOCTOR"]]
    return [{"unread_files": 2}] if kind < 0.98 else []


def rows(n_documents, started):
    draw = random.Random(3)
    for i in range(n_documents):
        run = 1 if i < 0.6 * n_documents else 2
        finished = started + i / RATE + (PAUSE if run == 2 else 0)
        name = f"ward-{i * 37 % (40 if n_documents < 100_000 else 400):03}/2026-{i % 12 + 1:02}/note-{i:07}.txt"
        share = draw.random()
        if share < 0.01:
            yield (name, 0, name, "withheld", run, 0, 0, "", "", "", "", "", draw.choice(ERRORS), finished, 0.1)
            continue
        is_review = share < 0.26
        reasons = reasons_of(draw, draw.random()) if is_review else []
        scores = {}
        for _ in range(draw.randrange(3, 20)):
            score = str(int(max(0, min(30, draw.gauss(13, 5)))))
            scores[score] = scores.get(score, 0) + 1
        labels = {"PATIENT": draw.randrange(1, 4), "DOCTOR": draw.randrange(1, 3), "DATE": draw.randrange(1, 6)}
        yield (name, 0, name, "done", run, 2000, int(is_review), json.dumps(reasons), "[[9,25,9]]", json.dumps(labels),
               '{"model":9,"rule":2}', json.dumps(scores), "", finished, 0.1)  # fmt: skip


def write_batch(redact, folder, n_documents):
    """Redacts one text, adds `n_documents` to its journal, in two runs, and returns the command that resumes the batch."""
    folder = pathlib.Path(folder)
    (folder / "in").mkdir()
    (folder / "in/one.txt").write_text(NOTE)
    command = [redact, "--quiet", folder / "in", "-o", folder / "out", "--journal", folder / "j"]
    subprocess.run(command, check=True)
    with contextlib.closing(sqlite3.connect(folder / "j")) as database:
        ((now,),) = database.execute("SELECT started FROM run").fetchall()
        started = now - n_documents / RATE - 2 * PAUSE
        middle = started + 0.6 * n_documents / RATE
        database.execute("UPDATE run SET started = ?, ended = ?", (started, middle))
        database.execute(
            "INSERT INTO run(id, setup, key, shard, host, threads, started, ended, how) SELECT 2, setup, key, shard, host, threads, ?, ?, 'done' FROM run",
            (middle + PAUSE, started + n_documents / RATE + PAUSE),
        )
        marks = ",".join("?" * (COLUMNS.count(",") + 1))
        database.executemany(f"INSERT INTO document({COLUMNS}) VALUES({marks})", rows(n_documents, started))
        database.commit()
    write_macs(folder / "j", folder / "j.key")
    return [*command, "--resume"]

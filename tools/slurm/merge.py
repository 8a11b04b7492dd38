#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Merges the shares that submit's tasks have redacted: their journals become OUT.journal, which is checked against sources
and results, and their lines become OUT, in the order of the input. Usage: merge.py IN OUT
Ends with 0, with 3 if documents are withheld, or with 1 if something is not done; then OUT of lines does not appear."""

import contextlib
import os
import pathlib
import sqlite3
import subprocess
import sys


def run(*command):
    return subprocess.run(list(map(str, command))).returncode


def rows(journal, sql):
    with contextlib.closing(sqlite3.connect(journal)) as database:
        database.execute("PRAGMA locking_mode = EXCLUSIVE")  # without shared memory, which network file systems lack
        return database.execute(sql).fetchall()


def unfinished(journals):
    """Names of the journals whose last run did not come to its end."""
    last = "SELECT how FROM run ORDER BY id DESC LIMIT 1"
    return [journal.name for journal in journals if rows(journal, last) != [("done",)]]


def join(journal, results, out):
    """Writes the lines of all shares in the order of the input. They must be all that the shares have written."""
    places = rows(journal, "SELECT output, output_begin, output_end FROM document WHERE output != '' ORDER BY number")
    at = {path.name: 0 for path in results.iterdir() if not path.name.startswith(".")}
    part = out.with_name(f".{out.name}.part")
    with contextlib.ExitStack() as files:
        shares = {name: files.enter_context((results / name).open("rb")) for name in at}
        whole = files.enter_context(os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb"))
        for name, begin, end in places:
            if begin != at[name]:
                raise ValueError(f"{name}: byte {at[name]} belongs to no document")
            whole.write(shares[name].read(end - begin))
            at[name] = end
        for name, share in shares.items():
            if share.read(1):
                raise ValueError(f"{name}: byte {at[name]} belongs to no document")
        whole.flush()
        os.fsync(whole.fileno())
    part.rename(out)


def main() -> int:
    source, out = map(pathlib.Path, sys.argv[1:3])
    shares, journal = pathlib.Path(f"{out}.shares"), pathlib.Path(f"{out}.journal")
    journals = sorted(shares.glob("*.journal"), key=lambda path: int(path.stem))
    if not journals:
        print("no share has a journal", file=sys.stderr)
        return 1
    if left := unfinished(journals):
        print("not done: " + ", ".join(left), file=sys.stderr)
        return 1
    for old in (journal, pathlib.Path(f"{journal}.key")):
        old.unlink(missing_ok=True)
    if run("redact-journal", "merge", "-o", journal, *journals) != 0:
        return 1
    results = out if source.is_dir() else shares / "results"
    if run("redact-verify", journal, source, results) != 0:
        return 1
    if not source.is_dir():
        join(journal, results, out)
    withheld = rows(journal, "SELECT count(*) FROM document WHERE state = 'withheld'")[0][0]
    print(f"{withheld} documents are withheld")
    return 3 if withheld else 0


if __name__ == "__main__":
    sys.exit(main())

# SPDX-License-Identifier: Apache-2.0
"""The gold of the scoreboard: every dev set, divided by languages that the peers support alike."""

import functools
import gzip
import json
import pathlib
import subprocess
import sys
import typing

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "tools/train/corpus"))
import written  # noqa: E402

# Every peer; all but tuned Presidio; these, with Presidio's patterns alone; Presidio's patterns alone.
GROUPS = (("en",), ("es", "fr"), ("de", "it"), ("ar", "ro", "tr"))


def read(path: pathlib.Path) -> list[dict]:
    return [json.loads(line) for line in gzip.decompress(path.read_bytes()).splitlines()]


def made_by(*command) -> list[dict]:
    done = subprocess.run([sys.executable, *command], check=True, stdout=subprocess.PIPE)
    return [json.loads(line) for line in done.stdout.splitlines()]


def gold_sets(corpora: pathlib.Path) -> dict[str, typing.Callable[[], list[dict]]]:
    """What reads each set, by its name."""
    public = {path.name.split(".jsonl")[0]: functools.partial(read, path) for path in sorted(corpora.glob("*.dev.jsonl.gz"))}
    return public | {
        "case reports": lambda: made_by(ROOT / "tools/eval/case_reports/make_gold.py", corpora, "dev"),
        "dense notes": lambda: made_by(ROOT / "tools/eval/written/make_gold.py"),
        "notes of unseen writers": lambda: written.documents(list(written.HELD_BACK)),
    }


def by_group(documents: list[dict]) -> dict[tuple[str, ...], list[dict]]:
    """The documents of each group of languages, by those of its languages that the set has."""
    parts = {}
    for group in GROUPS:
        part = [document for document in documents if document["lang"] in group]
        if part:
            parts[tuple(sorted({document["lang"] for document in part}))] = part
    return parts

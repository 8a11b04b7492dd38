# SPDX-License-Identifier: Apache-2.0
"""Scores the records of `redact --format jsonl` against a corpus: the shipped program, not the trainer.

Usage: score_records.py CORPUS.jsonl.gz RECORDS.jsonl [...]   (pairs)
"""

import json
import pathlib
import sys

import score
from data import read, read_meddocan
from labels import to_meddocan


def figures(corpus: pathlib.Path, records: pathlib.Path) -> dict:
    is_meddocan = corpus.name.startswith("meddocan")
    documents = (read_meddocan if is_meddocan else read)(corpus)
    found = [json.loads(line) for line in records.read_text().splitlines()]
    predictions = [
        [(e["start"], e["end"], e["entity_type"]) for e in record["entities"]] for record in found
    ]
    return score.figures(corpus.name.removesuffix(".jsonl.gz"), documents, predictions, to_meddocan)


if __name__ == "__main__":
    pairs = [pathlib.Path(a) for a in sys.argv[1:]]
    for corpus, records in zip(pairs[::2], pairs[1::2]):
        print(score.show(figures(corpus, records)))

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Redacts the notes of a PostgreSQL table into another, and goes on where an earlier run stopped.

    postgresql.py "dbname=ward" --policy gdpr --key-file key

Notes come from a cursor on the server, so memory does not grow with their number. A note that cannot be redacted has
the status `failed` and no text. A note that has changed is redacted again once its row in `redacted` is deleted.
Needs psycopg 3.

    CREATE TABLE note(id bigint PRIMARY KEY, patient text, body text NOT NULL);
"""

import argparse
import itertools
import json
import sys

import psycopg

import redact

RESULTS = """
CREATE TABLE IF NOT EXISTS redacted(
  id bigint PRIMARY KEY REFERENCES note, status text NOT NULL, body text, reasons jsonb NOT NULL, error text)
"""
LEFT = """
SELECT id, patient, body FROM note
WHERE NOT EXISTS (SELECT FROM redacted WHERE redacted.id = note.id) ORDER BY id
"""
AT_ONCE = 500  # rows that are read and committed together; a run that is killed redoes at most so many


def document(row) -> redact.Document:
    number, patient, body = row
    return redact.Document(body, id=str(number), patient=patient)


def values(result: redact.Result) -> tuple:
    # Without their places and scores, which beside the redacted text tell something of the hidden words.
    reasons = json.dumps([reason.kind for reason in result.reasons])
    return int(result.id), result.status, result.text, reasons, None if result.error is None else str(result.error)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("database", help="as psycopg.connect() takes it")
    parser.add_argument("--policy", default="default")
    parser.add_argument("--key-file")
    arguments = parser.parse_args()
    redactor = redact.Redactor(arguments.policy, key=arguments.key_file)
    n_failed = 0
    # A cursor on the server ends with its transaction, so results are committed on a connection of their own.
    with psycopg.connect(arguments.database) as source, psycopg.connect(arguments.database) as target:
        target.execute(RESULTS)
        target.commit()
        with source.cursor(name="notes") as notes:
            notes.itersize = AT_ONCE
            results = map(values, redactor.redact(map(document, notes.execute(LEFT))))
            while rows := list(itertools.islice(results, AT_ONCE)):
                with target.cursor() as cursor:
                    cursor.executemany("INSERT INTO redacted VALUES (%s, %s, %s, %s, %s)", rows)
                target.commit()
                n_failed += sum(status == "failed" for _, status, *_ in rows)
    return 3 if n_failed else 0  # as redact ends if it withholds a document


if __name__ == "__main__":
    sys.exit(main())

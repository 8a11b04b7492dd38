# SPDX-License-Identifier: Apache-2.0
"""The message authentication codes of a journal, for tests that change one as its key's owner could. Written from the
description in program/batch/README.md alone."""

import contextlib
import hashlib
import hmac
import pathlib
import sqlite3
import struct

TABLES = {"setup": "id", "run": "id", "output": "name", "input": "name", "document": "input, number"}


def draw(key, purpose, message):
    return hmac.new(hashlib.sha256(key).digest(), purpose.encode() + b"\0" + message, hashlib.sha256).digest()


def sized(tag, data):
    return tag + struct.pack(">Q", len(data)) + data


def encoded(value):
    if value is None:
        return b"n"
    if isinstance(value, int):
        return b"i" + struct.pack(">q", value)
    if isinstance(value, float):
        return b"r" + struct.pack(">d", value)
    return sized(b"t", value.encode()) if isinstance(value, str) else sized(b"b", value)


def row_mac(key, table, values):
    message = struct.pack(">Q", len(values) + 1) + b"".join(map(encoded, (table, *values)))
    return draw(key, "journal row", message)


def write_macs(journal, key_file):
    """Gives all rows of a journal of version 3 the codes that they would have if a run had written them."""
    keys = [bytes.fromhex(line) for line in pathlib.Path(key_file).read_text().split()]
    named = {draw(key, "journal key name", b"")[:8].hex(): key for key in keys}
    with contextlib.closing(sqlite3.connect(journal)) as database:
        key = named[database.execute("SELECT key FROM tally").fetchone()[0]]
        count, total = 0, bytes(32)
        for table, names in TABLES.items():
            columns = [row[1] for row in database.execute(f"PRAGMA table_info({table})") if row[1] != "mac"]
            places = " AND ".join(f"{name} IS ?" for name in names.split(", "))
            rows = database.execute(f"SELECT {', '.join(columns)} FROM {table}").fetchall()
            for row in rows:
                mac = row_mac(key, table, row)
                place = [row[columns.index(name)] for name in names.split(", ")]
                database.execute(f"UPDATE {table} SET mac = ? WHERE {places}", [mac, *place])
                total = bytes(a ^ b for a, b in zip(total, draw(key, "journal row in the tally", mac)))
                count += 1
        mac = draw(key, "journal tally", struct.pack(">Q", count) + total)
        database.execute("UPDATE tally SET row_count = ?, mac = ?", [count, mac])
        database.commit()

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Lines of mappings, opened and made by AES-SIV of the Python package cryptography, from the description in docs/digests.md
alone. Skips, and says so, where the package is missing. Usage: as cli_mapping_test.py"""

import hashlib
import hmac
import json
import sys

from cli_case import NOTE, CommandLine, main, run

try:
    from cryptography.exceptions import InvalidTag
    from cryptography.hazmat.primitives.ciphers.aead import AESSIV
except ImportError as missing:
    print(f"skipped: {missing}; Debian's package is python3-cryptography")
    sys.exit(77)

KEY = bytes(range(32))


def cipher():
    draw = lambda half: hmac.new(hashlib.sha256(KEY).digest(), b"seal with AES-SIV\0" + half, "sha256").digest()
    return AESSIV(draw(b"S2V") + draw(b"CTR"))


def associated(line):
    parts = [str(line["scheme"]), line["out_sha256"], line["id"], line["table"], str(line["row"])]
    return b"".join(b"%d:%s" % (len(part), part) for part in map(str.encode, parts))


def opened(line):
    return cipher().decrypt(bytes.fromhex(line["sealed"]), [associated(line)])


def sealed(line, plain):
    return line | {"sealed": cipher().encrypt(plain, [associated(line)]).hex()}


class Oracle(CommandLine):
    def setUp(self):
        super().setUp()
        self.key, self.map = self.write("key", KEY), self.dir / "m"

    def test_every_line_opens_and_is_sealed_the_same(self):
        self.write("in/t.csv", "id,note\n7,Patient: Margaret Ellison\n,No fever.\n")
        self.write("in/n.txt", NOTE)
        self.assertEqual(run(self.dir / "in", "-o", self.out, "--text-column", "note", "--mapping", self.map, "--key-file", self.key)[0], 0)
        lines = [json.loads(line) for line in self.map.read_text().splitlines()]
        self.assertEqual([(line["id"], line["table"], line["row"]) for line in lines],
                         [("n.txt", "", 0), ("7", "t.csv", 1), ("2", "t.csv", 2), ("", "t.csv", 0)])  # fmt: skip
        for line, hidden in zip(lines, (b"Margaret Ellison", b"Margaret Ellison", b"\n", b"\n")):
            self.assertIn(hidden, opened(line))
            self.assertEqual(sealed(line, opened(line)), line)
            with self.assertRaises(InvalidTag):
                opened(line | {"row": line["row"] + 1})
        self.assertEqual(lines[3]["out_sha256"], hashlib.sha256((self.out / "t.csv").read_bytes()).hexdigest())

    def test_what_the_oracle_seals_is_restored(self):
        text = b"Dear [PATIENT],\r\nNo fever."
        number = lambda n: n.to_bytes(8, "little")
        line = {"id": "a.txt", "scheme": 3, "out_sha256": hashlib.sha256(text).hexdigest(), "table": "", "row": 0}
        plain = b"\n" + number(5) + number(14) + number(3) + b"Ann"
        self.write("m", json.dumps(sealed(line, plain)) + "\n")
        note = self.write("a.txt", text)
        self.assertEqual(run(note, "--restore", self.map, "--key-file", self.key), (0, b"Dear Ann,\r\nNo fever.", ""))
        self.write("m", json.dumps(sealed(line | {"id": "b.txt"}, plain) | {"id": "a.txt"}) + "\n")
        self.assertEqual(run(note, "--restore", self.map, "--key-file", self.key)[:2], (3, b""))


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""An mbox file is a stream of mails: Python's mailbox reads as many before and after. Usage: cli_mbox_test.py REDACT
SOURCE_DIR MODEL"""

import json
import mailbox
import os
from email.message import EmailMessage

from cli_case import CommandLine, main, run

N = 7
SEALED = 4  # the number of a mail that is withheld
NAMES = (b"Hartley", b"tom@ward.example", b"Ward")


def mail(i: int) -> mailbox.mboxMessage:
    message = EmailMessage()
    message["From"], message["Subject"], message["Message-ID"] = f"Tom Hartley <tom@ward.example>", f"Visit {i}", f"<{i}@ward.example>"
    message.set_content(f"Mrs Ellison, note {i}.\nFrom Monday on Tom Hartley is away.\n\nFrom here on: no fever. ä\n", cte=["8bit", "quoted-printable", "base64"][i % 3])
    if i == SEALED:
        message.replace_header("Content-Type", "application/pkcs7-mime")
    one = mailbox.mboxMessage(message)
    one.set_from("tom@ward.example", (2024, 3, 12, 10, 11, i, 1, 72, 0))
    return one


class Mbox(CommandLine):
    def setUp(self):
        super().setUp()
        self.source = self.dir / "in.mbox"
        box = mailbox.mbox(self.source)
        for i in range(1, N + 1):
            box.add(mail(i))
        box.close()
        os.chmod(self.source, 0o600)

    def test_each_mail_is_redacted_in_its_form(self):
        self.assertEqual(self.source.read_bytes().count(b"\n>From"), 10)
        code, out, err = run(self.source)
        self.assertEqual(code, 3)
        self.assertIn(f"document mail {SEALED} withheld: mail: is signed or encrypted", err)
        result = self.write("out.mbox", out)
        before, after = (mailbox.mbox(path) for path in (self.source, result))
        self.addCleanup(before.close), self.addCleanup(after.close)
        kept = [i for i in range(N) if i + 1 != SEALED]
        self.assertEqual(len(after), len(kept))
        for one, other in zip(kept, after):
            source = before[one]
            self.assertEqual(source.keys(), other.keys())
            self.assertEqual(other.get_from(), "hidden@hidden.invalid Sat Jan  1 00:00:00 2000")
            expected = source.get_payload(decode=True).replace(b"Mrs Ellison", b"Mrs [PATIENT]").replace(b"Tom Hartley", b"[PATIENT]")
            self.assertEqual(other.get_payload(decode=True), expected)
        for name in NAMES:
            self.assertNotIn(name, out)
        self.assertEqual(out.count(b"\n>From"), 8)
        self.assertTrue(out.endswith(b"\n\n"))

    def test_records_have_the_numbers_of_mails(self):
        code, out, _ = run(self.source, "--format", "jsonl")
        records = [json.loads(line) for line in out.splitlines()]
        self.assertEqual((code, [r["id"] for r in records]), (3, [str(i) for i in range(1, N + 1)]))
        self.assertEqual(records[SEALED - 1]["status"], "failed")
        self.assertTrue(records[0]["text"].startswith("From hidden@hidden.invalid Sat Jan"))

    def test_shares_and_limits_divide_a_file(self):
        whole = run(self.source)[1]
        self.assertEqual(run(self.source, "--limit", "2")[1], whole[: whole.index(b"Subject: Visit 3")].rpartition(b"From ")[0])
        shares = [run(self.source, "--shard", f"{i}/3")[1] for i in (1, 2, 3)]
        self.assertEqual(sum(map(len, shares)), len(whole))
        self.assertGreater(min(map(len, shares)), 0)

    def test_mails_are_restored_also_behind_one_that_was_withheld(self):
        key = self.write("key", bytes(range(32)))
        result = self.dir / "out.mbox"
        self.assertEqual(run(self.source, "-o", result, "--mapping", self.dir / "m", "--key-file", key)[0], 3)
        code, out, err = run(result, "--restore", self.dir / "m", "--key-file", key)
        self.assertEqual(code, 0, err)
        before = self.source.read_bytes()
        begin, end = (before.index(b"From tom@ward.example Tue Mar 12 10:11:%02d" % i) for i in (SEALED, SEALED + 1))
        self.assertEqual(out, before[:begin] + before[end:])

    def test_a_file_without_mails_is_withheld_and_as_text_read(self):
        other = self.write("a.mbox", "Subject: Mrs Ellison\n\nFrom here on\n")
        code, out, err = run(other)
        self.assertEqual((code, out), (3, b""))
        self.assertIn("does not begin with a line", err)
        self.assertEqual(run(other, "--as-text")[:2], (0, b"Subject: Mrs [PATIENT]\n\nFrom here on\n"))
        self.assertEqual(run(self.write("b.mbox", ""))[:2], (0, b""))
        self.assertEqual(run(self.source, "--format", "brat", "--include-text")[0], 2)


if __name__ == "__main__":
    main()

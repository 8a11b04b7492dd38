#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Mails that Python's email package writes and reads: the same structure, without the names. Usage:
cli_mail_test.py REDACT SOURCE_DIR MODEL"""

import email
from email import policy
from email.headerregistry import Address
from email.message import EmailMessage

from cli_case import CommandLine, main, run

TEXT = "Patient: Tom Hartley\nSeen on 14/03/2024, {}\n\n> On 1 March 2024 Tom Hartley wrote:\n> no fever\n\n-- \nTom Hartley\n"
LETTERS = "äöü Łódź Şafak"
PAGE = "<html><body><p>Patient: <b>Tom Hartley</b></p><img src='cid:logo@ward.example'></body></html>"
HIDDEN = ("Hartley", "ward.example", "14/03/2024")


def shape(message) -> list:
    parts = []
    for part in message.walk():
        kept = [part[name] for name in ("MIME-Version", "Content-Transfer-Encoding")]
        parts.append((part.get_content_type(), part.get_boundary() is None, part.get_content_charset(), part.keys(), kept, part.defects))
    return parts


def texts(message) -> str:
    found = []
    for part in message.walk():
        found += [str(value) for value in part.values()]
        if not part.is_multipart():
            found.append(part.get_payload(decode=True).decode(part.get_content_charset() or "latin-1"))
    return "\n".join(found)


def letter(encoding: str, charset: str) -> EmailMessage:
    message = EmailMessage()
    message["From"] = Address("Tom Hartley", "tom.hartley", "ward.example")
    message["To"] = '"Hartley, Tom" <tom@ward.example>, undisclosed-recipients:;'
    message["Subject"] = f"Patient: Tom Hartley, {'é' if charset != 'us-ascii' else 'e'} " + "and so on " * 9
    message["Message-ID"] = "<1.2@ward.example>"
    message["Received"] = "from a.ward.example by b.ward.example for <tom@ward.example>; Tue, 12 Mar 2024 10:11:12 +0100"
    letters = LETTERS if charset == "utf-8" else "äöü" if charset == "iso-8859-1" else "aou"
    message.set_content(TEXT.format(letters * 20), charset=charset, cte=encoding)
    return message


class Mail(CommandLine):
    def redacted(self, message, line_ends) -> bytes:
        path = self.write("a.eml", message.as_bytes(policy=line_ends))
        code, out, _ = run(path)
        self.assertEqual(code, 0)
        return out

    def check(self, message):
        for line_ends in (policy.SMTP, policy.default.clone(utf8=False)):
            source, output = message.as_bytes(policy=line_ends), self.redacted(message, line_ends)
            before, after = email.message_from_bytes(source), email.message_from_bytes(output)
            self.assertEqual(shape(before), shape(after))
            for hidden in HIDDEN:
                self.assertIn(hidden, texts(email.message_from_bytes(source, policy=policy.default)))
                self.assertNotIn(hidden, texts(email.message_from_bytes(output, policy=policy.default)))
            self.assertEqual(source.count(b"\r\n") > 0, output.count(b"\r\n") > 0)
            self.assertEqual(output.count(b"\r\n") in (0, output.count(b"\n")), True)
            self.assertLessEqual(max(map(len, output.splitlines())), 998)

    def test_one_part_in_each_encoding(self):
        for encoding, charset in (("quoted-printable", "utf-8"), ("base64", "utf-8"), ("8bit", "utf-8"), ("7bit", "us-ascii"),
                                  ("quoted-printable", "iso-8859-1"), ("base64", "iso-8859-1")):  # fmt: skip
            self.check(letter(encoding, charset))

    def test_many_parts_and_a_mail_within(self):
        message = letter("quoted-printable", "utf-8")
        message.add_alternative(PAGE, subtype="html", cte="base64")
        message.get_payload()[1].add_related(b"\x89PNG\r\n\x1a\nTom Hartley", "image", "png", cid="<logo@ward.example>")
        message.add_attachment(TEXT, filename="Tom Hartley ü.txt", cte="base64")
        message.add_attachment('{"resourceType": "Patient", "name": [{"family": "Hartley"}]}', subtype="fhir+json", cte="base64")
        self.check(message)
        outer = letter("7bit", "us-ascii")
        outer.add_attachment(message)
        self.check(outer)

    def test_signed_mail_is_withheld(self):
        message = letter("7bit", "us-ascii")
        message.add_attachment(b"x", "application", "pkcs7-signature")
        code, out, err = run(self.write("a.eml", message.as_bytes()))
        self.assertEqual((code, out), (3, b""))
        self.assertIn("S/MIME", err)


if __name__ == "__main__":
    main()

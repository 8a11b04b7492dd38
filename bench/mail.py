#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures hidden identifiers in mails of eight languages, and whether the rest of the mails is unchanged.

Mails as Python's email package, Thunderbird and Outlook write them (mail_styles.py) have invented identifiers in their
fields and annotated passages in their texts: alternatives, related images, quoted replies, forwarded mails, signatures and
attachments, in several character sets and encodings. Counted are values left in fields; the characters of identifiers found
in texts, beside the same texts as plain notes; mails whose structure differs for Python's email; and texts that differ
outside the replacements. One of five mails is also read from an mbox file, which must give the same results.

Usage: mail.py REDACT [NUMBER]    (2,000 mails)
Exits with 1 if a field is left or something else has changed, of 1,000 mails or more also if texts are a point worse.
"""

import argparse
import collections
import email
import email.policy
import html
import mailbox
import pathlib
import re
import subprocess
import sys
import tempfile

from injected import LANGUAGES, passages
from mail_styles import Mail, mails
from striped import stands_in

POINT, FEW = 0.01, 1000
# What stands in place of hidden text.
WRITTEN = re.compile(r"\[[A-Z_]+\]|hidden@hidden\.invalid|\"\[NAME\]\"")


def shape(message) -> list:
    """Of each part: type, character set, whether it has a boundary, encoding, the names of its fields and of their parameters."""
    return [(part.get_content_type(), part.get_content_charset(), part.get_boundary() is None, part["Content-Transfer-Encoding"], part.keys(),
             [name for field in ("Content-Type", "Content-Disposition") for name, _ in part.get_params([], field)], part.defects)
            for part in message.walk()]  # fmt: skip


def kinds_of(message):
    """The parts with text, by the names that mail_styles gives them."""
    seen = set()
    for part in message.walk():
        kind = part.get_content_type()
        if part.is_multipart() or kind.startswith("image/"):
            continue
        is_file = part.get_content_disposition() == "attachment"
        names = {"text/plain": "txt" if is_file else "body", "text/html": "html" if is_file else "page", "text/csv": "csv", "application/rtf": "rtf"}
        name = names.get(kind, "other")
        if name in seen and name == "body":
            name = "eml"
        seen.add(name)
        yield name, part


def text_of(name: str, part) -> str:
    text = part.get_payload(decode=True).decode(part.get_content_charset() or "utf-8", "replace")
    if name == "rtf":
        text = re.sub(r"\\u(-?\d+)\?", lambda m: chr(int(m[1]) % 65536), text).encode("utf-16", "surrogatepass").decode("utf-16")
        text = text.replace("\\par", "")
    if name in ("page", "html"):
        text = html.unescape(re.sub("<[^>]*>", "", text))
    if name == "csv":
        text = text.replace('""', '"')
    return text


def headers(message) -> str:
    """All fields but subjects, which are texts."""
    return "\n".join(str(value) for part in message.walk() for name, value in part.items() if name.lower() not in ("subject", "thread-topic"))


def squeezed(text: str) -> str:
    """Without white space, which folds, soft breaks and pages move."""
    return re.sub(r"[\s>]+", "", text)


def judge(mail: Mail, data: bytes) -> collections.Counter:
    counts = collections.Counter(mails=1)
    strict = email.policy.default
    before, after = (email.message_from_bytes(d) for d in (mail.data, data))
    counts["structure"] = shape(before) != shape(after)
    decoded = headers(email.message_from_bytes(data, policy=strict)) + headers(after)
    for value in mail.fields:
        counts["fields"] += 1
        counts["fields left"] += value in decoded
    subject = str(email.message_from_bytes(data, policy=strict)["Subject"])
    for (name, old), (_, new) in zip(kinds_of(before), kinds_of(after)):
        old_text, new_text = text_of(name, old), text_of(name, new)
        if name == "other":
            counts["emptied"] += new_text == "[REMOVED]"
            counts["changed"] += new_text != "[REMOVED]"
            continue
        if name in ("page", "html", "rtf", "csv"):
            old_text, new_text = squeezed(old_text), squeezed(new_text)
        counts["changed"] += not stands_in(WRITTEN.split(new_text), old_text)
        shown = squeezed(new_text) + (squeezed(subject) if name == "body" else "")
        for surface in mail.texts[name].surfaces:
            if name == "page" and surface == mail.texts[name].surfaces[0]:
                continue  # the patient of the subject
            counts["characters"] += len(surface)
            counts["characters left"] += len(surface) * (squeezed(surface) in shown)
    return counts


def redact(args, source: pathlib.Path, out: pathlib.Path):
    done = subprocess.run([args.redact, "--quiet", source, "-o", out], capture_output=True, text=True)
    if done.returncode not in (0, 3):
        sys.exit(done.stderr)


def as_notes(args, of_language: list[Mail], folder: pathlib.Path) -> collections.Counter:
    """The texts as plain notes."""
    counts, source = collections.Counter(), folder / "notes"
    source.mkdir()
    texts = [(name, text) for mail in of_language for name, text in mail.texts.items()]
    notes = {text: i for i, text in enumerate(dict.fromkeys(text.text for _, text in texts))}  # a page has the body's
    for text, i in notes.items():
        (source / f"{i:06}.txt").write_text(text, encoding="utf-8")
    redact(args, source, folder / "notes-out")
    for name, text in texts:
        left = squeezed((folder / f"notes-out/{notes[text.text]:06}.txt").read_text(encoding="utf-8"))
        for surface in text.surfaces[1 if name == "page" else 0 :]:
            counts["characters of notes"] += len(surface)
            counts["characters of notes left"] += len(surface) * (squeezed(surface) in left)
    return counts


def as_mbox(args, of_language: list[Mail], results: list[bytes | None], folder: pathlib.Path) -> collections.Counter:
    """The mails in an mbox file: Python's mailbox reads as many, equal to the results of single files."""
    file, out = folder / "all.mbox", folder / "all-out.mbox"
    box = mailbox.mbox(file)
    for mail in of_language:
        box.add(mail.data)
    box.close()
    redact(args, file, out)
    as_lines = lambda data: data.replace(b"\r\n", b"\n").rstrip(b"\n")
    expected = [as_lines(data) for data in results if data is not None]
    got = mailbox.mbox(out, create=False)
    raw = [as_lines(got.get_bytes(key)) for key in got.keys()]
    got.close()
    same = sum(re.sub(rb"(?m)^>From ", b"From ", one) == re.sub(rb"(?m)^>From ", b"From ", other) for one, other in zip(raw, expected))
    return collections.Counter({"in mbox": len(raw), "same in mbox": same, "expected in mbox": len(expected)})


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("redact")
    parser.add_argument("number", nargs="?", type=int, default=2000)
    parser.add_argument("--keep", type=pathlib.Path, help="a folder for the mails and their results")
    args = parser.parse_args()
    totals = collections.defaultdict(collections.Counter)
    for language in LANGUAGES:
        of_language = mails(language, args.number // len(LANGUAGES), passages(language))
        with tempfile.TemporaryDirectory() as name:
            folder = args.keep / language if args.keep else pathlib.Path(name)
            source = folder / "mails"
            source.mkdir(parents=True)
            for i, mail in enumerate(of_language):
                (source / f"{i:06}.eml").write_bytes(mail.data)
            redact(args, source, folder / "mails-out")
            results = []
            for i, mail in enumerate(of_language):
                out = folder / f"mails-out/{i:06}.eml"
                results.append(out.read_bytes() if out.exists() else None)
                totals[mail.style].update(judge(mail, results[-1]) if out.exists() else {"mails": 1, "withheld": 1})
            by_style = collections.defaultdict(list)
            for mail in of_language:
                by_style[mail.style].append(mail)
            for style, of_style in by_style.items():
                (folder / style).mkdir()
                totals[style].update(as_notes(args, of_style, folder / style))
                of_mbox = [result for result, mail in zip(results, of_language) if mail.style == style][::5]
                totals[style].update(as_mbox(args, of_style[::5], of_mbox, folder / style))
            print(f"{language}: {len(of_language)} mails", file=sys.stderr, flush=True)
    print("| style | mails | withheld | fields left | characters in texts found | as notes | structure changed | texts changed | equal in an mbox file |")
    print("| --- " * 9 + "|")
    is_good = True
    for style, c in totals.items():
        found, notes = (1 - c[f"characters{of} left"] / c[f"characters{of}"] for of in ("", " of notes"))
        print(f"| {style} | {c['mails']} | {c['withheld']} | {c['fields left']} of {c['fields']:,} | {found:.3f} of {c['characters']:,} | {notes:.3f} "
              f"| {c['structure']} | {c['changed']} | {c['same in mbox']} of {c['expected in mbox']} |")  # fmt: skip
        is_good &= not (c["withheld"] or c["fields left"] or c["structure"] or c["changed"])
        is_good &= c["same in mbox"] == c["in mbox"] == c["expected in mbox"] and (args.number < FEW or found > notes - POINT)
    sys.exit(0 if is_good else 1)


if __name__ == "__main__":
    main()

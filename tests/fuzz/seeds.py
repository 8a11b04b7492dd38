#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the seed corpus and the dictionary of every fuzz target: OUT/NAME/ and OUT/NAME.dict. Usage: seeds.py OUT"""

import gzip
import io
import pathlib
import random
import re
import sqlite3
import struct
import sys
import tempfile
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
STRING, ARRAY, U32, I32, F32, BOOL, U64 = 8, 9, 4, 5, 6, 7, 10


def text(value: str | bytes) -> bytes:
    value = value.encode() if isinstance(value, str) else value
    return struct.pack("<Q", len(value)) + value


def pair(key: str, kind: int, value: bytes) -> bytes:
    return text(key) + struct.pack("<I", kind) + value


def array(kind: int, values: list[bytes]) -> bytes:
    return struct.pack("<IQ", kind, len(values)) + b"".join(values)


def gguf(pairs: list[bytes], tensors: list[bytes] = (), data: bytes = b"") -> bytes:
    file = struct.pack("<IIQQ", 0x46554747, 3, len(tensors), len(pairs)) + b"".join(pairs) + b"".join(tensors)
    return file + (b"\0" * (-len(file) % 32) + data if tensors else b"")


def vocabulary(model: str) -> bytes:
    if model == "llama":
        tokens = [("<unk>", 2)] + [(f"<0x{b:02X}>", 6) for b in range(256)] + [("\u2581", 1), ("ab", 1), ("<s>", 3)]
    else:
        tokens, after = [], 0x100
        for b in range(256):
            prints = 0x21 <= b <= 0x7E or 0xA1 <= b <= 0xAC or b >= 0xAE
            tokens.append((chr(b if prints else after), 1))
            after += not prints
        tokens += [("ab", 1), ("<|end|>", 3)]
    pairs = [pair("tokenizer.ggml.model", STRING, text(model)), pair("tokenizer.ggml.pre", STRING, text("gpt-2"))]
    pairs.append(pair("tokenizer.ggml.tokens", ARRAY, array(STRING, [text(t) for t, _ in tokens])))
    pairs.append(pair("tokenizer.ggml.token_type", ARRAY, array(I32, [struct.pack("<i", kind) for _, kind in tokens])))
    pairs.append(pair("tokenizer.ggml.scores", ARRAY, array(F32, [struct.pack("<f", 0)] * len(tokens))))
    pairs.append(pair("tokenizer.ggml.merges", ARRAY, array(STRING, [text("a b")])))
    pairs.append(pair("tokenizer.ggml.unknown_token_id", U32, struct.pack("<I", 0)))
    pairs.append(pair("tokenizer.ggml.eos_token_id", U64, struct.pack("<Q", len(tokens) - 1)))  # the last id that there is
    return gguf(pairs)


def grown_vocabulary(kind: int, records: list[tuple[int, int, bytes]]) -> bytes:
    """A vocabulary to which records add: a kind (token, merge, id, flag), which of it, and bytes."""
    return bytes([kind]) + b"".join(bytes([what + 4 * which, len(value)]) + value for what, which, value in records)


SHEETS = [
    b"\x00\x03" + b'<row r="1"><c r="A1" t="s"><v>0</v></c><c t="s"><v>1</v></c></row><row><c><v>4471920</v></c><c s="1"><v>45598.5</v></c>'
    b'<c t="str"><f>IF(A1="Quill",\'a b\'!B2,1)</f><v>x</v></c><c t="inlineStr"><is><r><t>Ana</t></r><rPh><t>y</t></rPh></is></c></row>',
    b"\x01\x05" + b'<table:table-row><table:table-cell office:value-type="string"><text:p>MRN</text:p></table:table-cell></table:table-row>'
    b'<table:table-row><table:table-cell office:value-type="float" office:value="4471920"><text:p>4471920</text:p></table:table-cell>'
    b'<table:table-cell office:value-type="date" office:date-value="2024-11-02"><text:p>2</text:p></table:table-cell></table:table-row>',
]


def archive() -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as members:
        members.writestr("word/document.xml", "<w>" + "Mrs Ellison " * 20 + "</w>")
        members.writestr("stored", "9", zipfile.ZIP_STORED)
    return out.getvalue()


def seeds() -> dict[str, list[bytes]]:
    tensor = text("t") + struct.pack("<IQQIQ", 2, 32, 2, 8, 0)
    whole = [pair("general.architecture", STRING, text("llama")), pair("a", BOOL, b"\1"), pair("b", ARRAY, array(U32, [struct.pack("<I", 7)]))]
    notes = [path.read_bytes() for path in sorted((ROOT / "tools/samples").glob("*.txt"))]
    draw = random.Random(1)
    templates = re.findall(r'"((?:[^"\\]|\\.){8,})"', (ROOT / "runtime/text/chat_format.cc").read_text())
    return {
        "gguf": [gguf([]), gguf(whole), gguf(whole, [tensor], b"\1" * 68)],
        "vocabulary": [
            grown_vocabulary(0, [(0, 1, b"Mrs"), (0, 3, b"<s>"), (2, 0, b"\x0b\x01"), (3, 0, b"\1")]),
            grown_vocabulary(1, [(0, 1, b"34"), (1, 0, b"3 4"), (0, 3, b"<|end|>"), (2, 1, b"\5\1"), (2, 2, b"\5\1")]),
            grown_vocabulary(2, [(0, 1, b"\xe2\x96\x81Mrs"), (0, 1, b"li"), (2, 0, b"\2"), (3, 0, b"\1")]),
            grown_vocabulary(3, [(0, 1, b"\xe2\x96\x81Mrs"), (0, 1, b"li"), (3, 3, b"\4\0\0\0" + bytes(8)), (3, 0, b"\1")]),
            *(b"\4" + vocabulary(model) for model in ("llama", "gpt2")),
        ],
        "tokenizers": notes + ["İı Ω e\u0301 漢字 123,456  \r\n\t<s> aab".encode(), b"\xff\xc3 a and ab"],
        "chat_template": [one.encode() for one in templates],
        "json_scan": [b'{"a": ["x\\u00e9\\n", 1.5e3, true, null], "b": {"a": "\\ud83d\\ude00"}}', b'\xef\xbb\xbf[]'],
        "xml_scan": [b'<?xml version="1.0" encoding="ISO-8859-1"?><a xmlns="u" b="x&amp;y">t<!--c--><![CDATA[d]]><?p i?>&#233;</a>'],
        "html_scan": [b"<!DOCTYPE html><p class=a title='b'>x &eacute; <br>y<script>var a</script><!--c--><textarea>t</textarea>", "\ufeff<b>a</b>".encode("utf-16-le")],
        "hl7_scan": [b"MSH|^~\\&|A|B\rPID|1||X^Y&Z~W||E\\T\\F^G\rZZZ|n\n", b"\x0bBHS|^~\\&|\rMSH|^~\\&|\rBTS|1\r\x1c\r"],
        "mail_scan": MAILS,
        "sheet_cells": SHEETS,
        "zip_members": [archive()],
        "label_search": [bytes([n]) + b"".join(struct.pack("<f", draw.gauss(0, 3)) for _ in range(150)) for n in range(5)],
        "server_request": [bytes([kind]) + body for kind, body in SERVER_BODIES],
        **own_files(),
        **bundles(draw, notes),
    }


def compressed(data: bytes) -> dict[str, bytes]:
    """By the ending of its file. The frame of zstd (RFC 8878) has one block as it is, and one of a repeated byte."""
    raw, repeated = len(data) << 3, (9 << 3) | 2 | 1
    frame = b"\x28\xb5\x2f\xfd\x60" + struct.pack("<H", len(data) + 9 - 256)
    frame += struct.pack("<I", raw)[:3] + data + struct.pack("<I", repeated)[:3] + b" "
    return {"": data, ".gz": gzip.compress(data, mtime=0), ".zst": frame}


def own_files() -> dict[str, list[bytes]]:
    """Files that a user writes, and files of documents."""
    policies = [(ROOT / f"redactor/policy/{name}.yaml").read_bytes() for name in ("default", "gdpr", "linked", "surrogate")]
    header = (ROOT / "tests/attack/mutated/seeds.h").read_text()
    fhir = re.search(r'R"json\((.*?)\)json"', header, re.S)[1].encode()
    lines, rows = b"\n".join(JSON_LINES) + b"\n", b"\r\n".join(TABLE)
    filler = b" " * 300  # what a frame with two bytes of size begins with
    return {
        "policy": [*policies, b"name: a\nplaceholders: {PATIENT: P, DATE: '[D]'}\noperators: {DATE: year}\npresent_year: 2026\n"],
        "rules": [RULES],
        "fhir_rules": [fhir, b'{"fhirVersion": "R4", "fhirPathRules": [{"path": "nodesByType(\'HumanName\')", "method": "keep"}]}'],
        "lists": [bytes([kind]) + body for kind, body in enumerate(LISTS)],
        "corrections": [CORRECTIONS, CORRECTION],
        "json_lines": [bytes([how | fields]) + data for fields in (0, 28, 124) for how, data in enumerate(compressed(lines + filler).values())],
        "mbox": [bytes([how | short]) + data for short in (0, 4) for how, data in enumerate(compressed(MBOX + filler).values())],
        "table": [bytes([how | fields]) + data for fields in (0, 24, 56) for how, data in enumerate(compressed(rows + filler).values())]
        + [b"\x04" + rows.replace(b",", b"\t")],
        "decompressor": [bytes([kind, 3]) + data for kind, data in enumerate(list(compressed(lines + filler).values())[1:])]
        + [b"\x01\x03\x27\xb5\x2f\xfd\x00\x00\xfd\x00\x00"],
    }


def bundles(draw: random.Random, notes: list[bytes]) -> dict[str, list[bytes]]:
    """Bytes that choose: changes of a file, calls, logits; and documents behind the number of a configuration."""
    changes = [bytes([kind]) + b"".join(struct.pack("<I", draw.getrandbits(32)) for _ in range(kind)) for kind in range(8)]
    structured = [b'{"resourceType":"Patient","name":[{"family":"Ellison"}],"text":{"div":"<div>Mrs Ellison</div>"}}',
        b"<p>Mrs <b>El</b>lison, 14/03/1948</p>", b"<p>a@b.org c@d.org</p>", b'<?xml version="1.0"?><a b="Ellison">Mrs Ellison &amp; son</a>',
        b"MSH|^~\\&|A|B\rPID|1||77||Ellison^Margaret\rOBX|1|TX|||Seen by Dr Owen\r", *MAILS]  # fmt: skip
    return {
        "mapping": changes + [b"\x01" + b'{"id":"7","scheme":3,"out_sha256":"00","nonce":"00","sealed":"00"}\n'],
        "journal": [bytes([0, 4]) + data for data in changes] + journals(),
        "c_calls": [draw.randbytes(n) for n in (20, 100, 300, 600)],
        "tag_decoder": [bytes([kind, 5, 40]) + b"the Ana [NOME] ab\n\n</s> ANONYMOUS <P>" + draw.randbytes(100) for kind in range(3)],
        "label_decoder": [draw.randbytes(200) for _ in range(4)],
        "knowledge": [bytes([i, 2]) + b"\x00Margaret Ellison\n\x03Owen\n" + data[:900] for i, data in enumerate(notes + structured)],
        "documents": [bytes([i]) + data[:1000] for i, data in enumerate(notes + structured + ["Mrs Ellison".encode("utf-16")])]
            + [b"\x00 \xd8\xb6\xd8\xa9: \xd9\xd8\xe7\xd8\xb9\xd8"],  # nearly hides the space that the tokenizer adds
    }


def journals() -> list[bytes]:
    """Changed values of each column, for each reader; changed bytes; and an unchanged empty journal."""
    schema = (ROOT / "program/batch/schema.h").read_text()
    tables = re.search(r'R"sql\((.*?)\)sql"', schema, re.S)[1]
    columns = [(table, column) for table, body in sorted(re.findall(r"TABLE (\w+)\((.*?)\)[^)]*;", tables, re.S))
               for column in re.findall(r"^  ([a-z_]+) (?:TEXT|INTEGER|REAL|BLOB)", body, re.M)]  # fmt: skip
    seeds = []
    for column in range(len(columns)):
        for reader in range(5):
            text, number = JOURNAL_VALUES[(column + reader) % len(JOURNAL_VALUES)], struct.pack("<q", -(1 << 62) if reader % 2 else 7)
            for kind, value in ((0, text), (2, number)):
                seeds.append(bytes([1 + 128 * (reader % 2), reader, column, kind + 5 * reader, len(value)]) + value)
    # A range behind the end of every result, and a whole result that is another file.
    far = struct.pack("<q", 1 << 40)
    for changes in ([("document", "output_begin", 2, far), ("document", "output_end", 2, far)], [("output", "partial", 0, b"../kept"), ("output", "state", 0, b"whole"), ("output", "size", 2, bytes(8))]):
        edits = b"".join(bytes([columns.index((table, column)), kind, len(value)]) + value for table, column, kind, value in changes)
        seeds += [bytes([1 + killed, reader]) + edits for killed in (0, 128) for reader in range(5)]
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "journal"
        database = sqlite3.connect(file)
        version = re.search(r"kJournalWithoutMacs = (\d+)", schema)[1]
        database.executescript(f"PRAGMA page_size = 512; {tables} PRAGMA user_version = {version};")
        database.close()
        whole = [bytes([3, reader]) + file.read_bytes() for reader in range(5)]
    return seeds + whole + [bytes([2, reader, 18, 0, 0, 1]) for reader in range(5)]


RULES = rb"""rules:
  - label: SSN
    pattern: '\b\d{3}-\d{2}-\d{4}\b'
    checksum: us-ssn
    catches: ["SSN 536-22-8714"]
    leaves: ["000-12-3456"]
  - {stays: true, pattern: '\b1:2560\b'}
  - {label: PATIENT, pattern: 'Mrs (?i:(ellison))|[aeo]+?x*$'}
"""

LISTS = [
    "# places\nCITY\tSt. Mary's\nPATIENT\tEllison-Ravel\n".encode(),
    "\ufeffMargaret Ellison\n0117 496 0382\n".encode(),
    b'{"id":"7","PATIENT":"Margaret Ellison","DATE":"1948-03-14","PHONE":["0117 496 0382",null]}\n{"patient":7,"FAMILY":"Bo Ellison"}\n',
    b'{"PATIENT":"Margaret Ellison","DATE":["03/1948","1948"]}',
    "given\tEllison\ntown\tSão Paulo\n".encode(),
]

CORRECTIONS = b"""{"id":"7","text":"Ana Ellison is 40","spans":[{"start":0,"end":11,"label":"PATIENT"}]}
{"id":"7","text":"\xc3\xa9","spans":[]}
"""
CORRECTION = b'{"id":"7","text":"Ana Bo","spans":[{"start":0,"end":3,"label":"DATE"},{"start":4,"end":6,"label":"DATE"}]}\n'

JOURNAL_VALUES = [b"a.txt", b"done", b"withheld", b"open", b"whole", b"../kept", b".0123456789abcdee.partial", b"1/2", b"{}", b"[[4,11,6]]",
    b'{"7":2,"nan":1}', b'{"PATIENT":-1}', b'[[0,3,1e999,null]]', b"[" * 250, b"1e999", b"Ellison", b"\xff", b""]  # fmt: skip

JSON_LINES = [
    b'{"id":"a","text":"Mrs Ellison","patient":7,"mrn":"12","kept":[1.50,{"x":null}]}',
    b'{"note":{"text":"Dr \\u00d3 Ellison","id":3},"text":"b","mrn":34}',
    b'{"resourceType":"Patient","id":"9","name":[{"family":"Ellison"}]}',
    b" ",
    b'{"text":5}',
]

MAILS = [
    b"From: =?utf-8?Q?J=C3=B6rg_Ellison?= <j@b.example>\r\nTo: \"Ellison, M\" (x) <m@b.example>, Ward: a@b.example;\r\nMessage-ID: <1@b>\r\n"
    b"MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=\"b\"\r\n\r\nMIME\r\n--b\r\nContent-Type: text/plain; charset=iso-8859-1\r\n"
    b"Content-Transfer-Encoding: quoted-printable\r\n\r\nMrs Ell=E9=\r\nison\r\n--b\r\nContent-Transfer-Encoding: base64\r\n"
    b"Content-Disposition: attachment; filename*=utf-8''E%C3%A9.txt\r\n\r\nTXJzIEVs\r\nbGlzb24=\r\n--b--\r\n",
    b"Received: x\nSubject: =?utf-8?B?RWxsaXNvbg==?=\n Ellison\nContent-Type: message/rfc822\n\nFrom: Ellison\n\nMrs Ellison\n",
]
MBOX = b"\n".join(b"From m@b.example Tue Mar 12 10:11:12 2024\n" + mail + end for mail, end in zip(MAILS * 2, (b"", b"\r\n", b">From x\n\n", b"")))

TABLE = [b"id,text,patient,mrn", b'1,"Mrs ""Ellison"", 40",7,12', b"", b"2,Dr Bo,,x", b'3,"two\r\nlines",8,"y"', b"4,b,8,"]


SERVER_BODIES = [
    (0, b'{"text":["Mrs Ellison","a"],"patient":"7","known":{"PATIENT":"Ellison"},"policy":"gdpr","include_text":true}'),
    (0, b'{"text":"a","patient":"7"}'),
    (1, b'{"id":12,"text":"Mrs Ellison","format":"html"}'),
    (1, b'{"id":"8","text":"a","patient":"7"}'),
    (1, b'{"id":"8\\u0000","text":"a"}'),
    (2, b'{"text":"zip 10023","language":"en","ad_hoc_recognizers":[{"name":"z","patterns":[{"name":"z","regex":"\\\\d{5}","score":0.1}],'
        b'"deny_list":["zip"],"context":["zip"],"supported_entity":"ZIP"}],"allow_list":["a.c"],"allow_list_match":"regex","regex_flags":2}'),
    (3, b'{"text":"Jane Doe 034","analyzer_results":[{"start":0,"end":8,"entity_type":"NAME","score":0.8},{"start":5,"end":12,"entity_type":"ID"}],'
        b'"anonymizers":{"DEFAULT":{"type":"mask","masking_char":"*","chars_to_mask":4,"from_end":true},"NAME":{"type":"keep"}}}'),
    (4, b'{"text":"e6HnOMnIxbd4a8Qea44LshQDnjvxwzBIaAz+YqHNnMW2mC5r3AWoay8Spsoajyyy","deanonymizers":{"N":{"type":"decrypt","key":"1111111111111111"}},'
        b'"anonymizer_results":[{"start":0,"end":64,"entity_type":"N"}]}'),
    (5, b'{"resourceType":"Parameters","parameter":[{"name":"policy","valueString":"gdpr"},'
        b'{"name":"identifiableData","resource":{"id":"a","note":["]}"],"n":-1.50e1}}]}'),
    (6, b"POST /redact?a=b HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n3;x\r\nabc\r\n0\r\n\r\nGET / HTTP/1.1\r\nHost: localhost\r\n\r\n"),
    (6, b"POST /redact HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
]  # fmt: skip

WORDS = {
    "gguf": ["general.alignment", "split.no", "split.count", "\\x20\\x00\\x00\\x00", "\\xff\\xff\\xff\\xff\\xff\\xff\\xff\\xff"],
    "vocabulary": ["tokenizer.ggml.", "bos_token_id", "add_bos_token", "add_space_prefix", "llama-bpe", "<0x41>", "\\xe2\\x96\\x81"],
    "tokenizers": [" and ", "\\xe2\\x96\\x81", "'s", "\\xcc\\x81", "\\xf0\\x9f\\x98\\x80", "<0x41>"],
    "chat_template": ["<|im_start|>", "[INST]", "<start_of_turn>", "{% for", "{{ bos_token }}", "add_generation_prompt"],
    "json_scan": ["\\\\u00e9", "\\\\ud83d", "true", "null", "1e308", "\\\"a\\\":"],
    "xml_scan": ["<![CDATA[", "]]>", "<!--", "-->", "<?", "?>", "&#x41;", "&lt;", "xmlns:a=\\\"u\\\"", "<!DOCTYPE a>", "\\xff\\xfe"],
    "html_scan": ["<script>", "</script>", "<title>", "<![CDATA[", "<!--", "--!>", "&amp", "&#x41;", "</p >", "<plaintext>"],
    "hl7_scan": ["MSH|^~\\\\&|", "\\\\X41\\\\", "\\\\.br\\\\", "\\x1c\\x0d", "OBX|", "FHS|", "BTS|"],
    "mail_scan": ["=?utf-8?q?", "?=", "=C3=BC", "=\\x0d\\x0a", "boundary=", "\\x0d\\x0a--b", "--b--", "Content-Type: ", "multipart/mixed;", "message/rfc822", "base64", "filename*="],
    "sheet_cells": ["<row>", "</row>", "<c t=\\\"s\\\"><v>", "</v></c>", "<c t=\\\"inlineStr\\\"><is><t>", "</t></is></c>", "<f>", "</f>", " s=\\\"1\\\"", " r=\\\"B2\\\"", "<rPh>", "<table:table-row>", "<table:table-cell office:value-type=\\\"float\\\" office:value=\\\"", "office:date-value=\\\"2024-11-02\\\"", "<text:p>", "</text:p>"],
    "zip_members": ["PK\\x01\\x02", "PK\\x03\\x04", "PK\\x05\\x06", "PK\\x06\\x06"],
    "server_request": ["identifiableData", "\\\"resourceType\\\":\\\"Parameters\\\"", "analyzer_results", "anonymizers", "Transfer-Encoding: chunked", "Content-Length: 3", "HTTP/1.1", "\\x0d\\x0a\\x0d\\x0a", "encrypt", "salt", "\\\\u0000"],
    "policy": ["placeholders:", "operators:", "date_order: month-first", "present_year: 2026", "PATIENT: ", "over-89", "surrogate", "&a", "*a", "!!str", "<<: "],
    "rules": ["pattern: ", "label: SSN", "stays: true", "checksum: ", "catches: [", "leaves: [", "(?i:", "\\\\b", "{1,9}", "[[:alpha:]]", "\\\\pL", "&a", "*a"],
    "fhir_rules": ["nodesByType('", ".where(system='phone')", " | ", "cryptoHash", "dateShift", "substitute", "replaceWith", "perturb", "roundTo", "rangeType",
        "enablePartialDatesForRedact", "Resource", "encrypt", "generalize"],
    "lists": ["PATIENT\\x09", "\\xef\\xbb\\xbf", "\\\"patient\\\":", "\\\"id\\\":", "03/04/1948", "\\x0a#", "surname\\x09", "\\xc3\\xa9", "Ellison"],
    "corrections": ["\\\"start\\\":", "\\\"end\\\":", "\\\"label\\\":\\\"DATE\\\"", "\\\"spans\\\":[]", "\\\"id\\\":", "18446744073709551615", "Ellison"],
    "json_lines": ["\\\"text\\\":", "\\\"id\\\":", "\\\"note\\\":", "\\x0a{", "\\\\ud83d", "resourceType", "\\x1f\\x8b\\x08", "\\x28\\xb5\\x2f\\xfd", "Ellison"],
    "mbox": ["\\x0a\\x0aFrom ", " 10:11 2024\\x0aA:", "\\x0d\\x0a\\x0d\\x0a", ">From ", "\\x1f\\x8b\\x08", "\\x28\\xb5\\x2f\\xfd", "Ellison"],
    "table": ["\\\"\\\"", "\\x0d\\x0a", ",text", ";text", "\\x09text", "patient", "\\x1f\\x8b\\x08", "\\x28\\xb5\\x2f\\xfd", "Ellison"],
    "decompressor": ["\\x1f\\x8b\\x08", "\\x28\\xb5\\x2f\\xfd", "\\x50\\x2a\\x4d\\x18"],
    "mapping": ["\\\"id_hex\\\":", "\\\"scheme\\\":", "18446744073709551615"],
    "journal": ["../kept", ".partial", "withheld", "in place", "[[4,11,6]]", "1e999", "nan", "\\x00\\x00\\xf0\\x7f", "Ellison", "{\\\"7\\\":2}"],
    "c_calls": [],
    "tag_decoder": ["[NOME]", "ANONYMOUS", "<DATA>", "\\x0a\\x0a"],
    "label_decoder": ["\\x00\\x00\\x80\\x7f", "\\x00\\x00\\x80\\x49"],
    "knowledge": ["Mrs Ellison", "\\x0a\\x00", "Owen", "14/03/1948", "&amp;", "\\x0a\\x0a"],
    "documents": ["Mrs Ellison", "14/03/1948", "[PATIENT]", "<|im_end|>", "\\xef\\xbb\\xbf", "\\xff\\xfe", "&amp;", "\\\\u00e9", "\\x0a\\x0a", "\\xe2\\x80\\x8b"],
    "label_search": ["\\x00\\x00\\x80\\x7f", "\\x00\\x00\\x80\\x49"],
}  # fmt: skip


def main() -> None:
    out = pathlib.Path(sys.argv[1])
    for name, files in seeds().items():
        (out / name).mkdir(parents=True, exist_ok=True)
        for i, data in enumerate(files):
            (out / name / f"seed-{i}").write_bytes(data)
        (out / f"{name}.dict").write_text("".join(f'"{word}"\n' for word in WORDS[name]) or "# none\n")


if __name__ == "__main__":
    main()

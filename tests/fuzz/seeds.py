#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the seed corpus and the dictionary of every fuzz target: OUT/NAME/ and OUT/NAME.dict. Usage: seeds.py OUT"""

import io
import pathlib
import random
import re
import struct
import sys
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
STRING, ARRAY, U32, I32, F32, BOOL = 8, 9, 4, 5, 6, 7


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
    return gguf(pairs)


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
        "vocabulary": [vocabulary("llama"), vocabulary("gpt2")],
        "tokenizers": notes + ["İı Ω e\u0301 漢字 123,456  \r\n\t<s>".encode(), b"\xff\xc3 a and ab"],
        "chat_template": [one.encode() for one in templates],
        "json_scan": [b'{"a": ["x\\u00e9\\n", 1.5e3, true, null], "b": {"a": "\\ud83d\\ude00"}}', b'\xef\xbb\xbf[]'],
        "xml_scan": [b'<?xml version="1.0" encoding="ISO-8859-1"?><a xmlns="u" b="x&amp;y">t<!--c--><![CDATA[d]]><?p i?>&#233;</a>'],
        "html_scan": [b"<!DOCTYPE html><p class=a title='b'>x &eacute; <br>y<script>var a</script><!--c--><textarea>t</textarea>", "\ufeff<b>a</b>".encode("utf-16-le")],
        "hl7_scan": [b"MSH|^~\\&|A|B\rPID|1||X^Y&Z~W||E\\T\\F^G\rZZZ|n\n", b"\x0bBHS|^~\\&|\rMSH|^~\\&|\rBTS|1\r\x1c\r"],
        "zip_members": [archive()],
        "label_search": [bytes([n]) + b"".join(struct.pack("<f", draw.gauss(0, 3)) for _ in range(150)) for n in range(5)],
        "server_request": [bytes([kind]) + body for kind, body in SERVER_BODIES],
    }


SERVER_BODIES = [
    (0, b'{"text":["Mrs Ellison","a"],"patient":"7","known":{"PATIENT":"Ellison"},"policy":"gdpr","include_text":true}'),
    (1, b'{"id":12,"text":"Mrs Ellison","format":"html"}'),
    (2, b'{"text":"zip 10023","language":"en","ad_hoc_recognizers":[{"name":"z","patterns":[{"name":"z","regex":"\\\\d{5}","score":0.1}],'
        b'"deny_list":["zip"],"context":["zip"],"supported_entity":"ZIP"}],"allow_list":["a.c"],"allow_list_match":"regex","regex_flags":2}'),
    (3, b'{"text":"Jane Doe 034","analyzer_results":[{"start":0,"end":8,"entity_type":"NAME","score":0.8},{"start":5,"end":12,"entity_type":"ID"}],'
        b'"anonymizers":{"DEFAULT":{"type":"mask","masking_char":"*","chars_to_mask":4,"from_end":true},"NAME":{"type":"keep"}}}'),
    (4, b'{"text":"e6HnOMnIxbd4a8Qea44LshQDnjvxwzBIaAz+YqHNnMW2mC5r3AWoay8Spsoajyyy","deanonymizers":{"N":{"type":"decrypt","key":"1111111111111111"}},'
        b'"anonymizer_results":[{"start":0,"end":64,"entity_type":"N"}]}'),
    (5, b"POST /redact?a=b HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n3;x\r\nabc\r\n0\r\n\r\nGET / HTTP/1.1\r\nHost: localhost\r\n\r\n"),
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
    "zip_members": ["PK\\x01\\x02", "PK\\x03\\x04", "PK\\x05\\x06", "PK\\x06\\x06"],
    "server_request": ["analyzer_results", "anonymizers", "Transfer-Encoding: chunked", "Content-Length: 3", "HTTP/1.1", "\\x0d\\x0a\\x0d\\x0a", "encrypt", "salt"],
    "label_search": ["\\x00\\x00\\x80\\x7f", "\\x00\\x00\\x80\\x49"],
}  # fmt: skip


def main() -> None:
    out = pathlib.Path(sys.argv[1])
    for name, files in seeds().items():
        (out / name).mkdir(parents=True, exist_ok=True)
        for i, data in enumerate(files):
            (out / name / f"seed-{i}").write_bytes(data)
        (out / f"{name}.dict").write_text("".join(f'"{word}"\n' for word in WORDS[name]))


if __name__ == "__main__":
    main()

# SPDX-License-Identifier: Apache-2.0
"""Requests that ask redact-server for as much work as they can: each field of each route at its largest size. For
server_flood_test.py and bench/server_flood.py."""

import json

BODY = (32 << 20) - 4096  # bytes; the server takes 32 MiB
JSON = "application/json"


def filled(head, item, tail, most=BODY):
    """A body of as many items, with commas between them, as go into it."""
    n = (most - len(head) - len(tail)) // (len(item) + 1)
    return head + b",".join([item] * n) + tail


def numbered(head, item, tail, n):
    """A body of n items that differ: `item` has a place for a number."""
    return head + b",".join(item % i for i in range(n)) + tail


def letters(head, tail, unit=b"a"):
    return head + unit * ((BODY - len(head) - len(tail)) // len(unit)) + tail


def analyze(**fields):
    return json.dumps({"text": "Zip 90210 of Margaret Ellison. " * 40, "language": "en", **fields}).encode()


def recognizer(**fields):
    return {"name": "r", "supported_entity": "E", "patterns": [{"name": "p", "regex": "[a-z]", "score": 0.5}], **fields}


A = b'{"text":"Zip 90210","language":"en",'
N = b'{"text":"abcdefgh","analyzer_results":[{"start":0,"end":4,"entity_type":"A"}],'
D = b'{"text":"abcdefgh","anonymizer_results":[{"start":0,"end":4,"entity_type":"A"}],"deanonymizers":'
RESULT = b'{"start":0,"end":1,"entity_type":"A"}'
KEY = b"k" * 32


def floods():
    """(name, path, media type, body) of each request. The bodies are made one after another, since each is large."""
    def of(path, name, body, kind=JSON):
        return f"{path} {name}", path, kind, body

    yield of("/redact", "nested", b"[" * BODY)
    yield of("/redact", "values", filled(b"[", b"1", b"]"))
    yield of("/redact", "texts", filled(b'{"text":[', b'""', b"]}", 300000))
    yield of("/redact", "unknown fields", numbered(b'{"text":"a",', b'"k%d":1', b"}", 1000000))
    for name in (b"id", b"patient", b"policy", b"recall", b"format"):
        yield of("/redact", name.decode(), letters(b'{"text":"a","%s":"' % name, b'"}'))
    yield of("/redact", "known, a value", letters(b'{"text":"a","known":{"PATIENT":"', b'"}}', b"a "))
    yield of("/redact", "known, values", filled(b'{"text":"a","known":{"PATIENT":[', b'"a b"', b"]}}"))
    yield of("/redact", "known, of many texts",
             filled(b'{"known":{"PATIENT":"' + b"Ab " * 10000 + b'"},"text":[', b'""', b"]}", 3 << 20))
    yield of("/redact", "known, as long as it may be",
             letters(b'{"known":{"PATIENT":"' + b"a " * 30000 + b'"},"text":"', b'"}', b"a "))
    yield of("/redact", "lines", b'{"text":""}\n' * 100000, "application/x-ndjson")
    yield of("/redact", "FHIR", filled(b'{"resourceType":"Bundle","x":[', b'{"a":1}', b"]}"), "application/fhir+json")
    yield of("/redact", "XML", letters(b"<a>", b"</a>", b"<b c='d'/>"), "application/xml")
    yield of("/redact", "HTML", letters(b"<html>", b"", b"<p a=b>"), "text/html")
    yield of("/redact", "HL7", letters(b"MSH|^~\\&|A|B|C|D|20240101||ADT^A01|1|P|2.3\r", b"", b"NTE|1||a^b&c~d\r"),
             "application/hl7-v2")
    yield of("/analyze", "entities", numbered(A + b'"entities":[', b'"E%d"', b"]}", 1000000))
    yield of("/analyze", "entities, the same", filled(A + b'"entities":[', b'"US_SSN"', b"]}", 10 << 20))
    yield of("/analyze", "allow_list", numbered(A + b'"allow_list":[', b'"a%d"', b"]}", 1000000))
    yield of("/analyze", "allow_list, patterns",
             filled(A + b'"allow_list_match":"regex","allow_list":[', b'"a"', b"]}", 4 << 20))
    yield of("/analyze", "context", numbered(A + b'"context":[', b'"c%d"', b"]}", 1000000))
    yield of("/analyze", "language", letters(b'{"text":"a","language":"', b'"}'))
    words = [f"context{i}" for i in range(10000)]
    yield of("/analyze", "context of recognizers",
             analyze(ad_hoc_recognizers=[recognizer(context=words)] * 60, context=words))
    words = [f"context{i}" for i in range(256)]
    yield of("/analyze", "context as long as it may be",
             analyze(text="abc def " * 2000, context=words, return_decision_process=True,
                     ad_hoc_recognizers=[recognizer(context=words)] * 60))
    yield of("/analyze", "heavy patterns", analyze(text="ab " * 10000, ad_hoc_recognizers=[recognizer(
        patterns=[{"name": "p", "regex": "[a-q ][^u-z]{900}!", "score": 1}] * 60)]))
    yield of("/analyze", "patterns that look far", analyze(text="ab " * 10000, ad_hoc_recognizers=[recognizer(
        patterns=[{"name": "p", "regex": "a(.*z)?", "score": 1}] * 60)]))
    yield of("/analyze", "patterns that compile long", analyze(ad_hoc_recognizers=[recognizer(
        patterns=[{"name": "p", "regex": "|".join(["\\pL{9}!"] * 400), "score": 1}] * 60)]))
    yield of("/analyze", "deny lists", analyze(text="term7 " * 5000, ad_hoc_recognizers=[
        recognizer(patterns=[], deny_list=[f"term{i}" for i in range(10000)])] * 60))
    yield of("/analyze", "long names", letters(
        A + b'"ad_hoc_recognizers":[{"patterns":[{"name":"p","regex":".","score":1}],"supported_entity":"', b'"}]}'))
    yield of("/anonymize", "results", filled(b'{"text":"a","analyzer_results":[', RESULT, b"]}"))
    yield of("/anonymize", "results, as many as may be", filled(b'{"text":"a","analyzer_results":[', RESULT, b"]}", 3790000))
    n, gap = 45000, 20 << 20
    yield of("/anonymize", "places apart",
             b'{"text":"' + b"a" * n + b" " * gap + b"b" * n + b'","analyzer_results":[' + b",".join(
                 b'{"start":%d,"end":%d,"entity_type":"E%d"}' % (at + i, at + i + 1, i)
                 for i in range(n) for at in (0, n + gap)) + b"]}")
    yield of("/anonymize", "anonymizers", numbered(N + b'"anonymizers":{', b'"E%d":{"type":"redact"}', b"}}", 500000))
    yield of("/anonymize", "new_value", letters(N + b'"anonymizers":{"A":{"type":"replace","new_value":"', b'"}}}'))
    yield of("/anonymize", "salt", letters(N + b'"anonymizers":{"A":{"type":"hash","salt":"', b'"}}}'))
    yield of("/anonymize", "masked text", letters(
        b'{"analyzer_results":[{"start":0,"end":30000000,"entity_type":"A"}],"anonymizers":{"A":{"type":"mask",'
        b'"masking_char":"*","chars_to_mask":99999999}},"text":"', b'"}'))
    yield of("/anonymize", "encrypted places",
             b'{"text":"' + b"a" * 200000 + b'","anonymizers":{"DEFAULT":{"type":"encrypt","key":"' + KEY +
             b'"}},"analyzer_results":[' + b",".join(
                 b'{"start":%d,"end":%d,"entity_type":"A"}' % (2 * i, 2 * i + 1) for i in range(100000)) + b"]}")
    yield of("/anonymize", "text", letters(b'{"analyzer_results":[],"text":"', b'"}', "é".encode()))
    yield of("/deanonymize", "results", filled(b'{"text":"a","anonymizer_results":[', RESULT, b"]}"))
    yield of("/deanonymize", "deanonymizers", numbered(
        D + b"{", b'"E%d":{"type":"decrypt","key":"' + KEY + b'"}', b"}}", 300000))

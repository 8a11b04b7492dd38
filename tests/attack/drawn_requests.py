# SPDX-License-Identifier: Apache-2.0
"""Requests that are drawn from their number: well-formed ones, mutated ones, and ones that two servers would read in two
ways."""

import json
import random

from server_case import NOTE

TYPES = ["application/json", "application/x-ndjson", "text/html", "application/fhir+json", "application/hl7-v2", "application/xml",
         "application/vnd.openxmlformats-officedocument.wordprocessingml.document", "text/plain", "", "application/json; charset=x"]
PATHS = ["/redact", "/redact", "/redact", "/analyze", "/analyze", "/anonymize", "/deanonymize", "/health", "/metrics", "/recognizers",
         "/supportedentities?language=en", "/redact?policy=gdpr", "/redact?include_text=true&recall=high", "/", "/Ellison", "*"]


class Drawn:
    def __init__(self, seed):
        self.draw = random.Random(seed)

    def pick(self, *values):
        return self.draw.choice(values)

    def text(self):
        begin = self.draw.randrange(len(NOTE))
        return self.pick(NOTE, NOTE[begin:], "", "a", "\0", "😀" * self.draw.randrange(20), NOTE * 5)

    def json(self, depth=0):
        kind = self.draw.randrange(9 if depth < 4 else 6)
        if kind > 6:
            return [self.json(depth + 1) for _ in range(self.draw.randrange(4))]
        if kind == 6:
            return {self.pick("text", "id", "a", "known", "start", "PATIENT"): self.json(depth + 1) for _ in range(3)}
        return self.pick(None, True, False, 0, -1, 7, 1e300, 2**64, self.text(), "DEFAULT", "en", "text", "json")

    def places(self):
        return [{"start": self.draw.randrange(-1, 60), "end": self.draw.randrange(80), "score": self.draw.random(),
                 "entity_type": self.pick("NAME", "ID", "", 7)} for _ in range(self.draw.randrange(6))]

    def operator(self):
        mask = {"type": "mask", "masking_char": "*", "chars_to_mask": 4, "from_end": True}
        return self.pick({"type": "replace", "new_value": "x"}, mask, {"type": "hash"}, {"type": "encrypt", "key": "1" * 16},
                         {"type": "decrypt", "key": "1" * 16}, {"type": "keep"}, {"type": "custom"}, {"type": "redact"},
                         self.json())

    def recognizer(self):
        pattern = {"name": "p", "regex": self.pick("\\w+", "(", "a*", "(?=a)", "."), "score": 0.5}
        return {"name": "n", "supported_entity": "N", "deny_list": ["Dr", "."], "context": ["seen"], "patterns": [pattern]}

    def body(self, path):
        known = {
            "/redact": {"text": self.pick(self.text(), [self.text(), self.text()]), "id": "7",
                        "format": self.pick("auto", "html", "json", "xml"), "policy": self.pick("default", "gdpr"),
                        "known": self.pick({}, {}, {"PATIENT": "Ellison"}, {"X": 1})},
            "/analyze": {"text": self.pick(self.text(), [self.text()]), "language": self.pick("en", "de", "en", "zz"),
                         "entities": self.pick([], ["PERSON"], ["US_SSN"], [7]), "context": ["patient"],
                         "return_decision_process": True, "ad_hoc_recognizers": self.pick([], [self.recognizer()]),
                         "allow_list": ["Owen"], "allow_list_match": self.pick("exact", "regex"),
                         "score_threshold": self.pick(0, 0.5)},
            "/anonymize": {"text": self.text(), "analyzer_results": self.places(),
                           "anonymizers": {"DEFAULT": self.operator(), "NAME": self.operator()}},
            "/deanonymize": {"text": self.text(), "anonymizer_results": self.places(),
                             "deanonymizers": {"DEFAULT": self.operator()}},
        }.get(path.partition("?")[0], {})
        for name in list(known):
            if self.draw.random() < 0.1:
                del known[name]
            elif self.draw.random() < 0.1:
                known[name] = self.json()
        data = json.dumps(known).encode()
        if self.draw.random() < 0.2:
            data = self.pick(json.dumps(self.json()).encode(), NOTE.encode(), b"", data + b"\n" + data, b"\xff" * 9,
                             b"<p>Mr Ellison</p>", b"MSH|^~\\&|A\rPID|1||4\r")
        return data

    def mutated(self, data):
        data = bytearray(data)
        for _ in range(self.draw.randrange(1, 6)):
            at, way = self.draw.randrange(len(data) + 1), self.draw.randrange(5)
            if way == 0:
                del data[at:at + self.draw.randrange(1, 40)]
            elif way == 1 and at < len(data):
                data[at] ^= 1 << self.draw.randrange(8)
            elif way == 2:
                data[at:at] = data[at:at + self.draw.randrange(40)]
            elif way == 3:
                data[at:at] = self.pick(b"\r\n", b"\0", b"Content-Length: 3\r\n", b"Transfer-Encoding: chunked\r\n",
                                        b"Host: a\r\n", b"0\r\n\r\n", b"GET / HTTP/1.1\r\n")
            elif way == 4:
                del data[at:]
        return bytes(data)

    def request(self, server):
        path = self.pick(*PATHS)
        method = "POST" if path.partition("?")[0] in ("/redact", "/analyze", "/anonymize", "/deanonymize") else "GET"
        if self.draw.random() < 0.1:
            method = self.pick("POST", "GET", "HEAD", "PUT", "OPTIONS", "X")
        body = self.body(path) if method == "POST" or self.draw.random() < 0.1 else None
        fields = {}
        if self.draw.random() < 0.1:
            fields = {"Host": self.pick("evil", "localhost", "[::1]:1", ""), "Origin": self.pick("null", "http://evil", "http://localhost")}
        kind = "application/json" if self.draw.random() < 0.7 else self.pick(*TYPES)
        if body and self.draw.random() < 0.2:
            cut = self.draw.randrange(len(body))
            parts = [part for part in (body[:cut], body[cut:]) if part]
            head = server.head(method, path, body, kind, {**fields, "Transfer-Encoding": "chunked", "Content-Length": None})
            whole = head + b"".join(b"%x\r\n%s\r\n" % (len(part), part) for part in parts) + b"0\r\n\r\n"
        else:
            whole = server.head(method, path, body, kind, fields) + (body or b"")
        return method, self.mutated(whole) if self.draw.random() < 0.3 else whole

    def ambiguous(self):
        """A request in whose body another one hides, if its frame is read in another way. A server must refuse it, and
        whatever comes behind it on the connection."""
        body, hidden = b'{"text":"a"}', b"GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n"
        chunk = b"%x\r\n%s\r\n0\r\n\r\n" % (len(body), body)
        length, chunked = b"Content-Length: %d" % len(body), b"Transfer-Encoding: chunked"
        version, end, frame, sent = b"HTTP/1.1", b"\r\n", [], chunk
        way = self.draw.randrange(10)
        if way == 0:
            frame = [chunked, b"Content-Length: %d" % self.draw.randrange(len(chunk) + 40)]
        elif way == 1:
            frame, sent = [length, b"Content-Length: %d" % (len(body) + self.draw.randrange(1, 40))], body
        elif way == 2:
            wrong = self.pick(b"+12", b"-1", b"0xc", b"12, 0", b"0,12", b"1 2", b"12.0", b"", b"9" * 30, b"12\x0b", b"\xb2")
            frame, sent = [b"Content-Length: " + wrong], body
        elif way == 3:
            wrong = self.pick(b"xchunked", b"chunked, chunked", b"gzip, chunked", b"\x0bchunked", b"identity", b"chunked;q=1",
                              b"chunked, identity", b"", b"chunke\xc4", b'"chunked"')
            frame = [b"Transfer-Encoding: " + wrong]
        elif way == 4:
            frame = [self.pick(b"Transfer-Encoding : chunked", b"Transfer-Encoding\t: chunked", b"Content-Length : 12", b"\x00: a")]
        elif way == 5:
            version, frame = b"HTTP/1.0", [chunked]
        elif way == 6:
            end, frame, sent = b"\n", [length], body
        elif way == 7:
            size = self.pick(b"-c", b"0xc", b"", b"g", b"f" * 17, b"+c", b"\xb2")
            frame, sent = [chunked], b"%s\r\n%s\r\n0\r\n\r\n" % (size, body)
        elif way == 8:
            frame, sent = [chunked], b"%x\r\n%s%s0\r\n\r\n" % (len(body), body, self.pick(b"XX", b"\n\n", b"\r", b""))
        elif way == 9:
            frame, sent = [length, self.pick(b"Host: localhost", b"Host: evil", b"X: a\0b", b"Ellison")], body
        fields = [b"Host: localhost", b"Content-Type: application/json", b"X-Ellison: Ellison", *frame]
        self.draw.shuffle(fields)
        target = b"POST " + self.pick(b"/redact", b"/analyze", b"/redact?policy=gdpr") + b" " + version
        return end.join([target, *fields, b"", b""]) + sent + hidden

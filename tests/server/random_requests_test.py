#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Random requests: well-formed ones, and ones that were cut, doubled, flipped or mixed. Each gets an answer that makes
sense or a closed connection; the server serves others meanwhile, and holds nothing of them at the end. Arguments: as in
server_case.py, then the number of requests, 10,000 if none."""

import json
import random

import socket
import sys
import time

N_REQUESTS = int(sys.argv.pop(4)) if len(sys.argv) > 4 and sys.argv[4].isdigit() else 10000

import server_case
from server_case import NOTE, Answer

STATUSES = {200, 400, 401, 403, 404, 405, 408, 411, 413, 415, 421, 422, 429, 431, 500, 501, 503}
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


class Random(server_case.Case):
    options = ("--max-body", 1)

    def test_random_requests(self):
        sentinel = self.expect(200, self.ask("POST", "/redact", {"text": NOTE})).body
        began, statuses, memory = time.monotonic(), {}, []
        for seed in range(N_REQUESTS):
            method, request = Drawn(seed).request(self.server)
            status = "closed"
            connection, file = self.server.connect()
            with connection, file:
                try:
                    connection.sendall(request)
                    if len(request) % 2 == 0 or b"\r\n\r\n" not in request:
                        connection.shutdown(socket.SHUT_WR)  # else a cut request would wait for its rest
                    else:
                        connection.settimeout(1)
                    answer = Answer(file, method)
                    status = answer.status
                    self.assertIn(status, STATUSES, seed)
                    if status != 200 and answer.body:
                        self.assertIn("error", answer.json(), seed)
                    if status >= 500 and b"internal" in answer.body:
                        self.fail(f"request {seed} met an internal error")
                except (ConnectionError, TimeoutError):
                    pass
            statuses[status] = statuses.get(status, 0) + 1
            if seed % (N_REQUESTS // 20) == 0:
                self.assertEqual(self.ask("POST", "/redact", {"text": NOTE}).body, sentinel, seed)
                memory.append(self.server.metric("process_resident_memory_bytes") / 1e6)
        end = time.monotonic() + 30
        while self.server.metric("redact_requests_in_hand") > 0 and time.monotonic() < end:
            time.sleep(0.05)
        self.assertEqual(self.server.metric("redact_requests_in_hand"), 0)
        self.assertEqual(self.server.metric("redact_body_bytes_in_hand"), 0)
        self.assertLess(memory[-1], 1.2 * max(memory[:10]))
        self.assertTrue(statuses.get(200, 0) > N_REQUESTS // 10, statuses)
        print(f"{N_REQUESTS} requests in {time.monotonic() - began:.0f} s: {statuses}; "
              f"MB: {memory[0]:.0f} to {memory[-1]:.0f}", file=sys.stderr)


if __name__ == "__main__":
    server_case.main()

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""POST /redact: the results are those of the program, byte for byte. Arguments: as in server_case.py."""

import json
import pathlib
import random
import re
import subprocess
import tempfile
import threading

import server_case
from server_case import NOTE, PATIENCE, PATIENT, Answer, SOURCE, program

HTML = "<html><body><p>Patient: Margaret <b>Ellison</b></p></body></html>"
FHIR = json.dumps({"resourceType": "Patient", "id": "p1", "name": [{"family": "Ellison", "given": ["Margaret"]}],
                   "birthDate": "1948-03-14"})
HL7 = "MSH|^~\\&|A|B|C|D|202105031200||ADT^A01|1|P|2.5\rPID|1||4711||Ellison^Margaret||19480314|F\r"


def notes(n, seed=1):
    """Notes of many lengths, cut from the samples of the tree."""
    text = "".join(path.read_text() for path in sorted((SOURCE / "tools/samples").glob("*.txt")))
    draw = random.Random(seed)
    for _ in range(n):
        begin = draw.randrange(len(text))
        yield text[begin:begin + draw.choice([5, 50, 500, 2000])]


class Redact(server_case.Case):
    options = PATIENT

    def stream(self, lines, query="", **named):
        return self.ask("POST", "/redact" + query, lines, kind="application/x-ndjson", **named)

    def test_health(self):
        answer = self.expect(200, self.ask("GET", "/health"))
        self.assertEqual(answer.body, b"redact-server is up\n")
        self.assertEqual(self.expect(200, self.ask("HEAD", "/health")).body, b"")
        self.expect(404, self.ask("GET", "/Ellison"))
        self.expect(405, self.ask("GET", "/redact"))
        self.expect(405, self.ask("OPTIONS", "/redact"))

    def test_one_text_is_the_record_of_the_program(self):
        answer = self.expect(200, self.ask("POST", "/redact", {"text": NOTE, "id": "stdin"}))
        self.assertEqual(answer.body, program("--format", "jsonl", stdin=NOTE.encode()))
        self.assertEqual(answer.fields["content-type"], "application/json")
        self.assertEqual(answer.fields["cache-control"], "no-store")
        answer = self.ask("POST", "/redact", {"text": NOTE, "id": "stdin", "policy": "gdpr", "include_text": True})
        self.assertEqual(answer.body, program("--format", "jsonl", "--policy", "gdpr", "--include-text",
                                              stdin=NOTE.encode()))
        answer = self.ask("POST", "/redact", {"text": NOTE, "id": "stdin", "include_evidence": True})
        self.assertEqual(answer.body, program("--format", "jsonl", "--include-evidence", stdin=NOTE.encode()))
        self.assertIn(b'"score"', answer.body)
        answer = self.ask("POST", "/redact", {"text": NOTE, "id": "stdin", "policy": "patient", "explain": True})
        self.assertEqual(answer.body, program("--format", "jsonl", "--policy", "patient", "--explain", stdin=NOTE.encode()))
        self.assertIn(b'"explain"', answer.body)
        answer = self.ask("POST", "/redact", {"text": NOTE, "id": "stdin", "recall": "high"})
        self.assertEqual(answer.body, program("--format", "jsonl", "--recall", "high", stdin=NOTE.encode()))

    def test_an_array_is_a_record_for_each_text(self):
        texts = [*notes(40), "", "\0", "\u2028"]
        answer = self.expect(200, self.ask("POST", "/redact", {"text": texts}))
        lines = "".join(json.dumps({"text": text}) + "\n" for text in texts).encode()
        expected = self.expect(200, self.stream(lines)).body.splitlines()
        self.assertEqual(answer.body, b"[" + b",\n".join(expected) + b"]\n")
        self.assertEqual(self.ask("POST", "/redact", {"text": []}).body, b"[]\n")

    def test_a_stream_is_the_lines_of_the_program(self):
        lines = [json.dumps({"id": f"n{i}", "text": text}) for i, text in enumerate(notes(150))]
        lines[10] = "  "  # counted and skipped
        lines[20] = json.dumps({"text": NOTE, "other": {"a": [1, 2]}})
        lines[30] = json.dumps({"id": 123456789012345678, "text": HTML})
        lines[40] = json.dumps({"id": None, "text": NOTE})
        data = "\n".join(lines).encode()  # without a last line end
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "in.jsonl"
            path.write_bytes(data)
            expected = program("--format", "jsonl", path)
        self.assertEqual(expected.count(b"\n"), 149)
        answer = self.expect(200, self.stream(data))
        self.assertTrue(answer.is_whole)
        self.assertEqual(answer.body, expected)

    def test_a_bad_line_is_answered_and_the_others_too(self):
        data = b'{"text":"no fever"}\nnot json\n{"text":7}\n{"text":"\\ud800"}\n["text"]\n\xff\n{"id":1.5,"text":"a"}\n{"text":"no cough"}\n'
        answer = self.expect(200, self.stream(data))
        lines = [json.loads(line) for line in answer.body.splitlines()]
        self.assertTrue(answer.is_whole)
        self.assertEqual([line["status"] for line in lines], ["ok"] + ["failed"] * 6 + ["ok"])
        self.assertEqual([line.get("line") for line in lines], [None, 2, 3, 4, 5, 6, 7, None])

    def test_a_stream_answers_each_line_before_the_next_is_sent(self):
        connection, file = self.server.connect()
        with connection, file:
            connection.sendall(self.server.head("POST", "/redact", fields={
                "Content-Type": "application/x-ndjson", "Transfer-Encoding": "chunked"}))
            self.assertIn(b"200", file.readline())
            while file.readline().strip():
                pass
            for i in range(5):
                line = json.dumps({"id": str(i), "text": NOTE}).encode() + b"\n"
                connection.sendall(b"%x\r\n%s\r\n" % (len(line), line))
                size = int(file.readline(), 16)
                self.assertEqual(json.loads(file.read(size))["id"], str(i))
                file.readline()
            connection.sendall(b"0\r\n\r\n")
            self.assertEqual(file.readline(), b"0\r\n")

    def test_a_withheld_document_has_the_program_s_record(self):
        line = b'{"id":"x","text":"{\\"resourceType\\":\\"Patient\\", broken","format":"json"}\n'
        record = json.loads(self.expect(200, self.stream(line)).body)
        self.assertEqual(record, {"id": "x", "status": "failed", "model": record["model"], "policy": "default"})
        text = json.loads(line)["text"]
        answer = self.ask("POST", "/redact", {"text": text, "format": "json"})
        self.expect(422, answer)
        self.assertEqual(self.ask("POST", "/redact", {"text": [text, "a"], "format": "json"}).json()[0]["status"], "failed")

    def test_files(self):
        mail = "Message-ID: <1@a.example>\nContent-Transfer-Encoding: quoted-printable\n\nMrs Margaret =\nEllison, f=C3=BCr\n"
        rtf = r"{\rtf1\ansi Seen: {\b Margaret} Ellison, 12/03/2024\par}"
        kinds = {"message/rfc822": ("a.eml", mail), "application/rtf": ("a.rtf", rtf), "text/html": ("a.html", HTML),
                 "application/fhir+json": ("a.json", FHIR), "application/hl7-v2": ("a.hl7", HL7), "Application/FHIR+JSON; charset=utf-8": ("b.json", FHIR)}
        with tempfile.TemporaryDirectory() as folder:
            for kind, (name, content) in kinds.items():
                path = pathlib.Path(folder) / name
                path.write_bytes(content.encode())
                answer = self.expect(200, self.ask("POST", "/redact", content.encode(), kind=kind))
                self.assertEqual(answer.body, program(path), kind)
                self.assertNotIn(b"Ellison", answer.body)
                self.assertEqual(answer.fields["content-type"], kind)
                self.assertIn(answer.fields["redact-status"], ("ok", "review"))
        self.expect(422, self.ask("POST", "/redact", b"{", kind="application/fhir+json"))

    def test_known_people(self):
        body = {"text": "Zork has no fever.", "known": {"PATIENT": "Zork"}}
        self.assertEqual(self.expect(200, self.ask("POST", "/redact", body)).json()["text"], "[PATIENT] has no fever.")
        body["text"] = ["Zork has no fever.", "No fever.", "Nor has Zork."]
        records = self.expect(200, self.ask("POST", "/redact", body)).json()
        self.assertEqual([record["text"] for record in records], ["[PATIENT] has no fever.", "No fever.", "Nor has [PATIENT]."])
        self.assertEqual([record["id"] for record in records], ["1", "2", "3"])
        self.expect(422, self.ask("POST", "/redact", {"text": "a", "known": {"NO_LABEL": "Zork"}}))

    def test_bad_bodies(self):
        bad = [b"", b"{", b"[]", b'"a"', b"{}", b'{"text":7}', b'{"text":["a",7]}', b'{"text":"a","polcy":"gdpr"}',
               b'{"text":"a","policy":"none"}', b'{"text":"a","policy":"/etc/passwd"}', b'{"text":"a","recall":"no"}',
               b'{"text":"a","id":""}', b'{"text":"a","id":"a\\u0000b"}', b'{"text":["a"],"id":"1"}', b'{"text":"a","format":"pdf"}',
               b'{"text":"a","include_text":1}', b'{"text":"a","known":[]}', b'{"text":"\xff"}', b"[" * 100000]
        for body in bad:
            self.expect(400, self.ask("POST", "/redact", body))
        self.expect(400, self.ask("POST", "/redact?policy=none", b"<p>a</p>", kind="text/html"))
        self.expect(400, self.stream(b"{}", "?include_text=yes"))
        self.expect(400, self.stream(b"{}", "?explain=1"))

    def test_a_server_that_cannot_open_a_setting_names_its_option(self):
        with tempfile.TemporaryDirectory() as folder:
            text = pathlib.Path(folder) / "key"
            text.write_text("my dog's name 1948")
            text.chmod(0o600)
            token = pathlib.Path(folder) / "token"
            token.write_text("0123456789abcdef")
            token.chmod(0o600)
            files = ("--rules", "--deny", "--allow", "--hints", "--fhir-rules")
            for words, *options in (*((f"redact-server: {option}: ", option, "/nonexistent") for option in files), ("without a key: --key-file\n", "--policy", "linked"),
                                    ("a key of text: --legacy-key\n", "--key-file", text, "--token-file", token)):
                done = subprocess.run([server_case.SERVER, "--port", "0", *map(str, options)], capture_output=True, text=True, timeout=PATIENCE)
                self.assertEqual(done.returncode, 1)
                self.assertIn(words, done.stderr)

    def test_deep_json_is_refused_and_the_server_goes_on(self):
        deep = b"[" * 100000 + b"]" * 100000
        objects = b'{"a":' * 100000 + b"1" + b"}" * 100000
        for value in (deep, objects):
            known = b'{"text":"a","known":{"PATIENT":%s}}' % value
            self.expect(400, self.ask("POST", "/redact", known))
            answer = self.expect(200, self.stream(known + b'\n{"text":"no cough"}\n'))
            self.assertEqual([json.loads(line)["status"] for line in answer.body.splitlines()], ["failed", "ok"])
            self.expect(400, self.ask("POST", "/analyze", b'{"language":"en","text":%s}' % value))
            operator = b'{"DEFAULT":{"type":"replace","new_value":%s}}' % value
            self.expect(400, self.ask("POST", "/anonymize", b'{"text":"a","analyzer_results":[],"anonymizers":%s}' % operator))
            self.expect(400, self.ask("POST", "/deanonymize", b'{"text":"a","anonymizer_results":%s}' % value))
        deepest = b'{"text":"a","known":%s}' % (b'{"PATIENT":' * 511 + b"1" + b"}" * 511)
        self.expect(422, self.ask("POST", "/redact", deepest))  # the value is no string
        self.expect(400, self.ask("POST", "/redact", deepest.replace(b"1}", b"[1]}")))

    def test_no_parameter_is_ignored(self):
        line = b'{"text":"no fever"}\n'
        for query in ("policy=gdpr", "policy=nope", "recall=high", "explain=true", "include_text=false", "patient=1"):
            answer = self.expect(400, self.ask("POST", "/redact?" + query, {"text": NOTE}))
            self.assertIn("belongs in the body", answer.json()["error"])
        unknown = "the query has an unknown parameter"
        for query in ("polcy=gdpr", "Policy=gdpr", "format=html", "=gdpr", "policy=gdpr&x"):
            self.assertIn(unknown, self.expect(400, self.ask("POST", "/redact?" + query, HTML.encode(), kind="text/html")).json()["error"])
            self.assertIn(unknown, self.expect(400, self.stream(line, "?" + query)).json()["error"])
        self.assertIn(unknown, self.expect(400, self.ask("POST", "/redact?id=1", {"text": NOTE})).json()["error"])
        for query in ("policy=", "policy", "recall=", "explain", "policy=gdpr&policy=gdpr", "explain=yes"):
            self.expect(400, self.ask("POST", "/redact?" + query, HTML.encode(), kind="text/html"))
            self.expect(400, self.stream(line, "?" + query))
        self.expect(400, self.stream(line, "?patient=1"))
        self.expect(200, self.stream(line, "?policy=gdpr&recall=high&explain=true&include_text=false&include_evidence=true"))
        self.expect(200, self.ask("POST", "/redact?policy=gdpr&patient=1", HTML.encode(), kind="text/html"))
        self.expect(200, self.ask("POST", "/redact?", {"text": "no fever"}))

    def test_requests_of_many_clients_do_not_mix(self):
        texts = list(notes(32, seed=9))
        expected = {text: self.ask("POST", "/redact", {"text": text}).body for text in texts}
        wrong = []

        def client(mine):
            connection, file = self.server.connect()
            with connection, file:
                for text in mine:
                    body = json.dumps({"text": text}).encode()
                    connection.sendall(self.server.head("POST", "/redact", body) + body)
                    if Answer(file).body != expected[text]:
                        wrong.append(text)

        draw = random.Random(3)
        threads = [threading.Thread(target=client, args=(draw.sample(texts, 10),)) for _ in range(16)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(wrong, [])

    def test_fhir_de_identification(self):
        dose = '{"resourceType":"Observation","id":"o1","status":"final","valueQuantity":{"value":1.50}, "note":[{"text":"Mrs Ellison slept."}]}'
        hidden = dose.replace("Ellison", "[PATIENT]").replace('"id":"o1"', '"id":"1"')
        data = '{"name":"identifiableData","resource": %s}' % dose
        for path, name in (("/fhir/$de-identify", "de-identifiedData"), ("/fhir/$deidentify", "deidentifiedData")):
            for body in ('{"resourceType":"Parameters","parameter":[%s,{"name":"policy","valueString":"gdpr"}]}' % data,
                         ' {"parameter" : [{"valueString":"gdpr","name":"policy"} , %s ] , "resourceType": "Parameters" }\n' % data,
                         '{"resourceType":"Parameters","parameter":[%s]}' % data):  # fmt: skip
                answer = self.expect(200, self.ask("POST", path, body.encode(), "application/fhir+json"))
                self.assertEqual(answer.fields["content-type"], "application/fhir+json")
                whole = json.loads(answer.body)
                self.assertEqual((whole["resourceType"], [each["name"] for each in whole["parameter"]]), ("Parameters", [name]))
                self.assertIn(b'"value":1.50}, "note"', answer.body)  # bytes that stay are those of the request
                self.assertNotIn(b"Ellison", answer.body)
        answer = self.expect(200, self.ask("POST", "/fhir/$de-identify?policy=gdpr", dose.encode()))
        self.assertEqual(answer.fields["content-type"], "application/json")
        self.assertEqual(answer.body, self.ask("POST", "/redact?policy=gdpr", dose.encode(), "application/fhir+json").body)
        self.assertNotIn(b"Ellison", answer.body)

    def test_an_error_of_fhir_is_an_operation_outcome(self):
        data = '{"name":"identifiableData","resource":{"resourceType":"Patient"}}'
        policy = '{"name":"policy","valueString":"gdpr"}'
        whole = '{"resourceType":"Parameters","parameter":[%s]}'
        for status, code, body, kind, query in (
            (422, "processing", whole % '{"name":"identifiableDataFileUrls","resource":{}}', "application/json", ""),
            (400, "invalid", whole % policy, "application/json", ""),
            (400, "invalid", whole % f"{data},{data}", "application/json", ""),
            (400, "invalid", whole % (data + ',{"name":"salt","valueString":"x"}'), "application/json", ""),
            (400, "invalid", whole % (data + ',{"name":"policy","valueString":"none of ours"}'), "application/json", ""),
            (400, "invalid", whole % f"{data},{policy}" + whole % f"{data},{policy}", "application/json", ""),
            (400, "invalid", whole % f"{data},{policy}", "application/json", "?policy=gdpr"),
            (400, "invalid", '{"resourceType":"Parameters"}', "application/json", ""),
            (422, "processing", '{"resourceType":"Patient"', "application/fhir+json", ""),
            (415, "not-supported", "a", "text/plain", ""),
        ):
            answer = self.expect(status, self.ask("POST", "/fhir/$de-identify" + query, body.encode(), kind))
            outcome = json.loads(answer.body)
            self.assertEqual(answer.fields["content-type"], "application/fhir+json")
            self.assertEqual((outcome["resourceType"], outcome["issue"][0]["code"]), ("OperationOutcome", code), body)
        self.expect(405, self.ask("GET", "/fhir/$de-identify"))

    def test_the_description_names_every_path(self):
        described = self.expect(200, self.ask("GET", "/openapi.yaml")).body.decode()
        self.assertEqual(described.strip(), (SOURCE / "server/openapi.yaml").read_text().strip())
        written = re.findall(r'\.path = "(/[^"]+)"', (SOURCE / "server/routes.cc").read_text())
        self.assertEqual(sorted(re.findall(r"^  (/\S+):", described, re.M)), sorted(written))

    def test_metrics(self):
        before = self.server.metric('redact_http_requests_total{route="/redact",status="200"}')
        self.expect(200, self.ask("POST", "/redact", {"text": NOTE}))
        after = self.server.metric('redact_http_requests_total{route="/redact",status="200"}')
        self.assertEqual(after, before + 1)
        self.assertEqual(self.server.metric("redact_requests_in_hand"), 0)
        self.assertGreater(self.server.metric("process_cpu_seconds_total"), 0)


if __name__ == "__main__":
    server_case.main()

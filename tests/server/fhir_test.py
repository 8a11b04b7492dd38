#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Resources of FHIR under a key: each moves with its own patient, alone and in lines, as in the results of the program.
Arguments: as in server_case.py."""

import datetime
import json

import server_case
from server_case import InFolder, program

TOKEN = "0123456789abcdef-fhir"
RESOURCES = [
    {"resourceType": "Observation", "id": f"o{i}", "subject": {"reference": "Patient/" + patient}, "effectiveDateTime": "2021-05-03",
     "note": [{"text": "Mrs Ellison was seen on 3 May 2021."}]} for i, patient in enumerate(("p7", "p8", "p7"))
] + [{"resourceType": "Patient", "id": "p7", "birthDate": "1951-05-03"}]  # fmt: skip


class Resources(InFolder):
    def setUp(self):
        super().setUp()
        self.key = self.write("key", bytes(range(32)))
        self.lines = [json.dumps(resource).encode() for resource in RESOURCES]
        self.body = b"\n".join(self.lines[:2]) + b"\r\n\n \n" + b"\n".join(self.lines[2:])  # the last line has no end

    def by_program(self, name, content, *more):
        return program("--policy", "linked", "--key-file", self.key, "--quiet", *more, self.write(name, content))

    def keyed(self):
        server = self.start("--policy", "linked", "--key-file", self.key, "--token-file", self.write("token", TOKEN))

        def ask(path, body, kind):
            return server.ask("POST", path, body, kind, fields={"Authorization": "Bearer " + TOKEN})

        return ask

    def test_lines_are_as_by_the_program(self):
        expected, ask = self.by_program("x.ndjson", self.body), self.keyed()
        for path, kind in (("/fhir/$de-identify", "application/fhir+ndjson"), ("/fhir/$de-identify", "application/x-ndjson"),
                           ("/redact", "application/fhir+ndjson")):  # fmt: skip
            answer = ask(path, self.body, kind)
            self.assertEqual((answer.status, answer.body), (200, expected), path)
            self.assertEqual((answer.fields["content-type"], answer.fields["redact-status"]), (kind, "ok"))
        answer = ask("/redact?patient=Patient%2Fp9", self.body, "application/fhir+ndjson")
        self.assertEqual(answer.body, self.by_program("x.ndjson", self.body, "--patient", "Patient/p9"))
        self.assertNotEqual(answer.body, expected)
        moved = [datetime.date.fromisoformat(resource.get("effectiveDateTime") or resource["birthDate"]).toordinal()
                 for resource in map(json.loads, expected.splitlines())]  # fmt: skip
        self.assertEqual(moved[0], moved[2])
        self.assertNotEqual(moved[0], moved[1])
        whole = datetime.date(2021, 5, 3) - datetime.date(1951, 5, 3)
        self.assertEqual(moved[0] - moved[3], whole.days)

    def test_a_resource_alone_is_as_in_a_line(self):
        lines, ask = self.by_program("x.ndjson", self.body).splitlines(), self.keyed()
        for n, (resource, line) in enumerate(zip(self.lines, lines, strict=True)):
            self.assertEqual(self.by_program(f"{n}.json", resource), line)
            parameters = b'{"resourceType":"Parameters","parameter":[{"name":"identifiableData","resource":%s}]}' % resource
            for path, body in (("/fhir/$de-identify", resource), ("/redact", resource), ("/fhir/$de-identify", parameters)):
                answer = ask(path, body, "application/fhir+json")
                self.assertEqual(answer.status, 200)
                self.assertIn(line, answer.body, path)

    def test_a_line_that_cannot_be_redacted_refuses_all(self):
        ask = self.keyed()
        answer = ask("/fhir/$de-identify", b'\n%s\n{"resourceType":"Patient"\n%s' % (self.lines[0], self.lines[1]), "application/fhir+ndjson")
        self.assertEqual(answer.status, 422)
        self.assertRegex(answer.json()["issue"][0]["diagnostics"], "^line 3: ")

    def test_lines_are_known_by_their_type(self):
        answer = self.keyed()("/fhir/$de-identify", self.body, "application/fhir+json")
        self.assertEqual(answer.status, 400)
        self.assertIn(b"application/fhir+ndjson", answer.body)

    def test_lines_without_a_key_are_refused_as_by_the_program(self):
        server = self.start()
        for path in ("/fhir/$de-identify", "/redact"):
            answer = server.ask("POST", path, self.body, "application/fhir+ndjson")
            self.assertEqual(answer.status, 422)
            self.assertIn(b"with a key", answer.body)


if __name__ == "__main__":
    server_case.main()

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The server as operators run it: files read again, probes, logs, and answers that say what a request lacks. Arguments: as
in server_case.py."""

import datetime
import json
import pathlib
import signal
import ssl
import subprocess
import tempfile
import threading
import time

import server_case
from server_case import NOTE, PATIENCE, PATIENT, Answer, InFolder, Running, certificate

OLD, NEW = "0123456789abcdef-old", "0123456789abcdef-new"
FIELDS = "text, id, patient, known, format, policy, recall, explain, include_text, include_evidence"
TEXT = {"text": "Zork and Blarg have no fever."}


class Reloads(InFolder):
    def start(self, *options):
        server = Running(*options, *PATIENT)
        self.addCleanup(lambda: self.assertEqual(server.stop(), 0))
        return server

    def reload(self, server, n=1, says="the files of the options were read again"):
        server.process.send_signal(signal.SIGHUP)
        end = time.monotonic() + PATIENCE
        while server.logged().count(says) < n:
            self.assertIsNone(server.process.poll(), "the server has ended")
            self.assertLess(time.monotonic(), end, server.logged())
            time.sleep(0.02)

    def test_lists_policies_and_tokens_are_read_again(self):
        deny, token = self.write("deny.txt", "OTHER\tzork\n"), self.write("token", OLD)
        policy = self.write("policy.yaml", "name: mine\nplaceholders: {OTHER: '<A>'}\n")
        server = self.start("--deny", deny, "--policy", policy, "--token-file", token)

        def ask(token):
            return server.ask("POST", "/redact", TEXT, fields={"Authorization": "Bearer " + token})

        self.assertEqual(ask(OLD).json()["text"], "<A> and Blarg have no fever.")
        self.write("deny.txt", "OTHER\tblarg\n")
        self.write("policy.yaml", "name: mine\nplaceholders: {OTHER: '<B>'}\n")
        self.write("token", NEW)
        self.assertEqual(ask(OLD).json()["text"], "<A> and Blarg have no fever.")
        self.reload(server)
        self.assertEqual(ask(OLD).status, 401)
        self.assertEqual(ask(NEW).json()["text"], "Zork and <B> have no fever.")
        # What cannot be read changes nothing, and the log says which option is at fault.
        self.write("deny.txt", "no label\n")
        self.write("token", OLD)
        self.reload(server, says="SIGHUP: all files stay as they were: --deny: list line 1")
        self.assertEqual(ask(OLD).status, 401)
        self.assertEqual(ask(NEW).json()["text"], "Zork and <B> have no fever.")
        deny.unlink()
        self.reload(server, says="SIGHUP: all files stay as they were: --deny: ", n=2)
        self.assertEqual(ask(NEW).json()["text"], "Zork and <B> have no fever.")

    def test_own_policies_by_name(self):
        folder = self.dir / "policies"
        folder.mkdir()
        self.write("policies/ward.yaml", "name: ward rules\nplaceholders: {PATIENT: '<W>'}\n")
        self.write("policies/keyed.yaml", "name: keyed\nplaceholders: {PATIENT: '<H>'}\noperators: {PATIENT: hash}\n")
        self.write("policies/notes.txt", "no policy")
        server = self.start("--policies", folder)

        def ask(policy):
            return server.ask("POST", "/redact", {"text": "Mrs Ellison has no fever.", "policy": policy})

        answer = ask("ward").json()
        self.assertEqual((answer["text"], answer["policy"]), ("Mrs <W> has no fever.", "ward rules"))
        self.assertEqual(ask("gdpr").json()["policy"], "gdpr")
        for unknown in ("keyed", "notes", "ward.yaml", "policies/ward", "../policies/ward"):
            self.assertEqual(ask(unknown).status, 400, unknown)
        self.write("policies/ward.yaml", "name: ward rules\nplaceholders: {PATIENT: '<V>'}\n")
        self.reload(server)
        self.assertEqual(ask("ward").json()["text"], "Mrs <V> has no fever.")
        self.write("policies/clinic.yaml", "placeholders: [")
        self.reload(server, says="SIGHUP: all files stay as they were: --policies: clinic.yaml: ")
        self.assertEqual(ask("ward").json()["text"], "Mrs <V> has no fever.")

    def test_a_policy_is_opened_once(self):
        """Opening tells of a rule that the policy makes void; so does a test of the policy before its first use."""
        folder = self.dir / "policies"
        folder.mkdir()
        self.write("policies/ward.yaml", "name: ward rules\nplaceholders: {PATIENT: '<W>'}\n")
        rules = self.write("rules.yaml", "rules:\n- label: OTHER\n  pattern: 'zork'\n")
        server = self.start("--policies", folder, "--rules", rules)
        told = server.logged()
        self.assertEqual(told.count("OTHER"), 1, told)
        for _ in range(2):
            self.assertEqual(server.ask("POST", "/redact", {"text": "zork", "policy": "ward"}).json()["text"], "zork")
        self.assertEqual([line for line in server.logged().splitlines() if "OTHER" in line], told.splitlines())

    def test_a_registry_of_recognizers(self):
        golden = server_case.SOURCE / "tests/golden/recognizers"
        registry = self.write("registry.yaml", (golden / "registry.yaml").read_bytes())
        server = self.start("--recognizers", registry)
        text = "Mrs. Zork of bay Q12, No. 4, PLZ 12345"

        def found(language, **more):
            answer = server.ask("POST", "/analyze", {"text": text, "language": language, "entities": ["WARD", "TITLE", "ZIP"], **more})
            self.assertEqual(answer.status, 200, answer.body)
            return {(f["entity_type"], text[f["start"] : f["end"]], round(f["score"], 2)) for f in answer.json()}

        self.assertEqual(found("en"), {("TITLE", "Mrs.", 0.75), ("TITLE", "No", 0.75), ("WARD", "Q12", 0.85)})
        self.assertEqual(found("de"), {("TITLE", "Mrs.", 0.75), ("TITLE", "No", 0.75), ("WARD", "Q12", 0.5), ("ZIP", "12345", 0.4)})
        self.assertEqual(found("de", context=["Station"]) - found("de"), {("WARD", "Q12", 0.85)})
        self.assertEqual(found("es", ad_hoc_recognizers=[{"supported_entity": "WARD", "supported_language": "es", "deny_list": ["bay"]}]), {("WARD", "bay", 1.0)})
        self.assertEqual(server.ask("GET", "/recognizers?language=de").json(), ["redact", "Zip code Recognizer", "Wards", "Titles"])
        self.assertEqual(server.ask("GET", "/recognizers?language=es").json(), ["redact"])
        self.assertLessEqual({"ZIP", "WARD", "TITLE"}, set(server.ask("GET", "/supportedentities").json()))
        self.write("registry.yaml", "recognizers: [{name: a, supported_language: en, supported_entity: WARD, deny_list: [Mrs.]}]")
        self.reload(server)
        self.assertEqual(found("en"), {("WARD", "Mrs.", 1.0)})
        for n, (yaml, why) in enumerate(json.loads((golden / "refused.json").read_text())[:8], 1):
            self.write("registry.yaml", yaml)
            self.reload(server, n, says="SIGHUP: all files stay as they were: --recognizers: recognizers line ")
            self.assertIn(why, server.logged())
        self.assertEqual(found("en"), {("WARD", "Mrs.", 1.0)})

    def test_denied_terms_that_are_allowed_are_told(self):
        server = self.start("--deny", self.write("deny.txt", "OTHER\tzork\nOTHER\tblarg\n"), "--allow", self.write("allow.txt", "Blarg\n"))
        self.assertEqual(server.ask("GET", "/health").status, 200)  # it answers once it can be stopped
        self.assertIn("deny: the term of line 2 stays, because allow holds the same", server.logged())

    def test_the_certificate_is_read_again(self):
        files = {name: [path.read_bytes() for path in certificate(self.dir, name)] for name in ("one", "other")}
        cert, key = (self.write(name, content) for name, content in zip(("c", "k"), files["one"], strict=True))
        server = self.start("--tls-cert", cert, "--tls-key", key)

        def connect(name):
            context = ssl.create_default_context(cafile=self.dir / (name + ".pem"))
            context.check_hostname = False
            connection, _ = server.connect()
            return context.wrap_socket(connection)

        def healthy(connection, file):
            connection.sendall(server.head("GET", "/health"))
            return Answer(file).status == 200

        with connect("one") as before, before.makefile("rb") as answers:
            self.assertTrue(healthy(before, answers))
            self.write("c", files["other"][0])
            self.reload(server, says="SIGHUP: all files stay as they were: --tls-key: is not the key of the certificate")
            connect("one").close()
            self.write("k", files["other"][1])
            self.reload(server)
            with self.assertRaises(ssl.SSLError):
                connect("one")
            with connect("other") as after, after.makefile("rb") as others:
                self.assertTrue(healthy(after, others))
            self.assertTrue(healthy(before, answers))  # connections stay

    def test_no_request_is_lost(self):
        """Each of 16 clients asks again and again while the files change."""
        deny = self.write("deny.txt", "OTHER\tzork\n")
        server = self.start("--deny", deny)
        allowed = {"[OTHER] and Blarg have no fever.", "Zork and [OTHER] have no fever."}
        is_over, lost, seen = threading.Event(), [], []

        def client():
            connection, file = server.connect()
            body = json.dumps(TEXT).encode()
            with connection, file:
                while not is_over.is_set():
                    connection.sendall(server.head("POST", "/redact", body) + body)
                    try:
                        answer = Answer(file)
                        text = answer.json()["text"]
                    except (OSError, KeyError, ValueError) as error:
                        lost.append(repr(error))
                        return
                    (seen if answer.status == 200 and text in allowed else lost).append(text)

        clients = [threading.Thread(target=client) for _ in range(16)]
        for each in clients:
            each.start()
        for n in range(1, 9):
            self.write("deny.txt", f"OTHER\t{('zork', 'blarg')[n % 2]}\n")
            self.reload(server, n)
        is_over.set()
        for each in clients:
            each.join()
        self.assertEqual(lost, [])
        self.assertEqual(set(seen), allowed)
        print(f"8 reloads under 16 clients: {len(seen)} requests answered, {len(lost)} lost")


class Answers(server_case.Case):
    options = PATIENT

    def test_probes_come_under_any_host(self):
        for path, content in (("/health", b"redact-server is up\n"), ("/ready", b"redact-server is ready\n")):
            self.assertEqual(self.expect(200, self.ask("GET", path)).body, content)
            for host in ("10.0.0.7:3000", "pod.example"):
                self.assertEqual(self.expect(200, self.ask("GET", path, fields={"Host": host})).body, b"")
            self.expect(400, self.ask("GET", path, fields={"Host": "a:b:c"}))
            self.expect(403, self.ask("GET", path, fields={"Origin": "http://evil.example"}))
        for path in ("/version", "/redact", "/metrics", "/review"):
            self.expect(421, self.ask("GET", path, fields={"Host": "pod.example"}))

    def test_the_program_probes_a_server_for_containers_without_another_program(self):
        port = self.server.port

        def probe(*options):
            return subprocess.run([server_case.SERVER, "--probe", *map(str, options)]).returncode

        self.assertEqual(probe("--port", port), 0)
        with tempfile.TemporaryDirectory() as folder:
            cert, key = certificate(pathlib.Path(folder), "one")
            tls = ("--tls-cert", cert, "--tls-key", key)
            self.assertEqual(probe("--port", port, *tls), 1)
            server = Running(*tls)
            self.addCleanup(server.stop)
            self.assertEqual((probe("--port", server.port, *tls), probe("--port", server.port)), (0, 1))
        server.stop()
        self.assertEqual(probe("--port", server.port), 1)

    def test_version(self):
        answer = self.expect(200, self.ask("GET", "/version")).json()
        self.assertRegex(answer["version"], r"^\d+\.\d+\.\d+")
        self.assertEqual(set(answer), {"version", "model"})

    def test_what_a_path_takes(self):
        for method, path, allowed in (("GET", "/redact", "POST"), ("DELETE", "/health", "GET, HEAD"), ("POST", "/version", "GET, HEAD")):
            answer = self.expect(405, self.ask(method, path, *([b"{}"] if method == "POST" else [])))
            self.assertEqual(answer.fields["allow"], allowed)
        answer = self.expect(415, self.ask("POST", "/redact", b"x", kind="text/plain"))
        self.assertIn("application/json, application/fhir+json", answer.fields["accept"])
        self.assertIn("application/x-ndjson", answer.fields["accept"])
        self.assertEqual(answer.json()["error"], "the path takes " + answer.fields["accept"])
        answer = self.expect(415, self.ask("POST", "/analyze", b"x", kind="text/plain"))
        self.assertEqual(answer.fields["accept"], "application/json")
        answer = self.expect(415, self.ask("POST", "/redact", TEXT, fields={"Content-Encoding": "gzip"}))
        self.assertEqual(answer.fields["accept-encoding"], "identity")

    def test_the_field_at_fault_is_named(self):
        for body, why in (({"text": "a", "polcy": "gdpr"}, 'the body has an unknown field "polcy"; it may have ' + FIELDS),
                          ({"text": "a", "Ann Ellison": 1}, "the body has an unknown field; it may have " + FIELDS),
                          ({"text": "a", "ix": 1}, "the body has an unknown field; it may have " + FIELDS),
                          ({"text": ["a", "b", 7]}, '"text"[2] is not a string'),
                          ({"text": 7}, '"text" is neither a string nor an array of strings'),
                          ({"text": "a", "explain": 1}, '"explain" is not true or false')):  # fmt: skip
            self.assertEqual(self.expect(400, self.ask("POST", "/redact", body)).json()["error"], why)
        answer = self.expect(400, self.ask("POST", "/redact?polcy=gdpr", b"<p>a</p>", kind="text/html"))
        self.assertIn('the query has an unknown parameter "polcy"; it may have policy, recall', answer.json()["error"])

    def test_plain_text_is_the_text_alone(self):
        record = self.ask("POST", "/redact", {"text": NOTE}).json()
        for accept in ("text/plain", "text/plain, application/json;q=0.5", "Text/Plain;q=0.9, */*;q=0.1"):
            answer = self.expect(200, self.ask("POST", "/redact", {"text": NOTE}, fields={"Accept": accept}))
            self.assertEqual((answer.fields["content-type"], answer.body.decode()), ("text/plain; charset=utf-8", record["text"]))
            self.assertEqual(answer.fields["redact-status"], record["status"])
        for accept in ("*/*", "application/json", "application/json, text/plain, */*", "text/plain;q=0", "text/html", "text/plain;q=0.3, application/*"):
            answer = self.expect(200, self.ask("POST", "/redact", {"text": NOTE}, fields={"Accept": accept}))
            self.assertEqual(answer.json(), record, accept)
        for body in ({"text": [NOTE]}, {"text": NOTE, "explain": True}, {"text": NOTE, "include_evidence": True}):
            self.expect(406, self.ask("POST", "/redact", body, fields={"Accept": "text/plain"}))


class Logs(InFolder):
    def test_json_lines_without_text(self):
        server = Running("--json-log", *PATIENT)
        ids = [server.ask("POST", "/redact", {"text": NOTE, "id": "Ellison"}).fields["request-id"],
               server.ask("GET", "/Ellison").fields["request-id"]]  # fmt: skip
        self.assertEqual(server.stop(), 0)
        lines = [json.loads(line) for line in server.logged().splitlines()]
        self.assertEqual([line["id"] for line in lines], ids)
        self.assertEqual([(line["event"], line["route"], line["status"]) for line in lines], [("request", "/redact", 200), ("request", "other", 404)])
        for line in lines:
            self.assertEqual(set(line), {"time", "event", "id", "route", "status", "in_kib", "out_kib", "ms"})
            self.assertRegex(line["id"], "^[0-9a-f]{16}$")
            self.assertLess(abs(datetime.datetime.fromisoformat(line["time"]).timestamp() - time.time()), 600)
        self.assertNotIn("Ellison", server.logged())

    def test_messages_are_json_lines_too(self):
        server = self.start("--json-log", "--deny", self.write("deny.txt", "OTHER\tzork\n"))
        self.write("deny.txt", "zork\n")
        server.process.send_signal(signal.SIGHUP)
        while not server.logged():
            time.sleep(0.02)
        self.assertEqual(server.stop(), 0)
        (line,) = (json.loads(line) for line in server.logged().splitlines())
        self.assertRegex(line["message"], "^SIGHUP: all files stay as they were: --deny")

    def test_requests_that_are_dropped_are_counted(self):
        server = Running("--grace", "1", *PATIENT)
        connection, file = server.connect()
        with connection, file:
            connection.sendall(server.head("POST", "/redact", fields={"Content-Type": "application/json", "Content-Length": "100"}) + b"{")
            while server.metric("redact_requests_in_hand") < 1:
                time.sleep(0.02)
            self.assertEqual(server.stop(), 0)
        self.assertIn("redact-server: 1 request was dropped: the grace had ended", server.logged())


if __name__ == "__main__":
    server_case.main()

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Who may ask, and requests that are read in one way only. Arguments: as in server_case.py."""

import json
import pathlib
import random
import ssl
import subprocess
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "server"))
import server_case  # noqa: E402
from server_case import NOTE, SANITIZED, SERVER, SOURCE, Answer, InFolder, Running  # noqa: E402

sys.path.insert(0, str(SOURCE / "tests/support"))
from process_memory import n_copies  # noqa: E402


class Guard(server_case.Case):
    options = ("--allow-host", "Redact.Example")

    def get(self, **fields):
        return self.ask("GET", "/anonymizers", fields=fields)

    def test_hosts(self):
        port = self.server.port
        for host in ("localhost", f"LOCALHOST:{port}", "127.0.0.1", f"[::1]:{port}", "redact.example", "redact.example:80"):
            self.expect(200, self.get(Host=host))
        for host in ("evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "localhost@evil.example", "[::1", "::1",
                     "127.0.0.2", "localhost:80:80", "localhost:x", "localhost:", ""):
            self.assertIn(self.get(Host=host).status, (400, 421), host)
        self.expect(400, self.get(Host=None))
        self.expect(400, self.server.raw(b"GET /health HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n\r\n"))
        self.expect(400, self.server.raw(b"GET /health HTTP/1.0\r\n\r\n"))

    @unittest.skipIf(SANITIZED, "a sanitizer frees memory by itself")
    def test_the_text_of_earlier_notes_is_wiped(self):
        word = b"zqvxbwkjzqvxbwkjqwvx"  # too long for the inside of a std::string, which may lie on a stack
        server = Running()
        self.addCleanup(server.stop)
        self.expect(200, server.ask("POST", "/redact", {"text": f"Patient: Margaret {word.decode()} has no fever."}))
        for _ in range(5):
            self.expect(200, server.ask("POST", "/redact", {"text": NOTE * 60}))
        self.assertEqual(n_copies(server.process.pid, word), 0)
        waiting, _ = server.connect()
        self.addCleanup(waiting.close)
        waiting.sendall(b"POST /redact HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n" + word)
        self.expect(200, server.ask("GET", "/health"))
        self.assertGreater(n_copies(server.process.pid, word), 0)  # of the request that is not whole

    def test_origins(self):
        own = f"http://127.0.0.1:{self.server.port}"
        self.expect(200, self.get(Origin=own))
        for origin in ("http://evil.example", "null", own + ".evil.example", "https" + own[4:], "http://127.0.0.1", "http://127.0.0.1:1"):
            self.expect(403, self.get(Origin=origin))
            answer = self.ask("POST", "/redact", {"text": NOTE}, fields={"Origin": origin})
            self.expect(403, answer)
        for method in ("OPTIONS", "GET", "POST"):
            answer = self.ask(method, "/redact", fields={"Origin": own, "Access-Control-Request-Method": "POST"})
            self.assertFalse([name for name in answer.fields if name.startswith("access-control")])

    def test_a_form_of_a_page_is_no_request(self):
        """The requests that a page of another origin may send without asking."""
        for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=a", ""):
            for path in ("/redact", "/analyze", "/anonymize", "/deanonymize"):
                self.expect(415, self.ask("POST", path, b'{"text":"a"}', kind=kind))
        self.expect(415, self.ask("POST", "/redact", b'{"text":"a"}', kind="application/jsonx"))

    def test_encoded_bodies(self):
        body = b'{"text":"no fever"}'
        for path in ("/redact", "/analyze", "/anonymize", "/deanonymize"):
            for coding in ("gzip", "br", "x-unknown", "identity, gzip", "gzip, identity"):
                self.expect(415, self.ask("POST", path, body, fields={"Content-Encoding": coding}))
        self.expect(415, self.ask("POST", "/redact", body, kind="application/x-ndjson", fields={"Content-Encoding": "gzip"}))
        two = self.server.head("POST", "/redact", body, fields={"Content-Encoding": "identity\r\nContent-Encoding: gzip"})
        self.expect(415, self.server.raw(two + body))
        self.expect(200, self.ask("POST", "/redact", body, fields={"Content-Encoding": "Identity"}))

    def test_requests_that_two_servers_read_in_two_ways(self):
        """Each holds a second request behind its body, or in it; no second answer may come."""
        body = b'{"text":"a"}'
        second = b"GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n"
        head = b"POST /redact HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        chunked = b"%x\r\n%s\r\n0\r\n\r\n" % (len(body), body)
        requests = {
            "length and chunked": head + b"Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n" + chunked,
            "chunked and length": head + b"Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n" + chunked,
            "two lengths": head + b"Content-Length: 12\r\nContent-Length: 0\r\n\r\n" + body,
            "a list of lengths": head + b"Content-Length: 12, 0\r\n\r\n" + body,
            "signed length": head + b"Content-Length: +12\r\n\r\n" + body,
            "hex length": head + b"Content-Length: 0xc\r\n\r\n" + body,
            "huge length": head + b"Content-Length: 99999999999999999999999\r\n\r\n" + body,
            "unknown coding": head + b"Transfer-Encoding: xchunked\r\n\r\n" + chunked,
            "coded twice": head + b"Transfer-Encoding: chunked, chunked\r\n\r\n" + chunked,
            "two codings": head + b"Transfer-Encoding: identity\r\nTransfer-Encoding: chunked\r\n\r\n" + chunked,
            "gzip, chunked": head + b"Transfer-Encoding: gzip, chunked\r\n\r\n" + chunked,
            "tab before chunked": head + b"Transfer-Encoding: \x0bchunked\r\n\r\n" + chunked,
            "space before colon": head + b"Transfer-Encoding : chunked\r\n\r\n" + chunked,
            "chunked in 1.0": head.replace(b"1.1", b"1.0") + b"Transfer-Encoding: chunked\r\n\r\n" + chunked,
            "bare line feeds": head.replace(b"\r\n", b"\n") + b"Content-Length: 12\n\n" + body,
            "bad chunk size": head + b"Transfer-Encoding: chunked\r\n\r\n-c\r\n" + body + b"\r\n0\r\n\r\n",
            "huge chunk size": head + b"Transfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n" + body,
            "chunk without end": head + b"Transfer-Encoding: chunked\r\n\r\nc\r\n" + body + b"XX0\r\n\r\n",
            "endless chunk extension": head + b"Transfer-Encoding: chunked\r\n\r\nc;" + b"a" * 100000,
            "NUL in a field": head + b"X: a\0b\r\nContent-Length: 12\r\n\r\n" + body,
            "folded host": b"POST /redact HTTP/1.1\r\nHost: localhost\r\n evil\r\nContent-Length: 12\r\n\r\n" + body,
            "folded coding": head + b"Transfer-Encoding:\r\n chunked\r\n\r\n" + chunked,
            "coding with a folded end": head + b"Transfer-Encoding: chunked\r\n\t\r\n\r\n" + chunked,
            "folded length": head + b"Content-Length:\r\n 12\r\n\r\n" + body,
            "length with a folded end": head + b"Content-Length: 12\r\n \r\n\r\n" + body,
            "another folded field": head + b"X: a\r\n b\r\nContent-Length: 12\r\n\r\n" + body,
            "no length": head + b"\r\n",
            "another version": head.replace(b"1.1", b"2.0") + b"Content-Length: 12\r\n\r\n" + body,
        }
        for name, request in requests.items():
            connection, file = self.server.connect(timeout=20)
            with self.subTest(name), connection, file:
                connection.sendall(request + second)
                answer = Answer(file)
                self.assertIn(answer.status, (400, 411, 421, 501), answer.body)
                try:
                    rest = file.read()
                except ConnectionResetError:
                    rest = b""
                if answer.fields["connection"] == "close":
                    self.assertEqual(rest, b"", "a second answer")

    def test_requests_behind_one_another(self):
        body = b'{"text":"Patient: Margaret Ellison"}'
        one = self.server.head("POST", "/redact", body) + body
        connection, file = self.server.connect()
        with connection, file:
            connection.sendall(one * 20 + self.server.head("GET", "/health"))
            answers = [Answer(file) for _ in range(21)]
        self.assertEqual({answer.body for answer in answers[:20]}, {answers[0].body})
        self.assertEqual(answers[20].body, b"redact-server is up\n")


class TokenAndTls(InFolder):
    def setUp(self):
        super().setUp()
        self.token = self.write("token", "0123456789abcdef-secret\n")

    def refused(self, *options):
        done = subprocess.run([SERVER, "--port", "0", *map(str, options)], capture_output=True, timeout=60, text=True)
        self.assertNotEqual(done.returncode, 0)
        self.assertEqual(done.stdout, "")
        self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
        return done.stderr

    def certificate(self):
        cert, key = self.dir / "cert.pem", self.dir / "key.pem"
        subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=localhost", "-days", "2",
                        "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1", "-keyout", key, "-out", cert],
                       check=True, capture_output=True)
        return cert, key

    def test_by_default_this_machine_alone_reaches_it(self):
        process = subprocess.Popen([SERVER, "--port", "0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.addCleanup(lambda: (process.kill(), process.communicate()))
        port = int(process.stdout.readline().strip().rpartition(":")[2])
        listens = []
        for table in ("tcp", "tcp6"):
            for line in pathlib.Path(f"/proc/{process.pid}/net/{table}").read_text().splitlines()[1:]:
                address, state = line.split()[1], line.split()[3]
                if state == "0A" and address.endswith(f":{port:04X}"):
                    listens.append(address.partition(":")[0])
        self.assertEqual(listens, ["0100007F"])  # 127.0.0.1

    def test_options_that_would_open_the_server(self):
        self.assertIn("--token-file", self.refused("--host", "0.0.0.0"))
        self.assertIn("--tls-cert", self.refused("--host", "0.0.0.0", "--token-file", self.token))
        self.assertIn("--tls-key", self.refused("--tls-cert", "a"))
        self.assertIn("beyond loopback", self.refused("--host", "name"))
        self.token.chmod(0o640)
        self.assertIn("group or others", self.refused("--token-file", self.token))
        self.token.chmod(0o600)
        self.token.write_text("short")
        self.assertIn("16 or more", self.refused("--token-file", self.token))
        self.assertNotIn("Ellison", self.refused("--Ellison"))

    def test_a_token(self):
        server = Running("--token-file", self.token)
        self.addCleanup(server.stop)

        def status(value, path="/anonymizers"):
            return server.ask("GET", path, fields={"Authorization": value}).status

        self.assertEqual(status(None), 401)
        self.assertEqual(status(None, "/health"), 200)
        self.assertEqual(status(None, "/metrics"), 401)
        for wrong in ("Bearer", "Bearer ", "Bearer x", "Basic 0123456789abcdef-secret", "Bearer 0123456789abcdef-secreT",
                      "Bearer 0123456789abcdef-secret ,", "0123456789abcdef-secret"):
            self.assertEqual(status(wrong), 401, wrong)
        self.assertEqual(status("Bearer 0123456789abcdef-secret"), 200)
        self.assertEqual(status("bearer 0123456789abcdef-secret"), 200)
        two = server.raw(b"GET /metrics HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer x\r\n"
                         b"Authorization: Bearer 0123456789abcdef-secret\r\n\r\n")
        self.assertEqual(two.status, 401)

    def secret(self, name):
        return self.write(name, random.Random(name).randbytes(32) if name.endswith("key") else "0123456789abcdef-" + name)

    def text_of(self, server, token, **fields):
        """The answer to a client with a token, or the status of the refusal."""
        answer = server.ask("POST", "/redact", {"text": NOTE, **fields}, fields={"Authorization": f"Bearer 0123456789abcdef-{token}"})
        return answer.json()["text"] if answer.status == 200 else answer.status

    def test_a_key_is_used_for_clients_with_the_token_and_under_policies_that_the_operator_names(self):
        key = self.secret("key")
        self.assertIn("--token-file", self.refused("--key-file", key))
        self.assertIn("--key-file", self.refused("--keyed-policy", "linked", "--token-file", self.token))
        self.assertIn("no policy of that name", self.refused("--key-file", key, "--token-file", self.token, "--keyed-policy", "ghost"))
        keyed = ["--key-file", key, "--token-file", self.token]
        unnamed, named = Running(*keyed), Running(*keyed, "--keyed-policy", "linked", "--keyed-policy", "surrogate")
        own = Running(*keyed, "--policy", "linked")
        for server in (unnamed, named, own):
            self.addCleanup(server.stop)
            self.assertEqual(server.ask("POST", "/redact", {"text": NOTE, "policy": "linked"}).status, 401)
        self.assertEqual(self.text_of(unnamed, "secret", policy="linked"), 400)
        surrogates = {self.text_of(unnamed, "secret", policy="surrogate") for _ in range(8)}
        self.assertGreater(len(surrogates), 1)  # drawn without the key, at random
        self.assertEqual(len({self.text_of(named, "secret", policy="surrogate") for _ in range(8)}), 1)
        linked = self.text_of(named, "secret", policy="linked")
        self.assertIn("[PATIENT_", linked)
        self.assertEqual(self.text_of(own, "secret"), linked)

    def test_a_source_has_a_token_and_a_key_of_its_own(self):
        for name in ("ward", "clinic", "ward-key", "clinic-key", "own-key"):
            self.secret(name)
        fields = {name: {"token_file": name, "key_file": f"{name}-key", "policies": ["linked"]} for name in ("ward", "clinic")}
        sources = self.dir / "sources.json"
        sources.write_text(json.dumps(fields))
        server = Running("--sources", sources, "--token-file", self.token, "--key-file", self.dir / "own-key")
        self.addCleanup(server.stop)
        ward, clinic = (self.text_of(server, name, policy="linked") for name in ("ward", "clinic"))
        self.assertNotEqual(ward, clinic)  # a client of one source cannot test guesses about the other
        self.assertEqual([self.text_of(server, name, policy="linked") for name in ("ward", "clinic")], [ward, clinic])
        self.assertEqual(self.text_of(server, "secret", policy="linked"), 400)
        self.assertEqual(self.text_of(server, "ghost", policy="linked"), 401)
        alone = Running("--sources", sources)
        self.addCleanup(alone.stop)
        self.assertEqual(self.text_of(alone, "ward", policy="linked"), ward)
        self.assertEqual(alone.ask("POST", "/redact", {"text": NOTE}).status, 401)
        for malformed in ("", "[]", "{}", '{"Ellison": 7}', '{"Ellison": {}}', '{"Ellison": {"token_file": "ward"}}',
                          '{"Ellison": {"token_file": "ward", "key_file": 7}}', '{"Ellison": {"token_file": "", "key_file": "ward-key"}}',
                          '{"Ellison": {"token_file": "ward", "key_file": "ward-key", "policies": "linked"}}',
                          '{"Ellison": {"token_file": "ward", "key_file": "ward-key", "policies": [7]}}',
                          '{"Ellison": {"token_file": "ward", "key_file": "ward-key", "policy": []}}'):  # fmt: skip
            sources.write_text(malformed)
            with self.subTest(malformed):
                said = self.refused("--sources", sources)
                self.assertIn("--sources", said)
                self.assertNotIn("Ellison", said)
        sources.write_text(json.dumps({"a": fields["ward"], "b": fields["ward"]}))
        self.assertIn("one token", self.refused("--sources", sources))
        sources.write_text(json.dumps({"a": {**fields["ward"], "policies": ["ghost"]}}))
        self.assertIn("no policy of that name", self.refused("--sources", sources))

    def test_tls(self):
        cert, key = self.certificate()
        self.assertIn("--tls-key: is not the key", self.refused("--tls-cert", cert, "--tls-key", self.token))
        for mode in (0o640, 0o604, 0o620):
            key.chmod(mode)
            self.assertIn("--tls-key: its group or others", self.refused("--tls-cert", cert, "--tls-key", key))
        key.chmod(0o600)
        self.assertIn("--tls-key: can't be read", self.refused("--tls-cert", cert, "--tls-key", self.dir / "none"))
        server = Running("--tls-cert", cert, "--tls-key", key, "--token-file", self.token)
        self.addCleanup(server.stop)
        context = ssl.create_default_context(cafile=cert)
        connection, file = server.connect()
        with context.wrap_socket(connection, server_hostname="localhost") as secure, secure.makefile("rb") as answers:
            fields = {"Authorization": "Bearer 0123456789abcdef-secret", "Host": "localhost",
                      "Origin": "https://localhost"}
            body = b'{"text":"Patient: Margaret Ellison"}'
            for _ in range(3):
                secure.sendall(server.head("POST", "/redact", body, fields=fields) + body)
                self.assertEqual(Answer(answers).json()["text"], "Patient: [PATIENT]")
            line = b'{"text":"Patient: Margaret Ellison"}\n'
            secure.sendall(server.head("POST", "/redact", line, "application/x-ndjson", fields) + line)
            answer = Answer(answers)
            self.assertTrue(answer.is_whole)
            self.assertIn(b"[PATIENT]", answer.body)
        old = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        old.check_hostname, old.verify_mode = False, ssl.CERT_NONE
        old.maximum_version = ssl.TLSVersion.TLSv1_1
        with self.assertRaises((ssl.SSLError, ConnectionError, OSError)):
            connection, file = server.connect(timeout=20)
            with connection, file:
                old.wrap_socket(connection)
        with self.assertRaises((ConnectionError, OSError, ValueError, IndexError)):
            server.ask("GET", "/health", timeout=20)  # without TLS


if __name__ == "__main__":
    server_case.main()

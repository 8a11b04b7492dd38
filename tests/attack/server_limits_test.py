#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Slow clients, cut connections, bodies that are too large, clients that leave, and SIGTERM. Arguments: as in
server_case.py."""

import json
import pathlib
import select
import signal
import socket
import sys
import threading
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "server"))
import server_case  # noqa: E402
from server_case import NAMES, NOTE, PATIENCE, Answer, Running  # noqa: E402

LONG = {"text": NOTE * 400}  # some seconds of work


def wait_until(condition, seconds=120):
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True


class Sizes(server_case.Case):
    options = ("--max-body", 1, "--max-bodies", 2)

    def test_bodies(self):
        big = b'{"text":"' + b"a " * (1 << 19) + b'"}'
        self.expect(413, self.ask("POST", "/redact", big))
        chunks = b'8000\r\n{"text":"%s\r\n' % (b"a" * (0x8000 - 9)) + (b"8000\r\n" + b"a" * 0x8000 + b"\r\n") * 40
        head = self.server.head("POST", "/redact", fields={"Content-Type": "application/json", "Transfer-Encoding": "chunked"})
        self.expect(413, self.server.raw(head + chunks))
        self.expect(413, self.ask("POST", "/analyze", big))
        # Only announced: refused without waiting for it.
        self.expect(413, self.server.raw(self.server.head("POST", "/redact", b"", fields={"Content-Length": "9999999999"})))

    def test_a_line_of_a_stream(self):
        data = b'{"text":"No fever."}\n{"text":"' + b"a " * (1 << 20) + b'"}\n{"text":"b"}\n'
        answer = self.expect(200, self.ask("POST", "/redact", data, kind="application/x-ndjson"))
        self.assertFalse(answer.is_whole)
        lines = [json.loads(line) for line in answer.body.splitlines()]
        self.assertEqual([line["status"] for line in lines], ["ok", "failed"])
        self.assertEqual(lines[1]["line"], 2)

    def test_heads(self):
        self.expect(431, self.server.raw(b"GET /health HTTP/1.1\r\nHost: localhost\r\nX: " + b"a" * 20000 + b"\r\n\r\n"))
        self.expect(431, self.server.raw(b"GET /" + b"a" * 20000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n"))
        for junk in (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc", b"\0" * 100, b"GET\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"\r\n\r\n\r\n"):
            self.expect(400, self.server.raw(junk))

    def test_expect_continue(self):
        body = json.dumps({"text": NOTE}).encode()
        connection, file = self.server.connect()
        with connection, file:
            connection.sendall(self.server.head("POST", "/redact", body, fields={"Expect": "100-continue"}))
            self.assertIn(b"100 Continue", file.readline())
            file.readline()
            connection.sendall(body)
            self.expect(200, Answer(file))
        refused = self.server.raw(self.server.head("POST", "/redact", b"", fields={
            "Expect": "100-continue", "Content-Length": "9999999"}))
        self.expect(413, refused)


class Slow(server_case.Case):
    options = ("--receive-timeout", 2, "--timeout", 3)

    def test_a_slow_head(self):
        connection, file = self.server.connect(timeout=40)
        with connection, file:
            for byte in b"GET /health HT":
                connection.sendall(bytes([byte]))
                time.sleep(0.05)
            self.expect(408, Answer(file))

    def test_a_slow_body(self):
        connection, file = self.server.connect()
        with connection, file:
            connection.sendall(self.server.head("POST", "/redact", b"", fields={"Content-Length": "1000"}))
            began = time.monotonic()
            for _ in range(8):  # a byte now and then does not help
                connection.sendall(b" ")
                time.sleep(0.2)
            self.expect(408, Answer(file))
            self.assertLess(time.monotonic() - began, 20)
        self.expect(200, self.ask("GET", "/health"))

    def test_a_stream_that_stops_in_a_line(self):
        connection, file = self.server.connect()
        with connection, file:
            line = json.dumps({"text": NOTE}).encode() + b"\n"
            connection.sendall(self.server.head("POST", "/redact", line, "application/x-ndjson",
                                                {"Content-Length": str(len(line) + 100)}) + line + b'{"te')
            answer = Answer(file)
            self.assertFalse(answer.is_whole)
            lines = [json.loads(each) for each in answer.body.splitlines()]
            self.assertEqual([each["status"] for each in lines], ["ok", "failed"])

    def test_work_beyond_its_time(self):
        answer = self.ask("POST", "/redact", {"text": NOTE * 20000})
        self.expect(503, answer)
        self.assertEqual(answer.fields["retry-after"], "1")


class Crowded(server_case.Case):
    # The requests that fill the server wait longer than a busy machine needs for the next ones.
    options = ("--receive-timeout", PATIENCE, "--max-requests", 4, "--max-connections", 12)

    def test_too_many_requests(self):
        open_now = []
        try:
            for _ in range(5):  # four wait for their bodies, and are in hand; the last to come is refused
                connection, file = self.server.connect()
                connection.sendall(self.server.head("POST", "/redact", b"", fields={"Content-Length": "10"}))
                open_now.append((connection, file))
            refused = select.select([connection for connection, _ in open_now], [], [], 120)[0]
            self.assertEqual([Answer(file).status for connection, file in open_now if connection in refused], [429])
            self.expect(429, self.ask("POST", "/redact", {"text": "a"}))
            self.expect(200, self.ask("GET", "/health"))
        finally:
            for connection, file in open_now:
                file.close()
                connection.close()
        self.assertTrue(wait_until(lambda: self.ask("POST", "/redact", {"text": "a"}).status == 200))

    def test_too_many_connections(self):
        open_now = [self.server.connect() for _ in range(12)]
        try:
            self.assertTrue(wait_until(lambda: self.ask("GET", "/health").status == 503))
        finally:
            for connection, file in open_now:
                file.close()
                connection.close()
        self.assertTrue(wait_until(lambda: self.ask("GET", "/health").status == 200))
        self.assertGreater(self.server.metric("redact_refused_connections_total"), 0)


class Leaving(server_case.Case):
    options = ("--memory", 8,)

    def left(self):
        return self.server.metric('redact_http_requests_total{route="/redact",status="0"}')

    def test_work_for_a_client_that_left_is_cancelled(self):
        before, cpu = self.left(), self.server.metric("process_cpu_seconds_total")
        for kind, body in (("application/json", json.dumps({"text": [NOTE * 2000] * 50}).encode()),
                           ("application/json", json.dumps({"text": NOTE * 50000}).encode()),
                           ("application/x-ndjson", json.dumps({"text": NOTE * 2000}).encode() * 50 + b"\n")):
            connection, file = self.server.connect()
            connection.sendall(self.server.head("POST", "/redact", body, kind) + body)
            time.sleep(0.3)
            file.close()
            connection.close()
        self.assertTrue(wait_until(lambda: self.left() >= before + 2), self.server.logged()[-500:])
        self.assertTrue(wait_until(lambda: self.server.metric("redact_requests_in_hand") == 0))
        self.assertEqual(self.server.metric("redact_body_bytes_in_hand"), 0)
        # The model rests: some 15 MB of text would have taken minutes.
        time.sleep(0.5)
        resting = self.server.metric("process_cpu_seconds_total")
        time.sleep(1)
        self.assertLess(self.server.metric("process_cpu_seconds_total") - resting, 0.3)
        self.assertLess(resting - cpu, 60)

    def test_cut_requests(self):
        whole = self.server.head("POST", "/redact", b"{" * 100) + b"{" * 100
        for n in range(1, len(whole), 7):
            connection, file = self.server.connect()
            connection.sendall(whole[:n])
            file.close()
            connection.close()
        for _ in range(20):  # reset, not closed
            connection, file = self.server.connect()
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
            body = json.dumps(LONG).encode()
            connection.sendall(self.server.head("POST", "/redact", body) + body)
            file.close()
            connection.close()
        self.expect(200, self.ask("GET", "/health"))
        self.assertTrue(wait_until(lambda: self.server.metric("redact_connections") == 1))

    def test_a_document_above_the_memory_budget_is_done_alone(self):
        answers = []
        threads = [threading.Thread(target=lambda: answers.append(self.ask("POST", "/redact", {"text": NOTE * n})))
                   for n in (1, 7000, 1, 7000, 1)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual([answer.status for answer in answers], [200] * 5)


class Stopping(unittest.TestCase):
    def test_sigterm_finishes_what_is_under_way(self):
        server = Running("--grace", PATIENCE, "--timeout", PATIENCE)
        alone = server.ask("POST", "/redact", LONG)
        self.assertEqual(alone.status, 200)
        idle, idle_file = server.connect()
        idle.sendall(server.head("GET", "/health"))
        Answer(idle_file)
        stream, stream_file = server.connect()
        line = json.dumps({"text": NOTE}).encode() + b"\n"
        stream.sendall(server.head("POST", "/redact", fields={
            "Content-Type": "application/x-ndjson", "Transfer-Encoding": "chunked"}))
        stream.sendall(b"%x\r\n%s\r\n" % (len(line), line))
        self.assertTrue(wait_until(lambda: server.metric('redact_documents_total{result="ok"}') == 2))
        connection, file = server.connect()
        body = json.dumps(LONG).encode()
        connection.sendall(server.head("POST", "/redact", body) + body)
        self.assertTrue(wait_until(lambda: server.metric("redact_requests_in_hand") == 2))
        server.process.send_signal(signal.SIGTERM)
        answer = Answer(file)
        self.assertEqual(answer.status, 200)
        self.assertEqual(answer.body, alone.body)
        self.assertEqual(answer.fields["connection"], "close")
        streamed = Answer(stream_file)
        self.assertFalse(streamed.is_whole)
        self.assertEqual([json.loads(each)["status"] for each in streamed.body.splitlines()], ["ok", "failed"])
        self.assertEqual(idle_file.read(), b"")
        with self.assertRaises(OSError):
            server.connect(timeout=5)
        self.assertEqual(server.process.wait(PATIENCE), 0)  # a second signal would end it at once
        server.stop()
        for name in NAMES:
            self.assertNotIn(name, server.logged())
        for each in (idle, idle_file, connection, file, stream, stream_file):
            each.close()

    def test_the_grace_ends(self):
        server = Running("--grace", 1)
        connection, file = server.connect()
        body = json.dumps({"text": NOTE * 50000}).encode()
        connection.sendall(server.head("POST", "/redact", body) + body)
        time.sleep(0.5)
        began = time.monotonic()
        self.assertEqual(server.stop(), 0)
        self.assertLess(time.monotonic() - began, 30)
        file.close()
        connection.close()

    def test_a_second_signal_ends_at_once(self):
        server = Running()
        connection, file = server.connect()
        body = json.dumps({"text": NOTE * 50000}).encode()
        connection.sendall(server.head("POST", "/redact", body) + body)
        time.sleep(0.5)
        server.process.send_signal(signal.SIGINT)
        time.sleep(0.5)
        self.assertIsNone(server.process.poll())
        self.assertEqual(server.stop(signal.SIGINT), 0)
        file.close()
        connection.close()


if __name__ == "__main__":
    server_case.main()

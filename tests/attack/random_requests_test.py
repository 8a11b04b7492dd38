#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Random and hostile clients, several at a time: well-formed requests, ones that were cut, doubled, flipped or mixed, ones
that hide another behind requests on a kept connection, connections that are cut, and slow clients. Each gets an answer
that makes sense, or a closed connection; the server serves others meanwhile, and holds nothing of them at the end.
Arguments: as in server_case.py. REDACT_REQUESTS is the number of requests, 2,000 if it is not set."""

import collections
import concurrent.futures
import os
import pathlib
import socket
import struct
import sys
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "server"))
import server_case  # noqa: E402
from drawn_requests import Drawn  # noqa: E402
from server_case import NOTE, PATIENT, Answer  # noqa: E402

N_REQUESTS = int(os.environ.get("REDACT_REQUESTS", "2000"))
N_CLIENTS = 6
STATUSES = {200, 400, 401, 403, 404, 405, 408, 411, 413, 415, 421, 422, 429, 431, 500, 501, 503}
REFUSALS = {400, 411, 421, 501}
STALLED_S = 20  # a head may take 10 s, and a body as long as the options say


def reset(connection):
    """Closes a connection as a crashed client does."""
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    connection.close()


class Random(server_case.Case):
    options = ("--max-body", 1, "--receive-timeout", 5, *PATIENT)

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        texts = {"text": NOTE}, {"text": "Mrs Ellison"}, {"text": ["a", NOTE]}, {"text": 7}
        bodies = [b"{", *(server_case.json.dumps(each).encode() for each in texts)]
        requests = [cls.server.head("POST", "/redact", body) + body for body in bodies]
        requests += [cls.server.head("GET", path) for path in ("/health", "/anonymizers", "/none", "/review")]
        answers = [cls.server.raw(request) for request in requests]
        cls.known = [(request, answer.body) for request, answer in zip(requests, answers)]
        stays = [answer.fields["connection"] == "keep-alive" for answer in answers]
        cls.known_kept = [known for known, stay in zip(cls.known, stays) if stay]
        cls.stalled, cls.lock = [], threading.Lock()

    def single(self, drawn):
        """One request, mutated or not."""
        method, request = drawn.request(self.server)
        connection, file = self.server.connect()
        with connection, file:
            try:
                connection.sendall(request)
                if len(request) % 2 == 0 or b"\r\n\r\n" not in request:
                    connection.shutdown(socket.SHUT_WR)  # else a cut request would wait for its rest
                else:
                    connection.settimeout(1)
                answer = Answer(file, method)
            except (ConnectionError, TimeoutError):
                return "none"
        self.assertIn(answer.status, STATUSES)
        if answer.status != 200 and answer.body:
            self.assertIn("error", answer.json())
        self.assertFalse(answer.status >= 500 and b"internal" in answer.body, "an internal error")
        return answer.status

    def kept(self, drawn):
        """Requests with known answers on one connection, then one that hides another, and further ones behind it."""
        before = [drawn.pick(*self.known_kept) for _ in range(drawn.draw.randrange(4))]
        hostile = drawn.ambiguous()
        connection, file = self.server.connect()
        with connection, file:
            connection.sendall(b"".join(request for request, _ in before) + hostile + drawn.pick(*self.known)[0])
            for _, body in before:
                self.assertEqual(Answer(file).body, body)
            answer = Answer(file)
            self.assertIn(answer.status, REFUSALS, hostile)
            self.assertEqual(answer.fields["connection"], "close", hostile)
            try:
                rest = file.read()
            except ConnectionResetError:
                rest = b""
            self.assertEqual(rest, b"", hostile)
        return "refused, closed"

    def cut(self, drawn):
        """A client that leaves: in the middle of its request, before the answer, or in the middle of the answer."""
        request = drawn.pick(*self.known)[0]
        connection, file = self.server.connect()
        with file:
            way = drawn.draw.randrange(3)
            connection.sendall(request[: drawn.draw.randrange(len(request))] if way == 0 else request)
            if way == 2:
                file.read1(1)
            reset(connection)
        return "cut"

    def slow(self, drawn):
        """A request that comes in drips, or an answer that is taken in drips."""
        request, body = drawn.pick(*self.known_kept)
        connection, file = self.server.connect()
        with connection, file:
            if drawn.draw.random() < 0.5:
                cuts = sorted(drawn.draw.randrange(len(request)) for _ in range(drawn.draw.randrange(1, 6)))
                for begin, end in zip([0, *cuts], [*cuts, len(request)]):
                    connection.sendall(request[begin:end])
                    time.sleep(drawn.draw.random() / 20)
                self.assertEqual(Answer(file).body, body)
            else:
                n = drawn.draw.randrange(1, 20)
                connection.sendall(request * n)
                for _ in range(n):
                    self.assertEqual(Answer(file).body, body)
                    time.sleep(drawn.draw.random() / 100)
        return "slow, answered"

    def stall(self, drawn):
        """A request of which no more comes. What becomes of it is looked at later."""
        request = drawn.pick(*self.known)[0]
        connection, file = self.server.connect(STALLED_S)
        connection.sendall(request[: drawn.draw.randrange(1, len(request))])
        with self.lock:
            self.stalled.append((time.monotonic(), connection, file))
        return "stalled"

    def check_stalled(self, is_over=False):
        """Stalled requests whose time has passed have an answer that says so, or a closed connection."""
        now = time.monotonic()
        over = [one for one in self.stalled if is_over or now - one[0] > STALLED_S]
        self.stalled = [one for one in self.stalled if one not in over]
        for _, connection, file in over:
            with connection, file:
                try:
                    self.assertEqual(Answer(file).status, 408)
                except ConnectionError:
                    pass

    def meet(self, seed):
        drawn = Drawn(seed)
        kinds = [self.single] * 120 + [self.kept] * 50 + [self.cut] * 20 + [self.slow] * 9 + [self.stall]
        client = drawn.pick(*kinds)
        try:
            return client(drawn)
        except Exception as error:
            raise AssertionError(f"request {seed}, {client.__name__}") from error

    def test_random_clients(self):
        sentinel = self.expect(200, self.ask("POST", "/redact", {"text": NOTE})).body
        began, outcomes, memory = time.monotonic(), collections.Counter(), []
        with concurrent.futures.ThreadPoolExecutor(N_CLIENTS) as clients:
            for part in range(20):
                outcomes.update(clients.map(self.meet, range(N_REQUESTS * part // 20, N_REQUESTS * (part + 1) // 20)))
                self.check_stalled()
                self.assertEqual(self.ask("POST", "/redact", {"text": NOTE}).body, sentinel)
                memory.append(self.server.metric("process_resident_memory_bytes") / 1e6)
        self.check_stalled(is_over=True)
        end = time.monotonic() + 30
        while self.server.metric("redact_requests_in_hand") > 0 and time.monotonic() < end:
            time.sleep(0.05)
        self.assertEqual(self.server.metric("redact_requests_in_hand"), 0)
        self.assertEqual(self.server.metric("redact_body_bytes_in_hand"), 0)
        self.assertLess(memory[-1], 1.2 * max(memory[:10]))
        self.assertTrue(outcomes[200] > N_REQUESTS // 20, outcomes)
        counts = ", ".join(f"{outcome}: {n:,}" for outcome, n in sorted(outcomes.items(), key=str))
        print(f"{N_REQUESTS:,} requests in {time.monotonic() - began:.0f} s: {counts}; "
              f"MB: {memory[0]:.0f} to {memory[-1]:.0f}", file=sys.stderr)


if __name__ == "__main__":
    server_case.main()

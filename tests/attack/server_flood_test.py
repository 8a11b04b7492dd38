#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Each field of each route at its largest size: the server answers, with little processor time, and meanwhile says that
it is up. Processor time hardly depends on what else the machine does. Arguments: as in server_case.py."""

import pathlib
import sys
import threading
import time

sys.path[:0] = [str(pathlib.Path(__file__).resolve().parents[1] / "server"), str(pathlib.Path(__file__).resolve().parent)]
import floods  # noqa: E402
import server_case  # noqa: E402
from server_case import PATIENCE, SANITIZED  # noqa: E402

# Seconds of processor time for a request, five times what the slowest takes. Before the loops over what clients send
# were bounded, eight of these took from ten seconds to hours.
MOST_CPU = 600 if SANITIZED else 20


class Floods(server_case.Case):
    options = ("--timeout", 5)  # documents of 32 MiB are cancelled while they are read or after it

    def cpu(self):
        return self.server.metric("process_cpu_seconds_total")

    def test_each_field_at_its_largest_size(self):
        for name, path, kind, body in floods.floods():
            with self.subTest(name):
                answers = []
                before = self.cpu()
                client = threading.Thread(target=lambda: answers.append(self.ask("POST", path, body, kind)))
                client.start()
                n_healthy = 0
                while client.is_alive():
                    self.expect(200, self.ask("GET", "/health"))
                    n_healthy += 1
                    client.join(0.05)
                self.assertEqual(len(answers), 1)
                self.assertIn(answers[0].status, (200, 400, 413, 422, 500, 503), answers[0].body[:200])
                self.assertNotIn(b"internal error", answers[0].body)
                self.assertGreater(n_healthy, 0)
                self.assertLess(self.cpu() - before, MOST_CPU)

    def test_nothing_goes_on_when_the_clients_have_left(self):
        for name, path, kind, body in floods.floods():
            connection, file = self.server.connect()
            connection.sendall(self.server.head("POST", path, body, kind) + body)
            file.close()
            connection.close()
        end = time.monotonic() + PATIENCE
        while self.server.metric("redact_requests_in_hand") > 0:
            self.assertLess(time.monotonic(), end)
            time.sleep(0.05)
        self.assertEqual(self.server.metric("redact_body_bytes_in_hand"), 0)
        time.sleep(0.5)
        resting = self.cpu()
        time.sleep(1)
        self.assertLess(self.cpu() - resting, 0.3)


if __name__ == "__main__":
    server_case.main()

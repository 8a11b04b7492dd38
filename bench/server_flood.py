#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How fast redact-server says that it is up (GET /health) while clients ask for as much work as they can, and after they
have left. Prints a table for bench/results/server.md.

Usage: server_flood.py BIN_DIR [--clients 8] [--seconds 60] [--only WORD]"""

import argparse
import http.client
import multiprocessing
import pathlib
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "tests/attack"))
import floods  # noqa: E402

PAUSE = 0.01  # seconds between two questions


def flood(port, end, requests, queue):
    """Sends requests one after another; after a while a client leaves without its answer."""
    outcomes = {}
    at = 0
    while time.time() < end:
        _, path, kind, body = requests[at % len(requests)]
        at += 1
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=3)
        try:
            connection.request("POST", path, body, {"Content-Type": kind})
            answer = connection.getresponse()
            outcome = str(answer.status)
            if answer.status == 500:  # the requests hold nobody's words
                outcome += " " + answer.read().decode()[:200]
        except (OSError, http.client.HTTPException) as error:
            outcome = "left" if isinstance(error, TimeoutError) else type(error).__name__
        connection.close()
        outcomes[outcome] = outcomes.get(outcome, 0) + 1
    queue.put(outcomes)


def ask_health(port, end):
    """Milliseconds of each answer."""
    times = []
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    while time.time() < end:
        began = time.monotonic()
        connection.request("GET", "/health")
        connection.getresponse().read()
        times.append((time.monotonic() - began) * 1000)
        time.sleep(PAUSE)
    connection.close()
    return sorted(times)


def row(what, times):
    def share(part):
        return times[min(len(times) - 1, int(len(times) * part))]
    print(f"| {what} | {len(times)} | {share(0.5):.1f} | {share(0.99):.1f} | {times[-1]:.1f} |")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--clients", type=int, default=8)
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--only", default="", help="requests with this word in their names")
    args = parser.parse_args()
    requests = [each for each in floods.floods() if args.only in each[0]]
    server = subprocess.Popen([args.folder / "redact-server", "--port", "0"], stdout=subprocess.PIPE)
    port = int(server.stdout.readline().split(b":")[-1])
    print("| | answers | p50, ms | p99, ms | longest, ms |\n| --- | --- | --- | --- | --- |")
    row("alone", ask_health(port, time.time() + 5))
    queue = multiprocessing.Queue()
    end = time.time() + args.seconds
    workers = [multiprocessing.Process(target=flood, args=(port, end, requests[i:] + requests[:i], queue))
               for i in range(0, len(requests), -(-len(requests) // args.clients))]
    for worker in workers:
        worker.start()
    row(f"beside {len(workers)} clients", ask_health(port, end))
    outcomes = [queue.get() for _ in workers]
    for worker in workers:
        worker.join()
    row("in the 10 s after they have left", ask_health(port, time.time() + 10))
    server.terminate()
    total = {}
    for each in outcomes:
        for outcome, n in each.items():
            total[outcome] = total.get(outcome, 0) + n
    print(f"{len(requests)} requests in turn, sent {sum(total.values())} times; by outcome: {dict(sorted(total.items()))}; "
          f"exit code of the server after SIGTERM: {server.wait()}")


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Load on redact-server over the loopback: clients that each keep a connection and send one note after another. Every
result is compared with the program's. Prints a table for bench/results/server.md.

Usage: server_load.py BIN_DIR [--seconds 120] [--clients 64] [--notes 300]"""

import argparse
import http.client
import json
import math
import multiprocessing
import os
import pathlib
import random
import re
import resource
import subprocess
import tempfile
import threading
import time

TREE = pathlib.Path(__file__).parent.parent
PROCESSES = 4  # of clients: Python runs one thread of a process at a time


def make_notes(n):
    """Invented notes of 50 to 50,000 bytes, as many short ones as long ones on a logarithmic scale."""
    samples = [path.read_text() for path in sorted((TREE / "tools/samples").glob("*.txt"))]
    draw = random.Random(11)
    for _ in range(n):
        n_bytes = int(math.exp(draw.uniform(math.log(50), math.log(50000))))
        text = ""
        while len(text.encode()) < n_bytes:
            text += draw.choice(samples) + "\n"
        begin = draw.randrange(max(1, len(text) - n_bytes))
        yield text[begin:begin + n_bytes].encode()[:n_bytes].decode(errors="ignore")


def run_program(program, path):
    """The records of all notes, and the CPU time."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([program, "--quiet", "--format", "jsonl", path], stdout=subprocess.PIPE, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return done.stdout.splitlines(keepends=True), after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def count_tokens(folder, notes):
    with tempfile.NamedTemporaryFile() as file:
        file.write("\n".join(notes).encode())
        file.flush()
        model = max((TREE / "models").glob("redact-v*.gguf"))
        done = subprocess.run([folder / "gguf-tool", "tokenize", model, file.name], stdout=subprocess.PIPE, check=True)
    return len(json.loads(done.stdout)["ids"])


def metric(port, name):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request("GET", "/metrics")
    text = connection.getresponse().read().decode()
    connection.close()
    return float(re.search(rf"^{name} (\S+)$", text, re.M)[1])


def client(port, end, seed, notes, expected, into):
    draw = random.Random(seed)
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=900)
    while time.time() < end:
        which = draw.randrange(len(notes))
        body = json.dumps({"id": str(which), "text": notes[which]})
        began = time.monotonic()
        try:
            connection.request("POST", "/redact", body, {"Content-Type": "application/json"})
            answer = connection.getresponse()
            outcome = "ok" if answer.read() == expected[which] and answer.status == 200 else f"wrong {answer.status}"
        except (OSError, http.client.HTTPException) as error:
            outcome = type(error).__name__
            connection.close()
        into.append((which, time.monotonic() - began, outcome))
    connection.close()


def clients(port, end, seeds, notes, expected, queue):
    into = []
    threads = [threading.Thread(target=client, args=(port, end, seed, notes, expected, into)) for seed in seeds]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    queue.put(into)


def share(times, part):
    return times[min(len(times) - 1, int(len(times) * part))] * 1000


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--seconds", type=int, default=120)
    parser.add_argument("--clients", type=int, default=64)
    parser.add_argument("--notes", type=int, default=300)
    args = parser.parse_args()
    notes = list(make_notes(args.notes))
    sizes = [len(note.encode()) for note in notes]
    tokens = count_tokens(args.folder, notes)
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "notes.jsonl"
        path.write_text("".join(json.dumps({"id": str(i), "text": note}) + "\n" for i, note in enumerate(notes)))
        expected, program_cpu = run_program(args.folder / "redact", path)
        server = subprocess.Popen([args.folder / "redact-server", "--port", "0", "--timeout", "600"], stdout=subprocess.PIPE)
        port = int(server.stdout.readline().split(b":")[-1])
        before, end = metric(port, "process_cpu_seconds_total"), time.time() + args.seconds
        queue = multiprocessing.Queue()
        seeds = range(args.clients)
        workers = [multiprocessing.Process(target=clients, args=(port, end, seeds[i::PROCESSES], notes, expected, queue))
                   for i in range(PROCESSES)]
        for worker in workers:
            worker.start()
        memory, descriptors = [], []
        while time.time() < end:
            time.sleep(1)
            process = pathlib.Path(f"/proc/{server.pid}")
            memory.append(int((process / "statm").read_text().split()[1]) * os.sysconf("SC_PAGESIZE") / 1e6)
            descriptors.append(len(list((process / "fd").iterdir())))
        done = [each for _ in workers for each in queue.get()]
        for worker in workers:
            worker.join()
        server_cpu = metric(port, "process_cpu_seconds_total") - before
        server.terminate()
        code = server.wait()
        _, program_cpu_after = run_program(args.folder / "redact", path)
    outcomes = {}
    for _, _, outcome in done:
        outcomes[outcome] = outcomes.get(outcome, 0) + 1
    print(f"{args.clients} clients, {args.seconds} s, {len(notes)} notes of {min(sizes)} to {max(sizes)} bytes, {tokens} tokens; "
          f"requests by outcome: {outcomes}; exit code of the server after SIGTERM: {code}")
    print("| bytes of the note | requests | p50, ms | p95, ms | p99, ms | longest, ms |\n| --- | --- | --- | --- | --- | --- |")
    bounds = [0, 500, 5000, 50001]
    for low, high in [*zip(bounds, bounds[1:]), (0, 50001)]:
        times = sorted(seconds for which, seconds, _ in done if low <= sizes[which] < high)
        if times:
            cells = [f"{share(times, part):.0f}" for part in (0.5, 0.95, 0.99, 1)]
            print(f"| {low} to {high - 1} | {len(times)} | " + " | ".join(cells) + " |")
    served = sum(sizes[which] for which, _, _ in done) / sum(sizes) * tokens
    of_program = 2 * tokens / (program_cpu + program_cpu_after)
    print(f"tokens per second of CPU time: server {served / server_cpu:.0f}, program {of_program:.0f} "
          f"({tokens / program_cpu:.0f} before, {tokens / program_cpu_after:.0f} after): {served / server_cpu / of_program:.3f}")
    for what, values in (("resident memory, MB", memory), ("open descriptors", descriptors)):
        quarters = [values[i * len(values) // 4:(i + 1) * len(values) // 4] for i in range(4)]
        print(f"{what}, highest in each quarter of the time:", *(f"{max(each):.0f}" for each in quarters if each))


if __name__ == "__main__":
    main()

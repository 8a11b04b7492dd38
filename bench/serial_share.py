#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The share of a run's processor time that one thread alone can spend: reading the input and writing the results.

The other threads each carry documents through all stages and share no stage, so by Amdahl's law N cores are at most
1 / (serial + (1 - serial) / N) times as fast as one. What the law leaves out is what cores share: caches, the rate of
memory and the clock. The time to open the model, that of a run over one note, is taken out.

Usage: serial_share.py REDACT NOTES.jsonl [--threads 2]
"""

import argparse
import pathlib
import subprocess
import sys
import tempfile
import time



def processor_seconds(command: list[str], source: pathlib.Path) -> dict[int, float]:
    """Of each thread, the main thread (0) first; read every 5 ms, so a thread's last 5 ms may be missing."""
    seconds = {}
    with source.open() as stdin, subprocess.Popen(command, stdin=stdin, stdout=subprocess.DEVNULL) as process:
        while process.poll() is None:
            for task in pathlib.Path(f"/proc/{process.pid}/task").glob("*"):
                try:
                    fields = (task / "schedstat").read_text().split()
                except (FileNotFoundError, ProcessLookupError):
                    continue
                seconds[int(task.name) - process.pid] = int(fields[0]) / 1e9
            time.sleep(0.005)
    if process.returncode:
        sys.exit(f"{command}: {process.returncode}")
    return dict(sorted(seconds.items()))


def main():
    p = argparse.ArgumentParser()
    p.add_argument("redact")
    p.add_argument("notes", type=pathlib.Path, help="JSON lines with a field text")
    p.add_argument("--threads", type=int, default=2)
    args = p.parse_args()
    command = [args.redact, "--quiet", "-t", str(args.threads), "--text-field", "text"]
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as one:
        one.write('{"text": "Seen by Dr Pritchard."}\n')
        one.flush()
        opening = processor_seconds(command, pathlib.Path(one.name))
    whole = processor_seconds(command, args.notes)
    by_thread = sorted(((seconds - opening.get(0, 0) if thread == 0 else seconds, thread) for thread, seconds in whole.items()), reverse=True)
    total = sum(seconds for seconds, _ in by_thread)
    serial = sum(seconds for seconds, _ in by_thread[args.threads :]) / total
    print(f"processor seconds by thread: {', '.join(f'{seconds:.3f}' for seconds, _ in by_thread)} (opening: {opening.get(0, 0):.3f})")
    print(f"serial share: {serial:.2%}")
    for n in (2, 16, 64):
        print(f"at most {1 / (serial + (1 - serial) / n):.1f} times as fast on {n} cores")


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Cases that schemathesis (PyPI, 4.32) draws from server/openapi.yaml, valid and invalid, against the running server. Each
answer must have a documented status, type, body and Allow; a 500 must be one of Presidio's. Prints a line for
bench/results/server.md and exits with 1 if an answer is unexpected.

Usage: server_cases.py BIN_DIR SCHEMATHESIS [--cases 10000] [--seed 1]"""

import argparse
import os
import pathlib
import re
import subprocess
import sys
import tempfile

SOURCE = pathlib.Path(__file__).resolve().parents[1]
CHECKS = ("documented_500s", "status_code_conformance", "content_type_conformance", "response_headers_conformance",
          "response_schema_conformance", "unsupported_method", "allow_header_conformance")  # fmt: skip
# Presidio's answers to a request without a text or language, or for a language that it lacks.
OF_PRESIDIO = {
    "/analyze": ("No text provided", "No language provided", "No matching recognizers were found to serve the request.",
                 "allow_list_match must either be set to 'exact' or 'regex'."),
    "/recognizers": ("No matching recognizers were found to serve the request.",),
    "/supportedentities": ("No matching recognizers were found to serve the request.",),
}  # fmt: skip


def add_check():
    """In the process of schemathesis, which loads this file by SCHEMATHESIS_HOOKS."""
    import schemathesis

    @schemathesis.check
    def documented_500s(ctx, response, case):
        if response.status_code == 500:
            assert response.json()["error"] in OF_PRESIDIO.get(case.operation.path, ()), "an internal error"


def run(port, schemathesis, n, seed):
    """The number of cases, and the report if an answer is unexpected."""
    environment = {**os.environ, "SCHEMATHESIS_HOOKS": "server_cases", "PYTHONPATH": str(SOURCE / "bench")}
    with tempfile.TemporaryDirectory() as folder:  # for what schemathesis keeps
        done = subprocess.run([schemathesis, "run", SOURCE / "server/openapi.yaml", "--url", f"http://127.0.0.1:{port}", "-c", ",".join(CHECKS),
                               "--phases", "coverage,fuzzing", "-n", str(n), "--seed", str(seed), "--continue-on-failure",
                               "--suppress-health-check", "all"], env=environment, cwd=folder, capture_output=True, text=True)  # fmt: skip
    found = re.search(r"Test cases:\n\s+(\d+) generated", done.stdout)
    if done.returncode == 0 and found:
        return int(found[1]), ""
    return int(found[1]) if found else 0, done.stdout + done.stderr


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("programs", type=pathlib.Path)
    parser.add_argument("schemathesis", type=pathlib.Path)
    parser.add_argument("--cases", type=int, default=10000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    server = subprocess.Popen([args.programs / "redact-server", "--port", "0", "--max-body", "1"], stdout=subprocess.PIPE, text=True)
    try:
        port = server.stdout.readline().rsplit(":", 1)[1].strip()
        n_cases, seed, report = 0, args.seed, ""
        while n_cases < args.cases and not report:
            n, report = run(port, args.schemathesis.resolve(), 200, seed)
            n_cases, seed = n_cases + n, seed + 1
            print(f"{n_cases} cases", file=sys.stderr)
    finally:
        server.terminate()
        code = server.wait()
    print(report or f"{n_cases} cases, 0 unexpected answers; exit code of the server after SIGTERM: {code}")
    return 1 if report or code else 0


if __name__ == "__main__":
    sys.exit(main())
else:
    add_check()

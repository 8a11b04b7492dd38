#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Whether two builds give the same bytes: for changes that must not change results.

The program redacts the corpora under each policy in each format, and the structured files under each policy; the server
and the library redact texts of each corpus. Models, keys and options are the same. Values of the run itself (times
in reports and journals) are not compared.

Usage: same_bytes.py OLD NEW [--lines N]; each the folder build/release of a tree, with bin/ and, somewhere below,
libredact.so
"""

import argparse
import concurrent.futures
import gzip
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parents[1]
SHARED = ROOT.parent / "shared"
POLICIES = "default gdpr hipaa-safe-harbor patient linked surrogate dismed italian-clinical meddocan".split()
FORMATS = {
    "text": [],
    "jsonl": ["--explain"],
    "jsonl with evidence": ["--explain", "--include-text"],
    "presidio": ["--include-evidence"],
    "brat": ["--include-text"],
    "i2b2": ["--include-text"],
}
LIBRARY = """
import json, redact, sys
options = dict(key=bytes(range(32))) if sys.argv[1] in ("linked", "surrogate", "dismed") else {}
for result in redact.Redactor(sys.argv[1], **options).redact(json.loads(line)["text"] for line in sys.stdin):
    print(json.dumps([result.text, result.status, result.reasons, result.spans], default=repr))
"""


class Build:
    def __init__(self, folder: pathlib.Path):
        self.tree = folder.resolve().parents[1]  # of this build, since its package fits its library
        self.program = folder / "bin" / "redact"
        self.server = folder / "bin" / "redact-server"
        self.library = min(folder.rglob("libredact.so"), key=lambda path: len(path.parts))

    def environment(self):
        return os.environ | {"LD_LIBRARY_PATH": str(self.library.parent), "REDACT_LIBRARY": str(self.library),
                             "PYTHONPATH": str(self.tree / "python")}

    def redact(self, inputs, options, key) -> dict:
        """The files that a run writes, and how it ends."""
        with tempfile.TemporaryDirectory(dir="/dev/shm") as folder:
            out = pathlib.Path(folder) / "out"
            command = [self.program, *inputs, *options, "--key-file", key, "--quiet", "-t", "1", "-o", out]
            done = subprocess.run(command, capture_output=True, check=False)
            files = {str(path.relative_to(folder)): path.read_bytes() for path in pathlib.Path(folder).rglob("*") if path.is_file()}
            return files | {"exit": done.returncode, "messages": done.stderr}

    def call_library(self, policy, lines) -> bytes:
        done = subprocess.run([sys.executable, "-c", LIBRARY, policy], input=b"".join(lines), stdout=subprocess.PIPE,
                              env=self.environment(), check=True)
        return done.stdout

    def ask_server(self, lines) -> list:
        server = subprocess.Popen([self.server, "--port", "0"], stdout=subprocess.PIPE, env=self.environment(), text=True)
        try:
            address = "http://" + server.stdout.readline().split()[-1]
            answers = []
            for path in ("redact", "analyze"):
                for line in lines:
                    body = {"text": json.loads(line)["text"]} | ({"language": "en"} if path == "analyze" else {})
                    request = urllib.request.Request(f"{address}/{path}", json.dumps(body).encode(), {"Content-Type": "application/json"})
                    answers.append(urllib.request.urlopen(request).read())
            return answers
        finally:
            server.terminate()
            server.communicate()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("old", type=pathlib.Path)
    parser.add_argument("new", type=pathlib.Path)
    parser.add_argument("--lines", type=int, default=25, help="of each corpus")
    options = parser.parse_args()
    builds = Build(options.old), Build(options.new)
    corpora = {path.name: gzip.open(path).readlines()[: options.lines] for path in sorted((SHARED / "corpora").glob("*.jsonl.gz"))}
    structured = [SHARED / "documents" / name for name in ("fhir", "hl7v2", "cda", "microsoft")]

    with tempfile.TemporaryDirectory(dir="/dev/shm") as folder:
        key = pathlib.Path(folder) / "key"
        key.write_bytes(bytes(range(32)))
        key.chmod(0o600)
        notes = pathlib.Path(folder) / "notes.jsonl"
        numbered = (json.loads(line) | {"id": f"{name} {i}"} for name, lines in corpora.items() for i, line in enumerate(lines))
        notes.write_text("".join(json.dumps(line) + "\n" for line in numbered))

        def command_line(policy, name):
            arguments = [notes, "--policy", policy, "--format", name.split()[0], *FORMATS[name]]
            return [build.redact(arguments[:1], arguments[1:], key) for build in builds]

        cases = {("program", policy, name): (command_line, policy, name) for policy in POLICIES for name in FORMATS}
        for policy in POLICIES:
            cases["files", policy] = (lambda p: [build.redact(structured, ["--policy", p], key) for build in builds], policy)
            cases["library", policy] = (lambda p: [build.call_library(p, sum(corpora.values(), [])) for build in builds], policy)
        cases["server",] = (lambda: [build.ask_server(sum(corpora.values(), [])) for build in builds],)
        n_different = 0
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            runs = {case: pool.submit(*call) for case, call in cases.items()}
            for case, run in runs.items():
                old, new = run.result()
                n_different += old != new
                print(" ".join(case), "same" if old == new else "DIFFERENT", len(old) if isinstance(old, bytes) else f"{len(old)} parts", flush=True)
    print(f"{len(cases)} comparisons, {n_different} different")
    return int(n_different > 0)


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests bench/gpu without a GPU and without a build: run.py with stand-ins for the programs of its bundle, one of which
fails, hangs or prints garbage, which must not cost any other line its result; and build with stand-ins for compilers.

Usage: gpu_run_test.py FOLDER_OF_BENCH_GPU
"""

import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tarfile
import tempfile
import time
import unittest

FOLDER = pathlib.Path(sys.argv.pop(1))
sys.path.insert(0, str(FOLDER))
import lines  # noqa: E402

OURS = [
    {"limit": "copy GB/s", "measured": 4100.0},
    {"model": "7b", "test": "pp512", "t/s": "30000.00 ± 1.00", "Top/s": 400.0, "% of limit": "-", "limit GB/s": 4100.0},
    {"model": "7b", "test": "tg64", "t/s": "600.00 ± 1.00", "Top/s": 8.0, "% of limit": 60.0, "limit GB/s": 4100.0},
    {"model": "7b", "test": "pp512 @ d4096", "t/s": "20000.00 ± 1.00"},
    {"rows of a pass": 8, "depth": 0, "ms": 2.0, "rows/s": 4000.0},
    {"rows of a pass": 512, "depth": 0, "ms": 20.0, "rows/s": 25600.0},
]
THEIRS = [{"n_prompt": p, "n_gen": g, "n_depth": d, "avg_ts": t}
          for p, g, d, t in ((512, 0, 0, 15000.0), (0, 64, 0, 400.0), (512, 0, 4096, 16000.0), (8, 0, 0, 1600.0))]  # fmt: skip
STAND_INS = {
    "cuda_gpu_test": "echo '[  PASSED  ] 3 tests.'",
    "redact": "echo 'cuda:0  NVIDIA TEST, sm_90, 139 GiB'",
    "redact-bench": f"echo '{json.dumps(OURS)}'",
    "llama-bench": f"[[ -f $2 ]] && echo '{json.dumps(THEIRS)}'",
    "cuda_cublas_gpu_test": "echo '[  PASSED  ] 1 test.'",
    "mma-limits": "echo '[{\"int8 Top/s\": 1200.0, \"halves Top/s\": 600.0}]'",
    "cublas-limits": "echo '| rows | us |'; echo '| --- | --- |'; echo '| 512 | 90.0 |'; echo end",
    "tile-variants": "echo '| Q4_0 | 64 | yes |'",
    "gguf-tool": "touch \"$4\"; echo made",
    "compute-sanitizer": "echo 'ERROR SUMMARY: 0 errors'",
    "ncu": "echo profiled",
}  # fmt: skip
PARTS = ["tests", "oracle", "spans", "notes", "notes", "limits", *["1b-f16"] * 5, *["7b-q8_0"] * 3, *["7b-q4_k_m"] * 3, "replay", "oracle", *["sanitizers"] * 4,
         *["7b-q4_0"] * 3, *["cublas"] * 5, "variants", *["profile"] * 5]  # fmt: skip
ROW = re.compile(r"\| ([\w-]+): ([\w ,-]+) \| ([^|]*) \| (\d+) \| ([^|]*) \|")


class Work(unittest.TestCase):
    def setUp(self):
        self.work = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.work)

    def program(self, path, does):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"#!/usr/bin/env bash\n{does}\n")
        path.chmod(0o755)


class Run(Work):
    def setUp(self):
        super().setUp()
        self.bundle = self.work / "bundle"
        for name, does in STAND_INS.items():
            self.program(self.bundle / "bin" / name, does)
        for name in ("run.py", "lines.py", "results.py"):
            shutil.copy(FOLDER / name, self.bundle / name)
        (self.bundle / "version").write_text("redact 1234567\n")
        (self.work / "notes.jsonl").write_text("{}\n")

    def stand_in(self, name, does):
        self.program(self.bundle / "bin" / name, does)

    def shorten(self, by):
        """Divides the shares of all lines."""
        path = self.bundle / "lines.py"
        path.write_text(f"{path.read_text()}\nLINES = [Line(l.part, l.name, l.share / {by}, l.command, l.needs) for l in LINES]\n")

    def command(self, *options):
        return [sys.executable, self.bundle / "run.py", self.bundle, self.work / "notes.jsonl", self.work / "out", *options]

    def environment(self):
        site = self.work / "site"  # a Python environment with cuBLAS in it
        (site / "nvidia/cu13/lib").mkdir(parents=True, exist_ok=True)
        (site / "nvidia/cu13/lib/libcublas.so.13").touch()
        return {**os.environ, "PATH": f"{self.bundle / 'bin'}:{os.environ['PATH']}", "PYTHONPATH": str(site)}

    def run_lines(self, *options):
        """The exit code, and {(part, name): (outcome, seconds, last words)}; self.text is the page."""
        done = subprocess.run(self.command(*options), env=self.environment(), capture_output=True, timeout=300)
        return done.returncode, self.read(done.stdout.decode())

    def read(self, text):
        self.text = text
        self.assertEqual(text.rstrip("\n"), (self.work / "out/results.md").read_text().rstrip("\n"))
        rows = [row for row in map(ROW.fullmatch, text.split("\n")) if row]
        self.parts = [row[1] for row in rows]
        return {(row[1], row[2]): (row[3], int(row[4]), row[5]) for row in rows}

    def logs(self):
        with tarfile.open(self.work / "out/logs.tar.gz") as tar:
            return {name: tar.extractfile(name).read() for name in tar.getnames()}

    def others_are_done(self, done, *but):
        self.assertEqual({key: value for key, value in done.items() if value[0] != "done" and key[0] not in but}, {})

    def test_all_lines_in_their_order(self):
        code, done = self.run_lines()
        self.assertEqual((code, self.parts), (0, PARTS), self.text)
        self.others_are_done(done)
        self.assertEqual(done["tests", "tests"][2], "[  PASSED  ] 3 tests.")
        self.assertIn("# cuda:0  NVIDIA TEST, sm_90, 139 GiB", self.text)
        self.assertIn("redact 1234567", self.text)
        self.assertEqual({path.name for path in (self.work / "out").iterdir()}, {"results.md", "logs.tar.gz"})
        self.run_lines("--without", "tests,7b-q4_0")
        self.assertEqual(self.parts, [part for part in PARTS if part not in ("tests", "7b-q4_0")], self.text)

    def test_the_ratios_and_the_rows_of_every_bench(self):
        self.run_lines()
        for row in ("| 7b-q4_0 | pp8 | 4000.00 | 1600.00 | 2.50 | 2050.00 | 50 % | 53.33 | 4 % |",
                    "| 7b-q4_0 | pp512 | 30000.00 | 15000.00 | 2.00 | 240.23 | 6 % | 400.00 | 33 % |",
                    "| 1b-f16 | pp512 | 30000.00 | 15000.00 | 2.00 | 240.23 | 6 % | 400.00 | 67 % |",
                    "| 7b-q4_0 | pp512 @ d4096 | 20000.00 | 16000.00 | 1.25 |", "| 7b-q4_k_m | tg64 | 600.00 | 400.00 | 1.50 | 2460.00 | 60 % | 8.00 | 1 % |",
                    "## oracle-bundled", "## spans", "## replay.redact", "## notes.redact", "## stages", "| copy GB/s | 4100.00 |",
                    "| Q4_0 | 64 | yes |"):  # fmt: skip
            self.assertIn(row, self.text)
        self.assertIn("## cublas: rate\n\n| rows | us |\n| --- | --- |\n| 512 | 90.0 |", self.text)

    def test_the_better_turn_counts(self):
        faster = json.dumps(OURS).replace("30000.00", "33000.00")
        self.stand_in("redact-bench", f"[[ -e seen ]] && echo '{faster}' || echo '{json.dumps(OURS)}'; touch seen")
        self.run_lines("--parts", "1b-f16")
        self.assertIn("| 1b-f16 | pp512 | 33000.00 | 15000.00 | 2.20 |", self.text)

    def test_one_archive_of_all_logs(self):
        self.run_lines()
        logs = self.logs()
        self.assertEqual(len([name for name in logs if name.endswith(".log")]), len(lines.LINES))
        self.assertIn(b"PASSED", logs["logs/01-tests-tests.log"])
        self.assertEqual(json.loads(logs["logs/1b-f16.llama-bench.2.json"]), THEIRS)
        self.assertEqual(logs["logs/results.md"].decode(), (self.work / "out/results.md").read_text())

    def test_one_that_crashes_and_one_that_hangs(self):
        self.stand_in("cuda_gpu_test", "echo broken; kill -SEGV $$")
        self.stand_in("llama-bench", "trap '' TERM; echo waiting >&2; sleep 1000; sleep 1000")
        began = time.monotonic()
        self.shorten(10)
        code, done = self.run_lines("--deadline", "25", "--parts", "tests,7b-q4_0,variants")
        self.assertLess(time.monotonic() - began, 50)
        self.assertEqual((code, len(done)), (1, 5), self.text)
        self.assertEqual(done["tests", "tests"][0], "killed by signal 11")
        self.assertTrue(done["7b-q4_0", "llama-bench 1"][0].startswith("stopped after"), self.text)
        self.assertEqual(done["7b-q4_0", "llama-bench 1"][2], "waiting")
        self.assertEqual(done["variants", "tiles"][0], "done")
        self.assertIn("| 7b-q4_0 | pp512 | 30000.00 | - | - |", self.text)
        self.assertIn(b"broken", self.logs()["logs/01-tests-tests.log"])

    # Every line hangs: those that have time get their shares, and the deadline holds.
    def test_the_deadline_is_shared(self):
        for name in set(STAND_INS) - {"redact", "gguf-tool"}:
            self.stand_in(name, "exec sleep 1000")
        self.shorten(10)  # tests 6 s, oracle 1.5 s, spans 3 s, oracle of the 7B 4.5 s, skipped in the end
        began = time.monotonic()
        code, done = self.run_lines("--deadline", "18", "--parts", "tests,oracle,spans")
        self.assertLess(time.monotonic() - began, 26)
        self.assertEqual(code, 1)
        self.assertGreaterEqual(done["tests", "tests"][1], 8)  # and what is left over
        self.assertTrue(all(value[0].startswith(("stopped", "skipped")) for value in done.values()), self.text)
        self.assertTrue(done["spans", "as on the CPU"][0].startswith("stopped"), self.text)
        self.assertEqual(done["oracle", "7B"][0], "skipped: 7b-q4_k_m.gguf was not made")

    # The last lines have no time in ten minutes; they cost the others none.
    def test_a_line_beyond_the_deadline_is_kept_no_time(self):
        self.stand_in("cuda_gpu_test", "exec sleep 1000")
        self.shorten(10)
        code, done = self.run_lines("--deadline", "11", "--parts", "tests,spans,variants")
        self.assertGreaterEqual(done["tests", "tests"][1], 7)
        self.assertEqual(done["spans", "as on the CPU"][0], "done", self.text)

    def test_without_a_gpu_every_line_is_skipped_with_its_reason(self):
        self.stand_in("redact", "echo cpu:avx2")
        code, done = self.run_lines()
        self.assertEqual((code, self.parts), (0, PARTS))
        self.assertEqual({value[0] for value in done.values()}, {"skipped: this machine has no GPU"})
        self.stand_in("redact", "echo 'cuda  the driver is too old'; echo cpu:avx2")
        _, done = self.run_lines("--parts", "tests")
        self.assertEqual(done["tests", "tests"][0], "skipped: the driver is too old")
        (self.bundle / "bin/redact").unlink()
        _, done = self.run_lines("--parts", "tests")
        self.assertEqual(done["tests", "tests"][0], "skipped: redact does not start: FileNotFoundError")

    def test_what_is_not_there_is_skipped(self):
        (self.bundle / "bin/compute-sanitizer").unlink()
        (self.bundle / "bin/llama-bench").unlink()
        if shutil.which("compute-sanitizer"):
            self.skipTest("this machine has a sanitizer")
        code, done = self.run_lines()
        self.assertEqual(code, 0, self.text)
        self.assertEqual(done["sanitizers", "memcheck"][0], "skipped: there is no compute-sanitizer here")
        self.assertEqual(done["7b-q4_0", "llama-bench 1"][0], "skipped: there is no llama-bench here")
        self.others_are_done(done, "sanitizers", "1b-f16", "7b-q8_0", "7b-q4_k_m", "7b-q4_0")

    def test_cublas_inside_a_python_environment_is_found(self):
        self.stand_in("cublas-limits", 'echo "$LD_LIBRARY_PATH"')
        self.run_lines("--parts", "cublas")
        self.assertIn(f"{self.work}/site/nvidia/cu13/lib", self.logs()["logs/01-cublas-rate.log"].decode())

    def test_one_that_prints_garbage(self):
        self.stand_in("redact-bench", "head -c 300000 /dev/urandom; printf '| broken | 0 | \\x01\\xff |\\n\\n' >&2; exit 9")
        code, done = self.run_lines()
        self.assertEqual((code, self.parts), (1, PARTS))
        self.assertEqual(done["notes", "bundled model"][0], "exit 9")
        self.assertEqual(done["tests", "tests"][0], "done")

    def test_one_that_prints_without_end(self):
        self.stand_in("ncu", "yes 0123456789012345678901234567890123456789")
        code, done = self.run_lines("--parts", "profile,variants")
        self.assertEqual(code, 1)
        self.assertEqual(done["profile", "attention_kernel"][0], "stopped: it printed more than its log holds")
        self.assertEqual(done["variants", "tiles"][0], "done")
        self.assertTrue(all(len(log) <= 4 << 20 for log in self.logs().values()))

    def test_one_that_leaves_a_process_behind_holds_nobody_up(self):
        self.stand_in("cuda_gpu_test", "setsid sleep 20 & echo left; exit 0")
        began = time.monotonic()
        self.run_lines("--parts", "tests")
        self.assertLess(time.monotonic() - began, 15)

    def test_an_interrupted_run_leaves_its_results(self):
        self.stand_in("redact-bench", "exec sleep 1000")
        process = subprocess.Popen(self.command("--parts", "tests,notes"), env=self.environment(), stdout=subprocess.PIPE)
        while not (self.work / "out/results.md").exists():
            time.sleep(0.1)
        time.sleep(0.5)
        process.send_signal(signal.SIGTERM)
        done = self.read(process.communicate(timeout=30)[0].decode())
        self.assertEqual(done["tests", "tests"][0], "done")


class Build(Work):
    """The steps of build, with stand-ins for everything that compiles."""

    def setUp(self):
        super().setUp()
        self.tree = self.work / "tree"
        for folder in ("bench/gpu", "bench/peer", "tests/golden", "models"):
            (self.tree / folder).mkdir(parents=True)
        for name in ("build", "run.py", "lines.py", "results.py"):
            shutil.copy(FOLDER / name, self.tree / "bench/gpu" / name)
        (self.tree / "models/redact-v1.gguf").touch()
        for name in ("llama-f32.gguf", "bert-f32.gguf", "bert-f32.json", "privacy-filter-f32.gguf"):
            (self.tree / "tests/golden" / name).touch()
        # cmake --preset cuda -B DIR ...; cmake --build DIR --target NAMES...
        self.program(self.work / "bin/cmake",
                     'echo "$@" >> "$CALLS"; [[ $1 == --build ]] || exit 0; mkdir -p "$2/bin"; for n in redact "${@:5}"; do cp /bin/true "$2/bin/$n"; done')  # fmt: skip
        self.program(self.work / "bin/nvcc", "echo 'Cuda compilation tools, release 13.0, V13'")
        self.program(self.work / "bin/git", "echo 1234567")
        self.peer('mkdir -p "$1/bin"; cp /bin/true "$1/bin/llama-bench"')

    def peer(self, does):
        self.program(self.tree / "bench/peer/build_llama_cpp", f'echo "peer $CUDA $CUDA_ARCHITECTURES" >> "$CALLS"; {does}')

    def build(self, *architectures, **environment):
        calls = self.work / "calls"
        calls.write_text("")
        done = subprocess.run([self.tree / "bench/gpu/build", self.work / "gpu", *architectures], capture_output=True, text=True,
                              env={**os.environ, "PATH": f"{self.work / 'bin'}:{os.environ['PATH']}", "CALLS": str(calls), "CUDACXX": str(self.work / "bin/nvcc"), **environment})  # fmt: skip
        return done, calls.read_text()

    def test_two_bundles(self):
        done, calls = self.build()
        self.assertEqual(done.returncode, 0, done.stderr)
        for name, architectures, first in (("90", "90", "90"), ("86-89-120", "86;89;120", "86")):
            with tarfile.open(self.work / f"gpu/bundle-{name}.tar.xz") as tar:
                names = {n.removeprefix(f"bundle-{name}/") for n in tar.getnames()}
                version = tar.extractfile(f"bundle-{name}/version").read().decode()
            wanted = {"run.py", "lines.py", "results.py", "vocab.gguf", "version", "tests/golden/llama-f32.gguf", "tests/golden/bert-f32.gguf", "tests/golden/bert-f32.json", "tests/golden/privacy-filter-f32.gguf",
                      *(f"bin/{program}" for program in ("redact", "redact-bench", "gguf-tool", "cublas-limits", "mma-limits", "tile-variants", "cuda_gpu_test", "cuda_cublas_gpu_test", "llama-bench"))}  # fmt: skip
            self.assertLessEqual(wanted, names)
            self.assertEqual(version, f"redact 1234567, release 13.0, sm_{architectures.replace(';', ',')}\n")
            self.assertIn(f"-DCMAKE_CUDA_ARCHITECTURES={architectures}\n", calls)
            self.assertIn(f"peer 1 {first}\n", calls)

    def test_a_build_that_was_interrupted_goes_on(self):
        self.peer("exit 1")
        done, _ = self.build("90")
        self.assertNotEqual(done.returncode, 0)
        self.assertFalse((self.work / "gpu/bundle-90.tar.xz").exists())
        self.assertTrue((self.work / "gpu/redact-90/bin/redact").exists())
        self.peer('mkdir -p "$1/bin"; cp /bin/true "$1/bin/llama-bench"')
        done, _ = self.build("90")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertTrue((self.work / "gpu/bundle-90.tar.xz").exists())

    def test_without_the_peer(self):
        done, calls = self.build("90", WITHOUT_PEER="1")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertNotIn("peer", calls)


if __name__ == "__main__":
    unittest.main()

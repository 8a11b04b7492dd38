#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""PySpark, started for real with two executors on this machine. Ends with 77, which ctest takes for skipped, where there
is no Java. Usage: spark_test.py SOURCE_DIR [TEST...]"""

import gzip
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
import warnings

warnings.simplefilter("ignore")
if shutil.which("java") is None:
    print("Skipped: there is no Java; tools/install default-jre-headless installs it.")
    sys.exit(77)

import pyspark  # noqa: E402
import redact  # noqa: E402
from pyspark.sql import SparkSession  # noqa: E402
from redact.spark import redact_frame, redact_udf  # noqa: E402

SOURCE = pathlib.Path(sys.argv[1])
N_NOTES, N_PARTITIONS = 120, 6
NAMES = ["Mrs Ellison", "Dr Owen Pritchard", "Señora Müller"]


def notes():
    """At most N_NOTES of a corpus, or invented ones where it is absent; some null, one that is withheld."""
    path = SOURCE.parent / "shared/corpora/presidio.dev.jsonl.gz"
    if path.exists():
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            texts = [json.loads(line)["text"] for _, line in zip(range(N_NOTES), lines)]
    else:
        texts = [f"{NAMES[i % 3]} was seen on {1 + i % 28}/03/2024. {i}" for i in range(N_NOTES)]
    texts[7], texts[50], texts[60] = None, "%PDF-1.7 Ellison", None
    return [(i, f"p{i % 5}", text) for i, text in enumerate(texts)]


def environment():
    """Spark finds itself and the package."""
    home = pathlib.Path(pyspark.__file__).parent
    os.environ.update(SPARK_HOME=str(home), SPARK_SCALA_VERSION="2.13", SPARK_LOCAL_IP="127.0.0.1",
                      PYSPARK_PYTHON=sys.executable, PYSPARK_DRIVER_PYTHON=sys.executable)  # fmt: skip


def killing(frame, marker, whom):
    """The frame, read by a task that kills its worker, or its executor, the first time."""

    def once(batches):
        for batch in batches:
            yield batch
            if 40 in set(batch["id"]):
                try:
                    os.close(os.open(marker, os.O_CREAT | os.O_EXCL))
                except FileExistsError:
                    continue
                parent = os.getppid()  # the daemon of the executor, whose parent is its Java
                java = int(pathlib.Path(f"/proc/{parent}/stat").read_text().rsplit(")", 1)[1].split()[1])
                os.kill(java if whom == "executor" else os.getpid(), signal.SIGKILL)

    return frame.mapInPandas(once, frame.schema)


class Spark(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        environment()
        builder = SparkSession.builder.master("local-cluster[2,1,1024]").config("spark.ui.enabled", "false")
        builder = builder.config("spark.sql.execution.arrow.maxRecordsPerBatch", "8").config("spark.ui.showConsoleProgress", "false")
        for name in ("PYTHONPATH", "REDACT_LIBRARY"):
            builder = builder.config(f"spark.executorEnv.{name}", os.environ.get(name, ""))
        cls.spark = builder.getOrCreate()
        cls.addClassCleanup(cls.spark.stop)
        cls.spark.sparkContext.setLogLevel("OFF")
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.dir = pathlib.Path(folder.name)
        cls.rows = notes()
        cls.frame = cls.spark.createDataFrame(cls.rows, "id long, mrn string, note string").repartition(N_PARTITIONS, "id")
        texts = [text for _, _, text in cls.rows if text is not None]
        results = iter(redact.Redactor().redact(texts))
        cls.one_process = [None if text is None else next(results) for _, _, text in cls.rows]

    def in_one_process(self):
        return [(None, None) if r is None else (r.text, r.status) for r in self.one_process]

    def test_a_udf_gives_what_one_process_gives(self):
        rows = self.frame.withColumn("out", redact_udf()("note")).orderBy("id").collect()
        self.assertEqual([(r.out.text, r.out.status) if r.out else (None, None) for r in rows], self.in_one_process())
        for row, result in zip(rows, self.one_process):
            if result is not None:
                spans = [(span.label, span.out_start, span.out_end) for span in result.spans]
                self.assertEqual([tuple(span) for span in row.out.spans], spans)

    def check_merged(self, frame):
        """Written by all tasks and merged, against one process, byte for byte."""
        out = tempfile.mkdtemp(dir=self.dir)
        frame.select("id", "note", "status").write.mode("overwrite").json(out)
        parts = list(pathlib.Path(out).glob("part-*"))
        self.assertGreater(len(parts), 1)
        lines = [json.loads(line) for part in parts for line in part.read_bytes().splitlines()]
        merged = b"".join(f"{o['id']}\t{o.get('note')}\t{o.get('status')}\n".encode() for o in sorted(lines, key=lambda o: o["id"]))
        own = b"".join(f"{i}\t{text}\t{status}\n".encode() for i, (text, status) in enumerate(self.in_one_process()))
        self.assertEqual(merged, own)

    def test_the_merged_result_is_that_of_one_process(self):
        self.check_merged(redact_frame(self.frame, "note"))

    def test_a_killed_worker_loses_and_doubles_nothing(self):
        marker = self.dir / "worker"
        self.check_merged(redact_frame(killing(self.frame, str(marker), "worker"), "note"))
        self.assertTrue(marker.exists())

    def test_a_killed_executor_loses_and_doubles_nothing(self):
        marker = self.dir / "executor"
        self.check_merged(killing(redact_frame(self.frame, "note"), str(marker), "executor"))
        self.assertTrue(marker.exists())

    def test_each_worker_opens_the_model_once(self):
        def work(batches):
            import pandas
            from redact import spark

            for batch in batches:
                redactor = spark._redactor(spark._opening({"policy": "gdpr"}))
                born = vars(redactor).setdefault("born", time.time_ns())
                yield pandas.DataFrame({"pid": [os.getpid()], "born": [born]})

        rows = []
        for _ in range(2):  # the second job has the workers of the first
            rows += self.frame.mapInPandas(work, "pid long, born long").collect()
        workers = {row.pid for row in rows}
        self.assertGreater(len(rows), 2 * len(workers))
        self.assertEqual(len({(row.pid, row.born) for row in rows}), len(workers))

    def test_patients_and_other_columns(self):
        key = self.dir / "key"
        key.write_bytes(bytes(range(32)))
        key.chmod(0o600)
        rows = redact_frame(self.frame, "note", policy="linked", key=str(key), patient="mrn", status=None).orderBy("id").collect()
        redactor = redact.Redactor("linked", key=key)
        documents = [redact.Document(text, patient=mrn) for _, mrn, text in self.rows if text is not None]
        expected = [result.text for result in redactor.redact(documents)]
        self.assertEqual([row.note for row, given in zip(rows, self.rows) if given[2] is not None], expected)
        self.assertEqual([(row.id, row.mrn) for row in rows], [(i, mrn) for i, mrn, _ in self.rows])

    def test_what_does_not_travel(self):
        for call in (
            lambda: redact_udf(key=bytes(32)),
            lambda: redact_frame(self.frame, "note", model=redact.Model()),
            lambda: redact_frame(self.frame, "none"),
            lambda: redact_frame(self.frame, "note", status="mrn"),
        ):
            with self.assertRaises(redact.Misuse):
                call()

    def test_the_job(self):
        source, out = self.dir / "in.jsonl", self.dir / "out"
        source.write_text("".join(json.dumps({"id": i, "text": text}) + "\n" for i, _, text in self.rows))
        submit = pathlib.Path(os.environ["SPARK_HOME"]) / "bin/spark-submit"
        done = subprocess.run([submit, "--master", "local[2]", SOURCE / "tools/spark/job.py", source, out], capture_output=True, text=True, cwd=self.dir)
        self.assertEqual(done.returncode, 3, done.stderr)
        self.assertIn("1 documents were withheld", done.stdout)  # Spark leads both streams of the job there
        lines = [json.loads(line) for part in out.glob("part-*") for line in part.read_text().splitlines()]
        rows = [(each.get("text"), each.get("status")) for each in sorted(lines, key=lambda each: each["id"])]
        self.assertEqual(rows, self.in_one_process())


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[2:])

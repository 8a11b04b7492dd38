#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""examples/postgresql.py on a real server, started in a folder of its own. Ends with 77, which ctest takes for skipped,
where there is no server or no psycopg. Usage: postgresql_test.py SOURCE_DIR [TEST...]"""

import glob
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

SOURCE = pathlib.Path(sys.argv[1])
SERVERS = sorted(glob.glob("/usr/lib/postgresql/*/bin"))
try:
    import psycopg
except ImportError:
    SERVERS = []
if not SERVERS:
    print("Skipped: there is no PostgreSQL, or no psycopg; tools/check --all installs both.")
    sys.exit(77)

import redact

N_NOTES = 3000
NOTE = "Mrs Ellison has no fever. Seen on 12/03/2024, phone 0117 496 0382."


def body(number: int) -> str:
    return "%PDF-1.7" if number % 1000 == 7 else NOTE + " No cough." * (number % 9)


class Server:
    """A server that is reached through a socket in its folder alone. PostgreSQL does not run as root."""

    def __init__(self) -> None:
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="redact-postgresql-"))
        self.as_user = []
        if os.geteuid() == 0:
            shutil.chown(self.folder, "postgres")
            self.as_user = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"]
        self.dsn = f"host={self.folder} dbname=postgres user=postgres"
        self.run("initdb", "-D", self.folder / "data", "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "-N")
        options = f"-c listen_addresses='' -c unix_socket_directories='{self.folder}' -c fsync=off"
        self.run("pg_ctl", "-D", self.folder / "data", "-w", "-o", options, "-l", self.folder / "log", "start")

    def run(self, program: str, *arguments) -> None:
        subprocess.run([*self.as_user, pathlib.Path(SERVERS[-1]) / program, *arguments], check=True, cwd=self.folder, stdout=subprocess.DEVNULL)

    def stop(self) -> None:
        self.run("pg_ctl", "-D", self.folder / "data", "-m", "immediate", "stop")
        shutil.rmtree(self.folder)


class PostgreSql(unittest.TestCase):
    def setUp(self) -> None:
        self.server = Server()
        self.addCleanup(self.server.stop)
        self.database = psycopg.connect(self.server.dsn, autocommit=True)
        self.addCleanup(self.database.close)
        self.database.execute("CREATE TABLE note(id bigint PRIMARY KEY, patient text, body text NOT NULL)")
        with self.database.cursor().copy("COPY note FROM STDIN") as copy:
            for number in range(N_NOTES):
                copy.write_row((number, f"p{number % 50}", body(number)))
        self.key = self.server.folder / "key"
        self.key.write_bytes(bytes(range(32)))
        self.key.chmod(0o600)

    def example(self) -> subprocess.Popen:
        return subprocess.Popen([sys.executable, SOURCE / "examples/postgresql.py", self.server.dsn, "--policy", "linked", "--key-file", self.key])

    def n_done(self) -> int:
        there = self.database.execute("SELECT to_regclass('redacted') IS NOT NULL").fetchone()[0]
        return self.database.execute("SELECT count(*) FROM redacted").fetchone()[0] if there else 0

    def test_a_run_that_is_killed_goes_on(self) -> None:
        killed = self.example()
        end = time.monotonic() + 300
        while self.n_done() == 0 and time.monotonic() < end:
            time.sleep(0.02)
        killed.kill()
        killed.wait()
        self.assertIn(self.n_done(), range(1, N_NOTES))
        self.assertEqual(self.example().wait(), 3)
        self.assertEqual(self.example().wait(), 0)  # nothing is left
        redactor = redact.Redactor("linked", key=self.key)
        documents = (redact.Document(body(number), id=str(number), patient=f"p{number % 50}") for number in range(N_NOTES))
        rows = self.database.execute("SELECT id, status, body, error FROM redacted ORDER BY id").fetchall()
        self.assertEqual(len(rows), N_NOTES)
        for row, result in zip(rows, redactor.redact(documents)):
            self.assertEqual(row, (int(result.id), result.status, result.text, None if result.error is None else str(result.error)))
        self.assertEqual([row[0] for row in rows if row[1] == "failed"], [7, 1007, 2007])
        self.assertNotIn("Ellison", rows[0][2])


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[2:]])

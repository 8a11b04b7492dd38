#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""tools/slurm on Slurm, started for real on this machine: one node with four tasks at a time. Ends with 77, which ctest
takes for skipped, where there is no Slurm. Usage: slurm_test.py PROGRAM_DIR SOURCE_DIR [TEST...]"""

import contextlib
import getpass
import json
import os
import pathlib
import re
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import unittest

PROGRAMS, SOURCE = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
DAEMONS = ("munged", "slurmctld", "slurmd")
os.environ["PATH"] = f"{PROGRAMS}{os.pathsep}{os.environ['PATH']}{os.pathsep}/usr/sbin"
if missing := [name for name in (*DAEMONS, "sbatch") if shutil.which(name) is None]:
    print(f"Skipped: there is no {missing[0]}; tools/install munge slurm-wlm installs Slurm.")
    sys.exit(77)

N_TASKS = 4
CONFIGURATION = """\
ClusterName=redact
SlurmctldHost={host}(127.0.0.1)
SlurmUser={user}
SlurmdUser={user}
AuthType=auth/munge
CredType=cred/munge
# A job that is requeued waits as long as its last credential lasts.
AuthInfo=socket={dir}/munge.sock,cred_expire=5
SlurmctldPort={ports[0]}
SlurmdPort={ports[1]}
SlurmctldPidFile={dir}/slurmctld.pid
SlurmdPidFile={dir}/slurmd.pid
SlurmctldLogFile={dir}/slurmctld.log
SlurmdLogFile={dir}/slurmd.log
StateSaveLocation={dir}/state
SlurmdSpoolDir={dir}/spool
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SlurmdParameters=config_overrides
ReturnToService=2
KillWait=5
NodeName={host} NodeHostname={host} NodeAddr=127.0.0.1 CPUs={n_tasks} State=UNKNOWN
PartitionName=all Nodes={host} Default=YES MaxTime=INFINITE State=UP
"""


def call(*command):
    return subprocess.run(list(map(str, command)), capture_output=True, text=True)


def wait_until(is_so, seconds, what):
    end = time.monotonic() + seconds
    while not (found := is_so()):
        if time.monotonic() > end:
            raise TimeoutError(what)
        time.sleep(0.05)
    return found


class Cluster:
    """The daemons of a cluster of one node, in a folder."""

    def __init__(self):
        self.daemons = []

    def start(self, folder):
        with contextlib.ExitStack() as sockets:
            bound = [sockets.enter_context(socket.create_server(("127.0.0.1", 0))) for _ in range(2)]
            ports = [one.getsockname()[1] for one in bound]
        self.dir = folder
        for name in ("state", "spool"):
            (folder / name).mkdir()
        host = socket.gethostname().partition(".")[0]
        text = CONFIGURATION.format(host=host, user=getpass.getuser(), dir=folder, ports=ports, n_tasks=N_TASKS)
        (folder / "slurm.conf").write_text(text)
        os.environ["SLURM_CONF"] = str(folder / "slurm.conf")
        key = folder / "munge.key"
        key.touch(0o600)
        key.write_bytes(secrets.token_bytes(1024))
        files = {"key-file": key, "socket": folder / "munge.sock", "pid-file": folder / "munged.pid",
                 "log-file": folder / "munged.log", "seed-file": folder / "munge.seed"}  # fmt: skip
        self.launch("munged", "--foreground", "--force", *(f"--{name}={path}" for name, path in files.items()))
        wait_until((folder / "munge.sock").exists, 30, "munged")
        self.launch("slurmctld", "-D")
        self.launch("slurmd", "-D")
        wait_until(lambda: call("sinfo", "-h", "-o", "%T").stdout.strip() == "idle", 60, "the node")

    def launch(self, *command):
        log = (self.dir / f"{command[0]}.out").open("wb")
        self.daemons.append(subprocess.Popen(command, stdout=log, stderr=subprocess.STDOUT))
        log.close()

    def stop(self):
        call("scancel", "--user", getpass.getuser())
        for daemon in reversed(self.daemons):
            daemon.terminate()
        for daemon in reversed(self.daemons):
            with contextlib.suppress(subprocess.TimeoutExpired):
                daemon.wait(30)
            daemon.kill()
            daemon.wait()


def notes(count, sentences):
    return [f"Patient: Margaret Ellison, number {i}.\n" + "Seen by Dr Owen Pritchard on 3 May 2021; no fever.\n" * sentences for i in range(count)]


class Slurm(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cluster = Cluster()
        cls.addClassCleanup(cluster.stop)
        cluster.start(pathlib.Path(folder.name))

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.dir = pathlib.Path(folder.name)

    def lines(self, texts, bad=()):
        path = self.dir / "notes.jsonl"
        path.write_text("".join(json.dumps({"id": f"n{i}", "text": text} if i not in bad else {"id": f"n{i}"}) + "\n" for i, text in enumerate(texts)))
        return path

    def submit(self, source, *options):
        """The number of the job that merges; that of the array is kept."""
        done = call(SOURCE / "tools/slurm/submit", N_TASKS, source, self.dir / "out", *options)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.array, merge = done.stdout.split()
        return merge

    def state_of(self, job):
        found = re.search(r"JobState=(\w+).*?Restarts=(\d+).*?ExitCode=(\d+)", call("scontrol", "show", "job", job).stdout, re.S)
        return found and (found[1], int(found[2]), int(found[3]))

    def merged(self, job):
        """The output of the merge job, and its exit code."""
        has_ended = lambda: (self.state_of(job) or ("",))[0] in ("COMPLETED", "FAILED", "CANCELLED")  # noqa: E731
        wait_until(has_ended, 240, "the merge")
        log = (self.dir / "out.shares/merge.log").read_text()
        return self.state_of(job)[2], log.splitlines()

    def one_process(self, source, *options):
        code = call("redact", "--quiet", source, "-o", self.dir / "one", *options).returncode
        return code, self.tree(self.dir / "one")

    def tree(self, path):
        files = [path] if path.is_file() else sorted(one for one in path.rglob("*") if one.is_file())
        return [(one.relative_to(path), one.read_bytes(), one.stat().st_mode) for one in files]

    def test_a_folder(self):
        for i, text in enumerate(notes(40, 1)):
            path = self.dir / f"in/ward {i % 3}/{i}.txt"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        (self.dir / "in/scan.pdf").write_bytes(b"%PDF-1.7 Ellison")
        deny = self.dir / "deny.txt"
        deny.touch(0o600)
        deny.write_text("NAME\tfever\n")
        code, log = self.merged(self.submit(self.dir / "in", "--deny", deny))
        self.assertEqual((code, log), (3, ["41 documents, 0 findings", "1 documents are withheld"]))
        self.assertEqual((code, self.tree(self.dir / "out")), self.one_process(self.dir / "in", "--deny", deny))

    def test_lines(self):
        source = self.lines(notes(60, 1), bad={7})
        code, log = self.merged(self.submit(source, "--text-field", "text", "--policy", "gdpr"))
        self.assertEqual((code, log), (3, ["60 documents, 0 findings", "1 documents are withheld"]))
        self.assertEqual((code, self.tree(self.dir / "out")), self.one_process(source, "--text-field", "text", "--policy", "gdpr"))

    def process_of(self, share):
        """The program of a share, once it has written some of its lines."""
        for path in pathlib.Path("/proc").glob("[0-9]*/cmdline"):
            with contextlib.suppress(OSError):
                words = path.read_bytes().split(b"\0")
                if pathlib.Path(os.fsdecode(words[0])).name == "redact" and os.fsencode(self.dir / f"out.shares/{share}.journal") in words:
                    parts = list((self.dir / "out.shares/results").glob(".*.partial"))
                    if len(parts) == N_TASKS and all(part.stat().st_size > 0 for part in parts):
                        return int(path.parent.name)
        return None

    def test_killed_tasks_lose_and_double_nothing(self):
        source = self.lines(notes(120, 30))
        merge = self.submit(source, "--text-field", "text")
        os.kill(wait_until(lambda: self.process_of(2), 120, "share 2"), signal.SIGKILL)
        self.assertTrue(self.process_of(3))
        self.assertEqual(call("scontrol", "requeue", f"{self.array}_3").returncode, 0)
        self.assertEqual(self.merged(merge), (0, ["120 documents, 0 findings", "0 documents are withheld"]))
        self.assertEqual([self.state_of(f"{self.array}_{task}")[1] for task in (1, 2, 3, 4)], [0, 1, 1, 0])
        self.assertEqual((0, self.tree(self.dir / "out")), self.one_process(source, "--text-field", "text"))

    def test_what_is_not_done_is_not_merged_and_done_when_submitted_again(self):
        source = self.lines(notes(120, 30))
        merge = self.submit(source, "--text-field", "text")
        wait_until(lambda: self.process_of(2), 120, "share 2")
        call("scancel", f"{self.array}_2")
        self.assertEqual(self.merged(merge), (1, ["not done: 2.journal"]))
        self.assertFalse((self.dir / "out").exists())
        self.assertEqual(self.merged(self.submit(source, "--text-field", "text")), (0, ["120 documents, 0 findings", "0 documents are withheld"]))
        self.assertEqual((0, self.tree(self.dir / "out")), self.one_process(source, "--text-field", "text"))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])

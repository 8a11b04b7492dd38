#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""P5: the program's calls of the system. It uses no socket, leaves no core dump and cannot be read by other processes
of its user, writes nowhere but where it is told to, and needs neither a network, nor a writable root, nor privileges.

Usage: isolation_test.py REDACT SOURCE_DIR MODEL"""

import contextlib
import ctypes
import json
import os
import pathlib
import platform
import re
import resource
import shutil
import signal
import struct
import subprocess
import sys
import time
import unittest

from cli_case import NOTE, REDACT, CommandLine, command, main

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from process_memory import n_copies  # noqa: E402

LIBC = ctypes.CDLL(None, use_errno=True)
NOBODY = 65534
# socket, socketpair, bind, connect, listen, accept, accept4, sendto, sendmsg, recvfrom, recvmsg and io_uring_setup, by
# processor; the number by which the kernel names the processor comes first.
NETWORK_CALLS = {"x86_64": (0xC000003E, (41, 53, 49, 42, 50, 43, 288, 44, 46, 45, 47, 425)),
                 "aarch64": (0xC00000B7, (198, 199, 200, 203, 201, 202, 242, 206, 211, 207, 212, 425))}  # fmt: skip


def forbid_network_calls():
    """Has the kernel kill this process, and those it starts, when it makes a network call or one of another ABI."""
    architecture, calls = NETWORK_CALLS[platform.machine()]
    load, equal, ret = 0x20, 0x15, 0x06
    kill, allow = 0x80000000, 0x7FFF0000
    steps = [(load, 0, 0, 4), (equal, 1, 0, architecture), (ret, 0, 0, kill), (load, 0, 0, 0)]
    for call in calls:
        steps += [(equal, 0, 1, call), (ret, 0, 0, kill)]
    code = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *step) for step in [*steps, (ret, 0, 0, allow)]))
    program = ctypes.create_string_buffer(struct.pack("HxxxxxxP", (len(code) - 1) // 8, ctypes.addressof(code)))
    if LIBC.prctl(38, 1, 0, 0, 0) != 0 or LIBC.prctl(22, 2, program, 0, 0) != 0:  # PR_SET_NO_NEW_PRIVS, PR_SET_SECCOMP
        os._exit(99)


class Isolation(CommandLine):
    def setUp(self):
        super().setUp()
        for i in range(8):
            self.write(f"in/{i}.txt", NOTE)
        self.write("in/lines.jsonl", '{"text": "Mrs Ellison is well."}\n{"text": 7}\n')
        self.write("in/page.html", "<!DOCTYPE html><p>Mrs Ellison is well.</p>")
        self.key = self.write("key", bytes(range(32)))
        self.out.mkdir()

    def batch(self, redact=REDACT):
        return [redact, self.dir / "in", "-o", self.out, "--journal", self.out / "journal", "--mapping", self.out / "map",
                "--key-file", self.key, "--report", self.out / "report", "--progress"]  # fmt: skip

    def check(self, done):
        self.assertEqual(done.returncode, 3, done.stderr)  # a line without a text
        self.assertEqual(len(list(self.out.glob("*.txt"))), 8)
        self.assertIn("[PATIENT]", (self.out / "page.html").read_text())

    def run_under(self, *prefix, **options):
        """Runs a batch under another program; skips if that cannot be used here."""
        if shutil.which(prefix[0]) is None:
            self.skipTest(f"{prefix[0]} is not installed")
        probe = subprocess.run([*prefix, "true"], capture_output=True)
        if probe.returncode != 0:
            self.skipTest(f"{prefix[0]} does not work here: {probe.stderr.decode().strip()}")
        return subprocess.run([*prefix, *map(str, self.batch())], capture_output=True, **options)

    @unittest.skipUnless(platform.machine() in NETWORK_CALLS, "the numbers of the system calls are not known")
    def test_a_network_call_would_end_it(self):
        control = subprocess.run([sys.executable, "-c", "import socket; socket.socket()"], stderr=subprocess.DEVNULL, preexec_fn=forbid_network_calls)
        if control.returncode == 99:
            self.skipTest("the kernel takes no filter of system calls")
        self.assertEqual(control.returncode, -signal.SIGSYS)
        self.check(subprocess.run(self.batch(), capture_output=True, preexec_fn=forbid_network_calls))

    def test_it_makes_no_network_call_and_starts_no_program(self):
        trace = self.dir / "trace"
        strace = ["strace", "-f", "-qq", "-e", "trace=%network,execve,io_uring_setup", "-e", "signal=none", "-o", trace]
        self.check(self.run_under(*map(str, strace)))
        calls = trace.read_text().splitlines()
        self.assertEqual(len(calls), 1, calls)
        self.assertIn("execve(", calls[0])  # its own

    def test_it_creates_files_only_where_it_is_told_to(self):
        trace = self.dir / "trace"
        strace = ["strace", "-f", "-qq", "-y", "-e", "trace=open,openat,creat,mkdir,mkdirat,mknod,mknodat,memfd_create,rename,renameat,renameat2,link,linkat,symlink,symlinkat",
                  "-e", "signal=none", "-o", trace]  # fmt: skip
        self.check(self.run_under(*map(str, strace), cwd=self.dir))
        created = [line for line in trace.read_text().splitlines() if not re.search(r"\bopen(at)?\(", line) or re.search("O_CREAT|O_TMPFILE|O_WRONLY|O_RDWR", line)]
        self.assertGreater(len(created), 10)
        for line in created:
            for path in re.findall(r'"([^"]*)"', line):
                self.assertTrue(path.startswith(str(self.out)) or (f"<{self.out}" in line and "/" not in path) or path.startswith("/proc/self/fd/"), line)

    def test_it_works_without_a_network(self):
        self.check(self.run_under("unshare", *([] if os.geteuid() == 0 else ["-Ur"]), "-n"))

    def test_it_works_on_a_read_only_root_as_an_unprivileged_user(self):
        is_root = os.geteuid() == 0
        redact = self.dir / "redact"
        shutil.copy(REDACT, redact)
        # Only the folder of the test stays writable. The script ends with 77 where the others do not become read-only.
        script = """mount --make-rprivate / || exit 77
                    for folder in $(awk '$4 ~ /^rw/ { print $2 }' /proc/self/mounts); do mount -o remount,bind,ro "$folder" || exit 77; done
                    mount --bind "$1" "$1" && mount -o remount,bind,rw "$1" || exit 77
                    for folder in / /tmp /var/tmp /dev/shm; do if touch "$folder/.write" 2>&-; then exit 77; fi; done
                    shift; exec "$@" """
        user = ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups", "--no-new-privs"] if is_root else []
        unshare = ["unshare", *([] if is_root else ["-Ur"]), "-m"]
        if not all(map(shutil.which, [unshare[0], *user[:1]])) or subprocess.run([*unshare, *user, "true"], capture_output=True).returncode != 0:
            self.skipTest("unshare or setpriv cannot be used here")
        if is_root:
            for path in (self.dir, *self.dir.rglob("*")):
                os.chown(path, NOBODY, NOBODY)
        done = subprocess.run([*unshare, "sh", "-c", script, "sh", self.dir, *user, *self.batch(redact)],
                              capture_output=True, env={"PATH": os.environ["PATH"], "HOME": "/"})  # fmt: skip
        if done.returncode == 77:
            self.skipTest(f"a read-only root is not allowed here: {done.stderr.decode().strip()}")
        self.check(done)

    def start(self, redact=REDACT, **options):
        """A run that holds a note and waits for more, and has forbidden core dumps."""
        running = subprocess.Popen([redact], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=self.dir / "core", **options)
        self.addCleanup(lambda: (running.poll() is None and running.kill(), running.communicate()))
        running.stdin.write(NOTE.encode()), running.stdin.flush()
        deadline = time.monotonic() + 10
        size = lambda: re.search(r"Max core file size +(\w+) +(\w+)", pathlib.Path(f"/proc/{running.pid}/limits").read_text()).groups()
        while size() != ("0", "0") and time.monotonic() < deadline:
            time.sleep(0.005)
        self.assertEqual(size(), ("0", "0"))
        return running

    def test_there_is_no_core_dump_even_if_its_size_is_allowed(self):
        (self.dir / "core").mkdir()
        hard = resource.getrlimit(resource.RLIMIT_CORE)[1]
        allow = lambda: resource.setrlimit(resource.RLIMIT_CORE, (hard, hard))
        control = subprocess.Popen(["sleep", "60"], cwd=self.dir / "core", preexec_fn=allow)
        control.send_signal(signal.SIGABRT)
        if not os.WCOREDUMP(os.waitpid(control.pid, 0)[1]):
            self.skipTest("no process leaves a core dump here")
        control.returncode = -signal.SIGABRT
        shutil.rmtree(self.dir / "core"), (self.dir / "core").mkdir()
        for number in (signal.SIGSEGV, signal.SIGABRT, signal.SIGQUIT, signal.SIGBUS):
            running = self.start(preexec_fn=allow)
            with contextlib.suppress(PermissionError):  # a privileged process may allow a dump again
                resource.prlimit(running.pid, resource.RLIMIT_CORE, (hard, hard))
            running.send_signal(number)
            status = os.waitpid(running.pid, 0)[1]
            running.returncode = -number
            self.assertEqual(os.WTERMSIG(status), number)
            self.assertFalse(os.WCOREDUMP(status))
            self.assertEqual(list((self.dir / "core").iterdir()), [])

    def test_other_processes_of_its_user_cannot_read_its_memory(self):
        (self.dir / "core").mkdir()
        shutil.copy(REDACT, self.dir / "redact")
        (self.dir / "redact").chmod(0o755), (self.dir / "core").chmod(0o755), self.dir.chmod(0o755)
        user = {"user": NOBODY, "group": NOBODY, "extra_groups": []} if os.geteuid() == 0 else {}
        running = self.start(self.dir / "redact", **user)
        read = "import sys; open(f'/proc/{sys.argv[1]}/mem', 'rb'); open(f'/proc/{sys.argv[1]}/environ', 'rb').read()"
        with subprocess.Popen(["sleep", "60"], **user) as control:
            allowed = subprocess.run(["python3", "-c", read, str(control.pid)], capture_output=True, **user)
            control.kill()
        if allowed.returncode != 0:
            self.skipTest("no process may read another here")
        refused = subprocess.run(["python3", "-c", read, str(running.pid)], capture_output=True, **user)
        self.assertIn(b"PermissionError", refused.stderr)

    def test_the_text_of_earlier_notes_is_wiped(self):
        word = b"zqvxbwkjzqvxbwkjqwvx"  # too long for the inside of a std::string, which may lie on a stack
        running = subprocess.Popen(command("--text-field", "text"), stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.addCleanup(lambda: (running.kill(), running.communicate()))

        def ask(text):
            running.stdin.write(json.dumps({"text": text}).encode() + b"\n"), running.stdin.flush()
            running.stdout.readline()

        ask(f"Patient: Margaret {word.decode().capitalize()} has no fever. " * 3)
        self.assertGreater(n_copies(running.pid, word), 0)  # where lines and results are kept until the next
        for _ in range(5):
            ask("Patient: Owen Pritchard was seen by Dr Ruth Dunmore, no fever. " * 60)
        self.assertEqual(n_copies(running.pid, word), 0)


if __name__ == "__main__":
    main()

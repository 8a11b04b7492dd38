# SPDX-License-Identifier: Apache-2.0
"""Code shared by the tests of redact-server. Their arguments: REDACT_SERVER REDACT SOURCE_DIR MODEL, a label model that
finds the words of tests/support/words.txt."""

import json
import os
import pathlib
import re
import signal
import socket
import subprocess
import sys
import tempfile
import unittest

SERVER, REDACT, SOURCE, MODEL = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3]).resolve(), sys.argv[4]
NOTE = "Patient: Margaret Ellison\r\nSeen by Dr Owen Pritchard on 3 May 2021. Ärztlich: no fever.\r\n"
NAMES = ("Ellison", "Pritchard", "Margaret", "Owen")
# Seconds for an answer. With a sanitizer a request takes minutes on a busy machine, and the server waits as long for it.
SANITIZED = "REDACT_SANITIZED" in os.environ
PATIENCE = 3600 if SANITIZED else 300
PATIENT = ("--timeout", PATIENCE) if SANITIZED else ()


class Answer:
    """A response of HTTP/1.1, read from a socket."""

    def __init__(self, file, method="GET"):
        line = file.readline()
        if not line:
            raise ConnectionError("the server closed the connection without an answer")
        self.status = int(line.split()[1])
        self.fields = {}
        while (field := file.readline().strip()):
            name, _, value = field.partition(b":")
            self.fields[name.decode().lower()] = value.strip().decode()
        if self.status == 100:
            self.__init__(file, method)
            return
        self.is_whole = True
        self.body = b""
        if method == "HEAD":
            return
        if self.fields.get("transfer-encoding") == "chunked":
            self.is_whole = False
            while (size := file.readline().strip()):
                size = int(size, 16)
                self.body += file.read(size)
                file.readline()
                if size == 0:
                    self.is_whole = True
                    break
        else:
            self.body = file.read(int(self.fields["content-length"]))

    def json(self):
        return json.loads(self.body)


class Running:
    """A server on a port of its own; `model` None: with the bundled model. `path`: of a Unix socket in place of the
    port; `under`: the command that starts it."""

    def __init__(self, *options, host="127.0.0.1", path=None, under=(), environment=None, model=MODEL):
        options = [*options, *([] if model is None else ["-m", model])]
        self.log = tempfile.TemporaryFile()
        listens = () if under else ("--host", host, "--port", "0") if path is None else ("--unix-socket", path)
        self.process = subprocess.Popen([*map(str, under), SERVER, *map(str, listens), "--log-requests", *map(str, options)],
                                        stdout=subprocess.PIPE, stderr=self.log, env=environment)
        line = self.process.stdout.readline().decode()
        found = re.search(r":(\d+)$| a Unix socket$", line.strip())
        if not found:
            self.process.wait(30)
            raise RuntimeError("the server did not start: " + self.logged())
        self.host, self.port, self.path = host, int(found[1] or 80), path

    def logged(self):
        if not self.log.closed:
            self.log.seek(0)
            self.all_logged = self.log.read().decode()
        return self.all_logged

    def connect(self, timeout=PATIENCE, source=None):
        if self.path is None:
            connection = socket.create_connection((self.host, self.port), timeout=timeout, source_address=source and (source, 0))
        else:
            connection = socket.socket(socket.AF_UNIX)
            connection.settimeout(timeout)
            connection.connect(str(self.path))
        return connection, connection.makefile("rb")

    def raw(self, request, timeout=PATIENCE, method="GET"):
        """Sends bytes, and reads one answer."""
        connection, file = self.connect(timeout)
        with connection, file:
            connection.sendall(request)
            return Answer(file, method)

    def ask(self, method, path, body=None, kind="application/json", fields=(), timeout=PATIENCE):
        if body is not None and not isinstance(body, bytes):
            body = json.dumps(body).encode()
        return self.raw(self.head(method, path, body, kind, fields) + (body or b""), timeout, method)

    def head(self, method, path, body=None, kind="application/json", fields=()):
        lines = [f"{method} {path} HTTP/1.1"]
        fields = dict(fields)
        fields.setdefault("Host", f"127.0.0.1:{self.port}")
        if body is not None:
            fields.setdefault("Content-Type", kind)
            fields.setdefault("Content-Length", str(len(body)))
        lines += [f"{name}: {value}" for name, value in fields.items() if value is not None]
        return "\r\n".join(lines).encode() + b"\r\n\r\n"

    def metric(self, line):
        for each in self.ask("GET", "/metrics").body.decode().splitlines():
            if each.startswith(line + " "):
                return float(each.split()[-1])
        return 0.0

    def stop(self, how=signal.SIGTERM, timeout=300):
        if self.process.poll() is None:
            self.process.send_signal(how)
        code = self.process.wait(timeout)
        self.process.stdout.close()
        self.logged()
        self.log.close()
        return code


class Case(unittest.TestCase):
    """Tests of one server, which must end well and have logged nothing of what it was sent."""

    options = ()

    @classmethod
    def setUpClass(cls):
        cls.server = Running(*cls.options)

    @classmethod
    def tearDownClass(cls):
        code = cls.server.stop()
        logged = cls.server.logged()
        assert code == 0, code
        for name in NAMES:
            assert name not in logged, "the log holds text"

    def ask(self, *args, **named):
        return self.server.ask(*args, **named)

    def expect(self, status, answer):
        self.assertEqual(answer.status, status, answer.body[:300])
        return answer


class InFolder(unittest.TestCase):
    """Tests of servers whose files lie in a folder of the test's own."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.dir = pathlib.Path(folder.name)

    def write(self, name, content):
        path = self.dir / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        path.chmod(0o600)
        return path

    def start(self, *options, **how):
        server = Running(*options, *PATIENT, **how)
        self.addCleanup(server.stop)
        return server


def certificate(folder, name):
    """A certificate of its own authority, for localhost."""
    paths = folder / (name + ".pem"), folder / (name + ".key")
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "1",
                    "-subj", "/CN=localhost", "-out", paths[0], "-keyout", paths[1]], check=True, capture_output=True)  # fmt: skip
    return paths


def program(*args, stdin=b""):
    """The program's results."""
    return subprocess.run([REDACT, *map(str, args), "-m", MODEL], input=stdin, capture_output=True).stdout


def main():
    unittest.main(argv=sys.argv[:1] + sys.argv[5:])

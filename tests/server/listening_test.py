#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Where the server listens: a Unix socket, a socket that systemd hands over, and addresses whose clients are proxies. In a
network of its own with addresses beyond loopback, if the system gives one. Arguments: as in server_case.py."""

import http.client
import json
import os
import re
import shutil
import signal
import socket
import ssl
import stat
import subprocess
import sys
import time
import unittest

TRUSTED, OTHER, TRUSTED_6, OTHER_6 = "10.1.2.3", "10.2.2.3", "fd00::1", "fc00::1"
ADDRESSES = "".join(f" && ip addr add {each} dev lo" + (" nodad" if ":" in each else "") for each in (TRUSTED, OTHER, TRUSTED_6, OTHER_6))
UNSHARED = ["unshare", "-rn", "sh", "-c", f'ip link set lo up{ADDRESSES} && exec "$@"', "sh"]
if "REDACT_HAS_NETWORK" not in os.environ:
    can = shutil.which("unshare") and subprocess.run([*UNSHARED, "true"], capture_output=True).returncode == 0
    os.environ["REDACT_HAS_NETWORK"] = "1" if can else ""
    if can:
        os.execvp("unshare", [*UNSHARED, sys.executable, *sys.argv])
HAS_NETWORK = os.environ["REDACT_HAS_NETWORK"] == "1"

import server_case  # noqa: E402
from server_case import NOTE, PATIENCE, SERVER, Answer, InFolder, certificate  # noqa: E402

TOKEN = "0123456789abcdef"


class Folder(InFolder):
    def setUp(self):
        super().setUp()
        self.path = self.dir / "redact.sock"
        self.token = self.write("token", TOKEN)

    def refused(self, *options, under=()):
        done = subprocess.run([*map(str, under), SERVER, "-m", server_case.MODEL, *map(str, options)], capture_output=True, text=True, timeout=PATIENCE)
        self.assertEqual((done.returncode, done.stdout), (1, ""), done.stderr)
        return done.stderr


class UnixSockets(Folder):
    def test_owner_and_group_are_served_and_the_file_is_removed(self):
        for umask in (0o077, 0o000):
            server = self.start(path=self.path, under=("sh", "-c", f'umask {umask:o}; exec "$@" --unix-socket "$0"', self.path))
            self.assertEqual(stat.S_IMODE(self.path.stat().st_mode), 0o660)
            record = server.ask("POST", "/redact", {"text": NOTE}, fields={"Host": "localhost"})
            self.assertEqual((record.status, record.json()["status"]), (200, "ok"))
            self.assertEqual(subprocess.run([SERVER, "--probe", "--unix-socket", self.path]).returncode, 0)
            self.assertEqual(server.ask("GET", "/version", fields={"Host": "evil.example"}).status, 421)
            self.assertEqual(server.ask("GET", "/version", fields={"Origin": "http://evil.example"}).status, 403)
            self.assertEqual(server.stop(), 0)
            self.assertFalse(self.path.exists())

    def test_the_file_of_a_killed_server_is_taken_over_and_no_other(self):
        server = self.start(path=self.path)
        self.assertIn("--unix-socket: can't listen there", self.refused("--unix-socket", self.path))
        self.assertEqual(server.ask("GET", "/health").status, 200)
        server.stop(signal.SIGKILL)
        self.assertTrue(self.path.is_socket())
        server = self.start(path=self.path)
        self.assertEqual(server.ask("GET", "/health").status, 200)
        self.path.unlink()
        self.path.write_text("of somebody else")
        self.assertEqual(server.stop(), 0)
        self.assertEqual(self.path.read_text(), "of somebody else")
        self.assertIn("--unix-socket: can't listen there", self.refused("--unix-socket", self.path))
        self.assertEqual(self.path.read_text(), "of somebody else")
        self.assertIn("too long", self.refused("--unix-socket", self.dir / ("x" * 108)))

    def test_a_token_is_asked_for_if_there_is_one(self):
        server = self.start("--token-file", self.token, path=self.path)
        self.assertEqual(server.ask("GET", "/version").status, 401)
        self.assertEqual(server.ask("GET", "/version", fields={"Authorization": "Bearer " + TOKEN}).status, 200)

    def test_clients_are_bounded(self):
        """A head that comes in drips ends after 10 seconds; further connections are refused meanwhile."""
        server = self.start("--max-connections", "1", path=self.path)
        connection, file = server.connect()
        with connection, file:
            begun = time.monotonic()
            connection.sendall(b"GET /health HTTP/1.1\r\nHost: local")
            end = begun + 5
            while server.ask("GET", "/health").status != 503:
                self.assertLess(time.monotonic(), end)
            self.assertEqual(Answer(file).status, 408)
            self.assertGreater(time.monotonic() - begun, 8)


@unittest.skipUnless(shutil.which("systemd-socket-activate"), "there is no systemd-socket-activate")
class Activation(Folder):
    def started(self, where, family, *options):
        """A server that starts with the first connection, and this connection."""
        activated = subprocess.Popen(["systemd-socket-activate", "-l", where, SERVER, "-m", server_case.MODEL, *map(str, options)],
                                     stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.addCleanup(lambda: (activated.kill(), activated.communicate()))
        end = time.monotonic() + PATIENCE
        while True:
            client = socket.socket(family)
            try:
                client.connect(where if family == socket.AF_UNIX else ("127.0.0.1", int(where)))
                break
            except OSError:
                self.assertLess(time.monotonic(), end)
                client.close()
                time.sleep(0.05)
        self.addCleanup(client.close)
        client.settimeout(PATIENCE)
        return activated, client

    def serves(self, client):
        body = json.dumps({"text": NOTE}).encode()
        head = f"POST /redact HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        client.sendall(head.encode() + body)
        with client.makefile("rb") as file:
            answer = Answer(file)
        self.assertEqual((answer.status, answer.json()["status"]), (200, "ok"))

    def test_sockets_of_systemd(self):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = str(free.getsockname()[1])
        for where, family, told in ((str(self.path), socket.AF_UNIX, "a Unix socket"), (port, socket.AF_INET, f"[::]:{port}")):
            with self.subTest(told):
                options = ["--token-file", self.token, "--trusted-proxy", "127.0.0.0/8"] if family == socket.AF_INET else ["--host", "9.9.9.9"]
                activated, client = self.started(where, family, *options)
                if family == socket.AF_INET:  # the address of the socket is what counts: it needs a token
                    client.sendall(b"GET /version HTTP/1.1\r\nHost: localhost\r\n\r\n")
                    with client.makefile("rb") as file:
                        self.assertEqual(Answer(file).status, 401)
                else:
                    self.serves(client)
                client.close()
                activated.terminate()
                out, _ = activated.communicate(timeout=PATIENCE)
                self.assertEqual((activated.returncode, out), (0, f"redact-server: listening on {told}\n"))

    def test_an_address_beyond_loopback_needs_a_token(self):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = str(free.getsockname()[1])
        activated, _ = self.started(port, socket.AF_INET)
        _, err = activated.communicate(timeout=PATIENCE)
        self.assertEqual(activated.returncode, 1)
        self.assertIn("an address beyond loopback needs --token-file", err)

    def run_handed(self, file, *options, pid="$$", n="1"):
        command = f'export LISTEN_PID="{pid}" LISTEN_FDS="{n}"; exec "$@" 3<&0 0</dev/null'
        return subprocess.run(["sh", "-c", command, "sh", SERVER, "-m", server_case.MODEL, *options],
                              stdin=file, capture_output=True, text=True, timeout=PATIENCE)

    def test_what_is_handed_over_is_one_listening_socket(self):
        why = "LISTEN_FDS: what was handed over is not one listening stream socket"
        with socket.socket() as idle, socket.socket(type=socket.SOCK_DGRAM) as datagrams, open(self.token) as file, socket.create_server(("127.0.0.1", 0)) as good:
            datagrams.bind(("127.0.0.1", 0))
            for descriptor, n in ((idle, "1"), (datagrams, "1"), (file, "1"), (good, "2"), (good, "0"), (good, "x"), (good, "-1"), (good, "99999999999")):
                done = self.run_handed(descriptor, n=n)
                self.assertEqual(done.returncode, 1)
                self.assertIn(why, done.stderr)

    def test_a_socket_for_another_process_is_left_alone(self):
        for pid in ("1", "", "-1", "$$x", "0"):
            with socket.create_server(("127.0.0.1", 0)) as good:
                done = self.run_handed(good, "--unix-socket", str(self.dir / ("x" * 108)), pid=pid)
                self.assertIn("--unix-socket: the path is too long", done.stderr, pid)


@unittest.skipUnless(HAS_NETWORK, "the system gives no network with addresses of its own")
class Proxies(Folder):
    def setUp(self):
        super().setUp()
        self.bearer = {"Authorization": "Bearer " + TOKEN, "Host": "localhost"}

    def get(self, server, source=None, path="/version", **fields):
        connection, file = server.connect(source=source)
        with connection, file:
            connection.sendall(server.head("GET", path, fields={**self.bearer, **{name.replace("_", "-"): value for name, value in fields.items()}}))
            return Answer(file)

    def test_tls_is_lifted_for_them_alone_and_the_token_for_nobody(self):
        for host, trusted, other, ranges in (("0.0.0.0", TRUSTED, OTHER, ["10.1.0.0/16"]), ("::", TRUSTED_6, OTHER_6, ["fd00::/8"]),
                                             ("::", TRUSTED, OTHER, ["fd00::/8", "10.1.2.3"])):
            with self.subTest(host=host, trusted=trusted):
                options = [each for one in ranges for each in ("--trusted-proxy", one)]
                server = self.start("--token-file", self.token, *options, host=host)
                server.host = trusted
                self.assertEqual(self.get(server, trusted).status, 200)
                self.assertEqual(self.get(server, trusted, Authorization=None).status, 401)
                answer = self.get(server, other)
                self.assertEqual((answer.status, answer.json()["error"]), (403, "only trusted proxies need no TLS"))
                self.assertEqual(self.get(server, other, X_Forwarded_For=trusted, Forwarded="for=" + trusted).status, 403)
                server.host = "127.0.0.1" if host == "0.0.0.0" else "::1"
                self.assertEqual(self.get(server).status, 200)  # this machine needs none
                self.assertEqual(server.stop(), 0)

    def test_what_does_not_lift_it(self):
        address = ("--host", "0.0.0.0", "--port", "0")
        self.assertIn("needs --token-file", self.refused(*address, "--trusted-proxy", "10.1.0.0/16"))
        self.assertIn("needs --token-file", self.refused(*address, "--token-file", self.token, "--trusted-proxy", "unix"))
        for wrong in ("10.1.2.3/16", "fd00::1/8", "10.1.0.0/33", "proxy.example"):
            self.assertIn("--trusted-proxy: is no range", self.refused(*address, "--token-file", self.token, "--trusted-proxy", wrong))

    def test_the_log_has_the_client_that_a_proxy_names(self):
        server = self.start("--json-log", "--token-file", self.token, "--trusted-proxy", "10.1.0.0/16", "--trusted-proxy", "fd00::/8", host="::")
        server.host = TRUSTED
        self.get(server, TRUSTED, X_Forwarded_For="1.1.1.1, 192.0.2.7")
        self.get(server, TRUSTED, Forwarded='for="[2001:db8::9]:80";proto=https')
        self.get(server, TRUSTED, X_Forwarded_For="Mrs Ellison")
        self.get(server, TRUSTED)
        server.host = "127.0.0.1"
        self.get(server, X_Forwarded_For="192.0.2.7")  # of nobody whom the operator trusts
        self.assertEqual(server.stop(), 0)
        lines = [json.loads(line) for line in server.logged().splitlines()]
        self.assertEqual([line.get("client") for line in lines], ["192.0.2.7", "2001:db8::9", None, None, None])
        self.assertNotIn("Ellison", server.logged())

    def test_a_proxy_on_a_unix_socket(self):
        for options, logged in (((), None), (("--trusted-proxy", "unix"), "192.0.2.7")):
            server = self.start("--json-log", *options, path=self.path)
            self.get(server, X_Forwarded_For="192.0.2.7")
            # There the TLS of browsers ends, so that the origin of the review page is https.
            self.assertEqual(self.get(server, Origin="https://localhost").status, 200 if logged else 403)
            self.assertEqual(self.get(server, Origin="http://localhost").status, 403 if logged else 200)
            self.assertEqual(server.stop(), 0)
            self.assertEqual(json.loads(server.logged().splitlines()[0]).get("client"), logged)


@unittest.skipUnless(HAS_NETWORK and shutil.which("nginx"), "there is no nginx, or no network of its own")
class BehindNginx(Folder):
    """With the options of packaging/compose.yaml and with packaging/nginx.conf, in which nginx ends TLS."""

    def test_a_browser_is_served_and_its_address_logged(self):
        options = json.loads(re.search(r"command: (\[.*\])", (server_case.SOURCE / "packaging/compose.yaml").read_text())[1])
        places = {"/run/token": str(self.token), "/run/redact": str(self.dir), "${REDACT_NAME:-localhost}": "localhost"}

        def placed(text):
            for place, here in places.items():
                text = text.replace(place, here)
            return text

        server = self.start("--json-log", *map(placed, options), under=("env",))
        proxy = placed((server_case.SOURCE / "packaging/nginx.conf").read_text())
        (self.dir / "nginx.conf").write_text(re.sub(r"^(user|pid) .*\n", "", proxy, flags=re.M))
        authority, _ = certificate(self.dir, "tls")
        nginx = subprocess.Popen(["nginx", "-p", self.dir, "-c", self.dir / "nginx.conf", "-e", "stderr", "-g", f"daemon off; master_process off; pid {self.dir}/pid;"])
        self.addCleanup(lambda: (nginx.terminate(), nginx.wait()))
        context = ssl.create_default_context(cafile=authority)
        context.check_hostname = False

        def ask(origin):
            end = time.monotonic() + PATIENCE
            while True:
                connection = http.client.HTTPSConnection(TRUSTED, 8443, context=context, source_address=(OTHER, 0))
                self.addCleanup(connection.close)
                headers = {"Host": "localhost:8443", "Origin": origin, "Authorization": "Bearer " + TOKEN, "Forwarded": "for=1.1.1.1", "X-Forwarded-For": "1.1.1.1"}
                try:
                    connection.request("GET", "/version", headers=headers)
                    break
                except ConnectionRefusedError:
                    self.assertIsNone(nginx.poll())
                    self.assertLess(time.monotonic(), end)
                    time.sleep(0.05)
            with connection.getresponse() as answer:
                return answer.status

        self.assertEqual(ask("https://localhost:8443"), 200)
        self.assertEqual(ask("http://localhost:8443"), 403)
        self.assertEqual(ask("https://evil.example"), 403)
        self.assertEqual(server.stop(), 0)
        self.assertEqual({json.loads(line)["client"] for line in server.logged().splitlines()}, {OTHER})


if __name__ == "__main__":
    server_case.main()

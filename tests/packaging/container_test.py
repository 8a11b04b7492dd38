#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The image of redact-server as packaging/compose.yaml runs it, without a daemon: its root, read-only, under bwrap as its
user, behind nginx with packaging/nginx.conf, in a network of their own. Ends with 77, which ctest takes for skipped, where
tools/release or a program is missing. Usage: container_test.py SOURCE_DIR FOLDER"""

import http.client
import json
import os
import pathlib
import shutil
import ssl
import subprocess
import sys
import tarfile
import tempfile
import time
import unittest

SOURCE, FOLDER = (pathlib.Path(each).resolve() for each in sys.argv[1:3])
NEEDED = ("bwrap", "docker-compose", "ip", "nginx", "openssl", "unshare")
TOKEN = "0123456789abcdef0123456789abcdef"


def run(*command, **more):
    return subprocess.run(list(map(str, command)), check=True, capture_output=True, text=True, **more).stdout


class Container(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        import yaml  # docker-compose is written in Python and brings it

        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.dir = pathlib.Path(folder.name)
        cls.dir.chmod(0o755)
        image = cls.dir / "image"
        with tarfile.open(next(FOLDER.glob("redact-server-image_*.tar.xz"))) as archive:
            archive.extractall(image)
        (manifest,) = json.loads((image / "manifest.json").read_text())
        cls.settings = json.loads((image / manifest["Config"]).read_text())["config"]
        cls.root = cls.dir / "root"
        for layer in manifest["Layers"]:
            run("tar", "-xf", image / layer, f"--one-top-level={cls.root}")
        composed = run("docker-compose", "-f", SOURCE / "packaging/compose.yaml", "config")
        cls.services = yaml.safe_load(composed)["services"]
        if cls.services["redact"]["image"] not in manifest["RepoTags"][0]:
            raise AssertionError(manifest)
        run("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "1", "-subj", "/CN=localhost",
            "-addext", "subjectAltName=DNS:localhost", "-out", cls.dir / "tls.pem", "-keyout", cls.dir / "tls.key")  # fmt: skip
        cls.token = cls.dir / "token"
        cls.token.write_text(TOKEN)
        cls.token.chmod(0o400)
        os.chown(cls.token, *map(int, cls.settings["User"].split(":")))
        cls.sockets = cls.dir / "sockets"  # the volume of both containers
        cls.sockets.mkdir(mode=0o750)
        os.chown(cls.sockets, *map(int, cls.settings["User"].split(":")))
        text = (SOURCE / "packaging/nginx.conf").read_text().replace("/run/redact", str(cls.sockets))
        (cls.dir / "nginx.conf").write_text(text.replace("user nginx ", "user www-data "))  # Debian's name of that user

        server = cls.run_in_background(*cls.within(*cls.settings["Entrypoint"], *cls.services["redact"]["command"]))
        cls.run_in_background("nginx", "-c", cls.dir / "nginx.conf", "-g", "daemon off;", "-e", "stderr")
        end = time.monotonic() + 60
        while cls.probe() != 0:
            if time.monotonic() > end or server.poll() is not None:
                raise AssertionError("the server is not ready")
            time.sleep(0.2)

    @classmethod
    def within(cls, *command):
        """A command in the root of the image, as its user and without rights, with what compose.yaml mounts."""
        user, group = cls.settings["User"].split(":")
        return ["setpriv", "--reuid", user, "--regid", group, "--clear-groups", "bwrap", "--ro-bind", cls.root, "/", "--proc", "/proc", "--dev", "/dev",
                "--tmpfs", "/run", "--ro-bind", cls.token, "/run/token", "--bind", cls.sockets, "/run/redact", "--unshare-net", "--unshare-ipc", "--cap-drop", "ALL", "--die-with-parent", "--", *command]  # fmt: skip

    @classmethod
    def run_in_background(cls, *command):
        process = subprocess.Popen(list(map(str, command)), stdout=subprocess.DEVNULL)
        cls.addClassCleanup(lambda: (process.terminate(), process.wait(30)))
        return process

    @classmethod
    def probe(cls):
        kind, *command = cls.services["redact"]["healthcheck"]["test"]
        assert kind == "CMD"
        return subprocess.run(list(map(str, cls.within(*command)))).returncode

    def ask(self, token=TOKEN, host="localhost"):
        context = ssl.create_default_context(cafile=self.dir / "tls.pem")
        connection = http.client.HTTPSConnection("localhost", 8443, context=context)
        self.addCleanup(connection.close)
        headers = {"Content-Type": "application/json", "Authorization": "Bearer " + token, "Host": host}
        connection.request("POST", "/redact", json.dumps({"text": "Mrs Ellison has no fever."}), headers)
        answer = connection.getresponse()
        return answer.status, json.load(answer)

    def test_a_note_is_redacted_through_nginx_under_tls(self):
        status, record = self.ask()
        self.assertEqual((status, record["text"]), (200, "Mrs [PATIENT] has no fever."))
        self.assertEqual(self.ask(token="x" * 32)[0], 401)
        self.assertEqual(self.ask(host="elsewhere")[0], 421)

    def test_the_image_holds_no_other_program_and_runs_without_rights(self):
        self.assertEqual([path.name for path in (self.root / "usr/bin").iterdir()], ["redact-server"])
        programs = [path for path in self.root.rglob("*") if path.name in ("sh", "bash", "dash", "busybox", "perl", "python3", "dpkg", "apt")]
        self.assertEqual([path for path in programs if path.is_file()], [])
        self.assertEqual(self.settings["User"], "65534:65534")
        redact = self.services["redact"]
        self.assertTrue(redact["read_only"])
        self.assertEqual((redact["cap_drop"], redact["security_opt"]), (["ALL"], ["no-new-privileges:true"]))
        self.assertEqual(redact["network_mode"], "none")
        self.assertEqual({each.split(":")[1] for each in redact["volumes"]}, {"/run/redact", "/run/token"})

    def test_the_image_names_its_packages_and_their_licences(self):
        packages = {path.name for path in (self.root / "var/lib/dpkg/status.d").iterdir()}
        self.assertGreater(packages, {"libredact1", "redact-server", "libc6", "libssl3", "libre2-9"})
        for name in packages:
            self.assertTrue((self.root / "usr/share/doc" / name / "copyright").exists(), name)


if __name__ == "__main__":
    if not (FOLDER / "COMMIT").exists() or os.getuid() != 0 or not all(map(shutil.which, NEEDED)):
        print("this needs what tools/release makes, root, and", *NEEDED)
        sys.exit(77)
    if "in_own_network" not in os.environ:
        os.environ["in_own_network"] = "1"
        os.execvp("unshare", ["unshare", "--net", "sh", "-c", 'ip link set lo up && exec "$@"', "sh", sys.executable, *sys.argv])
    unittest.main(argv=sys.argv[:1])

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Documents that arrive one by one, and results that are written as soon as they are ready. Usage: cli_streams_test.py
REDACT SOURCE_DIR MODEL"""

import json
import os
import pathlib
import select
import subprocess
import threading
import unittest

from cli_case import NOTE, CommandLine, command, main, messages, run

MARKUP = "MSH|^^^^|Margaret Ellison"  # HL7 v2 with delimiters that are not distinct: withheld


class Streams(CommandLine):
    def converse(self, options, head, pieces):
        """Starts the program, writes `head`, then each piece, and waits for its output before it writes the next."""
        answers = []
        with subprocess.Popen(command(*options), stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0) as redact:
            redact.stdin.write(head)
            for piece in pieces:
                redact.stdin.write(piece)
                ready = select.select([redact.stdout], [], [], 60)[0]
                answers.append(redact.stdout.read(1 << 16) if ready else b"nothing came")
            redact.stdin.close()
            answers.append(redact.stdout.read())
        self.assertEqual(redact.returncode, 0)
        return answers

    def test_each_line_is_answered_before_the_next_one_comes(self):
        lines = [json.dumps({"id": i, "text": NOTE}).encode() + b"\n" for i in range(3)]
        key = str(self.write("key", bytes(range(32))))
        for more in ([], ["--mapping", str(self.dir / "map"), "--key-file", key]):
            answers = self.converse(["--text-field", "text", *more], b"", lines)
            self.assertEqual([json.loads(a)["id"] for a in answers[:3]], ["0", "1", "2"])
            self.assertEqual(answers[3], b"")

    def test_each_row_is_answered_before_the_next_one_comes(self):
        rows = [b'1,"Mrs Ellison\n', b'came.",x\n', b"2,No fever.,y\n"]
        answers = self.converse(["--text-column", "note"], b"id,note,by\n", [rows[0] + rows[1], rows[2]])
        self.assertEqual(answers, [b'id,note,by\n1,"Mrs [PATIENT]\ncame.",x\n', b"2,No fever.,y\n", b""])

    def test_pipes_are_read_as_standard_input_is(self):
        line = json.dumps({"id": 1, "text": NOTE})
        for options, content in (("", NOTE), ("--text-field text", line + "\n"), ("--text-column note", "id,note\n1,Mrs Ellison\n")):
            with self.subTest(options):
                source = self.write("content", content)
                by_pipe = subprocess.run(["bash", "-c", " ".join([*command(*options.split()), f"<(cat {source})"])], capture_output=True)
                self.assertEqual((by_pipe.returncode, by_pipe.stderr), (0, b""))
                self.assertEqual(by_pipe.stdout, run(*options.split(), stdin=content.encode())[1])
                self.assertIn(b"[PATIENT]", by_pipe.stdout)

    def test_a_dash_is_standard_output(self):
        self.assertEqual(run("-o", "-", stdin=NOTE.encode()), run(stdin=NOTE.encode()))
        self.assertFalse(pathlib.Path("-").exists())

    def test_a_named_pipe_is_waited_for(self):
        pipe = self.dir / "notes"
        os.mkfifo(pipe)
        writer = threading.Timer(0.5, lambda: pipe.write_text(NOTE))
        writer.start()
        self.assertEqual(run(pipe), run(stdin=NOTE.encode()))
        writer.join()
        os.mkfifo(self.dir / "notes.d")
        folder = self.dir / "in"
        folder.mkdir()
        os.mkfifo(folder / "pipe")  # a pipe found in a folder is not a named input
        self.expect_refused(3, ["regular file"], folder)

    def peak_memory(self, n):
        """The peak memory for n lines behind a long note, in KiB, after all are answered. While the note is redacted, the
        lines behind it fill the memory for documents in hand."""
        first = json.dumps({"id": 1, "text": NOTE * 2000}).encode() + b"\n"
        line = json.dumps({"id": 7, "text": MARKUP * 10}).encode() + b"\n"
        with subprocess.Popen(command("--text-field", "text"), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as redact:

            def write():
                redact.stdin.write(first)
                for _ in range(n // 100):
                    redact.stdin.write(line * 100)
                redact.stdin.flush()

            writer = threading.Thread(target=write)
            writer.start()
            for _ in range(n + 1):
                redact.stdout.readline()
            writer.join()
            status = pathlib.Path(f"/proc/{redact.pid}/status").read_text()
            redact.stdin.close()
            self.assertEqual(redact.stdout.read(), b"")
        return int(status.partition("VmHWM:")[2].split()[0])

    @unittest.skipIf("REDACT_SANITIZED" in os.environ, "a sanitizer keeps freed memory")
    def test_memory_does_not_grow_with_the_number_of_lines(self):
        few, many = self.peak_memory(10_000), self.peak_memory(200_000)
        self.assertLess(many, 1.2 * few)  # 100 bytes a line would be seen; malloc alone varies by 10 %

    def test_a_pipe_whose_table_breaks_off_leaves_no_file(self):
        table = b"id,note\n1,Mrs Ellison\n2,a,b\n3,No fever.\n"
        self.expect_refused(3, ["row 2"], "--text-column", "note", stdin=table)
        self.expect_refused(3, ["row 2"], "--text-column", "note", "--format", "jsonl", stdin=table)
        code, out, err = run("--text-column", "note", stdin=table[:-12])  # output to a pipe cannot be taken back
        self.assertEqual((code, out), (3, b"id,note\n1,Mrs [PATIENT]\n"))
        self.assertIn("row 2", err)

    def test_a_table_that_breaks_off_gives_no_record_beside_those_of_others(self):
        whole = self.write("a.csv", "id,note\n1,No fever.\n")
        os.mkfifo(self.dir / "b.csv")
        writer = threading.Timer(0.2, lambda: (self.dir / "b.csv").write_text("id,note\n2,Seen.\n3\n"))
        writer.start()
        report = self.dir / "report"
        code, out, err = run("--text-column", "note", "--format", "jsonl", whole, self.dir / "b.csv", "-o", self.out, "--report", report)
        writer.join()
        self.assertEqual((code, out), (3, b""), err)
        self.assertEqual([json.loads(line)["id"] for line in self.out.read_text().splitlines()], ["1"])
        self.assertEqual(json.loads(report.read_text())["documents"], {"redacted": 1, "review": 0, "withheld": 1})

    def test_withheld_documents_leave_a_failed_record_and_an_empty_field(self):  # P3
        lines = [{"id": "a", "text": NOTE}, {"id": "b", "text": MARKUP}, {"id": "c", "text": "No fever."}]
        code, out, err = run("--text-field", "text", stdin="".join(json.dumps(line) + "\n" for line in lines).encode())
        first, failed, last = map(json.loads, out.splitlines())
        self.assertEqual((code, first["id"], last["text"]), (3, "a", "No fever."))
        self.assertEqual({**failed, "model": "", "policy": ""}, {"id": "b", "status": "failed", "model": "", "policy": ""})
        self.assertEqual(len(messages(err)), 1, err)
        self.assertIn("withheld", err)
        table = f'id,note,by\n1,"{MARKUP}",x\n2,{MARKUP},y\n3,No fever.,z\n'
        code, out, err = run("--text-column", "note", stdin=table.encode())
        self.assertEqual((code, out), (3, b"id,note,by\n1,,x\n2,,y\n3,No fever.,z\n"))
        self.assertIn("row 2 withheld", err)
        for told in (out, err.encode()):
            self.assertNotIn(b"Margaret", told)


if __name__ == "__main__":
    main()

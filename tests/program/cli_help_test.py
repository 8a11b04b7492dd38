#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The help of the program, and what it says on a terminal. Usage: cli_help_test.py REDACT SOURCE_DIR MODEL"""

import fcntl
import os
import pty
import re
import struct
import subprocess
import termios

from cli_case import CommandLine, command, main, run


def help_at(columns, option="--help"):
    code, out, err = run(option, env={**os.environ, "COLUMNS": str(columns)})
    assert (code, err) == (0, ""), err
    return out.decode()


def on_terminal(*args, typed, columns=80):
    """Runs the program with a terminal of that width as standard input and output; returns the exit code, what the
    terminal shows and standard error."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    environment = {name: value for name, value in os.environ.items() if name != "COLUMNS"}
    with subprocess.Popen(command(*args), stdin=theirs, stdout=theirs, stderr=subprocess.PIPE, env=environment) as process:
        os.close(theirs)
        os.write(ours, typed)
        shown = b""
        while True:
            try:
                shown += os.read(ours, 65536)
            except OSError:  # the program has ended
                break
        err = process.stderr.read().decode()
    os.close(ours)
    return process.returncode, shown.decode().replace("\r\n", "\n"), err


class Help(CommandLine):
    def test_help_fits_the_terminal(self):
        for columns in (40, 60, 80, 140):
            for option in ("--help", "--help-all"):
                lines = help_at(columns, option).split("\n")
                longest = max(lines, key=len)
                self.assertLessEqual(len(longest), max(columns, 53), longest)  # one word: a path
                self.assertEqual([line for line in lines if line != line.rstrip()], [])
        self.assertGreater(max(map(len, help_at(140, "--help-all").split("\n"))), 100)
        self.assertEqual(on_terminal("--help", typed=b"", columns=60)[1], help_at(60))

    def test_help_is_a_screen_and_help_all_lists_every_option(self):
        short, long = help_at(80), help_at(80, "--help-all")
        self.assertLessEqual(short.count("\n"), 32)
        options = set(re.findall(r"^  (?:-\w, )?(--[a-z-]+)", long, re.MULTILINE))
        self.assertGreater(len(options), 35)
        self.assertLess(set(re.findall(r"^  (?:-\w, )?(--[a-z-]+)", short, re.MULTILINE)), options)
        for option in ("--output", "--policy", "--model", "--help-all"):
            self.assertIn(option, short)

    def test_a_terminal_is_told_that_text_is_awaited(self):
        code, shown, err = on_terminal(typed=b"Mrs Ellison slept.\n\x04")
        self.assertEqual((code, err), (0, "redact: reading text from the terminal until Ctrl-D; redact --help lists the options\n"))
        self.assertTrue(shown.endswith("Mrs [PATIENT] slept.\n"), shown)
        self.assertEqual(on_terminal("--quiet", typed=b"Mrs Ellison slept.\n\x04")[2], "")
        self.assertEqual(run(stdin=b"Mrs Ellison slept.\n")[2], "")


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs Presidio's published end-to-end tests against redact-server, with their comparison and with a strict one, and
compares what passes with the record in bench/results/server.md. Presidio's comparison ignores what it finds inside
lists; the strict one compares everything but the order of lists. Skips where the tests are absent.

Arguments: as in server_case.py. With --print at their end it prints the lines of the record instead."""

import http.client
import importlib
import json
import re
import sys
import types
import unittest
import urllib.parse

PRINTS = sys.argv[-1] == "--print" and sys.argv.pop() is not None

import server_case
from server_case import PATIENCE, PATIENT, SANITIZED, SOURCE, Running

TESTS = SOURCE.parent / "shared/presidio/e2e-tests"
MODULES = ("test_api_analyzer", "test_api_anonymizer", "test_api_e2e_integration_flows")


def stand_in(name, **members):
    sys.modules[name] = types.SimpleNamespace(**members)


def ask(method, url, headers, data=None):
    """The part of the package `requests` that the tests need."""
    parts = urllib.parse.urlsplit(url)
    connection = http.client.HTTPConnection(parts.netloc, timeout=PATIENCE if SANITIZED else 60)
    connection.request(method, parts.path + ("?" + parts.query if parts.query else ""), data, headers)
    answer = connection.getresponse()
    result = types.SimpleNamespace(status_code=answer.status, content=answer.read())
    connection.close()
    return result


def in_order(value):
    if isinstance(value, dict):
        return {name: in_order(each) for name, each in value.items()}
    if isinstance(value, list):
        return sorted(map(in_order, value), key=lambda each: json.dumps(each, sort_keys=True))
    return value


def is_equal(expected, actual, ignore_keys=None):
    assert not ignore_keys
    return in_order(json.loads(expected)) == in_order(json.loads(actual))


def outcomes(port):
    """Each test with whether it passes by their comparison and by the strict one."""
    identity = types.SimpleNamespace(api=lambda test: test, integration=lambda test: test)
    stand_in("pytest", mark=identity)
    stand_in("requests", post=lambda url, data, headers: ask("POST", url, headers, data),
             get=lambda url, headers: ask("GET", url, headers))
    sys.path.insert(0, str(TESTS))
    methods = importlib.import_module("common.methods")
    methods.ANALYZER_BASE_URL = methods.ANONYMIZER_BASE_URL = f"http://127.0.0.1:{port}"
    found = {}
    for name in MODULES:
        module = importlib.import_module("tests." + name)
        theirs = module.equal_json_strings
        for test in [each for each in vars(module) if each.startswith("test_")]:
            passes = []
            for compare in (theirs, is_equal):
                module.equal_json_strings = compare
                try:
                    getattr(module, test)()
                    passes.append(True)
                except AssertionError:
                    passes.append(False)
            found[test] = tuple(passes)
    return found


def recorded():
    """The counts and the tests that do not pass, of the record."""
    text = (SOURCE / "bench/results/server.md").read_text()
    counts = re.search(r"(\d+) of (\d+) pass with Presidio's own comparison, (\d+) with a strict one", text)
    missed = {name: (theirs == "yes", False) for name, theirs in
              re.findall(r"^\| `(test_\w+)` \| (yes|no) \| \S.* \|$", text, re.M)}
    return tuple(map(int, counts.groups())), missed


@unittest.skipUnless(TESTS.is_dir(), "Presidio's tests are not here")
class Presidio(unittest.TestCase):
    def test_what_is_recorded(self):
        server = Running(*PATIENT, model=None)
        self.addCleanup(server.stop)
        found = outcomes(server.port)
        counts = (sum(theirs for theirs, _ in found.values()), len(found), sum(strict for _, strict in found.values()))
        missed = {test: passes for test, passes in found.items() if not all(passes)}
        if PRINTS:
            print(counts)
            for test, (theirs, _) in missed.items():
                print(f"| `{test}` | {'yes' if theirs else 'no'} |  |")
            return
        expected, expected_missed = recorded()
        self.assertEqual(missed, expected_missed)
        self.assertEqual(counts, expected)


if __name__ == "__main__":
    server_case.main()

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Each setting of redactor/settings/settings.def is offered by every front end, and decides whether a run equals another.
Usage: settings_test.py REDACT SOURCE_DIR MODEL REDACT_SERVER"""

import ast
import hashlib
import json
import re
import subprocess
import sys
from typing import NamedTuple

from cli_case import NOTE, REDACT, SOURCE, CommandLine, main, result_of, run

SERVER = sys.argv[4]
# The names in the setup of a run with all settings but those of instruct models, as earlier versions have written them.
SETUP = ["version", "model", "model_sha256", "--device", "--bias", "--recall", "policy", "policy_sha256", "present year",
         "--no-rules", "--rules", "--fhir-rules", "--deny", "--allow", "--hints", "--known", "--known-fhir", "--corrections",
         "--key-file", "--include-evidence", "--explain", "--keep-ids", "--text-field", "--id-field"]
FILES = {
    "--rules": "rules:\n  - label: ID\n    pattern: '\\bRX-\\d{2}\\b'\n    catches: [\"RX-44\"]\n",
    "--deny": "OTHER\tProject Heron\n",
    "--allow": "Parkinson\n",
    "--fhir-rules": '{"fhirVersion": "R4", "fhirPathRules": [{"path": "Patient.name", "method": "redact"}]}',
    "--hints": "surname\tZorblax\n",
    "--known": '{"id": "a", "PATIENT": "Ellison"}\n',
    "--known-fhir": '{"resourceType": "Patient", "id": "7", "name": [{"family": "Zorblax"}]}\n',
    "--corrections": '{"id": "a", "text": "Ana", "spans": []}\n',
}


class Setting(NamedTuple):
    option: str
    kind: str
    in_journal: str
    is_served: bool
    is_list: bool  # a file of Settings


def settings():
    """Each setting by its name."""
    text = (SOURCE / "redactor/settings/settings.def").read_text()
    row = re.compile(r'^REDACT_(FILE|VALUE)\((\w+), "(--[a-z-]+)",(?: (k\w+),)?? (k\w+), (true|false)', re.MULTILINE)
    return {name: Setting(option, kind or "kFile", in_journal, served == "true", of == "FILE") for of, name, option, kind, in_journal, served in row.findall(text)}


class Settings(CommandLine):
    def test_the_table_is_read_whole(self):
        text = (SOURCE / "redactor/settings/settings.def").read_text()
        self.assertEqual(len(settings()), len(re.findall(r"^REDACT_\w+\(", text, re.MULTILINE)))
        self.assertEqual(set(FILES), {each.option for each in settings().values() if each.is_list})

    def test_the_program_has_each(self):
        listed = re.findall(r"(?m)^  (?:-\w, )?(--[a-z-]+)", run("--help-all")[1].decode())
        self.assertEqual({each.option for each in settings().values()} - set(listed), set())

    def test_the_c_interface_has_each_and_no_other(self):
        header = (SOURCE / "include/redact/redact.h").read_text()
        body = re.sub(r"/\*.*?\*/", "", header.split("typedef struct redact_config_options {")[1].split("}")[0], flags=re.S)
        fields = {name: type.strip() for type, name in re.findall(r"([\w ]+[ *])(\w+);", body)}
        self.assertEqual(fields.pop("policy_file"), "redact_file")  # where `policy` is none by name
        types = {"kText": "const char *", "kNumber": "const float *", "kFlag": "int", "kFile": "redact_file", "kKey": "redact_file"}
        ours = {name: types[each.kind] for name, each in settings().items()}
        self.assertEqual({name: type for name, type in fields.items() if name not in ("size", "log", "log_user")}, ours)

    def test_python_has_each_and_no_other(self):
        tree = ast.parse((SOURCE / "python/redact/redactor.py").read_text())
        of_redactor = next(node for node in tree.body if isinstance(node, ast.ClassDef) and node.name == "Redactor")
        made = next(node for node in of_redactor.body if getattr(node, "name", "") == "__init__")
        keywords = {each.arg for each in made.args.args + made.args.kwonlyargs} - {"self", "model"}
        # Explanations are part of records, which Python does not make.
        names = {"builtin_rules" if name == "no_builtin_rules" else name for name in settings()} - {"explain"}
        self.assertEqual(keywords, names)

    def test_the_server_has_those_that_are_marked_so(self):
        listed = subprocess.run([SERVER, "--help"], capture_output=True, text=True, check=True).stdout
        options = set(re.findall(r"(?m)^ *(?:-\w,)?(--[a-z-]+)", listed))
        fields = (SOURCE / "server/redact_body.cc").read_text().split("kFields = {")[1].split("};")[0]
        has = {name for name, each in settings().items() if each.option in options or f'"{name}"' in fields}
        self.assertEqual(has, {name for name, each in settings().items() if each.is_served})

    def test_the_setup_of_a_run_holds_each_under_its_name_of_ever(self):
        """Else no run could go on with a journal of an earlier version."""
        note, key = self.write("note.txt", NOTE), self.write("key", bytes(range(32)))
        files = [part for option, content in FILES.items() for part in (option, self.write(option[2:], content))]
        code, _, err = result_of([REDACT, "--no-rules", "--keep-ids", "--explain", "--include-evidence", "--recall", "high", "--key-file", key,
                                  "--quiet", *files, "--report", self.dir / "report.json", "-o", self.out, note])
        self.assertEqual(code, 0, err)
        setup = json.loads((self.dir / "report.json").read_text())["settings"]
        self.assertEqual(list(setup), SETUP)
        of_instruct_models = {"--task", "--lang", "--template", "--prompt", "--shots"}
        for each in settings().values():
            if each.in_journal != "kOtherwise" and each.option not in of_instruct_models:
                self.assertEqual(each.option in setup, each.in_journal != "kNothing", each.option)
        for option, content in FILES.items():
            names_people = option not in ("--rules", "--fhir-rules")
            self.assertEqual(setup[option], "given" if names_people else hashlib.sha256(content.encode()).hexdigest())

    def test_each_file_that_is_read_cannot_be_a_result(self):
        note = self.write("note.txt", NOTE)
        for option, content in FILES.items():
            path = self.write("list", content)
            code, _, err = run(option, path, note, "-o", path)
            self.assertEqual((code, path.read_text()), (2, content))
            self.assertIn("-o: another file of this run would be overwritten", err)

    def test_errors_of_the_program_name_its_options(self):
        note = self.write("note.txt", NOTE)
        for option in FILES:
            self.expect_refused(1, [f"redact: {option}: "], option, "/nonexistent", note)
        self.expect_refused(1, ["without a key: --key-file"], "--policy", "linked", note)


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Policies and keys through the program. Usage: cli_policies_test.py REDACT SOURCE_DIR MODEL"""

import datetime
import json
import os
import re
import subprocess

from cli_case import NOTE, SOURCE, CommandLine, command, main, run


class Policies(CommandLine):
    def test_a_patient_keeps_one_name_whatever_is_written_of_it_and_in_which_note(self):
        key = self.write("key", bytes(range(32)))
        people = self.write("people.jsonl", "".join(json.dumps({"id": str(i), "PATIENT": name, "DOCTOR": "Ferri Greco"}) + "\n"
                                                    for i, name in enumerate(("Anna Greco", "Greco", "GRECO Anna"))))
        texts = ["Anna Greco was seen by Dr Ferri Greco for a cough.", "Rivista la sig.ra Greco dal dott. Ferri Greco.", "GRECO Anna a été vue par le Dr Ferri Greco."]
        out = {}
        for order in ((0, 1, 2), (2, 0, 1), (1,)):
            notes = self.write("notes.jsonl", "".join(json.dumps({"id": i, "pid": "7", "text": texts[i]}) + "\n" for i in order))
            lines = run(notes, "--policy", "surrogate", "--key-file", key, "--patient-field", "pid", "--known", people)[1].decode()
            for record in map(json.loads, lines.splitlines()):
                self.assertEqual(out.setdefault(str(record["id"]), record["text"]), record["text"])
        first, last = out["0"].split(" was seen by Dr ")[0].split()
        doctor = out["0"].split(" was seen by Dr ")[1].split(" for")[0]
        self.assertEqual(out["1"], f"Rivista la sig.ra {last} dal dott. {doctor}.")
        self.assertEqual(out["2"], f"{last.upper()} {first} a été vue par le Dr {doctor}.")
        self.assertEqual(doctor.split()[1], last)  # who share a surname keep sharing one
        self.assertNotIn("Greco", "".join(out.values()))

    def test_whoever_a_label_calls_a_name_the_patients_name_is_hidden_and_has_one_value(self):
        text = "Re: Margaret Ellison, DOB 14/03/1948. I reviewed Margaret today.\nYours, Dr Owen Pritchard"
        hidden = run("--policy", "patient", stdin=text.encode())[1].decode()
        self.assertEqual(hidden, "Re: ***patient_Name***, DOB ***patient_Date_of_Birth(DOB)*** 1948. I reviewed ***patient_Name*** today.\nYours, Dr Owen Pritchard")
        key = self.write("key", bytes(range(32)))
        keyed = ("--key-file", key, "--patient", "7", "--format", "jsonl")
        linked = json.loads(run("--policy", "linked", *keyed, stdin=text.encode())[1])
        names = [e["replacement"].rstrip("]").split("_")[-1] for e in linked["entities"] if e["entity_type"] in ("PATIENT", "DOCTOR", "NAME")]
        self.assertEqual([n == names[0] for n in names], [True, True, False])
        self.assertEqual(linked["scheme"], 3)
        invented = json.loads(run("--policy", "surrogate", *keyed, stdin=text.encode())[1])["text"]
        first = invented.removeprefix("Re: ").split()[0]
        self.assertIn(f"I reviewed {first} today.", invented)
        self.assertNotIn("scheme", json.loads(run("--format", "jsonl", stdin=text.encode())[1]))

    def test_a_tag_of_the_source_is_nobodys_and_is_counted(self):
        text = "[PATIENT_1] and [PATIENT_3] have no fever, and [DOCTOR] has. Mrs Ellison saw Dr Pritchard.\n"
        record = json.loads(run("--policy", "gdpr", "--format", "jsonl", stdin=text.encode())[1])
        self.assertEqual(record["text"], text.replace("Ellison", "[PATIENT_4]").replace("Pritchard", "[DOCTOR_1]"))
        self.assertEqual(record["tags_in_source"], 3)
        self.assertEqual(json.loads(run("--format", "jsonl", stdin=text.encode())[1])["tags_in_source"], 1)

    def test_a_town_that_is_taken_for_a_state_is_hidden(self):
        text = "She was born in Ohio, lives in Bristol and works in Bath.\n"
        rules = self.write("rules.yaml", "rules:\n  - label: STATE\n    pattern: 'Ohio'\n")
        out = run("--policy", "hipaa-safe-harbor", "--rules", rules, stdin=text.encode())[1].decode()
        self.assertEqual(out, "She was born in Ohio, lives in [CITY] and works in [CITY].\n")

    def test_surrogates_without_a_key_are_of_one_run(self):
        runs = {run("--policy", "surrogate", stdin=NOTE.encode())[1] for _ in range(6)}
        self.assertGreater(len(runs), 3)

    def test_days_of_the_week_agree_with_dates_that_moved(self):
        text = "Seen on Mon 04/11/2024 and on Tuesday, 5 November 2024. Sent 20241106083000. DOB 14/03/1928, age 96. Back on Friday.\n"
        key = self.write("key", bytes(range(32)))
        deny = self.write("terms.yaml", "rules:\n  - label: DATE\n    pattern: '04/11/2024|5 November 2024|14/03/1928'\n")
        for policy in ("linked", "surrogate"):
            out = run("--policy", policy, "--key-file", key, "--patient", "7", "--rules", deny, stdin=text.encode())[1].decode()
            form = r"Seen on (\w+ \d+/\d+/\d+) and on (\w+, \d+ \w+ \d+)\. Sent (\d{14})\. DOB \[DATE\], age (?!96)[^.]+\. Back on (\w+)\."
            found = re.match(form, out)
            self.assertTrue(found, out)
            days = [datetime.datetime.strptime(day, how) for day, how in zip(found.groups()[:3], ("%a %d/%m/%Y", "%A, %d %B %Y", "%Y%m%d%H%M%S"))]
            self.assertEqual([days[0].strftime("%a"), days[1].strftime("%A")], [found[1].split()[0], found[2].split(",")[0]])
            self.assertEqual([(day - days[0]).days for day in days], [0, 1, 2])
            self.assertEqual((days[0] + datetime.timedelta(4)).strftime("%A"), found[4])
            self.assertNotEqual(days[0].date(), datetime.date(2024, 11, 4))

    def test_dates_that_stay_beside_dates_that_move_are_marked(self):
        key = self.write("key", bytes(range(32)))

        def kept(policy, *args):
            code, out, err = run("--policy", policy, "--key-file", key, "--format", "jsonl", *args)
            self.assertEqual(code, 0, err)
            record = json.loads(out)
            if "kept_dates" in record:
                self.assertEqual(record["status"], "review")
            return record.get("kept_dates", 0)

        text = "Seen on 2024-11-04."
        line = self.write("lines.jsonl", json.dumps({"id": "n1", "text": text, "seen": "04 Nov 2024"}) + "\n")
        dated = self.write("dated.jsonl", json.dumps({"id": "MSG20241104001", "text": text}) + "\n")
        table = self.write("table.csv", f"id,seen,note,plan\n1,2024-11-04,{text},rest\n")
        for policy, moves in (("linked", 1), ("surrogate", 1), ("default", 0)):
            self.assertEqual(kept(policy, self.write("visit 2024-11-04.txt", text)), moves)
            self.assertEqual(kept(policy, self.write("visit.txt", text)), 0)
            self.assertEqual(kept(policy, line), 0)
            self.assertEqual(kept(policy, line, "--keep-fields", "seen"), moves)
            self.assertEqual(kept(policy, dated), moves)
            self.assertEqual(kept(policy, table, "--text-column", "note,plan"), moves)

    def test_a_key_that_others_can_read_is_refused(self):
        key = self.write("key", bytes(range(32)))
        key.chmod(0o644)
        self.expect_refused(1, ["--key-file", "chmod 600"], "--policy", "linked", "--key-file", key, stdin=b"x")

    def test_the_configuration_of_openssl_is_not_read(self):
        key, trap = self.write("key", bytes(range(32))), self.dir / "openssl.cnf"
        os.mkfifo(trap)  # a reader would wait for a writer
        done = subprocess.run(command("--policy", "linked", "--key-file", key), input=NOTE.encode(), capture_output=True, timeout=60, env={**os.environ, "OPENSSL_CONF": str(trap)})
        self.assertEqual((done.returncode, b"Margaret" in done.stdout), (0, False))

    def test_days_and_weeks_are_no_high_age(self):
        text = "Neonata di 95 giorni, ricoverata. Paziente di 95 anni.\n"
        for policy in ("gdpr", "hipaa-safe-harbor"):
            self.assertEqual(run("--policy", policy, stdin=text.encode())[1].decode(), text.replace("95 anni", "90+"))

    def test_explain_names_what_hides_nothing_and_the_line_that_left_it_out(self):
        text = "Email ana@x.example or bo@x.example, RX-4471920. Seen by Dr Owen Pritchard, aged 47 years.\n"
        allow = self.write("allow", "# of the ward\nbo@x.example\nRX-4471920\n")
        rules = self.write("rules.yaml", "# ours\nrules:\n  - label: MEDICAL_RECORD\n    pattern: 'RX-\\d+'\n  - label: SEX\n    pattern: 'aged'\n")
        notes = self.write("notes.jsonl", json.dumps({"id": 1, "text": text}) + "\n")
        options = ("--policy", "hipaa-safe-harbor", "--allow", allow, "--rules", rules, "--include-evidence")
        record = json.loads(run(notes, "--explain", *options)[1])
        lost = {text[e["start"]:e["end"]]: e for e in record["explain"] if e["source"] == "rule" or e["left_out_by"] == "operator"}
        shipped = (SOURCE / "redactor/rules/patterns.yaml").read_text().splitlines()
        origin, line = lost["bo@x.example"]["origin"].split(":")
        self.assertEqual((origin, shipped[int(line) - 1].strip()), ("patterns.yaml", "- label: EMAIL"))
        told = {surface: [e.get(k) for k in ("origin", "left_out_by", "inside")] for surface, e in lost.items()}
        self.assertEqual(told["bo@x.example"][1:], ["allow", "--allow:2"])
        self.assertEqual(told["RX-4471920"], ["--rules:3", "allow", "--allow:3"])
        self.assertEqual(told["aged"], ["--rules:5", "policy", None])
        self.assertEqual([w for k, w in told.items() if "47" in k and k != "RX-4471920"], [[None, "operator", None]])
        self.assertNotIn("explain", json.loads(run(notes, *options)[1]))
        # The same on standard error, by place and without a word of the text
        plain = run("--explain", *options, stdin=text.encode())
        self.assertEqual(plain[1], run(*options, stdin=text.encode())[1])
        lines = [line for line in plain[2].splitlines() if "hides nothing" in line]
        self.assertEqual(len(lines), len(record["explain"]))
        at = text.index("RX-")
        self.assertIn(f"redact: document bytes {at} to {at + 10}: MEDICAL_RECORD (rule, --rules:3) hides nothing: it lies inside an allowed term, --allow:3", lines)
        for word in ("RX-", "aged", "x.example", "47 "):
            self.assertNotIn(word, plain[2])

    def test_no_part_of_a_denied_term_stays(self):
        deny = self.write("deny", "OTHER\t76\nOTHER\t2024\nDATE\t14/03/1948\nZIP\t90210\n")
        text = "Donna di anni 76, vista il 2024-03-12, nata il 14/03/1948, ZIP 90210.\n"
        key = self.write("key", bytes(range(32)))
        for policy in ("default", "gdpr", "hipaa-safe-harbor", "patient", "linked", "surrogate"):
            out = run("--policy", policy, "--key-file", key, "--deny", deny, stdin=text.encode())[1].decode()
            for hidden in ("76", "2024", "14/03", "902"):
                self.assertNotIn(hidden, out, policy)
            if policy != "surrogate":
                self.assertNotIn("1948", out, policy)

    def test_a_known_date_of_birth_is_hidden_in_any_form(self):
        known = self.write("known", '{"id": "stdin", "DATE": "1948-03-14"}\n')
        for form in ("14/03/1948", "1948-03-14", "14 March 1948", "14. März 1948", "14.3.48", "14031948", "1948-03-14T07:31"):
            for policy in ("default", "gdpr", "hipaa-safe-harbor", "patient", "meddocan", "italian-clinical"):
                out = run("--policy", policy, "--known", known, stdin=f"Visto {form} oggi.\n".encode())[1].decode()
                self.assertRegex(out, r"^Visto [^0-9]*(:31)? oggi\.$", policy)

    def test_patient_hides_the_patient_alone_and_keeps_years_and_ages(self):
        text = (SOURCE / "tools/samples/en.txt").read_text()
        code, out, _ = run("--policy", "patient", stdin=text.encode())
        out = out.decode()
        self.assertEqual(code, 0)
        for kept in ("Dr Owen Pritchard", "St Brannock's Hospital", "a 76 year old", "02/11/2024", "Date_of_Birth(DOB)*** 1948"):
            self.assertIn(kept, out)
        for hidden in ("Ellison", "14/03", "RX4471920", "Larkfield", "0117", "BS6"):
            self.assertNotIn(hidden, out)

    def test_dismed_writes_other_values_of_six_kinds_and_keeps_headers(self):
        text = "TÉCNICA: RM cerebral de Margarita Ruiz Ortega, NHC 4470912, Elche, 14/03/2021.\nCONCLUSIÓN: normal.\n"
        code, out, _ = run("--policy", "dismed", "--rules", SOURCE / "tools/samples/headers.es.yaml", stdin=text.encode())
        out = out.decode()
        self.assertEqual(code, 0)
        self.assertRegex(out, r"^TÉCNICA: RM cerebral de [^\[]+\.\nCONCLUSIÓN: normal\.\n$")
        for hidden in ("Margarita", "Ruiz", "4470912", "Elche", "14/03/2021"):
            self.assertNotIn(hidden, out)

    def test_a_rule_that_does_not_compile_is_not_quoted(self):
        own = self.write("own.yaml", "rules:\n  - {label: ID, pattern: '(Ellison'}\n")
        self.expect_refused(1, ["--rules", "rule 1 pattern", "lacks a )"], "--rules", own, stdin=b"x")
        self.assertNotIn("Ellison", run("--rules", own, stdin=b"x")[2])


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Which documents of a batch are read, and what is told of them: --shard, --include, --limit, --dry-run, lists, exit
codes, compressed files. Usage: cli_batch_test.py REDACT SOURCE_DIR MODEL"""

import gzip
import json
import os
import subprocess

from cli_case import NOTE, SOURCE, CommandLine, command, main, run

UNSURE = "Met Horner of Lake near Dale.\nAnna came in.\n"


class Shares(CommandLine):
    def test_a_folder_that_grows_moves_no_document_to_another_share(self):
        folder = self.dir / "in"
        share = lambda part: {p.stem for p in (self.dir / part).iterdir()}
        for i in range(12):
            self.write(f"in/{i}.txt", NOTE)
        for part in ("1/2", "2/2"):
            self.assertEqual(run(folder, "-o", self.dir / part, "--shard", part)[0], 0)
        first, second = share("1/2"), share("2/2")
        self.assertEqual((len(first) + len(second), first | second), (12, {str(i) for i in range(12)}))
        self.assertTrue(first and second)
        for i in (100, "0a"):
            self.write(f"in/{i}.txt", NOTE)
        for part, before in (("1/2", first), ("2/2", second)):
            self.assertEqual(run(folder, "-o", self.dir / part, "--shard", part)[0], 0)
            self.assertEqual(share(part) - before, share(part) & {"100", "0a"})

    def test_lines_go_by_their_ids(self):
        rows = [{"id": f"note-{i}", "text": NOTE} for i in range(9)] + [{"text": NOTE}]

        def ids(lines, part):
            path = self.write("n.jsonl", "".join(json.dumps(line) + "\n" for line in lines))
            return {json.loads(record)["id"] for record in run(path, "--shard", part)[1].splitlines()}

        first, second = ids(rows, "1/2"), ids(rows, "2/2")
        self.assertEqual(first | second, {f"note-{i}" for i in range(9)} | {"10"})
        self.assertFalse(first & second)
        self.assertEqual(ids(rows[5:9] + rows[:5], "1/2"), first - {"10"})  # in another order
        one = self.write("one.jsonl", json.dumps({"id": 1, "text": NOTE}))
        codes = [run(one, "-o", self.dir / f"part{i}", "--shard", f"{i}/2")[0] for i in (1, 2)]
        self.assertEqual(codes, [0, 0])
        self.assertEqual(sorted((self.dir / f"part{i}").stat().st_size > 0 for i in (1, 2)), [False, True])
        self.assertEqual(run("--shard", "3/2", stdin=b"x")[0], 2)

    def test_a_task_of_a_job_array_is_a_share(self):
        lines = self.write("n.jsonl", "".join(json.dumps({"id": i, "text": NOTE}) + "\n" for i in range(8)))

        def task(variables, shard):
            return run(lines, "--shard", shard, env={**os.environ, **{f"SLURM_ARRAY_TASK_{k}": v for k, v in variables.items()}})

        self.assertEqual(task({"ID": "5", "MIN": "4", "COUNT": "3"}, "slurm")[1], task({}, "2/3")[1])
        wrong = ({}, {"ID": "5", "MIN": "4"}, {"ID": "9", "MIN": "4", "COUNT": "3"}, {"ID": "5", "MIN": "4", "MAX": "8", "COUNT": "3"})
        for variables in wrong:
            code, out, err = task(variables, "slurm")
            self.assertEqual((code, out), (2, b""))
            self.assertIn("--shard slurm", err)


class Choices(CommandLine):
    def chosen(self, *args):
        out = self.dir / "-".join(args).replace("/", "_")
        self.assertEqual(run(self.dir / "in", "-o", out, *args)[0], 0)
        return {str(p.relative_to(out)) for p in out.rglob("*") if p.is_file()} if out.exists() else set()

    def test_globs_choose_the_files_of_a_folder(self):
        for name in ("a.txt", "b.note", "deep/c.txt", "deep/old/d.txt"):
            self.write(f"in/{name}", NOTE)
        self.assertEqual(self.chosen("--include", "*.txt"), {"a.txt", "deep/c.txt", "deep/old/d.txt"})
        self.assertEqual(self.chosen("--exclude", "deep/*"), {"a.txt", "b.note"})
        self.assertEqual(self.chosen("--include", "*.txt", "--exclude", "deep/old/*"), {"a.txt", "deep/c.txt"})
        self.assertEqual(self.chosen("--include", "none"), set())
        note = "redact: --include and --exclude leave nothing to read"
        self.assertIn(note, run(self.dir / "in", "-o", self.out, "--exclude", "*")[2].splitlines())
        self.assertNotIn(note, run(self.dir / "in", "-o", self.out)[2].splitlines())
        for name in ("old/e.txt", "older/f.txt"):
            self.write(f"in/{name}", NOTE)
        self.assertEqual(self.chosen("--exclude", "old/"), {"a.txt", "b.note", "deep/c.txt", "older/f.txt"})
        self.assertEqual(self.chosen("--exclude", "deep/old/"), {"a.txt", "b.note", "deep/c.txt", "old/e.txt", "older/f.txt"})
        self.assertEqual(self.chosen("--exclude", "o*/", "--exclude", "/"), {"a.txt", "b.note", "deep/c.txt"})
        self.assertEqual(self.chosen("--include", "deep/"), {"deep/c.txt", "deep/old/d.txt"})

    def test_a_limit_ends_the_run_after_so_many_documents(self):
        for name in "abc":
            self.write(f"in/{name}.txt", NOTE)
        self.assertEqual(self.chosen("--limit", "2"), {"a.txt", "b.txt"})
        lines = self.write("n.jsonl", (json.dumps({"text": NOTE}) + "\n") * 5)
        for none in ("0", "-1"):
            self.assertEqual(run(lines, "--limit", none)[0], 2)
        self.assertEqual(len(run(lines, "--limit", "3")[1].splitlines()), 3)
        self.assertEqual(run(lines, "--limit", "3", "-o", self.out)[0], 0)
        self.assertEqual(len(self.out.read_text().splitlines()), 3)

    def test_a_dry_run_writes_nothing(self):
        self.write("in/a.txt", NOTE)
        before = sorted(self.dir.rglob("*"))
        code, out, err = run(self.dir / "in", "-o", self.out, "--dry-run", "--journal", self.dir / "j", "--report", self.dir / "r")
        self.assertEqual((code, out), (0, b""))
        self.assertIn("would read 1 input", err)
        self.assertEqual(sorted(self.dir.rglob("*")), before)
        self.assertEqual(run(self.dir / "in", "-o", self.out, "--dry-run", "--policy", "none.yaml")[0], 1)

    def test_a_shipped_policy_is_printed(self):
        shipped = (SOURCE / "redactor/policy/gdpr.yaml").read_bytes()
        self.assertEqual(run("--print-policy", "gdpr"), (0, shipped, ""))
        self.assertEqual(run("--print-policy", "none")[0], 2)


class Compressed(CommandLine):
    TEXTS = {"a.txt": NOTE, "b.jsonl": (json.dumps({"text": NOTE}) + "\n") * 3, "c.csv": f'id,note\n1,"{NOTE}"\n', "d.html": f"<!DOCTYPE html><p>{NOTE}</p>"}

    def test_results_are_those_of_the_files_that_were_compressed(self):
        for name, text in self.TEXTS.items():
            self.write(f"plain/{name}", text)
            self.write(f"in/{name}.gz", gzip.compress(text.encode()))
        options = ("--text-column", "note")
        for folder in ("plain", "in"):
            self.assertEqual(run(self.dir / folder, "-o", self.dir / f"{folder}.out", *options)[0], 0)
        for name in self.TEXTS:
            result = (self.dir / "in.out" / name).read_bytes()
            self.assertEqual(result, (self.dir / "plain.out" / name).read_bytes())
            self.assertNotIn(b"Ellison", result)
        self.assertEqual(len(list((self.dir / "in.out").iterdir())), 4)

    def test_two_files_with_one_result_are_refused(self):
        self.write("in/a.txt", NOTE)
        self.write("in/a.txt.gz", gzip.compress(NOTE.encode()))
        code, _, err = run(self.dir / "in", "-o", self.out)
        self.assertEqual(code, 2)
        self.assertIn("same name", err)

    def test_what_is_cut_short_is_withheld(self):
        self.write("in/a.txt.gz", gzip.compress(NOTE.encode())[:-9])
        code, _, err = run(self.dir / "in", "-o", self.out)
        self.assertEqual(code, 3)
        self.assertIn("cut short", err)
        self.assertFalse(self.out.exists())

    def test_a_batch_of_them_is_resumed(self):
        lines = self.write("n.jsonl.gz", gzip.compress(("".join(json.dumps({"id": str(i), "text": NOTE}) + "\n" for i in range(5))).encode()))
        keeps = ("-o", self.out, "--journal", self.dir / "j")
        self.assertEqual(run(lines, *keeps, "--limit", "2")[0], 0)
        self.assertEqual(run(lines, *keeps, "--resume")[0], 0)
        self.assertEqual([json.loads(line)["id"] for line in self.out.read_text().splitlines()], list("01234"))


class Lost(CommandLine):
    def test_a_source_that_is_gone_is_told(self):
        for name in "abc":
            self.write(f"in/{name}.txt", NOTE)
            self.write(f"in/{name}.jsonl", json.dumps({"id": name, "text": NOTE}) + "\n")
        keeps = (self.dir / "in", "-o", self.out, "--journal", self.dir / "j")
        self.assertEqual(run(*keeps)[0], 0)
        self.assertNotIn("not in this run", run(*keeps, "--resume")[2])
        (self.dir / "in/b.txt").unlink(), (self.dir / "in/c.jsonl").unlink()
        code, _, err = run(*keeps, "--resume")
        self.assertEqual(code, 0)
        self.assertIn("redact: --resume: 2 inputs of the journal are not in this run; results and counts keep them\n", err)
        self.assertTrue((self.out / "b.txt").exists())

    def test_a_result_without_a_place_is_withheld_and_the_rest_done(self):
        long = "n" * 253  # and .ann
        self.write(f"in/{long}", NOTE), self.write("in/ok.txt", NOTE)
        code, _, err = run(self.dir / "in", "-o", self.dir / "brat", "--format", "brat", "--include-text")
        self.assertEqual((code, err.count("withheld: result: its name is too long")), (3, 1))
        self.assertEqual(sorted(p.name for p in (self.dir / "brat").iterdir()), ["ok.ann"])

        for name in ("a/x.txt", "b.txt", "c.txt"):
            self.write(f"notes/{name}", NOTE)
        self.out.mkdir()
        (self.out / "a").write_text("a result of last night")
        (self.out / "b.txt").mkdir()
        for resumes in ([], ["--resume"]):
            code, _, err = run(self.dir / "notes", "-o", self.out, "--journal", self.dir / "j", *resumes)
            self.assertEqual(code, 3, err)
            self.assertIn("withheld: result: a file has the name of its folder", err)
            self.assertIn("withheld: result: a folder has its name", err)
            self.assertIn(b"[", (self.out / "c.txt").read_bytes())

    def test_a_result_that_cannot_be_written_is_not_counted(self):
        lines = self.write("n.jsonl", "".join(json.dumps({"id": str(i), "text": NOTE}) + "\n" for i in range(3)))
        with open("/dev/full", "wb") as full:
            done = subprocess.run(command(lines, "--withheld-list", self.dir / "w"), stdout=full, stderr=subprocess.PIPE, check=False)
        self.assertEqual(done.returncode, 1)
        self.assertIn(b"redact: 0 documents redacted, 0 of them to review; 0 withheld\n", done.stderr)


class Told(CommandLine):
    def test_lists_name_documents_and_messages_do_not(self):
        self.write("in/a.txt", "Nothing here.\n"), self.write("in/c\t\033.txt", b"%PDF-1.7")
        lists = ["--withheld-list", self.dir / "withheld", "--review-list", self.dir / "review"]
        code, _, err = run(self.dir / "in", "-o", self.out, *lists)
        self.assertEqual(code, 3)
        self.assertNotIn(".txt", err)
        self.assertEqual((self.dir / "withheld").read_text(), "c\\t\\033.txt\t\tc\\t\\033.txt\ttext: is PDF, not plain text\n")
        self.assertEqual((self.dir / "review").read_text(), "")
        self.assertEqual((self.dir / "withheld").stat().st_mode & 0o777, 0o600)
        lines = self.write("n.jsonl", '{"id": "x", "text": "a"}\n{"id": "y"}\n')
        self.assertEqual(run(lines, *lists)[0], 3)
        self.assertRegex((self.dir / "withheld").read_text(), r"\An\.jsonl\t2\t[^\t]*\t[^\n]*string field[^\n]*\n\Z")

    def test_the_review_list_has_the_places_of_the_record(self):
        unsure = self.write("unsure.txt", UNSURE)
        record = json.loads(run(unsure, "--format", "jsonl")[1])
        self.assertEqual(record["status"], "review")
        self.assertEqual(run(unsure, "--review-list", self.dir / "review")[0], 0)
        path, number, id_, reasons = (self.dir / "review").read_text().rstrip("\n").split("\t")
        self.assertEqual((path, number, id_), ("unsure.txt", "", "unsure.txt"))
        places = [[r["out_start"], r["out_end"], None, None] for r in record["review"]]
        self.assertEqual(json.loads(reasons), places)
        evidence = ["--include-evidence"]
        record = json.loads(run(unsure, "--format", "jsonl", *evidence)[1])
        self.assertEqual(run(unsure, *evidence, "--review-list", self.dir / "review")[0], 0)
        reasons = json.loads((self.dir / "review").read_text().split("\t")[3])
        self.assertEqual([r[:3] for r in reasons], [[r["byte_start"], r["byte_end"], r["score"]] for r in record["review"]])

    def test_exit_codes_tell_of_documents(self):
        unsure, bad = self.write("unsure.txt", UNSURE), self.write("n.jsonl", '{"text": "a"}\n{"id": "y"}\n')
        codes = lambda path: [run(path, "--fail-on", what)[0] for what in ("review", "withheld")]
        self.assertEqual((codes(unsure), codes(bad)), ([4, 0], [4, 4]))
        self.assertEqual([run(path)[0] for path in (unsure, bad)], [0, 3])

    def test_a_report_has_the_settings_and_the_digests_of_files(self):
        self.write("in/a.txt", NOTE)
        deny, policy = self.write("deny", "OTHER\tfever\n"), self.write("p.yaml", (SOURCE / "redactor/policy/default.yaml").read_text())

        def report(*args):
            self.assertEqual(run(self.dir / "in", "-o", self.out, "--report", self.dir / "r", *args)[0], 0)
            return json.loads((self.dir / "r").read_text())

        plain, edited = report(), report("--policy", policy.write_text(policy.read_text() + "\n# mine\n") and policy)
        self.assertEqual((plain["policy"], edited["policy"]), ("default", "default"))
        self.assertNotEqual(plain["settings"]["policy_sha256"], edited["settings"]["policy_sha256"])
        told = report("--no-rules", "--deny", deny, "--bias", "1.5", "-t", "2")
        self.assertEqual([told["settings"][k] for k in ("--no-rules", "--deny", "--bias")], ["yes", "given", "1.500000"])
        self.assertEqual((told["runs"][0]["threads"], told["runs"][0]["how"]), (2, "done"))
        told = report("--deny", deny, "--journal", self.dir / "j")
        self.assertRegex(told["settings"]["--deny"], r"\Ahmac:[0-9a-f]{16}:[0-9a-f]{64}\Z")


if __name__ == "__main__":
    main()

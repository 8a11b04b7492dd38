#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Plants a bug behind each fuzz target, one at a time, runs the target on its seeds, and expects it to stop at the bug.

A file with the bug is compiled as the build compiles the file, and linked in its place: everything else is what `run` has
built. A run ends after a minute, and draws the same inputs each time.

Usage: planted_bugs.py BUILD_DIR [TARGET...]
Exits 1 if a target does not find its bug, or if the code that a bug replaces is no longer there. That is found by its
tokens (tests/support/code_place.py), so that comments and layout may change.
"""

import json
import pathlib
import re
import shlex
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from code_place import place_of

SOURCE = pathlib.Path(__file__).resolve().parents[2]
SECONDS = 60  # of a run

# (target, the bug, file, the code, its replacement)
BUGS = (
    ("gguf", "a byte past the end is read", "gguf_loader/byte_reader.cc", "n > remaining()", "n > remaining() + 1"),
    ("vocabulary", "a special token outside the vocabulary", "runtime/text/vocab.cc", "*id >= n_vocab", "*id >> 31 > 0"),
    ("tokenizers", "a pair that has changed is merged", "runtime/text/bpe.cc", " || word[right].id != pair.right_id", ""),
    ("chat_template", "content loses its last line end", "runtime/text/chat_template.cc", "    pieces.push_back({ChatPiece::Kind::kContent, content});", "    if (content.ends_with('\\n')) content.remove_suffix(1);\n    pieces.push_back({ChatPiece::Kind::kContent, content});"),
    ("json_scan", "an escape takes the byte behind it", "documents/structured/codec_json.cc", "return 6;\n", "return 7;\n"),
    ("xml_scan", "a reference takes the byte behind it", "documents/structured/codec_xml.cc", "return next + 1 - at;", "return next + 2 - at;"),
    ("html_scan", "a tag's name is compared past the end", "documents/structured/html_raw.cc", "html.size() - at <= name.size()", "html.size() - at < name.size()"),
    ("hl7_scan", "the end of a stray escape is not seen", "documents/structured/codec_hl7.cc", "if (n == source.size() || source[n] == escape)", "if (n < source.size() && source[n] == escape)"),
    ("zip_members", "an archive of no members is opened", "documents/structured/zip_members.cc", "if (n == 0) return", "if (n < 0) return"),
    ("policy", "a year that is no present one", "redactor/policy/policy.cc", "policy.present_year_ < 1900", "policy.present_year_ < 190"),
    ("rules", "an empty match", "redactor/rules/rule_set.cc", "const bool good = size > 0 && !goes_on", "const bool good = !goes_on"),
    ("fhir_rules", "a quote takes the byte behind it", "documents/formats/fhir_path.cc", "rest_.remove_prefix(end + 1);", "rest_.remove_prefix(end + 2);"),
    ("lists", "a refused line is quoted", "redactor/rules/term_list.cc", 'list_line(number), "begins with no label"}', 'list_line(number), "begins with no label: " + std::string(line)}'),
    ("corrections", "spans that share a byte", "redactor/corrections.cc", "spans[i].begin < spans[i - 1].end", "spans[i].begin + 1 < spans[i - 1].end"),
    ("json_lines", "a line end behind the last byte", "documents/files/json_lines_reader.cc", "bytes_.take(end < unread.size() ? end + 1 : end);", "bytes_.take(end + 1);"),
    ("mbox", "a blank line is lost", "documents/files/mbox_reader.cc", "document.after = blank_line_;", "document.after = blank_line_.substr(1);"),
    ("table", "an empty line is lost", "documents/files/table_reader.cc", "    copied_ += row_;\n", ""),
    ("decompressor", "a stream that is cut short is whole", "documents/files/decompressor.cc", "return has_begun_ && left_ == 0 ?", "return has_begun_ ?"),
    ("mapping", "a member that is no text", "redactor/records/sealed_mapping.cc", "|| !json_[field].is_string()) return", "|| json_[field].is_null()) return"),
    ("journal", "a range of the journal that leaves the result", "tools/batch/result_files.cc", "|| end > file->size()", ""),
    ("journal", "a partial result with any name", "program/batch/past.cc", "if (!is_partial_name(row.text(0)))", "if (row.text(0).empty())"),
    ("label_search", "sums that round", "redactor/labelling/best_labels.cc", "(std::clamp(static_cast<double>(x), -largest, largest) + kGrid) - kGrid", "std::clamp(static_cast<double>(x), -largest, largest) / 3"),
    ("label_decoder", "a span that is a token too long", "redactor/labelling/label_decoder.cc", "      spans_.back().end = i + 1;", "      spans_.back().end = i + 2;"),
    ("tag_decoder", "a span that is a byte too long", "redactor/copy/tag_automaton.cc", "begin + grammar_.max_span)", "begin + grammar_.max_span + 1)"),
    ("c_calls", "an entity behind the last", "c_api/result.cc", "index >= result->redaction.entities.size()", "index > result->redaction.entities.size()"),
    ("documents", "a byte between two edits is kept twice", "documents/structured/segment_text.cc", "source.substr(at, edit.begin - at)", "source.substr(at, edit.begin - at + (at > 0 && edit.begin == at + 1))"),
    ("knowledge", "the end of a span that holds another", "redactor/span/merge_spans.cc", "end = std::max(out.back().end, span.end)", "end = span.end"),
    ("server_request", "an id with a NUL", "server/redact_body.cc", ".find('\\0') != std::string::npos", ".find('\\1') != std::string::npos"),
)  # fmt: skip


def compile_wrong(build: pathlib.Path, work: pathlib.Path, name: str, code: str, wrong: str) -> tuple[set[str], pathlib.Path]:
    """Compiles a file with a bug. Returns the names of its objects in the build, and of the one with the bug."""
    text = (SOURCE / name).read_text()
    begin, end = place_of(text, code)
    commands = json.loads((build / "compile_commands.json").read_text())
    of_file = [shlex.split(one["command"]) for one in commands if one["file"] == str(SOURCE / name)]
    of_build = {command[command.index("-o") + 1] for command in of_file}
    command = of_file[0]
    source, out = work / pathlib.Path(name).name, work / "wrong.o"
    source.write_text(text[:begin] + wrong + text[end:])
    command[command.index("-o") + 1] = str(out)
    command[command.index("-c") + 1] = str(source)
    subprocess.run([*command, "-w", "-I", str((SOURCE / name).parent)], cwd=build, check=True)
    return of_build, out


def link(build: pathlib.Path, work: pathlib.Path, target: str, of_build: set[str], wrong: pathlib.Path) -> pathlib.Path:
    """Links a target with an object in place of one of the build, or before the library that contains it."""
    commands = subprocess.run(["ninja", "-C", build, "-t", "commands", f"fuzz_{target}"], capture_output=True, text=True, check=True).stdout  # fmt: skip
    last = commands.strip().split("\n")[-1].removeprefix(": && ").removesuffix(" && :")
    words = shlex.split(last)
    program = work / f"fuzz_{target}"
    words[words.index("-o") + 1] = str(program)
    if its_own := of_build & set(words):
        words[words.index(its_own.pop())] = str(wrong)
    else:
        words.insert(words.index("-o"), str(wrong))
    subprocess.run(words, cwd=build, check=True)
    return program


def run(build: pathlib.Path, work: pathlib.Path, target: str, program: pathlib.Path) -> str:
    corpus = work / "corpus"
    corpus.mkdir()
    options = ["-seed=1", f"-max_total_time={SECONDS}", f"-timeout={SECONDS}", "-rss_limit_mb=1024", "-max_len=16384", f"-artifact_prefix={work}/"]
    seeds = build / "corpus" / "seeds"
    done = subprocess.run([program, corpus, seeds / target, f"-dict={seeds / target}.dict", *options], capture_output=True, text=True, errors="replace")  # fmt: skip
    if done.returncode == 0:
        return f"NOT FOUND in {SECONDS} seconds"
    said = re.search(r"(?:ERROR|runtime error): (.*?)(?: \(| on |$)", done.stderr, re.M)
    runs = re.findall(r"^#(\d+)\t", done.stderr, re.M)
    return f"found after {runs[-1] if runs else 0} inputs: {said[1] if said else f'exit {done.returncode}'}"


def main() -> int:
    build, targets = pathlib.Path(sys.argv[1]).resolve(), sys.argv[2:]
    seeds = build / "corpus" / "seeds"
    subprocess.run([sys.executable, SOURCE / "tests/fuzz/seeds.py", seeds], check=True)
    print("| target | planted | |\n| --- | --- | --- |")
    missed = 0
    for number, (target, what, name, code, wrong) in enumerate(BUGS):
        if targets and target not in targets:
            continue
        work = build / "planted" / str(number)
        subprocess.run(["rm", "-rf", work], check=True)
        work.mkdir(parents=True)
        try:
            became = run(build, work, target, link(build, work, target, *compile_wrong(build, work, name, code, wrong)))
        except ValueError as error:
            became = f"NOT PLANTED: {error}"
        missed += not became.startswith("found")
        print(f"| `{target}` | {what} | {became} |", flush=True)
    return int(missed > 0)


if __name__ == "__main__":
    sys.exit(main())

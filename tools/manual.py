#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Manual page and shell completions of a program, from its help; a page has the options of its commands, too.

Usage: manual.py man|bash|zsh|fish [EMULATOR...] PROGRAM > FILE
Values that an option takes, such as the names of policies, are completed where its help lists them; files otherwise.
"""

import dataclasses
import os
import pathlib
import re
import subprocess
import sys

OPTION = re.compile(r"  (?P<names>-.*?|[A-Z]+|[a-z][a-z-]+)(?:  +(?P<text>\S.*))?$")  # [a-z]: a command
# A value as CLI11 itself writes it: "UINT:UINT in [1 - 1024]=32".
TYPED = re.compile(r"(TEXT|U?INT|FLOAT)(?::\w+ in \[.*?\])?(?:=([^\[]\S*))?(?: ?\.\.\.|=.*)?$")
# A list of values in the text of an option: "text, jsonl or brat", "high, balanced or precise".
VALUES = re.compile(r"(?:^|: )((?:[a-z][\w-]*, )+[a-z][\w-]*)(?:,? or ([a-z][\w-]*)(?=[;,]|$))?")

# Scripts without a page of their own, by the program whose page describes them.
SCRIPTS = {"redact-eval": (
    ("redact-adapt", "GOLD", "teaches the bundled model annotated notes"),
    ("redact-convert", "FOLDER OUTPUT", "converts a token classifier, as Hugging Face keeps it, to a GGUF file for redact -m"),
    ("redact-tune", "MODEL GOLD", "teaches an instruct model annotated notes, and writes an adapter for redact --lora"),
)}  # fmt: skip


@dataclasses.dataclass
class Option:
    names: list[str]  # "-o", "--output"; of a positional argument, "PATH"
    value: str  # "PATH"; empty: it takes none
    text: str

    def long(self) -> str:
        return self.names[-1]

    def values(self) -> list[str]:
        """The values that the text lists, if the option takes one word."""
        if not self.value or "," in self.value or not (found := VALUES.search(self.text)):
            return []
        return found[1].split(", ") + ([found[2]] if found[2] else [])

    def takes_file(self) -> bool:
        return bool(re.search(r"FILE|PATH|DIR", self.value))


@dataclasses.dataclass
class Help:
    name: str
    usage: str
    summary: str
    groups: list[tuple[str, list[Option]]]
    version: str

    def options(self) -> list[Option]:
        return [option for _, options in self.groups for option in options if option.names[0].startswith("-")]


def read_help(command: list[str]) -> Help:
    def ask(*arguments: str) -> str:
        env = {**os.environ, "COLUMNS": "10000"}
        done = subprocess.run([*command, *arguments], capture_output=True, text=True, env=env)
        return done.stdout if done.returncode == 0 else ""

    lines = (ask("--help-all") or ask("--help")).splitlines()
    if not lines:
        sys.exit(f"{command[-1]} prints no help")
    usage, summary = sorted(lines[:2], key=lambda line: not line.startswith("Usage: "))  # they come in either order
    groups = read_groups(lines[2:])
    for verb in [option.names[0] for name, options in groups if name == "Commands" for option in options]:
        own = [option for _, options in read_groups(ask(verb, "--help").splitlines()[2:]) for option in options]
        groups.append((f"Options of {verb}", [option for option in own if "--help" not in option.names]))
    version = ask("--version").split("\n")[0].split(" ")[-1]
    return Help(pathlib.Path(command[-1]).name, usage.removeprefix("Usage: "), summary, groups, version)


def read_groups(lines: list[str]) -> list[tuple[str, list[Option]]]:
    groups: list[tuple[str, list[Option]]] = []
    for line in lines:
        if line.endswith(":") and not line.startswith(" "):
            groups.append((line[:-1], []))
        elif groups and (found := OPTION.match(line)):
            names, _, value = found["names"].partition(" ") if found["names"][0] != "-" else split_names(found["names"])
            groups[-1][1].append(Option(re.split(r", ?", names), value, found["text"] or ""))
        elif groups and groups[-1][1] and line.startswith(" " * 20):
            last = groups[-1][1][-1]
            last.text = f"{last.text} {line.strip()}".strip()
    for option in [option for _, options in groups for option in options]:
        if typed := TYPED.match(option.value):
            option.value = typed[1]
            option.text += f"; default: {typed[2]}" if typed[2] else ""
    return groups


def split_names(text: str) -> tuple[str, str, str]:
    """"-o, --output PATH" as names and value."""
    found = re.match(r"((?:-{1,2}[\w-]+)(?:, ?-{1,2}[\w-]+)*) ?(.*)", text)
    return found[1], " ", found[2]


def roff(text: str) -> str:
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return "\\&" + text if text.startswith((".", "'")) else text


def man(help: Help) -> str:
    out = [f'.TH {help.name.upper()} 1 "" "{help.name} {help.version}" "User commands"', ".SH NAME", f"{help.name} \\- {roff(help.summary[0].lower() + help.summary[1:].rstrip('.'))}"]
    out += [".SH SYNOPSIS", f".B {roff(help.usage.split(' ')[0])}", roff(help.usage.partition(" ")[2]), ".SH OPTIONS"]
    for group, options in help.groups:
        out.append(f'.SS "{roff(group)}"')
        for option in options:
            names = ", ".join(f"\\fB{roff(name)}\\fR" for name in option.names)
            out += [".TP", names + (f" \\fI{roff(option.value)}\\fR" if option.value else ""), roff(option.text)]
    if scripts := SCRIPTS.get(help.name):
        out += [".SH SCRIPTS", "Each takes \\-\\-help, and downloads Python packages when it first runs."]
        for name, arguments, text in scripts:
            out += [".TP", f"\\fB{roff(name)}\\fR \\fI{arguments}\\fR", roff(text)]
    return "\n".join(out) + "\n"


def bash(help: Help) -> str:
    out = [f"_{help.name.replace('-', '_')}() {{", '  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}', "  COMPREPLY=()", "  case $before in"]
    for option in help.options():
        if values := option.values():
            files = "-f " if option.takes_file() else ""
            out.append(f"    {'|'.join(option.names)}) COMPREPLY=($(compgen {files}-W '{' '.join(values)}' -- \"$word\")); return ;;")
        elif option.value and not option.takes_file():
            out.append(f"    {'|'.join(option.names)}) return ;;")
    names = " ".join(name for option in help.options() for name in option.names)
    out += ["  esac", f"  [[ $word == -* ]] && COMPREPLY=($(compgen -W '{names}' -- \"$word\")) || COMPREPLY=($(compgen -f -- \"$word\"))", "}"]
    return "\n".join([*out, f"complete -o filenames -F _{help.name.replace('-', '_')} {help.name}"]) + "\n"


def zsh(help: Help) -> str:
    def quoted(text: str) -> str:
        return re.sub(r"([\[\]:\\])", r"\\\1", text).replace("'", "'\\''")

    out = [f"#compdef {help.name}", "_arguments \\"]
    for option in help.options():
        listed = f"({' '.join(option.values())})" if option.values() else ""
        values = "_files" if option.takes_file() and not listed else listed
        value = f":{quoted(option.value)}:{values}" if option.value else ""
        out += [f"  '{name}[{quoted(option.text)}]{value}' \\" for name in option.names]
    return "\n".join([*out, "  '*:file:_files'"]) + "\n"


def fish(help: Help) -> str:
    out = []
    for option in help.options():
        line = f"complete -c {help.name}"
        for name in option.names:
            line += f" -l {name[2:]}" if name.startswith("--") else f" -s {name[1:]}"
        if option.value:
            line += " -r" if option.takes_file() else " -x"
            line += f" -a '{' '.join(option.values())}'" if option.values() else ""
        text = option.text.split(";")[0].replace("\\", "\\\\").replace("'", "\\'")
        out.append(f"{line} -d '{text}'")
    return "\n".join(out) + "\n"


def main() -> None:
    if len(sys.argv) < 3 or sys.argv[1] not in ("man", "bash", "zsh", "fish"):
        sys.exit(__doc__)
    print({"man": man, "bash": bash, "zsh": zsh, "fish": fish}[sys.argv[1]](read_help(sys.argv[2:])), end="")


if __name__ == "__main__":
    main()

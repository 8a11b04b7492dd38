# SPDX-License-Identifier: Apache-2.0
"""Tunes an instruct model on annotated notes and writes a LoRA adapter, unless it scores worse than the model alone."""

import logging
import os
import pathlib
import shutil
import sys

import lessons
from arguments import arguments, checked_notes


def row(name: str, total: dict) -> str:
    found = total["strict_spans"]["f1"] or 0
    return f"| {name} | {total['documents_with_leak']:.0f} of {total['documents']:.0f} | {total['character_recall']:.4f} | {total['over_redaction_per_1000_words']:.2f} | {found:.4f} |"


def is_worse(before: dict, after: dict) -> bool:
    return (after["strict_spans"]["f1"] or 0) < (before["strict_spans"]["f1"] or 0)


def tune(args, work: pathlib.Path) -> None:
    learnt, held_out = lessons.split(checked_notes(args, work), args.validation)
    validation = lessons.write_notes(held_out, work / "validation.jsonl")
    to_learn = lessons.lessons_of(args, lessons.write_notes(learnt, work / "learnt.jsonl"))
    short = [lesson for lesson in to_learn if len(lesson) <= args.longest]
    print(f"{len(learnt)} notes to learn from, {len(held_out)} to stop and to score by; {len(to_learn) - len(short)} of {len(to_learn)} windows have more than {args.longest} tokens and are left out; {sum(map(len, short)):,} tokens a pass, after {len(short[0].shared):,} of instruction", flush=True)
    import learn  # needs the packages

    learn.learn(args, short, lessons.lessons_of(args, validation), work)
    new = work / "adapter.gguf"
    learn.adapter.convert(work / "adapter", args.model, new)
    before, after = lessons.scores(args, validation), lessons.scores(args, validation, "--lora", new)
    print("| model | notes with a leak | characters found | over / 1,000 words | F1 of spans |\n| --- | --- | --- | --- | --- |")
    print(row("before", before), row("after", after), sep="\n")
    if is_worse(before, after):
        raise SystemExit("tools/tune: the adapter is not written, since the model finds less with it. More notes, more --minutes or a smaller --rate may help.")
    shutil.copyfile(new, args.out)
    print(f"\n{args.out}: use it with `redact -m {args.model} --lora {args.out} --task {args.task}`")


def main():
    args = arguments()
    os.environ |= {"PYTHONWARNINGS": "ignore", "TQDM_DISABLE": "1"}  # also of the lanes
    logging.disable(logging.WARNING)
    work = args.out.with_name(args.out.name + ".work")
    try:
        work.mkdir(mode=0o700, parents=True, exist_ok=True)
        tune(args, work)
    except OSError as error:
        raise SystemExit(f"tools/tune: {pathlib.Path(error.filename or work).name}: {error.strerror}") from None
    shutil.rmtree(work)


if __name__ == "__main__":
    sys.exit(main())

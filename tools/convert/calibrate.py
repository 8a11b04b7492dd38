# SPDX-License-Identifier: Apache-2.0
"""The biases and the review margin of a token classifier, from notes of which the identifiers are known."""

import json
import pathlib
import shutil
import subprocess
import tempfile

BIASES = (-8, -6, -4, -3, -2, -1, 0, 1, 2, 3, 4, 6, 8)
MOST_MARGIN = 11  # scores of text that stays are told up to here
OVER = "over_redaction_per_1000_words"
MARKED = 0.2  # the share of notes that somebody should look at, as of the bundled model on MEDDOCAN


def choose_biases(curve: list[dict]) -> dict[str, float]:
    """By default the bias with the best F1. A high recall may cost twice as many words hidden without need, a precise
    model may cost half as many."""
    curve = sorted((point for point in curve if point["strict_f1"] is not None), key=lambda point: point["bias"])
    best = max(curve, key=lambda point: point["strict_f1"])
    over = lambda most: [point["bias"] for point in curve if point[OVER] <= most]
    high, precise = over(2 * best[OVER]), over(best[OVER] / 2)
    return {"bias": best["bias"], "bias_high": max([best["bias"], *high]),
            "bias_precise": min(best["bias"], max(precise, default=curve[0]["bias"]))}  # fmt: skip


def choose_margin(records: list[dict]) -> float:
    """Marks MARKED of the notes, by the text in each that was left with the score nearest to the threshold."""
    nearest = sorted(min((-each["score"] for each in record.get("review", []) if each["reason"] == "nearly_hidden"), default=MOST_MARGIN) for record in records)
    return round(min(MOST_MARGIN, max(0, nearest[int(MARKED * len(nearest))])), 2)


def find_programs(folder: pathlib.Path) -> list[pathlib.Path | str]:
    """redact-eval and redact, in the folder or else installed."""
    names = ("redact-eval", "redact")
    found = [folder / name if (folder / name).exists() else shutil.which(name) for name in names]
    for name, path in zip(names, found):
        if path is None:
            raise FileNotFoundError(f"{folder / name} is not there, nor is {name} installed: tools/check builds it")
    return found


def calibrate(model: pathlib.Path, gold: pathlib.Path, programs: list[pathlib.Path | str]) -> dict[str, float]:
    """`model` has a review margin of MOST_MARGIN; `programs` are those of find_programs."""
    redact_eval, redact = programs
    with tempfile.TemporaryDirectory() as name:
        scores = pathlib.Path(name) / "scores.json"
        subprocess.run([redact_eval, "-m", model, "--curve", *map(str, BIASES), "--json", scores, gold], check=True, stdout=subprocess.DEVNULL)
        chosen = choose_biases(json.loads(scores.read_text())["curve"])
        command = [redact, "--quiet", "-m", model, "--bias", str(chosen["bias"]), "--format", "jsonl", "--include-evidence", gold]
        done = subprocess.run(command, stdout=subprocess.PIPE, check=False)  # 3: notes to be reviewed
        records = [json.loads(line) for line in done.stdout.splitlines()]
        if not records:
            raise ValueError(f"{gold}: redact wrote no records")
        return chosen | {"review_margin": choose_margin(records)}

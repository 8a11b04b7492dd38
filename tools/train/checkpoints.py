# SPDX-License-Identifier: Apache-2.0
"""Checkpoints of a training run, from which it continues after it was killed."""

import io
import pathlib
import re

import torch

KEPT = 2  # a stop may come after one lane has written a step and before another has


class Checkpoints:
    """Files WORK/checkpoint-LANE-STEP.pt. `told` is what the run was told, which a run that goes on must be told too."""

    def __init__(self, work: pathlib.Path, lane: int, lanes: int, told: dict):
        self.work, self.lane, self.lanes, self.told = work, lane, lanes, told

    def _steps(self, lane: int) -> list[int]:
        names = [re.fullmatch(rf"checkpoint-{lane}-(\d+)\.pt", p.name) for p in self.work.glob("checkpoint-*.pt")]
        return sorted(int(name[1]) for name in names if name)

    def _path(self, step: int) -> pathlib.Path:
        return self.work / f"checkpoint-{self.lane}-{step}.pt"

    def load(self) -> dict | None:
        """The state at the last step that every lane has written; None if the run begins."""
        own = self._steps(self.lane)
        if not own:
            return None
        common = set.intersection(*(set(self._steps(lane)) for lane in range(self.lanes)))
        saved = torch.load(self._path(max(common or own)), weights_only=False)  # it also holds the state of Python's generator
        if differing := [name for name, value in self.told.items() if saved["told"].get(name) != value]:
            raise SystemExit(f"{self.work} has checkpoints of a run with another --{' --'.join(differing)}: remove them to begin anew")
        if not common:  # it was killed at the first checkpoint, or as the last were removed
            self.remove()
            return None
        return saved["state"]

    def save(self, step: int, state: dict) -> None:
        new = self._path(step).with_suffix(".new")
        whole = io.BytesIO()
        torch.save({"told": self.told, "state": state}, whole)
        new.write_bytes(whole.getbuffer())  # so that a full disk is an OSError
        new.replace(self._path(step))
        for old in self._steps(self.lane)[:-KEPT]:
            self._path(old).unlink()

    def remove(self) -> None:
        for path in self.work.glob(f"checkpoint-{self.lane}-*"):  # also one that was not written to its end
            path.unlink()

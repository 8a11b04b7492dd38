# SPDX-License-Identifier: Apache-2.0
"""Chromium without a window, for the tests and measurements of the review page, as install_browser sets it up."""

import contextlib
import os
import pathlib
import shutil
import sys

SOURCE = pathlib.Path(__file__).resolve().parents[3]
PYTHON = SOURCE / "build/browser/venv/bin/python"
CHROMIUM = shutil.which("chromium")


def enter_environment():
    """Goes on in the environment with the packages. False if there is none, or no browser."""
    if not PYTHON.exists() or CHROMIUM is None:
        return False
    if pathlib.Path(sys.prefix) != PYTHON.parents[1]:
        os.execv(PYTHON, [str(PYTHON), *sys.argv])
    return True


@contextlib.contextmanager
def browser():
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        chromium = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        try:
            yield chromium
        finally:
            chromium.close()


def place_of(page, words, side=".source"):
    """The position of words on the screen, in one line of the note: left, right and middle."""
    return page.evaluate(
        """([words, side]) => {
          for (const part of document.querySelectorAll("#note " + side)) {
            const begin = part.textContent.indexOf(words), end = begin + words.length;
            if (begin < 0) continue;
            const range = document.createRange(), nodes = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
            for (let node, at = 0; (node = nodes.nextNode()); at += node.length) {
              if (at <= begin) range.setStart(node, Math.min(begin - at, node.length));
              if (at < end) range.setEnd(node, Math.min(end - at, node.length));
            }
            const { left, right, top, bottom } = range.getBoundingClientRect();
            return [left, right, (top + bottom) / 2];
          }
        }""",
        [words, side],
    )


def select(page, words):
    """Selects words of the source with the mouse."""
    left, right, middle = place_of(page, words)
    page.mouse.move(left + 1, middle)
    page.mouse.down()
    page.mouse.move(right - 1, middle, steps=4)
    page.mouse.up()


def breaches_of_accessibility(page):
    """What axe finds on the page, each with the elements at fault."""
    from axe_core_python.sync_playwright import Axe

    found = Axe().run(page)["violations"]
    return [(one["id"], [node["html"][:120] for node in one["nodes"]]) for one in found]

# SPDX-License-Identifier: Apache-2.0
"""General sentences of each language that name nobody: the help texts of Debian's libreoffice-help packages (MPL 2.0).
They teach what ordinary words look like, above all in German, which has no clinical carriers and where every noun is
capitalised."""

import html
import pathlib
import re

from .packages import debian_files
from .turkish.grammar import TURKISH

PACKAGES = {"en": "en-us", "es": "es", "it": "it", "fr": "fr", "de": "de", "tr": "tr"}
YEAR = re.compile(r"\b(?:19|20)\d\d\b|\d\.\d\d?\.\d\d")  # possibly a date
PARAGRAPH = re.compile(r'<p [^>]*class="paragraph"[^>]*>(.*?)</p>', re.DOTALL)


def sentences(lang: str, cache: pathlib.Path) -> list[str]:
    """Sorted and without duplicates; empty if there is no such package and, with a message, if it is not available."""
    if lang not in PACKAGES:
        return []
    files = debian_files(f"libreoffice-help-{PACKAGES[lang]}", cache)
    if files is None:
        print(f"no general text for {lang}: its help package cannot be had")
        return []
    found = set()
    with files:
        for member in files:
            if not member.name.endswith(".html"):
                continue
            page = files.extractfile(member).read().decode()
            for paragraph in PARAGRAPH.findall(page):
                text = " ".join(html.unescape(re.sub(r"<[^>]+>", "", paragraph)).split())
                found.update(s for s in re.split(r"(?<=[.!?]) +", text) if 25 < len(s) < 300 and not YEAR.search(s))
    return sorted(s for s in found if lang != "tr" or TURKISH & set(s))  # the others are English

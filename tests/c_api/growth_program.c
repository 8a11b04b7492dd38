/* SPDX-License-Identifier: Apache-2.0 */
/* A program of an embedder, compiled against the header of this release, and of one with longer
 * (LONGER) or shorter (SHORTER) structs. Prints the version of the library that it runs with and
 * the size of its redact_document. Argument: "grown" if the library knows the fields of LONGER. */
#include "check.h"

static setting made;

/* A struct that the library fills, and bytes behind it that are not its own. */
#define GUARDED(type)         \
  struct {                    \
    type filled;              \
    unsigned char behind[16]; \
  }
#define SET_GUARD(guarded) \
  (memset(&(guarded), 0xaa, sizeof(guarded)), (guarded).filled.size = sizeof((guarded).filled))

static int is_untouched(const unsigned char behind[16]) {
  int i;
  for (i = 0; i < 16 && behind[i] == 0xaa; ++i) {
  }
  return i == 16;
}

#ifdef LONGER
#define ADDED_IS_ZERO(filled) ((filled).added[0] == 0 && (filled).added[1] == 0)
#else
#define ADDED_IS_ZERO(filled) 1
#endif

static int count_right(void *user, size_t index, redact_status status, redact_result *result,
                       const char *message) {
  (void)index, (void)message;
  *(int *)user += status == REDACT_OK && strcmp(redact_result_output(result, NULL), kRedacted) == 0;
  redact_result_free(result);
  return 0;
}

static int test_results(void) {
  const redact_document document = document_of(made.config, kNote);
  GUARDED(redact_summary) summary;
  GUARDED(redact_finding) finding;
  GUARDED(redact_evidence) evidence;
  redact_result *result = NULL;
  CHECK(redact_run(made.redactor, &document, &result, &error) == REDACT_OK);
  CHECK(strcmp(redact_result_output(result, NULL), kRedacted) == 0);
  SET_GUARD(summary), SET_GUARD(finding), SET_GUARD(evidence);
  CHECK(redact_result_summary(result, &summary.filled) == REDACT_OK);
  CHECK(is_untouched(summary.behind) && ADDED_IS_ZERO(summary.filled));
  CHECK(summary.filled.size == sizeof summary.filled && summary.filled.n_findings == 1);
  CHECK(redact_result_finding(result, 0, &finding.filled) == REDACT_OK);
  CHECK(is_untouched(finding.behind) && ADDED_IS_ZERO(finding.filled));
  CHECK(finding.filled.begin == 9 && strcmp(finding.filled.label, "PATIENT") == 0);
  CHECK(redact_result_evidence(result, 0, 0, &evidence.filled) == REDACT_OK);
  CHECK(is_untouched(evidence.behind) && ADDED_IS_ZERO(evidence.filled));
  CHECK(evidence.filled.source == REDACT_SOURCE_MODEL);
  redact_result_free(result);
  return 0;
}

static int test_an_array(void) {
  redact_document documents[3];
  int n_right = 0;
  documents[0] = documents[1] = documents[2] = document_of(made.config, kNote);
  CHECK(redact_run_batch(made.redactor, documents, 3, count_right, &n_right, &error) == REDACT_OK);
  CHECK(n_right == 3);
  return 0;
}

static int test_errors(void) {
  GUARDED(redact_error) failed;
  redact_model_options options = {.size = sizeof options};
  redact_model *model = NULL;
  options.path = "/nonexistent";
  SET_GUARD(failed);
  CHECK(redact_model_open(&options, &model, &failed.filled) == REDACT_NOT_FOUND);
  CHECK(is_untouched(failed.behind) && ADDED_IS_ZERO(failed.filled));
  CHECK(strncmp(failed.filled.message, "model: ", 7) == 0);
  CHECK(strlen(failed.filled.message) < sizeof failed.filled.message);
  return 0;
}

static int test_sizes_that_are_none(void) {
  redact_document document = document_of(made.config, kNote);
  redact_result *result = NULL;
  document.size = 0;
  CHECK(redact_run(made.redactor, &document, &result, &error) == REDACT_MISUSE);
  document.size = sizeof document - 1;
  CHECK(redact_run(made.redactor, &document, &result, &error) == REDACT_MISUSE);
  document.size = REDACT_MOST_STRUCT_BYTES + sizeof(size_t);
  CHECK(redact_run(made.redactor, &document, &result, &error) == REDACT_MISUSE);
  return 0;
}

#ifdef LONGER
/* A field that the library does not know asks for something that it cannot do. */
static int test_a_field_that_is_set(int is_known) {
  const redact_status expected = is_known ? REDACT_OK : REDACT_UNSUPPORTED;
  redact_document documents[2];
  redact_config_options options = {.size = sizeof options};
  redact_config *config = NULL;
  redact_result *result = NULL;
  int n_right = 0;
  documents[0] = documents[1] = document_of(made.config, kNote);
  documents[1].added[1] = (size_t)1 << 40;
  options.added[0] = 1;
  CHECK(redact_run(made.redactor, &documents[1], &result, &error) == expected);
  CHECK(is_known || strstr(error.message, "does not know") != NULL);
  redact_result_free(result);
  CHECK(redact_run_batch(made.redactor, documents, 2, count_right, &n_right, &error) == expected);
  CHECK(n_right == (is_known ? 2 : 0));
  CHECK(redact_config_open(made.model, &options, &config, &error) == expected);
  redact_config_free(config);
  return 0;
}
#endif

int main(int argc, char **argv) {
  const int is_grown = argc > 1 && strcmp(argv[1], "grown") == 0;
  int failed = open_setting(&made, 1);
  if (failed) return 1;
  failed = test_results() + test_an_array() + test_errors() + test_sizes_that_are_none();
#ifdef LONGER
  failed += test_a_field_that_is_set(is_grown);
#else
  (void)is_grown;
#endif
  close_setting(&made);
  printf("%s %zu\n", redact_version(), sizeof(redact_document));
  return failed;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* What the C programs that test the interface share. Each test is a function that returns 0. */
#ifndef REDACT_TESTS_C_API_CHECK_H_
#define REDACT_TESTS_C_API_CHECK_H_

#include <redact/redact.h>
#include <stdio.h>
#include <string.h>

#define CHECK(condition)                                              \
  do {                                                                \
    if (!(condition)) {                                               \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition); \
      return 1;                                                       \
    }                                                                 \
  } while (0)

/* Runs tests, and says which fail. */
#define RUN(test) (fprintf(stderr, "%s\n", #test), test())

static const char kNote[] = "Patient: Margaret Ellison\nNo fever.\n";
static const char kRedacted[] = "Patient: [PATIENT]\nNo fever.\n";

static redact_error error = {.size = sizeof error};

/* A redactor whose model finds the words of tests/support/words.txt, with a default configuration. */
typedef struct setting {
  redact_model *model;
  redact_config *config;
  redact_redactor *redactor;
} setting;

static inline int open_setting(setting *made, int n_threads) {
  redact_redactor_options options = {.size = sizeof options};
  options.n_threads = n_threads;
  redact_model_options which = {.size = sizeof which};
  which.path = REDACT_WORD_MODEL;
  CHECK(redact_model_open(&which, &made->model, &error) == REDACT_OK);
  CHECK(redact_config_open(made->model, NULL, &made->config, &error) == REDACT_OK);
  CHECK(redact_redactor_open(made->model, &options, &made->redactor, &error) == REDACT_OK);
  return 0;
}

static inline void close_setting(setting *made) {
  redact_model_free(made->model); /* in any order */
  redact_redactor_free(made->redactor);
  redact_config_free(made->config);
}

static inline redact_document document_of(const redact_config *config, const char *text) {
  redact_document document = {.size = sizeof document};
  document.config = config;
  document.text = text;
  document.text_size = strlen(text);
  document.format = REDACT_FORMAT_TEXT;
  return document;
}

/* Whether a document's output is `expected`. */
static inline int writes(redact_redactor *redactor, const redact_document *document,
                         const char *expected) {
  redact_result *result = NULL;
  size_t size = 0;
  const char *output;
  int right;
  if (redact_run(redactor, document, &result, &error) != REDACT_OK) {
    fprintf(stderr, "%s\n", error.message);
    return 0;
  }
  output = redact_result_output(result, &size);
  right = size == strlen(expected) && memcmp(output, expected, size + 1) == 0;
  if (!right) fprintf(stderr, "wrote: %s\n", output);
  redact_result_free(result);
  return right;
}

#endif

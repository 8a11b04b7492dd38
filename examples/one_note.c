/* SPDX-License-Identifier: Apache-2.0 */
/* Redacts a note: standard input to standard output. Findings go to standard error.
 * Usage: one_note < note.txt */
#include <redact/redact.h>
#include <stdio.h>
#include <stdlib.h>

/* All bytes of a stream; NULL without memory. */
static char *read_all(FILE *in, size_t *size) {
  size_t room = 4096;
  char *bytes = malloc(room);
  *size = 0;
  while (bytes != NULL) {
    const size_t n = fread(bytes + *size, 1, room - *size, in);
    char *larger;
    if (n == 0) return bytes;
    *size += n;
    if (*size < room) continue;
    larger = realloc(bytes, room *= 2);
    if (larger == NULL) free(bytes);
    bytes = larger;
  }
  return NULL;
}

static const char *source_name(int source) {
  switch (source) {
    case REDACT_SOURCE_LIST: return "list";
    case REDACT_SOURCE_KNOWN: return "known";
    case REDACT_SOURCE_FIELD: return "field";
    case REDACT_SOURCE_RULE: return "rule";
    case REDACT_SOURCE_MODEL: return "model";
    case REDACT_SOURCE_REPEAT: return "repeat";
    default: return "another source"; /* of a later library */
  }
}

static void print_finding(const redact_result *result, size_t index) {
  redact_finding finding = {.size = sizeof finding};
  redact_evidence evidence = {.size = sizeof evidence};
  size_t i;
  if (redact_result_finding(result, index, &finding) != REDACT_OK) return;
  fprintf(stderr, "%s, score %.1f, bytes", finding.label, finding.score);
  for (i = 0; i < finding.n_ranges; ++i) {
    fprintf(stderr, " %zu to %zu", finding.ranges[i].begin, finding.ranges[i].end);
  }
  fprintf(stderr, ", by");
  for (i = 0; redact_result_evidence(result, index, i, &evidence) == REDACT_OK; ++i) {
    fprintf(stderr, " %s (%s)", source_name(evidence.source), evidence.label);
  }
  fprintf(stderr, "\n");
}

int main(void) {
  redact_error error = {.size = sizeof error};
  redact_model *model = NULL;
  redact_config *config = NULL;
  redact_redactor *redactor = NULL;
  redact_result *result = NULL;
  redact_document document = {.size = sizeof document};
  redact_summary summary = {.size = sizeof summary};
  redact_status status;
  size_t size, i;
  char *text = read_all(stdin, &document.text_size);
  if (text == NULL) return 1;

  status = redact_model_open(NULL, &model, &error);
  if (status == REDACT_OK) status = redact_config_open(model, NULL, &config, &error);
  if (status == REDACT_OK) status = redact_redactor_open(model, NULL, &redactor, &error);
  document.config = config;
  document.text = text;
  if (status == REDACT_OK) status = redact_run(redactor, &document, &result, &error);

  if (status == REDACT_OK && redact_result_summary(result, &summary) == REDACT_OK) {
    const char *output = redact_result_output(result, &size);
    fwrite(output, 1, size, stdout);
    for (i = 0; i < summary.n_findings; ++i) print_finding(result, i);
    if (summary.needs_review) fprintf(stderr, "a person should look at this note\n");
  } else {
    fprintf(stderr, "%s\n", error.message); /* and nothing of the note */
  }
  redact_result_free(result);
  redact_redactor_free(redactor);
  redact_config_free(config);
  redact_model_free(model);
  free(text);
  return status == REDACT_OK ? 0 : 1;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* The public header, used by a C compiler as an embedder would use it. */
#include <stdio.h>
#include <string.h>

#include "redactor/redact.h"

#define CHECK(condition)                                      \
  do {                                                        \
    if (!(condition)) {                                       \
      fprintf(stderr, "line %d: %s\n", __LINE__, #condition); \
      return 1;                                               \
    }                                                         \
  } while (0)

int main(void) {
  const char note[] = "Patient: Margaret Ellison\nBP 104/62.\n";
  char message[256];
  redact_options options;
  redact_redactor *redactor = NULL;
  redact_result *result = NULL;
  redact_entity entity;
  size_t size = 0;

  memset(&options, 0, sizeof options);
  options.size = sizeof options + 1;
  CHECK(redact_create(&options, &redactor, message, sizeof message) == REDACT_BAD_ARGUMENT);
  options.size = sizeof options;
  options.policy = "no-such-policy";
  CHECK(redact_create(&options, &redactor, message, sizeof message) == REDACT_CANNOT_OPEN);
  CHECK(strstr(message, "policy") != NULL);
  options.policy = NULL;
  options.model_path = "/nonexistent";
  CHECK(redact_create(&options, &redactor, message, 5) == REDACT_CANNOT_OPEN);
  CHECK(strlen(message) == 4);

  CHECK(redact_create(NULL, &redactor, NULL, 0) == REDACT_OK);
  CHECK(redact_text(redactor, NULL, 3, &result, message, sizeof message) == REDACT_BAD_ARGUMENT);
  CHECK(redact_text(redactor, NULL, 0, &result, message, sizeof message) == REDACT_OK);
  CHECK(redact_result_n_entities(result) == 0);
  redact_result_free(result);

  CHECK(redact_text(redactor, note, sizeof note - 1, &result, message, sizeof message) ==
        REDACT_OK);
  redact_free(redactor); /* a result outlives its redactor */
  CHECK(redact_result_n_entities(result) == 1);
  CHECK(redact_result_entity(result, 0, &entity) == REDACT_OK);
  CHECK(redact_result_entity(result, 1, &entity) == REDACT_BAD_ARGUMENT);
  CHECK(strcmp(entity.label, "PATIENT") == 0);
  CHECK(strncmp(note + entity.begin, "Margaret Ellison", entity.end - entity.begin) == 0);
  CHECK(strcmp(redact_result_output(result, &size), "Patient: [PATIENT]\nBP 104/62.\n") == 0);
  CHECK(size == strlen("Patient: [PATIENT]\nBP 104/62.\n"));
  redact_result_free(result);
  redact_result_free(NULL);
  redact_free(NULL);
  return 0;
}

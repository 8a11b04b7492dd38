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

/* Arguments: an instruct model of random weights, and an instruction for it. */
int main(int argc, char **argv) {
  const char note[] = "Patient: Margaret Ellison\nDOB: 14/03/1948\nNo fever.\n";
  char message[256];
  redact_options options;
  redact_redactor *redactor = NULL;
  redact_result *result = NULL;
  redact_entity entity;
  size_t size = 0, i = 0, at, out_at;
  int n_patients = 0;
  const char *outputs[3];
  char copies[3][256];

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
  CHECK(redact_result_output(NULL, NULL) == NULL && redact_result_n_entities(NULL) == 0);

  CHECK(redact_text(redactor, note, sizeof note - 1, &result, message, sizeof message) ==
        REDACT_OK);
  redact_free(redactor); /* a result outlives its redactor */
  CHECK(redact_result_n_entities(result) >= 1);
  for (i = 0; i < redact_result_n_entities(result); ++i) {
    CHECK(redact_result_entity(result, i, &entity) == REDACT_OK);
    CHECK(entity.begin < entity.end && entity.end <= sizeof note - 1);
    n_patients += strcmp(entity.label, "PATIENT") == 0;
  }
  CHECK(n_patients == 1);
  CHECK(redact_result_entity(result, i, &entity) == REDACT_BAD_ARGUMENT);
  CHECK(strstr(redact_result_output(result, &size), "Patient: [PATIENT]\n") != NULL);
  CHECK(strlen(redact_result_output(result, NULL)) == size);
  redact_result_free(result);

  /* A policy that needs a key says so. With one, all dates of a patient move by the same shift. */
  options.model_path = NULL;
  options.policy = "linked";
  CHECK(redact_create(&options, &redactor, message, sizeof message) == REDACT_CANNOT_OPEN);
  CHECK(strstr(message, "key") != NULL);
  options.key = "0123456789abcdef";
  options.key_size = 3;
  CHECK(redact_create(&options, &redactor, message, sizeof message) == REDACT_CANNOT_OPEN);
  options.key_size = 16;
  CHECK(redact_create(&options, &redactor, message, sizeof message) == REDACT_OK);
  for (i = 0; i < 3; ++i) {
    CHECK(redact_patient_text(redactor, i == 2 ? "8" : "7", note, sizeof note - 1, &result, message,
                              sizeof message) == REDACT_OK);
    outputs[i] = redact_result_output(result, NULL);
    CHECK(strlen(outputs[i]) < sizeof copies[i]);
    strcpy(copies[i], outputs[i]);
    redact_result_free(result);
  }
  CHECK(strcmp(copies[0], copies[1]) == 0);
  CHECK(strcmp(copies[0], copies[2]) != 0);
  CHECK(strstr(copies[0], "14/03/1948") == NULL && strstr(copies[0], "DOB: ") != NULL);
  redact_free(redactor);

  /* A redaction model, such as the bundled one, cannot take an instruction. */
  memset(&options, 0, sizeof options);
  options.size = sizeof options;
  options.task = "mask";
  CHECK(redact_create(&options, &redactor, message, sizeof message) == REDACT_CANNOT_OPEN);
  CHECK(strstr(message, "--task: is for an instruct model") != NULL);

  /* An instruct model has its own options; the source is unchanged outside the spans. */
  CHECK(argc == 3);
  memset(&options, 0, sizeof options);
  options.size = sizeof options;
  options.model_path = argv[1];
  CHECK(redact_create(&options, &redactor, message, sizeof message) == REDACT_CANNOT_OPEN);
  CHECK(strstr(message, "tokenizer.chat_template") != NULL);
  options.chat_template = "plain";
  options.task = "translate";
  CHECK(redact_create(&options, &redactor, message, sizeof message) == REDACT_CANNOT_OPEN);
  CHECK(strstr(message, "task") != NULL);
  options.task = "mask";
  options.language = "en";
  options.prompt_path = argv[2];
  options.context = 2048;
  CHECK(redact_create(&options, &redactor, message, sizeof message) == REDACT_OK);
  CHECK(redact_text(redactor, note, sizeof note - 1, &result, message, sizeof message) ==
        REDACT_OK);
  outputs[0] = redact_result_output(result, &size);
  at = out_at = 0;
  for (i = 0; redact_result_entity(result, i, &entity) == REDACT_OK; ++i) {
    CHECK(entity.begin - at == entity.out_begin - out_at);
    CHECK(memcmp(note + at, outputs[0] + out_at, entity.begin - at) == 0);
    at = entity.end, out_at = entity.out_end;
  }
  CHECK(strcmp(note + at, outputs[0] + out_at) == 0);
  redact_result_free(result);
  redact_free(redactor);
  redact_result_free(NULL);
  redact_free(NULL);
  return 0;
}

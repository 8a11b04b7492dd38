/* SPDX-License-Identifier: Apache-2.0 */
/* Mappings: what the library seals, and what the program does, is restored; nothing else. */
#include "check.h"

static const char kKey[] = "0123456789abcdef";
static setting made;

static redact_file in_memory(const char *content) {
  redact_file file = {NULL, content, strlen(content)};
  return file;
}

/* The output and the mapping line of a note, sealed under an id. */
static int seal(const redact_config *config, const char *text, const char *id, char *output,
                char *line) {
  redact_document document = document_of(config, text);
  redact_result *result = NULL;
  document.id = id;
  document.seal = 1;
  CHECK(redact_run(made.redactor, &document, &result, &error) == REDACT_OK);
  strcpy(output, redact_result_output(result, NULL));
  strcpy(line, redact_result_mapping(result, NULL));
  redact_result_free(result);
  return 0;
}

static redact_status restored(const char *lines, const char *key, const char *output,
                              const char *id, int is_number, const char *expected) {
  redact_mapping_options options = {.size = sizeof options};
  redact_redacted redacted = {.size = sizeof redacted};
  redact_mapping *mapping = NULL;
  redact_result *result = NULL;
  redact_status status;
  options.lines = in_memory(lines);
  options.key = in_memory(key);
  status = redact_mapping_open(&options, &mapping, &error);
  if (status != REDACT_OK) return status;
  redacted.text = output;
  redacted.text_size = strlen(output);
  redacted.id = id;
  redacted.id_is_number = is_number;
  status = redact_restore(mapping, &redacted, &result, &error);
  if (status == REDACT_OK && strcmp(redact_result_output(result, NULL), expected) != 0) {
    status = REDACT_INTERNAL;
  }
  redact_result_free(result);
  redact_mapping_free(mapping);
  return status;
}

static int test_restoring(void) {
  const char *const other = "Patient: Owen Pritchard\nNo fever.\n"; /* the same output */
  redact_config_options options = {.size = sizeof options};
  redact_config *config = NULL;
  char output[256], lines[8192], line[4096];
  options.key = in_memory(kKey);
  CHECK(redact_config_open(made.model, &options, &config, &error) == REDACT_OK);
  CHECK(seal(config, kNote, "1", output, lines) == 0);
  CHECK(strcmp(output, kRedacted) == 0 && strstr(lines, "Ellison") == NULL);
  CHECK(restored(lines, kKey, output, "1", 0, kNote) == REDACT_OK);
  CHECK(restored(lines, kKey, output, NULL, 0, kNote) == REDACT_OK);
  CHECK(restored(lines, kKey, output, "2", 0, kNote) == REDACT_BAD_INPUT);
  CHECK(restored(lines, kKey, "Patient", "1", 0, kNote) == REDACT_NOT_FOUND);
  CHECK(restored(lines, "fedcba9876543210", output, "1", 0, kNote) == REDACT_BAD_INPUT);
  CHECK(restored("x\n", kKey, output, "1", 0, kNote) == REDACT_BAD_INPUT);
  CHECK(restored(lines, "short", output, "1", 0, kNote) == REDACT_BAD_INPUT);
  /* Two notes of one output are told apart by their ids, but not by numbers of rows. */
  CHECK(seal(config, other, "2", output, line) == 0);
  strcat(lines, line);
  CHECK(restored(lines, kKey, output, "2", 0, other) == REDACT_OK);
  CHECK(restored(lines, kKey, output, NULL, 0, kNote) == REDACT_BAD_INPUT);
  CHECK(restored(lines, kKey, output, "1", 1, kNote) == REDACT_BAD_INPUT);
  redact_config_free(config);
  return 0;
}

static int test_misuse(void) {
  redact_mapping_options options = {.size = sizeof options};
  redact_redacted redacted = {.size = sizeof redacted};
  redact_mapping *mapping = NULL;
  redact_result *result = NULL;
  CHECK(redact_mapping_open(NULL, &mapping, &error) == REDACT_MISUSE);
  CHECK(redact_mapping_open(&options, &mapping, &error) == REDACT_MISUSE);
  options.key = in_memory(kKey);
  CHECK(redact_mapping_open(&options, &mapping, &error) == REDACT_MISUSE);
  options.lines.path = "/nonexistent";
  CHECK(redact_mapping_open(&options, &mapping, &error) == REDACT_NOT_FOUND);
  CHECK(redact_restore(NULL, &redacted, &result, &error) == REDACT_MISUSE);
  redact_mapping_free(NULL);
  return 0;
}

/* With arguments: the program made a mapping (by name of its file), a key file and an output. */
static int test_the_programs_mapping(char **argv) {
  redact_mapping_options options = {.size = sizeof options};
  redact_redacted redacted = {.size = sizeof redacted};
  redact_mapping *mapping = NULL;
  redact_result *result = NULL;
  options.lines.path = argv[1];
  options.key.path = argv[2];
  CHECK(redact_mapping_open(&options, &mapping, &error) == REDACT_OK);
  redacted.text = kRedacted;
  redacted.text_size = strlen(kRedacted);
  CHECK(redact_restore(mapping, &redacted, &result, &error) == REDACT_OK);
  CHECK(strcmp(redact_result_output(result, NULL), kNote) == 0);
  redact_result_free(result);
  redact_mapping_free(mapping);
  return 0;
}

int main(int argc, char **argv) {
  int failed;
  if (argc == 3) return test_the_programs_mapping(argv);
  if (open_setting(&made, 1) != 0) return 1;
  failed = RUN(test_restoring) + RUN(test_misuse);
  close_setting(&made);
  return failed;
}

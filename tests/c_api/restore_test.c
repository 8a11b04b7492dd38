/* SPDX-License-Identifier: Apache-2.0 */
/* Mappings: what the library seals, and what the program does, is restored; nothing else. */
#include "check.h"

static const char kKey[] = "\001123456789abcdef";
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
  const char *const other = "Patient: Gwen Hartley\nNo fever.\n"; /* the same output */
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
  CHECK(restored(lines, "\001edcba9876543210", output, "1", 0, kNote) == REDACT_BAD_INPUT);
  CHECK(restored("x\n", kKey, output, "1", 0, kNote) == REDACT_BAD_INPUT);
  CHECK(restored(lines, "short", output, "1", 0, kNote) == REDACT_BAD_INPUT);
  CHECK(restored(lines, "my dog's name 1948", output, "1", 0, kNote) == REDACT_BAD_INPUT);
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

static void count_lines(void *user, redact_status status, const char *message) {
  if (status == REDACT_OK && strstr(message, "older version") != NULL) ++*(int *)user;
}

/* Lines of the old scheme, which an older version wrote under this key, are restored, and the
 * caller is told of them. */
static int test_an_older_mapping(void) {
  static const char kOld[] =
      "{\"id\":\"4\",\"scheme\":2,\"out_sha256\":"
      "\"a3ac0ce5b07a7eca3d3b7bd311395980a53f7a70a3cdf48f1b160ad71858a17b\",\"nonce\":"
      "\"dd642127b41764a61f4804bf\",\"sealed\":\"4272cbf3b48705b521dc00969ebb70be\"}\n";
  static const char kOldKey[32] = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15,
                                   16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31};
  redact_mapping_options options = {.size = sizeof options};
  redact_redacted redacted = {.size = sizeof redacted};
  redact_mapping *mapping = NULL;
  redact_result *result = NULL;
  int n_told = 0;
  options.lines = in_memory(kOld);
  options.key.data = kOldKey;
  options.key.data_size = sizeof kOldKey;
  options.log = count_lines;
  options.log_user = &n_told;
  CHECK(redact_mapping_open(&options, &mapping, &error) == REDACT_OK);
  CHECK(n_told == 1);
  redacted.text = ",No fever.";
  redacted.text_size = strlen(redacted.text);
  redacted.id = "4";
  CHECK(redact_restore(mapping, &redacted, &result, &error) == REDACT_OK);
  CHECK(strcmp(redact_result_output(result, NULL), ",No fever.") == 0);
  redact_result_free(result);
  redact_mapping_free(mapping);
  options.legacy_key = 2;
  CHECK(redact_mapping_open(&options, &mapping, &error) == REDACT_MISUSE);
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
  failed = RUN(test_restoring) + RUN(test_an_older_mapping) + RUN(test_misuse);
  close_setting(&made);
  return failed;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* An instruct model: its options, and a document that it cannot finish. Arguments: a model of
 * random weights, and an instruction for it. */
#include <stdlib.h>

#include "check.h"

static redact_model *model;
static redact_redactor *redactor;

static redact_config_options options_of(const char *instruction) {
  redact_config_options options = {.size = sizeof options};
  options.chat_template = "plain";
  options.task = "mask";
  options.language = "en";
  options.prompt.path = instruction;
  return options;
}

/* The text outside of the findings is that of the output outside of their replacements. */
static int test_the_source_stays(const char *instruction) {
  const char text[] = "Patient: Margaret Ellison\nDOB: 14/03/1948\nNo fever.\n";
  redact_config_options options = options_of(instruction);
  redact_config *config = NULL;
  redact_finding finding = {.size = sizeof finding};
  redact_document document;
  redact_result *result = NULL;
  const char *output;
  size_t size, i, at = 0, out_at = 0;
  CHECK(redact_config_open(model, &options, &config, &error) == REDACT_OK);
  document = document_of(config, text);
  CHECK(redact_run(redactor, &document, &result, &error) == REDACT_OK);
  output = redact_result_output(result, &size);
  for (i = 0; redact_result_finding(result, i, &finding) == REDACT_OK; ++i) {
    CHECK(finding.begin - at == finding.out_begin - out_at);
    CHECK(memcmp(text + at, output + out_at, finding.begin - at) == 0);
    at = finding.end, out_at = finding.out_end;
  }
  CHECK(strcmp(text + at, output + out_at) == 0);
  redact_result_free(result);
  redact_config_free(config);
  return 0;
}

static int test_an_instruction_from_memory(void) {
  redact_config_options options = options_of(NULL);
  redact_config *config = NULL;
  options.prompt.data = "Replace each identifier by its tag:\n{tags}\n";
  options.prompt.data_size = strlen(options.prompt.data);
  options.shots.data = "{\"input\": \"Ana\", \"output\": \"[XXXXX]\"}\n";
  options.shots.data_size = strlen(options.shots.data);
  CHECK(redact_config_open(model, &options, &config, &error) == REDACT_OK);
  redact_config_free(config);
  options.shots.data = "{\"input\": \"Ana\"}";
  options.shots.data_size = strlen(options.shots.data);
  CHECK(redact_config_open(model, &options, &config, &error) == REDACT_BAD_INPUT);
  CHECK(strstr(error.message, "shots") != NULL && config == NULL);
  return 0;
}

/* A model that opens a tag at every chance writes more than its context holds: its document is
 * withheld, and the redactor goes on. */
static int test_a_document_that_outgrows_the_context(const char *instruction) {
  const float open_everywhere = 100;
  char text[100 * sizeof kNote] = "";
  redact_config_options options = options_of(instruction);
  redact_config *config = NULL;
  redact_result *result = NULL;
  redact_document document;
  while (strlen(text) + strlen(kNote) < sizeof text) strcat(text, kNote);
  options.bias = &open_everywhere;
  CHECK(redact_config_open(model, &options, &config, &error) == REDACT_OK);
  document = document_of(config, text);
  CHECK(redact_run(redactor, &document, &result, &error) != REDACT_OK && result == NULL);
  CHECK(strstr(error.message, "tags") != NULL && strstr(error.message, "Ellison") == NULL);
  document.text_size = 0;
  CHECK(writes(redactor, &document, ""));
  redact_config_free(config);
  return 0;
}

/* Errors name the field at fault, not the program's option. */
static int test_what_is_refused(const char *instruction) {
  redact_config_options options = options_of(instruction);
  redact_config *config = NULL;
  options.chat_template = "none such";
  CHECK(redact_config_open(model, &options, &config, &error) == REDACT_NOT_FOUND);
  CHECK(strncmp(error.message, "model: chat_template: ", 22) == 0);
  options = options_of("/nonexistent");
  CHECK(redact_config_open(model, &options, &config, &error) == REDACT_NOT_FOUND);
  CHECK(strncmp(error.message, "model: prompt: ", 15) == 0);
  options = options_of(instruction), options.shots.path = "/nonexistent";
  CHECK(redact_config_open(model, &options, &config, &error) == REDACT_NOT_FOUND);
  CHECK(strncmp(error.message, "model: shots: ", 14) == 0);
  return 0;
}

int main(int argc, char **argv) {
  redact_model_options how = {.size = sizeof how, .context = 1600};
  redact_config *config = NULL;
  int failed;
  CHECK(argc == 3);
  how.path = argv[1];
  CHECK(redact_model_open(&how, &model, &error) == REDACT_OK);
  CHECK(redact_config_open(model, NULL, &config, &error) != REDACT_OK && config == NULL);
  CHECK(strstr(error.message, "tokenizer.chat_template") != NULL);
  CHECK(redact_redactor_open(model, NULL, &redactor, &error) == REDACT_OK);
  failed = test_the_source_stays(argv[2]) + test_an_instruction_from_memory() +
           test_what_is_refused(argv[2]) + test_a_document_that_outgrows_the_context(argv[2]);
  redact_redactor_free(redactor);
  redact_model_free(model);
  return failed;
}

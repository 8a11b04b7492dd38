/* SPDX-License-Identifier: Apache-2.0 */
/* Models, configurations and redactors: what can be opened, and how the rest is refused. */
#include <math.h>

#include "check.h"

static setting made;

static redact_model_options model_options(void) {
  const redact_model_options options = {.size = sizeof options};
  return options;
}
static redact_config_options config_options(void) {
  const redact_config_options options = {.size = sizeof options};
  return options;
}
static redact_file in_memory(const char *content) {
  redact_file file = {NULL, content, strlen(content)};
  return file;
}

static int is_refused_model(redact_model_options options, redact_status status, const char *word) {
  redact_model *model = (redact_model *)&options; /* becomes NULL */
  error.message[0] = '\0';
  return redact_model_open(&options, &model, &error) == status && model == NULL &&
         strstr(error.message, word) != NULL;
}
static int is_refused(redact_config_options options, redact_status status, const char *word) {
  redact_config *config = (redact_config *)&options;
  error.message[0] = '\0';
  return redact_config_open(made.model, &options, &config, &error) == status && config == NULL &&
         strstr(error.message, word) != NULL && strncmp(error.message, "--", 2) != 0 &&
         strstr(error.message, ": --") == NULL; /* the program's spelling of settings */
}

static int test_version_and_labels(void) {
  size_t i;
  int patients = 0;
  CHECK(redact_abi() == REDACT_ABI);
  CHECK(strcmp(redact_version(), "0.9.0") == 0);
  CHECK(redact_n_labels() >= 35);
  for (i = 0; i < redact_n_labels(); ++i) patients += strcmp(redact_label(i), "PATIENT") == 0;
  CHECK(patients == 1 && redact_label(i) == NULL);
  CHECK(strcmp(redact_presidio_name("DOCTOR"), "PERSON") == 0);
  CHECK(redact_presidio_name("PERSON") == NULL && redact_presidio_name(NULL) == NULL);
  CHECK(strcmp(redact_config_policy(made.config), "default") == 0);
  CHECK(strlen(redact_model_name(made.model)) > 0);
  CHECK(redact_model_name(NULL) == NULL && redact_config_policy(NULL) == NULL);
  return 0;
}

static int test_models_that_cannot_be_opened(void) {
  const char *const more[] = {"/nonexistent"};
  redact_model_options options = model_options();
  CHECK(redact_model_open(NULL, NULL, &error) == REDACT_MISUSE);
  options.path = "/nonexistent";
  CHECK(is_refused_model(options, REDACT_NOT_FOUND, "model"));
  options = model_options(), options.path = "";
  CHECK(is_refused_model(options, REDACT_MISUSE, "path: is empty"));
  options = model_options(), options.n_threads = -1;
  CHECK(is_refused_model(options, REDACT_MISUSE, "n_threads"));
  options = model_options(), options.no_draft = 2;
  CHECK(is_refused_model(options, REDACT_MISUSE, "no_draft"));
  options = model_options(), options.device = "tpu";
  CHECK(is_refused_model(options, REDACT_UNSUPPORTED, ""));
  options = model_options(), options.n_more_paths = 1;
  CHECK(is_refused_model(options, REDACT_MISUSE, "more_paths: is NULL"));
  options = model_options(), options.n_more_paths = 1, options.more_paths = more;
  CHECK(is_refused_model(options, REDACT_NOT_FOUND, "model: number 2"));
  options = model_options(), options.context = 512; /* the bundled model is no instruct model */
  CHECK(is_refused_model(options, REDACT_UNSUPPORTED, "context"));
  return 0;
}

static int test_configurations_that_are_refused(void) {
  const float no_number = NAN, number = 1;
  redact_config_options options = config_options();
  redact_config *config = NULL;
  CHECK(redact_config_open(NULL, NULL, &config, &error) == REDACT_MISUSE);
  CHECK(redact_config_open(made.model, NULL, NULL, &error) == REDACT_MISUSE);
  options.policy = "nonesuch";
  CHECK(is_refused(options, REDACT_NOT_FOUND, "policy"));
  options.policy = "/a/path.yaml";
  CHECK(is_refused(options, REDACT_NOT_FOUND, "policy_file"));
  options = config_options(), options.policy = "gdpr", options.policy_file = in_memory("x");
  CHECK(is_refused(options, REDACT_MISUSE, "policy"));
  options = config_options(), options.policy_file = in_memory("name: [");
  CHECK(is_refused(options, REDACT_BAD_INPUT, "policy"));
  options = config_options(), options.policy_file.path = "/nonexistent";
  CHECK(is_refused(options, REDACT_NOT_FOUND, "policy_file"));
  options = config_options(), options.agree = "most";
  CHECK(is_refused(options, REDACT_BAD_INPUT, "agree"));
  options = config_options(), options.deny.path = "/nonexistent";
  CHECK(is_refused(options, REDACT_NOT_FOUND, "deny"));
  options = config_options(), options.deny.path = "";
  CHECK(is_refused(options, REDACT_MISUSE, "deny"));
  options = config_options(), options.deny.data_size = 3;
  CHECK(is_refused(options, REDACT_MISUSE, "deny"));
  options = config_options(), options.deny = in_memory("x"), options.deny.path = "x";
  CHECK(is_refused(options, REDACT_MISUSE, "deny"));
  options = config_options(), options.deny = in_memory("# ours\nWARD\tEllison\n");
  CHECK(is_refused(options, REDACT_BAD_INPUT, "list line 2"));
  CHECK(strstr(error.message, "Ellison") == NULL);
  options = config_options(), options.rules = in_memory("rules: 7");
  CHECK(is_refused(options, REDACT_BAD_INPUT, "rules"));
  options = config_options(), options.hints = in_memory("name\tEllison\n");
  CHECK(is_refused(options, REDACT_BAD_INPUT, "hints"));
  options = config_options(),
  options.known = in_memory("{\"id\": \"a\", \"DATE\": \"1948-13-45\"}");
  CHECK(is_refused(options, REDACT_BAD_INPUT, "known"));
  options = config_options(), options.known_fhir = in_memory("{\"resourceType\": \"Patient\"");
  CHECK(is_refused(options, REDACT_BAD_INPUT, "known_fhir"));
  options = config_options(), options.corrections = in_memory("{\"id\": \"a\"}\n");
  CHECK(is_refused(options, REDACT_BAD_INPUT, "corrections: line 1"));
  options = config_options(), options.fhir_rules = in_memory("{\"fhirPathRules\": [\n{}]}");
  CHECK(is_refused(options, REDACT_BAD_INPUT, "FHIR rules line 2"));
  options = config_options(), options.explain = 2;
  CHECK(is_refused(options, REDACT_MISUSE, "explain"));
  options = config_options(), options.legacy_key = 2;
  CHECK(is_refused(options, REDACT_MISUSE, "legacy_key"));
  options = config_options(), options.key = in_memory("my dog's name 1948");
  CHECK(is_refused(options, REDACT_BAD_INPUT, "is text"));
  options.legacy_key = 1;
  CHECK(redact_config_open(made.model, &options, &config, &error) == REDACT_OK);
  redact_config_free(config);
  options = config_options(), options.bias = &no_number;
  CHECK(is_refused(options, REDACT_MISUSE, "bias"));
  options = config_options(), options.recall = "high", options.bias = &number;
  CHECK(is_refused(options, REDACT_MISUSE, "recall"));
  options = config_options(), options.recall = "some";
  CHECK(is_refused(options, REDACT_BAD_INPUT, "recall"));
  options = config_options(), options.key = in_memory("short");
  CHECK(is_refused(options, REDACT_BAD_INPUT, "key"));
  options = config_options(), options.policy = "linked";
  CHECK(is_refused(options, REDACT_BAD_INPUT, "key"));
  options = config_options(), options.task = "mask";
  CHECK(is_refused(options, REDACT_UNSUPPORTED, "task: is for an instruct model"));
  options = config_options(), options.prompt = in_memory("Tag.");
  CHECK(is_refused(options, REDACT_UNSUPPORTED, "prompt: is for an instruct model"));
  options = config_options(), options.task = "translate";
  CHECK(is_refused(options, REDACT_NOT_FOUND, "task"));
  return 0;
}

static int test_what_is_given_in_memory_counts(void) {
  redact_config_options options = config_options();
  redact_config *config = NULL;
  redact_document document;
  options.policy_file = in_memory(
      "name: ours\nplaceholders:\n  PATIENT: \"<P>\"\n  OTHER: \"<X>\"\n  ID: \"<ID>\"\n");
  options.deny = in_memory("OTHER\tProject Heron\n");
  options.allow = in_memory("Parkinson\n");
  options.rules = in_memory(
      "rules:\n  - label: ID\n    pattern: '\\bRX-\\d{2}\\b'\n    catches: [\"RX-44\"]\n"
      "    leaves: [\"RX44\"]\n");
  options.known = in_memory("{\"id\": \"7\", \"PATIENT\": \"Owen Pritchard\"}\n");
  options.hints = in_memory("surname\tTrefriw\n");
  options.key = in_memory("\001123456789abcdef");
  options.recall = "high";
  CHECK(redact_config_open(made.model, &options, &config, &error) == REDACT_OK);
  CHECK(strcmp(redact_config_policy(config), "ours") == 0);
  document = document_of(config, "Parkinson, project heron, RX-44, Pritchard");
  document.id = "7";
  CHECK(writes(made.redactor, &document, "Parkinson, <X>, <ID>, <P>"));
  redact_config_free(config);
  return 0;
}

static int n_logged;
static void count_log(void *user, redact_status status, const char *message) {
  n_logged += user == &n_logged && status == REDACT_OK && strstr(message, "PROFESSION") != NULL;
}

static int test_rules_without_effect_are_logged(void) {
  redact_config_options options = config_options();
  redact_config *config = NULL;
  options.policy = "patient";
  options.rules = in_memory(
      "rules:\n  - label: PROFESSION\n    pattern: 'RX'\n    catches: [\"RX\"]\n    leaves: "
      "[\"R\"]\n");
  options.log = count_log;
  options.log_user = &n_logged;
  CHECK(redact_config_open(made.model, &options, &config, &error) == REDACT_OK);
  CHECK(n_logged == 1);
  redact_config_free(config);
  return 0;
}

static int test_redactors(void) {
  redact_redactor_options options = {.size = sizeof options};
  redact_redactor *redactor = NULL;
  const redact_document document = document_of(made.config, kNote);
  CHECK(redact_redactor_open(NULL, NULL, &redactor, &error) == REDACT_MISUSE);
  CHECK(redact_redactor_open(made.model, NULL, NULL, &error) == REDACT_MISUSE);
  options.n_threads = -1;
  CHECK(redact_redactor_open(made.model, &options, &redactor, &error) == REDACT_MISUSE);
  CHECK(redactor == NULL && strstr(error.message, "n_threads") != NULL);
  options.n_threads = 100000; /* lowered, and no result changes */
  options.memory_bytes = 1;   /* every document is worked on alone */
  CHECK(redact_redactor_open(made.model, &options, &redactor, &error) == REDACT_OK);
  CHECK(writes(redactor, &document, kRedacted));
  redact_redactor_free(redactor);
  return 0;
}

static int test_errors_fit(void) {
  struct {
    redact_error error;
    char behind[8];
  } given;
  redact_model_options options = model_options();
  redact_model *model = NULL;
  options.path = "/nonexistent";
  memset(&given, 'x', sizeof given);
  given.error.size = sizeof(size_t) * 2; /* room for seven bytes and a NUL */
  CHECK(redact_model_open(&options, &model, &given.error) == REDACT_NOT_FOUND);
  CHECK(strlen(given.error.message) == sizeof(size_t) - 1);
  CHECK(given.error.message[sizeof(size_t)] == 'x');
  given.error.size = 0;
  CHECK(redact_model_open(&options, &model, &given.error) == REDACT_MISUSE);
  CHECK(redact_model_open(&options, &model, NULL) == REDACT_NOT_FOUND);
  return 0;
}

int main(void) {
  int failed = open_setting(&made, 2);
  if (failed) return 1;
  failed = RUN(test_version_and_labels) + RUN(test_models_that_cannot_be_opened) +
           RUN(test_configurations_that_are_refused) + RUN(test_what_is_given_in_memory_counts) +
           RUN(test_rules_without_effect_are_logged) + RUN(test_redactors) + RUN(test_errors_fit);
  close_setting(&made);
  redact_model_free(NULL);
  redact_config_free(NULL);
  redact_redactor_free(NULL);
  return failed;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* Every status of the public header, the limit on threads, and fork(), from a C program. */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "redactor/redact.h"

#define CHECK(condition)                                      \
  do {                                                        \
    if (!(condition)) {                                       \
      fprintf(stderr, "line %d: %s\n", __LINE__, #condition); \
      return 1;                                               \
    }                                                         \
  } while (0)

static const char kNote[] = "Patient: Margaret Ellison\nNo fever.\n";
static const char kRedacted[] = "Patient: [PATIENT]\nNo fever.\n";
static char message[256];

static redact_options no_options(void) {
  redact_options options;
  memset(&options, 0, sizeof options);
  options.size = sizeof options;
  return options;
}

/* Whether redact_create refuses the options with this status and a message with this word. */
static int is_refused(redact_options options, redact_status status, const char *word) {
  redact_redactor *redactor = NULL;
  message[0] = '\0';
  return redact_create(&options, &redactor, message, sizeof message) == status &&
         redactor == NULL && strstr(message, word) != NULL;
}

/* Whether the redactor redacts the note. */
static int is_at_work(redact_redactor *redactor) {
  redact_result *result = NULL;
  int right;
  if (redact_text(redactor, kNote, strlen(kNote), &result, message, sizeof message) != REDACT_OK) {
    return 0;
  }
  right = strcmp(redact_result_output(result, NULL), kRedacted) == 0;
  redact_result_free(result);
  return right;
}

static int test_bad_arguments(redact_redactor *redactor) {
  redact_options options = no_options();
  redact_result *result = NULL;
  redact_entity entity;
  CHECK(redact_create(NULL, NULL, message, sizeof message) == REDACT_BAD_ARGUMENT);
  options.size = sizeof options - 1;
  CHECK(is_refused(options, REDACT_BAD_ARGUMENT, "size"));
  options = no_options(), options.n_threads = -1;
  CHECK(is_refused(options, REDACT_BAD_ARGUMENT, "n_threads"));
  options = no_options(), options.model_path = "";
  CHECK(is_refused(options, REDACT_BAD_ARGUMENT, "model_path"));
  options = no_options(), options.policy = "";
  CHECK(is_refused(options, REDACT_BAD_ARGUMENT, "policy"));
  options = no_options(), options.deny_path = "";
  CHECK(is_refused(options, REDACT_BAD_ARGUMENT, "deny_path"));
  CHECK(redact_text(NULL, "", 0, &result, message, sizeof message) == REDACT_BAD_ARGUMENT);
  CHECK(redact_text(redactor, NULL, 1, &result, message, sizeof message) == REDACT_BAD_ARGUMENT);
  CHECK(redact_text(redactor, "", 0, NULL, message, sizeof message) == REDACT_BAD_ARGUMENT);
  CHECK(redact_patient_text(redactor, NULL, "", 0, &result, NULL, 0) == REDACT_BAD_ARGUMENT);
  CHECK(result == NULL);
  CHECK(redact_result_entity(NULL, 0, &entity) == REDACT_BAD_ARGUMENT);
  return 0;
}

static int test_what_cannot_be_opened(void) {
  const float no_number = NAN, number = 1;
  redact_options options = no_options();
  options.model_path = "/nonexistent";
  CHECK(is_refused(options, REDACT_CANNOT_OPEN, "No such file"));
  options = no_options(), options.policy = "nonesuch";
  CHECK(is_refused(options, REDACT_CANNOT_OPEN, "policy"));
  options = no_options(), options.deny_path = "/nonexistent";
  CHECK(is_refused(options, REDACT_CANNOT_OPEN, ""));
  options = no_options(), options.bias = &no_number;
  CHECK(is_refused(options, REDACT_CANNOT_OPEN, "bias"));
  options = no_options(), options.recall = "some";
  CHECK(is_refused(options, REDACT_CANNOT_OPEN, "recall: is none of"));
  options = no_options(), options.recall = "high", options.bias = &number;
  CHECK(is_refused(options, REDACT_CANNOT_OPEN, "recall: and bias"));
  options = no_options(), options.key = "short", options.key_size = 5;
  CHECK(is_refused(options, REDACT_CANNOT_OPEN, "key"));
  return 0;
}

/* A number of threads far above the machine's is lowered, and changes no result. */
static int test_many_threads(void) {
  redact_options options = no_options();
  redact_redactor *redactor = NULL;
  options.n_threads = 100000;
  CHECK(redact_create(&options, &redactor, message, sizeof message) == REDACT_OK);
  CHECK(is_at_work(redactor));
  redact_free(redactor);
  return 0;
}

/* A model that opens a tag at every chance writes more than its context holds: its document is
 * withheld, and the redactor goes on. The model is an instruct model of random weights. */
static int test_withheld_document(const char *model, const char *instruction) {
  const float open_everywhere = 100;
  char notes[100 * sizeof kNote] = "";
  redact_options options = no_options();
  redact_redactor *redactor = NULL;
  redact_result *result = NULL;
  while (strlen(notes) + strlen(kNote) < sizeof notes) strcat(notes, kNote);
  options.model_path = model;
  options.chat_template = "plain";
  options.task = "mask";
  options.language = "en";
  options.prompt_path = instruction;
  options.context = 1600;
  options.bias = &open_everywhere;
  CHECK(redact_create(&options, &redactor, message, sizeof message) == REDACT_OK);
  CHECK(redact_text(redactor, notes, strlen(notes), &result, message, sizeof message) ==
        REDACT_WITHHELD);
  CHECK(result == NULL && strstr(message, "tags") != NULL && strstr(message, "Ellison") == NULL);
  CHECK(redact_text(redactor, "", 0, &result, message, sizeof message) == REDACT_OK);
  redact_result_free(result);
  redact_free(redactor);
  return 0;
}

/* What a forked child may do with a redactor and a result of its parent. */
static int be_a_child(redact_redactor *redactor, redact_result *result) {
  redact_redactor *own = NULL;
  redact_result *none = NULL;
  CHECK(redact_text(redactor, kNote, strlen(kNote), &none, message, sizeof message) ==
        REDACT_WITHHELD);
  CHECK(none == NULL && strstr(message, "fork") != NULL);
  redact_free(redactor);
  CHECK(strcmp(redact_result_output(result, NULL), kRedacted) == 0);
  redact_result_free(result);
  CHECK(redact_create(NULL, &own, message, sizeof message) == REDACT_OK);
  CHECK(is_at_work(own));
  redact_free(own);
  return 0;
}

static int test_fork(redact_redactor *redactor) {
  redact_result *result = NULL;
  int ended = 0;
  pid_t child;
  CHECK(redact_text(redactor, kNote, strlen(kNote), &result, message, sizeof message) == REDACT_OK);
  child = fork();
  CHECK(child >= 0);
  if (child == 0) {
    alarm(120); /* ends a child that waits for threads it does not have */
    _exit(be_a_child(redactor, result));
  }
  CHECK(waitpid(child, &ended, 0) == child);
  CHECK(WIFEXITED(ended) && WEXITSTATUS(ended) == 0);
  redact_result_free(result);
  CHECK(is_at_work(redactor)); /* still works in the parent */
  return 0;
}

/* Arguments: an instruct model of random weights, and an instruction for it. */
int main(int argc, char **argv) {
  redact_options options = no_options();
  redact_redactor *redactor = NULL;
  int failed;
  CHECK(argc == 3);
  options.n_threads = 2; /* so that there is a thread that the child does not inherit */
  CHECK(redact_create(&options, &redactor, message, sizeof message) == REDACT_OK);
  failed = test_bad_arguments(redactor) + test_what_cannot_be_opened() + test_many_threads() +
           test_withheld_document(argv[1], argv[2]) + test_fork(redactor);
  redact_free(redactor);
  return failed;
}

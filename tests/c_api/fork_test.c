/* SPDX-License-Identifier: Apache-2.0 */
/* What a forked child may do with its parent's handles. */
#define _POSIX_C_SOURCE 200809L
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"

static setting made;

/* `own`: whether the child opens its own model, as it must if the parent was at work. */
static int be_a_child(redact_request *request, redact_result *result, int own) {
  const redact_document document = document_of(made.config, kNote);
  redact_result *none = NULL;
  redact_redactor *redactor = NULL;
  redact_request *not_made = NULL;
  redact_config *config = NULL;
  setting fresh;
  CHECK(redact_run(made.redactor, &document, &none, &error) == REDACT_FORKED && none == NULL);
  CHECK(strstr(error.message, "fork") != NULL);
  CHECK(redact_submit(made.redactor, &document, NULL, NULL, &not_made, &error) == REDACT_FORKED);
  CHECK(redact_request_wait(request, REDACT_FOREVER, NULL, &error) == REDACT_FORKED);
  redact_request_cancel(request);
  redact_request_free(request);
  CHECK(strcmp(redact_result_output(result, NULL), kRedacted) == 0);
  redact_result_free(result);
  if (own) {
    CHECK(open_setting(&fresh, 1) == 0);
    CHECK(writes(fresh.redactor,
                 &(redact_document){.size = sizeof(redact_document),
                                    .config = fresh.config,
                                    .text = kNote,
                                    .text_size = strlen(kNote)},
                 kRedacted));
    close_setting(&fresh);
  } else {
    CHECK(redact_redactor_open(made.model, NULL, &redactor, &error) == REDACT_OK);
    CHECK(writes(redactor, &document, kRedacted));
    CHECK(redact_config_open(made.model, NULL, &config, &error) == REDACT_OK);
    redact_config_free(config);
    redact_redactor_free(redactor);
  }
  close_setting(&made); /* does nothing */
  return 0;
}

static int fork_child(redact_request *request, redact_result *result, int own) {
  int ended = 0;
  const pid_t child = fork();
  CHECK(child >= 0);
  if (child == 0) {
    alarm(120); /* ends a child that waits for threads it does not have */
    _exit(be_a_child(request, result, own));
  }
  CHECK(waitpid(child, &ended, 0) == child);
  CHECK(WIFEXITED(ended) && WEXITSTATUS(ended) == 0);
  return 0;
}

static int test_fork(int at_work) {
  static char text[300000];
  redact_document document = document_of(made.config, kNote), longer;
  redact_request *request = NULL;
  redact_result *result = NULL;
  size_t i;
  for (i = 0; i + 1 < sizeof text; ++i) text[i] = "Mrs Ellison is well.\n"[i % 21];
  longer = document_of(made.config, text);
  CHECK(redact_run(made.redactor, &document, &result, &error) == REDACT_OK);
  CHECK(redact_submit(made.redactor, at_work ? &longer : &document, NULL, NULL, &request, &error) ==
        REDACT_OK);
  if (!at_work) CHECK(redact_request_wait(request, REDACT_FOREVER, NULL, &error) == REDACT_OK);
  CHECK(fork_child(request, result, at_work) == 0);
  redact_request_cancel(request);
  redact_request_free(request);
  redact_result_free(result);
  CHECK(writes(made.redactor, &document, kRedacted)); /* the parent is not affected */
  return 0;
}

static int test_fork_of_an_idle_parent(void) { return test_fork(0); }
static int test_fork_of_a_parent_at_work(void) { return test_fork(1); }

int main(void) {
  int failed = open_setting(&made, 2); /* so that there are threads that a child has not */
  if (failed) return 1;
  failed = RUN(test_fork_of_an_idle_parent) + RUN(test_fork_of_a_parent_at_work);
  close_setting(&made);
  return failed;
}

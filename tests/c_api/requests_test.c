/* SPDX-License-Identifier: Apache-2.0 */
/* Requests and batches: ends, cancellation, deadlines, the memory budget, callbacks, the log. */
#define _POSIX_C_SOURCE 200809L
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

#include "check.h"

enum { kMany = 40 };

static setting made;
static char *long_text; /* some seconds of work */
static size_t long_size;

/* What callbacks saw, guarded. */
typedef struct seen {
  pthread_mutex_t mutex;
  int n, n_ok, n_right, n_cancelled, n_late, n_indices;
  char index_seen[kMany];
  int stop_after; /* callbacks; 0: never */
} seen;

static seen nothing_seen(void) {
  seen fresh = {.mutex = PTHREAD_MUTEX_INITIALIZER};
  return fresh;
}

static int note_done(void *user, size_t index, redact_status status, redact_result *result,
                     const char *message) {
  seen *all = user;
  int answer;
  pthread_mutex_lock(&all->mutex);
  ++all->n;
  all->n_ok += status == REDACT_OK && result != NULL && message == NULL;
  all->n_right += result != NULL && strcmp(redact_result_output(result, NULL), kRedacted) == 0;
  all->n_cancelled += status == REDACT_CANCELLED && result == NULL && strlen(message) > 0;
  all->n_late += status == REDACT_TIMED_OUT && result == NULL && strlen(message) > 0;
  if (index < kMany) all->n_indices += !all->index_seen[index], all->index_seen[index] = 1;
  answer = all->stop_after > 0 && all->n >= all->stop_after;
  pthread_mutex_unlock(&all->mutex);
  redact_result_free(result);
  return answer;
}

static redact_document long_document(void) {
  redact_document document = document_of(made.config, "");
  document.text = long_text;
  document.text_size = long_size;
  return document;
}

static int test_a_request_is_waited_for(void) {
  char text[sizeof kNote];
  redact_document document;
  redact_request *request = NULL;
  redact_result *result = NULL;
  memcpy(text, kNote, sizeof kNote);
  document = document_of(made.config, text);
  CHECK(redact_submit(made.redactor, &document, NULL, NULL, NULL, &error) == REDACT_MISUSE);
  CHECK(redact_submit(made.redactor, &document, NULL, NULL, &request, &error) == REDACT_OK);
  memset(text, 'x', sizeof text); /* it was copied */
  CHECK(redact_request_wait(request, REDACT_FOREVER, NULL, &error) == REDACT_OK);
  CHECK(redact_request_wait(request, 0, &result, &error) == REDACT_OK);
  CHECK(strcmp(redact_result_output(result, NULL), kRedacted) == 0);
  redact_result_free(result);
  CHECK(redact_request_wait(request, 0, &result, &error) == REDACT_MISUSE && result == NULL);
  redact_request_cancel(request); /* too late */
  CHECK(redact_request_wait(request, 0, NULL, &error) == REDACT_OK);
  redact_request_free(request);
  CHECK(redact_request_wait(NULL, 0, NULL, &error) == REDACT_MISUSE);
  redact_request_cancel(NULL);
  redact_request_free(NULL);
  return 0;
}

static int test_a_callback_gets_the_result(void) {
  const redact_document document = document_of(made.config, kNote);
  seen all = nothing_seen();
  redact_request *request = NULL;
  redact_result *result = NULL;
  CHECK(redact_submit(made.redactor, &document, note_done, &all, &request, &error) == REDACT_OK);
  CHECK(redact_request_wait(request, REDACT_FOREVER, NULL, &error) == REDACT_OK);
  CHECK(all.n == 1 && all.n_right == 1);
  CHECK(redact_request_wait(request, 0, &result, &error) == REDACT_MISUSE);
  redact_request_free(request);
  return 0;
}

static int test_cancellation(void) {
  const redact_document document = long_document(), note = document_of(made.config, kNote);
  redact_request *first = NULL, *second = NULL;
  redact_result *result = NULL;
  CHECK(redact_submit(made.redactor, &document, NULL, NULL, &first, &error) == REDACT_OK);
  CHECK(redact_submit(made.redactor, &document, NULL, NULL, &second, &error) == REDACT_OK);
  CHECK(redact_request_wait(first, 1, NULL, &error) == REDACT_BUSY);
  redact_request_cancel(second);
  redact_request_cancel(first);
  CHECK(redact_request_wait(second, REDACT_FOREVER, &result, &error) == REDACT_CANCELLED);
  CHECK(result == NULL && strstr(error.message, "cancelled") != NULL);
  CHECK(redact_request_wait(first, REDACT_FOREVER, &result, &error) == REDACT_CANCELLED);
  CHECK(writes(made.redactor, &note, kRedacted));
  redact_request_free(first);
  redact_request_free(second);
  return 0;
}

static int test_deadlines(void) {
  redact_document document = long_document(), note = document_of(made.config, kNote);
  redact_result *result = NULL;
  document.timeout_ms = 20;
  CHECK(redact_run(made.redactor, &document, &result, &error) == REDACT_TIMED_OUT);
  CHECK(result == NULL && strstr(error.message, "deadline") != NULL);
  note.timeout_ms = 600000;
  CHECK(writes(made.redactor, &note, kRedacted));
  return 0;
}

/* A redactor with memory for one document at a time. */
static int test_the_memory_budget(void) {
  redact_redactor_options options = {.size = sizeof options, .n_threads = 1, .memory_bytes = 1};
  redact_document document = long_document(), note = document_of(made.config, kNote);
  redact_redactor *redactor = NULL;
  redact_request *request = NULL, *none = NULL;
  redact_result *result = NULL;
  seen all = nothing_seen();
  CHECK(redact_redactor_open(made.model, &options, &redactor, &error) == REDACT_OK);
  CHECK(redact_submit(redactor, &document, NULL, NULL, &request, &error) == REDACT_OK);
  CHECK(redact_try_submit(redactor, &note, note_done, &all, &none, &error) == REDACT_BUSY);
  CHECK(none == NULL && all.n == 0);
  note.timeout_ms = 20; /* passes while it waits for memory */
  CHECK(redact_run(redactor, &note, &result, &error) == REDACT_TIMED_OUT);
  CHECK(redact_submit(redactor, &note, note_done, &all, NULL, &error) == REDACT_OK);
  CHECK(all.n == 1 && all.n_late == 1);
  redact_request_cancel(request);
  CHECK(redact_request_wait(request, REDACT_FOREVER, NULL, &error) == REDACT_CANCELLED);
  note.timeout_ms = 0;
  CHECK(writes(redactor, &note, kRedacted));
  redact_request_free(request);
  redact_redactor_free(redactor);
  return 0;
}

static int test_a_redactor_that_is_freed_cancels_its_requests(void) {
  const redact_document document = long_document();
  redact_redactor *redactor = NULL;
  redact_request *request = NULL;
  seen all = nothing_seen();
  int i;
  CHECK(redact_redactor_open(made.model, NULL, &redactor, &error) == REDACT_OK);
  for (i = 0; i < 3; ++i) {
    CHECK(redact_submit(redactor, &document, note_done, &all, i == 0 ? &request : NULL, &error) ==
          REDACT_OK);
  }
  redact_redactor_free(redactor);
  CHECK(all.n == 3 && all.n_cancelled == 3);
  redact_request_cancel(request);
  CHECK(redact_request_wait(request, 0, NULL, &error) == REDACT_CANCELLED);
  redact_request_free(request);
  return 0;
}

static int test_a_batch(void) {
  redact_document documents[kMany];
  seen all = nothing_seen();
  size_t i;
  for (i = 0; i < kMany; ++i) documents[i] = document_of(made.config, kNote);
  CHECK(redact_run_batch(made.redactor, documents, kMany, note_done, &all, &error) == REDACT_OK);
  CHECK(all.n == kMany && all.n_right == kMany && all.n_indices == kMany);
  CHECK(redact_run_batch(made.redactor, NULL, 0, note_done, &all, &error) == REDACT_OK);
  CHECK(redact_run_batch(made.redactor, documents, 1, NULL, NULL, &error) == REDACT_MISUSE);
  CHECK(redact_run_batch(made.redactor, NULL, 1, note_done, NULL, &error) == REDACT_MISUSE);
  return 0;
}

static int test_a_batch_with_a_document_that_is_withheld(void) {
  redact_document documents[kMany];
  seen all = nothing_seen();
  size_t i;
  for (i = 0; i < kMany; ++i) documents[i] = document_of(made.config, kNote);
  documents[7].format = REDACT_FORMAT_XML;
  documents[8].text = "%PDF-1.4";
  documents[8].text_size = 8;
  documents[8].format = REDACT_FORMAT_AUTO;
  CHECK(redact_run_batch(made.redactor, documents, kMany, note_done, &all, &error) ==
        REDACT_WITHHELD);
  CHECK(all.n == kMany && all.n_right == kMany - 2 && all.n_indices == kMany);
  all = nothing_seen();
  documents[kMany - 1].format = -1; /* then nothing is begun */
  CHECK(redact_run_batch(made.redactor, documents, kMany, note_done, &all, &error) ==
        REDACT_MISUSE);
  CHECK(all.n == 0);
  return 0;
}

static int test_a_callback_stops_a_batch(void) {
  redact_document documents[kMany];
  seen all = nothing_seen();
  size_t i;
  for (i = 0; i < kMany; ++i)
    documents[i] = i < 4 ? document_of(made.config, kNote) : long_document();
  all.stop_after = 1;
  CHECK(redact_run_batch(made.redactor, documents, kMany, note_done, &all, &error) ==
        REDACT_WITHHELD);
  CHECK(all.n == kMany && all.n_indices == kMany && all.n_ok >= 1);
  CHECK(all.n_cancelled >= kMany - 4);
  return 0;
}

/* What a callback may and may not call. */
typedef struct nested {
  redact_status run, batch, submit, wait, tried;
  redact_request *request;
  seen all;
} nested;

static int call_from_inside(void *user, size_t index, redact_status status, redact_result *result,
                            const char *message) {
  nested *inside = user;
  const redact_document document = document_of(made.config, kNote);
  redact_result *none = NULL;
  (void)index, (void)status, (void)message;
  inside->run = redact_run(made.redactor, &document, &none, NULL);
  inside->batch = redact_run_batch(made.redactor, &document, 1, note_done, &inside->all, NULL);
  inside->submit = redact_submit(made.redactor, &document, note_done, &inside->all, NULL, NULL);
  inside->wait = redact_request_wait(NULL, 0, NULL, NULL);
  redact_redactor_free(made.redactor); /* does nothing */
  inside->tried =
      redact_try_submit(made.redactor, &document, note_done, &inside->all, &inside->request, NULL);
  redact_result_free(result);
  return 0;
}

static int test_what_a_callback_may_call(void) {
  const redact_document document = document_of(made.config, kNote);
  nested inside = {.all = nothing_seen()};
  redact_request *request = NULL;
  CHECK(redact_submit(made.redactor, &document, call_from_inside, &inside, &request, &error) ==
        REDACT_OK);
  CHECK(redact_request_wait(request, REDACT_FOREVER, NULL, &error) == REDACT_OK);
  CHECK(inside.run == REDACT_MISUSE && inside.batch == REDACT_MISUSE);
  CHECK(inside.submit == REDACT_MISUSE && inside.wait == REDACT_MISUSE);
  CHECK(inside.tried == REDACT_OK);
  CHECK(redact_request_wait(inside.request, REDACT_FOREVER, NULL, &error) == REDACT_OK);
  CHECK(inside.all.n == 1 && inside.all.n_right == 1);
  redact_request_free(inside.request);
  redact_request_free(request);
  return 0;
}

static int n_logged;
static char logged[512];
static void keep_log(void *user, redact_status status, const char *message) {
  (void)user;
  if (status == REDACT_OK) return;
  ++n_logged;
  snprintf(logged, sizeof logged, "%d %s", (int)status, message);
}

static int test_the_log_tells_of_withheld_documents(void) {
  redact_redactor_options options = {.size = sizeof options, .n_threads = 1, .log = keep_log};
  redact_document document = document_of(made.config, kNote);
  redact_redactor *redactor = NULL;
  redact_result *result = NULL;
  CHECK(redact_redactor_open(made.model, &options, &redactor, &error) == REDACT_OK);
  CHECK(writes(redactor, &document, kRedacted));
  CHECK(n_logged == 0);
  document.format = REDACT_FORMAT_JSON;
  CHECK(redact_run(redactor, &document, &result, &error) == REDACT_BAD_INPUT);
  CHECK(n_logged == 1 && strstr(logged, "2 document 2: ") == logged);
  CHECK(strstr(logged, "Ellison") == NULL);
  redact_redactor_free(redactor);
  return 0;
}

/* Threads that share all handles, each with documents of its own. */
static void *be_a_client(void *user) {
  int *wrong = user;
  char text[128], expected[128];
  int i;
  for (i = 0; i < 20; ++i) {
    redact_document document = document_of(made.config, text);
    snprintf(text, sizeof text, "Patient: Margaret Ellison\nNo fever, no cough%*s\n", i, ".");
    snprintf(expected, sizeof expected, "Patient: [PATIENT]\nNo fever, no cough%*s\n", i, ".");
    document.text_size = strlen(text);
    *wrong += !writes(made.redactor, &document, expected);
  }
  return NULL;
}

static int test_threads_share_a_redactor(void) {
  enum { kThreads = 8 };
  pthread_t threads[kThreads];
  int wrong[kThreads] = {0}, i;
  for (i = 0; i < kThreads; ++i) {
    CHECK(pthread_create(&threads[i], NULL, be_a_client, &wrong[i]) == 0);
  }
  for (i = 0; i < kThreads; ++i) {
    CHECK(pthread_join(threads[i], NULL) == 0);
    CHECK(wrong[i] == 0);
  }
  return 0;
}

int main(void) {
  int failed = open_setting(&made, 2);
  size_t i;
  long_size = 400000;
  long_text = malloc(long_size);
  if (failed || long_text == NULL) return 1;
  for (i = 0; i < long_size; ++i) long_text[i] = "Mrs Ellison is well.\n"[i % 21];
  failed = RUN(test_a_request_is_waited_for) + RUN(test_a_callback_gets_the_result) +
           RUN(test_cancellation) + RUN(test_deadlines) + RUN(test_the_memory_budget) +
           RUN(test_a_redactor_that_is_freed_cancels_its_requests) + RUN(test_a_batch) +
           RUN(test_a_batch_with_a_document_that_is_withheld) + RUN(test_a_callback_stops_a_batch) +
           RUN(test_what_a_callback_may_call) + RUN(test_the_log_tells_of_withheld_documents) +
           RUN(test_threads_share_a_redactor);
  close_setting(&made);
  free(long_text);
  return failed;
}

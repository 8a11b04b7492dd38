/* SPDX-License-Identifier: Apache-2.0 */
/* A service in small: threads take lines from standard input as they come, redact them, and answer
 * each with its number. All share one redactor; a line that begins with "patient:" is answered
 * under another policy than the others. A line that takes more than a minute is refused. Usage:
 * service [THREADS] < lines */
#include <pthread.h>
#include <redact/redact.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { kMostThreads = 64, kMostBytes = 65536 };

typedef struct service {
  redact_redactor *redactor;
  redact_config *usual, *patient;
  pthread_mutex_t in, out; /* for standard input and standard output */
  unsigned long n_lines;
} service;

/* The next line and its number; 0 at the end of the input. */
static unsigned long next_line(service *shared, char *line) {
  unsigned long number = 0;
  pthread_mutex_lock(&shared->in);
  if (fgets(line, kMostBytes, stdin) != NULL) number = ++shared->n_lines;
  pthread_mutex_unlock(&shared->in);
  return number;
}

static void answer(service *shared, unsigned long number, const char *line) {
  redact_error error = {.size = sizeof error};
  redact_document document = {.size = sizeof document, .timeout_ms = 60000};
  redact_result *result = NULL;
  redact_status status;
  document.config = strncmp(line, "patient:", 8) == 0 ? shared->patient : shared->usual;
  document.text = line;
  document.text_size = strcspn(line, "\n");
  document.format = REDACT_FORMAT_TEXT;
  status = redact_run(shared->redactor, &document, &result, &error);
  pthread_mutex_lock(&shared->out);
  if (status == REDACT_OK) {
    printf("%lu %s\n", number, redact_result_output(result, NULL));
  } else {
    printf("%lu refused: %s\n", number, error.message);
  }
  pthread_mutex_unlock(&shared->out);
  redact_result_free(result);
}

static void *serve(void *user) {
  service *shared = user;
  char *line = malloc(kMostBytes);
  unsigned long number;
  while (line != NULL && (number = next_line(shared, line)) > 0) answer(shared, number, line);
  free(line);
  return NULL;
}

static void log_line(void *user, redact_status status, const char *message) {
  (void)user;
  fprintf(stderr, "redact: %d: %s\n", (int)status, message);
}

int main(int argc, char **argv) {
  redact_error error = {.size = sizeof error};
  redact_config_options options = {.size = sizeof options, .policy = "patient"};
  redact_redactor_options how = {.size = sizeof how, .memory_bytes = 64 << 20, .log = log_line};
  redact_model *model = NULL;
  service shared = {.redactor = NULL};
  pthread_t threads[kMostThreads];
  int n_threads = argc > 1 ? atoi(argv[1]) : 16, n_started = 0;
  redact_status status = redact_model_open(NULL, &model, &error);
  if (n_threads < 1 || n_threads > kMostThreads) n_threads = kMostThreads;
  if (status == REDACT_OK) status = redact_config_open(model, NULL, &shared.usual, &error);
  if (status == REDACT_OK) status = redact_config_open(model, &options, &shared.patient, &error);
  if (status == REDACT_OK) status = redact_redactor_open(model, &how, &shared.redactor, &error);
  pthread_mutex_init(&shared.in, NULL);
  pthread_mutex_init(&shared.out, NULL);
  if (status == REDACT_OK) {
    while (n_started < n_threads &&
           pthread_create(&threads[n_started], NULL, serve, &shared) == 0) {
      ++n_started;
    }
  } else {
    fprintf(stderr, "%s\n", error.message);
  }
  while (n_started > 0) pthread_join(threads[--n_started], NULL);
  redact_redactor_free(shared.redactor);
  redact_config_free(shared.patient);
  redact_config_free(shared.usual);
  redact_model_free(model);
  return status == REDACT_OK ? 0 : 1;
}

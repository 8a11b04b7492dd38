/* SPDX-License-Identifier: Apache-2.0 */
/* Redacts files, many at a time, with a policy and a list from memory. Each result is written to
 * FILE.redacted; a file that is withheld gets none.
 * Usage: batch FILE... */
#include <redact/redact.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char kPolicy[] =
    "name: notes\n"
    "placeholders:\n"
    "  PATIENT: \"[PATIENT]\"\n"
    "  DOCTOR: \"[DOCTOR]\"\n"
    "  DATE: \"[DATE]\"\n"
    "  OTHER: \"[X]\"\n"
    "operators:\n"
    "  PATIENT: number\n";
static const char kDeny[] = "OTHER\tProject Heron\n";

static int read_file(const char *path, redact_document *document) {
  FILE *in = fopen(path, "rb");
  long size;
  char *bytes = NULL;
  if (in == NULL) return 0;
  if (fseek(in, 0, SEEK_END) == 0 && (size = ftell(in)) >= 0 && fseek(in, 0, SEEK_SET) == 0 &&
      (bytes = malloc((size_t)size + 1)) != NULL) {
    document->text_size = fread(bytes, 1, (size_t)size, in);
    document->text = bytes;
    document->file_name = path;
  }
  fclose(in);
  return bytes != NULL;
}

/* Called on the threads of the redactor, for several files at a time. */
static int write_result(void *user, size_t index, redact_status status, redact_result *result,
                        const char *message) {
  char **paths = user;
  char path[4096];
  FILE *out;
  size_t size;
  const char *output = redact_result_output(result, &size);
  int written = 0;
  if (status != REDACT_OK) {
    fprintf(stderr, "file %zu: %s\n", index + 1, message);
    return 0; /* the others go on */
  }
  snprintf(path, sizeof path, "%s.redacted", paths[index]);
  out = fopen(path, "wb");
  if (out != NULL) {
    written = fwrite(output, 1, size, out) == size;
    written = fclose(out) == 0 && written;
    if (!written) remove(path);
  }
  redact_result_free(result);
  if (!written) fprintf(stderr, "file %zu: cannot write the result\n", index + 1);
  return written ? 0 : 1; /* a full disk stops the batch */
}

int main(int argc, char **argv) {
  redact_error error = {.size = sizeof error};
  redact_config_options options = {.size = sizeof options};
  redact_model *model = NULL;
  redact_config *config = NULL;
  redact_redactor *redactor = NULL;
  const size_t n = (size_t)(argc - 1);
  redact_document *documents = calloc(n + 1, sizeof *documents);
  redact_status status;
  size_t i;
  if (documents == NULL) return 1;
  options.policy_file.data = kPolicy;
  options.policy_file.data_size = strlen(kPolicy);
  options.deny.data = kDeny;
  options.deny.data_size = strlen(kDeny);

  status = redact_model_open(NULL, &model, &error);
  if (status == REDACT_OK) status = redact_config_open(model, &options, &config, &error);
  if (status == REDACT_OK) status = redact_redactor_open(model, NULL, &redactor, &error);
  for (i = 0; i < n && status == REDACT_OK; ++i) {
    documents[i].size = sizeof documents[i];
    documents[i].config = config;
    if (!read_file(argv[i + 1], &documents[i])) {
      snprintf(error.message, sizeof error.message, "file %zu: cannot be read", i + 1);
      status = REDACT_IO;
    }
  }
  if (status == REDACT_OK) {
    status = redact_run_batch(redactor, documents, n, write_result, argv + 1, &error);
  }
  if (status != REDACT_OK) fprintf(stderr, "%s\n", error.message);
  redact_redactor_free(redactor);
  redact_config_free(config);
  redact_model_free(model);
  for (i = 0; i < n; ++i) free((void *)documents[i].text);
  free(documents);
  return status == REDACT_OK ? 0 : 1;
}

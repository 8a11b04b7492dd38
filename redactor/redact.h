/* SPDX-License-Identifier: Apache-2.0 */
/* The C interface of redact: text in, redacted text and a list of what was replaced out.
 *
 * Conventions
 *  1. Handles are opaque. redact_create makes a redactor, redact_text a result; each has one free
 *     function, which takes NULL too.
 *  2. Text is bytes with an explicit length: any bytes, NUL and invalid UTF-8 included. Lengths and
 *     offsets count bytes; ranges are half-open.
 *  3. Functions that can fail return a redact_status and write one line into the caller's message
 *     buffer, always terminated, cut to fit. A message never holds a word of the document.
 *  4. A result is all or nothing: on failure there is no partial output.
 *  5. One redactor serves one thread at a time. Different redactors are independent. A result does
 *     not depend on its redactor and may outlive it; its pointers live until it is freed.
 *  6. fork() copies a redactor without its threads. In the child, the copy withholds every text and
 *     redact_free does not release its memory, which lives until the child ends; results made
 *     before the fork may be read and freed. The child may make its own redactors, unless another
 *     thread of the parent was inside a function of this header during the fork. The parent is not
 *     affected.
 *  7. The library prints nothing, throws nothing, never aborts, opens no files except the model,
 *     the policy, the lists and the rules, and does not use the network.
 */
#ifndef REDACT_REDACT_H_
#define REDACT_REDACT_H_

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct redact_redactor redact_redactor;
typedef struct redact_result redact_result;

typedef enum redact_status {
  REDACT_OK = 0,
  REDACT_BAD_ARGUMENT = 1, /* NULL where a value is required, an options struct of unknown size, a
                              negative number of threads, an empty string */
  REDACT_CANNOT_OPEN = 2,  /* model, policy, lists, rules, key, bias or prompt cannot be used */
  REDACT_WITHHELD = 3      /* the document could not be processed wholly, or the redactor cannot be
                              used in this process (fork) or after an earlier failure */
} redact_status;

/* Set size and leave all other unused fields zero: redact_options options = {sizeof options}; An
 * empty string is not the same as NULL and is refused. */
typedef struct redact_options {
  size_t size;            /* sizeof(redact_options) of this header */
  const char *model_path; /* NULL: the bundled model */
  const char *policy;     /* name or path; NULL: "default" */
  int n_threads;          /* 0: one per hardware thread; at most four per hardware thread are
                             started, and fewer if the system refuses more. Affects only speed. */
  const float *bias;      /* replaces the model's own bias; NULL: the model's own */
  const void *key;        /* secret for policies that hash, shift or make surrogates; NULL: none */
  size_t key_size;        /* bytes of key, at least 16 */
  const char *deny_path;  /* files as for --deny, --allow and --rules of the program; NULL: none */
  const char *allow_path;
  const char *rules_path;
  /* How an instruct model is prompted, up to context; a redaction model, also the bundled one, is
     refused with any of these. */
  const char *task;     /* "tags", "mask", "verdict", "patient" or "markup"; NULL: "tags" */
  const char *language; /* of the instruction: en, es, it, fr, de, ro, tr, ar; NULL: the text's */
  const char *prompt_path; /* files as for the program's --prompt and --shots; NULL: shipped */
  const char *shots_path;
  const char *chat_template; /* name of a known template; NULL: the one in the model file */
  size_t context;            /* tokens; 0: the model's own, at most 8192 */
  const char *lora_path;     /* LoRA adapter of the model at model_path; NULL: none */
  const char *hints_path;    /* file as for the program's --hints; NULL: none */
  const char *recall;        /* "high", "balanced" or "precise"; not with bias; NULL: "balanced" */
} redact_options;

typedef struct redact_entity {
  const char *label;         /* "PATIENT", "DATE", ...; static */
  const char *replacement;   /* NUL-terminated; lives as long as the result */
  size_t begin, end;         /* bytes of the source */
  size_t out_begin, out_end; /* bytes of the output */
  float score; /* how far the model was from leaving it in the text, bias included: log-odds, or a
                  difference of sequence scores (redactor/README.md); raised for a name that was
                  found elsewhere in the text; 0 for a rule or a list */
} redact_entity;

/* Opens model and policy. options may be NULL for all defaults. On success the caller must free
 * *redactor. message may be NULL if message_size is 0. */
redact_status redact_create(const redact_options *options, redact_redactor **redactor,
                            char *message, size_t message_size);
void redact_free(redact_redactor *redactor);

/* Redacts text[0..size). text may be NULL if size is 0. On success the caller must free *result. A
 * redactor that has run out of memory or had an internal failure withholds every later text. */
redact_status redact_text(redact_redactor *redactor, const char *text, size_t size,
                          redact_result **result, char *message, size_t message_size);
void redact_result_free(redact_result *result);

/* The same for a text of a patient: with a key, values drawn for a patient are the same in all of
 * the patient's texts. patient is NUL-terminated and not NULL. */
redact_status redact_patient_text(redact_redactor *redactor, const char *patient, const char *text,
                                  size_t size, redact_result **result, char *message,
                                  size_t message_size);

/* The output: *size bytes and a terminating NUL; NULL if result is NULL. */
const char *redact_result_output(const redact_result *result, size_t *size);
size_t redact_result_n_entities(const redact_result *result);
/* Entities are sorted and disjoint. Returns REDACT_BAD_ARGUMENT past the last. */
redact_status redact_result_entity(const redact_result *result, size_t index,
                                   redact_entity *entity);

#ifdef __cplusplus
}
#endif

#endif /* REDACT_REDACT_H_ */

/* SPDX-License-Identifier: Apache-2.0 */
/* redact removes identifying information from clinical and other text. This header is the manual of
 * its C interface; examples/ has programs for one note, a batch, and a service of many threads.
 *
 *   redact_model    a model on a device: the weights, packed once          shared, immutable
 *   redact_config   the choice of what to hide, compiled for a model       shared, immutable
 *   redact_redactor threads that work on the documents of all callers      shared
 *   redact_request  a document that has been submitted                     one per document
 *   redact_result   an output and its findings                             one per document
 *   redact_mapping  sealed lines that restore redacted texts               shared
 *
 * Lifetimes. One function makes a handle and one function frees it, which also takes NULL. Handles
 * may be freed in any order: each keeps the objects that it needs. Pointers from a result live
 * until the result is freed. Arguments are read only during the call, unless said otherwise.
 *
 * Text is bytes with a length: any bytes, NUL and invalid UTF-8 included. Lengths and offsets count
 * bytes; ranges are half-open. Names, paths and ids are strings that end with NUL; NULL leaves one
 * out, and an empty one is misuse. A pointer may be NULL if its length is 0.
 *
 * Structs grow. Every struct that is passed in or filled begins with its size, which the caller
 * sets: redact_document document = {.size = sizeof document}. Zero is the default of all others.
 *  - Passed in, a struct that is smaller than the library's lacks fields, which are taken as zero.
 *    In one that is larger, all bytes that the library does not know must be zero: else the caller
 *    asks for something that this library cannot do, and gets REDACT_UNSUPPORTED.
 *  - Filled, a smaller struct gets the fields that it has, and nothing is written behind them. In a
 *    larger one, the bytes that the library does not know become zero.
 *  - In an array, all elements have the size that the first one gives.
 *  - A size of 0, over REDACT_MOST_STRUCT_BYTES or not a multiple of sizeof(size_t) is misuse.
 * Only redact_file and redact_range, without a size, never change. Enumerators may be added.
 *
 * Errors. A function that can fail returns a status and, if `error` is not NULL, fills it with one
 * line that holds no word of a document. On failure all other outputs are NULL or unchanged. A
 * result is all or nothing: without REDACT_OK a document has no output, nor anything in its place.
 *
 * Threads. Any function may be called from any thread, and any number of threads may use one handle
 * at a time. The call that frees a handle must be the last one to use it. A result depends on its
 * document and its configuration alone, never on other documents, their order or the threads,
 * unless a deadline or a cancellation ends the work; without a key, surrogates are random.
 *
 * Callbacks are called on the redactor's threads, several at a time, and on threads that are inside
 * a function of this header. They must return normally: no longjmp, no exception. While one runs, a
 * thread of the redactor does nothing else. Inside one, the functions that wait for documents
 * (redact_run, redact_run_batch, redact_submit, redact_request_wait) are misuse, and
 * redact_redactor_free does nothing; redact_try_submit and all others may be called.
 *
 * fork() copies handles without their threads. A child may read and free results that were made
 * before the fork. If no other thread of the parent was inside a function of this header and no
 * document was in hand, a child may also use the parent's mappings, configurations and those models
 * that are on a CPU, for redactors that it opens itself; otherwise it opens its own. The parent's
 * redactors and requests are REDACT_FORKED in the child, and handles of the parent, apart from
 * results, hold their memory until the child ends: freeing them there has no effect anywhere.
 *
 * The library prints nothing, throws nothing, never aborts or exits, installs no signal handler,
 * changes no locale, opens only the files that it is told to open, and does not use the network. If
 * memory runs out, calls and documents are REDACT_NO_MEMORY; only in its tokenizer and JSON library
 * may a failed allocation crash. It does not disable core dumps: that is up to the host.
 */
#ifndef REDACT_REDACT_H_
#define REDACT_REDACT_H_

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of the library, and the number of its binary interface, which its name ends in
 * (libredact.so.1). Within a number, later libraries only have more functions, fields at the end of
 * structs, and enumerators: a program runs with each later library of its number, and with an
 * earlier one that has the functions that it calls. Before 1.0, any release may change it. */
#define REDACT_VERSION_MAJOR 0
#define REDACT_VERSION_MINOR 9
#define REDACT_VERSION_PATCH 0
#define REDACT_ABI 1
const char *redact_version(void); /* "0.9.0" */
int redact_abi(void);             /* REDACT_ABI of the library that is running */

typedef enum redact_status {
  REDACT_OK = 0,
  REDACT_MISUSE = 1,      /* the call is against this manual */
  REDACT_BAD_INPUT = 2,   /* a file, the value of an option or a document is malformed */
  REDACT_NOT_FOUND = 3,   /* there is no such file, name or entry */
  REDACT_UNSUPPORTED = 4, /* well formed, but this library, model or machine cannot do it */
  REDACT_IO = 5,          /* the system refused to read */
  REDACT_NO_MEMORY = 6,   /* memory, or another bounded resource such as threads, ran out */
  REDACT_BUSY = 7,        /* not now: the memory budget is spent, or a request is not done yet */
  REDACT_CANCELLED = 8,
  REDACT_TIMED_OUT = 9, /* the document was not done by its deadline */
  REDACT_FORKED = 10,   /* the handle belongs to the process that forked this one */
  REDACT_WITHHELD = 11, /* of a batch: at least one of its documents is not REDACT_OK */
  REDACT_INTERNAL = 12  /* a fault of the library, reported instead of an abort */
} redact_status;

/* Why a call failed. */
typedef struct redact_error {
  size_t size;
  char message[248]; /* ends with NUL; cut to fit */
} redact_error;

/* The content of a file: its path, or its bytes. All zero: none. It never changes. */
typedef struct redact_file {
  const char *path; /* NULL: the content is data[0..data_size) */
  const void *data;
  size_t data_size;
} redact_file;

typedef struct redact_range { /* bytes [begin, end). It never changes. */
  size_t begin, end;
} redact_range;

#define REDACT_MOST_STRUCT_BYTES 4096

/* Receives messages for an operator, such as that a document was withheld and why. A message names
 * documents by their number, holds no word of them, and lives during the call. */
typedef void (*redact_log)(void *user, redact_status status, const char *message);

/* ---- Models ---- */
typedef struct redact_model redact_model;

typedef struct redact_model_options {
  size_t size;
  const char *path;      /* GGUF file, which must not change while open; NULL: the bundled model */
  const char *lora_path; /* LoRA adapter of the model at path; NULL: none */
  const char *device;    /* "cpu", "cuda", "cuda:1", or "auto", which prefers a GPU; NULL: "cpu" */
  int n_threads;         /* that pack the weights; 0: one per hardware thread */
  int no_draft;          /* 1: the bundled model drafts nothing; affects speed only */
  size_t context;        /* of an instruct model, in tokens; 0: the model's own, at most 8192 */
  const char *const *more_paths; /* label models that read each document, too; NULL: the bundled */
  size_t n_more_paths;           /* at most 7 */
} redact_model_options;

/* options may be NULL. A model on a GPU has one redactor at a time. */
redact_status redact_model_open(const redact_model_options *options, redact_model **model,
                                redact_error *error);
void redact_model_free(redact_model *model);
const char *redact_model_name(const redact_model *model); /* lives as long as the model */

/* The labels of findings: "PATIENT", "DATE" and so on. NULL past the last. Static. */
size_t redact_n_labels(void);
const char *redact_label(size_t index);
/* Presidio's name for a label, or the label if it has none. NULL for no label. Static. */
const char *redact_presidio_name(const char *label);

/* ---- Configurations ---- */
typedef struct redact_config redact_config;

/* Files have the same form as those of the program (docs/policies.md). */
typedef struct redact_config_options {
  size_t size;
  const char *policy;      /* name of a shipped policy; NULL: policy_file, or else "default" */
  redact_file policy_file; /* YAML; not with policy */
  redact_file rules;       /* YAML: patterns beside the shipped ones */
  redact_file deny;        /* lines of LABEL<tab>term: hidden always */
  redact_file allow;       /* a term per line: hidden only as a part of something longer */
  redact_file hints;       /* lines of CLASS<tab>term, which the bundled model takes into account */
  redact_file known;    /* JSON lines: known identifiers of the people in a document, by its id */
  redact_file key;      /* 16 random bytes or more; at a path, a file that only its owner can use */
  int no_builtin_rules; /* 1: without the shipped patterns */
  int keep_ids;         /* 1: ids of FHIR resources stay; they may identify people */
  const char *recall;   /* "high", "balanced" or "precise"; NULL: "balanced" */
  const float *bias;    /* in place of recall: replaces the model's own bias; NULL: none */
  /* How an instruct model is prompted. A label model, as the bundled one, refuses all of these. */
  const char *task;     /* "tags", "mask", "verdict", "patient", "markup" or "list"; NULL: "tags" */
  const char *language; /* of the instruction: en, es, it, fr, de, ro, tr, ar; NULL: the text's */
  const char *chat_template; /* name of a known template; NULL: the one in the model's file */
  redact_file prompt;        /* in place of the shipped instruction */
  redact_file shots;         /* JSON lines: examples in place of the instruction's */
  redact_log log; /* on opening, receives messages about settings without effect; NULL: none */
  void *log_user;
  redact_file fhir_rules; /* JSON: methods for fields of FHIR, as in the program's --fhir-rules */
  int explain;            /* 1: records also list findings that hide nothing, with reasons */
  int legacy_key; /* 1: the key may be text, which is refused otherwise: it can be guessed */
  redact_file known_fhir;  /* lines of FHIR's Patient: known in documents of patient "Patient/ID" */
  redact_file corrections; /* JSON lines, by id: exact spans to hide; a changed text is withheld */
  const char *agree;       /* of several models: "any", "majority" or "all"; NULL: "any" */
} redact_config_options;

/* options may be NULL. Takes tens of milliseconds; documents that are treated alike share it. */
redact_status redact_config_open(const redact_model *model, const redact_config_options *options,
                                 redact_config **config, redact_error *error);
void redact_config_free(redact_config *config);
const char *redact_config_policy(const redact_config *config); /* its name */

/* ---- Redactors ---- */
typedef struct redact_redactor redact_redactor;

typedef struct redact_redactor_options {
  size_t size;
  int n_threads; /* 0: one per hardware thread; at most four per hardware thread are started */
  size_t memory_bytes; /* for documents in hand, each of which takes some 16 times its text; 0: 32
                          MiB. A document that needs more is worked on alone. */
  redact_log log;      /* NULL: none. Called until redact_redactor_free returns. */
  void *log_user;
} redact_redactor_options;

/* options may be NULL. A program needs one redactor, shared by all its threads; the windows of
 * all documents take turns. On a CPU a redactor of the bundled model takes 8 MiB per thread. */
redact_status redact_redactor_open(const redact_model *model,
                                   const redact_redactor_options *options,
                                   redact_redactor **redactor, redact_error *error);
/* Cancels unfinished documents, and waits until the last callback has returned. */
void redact_redactor_free(redact_redactor *redactor);

/* ---- Documents ---- */
typedef struct redact_result redact_result;
typedef struct redact_request redact_request;
typedef enum redact_format {
  REDACT_FORMAT_AUTO = 0, /* by the content; a binary file, such as PDF, is REDACT_BAD_INPUT */
  REDACT_FORMAT_TEXT = 1, /* also UTF-16; also for a file that is malformed in its own format */
  REDACT_FORMAT_HTML = 2,
  REDACT_FORMAT_XML = 3,  /* CDA, FHIR and any other */
  REDACT_FORMAT_JSON = 4, /* FHIR and any other; one document, not JSON lines */
  REDACT_FORMAT_HL7 = 5,  /* HL7 v2 */
  REDACT_FORMAT_DOCX = 6,
  REDACT_FORMAT_MAIL = 7, /* RFC 5322 and MIME: one mail */
  REDACT_FORMAT_RTF = 8,
  REDACT_FORMAT_XLSX = 9,
  REDACT_FORMAT_ODS = 10,
  REDACT_FORMAT_ODT = 11
} redact_format;

typedef struct redact_document {
  size_t size;
  const redact_config *config; /* for the redactor's model; required */
  const void *text;
  size_t text_size;      /* below 4 GiB */
  int format;            /* a redact_format */
  int detect;            /* 1: no output; findings of all labels that the policy lists */
  const char *file_name; /* only its ending is used, to recognise pages for REDACT_FORMAT_AUTO */
  const char *id;        /* names the document in its configuration's files, and in mappings */
  const char *patient; /* with a key, its texts draw alike; NULL: that of a FHIR resource in JSON */
  const void *known; /* {"PATIENT": "Margaret Ellison", "DATE": ["1948-03-14"]}: a JSON object of */
  size_t known_size; /* known identifiers of the people in it, beside those in its configuration */
  uint32_t timeout_ms;     /* from submission; then the document is REDACT_TIMED_OUT. 0: none */
  int seal;                /* 1: with a key, also make the line of a mapping; needs an id */
  int record, record_text; /* 1: also make a record; needs an id and UTF-8. 1: with hidden text */
  int record_evidence, reserved; /* 1: with scores and offsets, which can undo a redaction. 0 */
} redact_document;

/* Redacts a document, and waits for it. */
redact_status redact_run(redact_redactor *redactor, const redact_document *document,
                         redact_result **result, redact_error *error);

/* Called once for each document, in any order. If status is REDACT_OK, the callee frees `result`,
 * and `message` is NULL; else `result` is NULL, and `message` lives during the call. `index`: in
 * the batch, else 0. A return value other than 0 cancels the rest of the batch. */
typedef int (*redact_done)(void *user, size_t index, redact_status status, redact_result *result,
                           const char *message);

/* Submits an array of documents, as many at a time as the memory budget allows, and waits for all.
 * REDACT_WITHHELD if a document is not REDACT_OK; `done` received its index and the reason. After
 * any other failure no document was begun, and `done` was not called. */
redact_status redact_run_batch(redact_redactor *redactor, const redact_document *documents,
                               size_t n_documents, redact_done done, void *user,
                               redact_error *error);

/* Copies a document and hands it over: waits for memory, not for the result. The result goes to
 * `done`; if that is NULL, redact_request_wait returns it. `request` may be NULL if `done` is not.
 * On failure done is not called. */
redact_status redact_submit(redact_redactor *redactor, const redact_document *document,
                            redact_done done, void *user, redact_request **request,
                            redact_error *error);
/* The same without waiting: REDACT_BUSY if there is no memory for the document now. */
redact_status redact_try_submit(redact_redactor *redactor, const redact_document *document,
                                redact_done done, void *user, redact_request **request,
                                redact_error *error);

/* Asks for the work to stop. The document becomes REDACT_CANCELLED within a pass of the model,
 * unless it is done earlier. */
void redact_request_cancel(redact_request *request);

/* Waits until the document is done and `done` has returned; REDACT_BUSY if this takes more than
 * timeout_ms. Otherwise returns the document's status. The first call with a `result` gets it,
 * later ones get REDACT_MISUSE; NULL only waits. */
#define REDACT_FOREVER UINT32_MAX
redact_status redact_request_wait(redact_request *request, uint32_t timeout_ms,
                                  redact_result **result, redact_error *error);
/* Frees the handle. The work continues unless it was cancelled. */
void redact_request_free(redact_request *request);

/* ---- Results ---- */
typedef struct redact_summary {
  size_t size;
  int format;       /* the redact_format as which the document was read */
  int needs_review; /* 1: a person should look at the document */
  size_t n_findings;
  size_t n_reviews;
  size_t n_unread;        /* embedded files that could not be read, and were removed */
  size_t n_tags_in_text;  /* placeholders of the policy that the text already held */
  size_t bytes_unchanged; /* of the text, outside of all edits */
} redact_summary;

/* The sources of evidence. A finding may have several, or-ed. */
typedef enum redact_source {
  REDACT_SOURCE_LIST = 1,  /* `deny` */
  REDACT_SOURCE_KNOWN = 2, /* `known` */
  REDACT_SOURCE_FIELD = 4, /* a field of a structured file */
  REDACT_SOURCE_RULE = 8,  /* a pattern */
  REDACT_SOURCE_MODEL = 16,
  REDACT_SOURCE_REPEAT = 32,    /* a name that the model found elsewhere in the document */
  REDACT_SOURCE_CORRECTION = 64 /* `corrections`; then all findings of the document have it */
} redact_source;

/* An identifier and its replacement. Its score and offsets, beside the output, can undo it. */
typedef struct redact_finding {
  size_t size;
  const char *label;          /* static */
  size_t begin, end;          /* of the text: from its first byte to its last */
  const redact_range *ranges; /* the same without the markup between its parts; at least one */
  size_t n_ranges;
  float score;       /* how far the model was from leaving it in the text, bias included: log-odds,
                        or a difference of sequence scores (redactor/README.md); 0 unless it comes
                        from the model or repeats */
  int source;        /* the redact_source that gave label and score */
  unsigned sources;  /* all of them, or-ed */
  size_t n_evidence; /* for redact_result_evidence */
  const char *replacement; /* ends with NUL too; NULL if the document was only searched */
  size_t replacement_size;
  size_t out_begin, out_end; /* of the output; where text is Base64, the whole of it */
} redact_finding;

/* A source, and a label that it gave. */
typedef struct redact_evidence {
  size_t size;
  int source;        /* a redact_source */
  const char *label; /* static */
} redact_evidence;

typedef enum redact_reason {
  REDACT_REASON_NEARLY_HIDDEN = 1, /* the model nearly hid these bytes */
  REDACT_REASON_UNSURE_NAME = 2 /* a name that the policy leaves, and that may be the patient's */
} redact_reason;

/* Bytes of the text at which a person should look. */
typedef struct redact_review {
  size_t size;
  int reason; /* a redact_reason, or one of a later library */
  float score;
  size_t begin, end; /* of the text */
} redact_review;

/* The output: *size bytes, then a NUL. NULL if the document was only searched. */
const char *redact_result_output(const redact_result *result, size_t *size);
redact_status redact_result_summary(const redact_result *result, redact_summary *summary);
/* Findings are disjoint and in the order of the text. REDACT_NOT_FOUND: past the last. */
redact_status redact_result_finding(const redact_result *result, size_t index,
                                    redact_finding *finding);
/* The evidence of a finding, the strongest source first. */
redact_status redact_result_evidence(const redact_result *result, size_t finding, size_t index,
                                     redact_evidence *evidence);
redact_status redact_result_review(const redact_result *result, size_t index,
                                   redact_review *review);
/* The document's line of a mapping, with its line end, its id unencrypted; NULL without `seal`. */
const char *redact_result_mapping(const redact_result *result, size_t *size);
/* The line that the program's `--format jsonl` writes; NULL unless `record` was asked for. */
const char *redact_result_record(const redact_result *result, size_t *size);
void redact_result_free(redact_result *result);

/* ---- Restoring ---- */
typedef struct redact_mapping redact_mapping;

typedef struct redact_mapping_options {
  size_t size;
  redact_file lines; /* from redact_result_mapping or the program's --mapping */
  redact_file key;   /* that sealed them */
  redact_log log;    /* on opening, receives a warning about lines with an older, weaker seal */
  void *log_user;
  int legacy_key, reserved; /* as in redact_config_options; 0 */
} redact_mapping_options;

typedef struct redact_redacted {
  size_t size;
  const void *text; /* an output, byte for byte */
  size_t text_size;
  const char *id;   /* of the document; NULL is enough if no other document has this output */
  int id_is_number; /* 1: the id numbers a row or line, so it changes when rows are removed. The
                       text is restored only if all documents with its output are equal. */
  int reserved;     /* 0 */
} redact_redacted;

redact_status redact_mapping_open(const redact_mapping_options *options, redact_mapping **mapping,
                                  redact_error *error);
void redact_mapping_free(redact_mapping *mapping);
/* The source of a redacted text, as the output of a result without findings. REDACT_BAD_INPUT if
 * several documents would fit: one patient's text must not come back as another's. */
redact_status redact_restore(const redact_mapping *mapping, const redact_redacted *redacted,
                             redact_result **result, redact_error *error);

/* A registry of Presidio's recognizers, in YAML: those of patterns and terms as a list in JSON, the
 * output of a result without findings, as "ad_hoc_recognizers" has them. REDACT_BAD_INPUT names the
 * line and key of what cannot be read, such as a pattern that RE2 refuses. */
redact_status redact_presidio_registry(const redact_file *yaml, redact_result **result,
                                       redact_error *error);

#ifdef __cplusplus
}
#endif

#endif /* REDACT_REDACT_H_ */

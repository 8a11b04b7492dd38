/* SPDX-License-Identifier: Apache-2.0 */
/* A program that links redact::wiping keeps no text of a note whose result it has freed (P5). */
#include <stdlib.h>

#include "check.h"

enum { kWordSize = 20, kMostRegions = 4096, kOthers = 5 };

static setting made;
static char note[200];

/* A word that memory does not hold otherwise, letter by letter. */
static char letter(size_t i) { return (char)('a' + (i * 7 + 3) % 26); }

/* How often the word is in this process's writable memory, in either case. */
static size_t n_copies(void) {
  static struct { unsigned long begin, end; } regions[kMostRegions];
  char line[512], mode[5];
  size_t n_regions = 0, n_found = 0;
  FILE *maps = fopen("/proc/self/maps", "r");
  if (maps == NULL) return 0;
  while (fgets(line, sizeof line, maps) != NULL && n_regions < kMostRegions) {
    const int n =
        sscanf(line, "%lx-%lx %4s", &regions[n_regions].begin, &regions[n_regions].end, mode);
    if (n == 3 && strncmp(mode, "rw", 2) == 0) ++n_regions;
  }
  fclose(maps);
  for (size_t i = 0; i < n_regions; ++i) {
    const char *end = (const char *)regions[i].end - kWordSize;
    for (const char *at = (const char *)regions[i].begin; at <= end; ++at) {
      size_t n = 0;
      while (n < kWordSize && (at[n] | 0x20) == letter(n)) ++n;
      n_found += n == kWordSize;
    }
  }
  return n_found;
}

static int test_nothing_is_left_of_a_note(void) {
  static const char kBefore[] = "Patient: Margaret E";
  redact_document document;
  redact_result *result = NULL;
  memcpy(note, kBefore, sizeof kBefore);
  for (size_t i = 0; i < kWordSize; ++i) note[sizeof kBefore - 1 + i] = letter(i);
  memcpy(note + sizeof kBefore - 1 + kWordSize, " has no fever.", 15);
  document = document_of(made.config, note);
  CHECK(redact_run(made.redactor, &document, &result, &error) == REDACT_OK);
  CHECK(n_copies() > 0); /* the note itself */
  redact_result_free(result);
  memset(note, 0, sizeof note);
  /* What a redactor reuses holds the text of a document until the next ones. */
  for (int i = 0; i < kOthers; ++i) {
    document = document_of(made.config, kNote);
    CHECK(writes(made.redactor, &document, kRedacted));
  }
  CHECK(n_copies() == 0);
  return 0;
}

int main(void) {
  int failed = open_setting(&made, 2);
  if (failed) return failed;
  failed = RUN(test_nothing_is_left_of_a_note);
  close_setting(&made);
  return failed;
}

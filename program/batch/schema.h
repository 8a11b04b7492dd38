// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace redact {

// The tables of a journal; README.md describes their columns. A program refuses a journal of
// another version. The exception is version 2, which has no MACs: it is read and continued
// unchanged.
inline constexpr int kJournalVersion = 3, kJournalWithoutMacs = 2;

inline constexpr std::string_view kJournalTables[] = {"setup", "run", "output", "input",
                                                      "document"};

inline constexpr char kJournalSchema[] = R"sql(
CREATE TABLE setup(
  id INTEGER PRIMARY KEY,
  facts TEXT NOT NULL UNIQUE);
CREATE TABLE run(
  id INTEGER PRIMARY KEY,
  setup INTEGER NOT NULL REFERENCES setup,
  key TEXT NOT NULL,
  shard TEXT NOT NULL,
  host TEXT NOT NULL,
  threads INTEGER NOT NULL,
  started REAL NOT NULL,
  ended REAL,
  how TEXT,
  reached_input TEXT,
  reached_number INTEGER,
  alone_input TEXT,
  alone_number INTEGER,
  alone_tries INTEGER);
CREATE TABLE output(
  name TEXT PRIMARY KEY,
  partial TEXT NOT NULL,
  size INTEGER NOT NULL,
  state TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE input(
  name TEXT PRIMARY KEY,
  run INTEGER NOT NULL REFERENCES run,
  state TEXT NOT NULL,
  error TEXT,
  output TEXT NOT NULL,
  tail BLOB) WITHOUT ROWID;
CREATE TABLE document(
  input TEXT NOT NULL,
  number INTEGER NOT NULL,
  id TEXT,
  state TEXT NOT NULL,
  run INTEGER REFERENCES run,
  source BLOB,
  context BLOB,
  result BLOB,
  bytes INTEGER NOT NULL DEFAULT 0,
  review INTEGER NOT NULL DEFAULT 0,
  output TEXT,
  output_begin INTEGER,
  output_end INTEGER,
  reasons TEXT,
  edits TEXT,
  labels TEXT,
  finders TEXT,
  scores TEXT,
  error TEXT,
  finished REAL,
  seconds REAL,
  PRIMARY KEY(input, number)) WITHOUT ROWID;
)sql";

// The additions of version 3 to version 2.
inline constexpr char kMacSchema[] = R"sql(
ALTER TABLE input ADD COLUMN output_begin INTEGER;
ALTER TABLE input ADD COLUMN output_end INTEGER;
ALTER TABLE setup ADD COLUMN mac BLOB;
ALTER TABLE run ADD COLUMN mac BLOB;
ALTER TABLE output ADD COLUMN mac BLOB;
ALTER TABLE input ADD COLUMN mac BLOB;
ALTER TABLE document ADD COLUMN mac BLOB;
CREATE TABLE tally(
  key TEXT NOT NULL,
  row_count INTEGER NOT NULL,
  mac BLOB NOT NULL);
)sql";

// The statements that create the tables of a version.
inline std::string journal_schema(int version) {
  return std::string(kJournalSchema) + (version == kJournalWithoutMacs ? "" : kMacSchema);
}

}  // namespace redact

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "redactor/cli/args.h"
#include "redactor/cli/inputs.h"
#include "redactor/files/document_reader.h"

namespace redact {

// How an input is read.
enum class InputKind { kText, kJsonLines, kTable };
InputKind kind_of(const Input& input, const Options& options);

// One event of reading the inputs.
struct SourceEvent {
  enum class Kind { kDocument, kBadLine, kInputEnd };

  Kind kind;
  const Input* input;
  InputKind input_kind;
  bool as_record;                   // the result is written as a record
  std::optional<Error> error = {};  // why the document, the line or the input cannot be used
  Document document = {};           // for kDocument
  std::string rest = {};            // for kInputEnd: bytes of a table after its last document
  bool was_empty = false;           // for kInputEnd: there was no document and no bad line
};

// Presents all inputs of a run as one sequence of documents, in which each input ends with a
// kInputEnd event. Holds one document of one input at a time. Not safe for concurrent calls.
class DocumentSource {
 public:
  // `options` and `inputs` must outlive the object. `lines`: which lines of JSON lines files are
  // read.
  DocumentSource(const Options& options, const std::vector<Input>& inputs, Shard lines)
      : options_(options), inputs_(inputs), lines_(lines) {}

  // The next event; nullopt at_end(), or if no event is available yet and `wait` is not set.
  std::optional<SourceEvent> next(bool wait);
  // Whether all events have been returned.
  bool at_end() const { return index_ == inputs_.size(); }

  // The share of the inputs that has been read, from 0 to 1; negative if it is unknown.
  double share_read() const;

 private:
  Result<std::unique_ptr<DocumentReader>> open(const Input& input) const;
  SourceEvent document(Document document);
  SourceEvent end(std::optional<Error> error, std::string rest);
  SourceEvent event(SourceEvent::Kind kind) const;

  const Options& options_;
  const std::vector<Input>& inputs_;
  Shard lines_;
  size_t index_ = 0;                        // of the current input
  std::unique_ptr<DocumentReader> reader_;  // of the current input; null before its first event
  bool was_empty_ = true;
  bool told_of_ids_ = false;  // the note that lines have no ids has been printed
};

}  // namespace redact

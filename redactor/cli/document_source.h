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

// What an input is read as.
enum class InputKind { kText, kJsonLines, kTable };
InputKind kind_of(const Input& input, const Options& options);

// What comes of reading.
struct SourceEvent {
  enum class Kind { kDocument, kBadLine, kInputEnd };

  Kind kind;
  const Input* input;
  InputKind input_kind;
  bool as_record;                   // what is written of a document is a record of it
  std::optional<Error> error = {};  // why nothing comes of the document, the line or the input
  Document document = {};           // of kDocument
  std::string rest = {};            // of kInputEnd: bytes of a table behind its last document
  bool was_empty = false;           // of kInputEnd: there was no document and no bad line
};

// All inputs of a run as one sequence of documents, in which each input ends with an event of its
// own. Holds one document of one input at a time. Not safe for concurrent calls.
class DocumentSource {
 public:
  // `options` and `inputs` outlive it. `lines`: which lines of files of JSON lines are read.
  DocumentSource(const Options& options, const std::vector<Input>& inputs, Shard lines)
      : options_(options), inputs_(inputs), lines_(lines) {}

  // The next event; nullopt where none is at hand and `wait` is not set, or at_end().
  std::optional<SourceEvent> next(bool wait);
  // Whether there are no more events.
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
  size_t index_ = 0;                        // of the input at work
  std::unique_ptr<DocumentReader> reader_;  // of it; none before its first event
  bool was_empty_ = true;
  bool told_of_ids_ = false;  // that lines have none
};

}  // namespace redact

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "documents/files/document_reader.h"
#include "program/args.h"
#include "program/event.h"
#include "program/inputs.h"

namespace redact {

// The way in which an input is read.
InputKind kind_of(const Input& input, const Options& options);

// All inputs of a run as one sequence of documents, in which each input ends with a kInputEnd
// event. Holds one document of one input at a time. Not safe for concurrent calls.
class InputDocuments {
 public:
  // `options` and `inputs` must outlive the object. `lines` is the share of the lines of JSON lines
  // files and of the mails of mbox files. `result_folder`: where each input gets a file; empty:
  // none. `stop_fd` is a descriptor that becomes readable when waiting for input should end; -1:
  // none.
  InputDocuments(const Options& options, const Inputs& inputs, Shard lines,
                 std::string result_folder = {}, int stop_fd = -1)
      : options_(options),
        inputs_(inputs),
        lines_(lines),
        result_folder_(std::move(result_folder)),
        stop_fd_(stop_fd) {}

  // Returns the next event and waits for input. nullopt at the end, or after as many documents as
  // --limit allows.
  std::optional<Event> next();
  // Whether inputs are left that have not been returned completely.
  bool is_unfinished() const { return index_ < inputs_.size(); }

 private:
  Event read_event();
  Result<DocumentReader::Step> next_step();
  bool is_cut();
  // The share of the inputs that has been read, from 0 to 1; negative if it is unknown.
  double share_read() const;
  Result<std::unique_ptr<DocumentReader>> open(const Input& input) const;
  Event document(Document document);
  void look_at_text(InputRecord& record, Event& read) const;
  Event end(std::optional<Error> error, std::string rest);
  Event event(Event::Kind kind);
  const std::shared_ptr<const Input>& current();

  const Options& options_;
  const Inputs& inputs_;
  Shard lines_;
  std::string result_folder_;
  int stop_fd_;
  size_t index_ = 0;                        // of the current input
  std::shared_ptr<const Input> input_;      // the current one; null before it is asked for
  size_t n_read_ = 0;                       // documents and bad lines returned so far
  std::unique_ptr<DocumentReader> reader_;  // of the current input; null before its first event
  bool was_empty_ = true;
  bool told_of_ids_ = false;  // the note that lines have no ids has been printed
};

}  // namespace redact

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "program/event.h"

namespace redact {

struct Kept;  // kept by the observers for a document (batch/kept.h)

// The outcome of an event, from the work on it to the disk.
struct Outcome {
  // For an event without work: a bad line, a document withheld unread, the end of an input.
  explicit Outcome(Event of) : event(std::move(of)), text(text_of(event)) {}

  Event event;
  // The text to write for the event (at the end of an input, the bytes after its last document), or
  // the reason that there is none.
  Result<std::string> text;
  std::string sealed = {};                // its line of the mapping, with the line end
  std::vector<std::string> notes = {};    // lines to print (--explain)
  std::chrono::duration<double> took{0};  // from its submission to its text
  std::shared_ptr<const Kept> kept = {};  // from the observers
  bool undoes_input = false;              // the results of its input are removed
  std::string file = {};                  // the file that holds `text`, in the folder of results
  size_t file_begin = 0, file_end = 0;    // (empty: the single output); the bytes there

 private:
  static Result<std::string> text_of(const Event& event) {
    if (event.error) return *event.error;
    return event.as_record ? std::string() : event.encoded(event.rest);
  }
};

}  // namespace redact

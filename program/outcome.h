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

struct Kept;  // what observers keep of a document (batch/kept.h)

// What becomes of an event, on its way from the work on it to the disk.
struct Outcome {
  // Of an event without work: a bad line, a document that is withheld unread, the end of an input.
  explicit Outcome(Event of) : event(std::move(of)), text(text_of(event)) {}

  Event event;
  // The text to write in its place, at the end of an input what follows its last document; or why
  // there is none.
  Result<std::string> text;
  std::string sealed = {};                // its line of the mapping, with the line end
  std::vector<std::string> notes = {};    // lines to print about it (--explain)
  std::chrono::duration<double> took{0};  // from its submission to its text
  std::shared_ptr<const Kept> kept = {};  // by the observers
  bool undoes_input = false;              // the results of its input are removed
  std::string file = {};                  // where `text` lies: in the folder of results (empty:
  size_t file_begin = 0, file_end = 0;    // the single output), in these bytes

 private:
  static Result<std::string> text_of(const Event& event) {
    if (event.error) return *event.error;
    return event.as_record ? std::string() : event.rest;
  }
};

}  // namespace redact

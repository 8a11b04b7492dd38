// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "redactor/render.h"
#include "redactor/resolve.h"
#include "redactor/review.h"

namespace redact {

// A document as a person reads it, for the review page: the text without markup, and findings in
// bytes of that text. Entity::in_text goes with it.
struct Reading {
  std::string text;
  std::vector<ReviewReason> review;
  std::vector<Dropped> dropped;
};

// The result of redacting a document.
struct Redaction {
  std::string output;  // empty, like edits, if the input only finds
  std::vector<Entity> entities;
  std::vector<Edit> edits;              // what changed in the source
  size_t bytes_outside;                 // source bytes outside all edits, copied unchanged
  size_t tags_in_source;                // placeholders of the policy that the source already held,
                                        // copied as text
  size_t n_unread;                      // contained files that could not be read, and were removed
  std::vector<ReviewReason> review;     // why a person should review it; empty: no reason
  size_t n_kept_dates = 0;              // unmoved dates and possible dates beside dates that move
  bool other_language = false;          // it is in a language that the model does not know
  std::vector<Dropped> dropped = {};    // evidence that hides nothing, by position, for `explain`
  std::optional<Reading> reading = {};  // if the input keeps it
  bool is_archive = false;              // positions in the output are unknown, and edits are empty

  // Whether a person should look at the document.
  bool needs_review() const {
    return !review.empty() || n_unread > 0 || n_kept_dates > 0 || other_language;
  }
};

}  // namespace redact

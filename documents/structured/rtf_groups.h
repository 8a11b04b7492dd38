// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "documents/structured/rtf_scan.h"

namespace redact {

// A group of RTF that its first word names (a destination).
struct RtfGroup {
  std::string_view name;
  RtfUse use;
  bool is_aside = true;  // not part of the running text
};

// nullptr if the word begins no group of its own.
const RtfGroup* rtf_group(std::string_view word);

// The parameter of a word that is part of the time of an edit, for a fixed time; nullptr for any
// other word.
const char* rtf_time_mask(std::string_view word);

}  // namespace redact

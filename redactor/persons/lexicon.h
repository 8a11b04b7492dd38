// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace redact {

// The meanings of a word before a name, by the lists of lexicon.yaml; a set of bits.
enum Cue : uint8_t {
  kNoCue = 0,
  kClinicianCue = 1,
  kManCue = 2,
  kWomanCue = 4,
  kRelativeCue = 8,
  kPatientCue = 16,
};

// Arguments and results are in folded form (language/words.h).

// The cues of a word; "sister" has two.
uint8_t cues_of(const std::string& folded);

// The formal name for a nickname ("margaret" for "peggy"); any other word is returned unchanged.
const std::string& formal_name(const std::string& folded);

// Whether this may be the ending of a name in a grammatical case of some language.
bool is_ending(const std::string& folded);

}  // namespace redact

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace redact {

// The spelling of settings in errors: programs name options; the C interface and everything built
// on it name fields and keywords.
enum class Spelling { kOption, kName };

// A row of settings.def.
struct Setting {
  // What the setup of a run in a journal stores of it, under the name of the option.
  enum class InJournal {
    kNothing,      // it decides no result
    kValue,        // its value
    kDigest,       // the SHA-256 of the file
    kKeyedDigest,  // an HMAC of the file, which names people
    kOtherwise,    // in a form of its own (run_setup.cc)
  };

  std::string_view name, option;
  InJournal in_journal;
  std::string_view help;  // empty unless it is a file of Settings

  std::string spelled(Spelling spelling) const {
    return std::string(spelling == Spelling::kOption ? option : name);
  }
};

namespace setting {

#define REDACT_FILE(name, option, in_journal, served, help) \
  inline constexpr Setting name{#name, option, Setting::InJournal::in_journal, help};
#define REDACT_VALUE(name, option, kind, in_journal, served) \
  inline constexpr Setting name{#name, option, Setting::InJournal::in_journal, {}};
#include "redactor/settings/settings.def"

}  // namespace setting

}  // namespace redact

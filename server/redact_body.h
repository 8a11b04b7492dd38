// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <redact/redact.h>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "server/asked_config.h"
#include "server/refusal.h"
#include "server/work_limit.h"

namespace redact::server {

// How the documents of a request are redacted, and how much their records tell.
struct AskedTreatment {
  AskedConfig config;
  bool include_text = false;      // records also hold the hidden text
  bool include_evidence = false;  // they also hold scores and offsets of the text
};

// A document, as a client describes it.
struct AskedText {
  std::string text;
  std::string id, patient;
  std::string known;  // a JSON object
  int format = REDACT_FORMAT_AUTO;
};

// The body of POST /redact in JSON: one text or a list of them (README.md has the fields).
struct RedactBody {
  std::vector<std::string> texts;
  bool is_list = false;
  AskedText shared;  // fields common to all documents; the id of a single one
  AskedTreatment asked;

  // The client's id, or the number of the text from 1.
  std::string id(size_t index) const;
  // The document at `index`; its text is moved out. Documents are made one by one, since `known`
  // may be long.
  AskedText document(size_t index);
};
Checked<RedactBody> parse_redact_body(std::string_view body, WorkLimit& work);

// A line of a stream, by its number from 1. Unknown fields are ignored, as by the program.
Checked<AskedText> parse_redact_line(std::string_view line, size_t number, WorkLimit& work);

// A format by its name in lower case, as README.md lists them.
std::optional<int> find_format(std::string_view name);
// A file's format by its media type, and all such types.
std::optional<int> format_of_media_type(std::string_view type);
std::vector<std::string_view> media_types_of_files();

}  // namespace redact::server

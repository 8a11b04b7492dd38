// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "server/presidio/ad_hoc.h"
#include "server/refusal.h"

namespace redact::server {

// The body of POST /analyze, as Presidio's analyzer takes it. Fields that only name or trace a
// request are ignored, as are those that it does not know.
struct AnalyzeBody {
  std::vector<std::string> texts;
  bool is_list = false;
  std::string language;
  double threshold = 0;
  bool has_entities = false;
  std::vector<std::string> entities;  // that are asked for, if any are named
  bool explains = false;
  std::vector<AdHocRecognizer> recognizers;
  std::vector<std::string> context;                      // in lower case
  std::vector<std::string> allowed;                      // texts that are no finding, sorted
  std::shared_ptr<const re2::RE2> allowed_pattern = {};  // in place of them

  bool asks_for_entity(std::string_view entity) const;
};

// A refusal has the status and the words of Presidio, which answers 500 to what is missing.
Checked<AnalyzeBody> parse_analyze_body(std::string_view body);

}  // namespace redact::server

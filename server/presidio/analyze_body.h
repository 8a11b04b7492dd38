// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "server/presidio/ad_hoc.h"
#include "server/refusal.h"
#include "server/work_limit.h"

namespace redact::server {

// The body of POST /analyze, as Presidio's analyzer takes it. Fields that only name or trace a
// request are ignored, as are those that it does not know.
struct AnalyzeBody {
  std::vector<std::string> texts;
  bool is_list = false;
  std::string language;
  double threshold = 0;
  bool has_entities = false;
  std::set<std::string> entities;  // that are asked for, if any are named
  // Of these, the first that asks for a label.
  std::map<std::string, std::string, std::less<>> entity_of_label;
  bool explains = false;
  std::vector<AdHocRecognizer> recognizers;
  std::vector<std::string> allowed;                      // texts that are no finding, sorted
  std::shared_ptr<const re2::RE2> allowed_pattern = {};  // in place of them

  bool asks_for_entity(const std::string& entity) const {
    return !has_entities || entities.contains(entity);
  }
};

// A refusal has the status and the words of Presidio, which answers 500 to what is missing.
Checked<AnalyzeBody> parse_analyze_body(std::string_view body, WorkLimit& work);

}  // namespace redact::server

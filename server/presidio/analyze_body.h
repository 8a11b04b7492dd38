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

// The body of POST /analyze, as Presidio's analyzer takes it. Unknown fields, and fields that only
// name or trace a request, are ignored.
struct AnalyzeBody {
  std::vector<std::string> texts;
  bool is_list = false;
  std::string language;
  double threshold = 0;
  bool has_entities = false;
  std::set<std::string> entities;  // requested entities; empty: all
  // For each label, the first requested entity that means it.
  std::map<std::string, std::string, std::less<>> entity_of_label;
  bool explains = false;
  std::vector<AdHocRecognizer> recognizers;              // of the request and the registry
  std::vector<std::string> allowed;                      // texts that are not findings, sorted
  std::shared_ptr<const re2::RE2> allowed_pattern = {};  // the same as a pattern

  bool asks_for_entity(const std::string& entity) const {
    return !has_entities || entities.contains(entity);
  }
};

// A refusal has Presidio's status and words; Presidio answers 500 if a field is missing.
// `registry`: further recognizers, of which the body takes copies.
Checked<AnalyzeBody> parse_analyze_body(std::string_view body,
                                        const std::vector<AdHocRecognizer>& registry,
                                        WorkLimit& work);

}  // namespace redact::server

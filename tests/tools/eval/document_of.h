// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "tools/eval/corpus.h"

namespace redact::eval {

inline Document document_of(const std::string& text, std::vector<Annotation> gold,
                            std::vector<Annotation> found) {
  Document document;
  document.text = to_code_points(text);
  document.gold = std::move(gold);
  document.found = std::move(found);
  return document;
}

}  // namespace redact::eval

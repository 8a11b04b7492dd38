// SPDX-License-Identifier: Apache-2.0
#include "tools/eval/own_gold.h"

#include <map>
#include <nlohmann/json.hpp>
#include <utility>

#include "tools/eval/label_sets.h"

namespace redact::eval {

OwnGold to_own_gold(const std::vector<Document>& documents) {
  OwnGold own;
  std::map<std::pair<std::string, std::string>, size_t> counts;
  for (const Document& document : documents) {
    nlohmann::ordered_json line = {{"id", document.id}};
    if (!document.lang.empty()) line["lang"] = document.lang;
    line["text"] = to_utf8(document.text);
    line["spans"] = nlohmann::ordered_json::array();
    for (const Annotation& gold : document.gold) {
      const std::u32string surface = document.text.substr(gold.begin, gold.end - gold.begin);
      const std::string label =
          is_identifier(gold) ? std::string(label_name(own_labels(gold.label, surface)[0])) : "";
      ++counts[{gold.label, label}];
      if (label.empty()) continue;
      line["spans"].push_back({{"start", gold.begin}, {"end", gold.end}, {"label", label}});
    }
    own.lines += line.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
  }
  own.mapping = "| label of the gold | label here | spans |\n| --- | --- | --- |\n";
  for (const auto& [labels, count] : counts) {
    own.mapping += "| " + labels.first + " | " + (labels.second.empty() ? "none" : labels.second) +
                   " | " + std::to_string(count) + " |\n";
  }
  return own;
}

}  // namespace redact::eval

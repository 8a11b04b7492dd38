// SPDX-License-Identifier: Apache-2.0
#include "tools/eval/policy_leaks.h"

#include <algorithm>
#include <cstddef>
#include <nlohmann/json.hpp>

#include "redactor/policy/replacer.h"
#include "tools/eval/characters.h"
#include "tools/eval/format.h"
#include "tools/eval/label_sets.h"
#include "tools/eval/outputs.h"

namespace redact::eval {

namespace {

using Mask = std::vector<bool>;

void fill(Mask& mask, size_t begin, size_t end, bool value) {
  std::fill(mask.begin() + static_cast<std::ptrdiff_t>(begin),
            mask.begin() + static_cast<std::ptrdiff_t>(end), value);
}

// Whether an operator may leave a part of a text as it is, or all of it.
bool is_partial(Operator op) {
  switch (op) {
    case Operator::kYear:
    case Operator::kBirthDate:
    case Operator::kOver89:
    case Operator::kZip3: return true;
    case Operator::kTag:
    case Operator::kNumber:
    case Operator::kMask:
    case Operator::kHash:
    case Operator::kSurrogate:
    case Operator::kShift: return false;
  }
  return false;
}

// Code points [begin, end) of a text that stay in spite of a span; equal if there are none.
struct Kept {
  size_t begin = 0, end = 0;
};

// The characters of a span that stay under the policy's treatment of a label.
Result<Kept> kept_of(const Policy& policy, Replacer& replacer, std::string_view text,
                     const Document& document, const Annotation& span, Label label) {
  const Treatment* treatment = policy.treatment(label);
  if (treatment == nullptr) return Kept{span.begin, span.end};
  if (!is_partial(treatment->op)) return Kept{};
  const auto part = [&](size_t begin, size_t end) {
    return std::u32string_view(document.text).substr(begin, end - begin);
  };
  const size_t begin = to_utf8(part(0, span.begin)).size();
  const size_t size = to_utf8(part(span.begin, span.end)).size();
  REDACT_ASSIGN(const Replacement replacement,
                replacer.replace(text.substr(begin, size), label, text.substr(begin + size)));
  if (!replacement) return Kept{span.begin, span.end};
  Document replaced;
  replaced.text = document.text;
  replaced.found = {span};
  replaced.output = to_code_points(*replacement);
  replaced.placed = {{0, replaced.output.size(), ""}};
  const Repeat repeat = repeat_of(replaced, 0);
  return Kept{repeat.begin, repeat.end};
}

// What the policy is to hide of a document.
struct ToHide {
  Mask surely, unclear;
};

Result<ToHide> find_to_hide(const Policy& policy, const Document& document) {
  const size_t size = document.text.size();
  ToHide all{Mask(size), Mask(size)};
  const std::string text = to_utf8(document.text);
  Replacer replacer(policy, text, nullptr, {});
  for (const Annotation& gold : document.gold) {
    if (!is_identifier(gold)) continue;
    const auto surface =
        std::u32string_view(document.text).substr(gold.begin, gold.end - gold.begin);
    const std::vector<Label> labels = own_labels(gold.label, surface);
    std::vector<size_t> hiding(surface.size());  // by how many of the labels
    for (const Label label : labels) {
      REDACT_ASSIGN(const Kept kept, kept_of(policy, replacer, text, document, gold, label));
      for (size_t i = 0; i < surface.size(); ++i) {
        hiding[i] += gold.begin + i < kept.begin || gold.begin + i >= kept.end;
      }
    }
    for (size_t i = 0; i < surface.size(); ++i) {
      if (hiding[i] == labels.size()) all.surely[gold.begin + i] = true;
      if (hiding[i] > 0) all.unclear[gold.begin + i] = true;
    }
  }
  return all;
}

// The characters that are in the output.
Mask find_left(const Policy& policy, const Document& document) {
  Mask left(document.text.size(), !document.failed);
  for (size_t i = 0; !document.failed && i < document.found.size(); ++i) {
    const Annotation& found = document.found[i];
    fill(left, found.begin, found.end, false);
    // A tag may repeat its surface by chance, as [HOSPITAL] does that of "HOSPITAL".
    const auto label = find_label(found.label);
    const Treatment* treatment = label ? policy.treatment(*label) : nullptr;
    if (treatment == nullptr || !is_partial(treatment->op) || !is_comparable(document)) continue;
    const Repeat repeat = repeat_of(document, i);
    fill(left, repeat.begin, repeat.end, true);
  }
  return left;
}

}  // namespace

Result<PolicyLeaks> count_policy_leaks(const Policy& policy,
                                       const std::vector<Document>& documents) {
  PolicyLeaks sum;
  sum.policy = policy.name();
  for (const Document& document : documents) {
    REDACT_ASSIGN(const ToHide to_hide, find_to_hide(policy, document));
    const Mask left = find_left(policy, document);
    double leaked = 0;
    for (size_t i = 0; i < document.text.size(); ++i) {
      if (is_space(document.text[i])) continue;
      sum.to_hide += to_hide.surely[i];
      leaked += to_hide.surely[i] && left[i];
      sum.unclear_left += to_hide.unclear[i] && !to_hide.surely[i] && left[i];
    }
    ++sum.documents;
    sum.withheld += document.failed;
    sum.leaked += leaked;
    sum.leaky += leaked > 0;
    sum.leaky_ok += leaked > 0 && !document.review;
  }
  return sum;
}

std::string to_text(const std::vector<PolicyLeaks>& rows) {
  std::string out;
  const auto line = [&out](std::string_view policy, const std::vector<std::string>& cells) {
    constexpr size_t kPolicyWidth = 20, kCellWidth = 14;
    out += "  " + std::string(policy);
    out.append(kPolicyWidth - std::min(kPolicyWidth, policy.size()), ' ');
    for (const std::string& cell : cells) {
      out.append(kCellWidth - std::min(kCellWidth, cell.size()), ' ') += cell;
    }
    out += "\n";
  };
  line("policy", {"to hide", "leaked", "leaked %", "documents", "leak", "of these ok", "withheld",
                  "unclear, left"});
  for (const PolicyLeaks& row : rows) {
    line(row.policy, {number(row.to_hide, 0), number(row.leaked, 0),
                      number(ratio(row.leaked, row.to_hide), 2, 100), number(row.documents, 0),
                      number(row.leaky, 0), number(row.leaky_ok, 0), number(row.withheld, 0),
                      number(row.unclear_left, 0)});
  }
  return out;
}

std::string to_json(const std::vector<PolicyLeaks>& rows) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const PolicyLeaks& row : rows) {
    list.push_back({{"policy", row.policy},
                    {"documents", row.documents},
                    {"documents_withheld", row.withheld},
                    {"characters_to_hide", row.to_hide},
                    {"leaked_characters", row.leaked},
                    {"documents_with_leak", row.leaky},
                    {"documents_with_leak_ok", row.leaky_ok},
                    {"unclear_characters_left", row.unclear_left}});
  }
  return nlohmann::ordered_json({{"policies", list}})
             .dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) +
         "\n";
}

}  // namespace redact::eval

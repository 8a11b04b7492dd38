// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "documents/label.h"

namespace redact {

class Metadata;

// The architecture of OpenAI's privacy-filter.
inline constexpr std::string_view kPrivacyFilter = "openai-privacy-filter";
bool is_privacy_filter(const Metadata& metadata);
// Whether a file is a privacy-filter as published for other programs, without keys of redact.
bool is_published_filter(const Metadata& metadata);
// redact.grammar, or "classes" for such a file. Errors name the key.
Result<std::optional<std::string_view>> grammar_of(const Metadata& metadata);

// The classes of an encoder that names one for each token, as the label grammar sees them. A class
// is O or a kind with a prefix, as "B-PER", by the file's scheme:
//   bio    B- the first token of a span, I- the others
//   bioes  also E- the last one, S- the only one
//   bilou  the same with L- and U-
//   io     kinds without prefixes, or with any; neighbours of one kind are one span
// A kind that lacks a prefix uses the class that stands in for it: I for E, B for S, and of B and I
// the one that there is. So no kind that the model knows is lost.
struct Classes {
  std::vector<Label> labels;     // by kind, in the order in which the classes name the kinds
  std::vector<int32_t> outputs;  // LabelFormat::outputs
  float bias;                    // added for each span

  // Reads ARCHITECTURE.classifier.output_labels, redact.classifier.scheme and
  // redact.classifier.labels, which names a label for each kind. A published privacy-filter has the
  // scheme bioes and, for kinds other than those of the first such model, OTHER. Errors name the
  // key.
  static Result<Classes> read(const Metadata& metadata);
};

}  // namespace redact

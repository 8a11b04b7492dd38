// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "redactor/fields/fitting.h"
#include "redactor/fields/known_fields.h"
#include "redactor/fields/repeated_names.h"
#include "redactor/policy/policy.h"
#include "redactor/render.h"
#include "redactor/resolve.h"
#include "redactor/text/reading_view.h"
#include "redactor/verify.h"

namespace redact::testing {

struct Redacting {
  std::vector<std::string> words = {};  // of the text, which are hidden as PATIENT
  std::string policy = "default";
  const FhirRules* rules = nullptr;
  const Secret* key = nullptr;
};

inline FormattedText read(std::string_view document, Format format,
                          const FhirRules* rules = nullptr,
                          const FormattedText* made_from = nullptr) {
  auto text = read_document(document, format, nullptr, rules, StopCheck::never(), made_from);
  EXPECT_TRUE(text.ok()) << (text.ok() ? "" : text.error().message());
  return std::move(text).value();
}

// The document with its fields and some words of its text hidden, as a request does it.
inline std::string redacted(std::string_view document, Format format, const Redacting& how) {
  const FormattedText formatted = read(document, format, how.rules);
  const std::string_view text = formatted.text.text();
  std::vector<Span> evidence = evidence_of_fields(formatted);
  for (const std::string& word : how.words) {
    for (size_t at = text.find(word); at != text.npos; at = text.find(word, at + 1)) {
      evidence.push_back({at, at + word.size(), Label::kPatient, 1});
    }
  }
  const Policy policy = Policy::open(how.policy).value();
  const ReadingView view(text);
  const auto spans = resolve(view, view.to_view(evidence), policy, formatted.text.walls());
  Replacer replacer(policy, text, how.key, "p");
  FieldValues values(how.key, false, replacer);
  auto edits = edits_of_values(formatted, values).value();
  const auto repeats = edits_of_repeats(formatted, spans, values).value();
  if (!formatted.text.is_whole()) edits.insert(edits.end(), repeats.begin(), repeats.end());
  const auto rendered = render(formatted, spans, replacer, std::move(edits));
  if (!rendered.ok()) return rendered.error().message();
  if (!formatted.text.is_archive()) {
    EXPECT_TRUE(verify(document, *rendered).ok());
  }
  if (!formatted.text.is_whole()) {
    const FormattedText again = read(rendered->output, format, how.rules, &formatted);
    if (formatted.text.is_archive()) {
      EXPECT_TRUE(verify_archive(formatted.text, *rendered, again.text).ok());
    }
    const auto checked = verify_parts(formatted.text, *rendered, again.text);
    EXPECT_TRUE(checked.ok()) << checked.error().message() << rendered->output;
  }
  return rendered->output;
}

// The same with these words hidden by the usual policy.
inline std::string without(std::string_view document, Format format,
                           const std::vector<std::string>& words = {}) {
  return redacted(document, format, {.words = words});
}

}  // namespace redact::testing

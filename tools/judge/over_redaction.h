// SPDX-License-Identifier: Apache-2.0
// The false positives of a redaction by the survey's five classes, and the severity of the
// clinically relevant ones. The survey classified 500 of each system by hand; here judges classify
// all of them.
#pragma once

#include <array>
#include <vector>

#include "tools/eval/corpus.h"
#include "tools/judge/votes.h"

namespace redact::judge {

enum class OverClass : size_t { kClinical, kIrrelevant, kProvider, kInsensitive, kMissedByGold };
inline constexpr std::array<const char*, 5> kOverClassNames = {
    "clinically relevant", "clinically irrelevant", "provider or clinic", "insensitive identifier",
    "identifier that the gold lacks"};

extern const char* const kOverClassInstruction;
extern const char* const kSeverityInstruction;

// A found span without a character of the gold.
struct FalsePositive {
  size_t document;
  size_t begin, end;
};
std::vector<FalsePositive> false_positives(const std::vector<eval::Document>& documents);

// Asks which of the five classes each belongs to.
std::vector<Question> over_class_questions(const std::vector<eval::Document>& documents,
                                           const std::vector<FalsePositive>& found);
// Asks, for those that `votes` find relevant, whether the loss could change diagnosis or treatment.
std::vector<Question> severity_questions(const std::vector<eval::Document>& documents,
                                         const std::vector<FalsePositive>& found,
                                         const Votes& votes, const VoteRule& rule);

struct OverRedaction {
  std::array<size_t, 5> classes{};
  size_t discarded = 0;
  size_t high = 0, low = 0, severity_discarded = 0;  // of the clinically relevant
};
OverRedaction count_over_redaction(const Votes& classes, size_t n_found, const Votes& severities,
                                   size_t n_relevant, const VoteRule& rule);

}  // namespace redact::judge

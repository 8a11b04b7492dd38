// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "redactor/policy/policy.h"
#include "tools/eval/corpus.h"
#include "tools/eval/studies/study_table.h"

namespace redact::eval {

inline const std::vector<std::string> kStudies = {"italian", "survey", "spanish", "expert",
                                                  "emergency"};

// The measures of these studies, in the order of kStudies. `documents` have the labels of their
// corpus. `policy`: the policy whose tags are in the outputs (italian).
std::vector<StudyTable> count_studies(const std::vector<std::string>& studies,
                                      const std::vector<Document>& documents, const Policy& policy);

}  // namespace redact::eval

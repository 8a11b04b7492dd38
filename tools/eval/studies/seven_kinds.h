// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tools/eval/corpus.h"
#include "tools/eval/studies/study_table.h"

namespace redact::eval {

// The kind of the Spanish study that a label stands for: NAME, DIR, LOC, NUM, FECHA, INST or CAB;
// empty for a label that is not scored. Labels of this project, of MEDDOCAN, of i2b2, and coarse
// groups. The study's own mapping of MEDDOCAN is not printed; this one is ours (README).
std::string_view kind_of_label(std::string_view label);

// The Spanish study's scores over words, runs of letters and digits: by kind; overall, the sum over
// kinds; and global, whether a word is of any identifying kind, whichever. Section headers (CAB)
// are no identifiers: a row says how many of their words were kept. Words of gold spans that are
// not scored count neither way; of MEDDOCAN's relatives only words with a capital are names.
//
// `documents`: with the labels of their corpus. Needs spans: nothing is counted of a record that
// says none.
StudyTable count_seven_kinds(const std::vector<Document>& documents);

}  // namespace redact::eval

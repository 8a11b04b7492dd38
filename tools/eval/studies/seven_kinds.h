// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "tools/eval/corpus.h"
#include "tools/eval/studies/study_table.h"

namespace redact::eval {

// The kind of the Spanish study that a label stands for: NAME, DIR, LOC, NUM, FECHA, INST or CAB;
// empty for a label that is not scored. It accepts labels of this project, of MEDDOCAN and of i2b2,
// and coarse groups. The study's own mapping of MEDDOCAN is not published; this one is the
// project's (README).
std::string_view kind_of_label(std::string_view label);

// The Spanish study's scores over words, sequences of letters and digits: by kind; overall, which
// is the sum over kinds; and global, which asks whether a word is of any identifying kind. Section
// headers (CAB) are not identifiers: a row says how many of their words were kept. Words of gold
// spans without a kind are ignored; of MEDDOCAN's relatives only capitalised words are names.
//
// `documents` have the labels of their corpus. Spans are needed: a record without spans is not
// counted.
StudyTable count_seven_kinds(const std::vector<Document>& documents);

}  // namespace redact::eval

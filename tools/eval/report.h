// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "tools/eval/label_sets.h"
#include "tools/eval/scores.h"
#include "tools/eval/studies/study_table.h"

namespace redact::eval {

// The scores at one bias.
struct CurvePoint {
  double bias;
  bool used;  // the bias that all other figures of the report use
  std::optional<double> leaky_share, character_recall, over_redaction, strict_f1;
};

// The scored records of a file, or a model.
struct Scored {
  std::string records;      // name of the file; empty: a model was run
  std::string model, file;  // name of the model, and "bundled" or the name of its file
  double bias = 0;
  bool rules = false;  // whether the shipped rules ran
};

struct Report {
  std::string corpus;
  Scored scored;
  LabelSet labels;
  Scores scores;
  std::vector<CurvePoint> curve;  // sorted by bias; may be empty
  std::vector<StudyTable> studies = {};
};

// "the records a.jsonl", or the model and its options. A model runs without a policy, so that the
// score is that of its spans.
std::string to_text(const Scored& scored);

// Says how many of the documents counted in a recall were withheld. Empty if none.
std::string withheld_note(const Tally& tally);

// "span and label", or "span and coarse label".
std::string label_row_name(const LabelSet& labels);

// The reason for comparing labels in coarse groups; empty if labels are compared themselves.
std::string labels_note(const LabelSet& labels);

// The leaks first, then the scores common in the literature, then scores by label and by language.
std::string to_text(const Report& report);
std::string to_json(const Report& report);

// The same for texts without known spans: only the studies.
std::string studies_to_text(const Report& report);
std::string studies_to_json(const Report& report);

// A self-contained page in the look of html/: the leaks in order of harm, with the whole documents
// that have them, then figures, plots and every other error in its context. Unlike the results of
// to_text and to_json, it holds text of the documents.
Result<std::string> to_html(const Report& report, const std::vector<Document>& documents);

}  // namespace redact::eval

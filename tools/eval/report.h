// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "tools/eval/label_sets.h"
#include "tools/eval/scores.h"

namespace redact::eval {

// The scores at one setting of the recall dial.
struct CurvePoint {
  double bias;
  bool used;  // the setting that everything else is of
  std::optional<double> leaky_share, character_recall, over_redaction, strict_f1;
};

// Whose answers were scored.
struct Scored {
  std::string records;      // their file; empty: a model's
  std::string model, file;  // its name, and "bundled" or the name of its file
  double bias = 0;
  bool rules = false;  // the shipped ones
};

struct Report {
  std::string corpus;
  Scored scored;
  LabelSet labels;
  Scores scores;
  std::vector<CurvePoint> curve;  // sorted by bias; may be empty
};

// "the records a.jsonl", or the model and how it ran: without a policy, so that a score is of what
// was found.
std::string to_text(const Scored& scored);

// What a recall hides: how many of the documents it counts let nothing out. Empty for none.
std::string withheld_note(const Tally& tally);

// "span and label", or "span and coarse label".
std::string label_row_name(const LabelSet& labels);

// Why labels are compared in coarse groups. Empty where they are not.
std::string labels_note(const LabelSet& labels);

// What a privacy officer asks first, then the field's scores, by label and by language.
std::string to_text(const Report& report);
std::string to_json(const Report& report);

// One page that needs nothing else: the figures, plots, and every error in its context. It holds
// text of the documents, as the terminal's table never does.
std::string to_html(const Report& report, const std::vector<Document>& documents);

}  // namespace redact::eval

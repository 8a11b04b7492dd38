// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/user_file.h"
#include "language/gazetteer.h"
#include "redactor/prompt/prompt_task.h"
#include "redactor/settings/setting.h"

namespace redact {

// The prompt of an instruct model. Label models, which tools/train makes, take no prompt:
// RedactionModel::configure refuses these options for them.
struct PromptOptions {
  PromptTask task = PromptTask::kTags;
  std::vector<PromptTag> tags;  // the tag of each label (prompt_tags); not empty
  std::string language;         // of the instruction; empty: each document's own
  UserFile instruction;         // absent: the shipped instruction
  UserFile shots;               // absent: the examples of the instruction
  std::string chat_template;    // name of a known template; empty: the one in the model's file

  // The first setting that was given; nullptr if all except the tags have their defaults.
  const Setting* first_given() const {
    if (task != PromptTask::kTags) return &setting::task;
    if (!language.empty()) return &setting::language;
    if (instruction.is_given()) return &setting::prompt;
    if (shots.is_given()) return &setting::shots;
    if (!chat_template.empty()) return &setting::chat_template;
    return nullptr;
  }
};

// A configuration's options for a model.
struct DecodingOptions {
  std::optional<float> bias;  // added to the tag side; absent: the model's calibrated default
  // For a label model, used if no bias is given: "high", "balanced" or "precise"; the model's
  // file has a bias for each. Empty: "balanced", the model's default.
  std::string recall;
  std::vector<Hint> hints;  // the user's hints, for a label model that has a gazetteer
  PromptOptions prompt;     // for an instruct model
  // The label of what a token classifier finds under a kind that has none.
  Label unknown = Label::kOther;
  Spelling spelling = Spelling::kOption;  // of these and all other settings in errors
};

// Windows in flight of an instruct model: enough for their drafts to fill a pass, although some are
// short. Rows of its pass: in most passes, the rows that the windows draft (max_draft).
constexpr size_t kUsualWindows = 12, kUsualRows = 512;
constexpr size_t given_or(size_t given, size_t usual) { return given > 0 ? given : usual; }

// The options for opening a model.
struct ModelOptions {
  std::string model_path;  // empty: the bundled model
  // More label models, each of which looks at every document after the one before (Models::open);
  // an empty path is the bundled model.
  std::vector<std::string> more_paths;
  std::string lora_path;  // LoRA adapter of the model at model_path; empty: none
  std::string device = "cpu";
  int n_threads = 0;  // 0: one per core
  // Tokens of context of an instruct model; 0: the model's own, at most 8,192.
  size_t context = 0;
  bool draft_bundled = true;  // the bundled model drafts for a model at model_path
  // A label model rounds by blocks on every device, as GPUs do, so that devices can be compared; by
  // default a CPU rounds the bundled model by rows (ops.h, Rounding).
  bool round_by_blocks = false;

  // The batching of the work. These values affect only time, never the result (P4). 0: the numbers
  // that suit the model and the device: kUsualWindows and kUsualRows, or more for a label model on
  // a GPU (EngineOptions).
  size_t max_sequences = 0;  // windows in flight
  // Rows of a pass over all windows. A window that is read in both directions needs all its rows in
  // one pass, so a lower limit is raised to that number.
  size_t max_rows = 0;
  // Rows that a window of an instruct model drafts per pass. Longer drafts waste the rows after a
  // wrong guess; shorter drafts take more passes; 1 is plain one-token decoding.
  size_t max_draft = 64;
};

}  // namespace redact

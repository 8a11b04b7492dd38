// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "redactor/prompt/prompt_task.h"
#include "redactor/text/gazetteer.h"

namespace redact {

// How an instruct model is asked. Redaction models, which tools/train makes, take none of it:
// open_model_finder refuses it beside one.
struct PromptOptions {
  PromptTask task = PromptTask::kTags;
  std::vector<PromptTag> tags;   // what is written for each label (prompt_tags); not empty
  std::string language;          // of the instruction; empty: each document's own
  std::string instruction_path;  // empty: the shipped instruction
  std::string shots_path;        // empty: the examples of the instruction
  std::string chat_template;     // name of a known one; empty: the file's own is recognised
  size_t context = 0;            // tokens; 0: the model's own, at most 8,192

  // The first that is given, as the program's option; nothing where all but the tags are usual.
  std::optional<std::string_view> first_given() const {
    if (task != PromptTask::kTags) return "--task";
    if (!language.empty()) return "--lang";
    if (!instruction_path.empty()) return "--prompt";
    if (!shots_path.empty()) return "--shots";
    if (!chat_template.empty()) return "--template";
    if (context != 0) return "-c";
    return std::nullopt;
  }
};

struct ModelOptions {
  std::string model_path;  // empty: the bundled model
  std::string lora_path;   // LoRA adapter of the model at model_path; empty: none
  std::string device = "cpu";
  int n_threads = 0;          // 0: one per core
  std::optional<float> bias;  // added to the tag side; absent: the model's own calibrated default
  // Of a redaction model, where no bias is given: "high", "balanced" or "precise", for each of
  // which its file has a bias; empty: balanced, the model's own.
  std::string recall;
  std::vector<Hint> hints;    // of the user, to a redaction model that has a gazetteer
  bool draft_bundled = true;  // the bundled model guesses the spans for a model of a file
  PromptOptions prompt;       // of an instruct model

  // How the work is packed: it costs time and changes nothing else (P4).
  // Windows in flight: enough that their drafts fill a pass, though some are short.
  size_t max_sequences = 12;
  // Rows of a pass over all windows. More amortise the reading of weights and the waking of
  // threads; their activations leave a second-level cache at some 500 rows of the bundled model's
  // width. Never less than a source that reads in both directions has.
  size_t max_rows = 512;
  // Rows that a window of an instruct model drafts per pass. Longer drafts waste what lies behind a
  // wrong guess, shorter ones take more passes; 1 is plain one-token decoding.
  size_t max_draft = 64;
};

}  // namespace redact

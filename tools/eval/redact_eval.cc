// SPDX-License-Identifier: Apache-2.0
// Scores what a redaction hides and what it leaves, against gold annotations.
#include "tools/eval/redact_eval.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "redactor/finder/bundled_model.h"
#include "redactor/records/offsets.h"
#include "redactor/redactor.h"
#include "tools/eval/arguments.h"
#include "tools/eval/bio.h"
#include "tools/eval/label_sets.h"
#include "tools/eval/lessons.h"
#include "tools/eval/markup.h"
#include "tools/eval/own_gold.h"
#include "tools/eval/policy_leaks.h"
#include "tools/eval/report.h"
#include "tools/eval/studies/studies.h"
#include "tools/overwrites.h"
#include "tools/program.h"

namespace redact::eval {
namespace {

std::string file_name(const std::string& path) {
  return std::filesystem::path(path).filename().string();
}

Result<std::vector<Document>> open_gold(const Options& options) {
  size_t left_out = 0;
  auto documents = from("GOLD", read_gold(options.gold, &left_out));
  if (left_out > 0) {
    std::fprintf(stderr,
                 "GOLD: %zu documents left out: each has an annotation that is not where its text "
                 "is\n",
                 left_out);
  }
  return documents;
}

// A float in the digits that were given: 0.7, not 0.699999988.
double digits_of(float value) { return std::round(1e6 * value) / 1e6; }

// A policy that hides every label, so that the score is that of the found spans.
Policy everything() {
  std::string yaml = "name: everything\nplaceholders:\n";
  for (const std::string_view label : kLabelNames) {
    yaml += "  " + std::string(label) + ": \"[" + std::string(label) + "]\"\n";
  }
  return Policy::parse(yaml).value();
}

// The settings under a policy, with the model.
Result<std::shared_ptr<const Configuration>> configure(const Options& options,
                                                       std::optional<float> bias, Policy policy) {
  Settings settings = options.settings;
  if (bias) settings.decoding.bias = bias;
  REDACT_ASSIGN(Configuration compiled, Configuration::compile(settings, std::move(policy)));
  REDACT_ASSIGN(Models models, blame("model", Models::open(options.model)));
  return std::move(compiled).with(std::move(models), settings.decoding);
}

// Redacts the gold documents with a model under a policy and adds the found spans to them.
Result<Scored> run_model(const Options& options, std::optional<float> bias, Policy policy,
                         std::vector<Document>& documents) {
  REDACT_ASSIGN(const auto configuration, configure(options, bias, std::move(policy)));
  REDACT_ASSIGN(const auto redactor,
                blame("model", Redactor::open(configuration->models, {options.model.n_threads})));
  std::vector<std::string> texts;
  for (const Document& document : documents) texts.push_back(to_utf8(document.text));
  const std::vector<std::string_view> views(texts.begin(), texts.end());
  std::vector<Result<Redaction>> redactions = redactor->redact_all(configuration, views);
  for (size_t i = 0; i < documents.size(); ++i) {
    Document& document = documents[i];
    document.found.clear();
    document.placed.clear();
    document.failed = !redactions[i].ok();
    if (document.failed) continue;
    document.review = redactions[i]->needs_review();
    document.output = to_code_points(redactions[i]->output);
    OffsetCounter in(texts[i], OffsetUnit::kCodePoints);
    OffsetCounter out(redactions[i]->output, OffsetUnit::kCodePoints);
    for (const Entity& entity : redactions[i]->entities) {
      const size_t begin = in.at(entity.span.begin), end = in.at(entity.span.end);
      document.found.push_back({begin, end, std::string(label_name(entity.span.label))});
      const size_t out_begin = out.at(entity.out_begin), out_end = out.at(entity.out_end);
      document.placed.push_back({out_begin, out_end, ""});
    }
  }
  std::string file = options.models.empty() ? "bundled" : "";
  for (const std::string& path : options.models) {
    file += (file.empty() ? "" : "+") + std::string(file_name(path));
  }
  return Scored{{},
                configuration->models.name(),
                file,
                digits_of(configuration->decodings.front()->bias()),
                options.settings.builtin_rules};
}

// Writes the file that an option names, if it names one.
Result<void> write(const OutputOption& output, const std::string& content) {
  return blame(output.option, write_if_named(output.path, content));
}

CurvePoint point_of(double bias, bool used, const Tally& total) {
  return {bias,
          used,
          leaky_share(total),
          character_recall(total),
          over_redaction(total),
          strict_f1(total)};
}

// Runs the model at every other bias. The run already scored is one of the points.
Result<std::vector<CurvePoint>> run_curve(const Options& options, const Report& report,
                                          const std::vector<Document>& gold) {
  std::vector<CurvePoint> curve = {point_of(report.scored.bias, true, report.scores.total)};
  for (const float bias : options.curve) {
    if (digits_of(bias) == report.scored.bias) continue;
    std::vector<Document> documents = gold;
    REDACT_ASSIGN(const Scored scored, run_model(options, bias, everything(), documents));
    align_labels(report.labels, documents);
    curve.push_back(point_of(scored.bias, false, score(documents).total));
  }
  std::sort(curve.begin(), curve.end(),
            [](const CurvePoint& a, const CurvePoint& b) { return a.bias < b.bias; });
  return curve;
}

// The policy whose tags are in the outputs.
Result<Policy> policy_of(const Options& options) {
  const bool ran = options.records.empty() && options.outputs.empty();
  if (ran) return everything();
  return from("--policy",
              Policy::open(options.policy.empty() ? "italian-clinical" : options.policy));
}

ExitCode exit_code_of(const std::vector<Document>& documents) {
  const bool withheld = std::any_of(documents.begin(), documents.end(),
                                    [](const Document& document) { return document.failed; });
  return withheld ? kWithheld : kAllDone;
}

// For texts without spans: only the measures of the studies.
Result<ExitCode> evaluate_outputs(const Options& options) {
  REDACT_ASSIGN(std::vector<Document> documents, open_gold(options));
  REDACT_TRY(from("--outputs", add_records(options.outputs, documents, RecordKind::kTexts)));
  REDACT_ASSIGN(const Policy policy, policy_of(options));
  Report report{file_name(options.gold), {}, {}, {}, {}};
  report.scored.records = file_name(options.outputs);
  report.studies = count_studies(options.studies, documents, policy);
  std::fputs(studies_to_text(report).c_str(), stdout);
  REDACT_TRY(write({"--json", options.json}, studies_to_json(report)));
  return exit_code_of(documents);
}

Result<void> write_spans(const Options& options, const std::vector<Document>& documents) {
  REDACT_TRY(write({"--bio", options.bio}, to_bio(documents, true)));
  std::string lines;
  for (const Document& document : documents) {
    if (document.failed) continue;
    nlohmann::ordered_json line = {{"id", document.id},
                                   {"markup", to_markup(document.text, document.found)}};
    lines += line.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
  }
  return write({"--markup", options.markup}, lines);
}

// What leaks under each of the policies, each in a run of its own.
Result<ExitCode> evaluate_policies(const Options& options) {
  REDACT_ASSIGN(const std::vector<Document> gold, open_gold(options));
  std::vector<PolicyLeaks> rows;
  bool withheld = false;
  for (const std::string& name : options.policies) {
    REDACT_ASSIGN(const Policy policy, from("--policies", Policy::open(name)));
    std::vector<Document> documents = gold;
    if (options.records.empty()) {
      REDACT_TRY(run_model(options, {}, policy, documents));
    } else {
      REDACT_TRY(from("--records", add_records(options.records, documents)));
    }
    REDACT_ASSIGN(PolicyLeaks row, count_policy_leaks(policy, documents));
    rows.push_back(std::move(row));
    withheld = withheld || exit_code_of(documents) == kWithheld;
  }
  std::fputs((file_name(options.gold) + "\n" + to_text(rows)).c_str(), stdout);
  REDACT_TRY(write({"--json", options.json}, to_json(rows)));
  return withheld ? kWithheld : kAllDone;
}

// Writes the gold under the labels of this project, and runs nothing.
Result<ExitCode> convert_gold(const Options& options) {
  REDACT_ASSIGN(const std::vector<Document> documents, open_gold(options));
  const OwnGold own = to_own_gold(documents);
  REDACT_TRY(write({"--own-gold", options.own_gold}, own.lines));
  std::fputs(own.mapping.c_str(), stdout);
  return kAllDone;
}

// Writes what an instruct model is to learn from the gold, and runs nothing.
Result<ExitCode> teach(const Options& options) {
  REDACT_ASSIGN(const std::vector<Document> documents, open_gold(options));
  REDACT_ASSIGN(const auto configuration, configure(options, {}, everything()));
  REDACT_ASSIGN(const std::string lines, to_lessons(*configuration->decodings.front(), documents));
  REDACT_TRY(write({"--lessons", options.lessons}, lines));
  return kAllDone;
}

std::string bundled_model_bytes() {
  const std::span<const uint8_t> bytes = bundled_model();
  return {bytes.begin(), bytes.end()};
}

Result<ExitCode> evaluate(const Options& options) {
  if (!options.bundled_model.empty()) {
    REDACT_TRY(write({"--bundled-model", options.bundled_model}, bundled_model_bytes()));
    return kAllDone;
  }
  if (!options.own_gold.empty()) return convert_gold(options);
  if (!options.lessons.empty()) return teach(options);
  if (!options.policies.empty()) return evaluate_policies(options);
  if (!options.outputs.empty()) return evaluate_outputs(options);
  REDACT_ASSIGN(const std::vector<Document> gold, open_gold(options));
  std::vector<Document> documents = gold;
  Report report{file_name(options.gold), {}, {}, {}, {}};
  if (options.records.empty()) {
    REDACT_ASSIGN(report.scored, run_model(options, {}, everything(), documents));
  } else {
    REDACT_TRY(from("--records", add_records(options.records, documents)));
    report.scored.records = file_name(options.records);
  }
  REDACT_ASSIGN(const Policy policy, policy_of(options));
  report.studies = count_studies(options.studies, documents, policy);
  REDACT_TRY(write_spans(options, documents));
  report.labels = find_label_set(documents);
  align_labels(report.labels, documents);
  report.scores = score(documents);
  if (!options.curve.empty()) {
    REDACT_ASSIGN(report.curve, run_curve(options, report, gold));
  }
  std::fputs(to_text(report).c_str(), stdout);
  REDACT_TRY(write({"--json", options.json}, to_json(report)));
  if (!options.html.empty()) {
    REDACT_ASSIGN(const std::string page, to_html(report, documents));
    REDACT_TRY(write({"--html", options.html}, page));
  }
  return exit_code_of(documents);
}

}  // namespace

int run_redact_eval(int argc, char** argv) {
  Options options;
  CLI::App app(
      "Scores redaction against gold annotations: leaks, text hidden without need, and "
      "the scores of the field.");
  app.name("redact-eval");
  add_options(app, options);
  return run_program(app, argc, argv, [&] { return evaluate(options); });
}

}  // namespace redact::eval

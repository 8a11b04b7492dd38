// SPDX-License-Identifier: Apache-2.0
// redact-judge: has local models judge a redaction.
#include <cstdio>

#include "tools/judge/model_judge.h"
#include "tools/judge/recorded_judge.h"
#include "tools/judge/ruling.h"
#include "tools/overwrites.h"
#include "tools/program.h"

namespace redact::judge {
namespace {

struct Options {
  std::string texts, records, suspects, policy = "italian-clinical", json, answers;
  std::vector<std::string> judges, matters = {"spans", "retention"};
  bool every_pair = false;
  JudgeOptions judge;
  VoteRule vote;
};

Matters matters_of(const Options& options) {
  Matters matters;
  matters.every_pair = options.every_pair;
  for (const std::string& name : options.matters) {
    if (name == "spans") matters.spans = true;
    if (name == "retention") matters.retention = true;
    if (name == "gold") matters.gold = true;
    if (name == "over") matters.over = true;
  }
  return matters;
}

Result<std::vector<std::unique_ptr<Judge>>> open_judges(const Options& options,
                                                        const Docket& docket) {
  std::vector<std::unique_ptr<Judge>> judges;
  for (const std::string& path : options.judges) {
    JudgeOptions judge = options.judge;
    judge.model_path = path;
    REDACT_ASSIGN(
        std::unique_ptr<Judge> opened,
        from("--judge", path.ends_with(".jsonl") ? open_recorded_judge(path)
                                                 : open_model_judge(judge, docket.instructions())));
    judges.push_back(std::move(opened));
  }
  return judges;
}

Result<ExitCode> run(const Options& options) {
  const Matters matters = matters_of(options);
  const bool needs_gold = matters.gold || matters.over;
  REDACT_ASSIGN(
      std::vector<eval::Document> documents,
      from("TEXTS", needs_gold ? eval::read_gold(options.texts) : eval::read_texts(options.texts)));
  std::vector<eval::Document> more;
  if (!options.suspects.empty()) {
    more = documents;
    REDACT_TRY(from("--suspects", eval::add_records(options.suspects, more)));
  }
  const bool needs_spans = matters.spans || matters.over;
  REDACT_TRY(from("RECORDS", eval::add_records(options.records, documents,
                                               needs_spans ? eval::RecordKind::kSpans
                                                           : eval::RecordKind::kTexts)));
  REDACT_ASSIGN(const Policy policy, from("--policy", Policy::open(options.policy)));
  const Docket docket = prepare(matters, std::move(documents), more, eval::categories_of(policy));
  REDACT_ASSIGN(const auto judges, open_judges(options, docket));
  REDACT_ASSIGN(const Ruling ruling, rule(docket, judges, options.vote));
  std::fputs(to_text(ruling).c_str(), stdout);
  REDACT_TRY(from("--json", write_if_named(options.json, to_json(ruling))));
  REDACT_TRY(from("--answers", write_if_named(options.answers, ruling.answers)));
  return ruling.withheld > 0 ? kWithheld : kAllDone;
}

void add_options(CLI::App& app, Options& options) {
  app.add_option("TEXTS", options.texts,
                 "JSONL of the sources; with gold, anything redact-eval reads")
      ->required();
  app.add_option("RECORDS", options.records,
                 "records of `redact --format jsonl --include-evidence`")
      ->required();
  app.add_option("--judge", options.judges,
                 "GGUF file, or .jsonl file of --answers; three, or another odd number")
      ->required();
  app.add_option("--ask", options.matters,
                 "questions: spans, retention, gold, over; default: spans,retention")
      ->delimiter(',')
      ->check(CLI::IsMember({"spans", "retention", "gold", "over"}));
  app.add_option("--suspects", options.suspects,
                 "records at a higher bias: what they find beside RECORDS may have been missed");
  app.add_option("--policy", options.policy, "whose tags the outputs hold (gold)")
      ->capture_default_str();
  app.add_flag("--every-pair", options.every_pair, "asks about unchanged pairs too (retention)");
  app.add_option("--share", options.vote.share, "of all judges; a verdict needs more than this")
      ->capture_default_str()
      ->check(finite)
      ->check(CLI::Range(0.5, 0.99));
  app.add_option("--min-margin", options.vote.min_margin, "log-odds below which a judge abstains")
      ->capture_default_str()
      ->check(finite)
      ->check(CLI::NonNegativeNumber);
  app.add_option("--json", options.json, "file to write the counts to");
  auto* answers = app.add_option("--answers", options.answers,
                                 "file to write the judge's answers to; with one judge");
  app.add_option("--template", options.judge.chat_template,
                 "chat template of the judges; default: the one that each file carries");
  app.add_option("-c,--context", options.judge.context, "tokens; default: 8192 at most")
      ->check(CLI::Range(1, 1 << 20));
  app.add_option("-t,--threads", options.judge.n_threads, "default: one per hardware thread")
      ->check(CLI::Range(1, 1024));
  app.add_option("--device", options.judge.device)->capture_default_str();
  app.callback([&options, answers] {
    if (*answers && options.judges.size() != 1) {
      throw CLI::ValidationError("--answers: takes one judge");
    }
    if (options.judges.size() % 2 == 0) {
      throw CLI::ValidationError("--judge: an even number of judges can tie; give an odd number");
    }
    std::vector<std::string> inputs = {options.texts, options.records, options.suspects};
    inputs.insert(inputs.end(), options.judges.begin(), options.judges.end());
    if (const auto clash =
            find_overwrite(inputs, {{"--json", options.json}, {"--answers", options.answers}})) {
      throw CLI::ValidationError(*clash);
    }
  });
}

}  // namespace
}  // namespace redact::judge

int main(int argc, char** argv) {
  using namespace redact;
  judge::Options options;
  CLI::App app(
      "Asks local models, by scored choices, what a redaction hid, what it left, and whether the "
      "clinical facts are still there.");
  app.name("redact-judge");
  judge::add_options(app, options);
  return run_program(app, argc, argv, [&] { return judge::run(options); });
}

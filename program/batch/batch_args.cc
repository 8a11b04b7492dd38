// SPDX-License-Identifier: Apache-2.0
#include "program/batch/batch_args.h"

#include "program/batch/journal_key.h"

namespace redact {

namespace {

// A check in the form that CLI11 expects: "2/8" or "slurm".
std::string is_shard(const std::string& value) {
  return value == "slurm" || Shard::read(value) ? "" : "must be I/N with 1 <= I <= N, or slurm";
}

}  // namespace

Result<void> BatchArgs::apply(Options& options) const {
  if (fail_on == "review") options.fail_on = Options::FailOn::kReview;
  if (fail_on == "withheld") options.fail_on = Options::FailOn::kWithheld;
  if (!options.journal.empty() && options.journal_key.empty()) {
    options.journal_key = JournalKeys::place_beside(options.journal);
  }
  if (shard == "slurm") {
    REDACT_ASSIGN(options.shard, Shard::of_slurm());
  } else if (!shard.empty()) {
    options.shard = *Shard::read(shard);
  }
  return {};
}

void add_batch_options(CLI::App& app, Options& options, BatchArgs& args) {
  app.add_option("--include", options.files.include,
                 "read only files that this glob matches: their name or, if it holds a slash, "
                 "their path below the folder; sub/ takes all files in folders of that name; may "
                 "be repeated")
      ->option_text("GLOB")
      ->allow_extra_args(false);
  app.add_option("--exclude", options.files.exclude,
                 "read no file that this glob matches, as sub/ those in folders of that name")
      ->option_text("GLOB")
      ->allow_extra_args(false);
  app.add_option("--limit", options.limit, "read at most N documents")
      ->option_text("N")
      ->check(CLI::Range(int64_t{1}, INT64_MAX));
  app.add_option(
         "--journal", options.journal,
         "write a journal of all documents: which are done, withheld or to be reviewed, and "
         "how they were made; a SQLite database without texts, with its key in FILE.key")
      ->option_text("FILE");
  app.add_option(
         "--journal-key", options.journal_key,
         "the key of the journal, made if the file does not exist; default: FILE.key beside "
         "the journal, where whoever can read it can forge the journal")
      ->option_text("FILE");
  app.add_flag("--resume", options.resume,
               "go on with the journal of a run that stopped; refused if sources or settings have "
               "changed; an existing --mapping is appended to");
  app.add_flag("--redo-changed", options.redo_changed,
               "with --resume: redact again the documents whose source or settings have changed");
  app.add_option("--shard", args.shard,
                 "process share I of N, so that N machines can share the work: files by their "
                 "path, or the lines of a single JSON lines file by their id; slurm: the share of "
                 "this task of a job array")
      ->option_text("I/N|slurm")
      ->check(is_shard);
  app.add_flag("--dry-run", options.dry_run,
               "check all options and files, tell what would be done, and write nothing");
  app.add_option("--fail-on", args.fail_on,
                 "review or withheld: exit with 4 if a document is withheld or, with review, "
                 "should be looked at by a person")
      ->option_text("WHAT")
      ->check(CLI::IsMember({"review", "withheld"}));
  app.add_option("--report", options.report,
                 "write what the run did: documents redacted, to be reviewed and withheld, "
                 "entities by label, all settings and the digests of the files that they name; as "
                 "JSON, which names no document, or, if FILE ends in .html, as a page, which names "
                 "those of --review-list and --withheld-list and, with --include-text, shows "
                 "the documents that need a person")
      ->option_text("FILE");
  app.add_option(
         "--withheld-list", options.withheld_list,
         "write the names of withheld documents, with the reasons; they may identify people")
      ->option_text("FILE");
  app.add_option("--review-list", options.review_list,
                 "write the names of documents that a person should look at, with the places; they "
                 "may identify people")
      ->option_text("FILE");
}

}  // namespace redact

// SPDX-License-Identifier: Apache-2.0
// redact-journal: merges the journals and mappings of shares, and exports a journal.
#include <cstdio>

#include "tools/batch/merge.h"
#include "tools/program.h"

namespace {

struct Arguments {
  std::string output, key_file, journal_key, journal;
  std::vector<std::string> files;
  redact::batch::Wanted wanted;
  redact::Secret::TextKeys text_keys = redact::Secret::TextKeys::kRefused;
};

redact::Result<redact::ExitCode> done(redact::Result<void> result) {
  REDACT_TRY(std::move(result));
  return redact::kAllDone;
}

}  // namespace

int main(int argc, char** argv) {
  using namespace redact;
  CLI::App app("Merges the journals and mappings of shares, and exports a journal.",
               "redact-journal");
  app.require_subcommand(1);
  Arguments args;
  CLI::App* journals = app.add_subcommand("merge", "makes one journal of those of all shares");
  CLI::App* mappings = app.add_subcommand("merge-mappings", "makes one mapping of several");
  CLI::App* lines = app.add_subcommand(
      "export",
      "prints a JSON line for each document, as the journal has it; redact-verify "
      "tells whether the journal was changed");
  for (CLI::App* merge : {journals, mappings}) {
    merge->add_option("-o,--output", args.output, "file to write")->required();
    merge->add_option("FILE", args.files, "files to merge")->required();
  }
  journals
      ->add_option("--journal-key", args.journal_key,
                   "the key of all these journals, and of the one that is written; default: "
                   "FILE.key beside each")
      ->option_text("FILE");
  mappings->add_option("--key-file", args.key_file, "the key that sealed them")->required();
  mappings->add_flag_callback(
      "--legacy-key", [&args] { args.text_keys = Secret::TextKeys::kTaken; },
      "the key may be text");
  lines->add_option("JOURNAL", args.journal, "that redact --journal wrote")->required();
  lines->add_option("DOCUMENT", args.wanted.name, "path or id of the only document to print");
  lines
      ->add_option("--since", args.wanted.since,
                   "only documents that ended then or later: 2026-11-28, or 2026-11-28T22:00:00Z")
      ->option_text("TIME");
  return run_program(app, argc, argv, [&] {
    if (*journals) return done(batch::merge_journals(args.output, args.files, args.journal_key));
    if (*mappings)
      return done(batch::merge_mappings(args.output, args.files, args.key_file, args.text_keys));
    return done(batch::export_documents(args.journal, args.wanted, stdout));
  });
}

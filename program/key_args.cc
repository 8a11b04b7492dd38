// SPDX-License-Identifier: Apache-2.0
#include "program/key_args.h"

#include "program/complain.h"
#include "program/exit_code.h"

namespace redact {

void add_key_options(CLI::App& app, Options& options, std::string& make_key) {
  app.add_option("--key-file", options.key_file,
                 "secret key for hashes, date shifts, surrogates and mappings: a file of at least "
                 "16 random bytes that only its owner can read, as --make-key writes it")
      ->option_text("FILE");
  app.add_option("--make-key", make_key,
                 "write a new key of 32 random bytes, and exit; an existing file stays")
      ->option_text("FILE");
  app.add_flag_callback(
      "--legacy-key", [&options] { options.text_keys = Secret::TextKeys::kTaken; },
      "take a key that is text, such as a passphrase, for values and mappings made with it; others "
      "may guess it");
  app.add_option("--patient-field", options.fields.patient,
                 "field or column with the patient's id; documents of one patient share hashes, "
                 "surrogates and date shifts")
      ->option_text("NAME");
  app.add_option(
         "--patient", options.patient,
         "patient's id for all documents, or for those whose --patient-field is empty; without it "
         "a resource of FHIR in JSON has its own")
      ->option_text("ID");
  app.add_option("--mapping", options.mapping,
                 "write an encrypted mapping, from which --restore recovers the source; with "
                 "--resume, append to an existing mapping, which several runs may share")
      ->option_text("FILE");
  app.add_option("--restore", options.restore,
                 "recover the source of redacted inputs from this mapping")
      ->option_text("FILE");
}

std::optional<std::string> find_key_misuse(const Options& options) {
  const bool is_sealed = !options.mapping.empty() || !options.restore.empty();
  if (is_sealed && options.key_file.empty()) {
    return "--mapping and --restore require --key-file";
  }
  if (options.text_keys == Secret::TextKeys::kTaken && options.key_file.empty()) {
    return "--legacy-key requires --key-file";
  }
  return std::nullopt;
}

int make_key(const std::string& path) {
  const Result<void> made = blame("--make-key", Secret::make_file(path));
  if (made.ok()) return kAllDone;
  return fail(made.error().message(), made.error().kind == ErrorKind::kMisuse ? kUsage : kFatal);
}

}  // namespace redact

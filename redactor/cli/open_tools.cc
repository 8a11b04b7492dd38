// SPDX-License-Identifier: Apache-2.0
#include "redactor/cli/open_tools.h"

#include <string>
#include <utility>

#include "redactor/cli/complain.h"

namespace redact {

Result<Tools> open_tools(const Options& options) {
  Settings settings = options.settings;
  if (!options.key_file.empty()) {
    REDACT_ASSIGN(settings.key, blame("--key-file", Secret::read(options.key_file)));
  }
  REDACT_ASSIGN(auto redactor, open_redactor(settings));
  for (const Label label : redactor->idle_rules()) {
    complain("--rules: the policy does not list " + std::string(label_name(label)) +
             ": its rules hide nothing");
  }
  KnownPeople known;
  if (!options.known.empty()) {
    const DateOrder order = redactor->policy().date_order();
    REDACT_ASSIGN(known, blame("--known", KnownPeople::read(options.known, order)));
  }
  return Tools{std::move(redactor), std::move(known), std::move(settings.key)};
}

}  // namespace redact

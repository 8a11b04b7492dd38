// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>

#include "base/result.h"
#include "redactor/cli/args.h"
#include "redactor/policy/secret.h"
#include "redactor/redactor.h"
#include "redactor/rules/known_people.h"

namespace redact {

// Everything a run works with, already opened.
struct Tools {
  std::unique_ptr<Redactor> redactor;
  KnownPeople known;
  std::optional<Secret> key;
};

// Opens everything the options name. Errors name the option at fault, never a file.
Result<Tools> open_tools(const Options& options);

}  // namespace redact

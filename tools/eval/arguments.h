// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "redactor/configuration.h"

namespace redact::eval {

// What redact-eval is told.
struct Options {
  std::string gold, records, outputs, json, html, bio, markup, own_gold, lessons, policy, bundled_model;
  std::vector<std::string> studies, policies;
  ModelOptions model;
  std::vector<std::string> models;  // as the user names them
  Settings settings;
  std::vector<float> curve;
};

// Adds the options to `app`; both must outlive it. Refuses combinations that have no meaning and
// outputs that would replace an input.
void add_options(CLI::App& app, Options& options);

}  // namespace redact::eval

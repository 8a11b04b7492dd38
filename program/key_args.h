// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>

#include "program/args.h"

namespace redact {

// Adds the options of keys, patients and restoring. `make_key`: the value of --make-key. It and
// `options` must outlive the parsing.
void add_key_options(CLI::App& app, Options& options, std::string& make_key);

// Which of these options lacks another; nullopt if none does.
std::optional<std::string> find_key_misuse(const Options& options);

// Writes a new key. Returns the exit code.
int make_key(const std::string& path);

}  // namespace redact

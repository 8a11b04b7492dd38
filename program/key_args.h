// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>

#include "program/args.h"

namespace redact {

// Adds the options of keys, patients and restoring. `make_key` is the value of --make-key; it and
// `options` must outlive the parsing.
void add_key_options(CLI::App& app, Options& options, std::string& make_key);

// Reports an option that lacks another one; nullopt if there is none.
std::optional<std::string> find_key_misuse(const Options& options);

// Writes a new key. Returns the exit code.
int make_key(const std::string& path);

}  // namespace redact

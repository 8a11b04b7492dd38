// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <vector>

namespace redact {

// What is wrong with arguments, in words that name the option and never hold a value: values may
// name people (P5).

// The first argument that begins like an option and is none of `app`'s: "unknown option
// --output-dir; did you mean --output?". Nothing where there is none.
std::optional<std::string> find_unknown_option(const CLI::App& app,
                                               const std::vector<std::string>& arguments);

// The first option that was given an empty value, as an unset variable of a shell gives.
std::optional<std::string> find_empty_value(const CLI::App& app);

// What CLI11 found.
std::string explain(const CLI::App& app, const CLI::ParseError& error);

}  // namespace redact

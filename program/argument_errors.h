// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <vector>

namespace redact {

// These functions describe errors in the arguments. The messages name the option and never quote a
// value, because values may name people (P5).

// Reports the first argument that looks like an option but is not one of `app`'s, by its position:
// "argument 2 is an unknown option; did you mean --output?". nullopt if there is none.
std::optional<std::string> find_unknown_option(const CLI::App& app,
                                               const std::vector<std::string>& arguments);

// Reports the first option with an empty value, as an unset shell variable gives: it must not have
// the effect of an option that was not given.
std::optional<std::string> find_empty_value(const CLI::App& app);

// Describes an error that CLI11 reported.
std::string explain(const CLI::App& app, const CLI::ParseError& error);

}  // namespace redact

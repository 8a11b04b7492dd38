// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/CLI.hpp>
#include <set>
#include <string>

namespace redact {

// The columns of the terminal that shows standard output: $COLUMNS if it is a number, else the
// terminal's own figure, else 80; at least 40.
size_t terminal_columns();

// Writes the help of a program, wrapped to the terminal. --help shows the options of `common`
// (names as CLI::Option::get_name gives them), each described up to the first semicolon; --help-all
// shows everything, and so does --help if `common` is empty.
class HelpFormat : public CLI::Formatter {
 public:
  explicit HelpFormat(std::set<std::string> common = {}) : common_(std::move(common)) {}

  std::string make_help(const CLI::App* app, std::string name,
                        CLI::AppFormatMode mode) const override;

 private:
  bool is_shown(const CLI::Option& option, bool in_short) const;

  std::set<std::string> common_;
};

}  // namespace redact

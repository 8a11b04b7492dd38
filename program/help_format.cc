// SPDX-License-Identifier: Apache-2.0
#include "program/help_format.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <sstream>
#include <utility>
#include <vector>

namespace redact {

namespace {

constexpr size_t kFewestColumns = 40;  // fewer leave no room beside the names of the options
constexpr size_t kIndent = 2;
constexpr size_t kMostNameColumns = 24;  // a longer name has its line to itself

// Appends the words of `text`; every line after the first begins in column `indent`. `column` is
// the column of the first word. Line ends in the text stay.
void append_wrapped(std::string& out, const std::string& text, size_t column, size_t indent) {
  const size_t columns = terminal_columns();
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    bool is_first = true;
    for (std::string word; words >> word; is_first = false) {
      if (!is_first && column + 1 + word.size() > columns) {
        out += '\n' + std::string(indent, ' ');
        column = indent;
      } else if (!is_first) {
        out += ' ';
        ++column;
      }
      out += word;
      column += word.size();
    }
    out += '\n';
    if (!lines.eof()) out += std::string(indent, ' ');
    column = indent;
  }
}

// The names and the value of an option as they are typed: "-o, --output PATH".
std::string synopsis(const CLI::Option& option) {
  std::string names = option.get_name(option.get_positional(), !option.get_positional());
  for (size_t at = 0; (at = names.find('{')) != names.npos;) {  // the value of a negated flag
    names.erase(at, names.find('}') - at + 1);
  }
  for (size_t at = 0; (at = names.find(',', at)) != names.npos; at += 2) names.insert(at + 1, " ");
  if (!option.get_option_text().empty()) return names + " " + option.get_option_text();
  if (option.get_positional() || option.get_items_expected_max() == 0) return names;
  const std::string type = option.get_type_name();  // "INT:INT in [1 - 4]"
  return names + " " + type.substr(0, type.find(':'));
}

// The description of an option, with its type and default from CLI11.
std::string description(const CLI::Option& option) {
  std::string text = option.get_description();
  const auto add = [&text](const std::string& more) { text += (text.empty() ? "" : "; ") + more; };
  if (option.get_required() && !option.get_positional()) add("required");
  if (!option.get_default_str().empty()) add("default: " + option.get_default_str());
  return text;
}

struct Row {
  std::string name, text;
};

void append_section(std::string& out, const std::string& title, const std::vector<Row>& rows) {
  if (rows.empty()) return;
  out += '\n' + title + ":\n";
  const size_t text_column = kIndent + kMostNameColumns + 2;
  for (const auto& [name, text] : rows) {
    out += std::string(kIndent, ' ') + name;
    size_t column = kIndent + name.size();
    if (text.empty()) {
      out += '\n';
      continue;
    }
    if (name.size() > kMostNameColumns) {
      out += '\n';
      column = 0;
    }
    out += std::string(text_column - column, ' ');
    append_wrapped(out, text, text_column, text_column);
  }
}

}  // namespace

size_t terminal_columns() {
  winsize size{};
  const char* given = std::getenv("COLUMNS");
  size_t columns = given == nullptr ? 0 : std::strtoul(given, nullptr, 10);
  if (columns == 0 && ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0) columns = size.ws_col;
  return std::max(columns == 0 ? 80 : columns, kFewestColumns);
}

bool HelpFormat::is_shown(const CLI::Option& option, bool in_short) const {
  return !option.get_group().empty() && (!in_short || common_.contains(option.get_name()));
}

std::string HelpFormat::make_help(const CLI::App* app, std::string name,
                                  CLI::AppFormatMode mode) const {
  const bool is_short = mode != CLI::AppFormatMode::All && !common_.empty();
  std::string out = make_usage(app, std::move(name));
  append_wrapped(out, app->get_description(), 0, 0);
  std::vector<std::string> groups = app->get_groups();
  if (const CLI::Option* help = app->get_help_ptr()) {  // last, though CLI11 adds it first
    const auto at = std::find(groups.begin(), groups.end(), help->get_group());
    if (at != groups.end()) std::rotate(at, at + 1, groups.end());
  }
  for (const std::string& group : groups) {
    std::vector<Row> rows;
    for (const CLI::Option* option : app->get_options()) {
      if (option->get_group() != group || !is_shown(*option, is_short)) continue;
      const std::string text = description(*option);
      rows.push_back({synopsis(*option), is_short ? text.substr(0, text.find(';')) : text});
    }
    append_section(out, group, rows);
  }
  std::vector<Row> commands;
  for (const CLI::App* command : app->get_subcommands({})) {
    commands.push_back({command->get_name(), command->get_description()});
  }
  append_section(out, "Commands", commands);
  if (!app->get_footer().empty()) {
    out += '\n';
    append_wrapped(out, app->get_footer(), 0, 0);
  }
  return out;
}

}  // namespace redact

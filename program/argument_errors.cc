// SPDX-License-Identifier: Apache-2.0
#include "program/argument_errors.h"

#include <algorithm>
#include <cstdio>
#include <string_view>

namespace redact {

namespace {

// The option with this name, which lacks '=' and a value; nullptr if there is none.
const CLI::Option* find_option(const CLI::App& app, const std::string& name) {
  for (const CLI::Option* option : app.get_options()) {
    if (!option->get_positional() && option->check_name(name)) return option;
  }
  return nullptr;
}

// The longest known name of which an unknown one is an extension or a prefix: --output for
// --output-dir.
std::string nearest_name(const CLI::App& app, const std::string& unknown) {
  std::string nearest;
  for (const CLI::Option* option : app.get_options()) {
    const std::string name = option->get_name();
    const bool is_near =
        name.starts_with("--") &&
        (unknown.starts_with(name) || (unknown.size() > 3 && name.starts_with(unknown)));
    if (is_near && name.size() > nearest.size()) nearest = name;
  }
  return nearest;
}

// The message does not quote the name, which may be that of a file, and so of a person (P5).
std::string unknown_option(const CLI::App& app, const std::string& name, size_t position) {
  std::string said = "argument " + std::to_string(position) + ": unknown option";
  if (const std::string near = nearest_name(app, name); !near.empty()) {
    said += "; did you mean " + near + "?";
  }
  return said + " (redact --help-all lists the options)";
}

// Turns CLI11's "INT:INT in [1 - 1024]" into "a whole number from 1 to 1024"; empty if the type is
// unknown.
std::string values_of(const CLI::Option& option) {
  const std::string type = option.get_type_name();
  const std::string kind = type.substr(0, type.find(':'));
  std::string limits = kind.size() < type.size() ? type.substr(kind.size() + 1) : "";
  if (limits.starts_with("{")) return "one of " + limits.substr(1, limits.size() - 2);
  if (const size_t at = limits.find('['); at != limits.npos) limits = limits.substr(at);
  std::string said = kind == "INT" || kind == "UINT" ? "a whole number"
                     : kind == "FLOAT"               ? "a number"
                                                     : "";
  long low = 0, high = 0;
  const bool has_limits = std::sscanf(limits.c_str(), "[%ld - %ld]", &low, &high) == 2;
  if (said.empty() || !has_limits) return said;
  return said + " from " + std::to_string(low) + " to " + std::to_string(high);
}

}  // namespace

std::optional<std::string> find_unknown_option(const CLI::App& app,
                                               const std::vector<std::string>& arguments) {
  for (size_t i = 0; i < arguments.size(); ++i) {
    const std::string& argument = arguments[i];
    if (argument == "--") return std::nullopt;
    if (argument.size() < 2 || argument[0] != '-') continue;
    const bool is_long = argument[1] == '-';
    const size_t end = is_long ? argument.find('=') : 2;
    const std::string name = argument.substr(0, end);
    const CLI::Option* option = find_option(app, name);
    if (option == nullptr) return unknown_option(app, name, i + 1);
    const bool has_value = option->get_items_expected_min() > 0;
    if (!is_long && !has_value && argument.size() > 2) {
      return "-" + std::string(1, argument[1]) +
             " takes no value and cannot be combined with other letters";
    }
    if (has_value && argument.size() == name.size()) ++i;  // the next argument is its value
  }
  return std::nullopt;
}

std::optional<std::string> find_empty_value(const CLI::App& app) {
  for (const CLI::Option* option : app.get_options()) {
    const auto& values = option->results();
    if (std::find(values.begin(), values.end(), "") == values.end()) continue;
    return option->get_name() + ": the value is empty; is a shell variable unset?";
  }
  return std::nullopt;
}

std::string explain(const CLI::App& app, const CLI::ParseError& error) {
  // CLI11's messages begin with the name of the option, except for values that it cannot convert.
  constexpr std::string_view kNotConverted = "Could not convert: ";
  std::string what = error.what();
  if (what.starts_with(kNotConverted)) what.erase(0, kNotConverted.size());
  const CLI::Option* option = nullptr;
  for (const CLI::Option* candidate : app.get_options()) {
    const std::string name = candidate->get_name();
    const bool is_longer = option == nullptr || name.size() > option->get_name().size();
    if (name.starts_with("-") && what.starts_with(name) && is_longer) option = candidate;
  }
  if (option == nullptr) return "invalid arguments (redact --help-all lists the options)";
  const std::string name = option->get_name();
  const std::string values = values_of(*option);
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr) {
    const bool is_twice = option->results().size() > 1;
    if (is_twice) return name + ": given more than once";
    return name + ": the value is missing" + (values.empty() ? "" : "; expected " + values);
  }
  if (dynamic_cast<const CLI::ExcludesError*>(&error) != nullptr) {
    constexpr std::string_view kExcludes = " excludes ";  // CLI11's text names both options
    const size_t at = what.find(kExcludes);
    return name + " cannot be combined with " +
           (at == what.npos ? "another option" : what.substr(at + kExcludes.size()));
  }
  return name + ": invalid value" +
         (values.empty() ? " (see redact --help-all)" : "; expected " + values);
}

}  // namespace redact

// SPDX-License-Identifier: Apache-2.0
#include "tools/batch/source_units.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <regex>
#include <utility>

#include "base/ascii.h"

namespace redact::batch {

namespace {

using Json = nlohmann::json;

std::vector<std::string> split(const std::string& names) {
  std::vector<std::string> list;
  for (size_t at = 0; at < names.size();) {
    const size_t end = std::min(names.find(',', at), names.size());
    list.push_back(names.substr(at, end - at));
    at = end + 1;
  }
  return list;
}

// The text of a line in a field that may lie inside others: "note.text".
std::optional<std::string> text_in(const Json& line, const std::string& field) {
  const Json* at = &line;
  if (line.is_object() && line.contains(field)) {
    at = &line[field];
  } else {
    for (size_t begin = 0; begin <= field.size();) {
      const size_t end = std::min(field.find('.', begin), field.size());
      const std::string name = field.substr(begin, end - begin);
      if (!at->is_object() || !at->contains(name)) return std::nullopt;
      at = &(*at)[name];
      begin = end + 1;
    }
  }
  if (!at->is_string()) return std::nullopt;
  return at->get<std::string>();
}

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlank = " \t\r\n";
  text.remove_prefix(std::min(text.find_first_not_of(kBlank), text.size()));
  return text.substr(0, text.find_last_not_of(kBlank) + 1);
}

// The fields of a JSON object as they are written, names with their quotes.
std::vector<std::pair<std::string_view, std::string_view>> fields_of(std::string_view object) {
  std::vector<std::pair<std::string_view, std::string_view>> fields;
  size_t depth = 0, begin = 0;
  bool quoted = false;
  std::string_view name;
  for (size_t at = 0; at < object.size(); ++at) {
    const char c = object[at];
    if (c == '"') quoted = !quoted;
    if (quoted) {
      at += c == '\\';
      continue;
    }
    if (c == '{' || c == '[') ++depth;
    if (depth == 1 && (c == '{' || c == ':' || c == ',' || c == '}')) {
      const std::string_view piece = trimmed(object.substr(begin, at - begin));
      if (c == ':') name = piece;
      if ((c == ',' || c == '}') && !name.empty()) fields.emplace_back(name, piece);
      begin = at + 1;
    }
    if (c == '}' || c == ']') --depth;
  }
  return fields;
}

std::string kept_of(std::string_view line, const Reading& reading) {
  if (reading.kept.empty() && !reading.keep_all) return {};
  const auto is_redacted = [&](const std::string& name) {
    const auto is_it = [&](const std::string& field) {
      return field == name || field.starts_with(name + ".");
    };
    return std::any_of(reading.text_fields.begin(), reading.text_fields.end(), is_it) ||
           std::any_of(reading.labelled.begin(), reading.labelled.end(), is_it);
  };
  std::string kept;
  for (const auto& [quoted, value] : fields_of(line)) {
    const std::string name = Json::parse(quoted, nullptr, false).get<std::string>();
    const bool is_named =
        std::find(reading.kept.begin(), reading.kept.end(), name) != reading.kept.end();
    if (reading.keep_all ? is_redacted(name) || name == reading.id : !is_named) continue;
    kept += kept.empty() ? "" : ",";
    kept.append(quoted).append(":").append(value);
  }
  return "{" + kept + "}";
}

// An id in a string or a whole number; empty if there is none.
std::string id_in(const Json& line, const std::string& field) {
  const auto id = line.find(field);
  if (id == line.end()) return {};
  return id->is_string() ? id->get<std::string>() : id->is_number_integer() ? id->dump() : "";
}

void add_facts(Unit& unit, const Json& json, std::string_view line, const Reading& reading) {
  unit.id = id_in(json, reading.id);
  if (unit.id.empty()) unit.id = std::to_string(unit.number);
  unit.patient = id_in(json, reading.patient);
  unit.kept = kept_of(line, reading);
}

std::vector<Unit> lines_of(std::string_view bytes, const Reading& reading) {
  std::vector<Unit> units;
  size_t number = 0;
  for (size_t at = 0; at < bytes.size();) {
    const size_t end = std::min(bytes.find('\n', at), bytes.size());
    const std::string_view line = bytes.substr(at, end - at);
    at = end + 1;
    ++number;
    if (line.find_first_not_of(" \t\r") == line.npos) continue;
    Unit unit{number, {}, {}, {}, !reading.are_several(reading.text_fields)};
    const Json json = Json::parse(line, nullptr, false);
    const bool is_resource = json.is_object() && json.contains("resourceType");
    const auto text = unit.is_record && json.is_object() && !reading.text_fields.empty()
                          ? text_in(json, reading.text_fields.front())
                          : std::nullopt;
    unit.is_resource = unit.is_record && !text && is_resource;
    if (unit.is_resource) unit.is_record = false;
    if (json.is_object() && !unit.is_resource) add_facts(unit, json, line, reading);
    unit.text = unit.is_record ? text.value_or("") : std::string(line);
    if (!unit.is_record) unit.after = "\n";
    unit.is_record = unit.is_record || reading.are_records();
    units.push_back(std::move(unit));
  }
  return units;
}

// The fields of a row, unquoted; the row ends at the first line end outside quotes.
struct TableRow {
  size_t size = 0;  // with its line end
  size_t content = 0;
  std::vector<std::string> fields;
};

TableRow read_row(std::string_view bytes, char separator) {
  TableRow row;
  row.fields.emplace_back();
  bool quoted = false, at_start = true;
  size_t at = 0;
  for (; at < bytes.size(); ++at) {
    const char c = bytes[at];
    if (quoted) {
      if (c != '"') {
        row.fields.back() += c;
      } else if (at + 1 < bytes.size() && bytes[at + 1] == '"') {
        row.fields.back() += '"';
        ++at;
      } else {
        quoted = false;
      }
      continue;
    }
    if (c == '\n') break;
    if (c == '"' && at_start) {
      quoted = true;
    } else if (c == separator) {
      row.fields.emplace_back();
      at_start = true;
      continue;
    } else {
      row.fields.back() += c;
    }
    at_start = false;
  }
  row.content = at > 0 && at < bytes.size() && bytes[at - 1] == '\r' ? at - 1 : at;
  row.size = std::min(at + 1, bytes.size());
  if (row.content < at) row.fields.back().pop_back();
  return row;
}

// The column with a name; nullopt if there is none.
std::optional<size_t> column_of(const TableRow& row, const std::string& name) {
  for (size_t i = 0; i < row.fields.size(); ++i) {
    if (!name.empty() && row.fields[i] == name) return i;
  }
  return std::nullopt;
}

// The first separator with which the header has the column, else the one that makes most fields.
char separator_of(std::string_view header, std::string_view separators, const std::string& column) {
  char best = separators[0];
  size_t most = 0;
  for (const char one : separators) {
    const TableRow row = read_row(header, one);
    if (column_of(row, column)) return one;
    if (row.fields.size() <= most) continue;
    most = row.fields.size();
    best = one;
  }
  return best;
}

SourceUnits rows_of(std::string_view bytes, std::string_view separators, const Reading& reading) {
  constexpr std::string_view kMark = "\xEF\xBB\xBF", kNamed = "sep=";
  std::vector<Unit> units;
  const size_t begin = bytes.starts_with(kMark) ? kMark.size() : 0;
  if (!reading.delimiter.empty()) separators = reading.delimiter;
  std::optional<TableRow> header;
  std::optional<size_t> column, id, patient;
  size_t copied = 0, number = 0;  // `copied`: where the bytes before the next row begin
  char separator = '\0';
  for (size_t at = begin; at < bytes.size();) {
    if (!header && separator == '\0') {
      const TableRow line = read_row(bytes.substr(at), '\0');
      const bool is_named = at == begin && line.content == kNamed.size() + 1 &&
                            line.size > line.content && bytes.substr(at).starts_with(kNamed);
      if (is_named) {
        separator = bytes[at + kNamed.size()];
        at += line.size;
        continue;
      }
      if (line.content > 0) {
        separator = separator_of(bytes.substr(at), separators, reading.named_column());
      }
    }
    const TableRow row = read_row(bytes.substr(at), separator);
    const size_t row_begin = at;
    at += row.size;
    if (row.content == 0) continue;
    if (!header) {
      header = row;
      column = column_of(row, reading.named_column());
      id = column_of(row, reading.id);
      patient = column_of(row, reading.patient);
      continue;
    }
    Unit unit{++number,
              {},
              bytes.substr(copied, row_begin - copied),
              bytes.substr(row_begin + row.content, row.size - row.content),
              false};
    unit.is_record = reading.are_records();
    const auto field = [&](const std::optional<size_t>& of) {
      return of && *of < row.fields.size() ? row.fields[*of] : std::string();
    };
    unit.id = field(id);
    if (unit.id.empty()) unit.id = std::to_string(number);
    unit.patient = field(patient);
    if (unit.is_record && !reading.are_several(reading.columns)) {
      unit.text = field(column);
      unit.before = unit.after = {};
    } else {
      unit.text = bytes.substr(row_begin, row.content);
    }
    copied = at;
    units.push_back(std::move(unit));
  }
  return {std::move(units), bytes.substr(reading.are_records() ? bytes.size() : copied)};
}

// Where mails begin in an mbox file: at lines "From " with a year and a time of day that follow a
// blank line and precede a header field.
std::vector<size_t> mails_of(std::string_view bytes) {
  static const std::regex kTime("[ \\t][0-9]{1,2}:[0-9]"), kYear("[ \\t][0-9]{4}([- \\t\\r]|$)"),
      kField("[!-9;-~]+:|>From ");
  constexpr size_t kLongest = 2048;
  const auto line_at = [&](size_t at) {
    return std::string(bytes.substr(at, std::min(bytes.find('\n', at) - at, kLongest)));
  };
  std::vector<size_t> begins;
  bool is_below_blank = true;
  for (size_t at = 0; at < bytes.size();) {
    const size_t end = bytes.find('\n', at), next = end == bytes.npos ? bytes.size() : end + 1;
    const bool is_first = begins.empty() && bytes[at] != '\r' && bytes[at] != '\n';
    if (is_below_blank && bytes.substr(at).starts_with("From ") && next < bytes.size()) {
      const std::string line = line_at(at), below = line_at(next);
      const bool is_mail = next - at < kLongest && std::regex_search(line, kTime) &&
                           std::regex_search(line, kYear) &&
                           std::regex_search(below, kField, std::regex_constants::match_continuous);
      if (is_mail || is_first) begins.push_back(at);
    } else if (is_first) {
      begins.push_back(at);
    }
    is_below_blank = end == at || (end == at + 1 && bytes[at] == '\r');
    at = next;
  }
  return begins;
}

SourceUnits units_of_mbox(std::string_view bytes, const Reading& reading) {
  std::vector<Unit> units;
  const std::vector<size_t> begins = mails_of(bytes);
  for (size_t i = 0; i < begins.size(); ++i) {
    const size_t end = i + 1 < begins.size() ? begins[i + 1] : bytes.size();
    const std::string_view all = bytes.substr(begins[i], end - begins[i]);
    size_t n_blank = 0;
    for (const std::string_view blank : {"\n\n", "\n\r\n"}) {
      if (all.ends_with(blank)) n_blank = blank.size() - 1;
    }
    units.push_back({i + 1, std::string(all.substr(0, all.size() - n_blank)),
                     bytes.substr(0, i == 0 ? begins[0] : 0), all.substr(all.size() - n_blank),
                     reading.are_records()});
    units.back().id = std::to_string(i + 1);
  }
  const bool is_blank = units.empty() && !reading.are_records();
  return {std::move(units), is_blank ? bytes : std::string_view()};
}

}  // namespace

Result<Reading> read_reading(const std::string& setup) {
  const Json json = Json::parse(setup, nullptr, false);
  if (!json.is_object()) return Error{ErrorKind::kBadInput, "journal", "has no settings"};
  for (const char* name :
       {"--text-field", "--text-column", "--column-label", "--delimiter", "--format", "--as-text",
        "--id-field", "--patient-field", "--keep-fields"}) {
    if (json.contains(name) && !json[name].is_string()) {
      return Error{ErrorKind::kBadInput, "journal", "has settings that cannot be read"};
    }
  }
  const auto value = [&](const char* name) { return json.value(name, std::string()); };
  std::vector<std::string> labelled = split(value("--column-label"));
  for (std::string& one : labelled) one.resize(std::min(one.rfind('='), one.size()));
  return Reading{split(value("--text-field")),
                 split(value("--text-column")),
                 std::move(labelled),
                 value("--delimiter"),
                 value("--format"),
                 !value("--as-text").empty(),
                 json.value("--id-field", std::string("id")),
                 value("--patient-field"),
                 split(value("--keep-fields")),
                 value("--keep-fields") == "all"};
}

UnitKind kind_of(const std::string& name, const Reading& reading) {
  const bool is_table = ends_with_any_case(name, ".csv") || ends_with_any_case(name, ".tsv");
  const bool has_columns = !reading.columns.empty() || !reading.labelled.empty();
  if (has_columns && is_table) return UnitKind::kRow;
  if (!reading.as_text && ends_with_any_case(name, ".mbox")) return UnitKind::kMail;
  const bool is_lines = ends_with_any_case(name, ".jsonl") || ends_with_any_case(name, ".ndjson");
  return is_lines ? UnitKind::kLine : UnitKind::kText;
}

SourceUnits units_of(const std::string& name, std::string_view bytes, const Reading& reading) {
  switch (kind_of(name, reading)) {
    case UnitKind::kLine: return {lines_of(bytes, reading), {}};
    case UnitKind::kRow:
      return rows_of(bytes, ends_with_any_case(name, ".tsv") ? "\t" : ",;\t|", reading);
    case UnitKind::kMail: return units_of_mbox(bytes, reading);
    case UnitKind::kText: break;
  }
  return {{Unit{0, std::string(bytes), {}, {}, reading.are_records()}}, {}};
}

}  // namespace redact::batch

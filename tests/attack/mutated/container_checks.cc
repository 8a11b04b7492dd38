// SPDX-License-Identifier: Apache-2.0
// Checks of files that hold others: archives, lines and rows; and of UTF-16.
#include <zip.h>

#include <nlohmann/json.hpp>
#include <pugixml.hpp>
#include <vector>

#include "tests/attack/mutated/checks.h"
#include "tests/attack/mutated/seeds.h"

namespace redact::testing {

namespace {

using Json = nlohmann::json;

Complaint at(std::string what, size_t where) { return what + " " + std::to_string(where); }

// Whether a text is sound UTF-16.
bool is_utf16(std::string_view text, bool high_first) {
  if (text.size() % 2 != 0) return false;
  bool after_high = false;
  for (size_t i = 0; i < text.size(); i += 2) {
    const auto high = static_cast<uint8_t>(text[i + (high_first ? 0 : 1)]);
    const bool is_low_surrogate = high >= 0xDC && high <= 0xDF;
    if (is_low_surrogate != after_high) return false;
    after_high = high >= 0xD8 && high <= 0xDB;
  }
  return !after_high;
}

}  // namespace

Complaint check_utf16(std::string_view source, std::string_view output) {
  for (const bool high_first : {false, true}) {
    const std::string_view mark = high_first ? "\xFE\xFF" : "\xFF\xFE";
    if (!source.starts_with(mark) || !is_utf16(source, high_first)) continue;
    if (!output.starts_with(mark) || !is_utf16(output, high_first)) return "is no longer UTF-16";
  }
  return std::nullopt;
}

namespace {

// The members of an archive, as libzip reads them; nullopt if it refuses one.
std::optional<ZipEntries> unzipped(std::string_view archive) {
  zip_error_t error;
  zip_error_init(&error);
  zip_source_t* source = zip_source_buffer_create(archive.data(), archive.size(), 0, &error);
  zip_t* zip = zip_open_from_source(source, ZIP_RDONLY | ZIP_CHECKCONS, &error);
  if (zip == nullptr) {
    zip_source_free(source);
    zip_error_fini(&error);
    return std::nullopt;
  }
  ZipEntries members;
  bool is_sound = true;
  const zip_int64_t n = zip_get_num_entries(zip, 0);
  for (zip_int64_t i = 0; i < n && is_sound; ++i) {
    zip_stat_t stat;
    is_sound =
        zip_stat_index(zip, static_cast<zip_uint64_t>(i), 0, &stat) == 0 && stat.size < 10'000'000;
    zip_file_t* file = is_sound ? zip_fopen_index(zip, static_cast<zip_uint64_t>(i), 0) : nullptr;
    if (file == nullptr) {
      is_sound = false;
      break;
    }
    std::string bytes(stat.size, '\0');
    is_sound = zip_fread(file, bytes.data(), stat.size) == static_cast<zip_int64_t>(stat.size);
    is_sound = zip_fclose(file) == 0 && is_sound;
    members.push_back({stat.name, std::move(bytes)});
  }
  zip_discard(zip);
  if (!is_sound) return std::nullopt;
  return members;
}

// The bytes of a member; of one in UTF-16, its characters of ASCII and a sign for each other unit,
// so that its markup is that of its text.
std::string narrow(std::string_view bytes) {
  const bool high_first = bytes.starts_with("\xFE\xFF");
  if (!high_first && !bytes.starts_with("\xFF\xFE")) return std::string(bytes);
  std::string out;
  for (size_t i = 2; i + 1 < bytes.size(); i += 2) {
    const char high = bytes[i + (high_first ? 0 : 1)], low = bytes[i + (high_first ? 1 : 0)];
    out += high == 0 && static_cast<unsigned char>(low) < 0x80 ? low : '?';
  }
  return out;
}

// XML without its texts, CDATA sections among them, the text of comments and instructions, and the
// values of attributes.
std::string skeleton(std::string_view xml) {
  std::string out;
  for (size_t i = xml.find('<'); i < xml.size(); i = xml.find('<', i)) {
    const std::string_view rest = xml.substr(i);
    const auto skip = [&](std::string_view begin, std::string_view end) {
      if (!rest.starts_with(begin)) return false;
      i += std::min(rest.size(), rest.find(end, begin.size()));
      return true;
    };
    if (skip("<![CDATA[", "]]>")) continue;
    if (skip("<!--", "-->") || (!rest.starts_with("<?xml ") && skip("<?", "?>"))) {
      out += rest[1];
      continue;
    }
    char quote = 0;
    for (; i < xml.size() && (quote != 0 || xml[i] != '>'); ++i) {
      if (quote == 0) {
        out += xml[i];
        if (xml[i] == '"' || xml[i] == '\'') quote = xml[i];
      } else if (xml[i] == quote) {
        out += quote;
        quote = 0;
      }
    }
  }
  return out;
}

// Compares the members of archives by `check`.
template <typename Check>
Complaint check_members(std::string_view source, std::string_view output, Check check) {
  const auto before = unzipped(source), after = unzipped(output);
  // A broken member that nobody reads, such as a font, is copied as it is.
  if (!before) return std::nullopt;
  if (!after) return "is no longer an archive";
  if (before->size() != after->size()) return "has other members";
  for (size_t i = 0; i < before->size(); ++i) {
    const auto& [name, bytes] = (*before)[i];
    const auto& [other_name, other] = (*after)[i];
    const bool is_renamed = other_name.find("hidden") != other_name.npos;
    if (name != other_name && !is_renamed) return at("has another name for member", i);
    if (bytes == other || name.ends_with(".png") || name.ends_with(".bin")) continue;
    if (auto complaint = check(bytes, other)) return at(*complaint + ", member", i);
  }
  return std::nullopt;
}

}  // namespace

Complaint check_archive(std::string_view source, std::string_view output) {
  return check_members(source, output, [](const std::string& bytes, const std::string& other) {
    if (auto complaint = check_xml(bytes, other)) return complaint;
    const bool is_same = skeleton(narrow(bytes)) == skeleton(narrow(other));
    return is_same ? Complaint() : Complaint("has other markup");
  });
}

Complaint check_workbook(std::string_view source, std::string_view output) {
  return check_members(source, output, check_sheet_member);
}

namespace {

// Empties the values that may change.
void empty(Json& value, const std::vector<std::string>& names, const std::string& path) {
  if (value.is_array()) {
    for (Json& item : value) empty(item, names, path);
    if (std::find(names.begin(), names.end(), path) == names.end()) return;
    return;
  }
  if (value.is_object()) {
    for (auto& [key, inner] : value.items()) {
      empty(inner, names, path.empty() ? key : path + "." + key);
    }
    return;
  }
  if (std::find(names.begin(), names.end(), path) != names.end() && !value.is_null()) value = "";
}

}  // namespace

Complaint check_json_line(std::string_view source, std::string_view output) {
  std::vector<std::string> names = kJsonTexts;
  names.push_back(kHidden);
  Json before = Json::parse(source, nullptr, false), after = Json::parse(output, nullptr, false);
  if (before.is_discarded()) return "was no JSON";
  if (after.is_discarded()) return "is no longer JSON";
  empty(before, names, "");
  empty(after, names, "");
  if (before == after) return std::nullopt;
  return "has another field that differs";
}

namespace {

// The raw fields of a row, by RFC 4180.
std::vector<std::string> raw_fields(std::string_view row, char separator) {
  std::vector<std::string> fields(1);
  bool quoted = false, at_begin = true;
  for (const char c : row) {
    if (!quoted && c == separator) {
      fields.emplace_back();
      at_begin = true;
      continue;
    }
    if (c == '"' && (at_begin || quoted)) quoted = !quoted;
    // A quote behind a closing one opens the field again, so that doubled ones are one.
    else if (c == '"' && !fields.back().empty() && fields.back().front() == '"')
      quoted = true;
    fields.back() += c;
    at_begin = false;
  }
  return fields;
}

}  // namespace

Complaint check_row(std::string_view source, std::string_view output, char separator,
                    const std::vector<size_t>& chosen) {
  const auto before = raw_fields(source, separator), after = raw_fields(output, separator);
  if (before.size() != after.size()) return "has another number of fields";
  for (size_t i = 0; i < before.size(); ++i) {
    if (std::find(chosen.begin(), chosen.end(), i) != chosen.end()) continue;
    if (before[i] != after[i]) return at("differs in field", i);
  }
  return std::nullopt;
}

}  // namespace redact::testing

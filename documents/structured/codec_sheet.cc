// SPDX-License-Identifier: Apache-2.0
// A cell of SpreadsheetML (ECMA-376, part 1, 18.3.1.4): <c r="A2" s="1" t="s"><v>0</v></c>. Its
// text is a shared string, a string in the cell, a number, or a date, which is a number of days.
// Another text becomes a string in the cell, or a number where it is one. A cell with a formula
// keeps it, unless the formula says the value again.
#include <algorithm>
#include <charconv>
#include <chrono>
#include <optional>

#include "base/ascii.h"
#include "documents/structured/codecs.h"
#include "documents/structured/xml_tags.h"

namespace redact {

namespace {

constexpr std::string_view kNoValue = "null";  // what a number becomes that cannot be written

struct Cell {
  std::vector<XmlTag> tags;
  std::string_view prefix;              // of the names of elements, with its colon
  std::string_view type;                // the attribute t
  size_t type_begin = 0, type_end = 0;  // the attribute with the space before it; equal if none
  const XmlTag* value = nullptr;        // <v>
  const XmlTag* value_end = nullptr;    // </v>
  bool has_formula = false;
  std::string text;  // of <v> or of <is>
};

Cell read_cell(std::string_view xml) {
  Cell cell;
  cell.tags = tags_of(xml);
  const XmlTag& start = cell.tags.front();
  const std::string_view name =
      xml.substr(start.begin + 1, xml.find_first_of(" \t\r\n/>", start.begin) - start.begin - 1);
  cell.prefix = name.substr(0, name.find(':') + 1);
  for (const XmlTagAttribute& attribute : attributes_of(xml, start)) {
    if (attribute.name != "t") continue;
    cell.type = attribute.value;
    cell.type_begin = attribute.begin;
    cell.type_end = attribute.end;
  }
  if (cell.type_end == 0) cell.type_begin = cell.type_end = start.begin + 1 + name.size();
  bool in_text = false, in_reading = false;
  for (const XmlTag& tag : cell.tags) {
    const bool opens = !tag.is_end && !tag.is_empty;
    if (tag.name == "f") cell.has_formula = true;
    if (tag.name == "rPh") in_reading = opens;
    if (tag.name == "v" || tag.name == "t") in_text = opens && !in_reading;
    if (tag.name == "v") (tag.is_end ? cell.value_end : cell.value) = &tag;
    if (in_text) append_text_between(xml.substr(tag.end, tag.next - tag.end), cell.text);
  }
  return cell;
}

using Day = std::chrono::sys_days;

// Day 60 of the system that begins in 1900 is a 29 February that did not exist.
constexpr int kFalseDay = 60;

Day day_of(int serial, CellValue system) {
  using namespace std::chrono;
  if (system == CellValue::kDay1904) return Day(1904y / 1 / 1) + days(serial);
  return (serial < kFalseDay ? Day(1899y / 12 / 31) : Day(1899y / 12 / 30)) + days(serial);
}

std::optional<int> serial_of(Day day, CellValue system) {
  constexpr int kLast = 2958465;  // 31 December 9999
  using namespace std::chrono;
  const bool is_1904 = system == CellValue::kDay1904;
  auto serial =
      static_cast<int>((day - (is_1904 ? Day(1904y / 1 / 1) : Day(1899y / 12 / 30))).count());
  if (!is_1904 && serial <= kFalseDay) --serial;
  if (serial < (is_1904 ? 0 : 1) || serial > kLast) return std::nullopt;
  return serial;
}

std::string two(unsigned number) {
  return {static_cast<char>('0' + number / 10), static_cast<char>('0' + number % 10)};
}

std::string iso_of(Day day) {
  const std::chrono::year_month_day date(day);
  const auto year = static_cast<unsigned>(static_cast<int>(date.year()));
  return two(year / 100) + two(year % 100) + "-" + two(static_cast<unsigned>(date.month())) + "-" +
         two(static_cast<unsigned>(date.day()));
}

std::optional<Day> read_iso(std::string_view text) {
  constexpr size_t kSize = 10;
  if (text.size() != kSize || text[4] != '-' || text[7] != '-') return std::nullopt;
  const auto number = [&](size_t at, size_t n) {
    unsigned value = 0;
    for (const char c : text.substr(at, n)) {
      if (!is_digit(c)) return 10000u;
      value = value * 10 + static_cast<unsigned>(c - '0');
    }
    return value;
  };
  const std::chrono::year_month_day date(std::chrono::year(static_cast<int>(number(0, 4))),
                                         std::chrono::month(number(5, 2)),
                                         std::chrono::day(number(8, 2)));
  if (number(0, 4) > 9999 || !date.ok()) return std::nullopt;
  return Day(date);
}

// The days and the rest of a number such as 45598.5.
struct Serial {
  int days;
  std::string_view rest;
};
std::optional<Serial> read_serial(std::string_view number) {
  int days = 0;
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), days);
  if (error != std::errc() || days < 0) return std::nullopt;
  const std::string_view rest = number.substr(static_cast<size_t>(end - number.data()));
  const bool is_plain = rest.empty() || (rest[0] == '.' && all_digits(rest.substr(1)));
  if (!is_plain) return std::nullopt;
  return Serial{days, rest};
}

// The value of a cell that stays a number or a date with this text; nullopt if it becomes a string.
std::optional<std::string> value_of(std::string_view text, const Cell& cell, CellValue kind) {
  if (cell.value == nullptr || cell.value_end == nullptr) return std::nullopt;
  if (kind == CellValue::kNumber && is_sheet_number(text)) return std::string(text);
  if (kind == CellValue::kNumber || kind == CellValue::kString) return std::nullopt;
  const auto day = read_iso(text);
  if (!day) return std::nullopt;
  if (kind == CellValue::kIsoDay) {
    return std::string(text) + cell.text.substr(std::min(text.size(), cell.text.size()));
  }
  const auto before = read_serial(cell.text);
  const auto serial = serial_of(*day, kind);
  if (!before || !serial) return std::nullopt;
  return std::to_string(*serial) + std::string(before->rest);
}

// The cell without its formula.
std::string without_formula(std::string_view xml) {
  std::string out;
  bool is_inside = false;
  size_t at = 0;
  for (const XmlTag& tag : tags_of(xml)) {
    if (tag.name != "f") continue;
    if (!is_inside) out += xml.substr(at, tag.begin - at);
    is_inside = !tag.is_end && !tag.is_empty;
    at = tag.end;
  }
  return out + std::string(xml.substr(at));
}

// A cell that a replacement has left without a type, or with its own, is what it was.
bool is_still(const Cell& cell, CellValue kind) {
  if (kind == CellValue::kIsoDay) return cell.type == "d";
  return kind != CellValue::kString && (cell.type.empty() || cell.type == "n");
}

}  // namespace

bool is_sheet_number(std::string_view text) {
  constexpr size_t kMostDigits = 15;
  std::string_view digits = text.substr(text.starts_with('-'));
  const size_t point = digits.find('.');
  if (point != digits.npos && (point == 0 || point + 1 == digits.size())) return false;
  const bool is_led_by_zero = digits.size() > 1 && digits[0] == '0' && point != 1;
  return !digits.empty() && digits.size() <= kMostDigits && !is_led_by_zero &&
         std::ranges::count(digits, '.') <= 1 &&
         std::ranges::all_of(digits, [](char c) { return is_digit(c) || c == '.'; });
}

bool is_sheet_day(std::string_view text) { return read_iso(text).has_value(); }

Result<Decoded> decode_sheet_cell(std::string_view source, const Coding& coding) {
  const Cell cell = read_cell(source);
  if (cell.type == "s") return one_unit(source, coding.shared);
  std::string text = cell.text;
  if (is_still(cell, coding.cell)) {
    if (cell.value == nullptr) text = kNoValue;
    const auto serial = read_serial(text);
    if (coding.cell == CellValue::kIsoDay) text = std::string(day_of_iso(text));
    const bool is_day = coding.cell == CellValue::kDay1900 || coding.cell == CellValue::kDay1904;
    if (is_day && serial) text = iso_of(day_of(serial->days, coding.cell));
  }
  return one_unit(source, text);
}

Result<std::string> encode_sheet_cell(std::string_view text, const Coding& coding,
                                      const Seams& seams) {
  const std::string source =
      coding.drops_formula ? without_formula(seams.replaced) : std::string(seams.replaced);
  const Cell cell = read_cell(source);
  const bool is_one = is_still(cell, coding.cell);
  if (const auto value = is_one ? value_of(text, cell, coding.cell) : std::nullopt) {
    return source.substr(0, cell.value->end) + *value + source.substr(cell.value_end->begin);
  }
  const XmlTag& start = cell.tags.front();
  const std::string prefix(cell.prefix);
  const std::string head = source.substr(0, cell.type_begin);
  const std::string rest = source.substr(cell.type_end, start.end - cell.type_end);
  const auto type = [](std::string_view name) { return " t=\"" + std::string(name) + "\""; };
  // What stands around the value: a formula before it, extensions behind it.
  size_t begin = cell.tags.back().begin, end = begin;
  if (cell.value != nullptr) {
    begin = cell.value->begin;
    end = cell.value_end != nullptr ? cell.value_end->end : cell.value->end;
  } else if (!cell.has_formula) {
    begin = start.end;  // a string in the cell, which is all that it has
  }
  const std::string before = source.substr(start.end, begin - start.end),
                    after = source.substr(end);
  if (coding.cell == CellValue::kNumber && text == kNoValue) {
    return head + rest + before + after;
  }
  REDACT_ASSIGN(const std::string written,
                encode_xml(text, {.codec = Codec::kXmlText, .ascii_only = coding.ascii_only}));
  if (cell.has_formula) {
    const std::string value = "<" + prefix + "v>" + written + "</" + prefix + "v>";
    return head + type("str") + rest + before + value + after;
  }
  const bool has_edge = !text.empty() && (is_space(text.front()) || is_space(text.back()));
  return head + type("inlineStr") + rest + before + "<" + prefix + "is><" + prefix + "t" +
         (has_edge ? " xml:space=\"preserve\">" : ">") + written + "</" + prefix + "t></" + prefix +
         "is>" + after;
}

}  // namespace redact

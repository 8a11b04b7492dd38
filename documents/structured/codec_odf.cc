// SPDX-License-Identifier: Apache-2.0
// A cell of an OpenDocument sheet with a number, a date or the string of a formula
// (OpenDocument 1.3, part 3, 9.1.4):
//   <table:table-cell office:value-type="float" office:value="71"><text:p>71</text:p>
//   </table:table-cell>
// Its text is the value. Another text becomes a string, or the value where it is a number or a
// date. Attributes other than those of the value stay, but for a formula that says it again.

#include "documents/structured/codecs.h"
#include "documents/structured/xml_tags.h"

namespace redact {

namespace {

constexpr std::string_view kEmpty = "null";  // what a number becomes that cannot be written

std::string_view local_name(std::string_view name) { return name.substr(name.find(':') + 1); }

struct OdfCell {
  std::vector<XmlTag> tags;
  std::vector<XmlTagAttribute> attributes;
  std::string type, value;     // of the attributes
  std::string text;            // of its paragraphs
  std::string_view paragraph;  // the name of their element with its prefix
};

OdfCell read_odf_cell(std::string_view xml) {
  OdfCell cell;
  cell.tags = tags_of(xml);
  cell.attributes = attributes_of(xml, cell.tags.front());
  for (const XmlTagAttribute& attribute : cell.attributes) {
    const std::string_view name = local_name(attribute.name);
    const std::string value = decode_xml(attribute.value, true).text();
    if (name == "value-type" && attribute.name.starts_with("office:")) cell.type = value;
    if (name == "value" || name == "date-value") cell.value = value;
  }
  for (size_t i = 1; i < cell.tags.size(); ++i) {
    const XmlTag& tag = cell.tags[i];
    if (tag.name == "p" && !tag.is_end && cell.paragraph.empty()) {
      const size_t end = xml.find_first_of(" \t\r\n/>", tag.begin + 1);
      cell.paragraph = xml.substr(tag.begin + 1, end - tag.begin - 1);
    }
    append_text_between(xml.substr(tag.end, tag.next - tag.end), cell.text);
  }
  return cell;
}

bool is_of_value(std::string_view name) {
  name = local_name(name);
  return name == "value" || name == "date-value" || name == "value-type" ||
         name == "string-value" || name == "currency" || name == "boolean-value" ||
         name == "time-value";
}

}  // namespace

Decoded decode_odf_cell(std::string_view source, const Coding& coding) {
  const OdfCell cell = read_odf_cell(source);
  const bool is_string = cell.type == "string" || coding.cell == CellValue::kString;
  std::string text = is_string ? cell.text : cell.value;
  if (cell.type != "string" && coding.cell == CellValue::kIsoDay) {
    text = std::string(day_of_iso(text));
  }
  if (cell.type.empty() && !is_string) text = kEmpty;
  return one_unit(source, text);
}

Result<std::string> encode_odf_cell(std::string_view text, const Coding& coding,
                                    const Seams& seams) {
  const std::string_view source = seams.replaced;
  const OdfCell cell = read_odf_cell(source);
  const XmlTag& start = cell.tags.front();
  const bool is_day = coding.cell == CellValue::kIsoDay;
  const bool is_number = coding.cell == CellValue::kNumber;
  const bool is_value = is_day ? is_sheet_day(text) : is_number && is_sheet_number(text);
  const bool is_empty = is_number && text == kEmpty;
  REDACT_ASSIGN(const std::string written,
                encode_xml(text, {.codec = Codec::kXmlText, .ascii_only = coding.ascii_only}));
  std::string out;
  size_t at = 0;
  for (const XmlTagAttribute& attribute : cell.attributes) {
    const bool is_formula = local_name(attribute.name) == "formula";
    if (!is_of_value(attribute.name) && !(is_formula && coding.drops_formula)) continue;
    out += source.substr(at, attribute.begin - at);
    at = attribute.end;
    const std::string_view name = local_name(attribute.name);
    const std::string head = " " + std::string(attribute.name) + "=\"";
    if (is_empty || is_formula) continue;
    if (is_value && (name == "value" || name == "date-value")) {
      const size_t time = is_day ? cell.value.find('T') : cell.value.npos;
      out += head + written + (time == cell.value.npos ? "" : cell.value.substr(time)) + "\"";
    } else if (is_value) {
      out += source.substr(attribute.begin, attribute.end - attribute.begin);
    } else if (name == "value-type") {
      out += head + "string\"";
    }
  }
  out += source.substr(at, start.end - at);
  if (is_empty)
    return out + (start.is_empty ? "" : std::string(source.substr(cell.tags.back().begin)));
  const std::string paragraph(cell.paragraph.empty() ? "text:p" : cell.paragraph);
  const std::string shown = "<" + paragraph + ">" + written + "</" + paragraph + ">";
  if (!start.is_empty) return out + shown + std::string(source.substr(cell.tags.back().begin));
  const std::string element(source.substr(1, source.find_first_of(" \t\r\n/>", 1) - 1));
  out.resize(out.size() - 2);  // "/>"
  return out + ">" + shown + "</" + element + ">";
}

}  // namespace redact

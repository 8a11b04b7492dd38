// SPDX-License-Identifier: Apache-2.0
#include "documents/formats/format.h"
#include "documents/formats/readers.h"
#include "documents/structured/zip_members.h"

namespace redact {

Format find_archive_format(std::string_view archive) {
  constexpr size_t kLongestType = 100;
  constexpr std::string_view kLetter = "application/vnd.oasis.opendocument.text";  // or a template
  constexpr std::string_view kSheet = "application/vnd.oasis.opendocument.spreadsheet";
  const auto members = ZipMembers::open(archive);
  if (!members.ok()) return Format::kDocx;  // whose reader says what is wrong
  for (size_t i = 0; i < members->members().size(); ++i) {
    const auto& [name, size, compressed] = members->members()[i];
    if (name.starts_with("xl/")) return Format::kXlsx;
    if (name != "mimetype" || size > kLongestType) continue;
    const auto type = members->read(i);
    if (type.ok() && type->starts_with(kLetter)) return Format::kOdt;
    if (type.ok() && type->starts_with(kSheet)) return Format::kOds;
  }
  return Format::kDocx;
}

Result<FormattedText> read_archive(std::string_view document, Format format, StopCheck& stop,
                                   const FormattedText* made_from) {
  if (format == Format::kXlsx) return read_xlsx(document, stop, made_from);
  if (format == Format::kOds) return read_ods(document, stop, made_from);
  return format == Format::kOdt ? read_odt(document, stop) : read_docx(document, stop);
}

}  // namespace redact

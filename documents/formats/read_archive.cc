// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <string_view>

#include "documents/formats/format.h"
#include "documents/formats/readers.h"
#include "documents/structured/zip_members.h"

namespace redact {

Format find_archive_format(std::string_view archive) {
  constexpr size_t kLongestType = 100;
  constexpr std::string_view kOpenDocument = "application/vnd.oasis.opendocument.";
  const auto members = ZipMembers::open(archive);
  if (!members.ok()) return Format::kDocx;  // whose reader says what is wrong
  for (size_t i = 0; i < members->members().size(); ++i) {
    const auto& [name, size, compressed] = members->members()[i];
    if (name.starts_with("xl/")) return Format::kXlsx;
    if (name != "mimetype" || size > kLongestType) continue;
    const auto type = members->read(i);
    if (!type.ok() || !type->starts_with(kOpenDocument)) continue;
    // Nothing else may stand in this member, which stays.
    const std::string kind = type->substr(kOpenDocument.size());
    if (kind == "text" || kind == "text-template" || kind == "text-web" || kind == "text-master") {
      return Format::kOdt;
    }
    if (kind == "spreadsheet" || kind == "spreadsheet-template") return Format::kOds;
  }
  return Format::kDocx;
}

Result<FormattedText> read_archive(std::string_view document, Format format, StopCheck& stop,
                                   const FormattedText* made_from) {
  if (format == Format::kXlsx) return read_xlsx(document, stop, made_from);
  const bool is_odf = format == Format::kOdt || format == Format::kOds;
  return is_odf ? read_odf(document, stop, made_from) : read_docx(document, stop);
}

}  // namespace redact

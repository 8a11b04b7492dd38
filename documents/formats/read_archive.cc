// SPDX-License-Identifier: Apache-2.0
#include "documents/formats/format.h"
#include "documents/formats/readers.h"
#include "documents/structured/zip_members.h"

namespace redact {

Format find_archive_format(std::string_view archive) {
  const auto members = ZipMembers::open(archive);
  if (!members.ok()) return Format::kDocx;  // whose reader says what is wrong
  for (const ZipMembers::Member& member : members->members()) {
    if (member.name.starts_with("xl/")) return Format::kXlsx;
  }
  return Format::kDocx;
}

Result<FormattedText> read_archive(std::string_view document, Format format, StopCheck& stop,
                                   const FormattedText* made_from) {
  return format == Format::kXlsx ? read_xlsx(document, stop, made_from) : read_docx(document, stop);
}

}  // namespace redact

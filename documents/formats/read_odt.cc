// SPDX-License-Identifier: Apache-2.0
#include <string>

#include "documents/formats/odf_members.h"
#include "documents/formats/readers.h"

namespace redact {

Result<FormattedText> read_odt(std::string_view document, StopCheck& stop) {
  REDACT_ASSIGN(OfficePackage package, open_odf(document));
  return package.read(
      odf_format(),
      [](PartList& parts, const std::string&, const XmlTexts& texts) -> Result<void> {
        OfficeFields fields(odf_format(), texts);
        REDACT_TRY(fields.read(parts.bytes()));
        return add_odf_segments(parts, texts, fields);
      },
      stop);
}

}  // namespace redact

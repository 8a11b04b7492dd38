// SPDX-License-Identifier: Apache-2.0
#include <string>

#include "documents/formats/odf_members.h"
#include "documents/formats/readers.h"

namespace redact {

// Of texts and sheets. Both may hold charts and sheets as objects, which are further members.
Result<FormattedText> read_odf(std::string_view document, StopCheck& stop,
                               const FormattedText* made_from) {
  REDACT_ASSIGN(OfficePackage package, open_odf(document));
  package.text().made_from = made_from;
  return package.read(
      odf_format(),
      [&](PartList& parts, const std::string& name, const XmlTexts& texts) {
        return add_odf_member(package.text(), parts, texts, package.find(name).value_or(0));
      },
      stop);
}

}  // namespace redact

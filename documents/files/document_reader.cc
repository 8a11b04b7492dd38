// SPDX-License-Identifier: Apache-2.0
#include "documents/files/document_reader.h"

namespace redact {

Error too_large(std::string where) {
  return {ErrorKind::kUnsupported, std::move(where), "is larger than 4 GiB - 1 byte"};
}

}  // namespace redact

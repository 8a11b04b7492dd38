// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>

#include "base/result.h"
#include "crypto/secret.h"

namespace redact {

// New names for the ids by which the resources of a document refer to one another. With a key an id
// has the same name in all documents of that key; without one, ids are numbered in their order in
// the document. For one document.
class TechnicalIds {
 public:
  // `key` may be nullptr; it must outlive the object.
  explicit TechnicalIds(const Secret* key) : key_(key) {}

  // Errors: kInternal if a draw fails.
  Result<std::string> rename(std::string_view id);
  // The same for the id at the end of a reference: "Patient/123", "#123", "urn:uuid:...",
  // "https://host/base/Patient/123/_history/1", which loses its host and base, since they name an
  // institution. A reference without an id (a query) is renamed as a whole.
  Result<std::string> rename_reference(std::string_view reference);

 private:
  const Secret* key_;
  std::unordered_map<std::string, std::string> names_;
};

}  // namespace redact

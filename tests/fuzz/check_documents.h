// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "documents/files/document_reader.h"
#include "tests/fuzz/check_refusal.h"

namespace redact::fuzz {

// Reads to the end and checks that places ascend and that errors quote nothing. Returns the
// documents with the bytes around them; nothing if the reader refuses to continue.
inline std::string check_documents(DocumentReader& reader) {
  std::string whole;
  for (size_t number = 0;;) {
    const auto step = reader.next();
    if (!step.ok()) {
      check_refusal(step.error());
      return {};
    }
    if (const auto* end = std::get_if<DocumentReader::End>(&*step)) return whole + end->rest;
    if (const auto* bad = std::get_if<DocumentReader::BadLine>(&*step)) {
      check_refusal(bad->error);
      require(bad->number > number);
      number = bad->number;
      continue;
    }
    const Document& document = std::get<Document>(*step);
    require(document.number > number && !document.record.id.empty());
    number = document.number;
    whole += document.before + document.record.text + document.after;
  }
}

}  // namespace redact::fuzz

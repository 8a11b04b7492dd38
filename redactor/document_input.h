// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "documents/files/chosen_fields.h"
#include "documents/formats/format.h"
#include "redactor/corrections.h"
#include "redactor/rules/term_list.h"

namespace redact {

// A document with everything that its front end says about it. Set up once; the stages only read
// it.
struct DocumentInput {
  // The bytes of the document: owned, or the caller's, which then outlive the input.
  std::variant<std::string, std::string_view> source;
  Format format = Format::kText;
  // For a row or a JSON line, the fields to redact. nullptr: the whole document, by its format.
  std::shared_ptr<const ChosenFields> chosen = {};
  std::string id = {};
  std::string beside = {};   // written unchanged beside the redaction: fields of a line
  std::string patient = {};  // for values drawn per patient; may be empty
  std::vector<const TermList*> known = {};  // about the people in it; outlive the input
  // A person's corrections of the document; nullptr: none. If there are any, they alone decide what
  // is hidden. They belong to the configuration.
  const std::vector<Correction>* corrections = nullptr;
  bool finds_only = false;     // only find: no output is made, and nothing is replaced
  bool keeps_reading = false;  // the caller wants Redaction::reading

  std::string_view bytes() const {
    return std::visit([](const auto& held) { return std::string_view(held); }, source);
  }
  // The names of the patient, as known to the caller.
  std::vector<std::string> patient_names() const {
    std::vector<std::string> names;
    for (const TermList* terms : known) {
      names.insert(names.end(), terms->patient_names().begin(), terms->patient_names().end());
    }
    return names;
  }
};

}  // namespace redact

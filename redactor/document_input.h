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

// A document, and what its front end says about it. Set up once; the stages only read it.
struct DocumentInput {
  // Its bytes: owned, or the caller's, which then outlive the input.
  std::variant<std::string, std::string_view> source;
  Format format = Format::kText;
  // Of a row or a JSON line: the fields that are redacted; nullptr: all of the document, by its
  // format.
  std::shared_ptr<const ChosenFields> chosen = {};
  std::string id = {};
  std::string beside = {};   // what is written beside the redaction as it is, other than the id:
                             // fields of a line
  std::string patient = {};  // for values drawn per patient; may be empty
  std::vector<const TermList*> known = {};  // about the people in it; outlive the input
  // By a person, of the document; nullptr: none. If there are any, they alone decide what is
  // hidden. They belong to the configuration.
  const std::vector<Correction>* corrections = nullptr;
  bool finds_only = false;     // no output is made, and nothing is replaced
  bool keeps_reading = false;  // Redaction::reading is wanted

  std::string_view bytes() const {
    return std::visit([](const auto& held) { return std::string_view(held); }, source);
  }
  // The names of the patient that the caller knows.
  std::vector<std::string> patient_names() const {
    std::vector<std::string> names;
    for (const TermList* terms : known) {
      names.insert(names.end(), terms->patient_names().begin(), terms->patient_names().end());
    }
    return names;
  }
};

}  // namespace redact

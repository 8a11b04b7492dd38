// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "documents/formats/read_document.h"
#include "redactor/rules/known_people.h"
#include "redactor/rules/term_list.h"
#include "redactor/span/span.h"

namespace redact {

// What the fields of a document say, as evidence in bytes of its text: the fields that are hidden
// whole, and the dates in texts of one word, in which a model sees numbers of any kind
// ("20241104083000"); in their order.
std::vector<Span> evidence_of_fields(const FormattedText& document);

// The fields that are dates or ages both by their place and by their form, in bytes of the text;
// ascending. A model may take their digits for a number of any kind.
std::vector<Span> settled_fields(const FormattedText& document);

// Where dates of birth begin in the text that are fields; ascending.
std::vector<size_t> births_of_fields(const FormattedText& document);

// Adds what these fields name, to be found in the rest of the document: people, numbers, addresses.
void add_known(const FormattedText& document, TermList& terms);

// Adds what the resources of type Patient in a file of FHIR say, a resource a line or one in all,
// as known about the patient "Patient/ID". Dates too. Other resources are left out. `order`: the
// policy's. kBadInput with the line for what is no JSON; it quotes nothing.
Result<void> read_known_fhir(const UserFile& file, DateOrder order, KnownPeople& known);

}  // namespace redact

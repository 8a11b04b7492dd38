// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "documents/formats/read_document.h"
#include "redactor/rules/known_people.h"
#include "redactor/rules/term_list.h"
#include "redactor/span/span.h"

namespace redact {

// The fields of a document as evidence in bytes of its text: fields that are hidden whole, and
// dates in texts of one word, in which a model may see any number ("20241104083000"); in order.
std::vector<Span> evidence_of_fields(const FormattedText& document);

// The fields that are dates or ages both by their place and by their form, in bytes of the text;
// ascending. A model may take their digits for a number of any kind.
std::vector<Span> settled_fields(const FormattedText& document);

// The columns of a row, or fields of a JSON line, that the caller hides whole, in bytes of the
// text; ascending.
std::vector<Span> labelled_fields(const FormattedText& document);

// The spans but for those inside one of `settled`, which are ascending and disjoint.
std::vector<Span> outside(const std::vector<Span>& settled, std::vector<Span> spans);

// The beginnings of dates of birth in fields, in bytes of the text; ascending.
std::vector<size_t> births_of_fields(const FormattedText& document);

// Adds the values of these fields, to be found in the rest of the document: people, numbers,
// addresses.
void add_known(const FormattedText& document, TermList& terms);

// The same for technical ids that are renamed: a narrative that repeats one would tell its new name.
// Those of few digits are left out, since they may be words ("ca125") or values.
void add_renamed_ids(const FormattedText& document, TermList& terms);

// Adds the values of Patient resources in a file of FHIR, a resource a line or one in all, as known
// facts about the patient "Patient/ID", including dates. Other resources are left out. `order`: the
// policy's. kBadInput with the line for text that is not JSON; errors quote nothing.
Result<void> read_known_fhir(const UserFile& file, DateOrder order, KnownPeople& known);

}  // namespace redact

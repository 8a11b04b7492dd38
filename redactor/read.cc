// SPDX-License-Identifier: Apache-2.0
#include "redactor/read.h"

#include <utility>

#include "redactor/fields/known_fields.h"

namespace redact {

Text::Text(FormattedText its_document, StopCheck& stop)
    : document(std::move(its_document)),
      view(document.text.text(), stop),
      // A view that was stopped has no end.
      passages(stop.has_stopped() ? std::vector<size_t>() : view.to_view(document.text.passages())),
      walls(stop.has_stopped() ? std::vector<size_t>() : view.to_view(document.text.walls())),
      seams(stop.has_stopped() ? std::vector<size_t>() : view.to_view(document.text.seams())),
      settled(stop.has_stopped() ? std::vector<Span>() : view.to_view(settled_fields(document))) {}

Result<std::unique_ptr<const Text>> read(const DocumentInput& input,
                                         const Configuration& configuration, StopCheck& stop) {
  const auto too_large = [] { return Error{ErrorKind::kBadInput, "text", "has 4 GiB or more"}; };
  if (input.bytes().size() > ReadingView::kMostBytes) return too_large();
  REDACT_ASSIGN(FormattedText document,
                read_document(input.bytes(), input.format, input.chosen.get(),
                              configuration.fhir_rules.get(), stop));
  // References in a text expand to longer text.
  if (document.text.text().size() > ReadingView::kMostBytes) return too_large();
  auto text = std::make_unique<const Text>(std::move(document), stop);
  REDACT_TRY(stop.look());
  return text;
}

}  // namespace redact

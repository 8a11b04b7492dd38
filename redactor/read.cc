// SPDX-License-Identifier: Apache-2.0
#include "redactor/read.h"

#include <utility>

namespace redact {

namespace {

// The beginnings of passages in the view of a text.
std::vector<size_t> passages_of(const DocumentText& text, const ReadingView& view) {
  std::vector<Span> first;  // the first byte of each
  for (const size_t passage : text.passages())
    first.push_back({passage, passage + 1, Label::kOther, 0});
  std::vector<size_t> passages;
  for (const Span& span : view.to_view(std::move(first))) passages.push_back(span.begin);
  return passages;
}

}  // namespace

Text::Text(FormattedText its_document, StopCheck& stop)
    : document(std::move(its_document)),
      view(document.text.text(), stop),
      passages(stop.has_stopped() ? std::vector<size_t>() : passages_of(document.text, view)) {}

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

// SPDX-License-Identifier: Apache-2.0
#include "redactor/spoken/spoken_view.h"

#include <algorithm>

#include "base/ascii.h"
#include "redactor/spoken/addresses.h"
#include "redactor/spoken/runs.h"

namespace redact {

namespace {

constexpr size_t kSection = size_t{1} << 15;  // bytes that are read at a time, so that the words in
                                              // memory are few

// The end of the section that begins at `at`: after a line end or, if it has none, a space.
size_t section_end(std::string_view text, size_t at) {
  if (text.size() - at <= kSection) return text.size();
  const std::string_view section = text.substr(at, kSection);
  for (const char end : {'\n', ' '}) {
    if (const size_t found = section.rfind(end); found != section.npos) return at + found + 1;
  }
  return at + kSection;
}

// The spoken forms in a section, in order. Pieces that belong together touch one another in the
// view.
std::vector<std::vector<SpokenPiece>> read_section(std::string_view text) {
  const std::vector<SpokenToken> tokens = spoken_tokens(text);
  std::vector<std::vector<SpokenPiece>> forms = read_addresses(text, tokens);
  std::vector<std::vector<SpokenPiece>> all;
  auto address = forms.begin();
  for (size_t at = 0; at < tokens.size();) {
    if (address != forms.end() && tokens[at].begin >= address->front().begin) {
      while (at < tokens.size() && tokens[at].begin < address->back().end) ++at;
      all.push_back(std::move(*address++));
      continue;
    }
    SpokenRun run = read_run(text, tokens, at);
    at += run.n_tokens;
    if (run.pieces.empty()) continue;
    // An address that begins inside a run is the more exact reading.
    if (address != forms.end() && run.pieces.back().end > address->front().begin) {
      while (tokens[at - 1].begin > address->front().begin) --at;
      continue;
    }
    all.push_back(std::move(run.pieces));
  }
  return all;
}

}  // namespace

std::optional<SpokenView> SpokenView::read(std::string_view text, StopCheck& stop) {
  std::optional<SpokenView> view;
  size_t copied = 0;  // bytes of the text copied to the view
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = section_end(text, begin);
    if (stop.after(end - begin)) break;
    const std::string_view section = text.substr(begin, end - begin);
    if (may_hold_spoken(section)) {
      for (const auto& form : read_section(section)) {
        if (!view) view.emplace();
        for (const SpokenPiece& piece : form) {
          const bool first = &piece == &form.front();
          if (first) view->text_ += text.substr(copied, begin + piece.begin - copied);
          const size_t at = view->text_.size();
          view->text_ += piece.text;
          view->only_letters_ =
              view->only_letters_ && std::all_of(piece.text.begin(), piece.text.end(), is_upper);
          view->replaced_.push_back(
              {at, view->text_.size(), begin + piece.begin, begin + piece.end});
          copied = begin + piece.end;
        }
      }
    }
    begin = end;
  }
  if (view) view->text_ += text.substr(copied);
  return view;
}

std::vector<Span> SpokenView::to_text(std::vector<Span> spans) const {
  std::erase_if(spans, [&](Span& span) {
    const auto first = std::partition_point(replaced_.begin(), replaced_.end(),
                                            [&](const Replaced& r) { return r.end <= span.begin; });
    if (first == replaced_.end() || first->begin >= span.end) return true;
    const auto last = std::partition_point(first, replaced_.end(),
                                           [&](const Replaced& r) { return r.begin < span.end; }) -
                      1;
    // Outside the forms, the distance to the nearest form is the same as in the text.
    span.begin =
        span.begin < first->begin ? first->from - (first->begin - span.begin) : first->from;
    span.end = span.end > last->end ? last->to + (span.end - last->end) : last->to;
    return false;
  });
  return spans;
}

}  // namespace redact

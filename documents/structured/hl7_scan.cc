// SPDX-License-Identifier: Apache-2.0
#include "documents/structured/hl7_scan.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "base/ascii.h"
#include "documents/structured/hl7_segments.h"

namespace redact {

namespace {

// With the bytes around a frame of MLLP, 0x0B and 0x1C, and other separators of records.
constexpr std::string_view kLineEnds = "\r\n\x0b\f\x1c\x1d\x1e";

bool is_header(std::string_view line) {
  return line.starts_with("MSH") || line.starts_with("BHS") || line.starts_with("FHS");
}

class Hl7Scan {
 public:
  Hl7Scan(std::string_view hl7, StopCheck& stop) : hl7_(hl7), stop_(stop) {}

  Result<Hl7Texts> run() {
    size_t at = hl7_.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0;
    for (;;) {
      at = std::min(hl7_.find_first_not_of(kLineEnds, at), hl7_.size());
      if (at == hl7_.size()) break;
      const size_t end = std::min(hl7_.find_first_of(kLineEnds, at), hl7_.size());
      const size_t header = find_hl7_header(hl7_.substr(at, end - at));
      if (header != hl7_.npos) {
        are_prefixed_ |= add_outside(at, at + header);
        at += header;
      } else if (const size_t segment = find_segment(at, end); segment != hl7_.npos) {
        add_outside(at, segment);
        at = segment;
      }
      REDACT_TRY(scan_line(at, end));
      REDACT_TRY(stop_.result());
      at = end;
    }
    if (!delimiters_) return error_at(0, "no HL7 v2 message");
    return std::move(texts_);
  }

 private:
  // Scans the segments of a line as if each had a line of its own.
  Result<void> scan_line(size_t begin, size_t end) {
    for (bool is_joined = false; begin < end; is_joined = true) {
      const std::string_view line = hl7_.substr(begin, end - begin);
      if (is_header(line)) REDACT_TRY(open_header(line, begin));
      if (!delimiters_) {
        add_outside(begin, end);
        return {};
      }
      const size_t blanks_from = is_joined ? 0 : is_header(line) ? behind_type(line) : line.size();
      const Hl7Cut cut = find_hl7_cut(line, *delimiters_, blanks_from);
      scan_segment(begin, begin + cut.begin);
      begin += cut.end;
    }
    return {};
  }

  Result<void> open_header(std::string_view line, size_t begin) {
    REDACT_ASSIGN(const Hl7Header header,
                  blame("the header at byte " + std::to_string(begin), read_hl7_header(line)));
    delimiters_ = header.delimiters;
    if (line.starts_with("MSH")) {
      message_ = texts_.places.add(Places::kRoot, PlaceStep::kMessage, {}, ++n_messages_);
    } else {
      message_ = Places::kRoot;
    }
    numbers_.clear();
    header_fields_ = header.fields;
    return {};
  }

  // The byte of the separator behind the type of a message, which is the ninth one; line.size() if
  // it has none.
  size_t behind_type(std::string_view line) const {
    size_t at = 0;
    for (int n = 0; n < 9 && at < line.size(); ++n) {
      at = std::min(line.find(delimiters_->field, at + 1), line.size());
    }
    return at;
  }

  void scan_segment(size_t begin, size_t end) {
    const std::string_view line = hl7_.substr(begin, end - begin);
    if (is_header(line)) {
      open_segment(line.substr(0, 3));
      n_fields_ = 2;
      scan_fields(begin + std::min(header_fields_, line.size()), end);
    } else if (is_segment(line)) {
      open_segment(line.substr(0, 3));
      // The first word of a continued field may look the same.
      if (!is_hl7_segment(line.substr(0, 3))) {
        texts_.segments.push_back({begin,
                                   begin + 3,
                                   {{.codec = Codec::kHl7, .delimiters = *delimiters_}},
                                   Join::kPassage,
                                   SegmentKind::kName,
                                   segment_});
      }
      n_fields_ = 0;
      scan_fields(begin + 3, end);
    } else {
      continue_field(begin, end);
    }
  }

  // The beginning of a segment behind blanks or signs, behind any text if text precedes the header
  // too, as in a log, and behind any text in a line that continues a header, whose fields stay.
  size_t find_segment(size_t begin, size_t end) const {
    const std::string_view line = hl7_.substr(begin, end - begin);
    if (!delimiters_ || is_segment(line)) return hl7_.npos;
    const size_t name = find_hl7_segment(line, *delimiters_);
    if (name == line.npos) return hl7_.npos;
    const bool may_stand = are_prefixed_ || is_header(texts_.places[segment_].name) ||
                           std::ranges::none_of(line.substr(0, name), is_alphanumeric);
    return may_stand ? begin + name : hl7_.npos;
  }

  // A name of three letters or digits, alone or before a field separator.
  bool is_segment(std::string_view line) const {
    return has_hl7_segment_form(line.substr(0, 3)) &&
           (line.size() == 3 || line[3] == delimiters_->field);
  }

  void open_segment(std::string_view name) {
    segment_ =
        texts_.places.add(message_, PlaceStep::kSegment, name, ++numbers_[std::string(name)]);
    join_ = Join::kPassage;
  }

  // The fields of the open segment, each after its separator, to the end of the line.
  void scan_fields(size_t begin, size_t end) {
    for (size_t at = begin; at < end;) {
      ++n_fields_;
      const size_t next = find(delimiters_->field, at + 1, end);
      scan_field(at + 1, next, Join::kBlock);
      at = next;
    }
  }

  // A line end inside a field that its sender did not escape.
  void continue_field(size_t begin, size_t end) {
    n_fields_ = std::max<size_t>(n_fields_, 1);
    const size_t next = find(delimiters_->field, begin, end);
    scan_field(begin, next, Join::kLineEnd);
    scan_fields(next, end);
  }

  void scan_field(size_t begin, size_t end, Join join) {
    join_ = std::max(join_, join);
    // A separator takes some time besides its byte.
    if (stop_.after(end - begin + 16) || begin == end) return;
    const uint32_t field = texts_.places.add(segment_, PlaceStep::kField, {}, n_fields_);
    divide(begin, end, delimiters_->repetition, [&](size_t b, size_t e, size_t i, bool several) {
      const uint32_t repetition =
          several ? texts_.places.add(field, PlaceStep::kRepetition, {}, i) : field;
      divide(b, e, delimiters_->component, [&](size_t cb, size_t ce, size_t j, bool) {
        const uint32_t component = texts_.places.add(repetition, PlaceStep::kComponent, {}, j);
        divide(cb, ce, delimiters_->subcomponent, [&](size_t sb, size_t se, size_t k, bool parts) {
          add(sb, se,
              parts ? texts_.places.add(component, PlaceStep::kSubcomponent, {}, k) : component);
        });
      });
    });
  }

  // Calls part(begin, end, its number from 1, whether there are several) for each non-empty part of
  // [begin, end).
  template <typename Part>
  void divide(size_t begin, size_t end, char delimiter, const Part& part) {
    const size_t first = find(delimiter, begin, end);
    size_t number = 1;
    for (size_t at = begin, next = first;; next = find(delimiter, at, end), ++number) {
      if (at < next) part(at, next, number, first < end);
      if (next == end) return;
      at = next + 1;
    }
  }

  size_t find(char delimiter, size_t begin, size_t end) const {
    if (!delimiter) return end;
    return begin + std::min(hl7_.substr(begin, end - begin).find(delimiter), end - begin);
  }

  // Text before a header or segment; false: it is blank.
  bool add_outside(size_t begin, size_t end) {
    if (hl7_.substr(begin, end - begin).find_first_not_of(" \t") >= end - begin) return false;
    texts_.segments.push_back({begin, end, {}, Join::kPassage, SegmentKind::kText, Places::kRoot});
    return true;
  }

  void add(size_t begin, size_t end, uint32_t place) {
    texts_.segments.push_back({begin,
                               end,
                               {{.codec = Codec::kHl7, .delimiters = *delimiters_}},
                               std::exchange(join_, Join::kSpace),
                               SegmentKind::kText,
                               place});
  }

  std::string_view hl7_;
  StopCheck& stop_;
  Hl7Texts texts_;
  std::optional<Hl7Delimiters> delimiters_;
  uint32_t message_ = Places::kRoot, segment_ = Places::kRoot;
  size_t n_messages_ = 0, n_fields_ = 0, header_fields_ = 0;
  bool are_prefixed_ = false;                // text precedes a header in its line
  std::map<std::string, uint32_t> numbers_;  // of the segments of a message, by name
  Join join_ = Join::kPassage;
};

}  // namespace

Result<Hl7Texts> scan_hl7(std::string_view hl7, StopCheck& stop) {
  return Hl7Scan(hl7, stop).run();
}

}  // namespace redact

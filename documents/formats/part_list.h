// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/result.h"
#include "base/stop_check.h"
#include "documents/formats/read_document.h"
#include "documents/structured/charsets.h"
#include "documents/structured/encoded_runs.h"
#include "documents/structured/segment_text.h"
#include "language/find_dates.h"

namespace redact {

// Adds segments of one file to a document.
class PartList {
 public:
  // `into`, `stop` and `rules`, which may be nullptr, must outlive the list. `depth`: the nesting
  // of files in files.
  PartList(FormattedText& into, size_t file, std::string_view bytes, StopCheck& stop,
           const FhirRules* rules = nullptr, int depth = 0)
      : into_(into), file_(file), bytes_(bytes), stop_(stop), rules_(rules), depth_(depth) {}

  std::string_view bytes() const { return bytes_; }
  // Of the document so far.
  size_t n_parts() const { return into_.text.parts().size(); }
  const FhirRules* rules() const { return rules_; }
  StopCheck& stop() const { return stop_; }
  // Sets the character set of the file, which no declaration changes if it `is_settled`.
  void set_charset(std::optional<Charset> charset, bool is_settled = false) {
    charset_ = charset;
    is_charset_settled_ = is_settled;
  }
  std::optional<Charset> charset() const { return charset_; }
  // Sets the character set that the file declares; it counts if the file is not UTF-8. Error: the
  // set is unknown, and the file may be written in it.
  Result<void> declare(std::string_view charset);
  // The text of a segment. Errors: SegmentText::read.
  Result<std::string> text_of(const TextSegment& segment) const;
  // Adds a segment as a field; one that is kept and holds no date is left out.
  Result<void> add(const TextSegment& segment, const Field& field);
  // Adds a segment as a file within the file, which may have a format of its own unless it is
  // `as_text`. `name`: that of its field.
  Result<void> add_content(const TextSegment& segment, bool as_text, std::string name = {});
  // Adds a value whose place, by `field`, can hold only a date or a number. If the policy writes
  // something else, the file gets `mask`.
  Result<void> add_typed(const TextSegment& segment, const Field& field, Edit mask);
  // Removes a segment, and writes `mask` in its place.
  Result<void> remove(const TextSegment& segment, std::string mask);
  // Adds a number, by its digits, that stays unless the document hides a text that says the same.
  // `whole`: the number with its syntax, such as an element, which is removed then; nullptr: the
  // number can be replaced, a kLoneNumber by a number.
  Result<void> add_number(const TextSegment& segment, std::string_view digits,
                          const TextSegment* whole = nullptr,
                          Field::Holds holds = Field::Holds::kAnything);
  // The treatment of a value: that of the source, if this is a redaction that is read again and the
  // source has text in that place.
  Field as_in_source(const std::string& place, const Field& field);
  void set_has_alternatives() { into_.has_alternatives = true; }
  // Counts dates that stay.
  void count_dates(std::string_view text) { into_.n_kept_dates += find_dates(text).size(); }
  // What a mail says about the body of a part.
  enum class Body : uint8_t {
    kAny,
    kPage,   // HTML
    kTable,  // CSV, whose values identify by the names of their columns, which are not read here
  };
  // Adds the body of a mail's part as a file within the file; if it cannot be read, it is emptied.
  Result<void> add_body(const TextSegment& segment, Body body, bool is_base64);
  // Removes a segment that no reader here can read, and writes `mask` in its place.
  Result<void> remove_unread(const TextSegment& segment, std::string mask = {}) {
    ++into_.n_unread;
    return remove(segment, std::move(mask));
  }
  // Removes an element of XML or a member of JSON. The caller leaves out the segments in it, for
  // which is_removed() is true from now on, and so does add(). `is_unread`: its content could not
  // be read, so somebody should look at the document. `mask`: written in its place.
  Result<void> remove_element(const TextSegment& element, bool is_unread = false,
                              std::string mask = {});
  bool is_removed(const TextSegment& segment) const {
    return meets_removed(segment.begin, segment.begin + 1);
  }
  // Whether one of bytes [begin, end) belongs to such an element.
  bool meets_removed(size_t begin, size_t end) const;
  // Makes a segment's value known to the rest of the document, although the segment itself is not
  // read.
  Result<void> add_named(const TextSegment& segment, Label label);

 private:
  // The segment with the character set of the file as its outermost coding.
  TextSegment in_charset(const TextSegment& segment) const;
  Result<void> add_text(const TextSegment& segment, const Field& field);
  bool is_long_text(const TextSegment& segment) const;
  Result<void> add_dropped(const TextSegment& segment, const Field& field);
  static TextSegment in_base64(TextSegment segment, const EncodedRun& run);
  // The text in a run of Base64, if it is a readable one.
  std::optional<SegmentText> decoded(const TextSegment& segment, const EncodedRun& run) const;
  Result<void> add_encoded(const TextSegment& segment, const EncodedRun& run);
  Result<void> add_unread(const TextSegment& segment);
  Result<void> add_kept(const TextSegment& segment, const Field& field);
  std::optional<Format> format_inside(const TextSegment& segment, std::string_view text) const;
  // `least`: the fewest bytes with which the file is still recognised.
  Result<void> add_file(const TextSegment& segment, const Field& field, size_t least = 0);
  Result<void> add_inner(const TextSegment& segment, SegmentText read, Format format,
                         std::string name = {});
  // The name before the part of a field.
  std::string name_of(const Field& field);
  Result<void> put_masked(const TextSegment& segment, PartRole role, std::string mask);
  Result<void> put(const TextSegment& segment, PartRole role, const Field& field);
  // The same for a segment that has been read already.
  Result<void> put_read(const TextSegment& segment, SegmentText read, PartRole role,
                        const Field& field);
  uint32_t use_of(const Field& field);  // of a part

  FormattedText& into_;
  size_t file_;
  std::string_view bytes_;
  StopCheck& stop_;
  const FhirRules* rules_;
  int depth_;
  std::optional<Charset> charset_ = {};
  bool is_charset_settled_ = false;
  std::string name_ = {};  // of the field that is this file, until a part has it
  std::map<size_t, size_t> removed_ =
      {};  // the ends of attributes and elements by their beginnings
};

}  // namespace redact

// SPDX-License-Identifier: Apache-2.0
#include "documents/structured/json_scan.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "base/ascii.h"
#include "documents/structured/decoded.h"

namespace redact {

namespace {

constexpr size_t kTokenUnits = 16;
constexpr size_t kDeepestJson = 512;

// Follows the parser's events through the text. The parser decides whether it is JSON and names the
// tokens; only white space and punctuation separate them, so the next token begins after these.
class Handler : public nlohmann::json_sax<nlohmann::json> {
 public:
  Handler(std::string_view json, size_t begin, const JsonParts& parts, StopCheck& stop)
      : json_(json), parts_(parts), stop_(stop), begin_(begin), at_(begin) {
    if (json.substr(begin).starts_with(kByteOrderMark)) at_ += kByteOrderMark.size();
  }

  bool null() override { return literal(); }
  bool boolean(bool) override { return literal(); }
  bool number_integer(number_integer_t) override { return number(); }
  bool number_unsigned(number_unsigned_t) override { return number(); }
  bool number_float(number_float_t, const string_t&) override { return number(); }
  bool binary(binary_t&) override { return false; }  // not in a text
  bool string(string_t&) override {
    const ByteRange range = next_string();
    if (stops(range)) return false;
    const uint32_t place = value_place();
    add(range.begin + 1, range.end - 1, Codec::kJsonString, SegmentKind::kString, place);
    set_extent(place, range.begin);
    return true;
  }
  bool key(string_t& name) override {
    const ByteRange range = next_string();
    if (stops(range)) return false;
    Level& object = levels_.back();
    object.value = texts_.places.add(object.place, PlaceStep::kKey, name);
    set_extent(object.value, range.begin);
    if (parts_.keys) {
      add(range.begin + 1, range.end - 1, Codec::kJsonString, SegmentKind::kKey, object.value);
    }
    return true;
  }
  bool start_object(size_t) override { return open(false); }
  bool start_array(size_t) override { return open(true); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }
  bool parse_error(size_t position, const std::string&, const nlohmann::json::exception&) override {
    // The exception's message quotes the text. The position is that of the last byte read, from 1.
    error_ = error_at(begin_ + (position > 0 ? position - 1 : 0), "not JSON");
    return false;
  }

  Result<JsonTexts> finish(bool parsed) {
    REDACT_TRY(stop_.result());
    if (!parsed) return error_;
    texts_.end = std::min(at_, json_.size());
    return std::move(texts_);
  }

 private:
  struct Level {
    uint32_t place;
    bool is_array;
    size_t begin;
    size_t n_items = 0;
    uint32_t value = Places::kRoot;  // of an object: the place of the value after the last name
  };

  // A token takes some time besides its bytes.
  bool stops(ByteRange token) { return stop_.after(token.end - token.begin + kTokenUnits); }

  bool number() {
    const ByteRange range = next_token();
    if (stops(range)) return false;
    const uint32_t place = value_place();
    if (parts_.numbers) {
      add(range.begin, range.end, Codec::kJsonToken, SegmentKind::kNumber, place);
    }
    set_extent(place, range.begin);
    return true;
  }
  bool literal() {
    const ByteRange range = next_token();
    if (stops(range)) return false;
    const uint32_t place = value_place();
    if (parts_.literals) {
      add(range.begin, range.end, Codec::kJsonToken, SegmentKind::kLiteral, place);
    }
    set_extent(place, range.begin);
    return true;
  }
  bool open(bool is_array) {
    skip_punctuation(false);
    if (levels_.size() == kDeepestJson) {
      error_ = error_at(at_, "nested deeper than " + std::to_string(kDeepestJson) + " levels");
      return false;
    }
    if (stops({at_, at_})) return false;
    levels_.push_back({value_place(), is_array, at_});
    ++at_;
    return true;
  }
  bool close() {
    at_ = json_.find_first_of("]}", at_) + 1;  // only white space is before it
    set_extent(levels_.back().place, levels_.back().begin);
    levels_.pop_back();
    return true;
  }

  // The place of the value that begins now.
  uint32_t value_place() {
    if (levels_.empty()) return Places::kRoot;
    Level& level = levels_.back();
    if (!level.is_array) return level.value;
    return texts_.places.add(level.place, PlaceStep::kItem, {}, level.n_items++);
  }

  // Sets the extent of the value at a place, which began at `begin` and ends here; it includes the
  // name before the value, if there is one.
  void set_extent(uint32_t place, size_t begin) {
    if (!parts_.extents) return;
    texts_.extents.resize(texts_.places.size(), {0, 0});
    ByteRange& extent = texts_.extents[place];
    if (extent.end == 0) extent.begin = begin;
    extent.end = at_;
  }

  void skip_punctuation(bool also_open) {
    const char* skipped = also_open ? " \t\r\n,:[]{}" : " \t\r\n,:]}";
    at_ = json_.find_first_not_of(skipped, at_);
  }
  ByteRange next_token() {
    skip_punctuation(true);
    const size_t begin = at_;
    at_ = std::min(json_.find_first_of(" \t\r\n,]}", at_), json_.size());
    return {begin, at_};
  }
  // With its quotes.
  ByteRange next_string() {
    skip_punctuation(true);
    const size_t begin = at_++;
    for (;;) {
      at_ = json_.find_first_of("\"\\", at_);
      if (json_[at_] == '"') return {begin, ++at_};
      at_ += 2;
    }
  }

  void add(size_t begin, size_t end, Codec codec, SegmentKind kind, uint32_t place) {
    if (begin == end) return;
    texts_.segments.push_back({begin, end, {{.codec = codec}}, Join::kPassage, kind, place});
  }

  std::string_view json_;
  JsonParts parts_;
  StopCheck& stop_;
  size_t begin_, at_;
  std::vector<Level> levels_;
  JsonTexts texts_;
  Error error_{ErrorKind::kBadInput, {}, "not JSON"};
};

}  // namespace

Result<JsonTexts> scan_json(std::string_view json, const JsonParts& parts, StopCheck& stop,
                            JsonPlace where) {
  Handler handler(json, where.begin, parts, stop);
  REDACT_ASSIGN(JsonTexts texts, handler.finish(nlohmann::json::sax_parse(
                                     json.substr(where.begin), &handler,
                                     nlohmann::json::input_format_t::json, where.is_last)));
  // The parser takes a NUL for the end of the text and would ignore the rest.
  const size_t nul = where.is_last ? json.find('\0', texts.end) : json.npos;
  if (nul != json.npos) return error_at(nul, "a NUL");
  return texts;
}

}  // namespace redact

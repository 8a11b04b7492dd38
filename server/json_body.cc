// SPDX-License-Identifier: Apache-2.0
#include "server/json_body.h"

#include <optional>
#include <utility>
#include <vector>

namespace redact::server {

namespace {

using Json = nlohmann::json;

// Builds the values that nlohmann's parser reads, and stops it at a limit.
class Builder final : public nlohmann::json_sax<Json> {
 public:
  Builder(const std::string& what, const Refusal& malformed, WorkLimit& work)
      : what_(what), malformed_(malformed), work_(work) {}

  bool null() override { return add(nullptr, 0); }
  bool boolean(bool value) override { return add(value, 0); }
  bool number_integer(number_integer_t value) override { return add(value, 0); }
  bool number_unsigned(number_unsigned_t value) override { return add(value, 0); }
  bool number_float(number_float_t value, const string_t&) override { return add(value, 0); }
  bool string(string_t& value) override {
    const size_t size = value.size();
    return add(std::move(value), size);
  }
  bool binary(binary_t&) override { return refuse(malformed_); }  // not in JSON
  bool start_object(size_t) override { return open(Json::object()); }
  bool start_array(size_t) override { return open(Json::array()); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }
  bool key(string_t& name) override {
    if (work_.after(name.size())) return refuse(WorkLimit::refusal());
    auto& members = open_.back()->get_ref<Json::object_t&>();
    const auto [member, is_new] = members.emplace(std::move(name), nullptr);
    if (!is_new) return refuse({400, what_ + " repeats a key in one object"});
    place_ = &member->second;
    return true;
  }
  bool parse_error(size_t, const std::string&, const nlohmann::detail::exception&) override {
    return refuse(malformed_);
  }

  Checked<Json> take() {
    if (refusal_) return *std::move(refusal_);
    return std::move(root_);
  }

 private:
  bool refuse(Refusal refusal) {
    if (!refusal_) refusal_ = std::move(refusal);
    return false;
  }

  // Puts a value in its place and returns its address, or nullptr.
  Json* put(Json value, size_t n_bytes) {
    if (work_.after(n_bytes + 1)) {
      refuse(WorkLimit::refusal());
      return nullptr;
    }
    if (++n_values_ > kMostValues) {
      refuse({413, what_ + " has too many values"});
      return nullptr;
    }
    if (!open_.empty() && open_.back()->is_array()) {
      auto& elements = open_.back()->get_ref<Json::array_t&>();
      elements.push_back(std::move(value));
      return &elements.back();
    }
    *place_ = std::move(value);
    return place_;
  }

  bool add(Json value, size_t n_bytes) { return put(std::move(value), n_bytes) != nullptr; }

  // While a value is open, its parent gets no further values, so its address stays valid.
  bool open(Json value) {
    if (open_.size() == kDeepestBody) return refuse({400, what_ + " is nested too deeply"});
    Json* const at = put(std::move(value), 0);
    if (at != nullptr) open_.push_back(at);
    return at != nullptr;
  }

  bool close() {
    open_.pop_back();
    return true;
  }

  const std::string& what_;
  const Refusal& malformed_;
  WorkLimit& work_;
  Json root_;
  Json* place_ = &root_;     // of the next value, unless that is in an array
  std::vector<Json*> open_;  // arrays and objects, the innermost last
  size_t n_values_ = 0;
  std::optional<Refusal> refusal_;
};

}  // namespace

Checked<Json> parse_json(std::string_view text, const std::string& what, const Refusal& malformed,
                         WorkLimit& work) {
  Builder builder(what, malformed, work);
  Json::sax_parse(text, &builder);
  return builder.take();
}

}  // namespace redact::server

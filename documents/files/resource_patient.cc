// SPDX-License-Identifier: Apache-2.0
#include "documents/files/resource_patient.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

namespace redact {

namespace {

using Json = nlohmann::json;

constexpr std::string_view kPatientType = "Patient";
// The fields that name whose a resource is, the first before the others.
constexpr std::array<std::string_view, 5> kSubjects = {"subject", "patient", "beneficiary",
                                                       "individual", "for"};

struct Reference {
  std::string reference, type;
};

// "Patient/7" from a reference to a patient; empty if it refers to another resource. A reference by
// "urn:uuid:" is one to a patient if its type or its field (`is_of_patient`) says so.
std::string patient_of(const Reference& to, bool is_of_patient) {
  constexpr std::string_view kType = "Patient/", kUuid = "urn:uuid:";
  const std::string& value = to.reference;
  if (value.starts_with(kUuid)) {
    const bool is_patient = is_of_patient || to.type == kPatientType;
    return is_patient ? std::string(kType) + value.substr(kUuid.size()) : std::string();
  }
  const size_t at = value.rfind(kType);
  const bool is_whole = at != value.npos && (at == 0 || value[at - 1] == '/');
  return is_whole ? value.substr(at, value.find('/', at + kType.size()) - at) : std::string();
}

// The one patient of those added.
class OnlyPatient {
 public:
  void add(std::string patient) {
    if (patient.empty() || patient == one_) return;
    are_several_ = are_several_ || !one_.empty();
    one_ = std::move(patient);
  }
  // Empty if there is none, or several.
  std::string get() const { return are_several_ ? std::string() : one_; }

 private:
  std::string one_;
  bool are_several_ = false;
};

// Follows nlohmann's parser through a resource.
class ResourceReader final : public nlohmann::json_sax<Json> {
 public:
  bool null() override { return add({}); }
  bool boolean(bool) override { return add({}); }
  bool number_integer(number_integer_t) override { return add({}); }
  bool number_unsigned(number_unsigned_t) override { return add({}); }
  bool number_float(number_float_t, const string_t&) override { return add({}); }
  bool binary(binary_t&) override { return false; }
  bool string(string_t& value) override { return add(std::move(value)); }
  bool start_array(size_t) override {
    key_.clear();
    return depth_++ > 0;
  }
  bool start_object(size_t) override {
    key_.clear();
    open_.emplace_back();
    ++depth_;
    return true;
  }
  bool key(string_t& name) override {
    if (depth_ == 1) {
      subject_ = static_cast<size_t>(std::ranges::find(kSubjects, name) - kSubjects.begin());
    }
    key_ = std::move(name);
    return true;
  }
  bool end_array() override {
    --depth_;
    return true;
  }
  bool end_object() override {
    any_.add(patient_of(open_.back(), false));
    const bool is_in_subject = depth_ > 1 && subject_ < kSubjects.size();
    if (is_in_subject) of_subjects_[subject_].add(patient_of(open_.back(), true));
    open_.pop_back();
    --depth_;
    return true;
  }
  bool parse_error(size_t, const std::string&, const nlohmann::detail::exception&) override {
    return false;
  }

  std::string patient() const {
    if (type_.empty()) return {};
    if (type_ == kPatientType) return id_.empty() ? std::string() : type_ + "/" + id_;
    for (const OnlyPatient& subject : of_subjects_) {
      if (std::string patient = subject.get(); !patient.empty()) return patient;
    }
    return any_.get();
  }

 private:
  // A value that is neither an object nor an array; `text` is empty unless it is a string.
  bool add(std::string text) {
    if (depth_ == 0) return false;
    if (depth_ == 1 && key_ == "resourceType") type_ = text;
    if (depth_ == 1 && key_ == "id") id_ = text;
    if (key_ == "type") open_.back().type = text;
    if (key_ == "reference") open_.back().reference = std::move(text);
    key_.clear();
    return true;
  }

  size_t depth_ = 0;
  std::vector<Reference> open_;        // of the open objects, the innermost last
  std::string key_;                    // of the next value; empty in an array
  size_t subject_ = kSubjects.size();  // the place of the resource's field in kSubjects
  std::string type_, id_;
  std::array<OnlyPatient, kSubjects.size()> of_subjects_;
  OnlyPatient any_;
};

}  // namespace

std::string patient_of_resource(std::string_view json) {
  ResourceReader reader;
  return Json::sax_parse(json, &reader) ? reader.patient() : std::string();
}

}  // namespace redact

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "base/result.h"
#include "base/stop_check.h"
#include "documents/formats/field_path.h"
#include "documents/formats/field_table.h"
#include "documents/formats/office_types.h"
#include "documents/formats/part_list.h"
#include "documents/structured/xml_scan.h"

namespace redact {

// What the texts and attributes of an Office format's members mean.
struct OfficeFormat {
  const char* name;  // "DOCX"
  const FieldTable& fields;
  // Whether an attribute may stay with its value, and a name that its program chose.
  bool (*is_setting)(std::string_view space, std::string_view element, std::string_view attribute,
                     std::string_view value);
};

// The fields of one member, by the tables of its format.
class OfficeFields {
 public:
  // `bytes`: of the member. `format` and `texts` must outlive the object. Errors: attributes_of.
  static Result<OfficeFields> read(const OfficeFormat& format, std::string_view bytes,
                                   const XmlTexts& texts);

  Field of(const TextSegment& segment);
  // The value of an attribute of an element, empty if there is none.
  std::string_view attribute(uint32_t element, std::string_view name) const {
    return values_.find(element, "@" + std::string(name));
  }

 private:
  OfficeFields(const OfficeFormat& format, const XmlTexts& texts, NearbyValues values)
      : format_(format), texts_(texts), path_(texts.places), values_(std::move(values)) {}
  Field of_property(uint32_t element) const;

  const OfficeFormat& format_;
  const XmlTexts& texts_;
  FieldPath path_;
  NearbyValues values_;
};

// Whether a member is data of other programs, which may have any form.
inline bool is_custom_data(std::string_view member) {
  return member.starts_with("customXml/item") && !member.starts_with("customXml/itemProps");
}

// The members of an Office file (ECMA-376, part 2). Pictures become a pixel, members that nobody
// can read are emptied.
class OfficePackage {
 public:
  // Errors: DocumentText::in_archive; kUnsupported for macros.
  static Result<OfficePackage> open(std::string_view document);

  const OfficeTypes& types() const { return types_; }
  FormattedText& text() { return read_; }
  // The index of a member; nullopt if there is none. Names have no case.
  std::optional<size_t> find(std::string_view name) const;
  // A member's file and its bytes, opened at the first call.
  Result<size_t> open_member(size_t index);
  Result<std::string_view> bytes_of(size_t index);

  // Takes a member that nobody can read out of the package, with what refers to it.
  void drop(size_t index) { dropped_.insert(index); }

  // Lets a member be read after all others.
  void read_last(size_t index) { last_.insert(index); }

  // Tells that the parts of a member have been added.
  void set_read(size_t index) { done_.insert(index); }

  // Adds a member's parts; `name` is its name.
  using ReadMember =
      std::function<Result<void>(PartList& parts, const std::string& name, const XmlTexts& texts)>;
  // Reads all other members, XML by `read_member`.
  Result<FormattedText> read(const OfficeFormat& format, const ReadMember& read_member,
                             StopCheck& stop);

 private:
  explicit OfficePackage(DocumentText text) : read_{std::move(text), {}, {}} {}
  // Replaces the bytes of a member; false if they are these already.
  Result<bool> replace(size_t index, std::string_view bytes);
  Result<void> remove_unread(size_t index);

  FormattedText read_;
  OfficeTypes types_;
  std::map<size_t, size_t> files_;  // of members that were opened
  std::set<size_t> dropped_, done_, last_;
};

}  // namespace redact

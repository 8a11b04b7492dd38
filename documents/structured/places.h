// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace redact {

// A step from a place to one inside it.
enum class PlaceStep : uint8_t {
  kRoot,
  kKey,        // a name of a JSON object
  kItem,       // an item of a JSON array, counted from 0
  kElement,    // an element of XML, counted from 1 among those of its name in its parent
  kAttribute,  // an attribute of an element
  kSegment,    // a segment of HL7, counted from 1 among those of its name in its message
  kField,      // HL7 counts its fields, repetitions and parts from 1
  kRepetition,
  kComponent,
  kSubcomponent,
  kMessage,  // a message of a batch, counted from 1
};

// The places of a format's segments: a tree in which each place names its parent, so that long
// paths cost no more than short ones. Names are decoded. They may come from the text of a document,
// so no log or message may show them. Movable.
class Places {
 public:
  struct Place {
    uint32_t parent;
    PlaceStep step;
    uint32_t number;         // 0 if the step has none
    std::string name;        // local, without a prefix
    std::string_view space;  // the namespace of an XML name
  };
  static constexpr uint32_t kRoot = 0;

  Places() { places_.push_back({kRoot, PlaceStep::kRoot, 0, {}, {}}); }
  Places(Places&&) = default;
  Places& operator=(Places&&) = default;

  // The new place, inside `parent`.
  uint32_t add(uint32_t parent, PlaceStep step, std::string_view name, size_t number = 0,
               std::string_view space = {});
  // Precondition: place < size().
  const Place& operator[](uint32_t place) const { return places_[place]; }
  size_t size() const { return places_.size(); }
  // The innermost place around `place`, or itself, that is(place) accepts; the root if there is
  // none.
  template <typename Is>
  uint32_t innermost(uint32_t place, Is is) const {
    while (place != kRoot && !is(place)) place = places_[place].parent;
    return place;
  }
  // The same with this step.
  uint32_t enclosing(uint32_t place, PlaceStep step) const {
    return innermost(place, [&](uint32_t at) { return places_[at].step == step; });
  }

 private:
  std::vector<Place> places_;
  std::unordered_set<std::string> spaces_;  // few, but long
};

}  // namespace redact

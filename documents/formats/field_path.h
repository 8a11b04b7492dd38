// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "documents/structured/places.h"

namespace redact {

// The names on the way from a record's root to a place, for FieldTable::find. `is_root` tells
// whether a place is the root of a record; the root's own name is `root_name(place)`. Items of
// arrays and repetitions have no name. Names belong to `places` or to their maker.
class FieldPath {
 public:
  explicit FieldPath(const Places& places) : places_(places) {}

  // The names that begin at a place: "Patient" at the object of a resource.
  void set_root(uint32_t place, std::string name);

  // The path of a place, until the next call; from the document's root if no record is around it.
  // If places are requested in their order, all together take linear time.
  std::span<const std::string_view> of(uint32_t place);
  // On the way to the last requested place: the place to which the name with this index leads; in
  // an array, the item.
  uint32_t value_at(size_t index) const { return values_[way_.back().begin + index]; }

 private:
  // A place on the way from the document's root to the last requested place.
  struct Step {
    uint32_t place;
    size_t begin;  // of its record's names in names_
    size_t end;    // of the names up to here
  };
  std::string_view name_of(uint32_t place);
  bool is_on_way(uint32_t place) const {
    return at_[place] < way_.size() && way_[at_[place]].place == place;
  }

  const Places& places_;
  std::unordered_map<uint32_t, std::string> roots_;
  std::unordered_map<uint32_t, std::string> made_;  // names that places do not store: "@value", "5"
  std::vector<Step> way_;
  std::vector<size_t> at_;  // by place: its index in way_, if it is there
  std::vector<std::string_view> names_;
  std::vector<uint32_t> values_;  // by the index of the name
};

// Values of fields by the place around them and their name.
class NearbyValues {
 public:
  void add(uint32_t around, std::string_view name, std::string value) {
    values_.emplace(Key{around, std::string(name)}, std::move(value));
  }
  // Empty if there is none.
  std::string_view find(uint32_t around, std::string_view name) const {
    const auto value = values_.find({around, std::string(name)});
    return value == values_.end() ? std::string_view() : std::string_view(value->second);
  }

 private:
  struct Key {
    uint32_t around;
    std::string name;
    bool operator==(const Key&) const = default;
  };
  struct Hash {
    size_t operator()(const Key& key) const {
      constexpr size_t kOdd = 0x9e3779b97f4a7c15;  // spreads consecutive places
      return std::hash<std::string>()(key.name) + kOdd * key.around;
    }
  };

  std::unordered_map<Key, std::string, Hash> values_;
};

}  // namespace redact

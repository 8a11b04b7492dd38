// SPDX-License-Identifier: Apache-2.0
#include "documents/formats/field_path.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace redact::field_path_test {

using Names = std::vector<std::string_view>;

Names names(FieldPath& path, uint32_t place) {
  const auto of = path.of(place);
  return {of.begin(), of.end()};
}

TEST(FieldPath, ItemsHaveTheNameOfTheirArray) {
  Places places;
  const uint32_t name = places.add(Places::kRoot, PlaceStep::kKey, "name");
  uint32_t items[2], families[2];
  for (uint32_t i = 0; i < 2; ++i) {
    items[i] = places.add(name, PlaceStep::kItem, {}, i);
    families[i] = places.add(items[i], PlaceStep::kKey, "family");
  }
  FieldPath path(places);
  path.set_root(Places::kRoot, "Patient");
  for (const uint32_t i : {0, 1, 0}) {
    EXPECT_EQ(names(path, families[i]), (Names{"Patient", "name", "family"}));
    EXPECT_EQ(path.value_at(1), items[i]);
    EXPECT_EQ(path.value_at(2), families[i]);
  }
  EXPECT_EQ(names(path, name), (Names{"Patient", "name"}));
  EXPECT_EQ(path.value_at(1), name);
}

TEST(FieldPath, ARecordWithinARecordBeginsAPath) {
  Places places;
  const uint32_t entry = places.add(Places::kRoot, PlaceStep::kKey, "entry");
  const uint32_t inner = places.add(entry, PlaceStep::kKey, "resource");
  const uint32_t id = places.add(inner, PlaceStep::kKey, "id");
  FieldPath path(places);
  path.set_root(Places::kRoot, "Bundle");
  EXPECT_EQ(names(path, id), (Names{"Bundle", "entry", "resource", "id"}));
  path.set_root(inner, "Patient");
  EXPECT_EQ(names(path, id), (Names{"Patient", "id"}));
  EXPECT_EQ(path.value_at(0), inner);
  EXPECT_EQ(names(path, entry), (Names{"Bundle", "entry"}));
}

TEST(FieldPath, APlaceHasTheSamePathInAnyOrder) {
  std::mt19937 random(3);
  Places places;
  for (int i = 1; i < 200; ++i) {
    const auto parent = static_cast<uint32_t>(random() % places.size());
    const bool is_item = random() % 3 == 0;
    places.add(parent, is_item ? PlaceStep::kItem : PlaceStep::kKey,
               is_item ? "" : std::string(1, static_cast<char>('a' + i % 26)));
  }
  const auto paths = [&] {
    FieldPath path(places);
    for (uint32_t place = 0; place < places.size(); place += 7) path.set_root(place, "R");
    return path;
  };
  FieldPath path = paths();
  for (int i = 0; i < 2000; ++i) {
    const auto place = static_cast<uint32_t>(random() % places.size());
    FieldPath alone = paths();
    const Names expected = names(alone, place);
    ASSERT_EQ(names(path, place), expected);
    for (size_t at = 0; at < expected.size(); ++at) {
      ASSERT_EQ(path.value_at(at), alone.value_at(at));
    }
  }
}

}  // namespace redact::field_path_test

// SPDX-License-Identifier: Apache-2.0
// Presidio's anonymizer: its operators, and that every character of a text is decided once.
#include "server/presidio/anonymize.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

namespace redact::server::anonymize_test {

using OrderedJson = nlohmann::ordered_json;

Checked<OrderedJson> anonymized(const OrderedJson& body) {
  WorkLimit work;
  return anonymize(body.dump(), work);
}

Checked<OrderedJson> deanonymized(const OrderedJson& body) {
  WorkLimit work;
  return deanonymize(body.dump(), work);
}

std::string text_after(const OrderedJson& body) {
  const auto answer = anonymized(body);
  return answer.ok() ? (*answer)["text"].get<std::string>() : answer.refusal().message;
}

OrderedJson place(size_t start, size_t end, const std::string& entity) {
  return {{"start", start}, {"end", end}, {"entity_type", entity}, {"score", 0.8}};
}

TEST(Anonymize, OffsetsCountCodePoints) {
  const OrderedJson body = {{"text", "Jürgen Müßig, 47"},
                            {"analyzer_results", OrderedJson::array({place(7, 12, "NAME")})}};
  const auto answer = anonymized(body);
  ASSERT_TRUE(answer.ok());
  EXPECT_EQ((*answer)["text"], "Jürgen <NAME>, 47");
  EXPECT_EQ((*answer)["items"][0]["start"], 7);
  EXPECT_EQ((*answer)["items"][0]["end"], 13);
}

TEST(Anonymize, MasksCharactersNotBytes) {
  OrderedJson body = {{"text", "äöü"},
                      {"analyzer_results", OrderedJson::array({place(0, 3, "A")})}};
  body["anonymizers"]["A"] = {{"type", "mask"}, {"masking_char", "•"}, {"chars_to_mask", 2}};
  EXPECT_EQ(text_after(body), "••ü");
  body["anonymizers"]["A"]["from_end"] = true;
  EXPECT_EQ(text_after(body), "ä••");
  body["anonymizers"]["A"]["chars_to_mask"] = 9;
  EXPECT_EQ(text_after(body), "•••");
}

TEST(Anonymize, MasksNoNegativeNumberOfCharacters) {
  OrderedJson body = {{"text", "abc"},
                      {"analyzer_results", OrderedJson::array({place(0, 3, "A")})}};
  for (const OrderedJson& n : {OrderedJson(-1), OrderedJson(INT64_MIN), OrderedJson(1.5)}) {
    body["anonymizers"]["A"] = {{"type", "mask"}, {"masking_char", "*"}, {"chars_to_mask", n}};
    const auto refused = anonymized(body);
    ASSERT_FALSE(refused.ok()) << n;
    EXPECT_EQ(refused.refusal().status, 422);
  }
  body["anonymizers"]["A"]["chars_to_mask"] = 0;
  EXPECT_EQ(text_after(body), "abc");
}

// A search for what divides two places, from each of them, would take time with the number of
// entities times the length of the text.
TEST(Anonymize, TheWorkGrowsWithPlacesAndTextNotWithTheirProduct) {
  const auto work_for = [](size_t n_places, size_t n_spaces) {
    OrderedJson body = {{"text", std::string(n_places, 'a') + std::string(n_spaces, ' ') +
                                     std::string(n_places, 'b')},
                        {"analyzer_results", OrderedJson::array()}};
    for (size_t i = 0; i < n_places; ++i) {
      const std::string entity = "E" + std::to_string(1000000 + i);
      const size_t after = n_places + n_spaces + i;
      body["analyzer_results"].push_back(place(i, i + 1, entity));
      body["analyzer_results"].push_back(place(after, after + 1, entity));
    }
    WorkLimit work;
    EXPECT_TRUE(anonymize(body.dump(), work).ok());
    return work.n_units();
  };
  const size_t base = work_for(100, 100000);
  EXPECT_LT(work_for(200, 100000) + work_for(100, 200000), 5 * base);
  EXPECT_LT(work_for(200, 200000), 5 * base / 2);
}

TEST(Anonymize, ResultsAndSaltsAreBounded) {
  OrderedJson body = {{"text", "abc"}, {"analyzer_results", OrderedJson::array()}};
  for (size_t i = 0; i < 100001; ++i) body["analyzer_results"].push_back(place(0, 1, "A"));
  const auto many = anonymized(body);
  ASSERT_FALSE(many.ok());
  EXPECT_EQ(many.refusal().status, 413);
  body["analyzer_results"] = OrderedJson::array({place(0, 3, "A")});
  body["anonymizers"]["A"] = {{"type", "hash"}, {"salt", std::string(1025, 's')}};
  const auto salted = anonymized(body);
  ASSERT_FALSE(salted.ok());
  EXPECT_EQ(salted.refusal().status, 422);
}

// Two findings of an entity are one if only spaces separate them.
TEST(Anonymize, PlacesThatOnlySpacesDivideAreOne) {
  OrderedJson body = {
      {"text", "aa bb  cc. dd"},
      {"analyzer_results", OrderedJson::array({place(0, 2, "A"), place(3, 5, "A"), place(7, 9, "A"),
                                               place(11, 13, "A")})}};
  EXPECT_EQ(text_after(body), "<A>. <A>");
  body["analyzer_results"][1]["entity_type"] = "B";
  EXPECT_EQ(text_after(body), "<A> <B>  <A>. <A>");
}

TEST(Anonymize, HashesWithASaltThatIsGivenOrDrawn) {
  OrderedJson body = {{"text", "abc"},
                      {"analyzer_results", OrderedJson::array({place(0, 3, "A")})}};
  body["anonymizers"]["A"] = {{"type", "hash"}};
  EXPECT_NE(text_after(body), text_after(body));
  EXPECT_EQ(text_after(body).size(), 64U);
  body["anonymizers"]["A"]["salt"] = "0123456789abcdef";
  EXPECT_EQ(text_after(body), text_after(body));
  body["anonymizers"]["A"]["hash_type"] = "sha512";
  EXPECT_EQ(text_after(body).size(), 128U);
}

TEST(Anonymize, WhatIsEncryptedComesBack) {
  OrderedJson body = {{"text", "Dr Ellison"},
                      {"analyzer_results", OrderedJson::array({place(3, 10, "A")})}};
  body["anonymizers"]["DEFAULT"] = {{"type", "encrypt"}, {"key", std::string(32, 'k')}};
  const auto sealed = anonymized(body);
  ASSERT_TRUE(sealed.ok());
  OrderedJson back = {{"text", (*sealed)["text"]}, {"anonymizer_results", (*sealed)["items"]}};
  back["deanonymizers"]["A"] = {{"type", "decrypt"}, {"key", std::string(32, 'k')}};
  const auto opened = deanonymized(back);
  ASSERT_TRUE(opened.ok()) << opened.refusal().message;
  EXPECT_EQ((*opened)["text"], "Dr Ellison");
  back["deanonymizers"]["A"]["key"] = std::string(32, 'x');
  const auto wrong = deanonymized(back);
  EXPECT_TRUE(!wrong.ok() || (*wrong)["text"] != "Dr Ellison");
}

TEST(Anonymize, AValueThatWouldFillTheMemoryIsRefused) {
  constexpr size_t kMostAddedBytes = size_t{32} << 20, kPlaces = 64;
  OrderedJson body = {{"text", std::string(2 * kPlaces, 'a')},
                      {"analyzer_results", OrderedJson::array()}};
  for (size_t i = 0; i < kPlaces; ++i) {
    body["analyzer_results"].push_back(place(2 * i, 2 * i + 1, "A"));
  }
  std::string value(kMostAddedBytes / kPlaces, 'b');
  body["anonymizers"]["A"] = {{"type", "replace"}, {"new_value", value}};
  EXPECT_TRUE(anonymized(body).ok());
  body["anonymizers"]["A"]["new_value"] = value + "bbb";
  const auto refused = anonymized(body);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.refusal().status, 413);
}

// Presidio writes "Washington" twice here.
TEST(Anonymize, NothingIsWrittenTwiceWhereTwoEntitiesOverlap) {
  OrderedJson body = {
      {"text", "I'm George Washington Square Park"},
      {"analyzer_results", OrderedJson::array({place(4, 21, "A"), place(11, 33, "B")})}};
  body["anonymizers"]["DEFAULT"] = {{"type", "keep"}};
  EXPECT_EQ(text_after(body), "I'm George Washington Square Park");
}

TEST(Anonymize, EveryCharacterIsDecidedOnce) {
  std::mt19937 random(7);
  const auto below = [&random](size_t n) { return random() % n; };
  const std::string text = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
  for (int round = 0; round < 3000; ++round) {
    OrderedJson body = {{"text", text}, {"analyzer_results", OrderedJson::array()}};
    std::string is_in(text.size(), ' ');  // 'r': in a removed place, 'k': in a kept one
    for (size_t n = below(6); n > 0; --n) {
      const size_t begin = below(text.size()), end = begin + below(text.size() - begin + 1);
      const bool keeps = below(2) == 0;
      const std::string entity = (keeps ? "K" : "R") + std::to_string(below(3));
      body["analyzer_results"].push_back(place(begin, end, entity));
      body["anonymizers"][entity] = {{"type", keeps ? "keep" : "redact"}};
      for (size_t i = begin; i < end; ++i) is_in[i] = is_in[i] == ' ' && !keeps ? 'r' : is_in[i];
      for (size_t i = begin; i < end; ++i) is_in[i] = keeps ? 'k' : is_in[i];
    }
    const std::string out = text_after(body);
    size_t at = 0;
    for (size_t i = 0; i < text.size(); ++i) {
      const bool is_left = at < out.size() && out[at] == text[i];
      if (is_left) ++at;
      ASSERT_TRUE(is_left || is_in[i] != ' ') << body.dump();
      ASSERT_FALSE(is_left && is_in[i] == 'r') << body.dump();
    }
    ASSERT_EQ(at, out.size()) << body.dump();
  }
}

}  // namespace redact::server::anonymize_test

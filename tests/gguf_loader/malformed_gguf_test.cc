// SPDX-License-Identifier: Apache-2.0
// Named cases of files that are broken in one way each; every prefix of a valid file, and every
// flipped bit.
#include <gtest/gtest.h>

#include "gguf_loader/gguf_file.h"
#include "tests/support/gguf_builder.h"

namespace redact::malformed_gguf_test {

using testing::GgufBuilder;
using testing::valid_gguf;

Result<GgufFile> parse(const std::string& bytes) {
  return GgufFile::parse({reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size()});
}

struct Case {
  const char* name;
  std::string bytes;
  const char* expected;  // must appear in the error
};

template <typename T>
std::string raw(T value) {
  return GgufBuilder::raw(value);
}
std::string text(std::string_view s) { return GgufBuilder::string(s); }

std::string header(uint32_t version, uint64_t n_tensors, uint64_t n_kv) {
  return raw<uint32_t>(0x46554747) + raw(version) + raw(n_tensors) + raw(n_kv);
}

std::string with_kv(const std::string& pair) { return GgufBuilder().raw_kv(pair).build(); }
std::string with_key(std::string_view key) {
  return with_kv(text(key) + raw<uint32_t>(4) + raw<uint32_t>(1));
}
std::string array_of(uint32_t type, uint64_t count, const std::string& elements) {
  return with_kv(text("k") + raw<uint32_t>(9) + raw(type) + raw(count) + elements);
}
std::string with_alignment(uint32_t type, const std::string& value) {
  GgufBuilder b;
  b.kv("general.alignment", type, value);
  return b.build();
}
std::string with_tensor(const std::vector<uint64_t>& dims, uint32_t type, uint64_t offset,
                        uint64_t n_bytes, std::string_view name = "t") {
  return GgufBuilder().tensor(name, dims, type, offset, n_bytes).build();
}

std::vector<Case> cases() {
  const uint64_t p32 = 1ull << 32;
  GgufBuilder twice = GgufBuilder().tensor("t", {8}, 0, 0, 32).tensor("t", {8}, 0, 32, 32);
  GgufBuilder same = GgufBuilder().tensor("a", {8}, 0, 0, 32).tensor("b", {8}, 0, 0, 32);
  GgufBuilder swapped = GgufBuilder().tensor("a", {8}, 0, 32, 32).tensor("b", {8}, 0, 0, 32);
  GgufBuilder gap = GgufBuilder().tensor("a", {8}, 0, 0, 32).tensor("b", {8}, 0, 64, 64);
  GgufBuilder more_kv = valid_gguf(), less_kv = valid_gguf();
  more_kv.extra_kv = 1;
  less_kv.extra_kv = UINT64_MAX;  // one too few
  std::string short_data = valid_gguf().build();
  short_data.resize(short_data.size() - 32);  // cuts the padding and 6 bytes of the last tensor
  GgufBuilder no_data;
  std::string whole = with_tensor({8}, 0, 0, 32);
  return {
      {"H01 empty", "", "magic"},
      {"H02 three bytes", "GGU", "magic"},
      {"H03 magic only", "GGUF", "version"},
      {"H04 no counts", raw<uint32_t>(0x46554747) + raw<uint32_t>(3), "n_tensors"},
      {"H05 bad magic", "GGML" + raw<uint32_t>(3) + raw<uint64_t>(0) + raw<uint64_t>(0), "magic"},
      {"H06 version 0", header(0, 0, 0), "version"},
      {"H07 version 1", header(1, 0, 0), "version"},
      {"H08 version 4", header(4, 0, 0), "version"},
      {"H09 big-endian", header(3u << 24, 0, 0), "big-endian"},
      {"H10 n_tensors 2^64-1", header(3, UINT64_MAX, 0), "n_tensors"},
      {"H11 n_tensors 2^63", header(3, 1ull << 63, 0), "n_tensors"},
      {"H12 n_tensors 2^40", header(3, 1ull << 40, 0), "n_tensors"},
      {"H13 n_kv 2^64-1", header(3, 0, UINT64_MAX), "n_kv"},
      {"H14 n_kv 2^40", header(3, 0, 1ull << 40), "n_kv"},
      {"H15 n_kv one too many", more_kv.build(), "at byte"},
      {"H16 n_kv one too few", less_kv.build(), "tensor"},
      {"K01 key length 2^64-1", with_kv(raw(UINT64_MAX) + "key and more bytes"), "metadata"},
      {"K02 key length 2^63", with_kv(raw(1ull << 63) + "key and more bytes"), "metadata"},
      {"K03 key length remaining + 1", with_kv(raw<uint64_t>(10) + "123456789"), "metadata"},
      {"K04 empty key", with_key(""), "empty key"},
      {"K05 NUL in key", with_key(std::string_view("a\0b", 3)), "printable"},
      {"K06 invalid UTF-8 key", with_key("a\xff"), "printable"},
      {"K06 DEL in key", with_key("a\x7f"), "printable"},
      {"K07 70,000-byte key", with_key(std::string(70000, 'a')), "too long"},
      {"K08 duplicate key", GgufBuilder().kv("k", 0, "1").kv("k", 0, "1").build(), "duplicate key"},
      {"K10 space in key", with_key("a b"), "printable"},
      {"K11 value type 13", with_kv(text("k") + raw<uint32_t>(13) + raw<uint64_t>(0)), "type 13"},
      {"K12 value type 2^32-1", with_kv(text("k") + raw(UINT32_MAX) + raw<uint64_t>(0)), "type"},
      {"K13 bool 2", with_kv(text("k") + raw<uint32_t>(7) + "\2"), "bool"},
      {"K14 string length 2^64-8", with_kv(text("k") + raw<uint32_t>(8) + raw(UINT64_MAX - 7)),
       "truncated"},
      {"K17 array element type 13", array_of(13, 1, raw<uint64_t>(0)), "type 13"},
      {"K18 nested array", array_of(9, 1, raw<uint32_t>(0) + raw<uint64_t>(0)), "nested"},
      {"K20 2^61 u64 elements", array_of(10, 1ull << 61, ""), "too long"},
      {"K21 2^62 strings", array_of(8, 1ull << 62, ""), "too long"},
      {"K22 count beyond the file", array_of(0, 11, "0123456789"), "file ends"},
      {"K23 last string overruns", array_of(8, 2, text("a") + raw<uint64_t>(9) + "b"), "string"},
      {"K24 bool array with 7", array_of(7, 2, "\1\7"), "bool"},
      {"K26 alignment 0", with_alignment(4, raw<uint32_t>(0)), "alignment"},
      {"K27 alignment 3", with_alignment(4, raw<uint32_t>(3)), "alignment"},
      {"K28 alignment 48", with_alignment(4, raw<uint32_t>(48)), "alignment"},
      {"K29 alignment 1", with_alignment(4, raw<uint32_t>(1)), "alignment"},
      {"K29 alignment 4", with_alignment(4, raw<uint32_t>(4)), "alignment"},
      {"K30 alignment 2^31", with_alignment(4, raw<uint32_t>(1u << 31)), "alignment"},
      {"K30 alignment u64", with_alignment(10, raw<uint64_t>(32)), "alignment"},
      {"K30 alignment string", with_alignment(8, text("32")), "alignment"},
      {"T01 name of 64 bytes", with_tensor({8}, 0, 0, 32, std::string(64, 'n')), "name"},
      {"T02 1 MB name", with_tensor({8}, 0, 0, 32, std::string(1 << 20, 'n')), "name"},
      {"T03 empty name", with_tensor({8}, 0, 0, 32, ""), "name"},
      {"T04 NUL in name", with_tensor({8}, 0, 0, 32, std::string_view("t\0u", 3)), "name"},
      {"T04 escape in name", with_tensor({8}, 0, 0, 32, "t\x1b]0;x"), "printable"},
      {"T04 DEL in name", with_tensor({8}, 0, 0, 32, "t\x7f"), "printable"},
      {"T05 duplicate name", twice.build(), "duplicate tensor t"},
      {"T07 five dims", with_tensor({1, 1, 1, 1, 1}, 0, 0, 32), "n_dims"},
      {"T09 no dims", with_tensor({}, 0, 0, 32), "n_dims"},
      {"T10 zero dim", with_tensor({8, 0}, 0, 0, 32), "zero"},
      {"T11 negative dim", with_tensor({8, UINT64_MAX}, 0, 0, 32), "larger than 2^64"},
      {"T12 2^32 x 2^32", with_tensor({p32, p32}, 0, 0, 32), "larger than 2^64"},
      {"T13 (2^63-1) x 2", with_tensor({(1ull << 63) - 1, 2}, 0, 0, 32), "larger than 2^64"},
      {"T14 padding wraps", with_tensor({4, (1u << 30) - 1, (1u << 30) + 1}, 0, 0, 32), "offset"},
      {"T15 1024 x (2^42+1)", with_tensor({1024, (1ull << 42) + 1}, 0, 0, 32), "file ends at byte"},
      {"T17 type 99", with_tensor({8}, 99, 0, 32), "type"},
      {"T18 type -1", with_tensor({8}, UINT32_MAX, 0, 32), "type"},
      {"T19 removed type 4", with_tensor({32}, 4, 0, 32), "type"},
      {"T19 removed type 31", with_tensor({32}, 31, 0, 32), "type"},
      {"T20 intermediate type Q8_K", with_tensor({256}, 15, 0, 320), "type"},
      {"T21 Q4_K with 255 columns", with_tensor({255}, 12, 0, 160), "Q4_K"},
      {"T22 Q4_0 with 16 x 2", with_tensor({16, 2}, 2, 0, 32), "Q4_0"},
      {"T23 unaligned offset", with_tensor({8}, 0, 1, 64), "offset"},
      {"T24 offset 2^64-32", with_tensor({8}, 0, UINT64_MAX - 31, 32), "offset"},
      {"T25 offset past the end", with_tensor({8}, 0, 4096, 32), "offset"},
      {"T26 two tensors, one offset", same.build(), "offset"},
      {"T27 out of order", swapped.build(), "offset"},
      {"T28 gap", gap.build(), "offset"},
      {"T29 far larger than the file", with_tensor({4096, 128256}, 0, 0, 32), "offset of tensor t"},
      {"D01 data one byte short", short_data, "file ends at byte"},
      {"D02 no data", whole.substr(0, whole.size() - 32), "file ends at byte"},
  };
}

TEST(MalformedGguf, EachIsRefusedNamingWhatIsWrong) {
  for (const Case& c : cases()) {
    const auto file = parse(c.bytes);
    ASSERT_FALSE(file.ok()) << c.name;
    EXPECT_NE(file.error().message().find(c.expected), std::string::npos)
        << c.name << ": " << file.error().message();
    EXPECT_EQ(file.error().message().find('\n'), std::string::npos) << c.name;
  }
}

// Two rows of two blocks. A row that is one weight longer or shorter is refused, and so is data
// that is one byte shorter.
TEST(MalformedGguf, SizesOfEveryQuantisedType) {
  struct Blocks {
    uint32_t type;
    const char* name;
    uint64_t weights, bytes;
  };
  for (const auto& [type, name, weights, bytes] :
       {Blocks{2, "Q4_0", 32, 18}, Blocks{3, "Q4_1", 32, 20}, Blocks{6, "Q5_0", 32, 22},
        Blocks{7, "Q5_1", 32, 24}, Blocks{8, "Q8_0", 32, 34}, Blocks{10, "Q2_K", 256, 84},
        Blocks{11, "Q3_K", 256, 110}, Blocks{12, "Q4_K", 256, 144}, Blocks{13, "Q5_K", 256, 176},
        Blocks{14, "Q6_K", 256, 210}, Blocks{20, "IQ4_NL", 32, 18},
        Blocks{23, "IQ4_XS", 256, 136}}) {
    const auto refusal = [type = type](uint64_t cols, uint64_t n_bytes) {
      const std::string file = with_tensor({cols, 2}, type, 0, n_bytes);
      const size_t padding = (32 - n_bytes % 32) % 32;
      const auto parsed = parse(file.substr(0, file.size() - padding));
      return parsed.ok() ? std::string("none") : parsed.error().message();
    };
    EXPECT_EQ(refusal(2 * weights, 4 * bytes), "none") << name;
    EXPECT_NE(refusal(2 * weights, 4 * bytes - 1).find("file ends"), std::string::npos) << name;
    for (const uint64_t cols : {2 * weights - 1, 2 * weights + 1}) {
      EXPECT_NE(refusal(cols, 4 * bytes).find(name), std::string::npos) << name;
    }
  }
}

TEST(MalformedGguf, EveryPrefixOfAValidFileIsRefused) {
  const std::string whole = valid_gguf().build();
  ASSERT_TRUE(parse(whole).ok());
  const size_t padding = 32 - 102 % 32;  // after the last tensor; a file may end without it
  for (size_t n = 0; n < whole.size() - padding; ++n) {
    // A separate copy, so that a sanitizer sees a read past the end.
    const std::vector<uint8_t> prefix(whole.begin(), whole.begin() + static_cast<ptrdiff_t>(n));
    EXPECT_FALSE(GgufFile::parse(prefix).ok()) << n << " bytes";
  }
}

TEST(MalformedGguf, NoFlippedBitReadsOutsideTheFile) {
  const std::string whole = valid_gguf().build();
  for (size_t bit = 0; bit < whole.size() * 8; ++bit) {
    std::vector<uint8_t> flipped(whole.begin(), whole.end());
    flipped[bit / 8] ^= static_cast<uint8_t>(1u << (bit % 8));
    const auto file = GgufFile::parse(flipped);
    if (!file.ok()) continue;
    for (const TensorInfo& info : file->tensors()) {
      const auto data = file->data(info);
      EXPECT_GE(data.data(), flipped.data());
      EXPECT_LE(data.data() + data.size(), flipped.data() + flipped.size());
    }
    for (const std::string_view key : file->metadata().keys()) {
      EXPECT_FALSE(file->metadata().describe(key).size() > 100);
    }
  }
}

TEST(MalformedGguf, MoreKeysThanTheLimitAreRefusedEvenIfAllAreThere) {
  GgufBuilder builder;
  for (int i = 0; i < 65536; ++i) builder.kv("key." + std::to_string(i), 0, "1");
  EXPECT_TRUE(parse(builder.build()).ok());
  builder.kv("one.more", 0, "1");
  EXPECT_NE(parse(builder.build()).error().message().find("n_kv"), std::string::npos);
}

TEST(MalformedGguf, ManyTensorsTakeTimeInProportion) {
  GgufBuilder builder;
  for (int i = 0; i < 60000; ++i) {
    builder.tensor("tensor." + std::to_string(i), {8}, 0, static_cast<uint64_t>(i) * 32, 32);
  }
  EXPECT_TRUE(parse(builder.build()).ok());  // a quadratic search would exceed the time limit
}

}  // namespace redact::malformed_gguf_test

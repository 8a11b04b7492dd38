// SPDX-License-Identifier: Apache-2.0
#include "documents/files/decompressor.h"

#include <gtest/gtest.h>
#include <zlib.h>
#include <zstd.h>

#include <cstdlib>
#include <string>

#include "documents/files/input_bytes.h"
#include "documents/files/text_reader.h"
#include "tests/documents/files/temporary_file.h"

namespace redact::decompressor_test {

std::string gzip(const std::string& text) {
  z_stream stream = {};
  if (deflateInit2(&stream, 6, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY) != Z_OK) abort();
  std::string out(deflateBound(&stream, text.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  if (deflate(&stream, Z_FINISH) != Z_STREAM_END) abort();
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

std::string zstd(const std::string& text) {
  std::string out(ZSTD_compressBound(text.size()), '\0');
  ZSTD_CCtx* context = ZSTD_createCCtx();
  ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1);
  out.resize(ZSTD_compress2(context, out.data(), out.size(), text.data(), text.size()));
  ZSTD_freeCCtx(context);
  return out;
}

struct Format {
  const char* ending;
  std::string (*compress)(const std::string&);
};

class DecompressorTest : public ::testing::TestWithParam<Format> {
 protected:
  std::string compress(const std::string& text) const { return GetParam().compress(text); }

  // Reads a file that holds `bytes`, piece by piece.
  Result<std::string> read(const std::string& bytes) const {
    const TemporaryFile file(bytes, GetParam().ending);
    REDACT_ASSIGN(InputBytes input, InputBytes::open(file.path(), false));
    return read(input);
  }
  static Result<std::string> read(InputBytes& input) {
    std::string all;
    while (!input.has_ended()) {
      REDACT_TRY(input.read_more());
      EXPECT_LE(input.unread().size(), size_t{1} << 16);
      all += input.unread();
      input.take(input.unread().size());
    }
    return all;
  }
};

std::string lines() {
  std::string text;
  for (int i = 0; i < 40'000; ++i) text += "note " + std::to_string(i * 2654435761u) + "\n";
  return text;
}

TEST_P(DecompressorTest, GivesWhatWasCompressed) {
  for (const std::string& text : {std::string(), std::string("one note"), lines()}) {
    EXPECT_EQ(read(compress(text)).value(), text);
  }
}

TEST_P(DecompressorTest, StreamsInARowAreOne) {
  EXPECT_EQ(read(compress("one, ") + compress("") + compress("two")).value(), "one, two");
}

TEST_P(DecompressorTest, ASmallFileThatBecomesLargeComesInPieces) {
  const std::string zeros(50'000'000, '0');
  EXPECT_EQ(read(compress(zeros)).value(), zeros);
}

TEST_P(DecompressorTest, CanBeReadAgainFromTheBeginning) {
  const std::string text = lines();
  const TemporaryFile file(compress(text), GetParam().ending);
  auto input = InputBytes::open(file.path(), false);
  ASSERT_TRUE(input.ok());
  ASSERT_TRUE(input->read_more().ok());
  ASSERT_TRUE(input->rewind().ok());
  EXPECT_EQ(read(*input).value(), text);
}

TEST_P(DecompressorTest, WhatIsCutShortIsAnError) {
  const std::string whole = compress("the patient is well");
  for (size_t n = 0; n < whole.size(); ++n) EXPECT_FALSE(read(whole.substr(0, n)).ok()) << n;
}

TEST_P(DecompressorTest, OtherDataIsAnError) {
  EXPECT_FALSE(read("the patient is well").ok());
  std::string damaged = compress(lines());
  damaged[damaged.size() / 2] ^= 1;
  EXPECT_FALSE(read(damaged).ok());
  EXPECT_FALSE(read(compress("one") + "two").ok());
}

// The size on the disk says nothing about the text.
TEST_P(DecompressorTest, ATextIsBoundedAfterDecompression) {
  const TemporaryFile file(compress(std::string(1'000'000, 'x')), GetParam().ending);
  ASSERT_LT(*file.open().size(), 100'000u);
  EXPECT_TRUE(TextReader(file.open(), "x", 1'000'000).next().ok());
  EXPECT_FALSE(TextReader(file.open(), "x", 900'000).next().ok());
}

INSTANTIATE_TEST_SUITE_P(Formats, DecompressorTest,
                         ::testing::Values(Format{".gz", gzip}, Format{".ZST", zstd}));

// Whether a frame of zstd is refused that comes in pieces of `n` bytes.
bool refuses_zstd(std::string_view bytes, size_t n) {
  const auto stream = Decompressor::make(Compression::kZstd);
  std::string out;
  for (size_t at = 0; at < bytes.size(); at += n) {
    std::string_view piece = bytes.substr(at, n);
    if (!stream->decode(piece, out, 1024).ok()) return true;
  }
  return false;
}

TEST(ZstdTest, AFrameHasTheLengthThatItsHeaderStates) {
  // Frames of one empty block, whose headers state 533 bytes and none.
  const std::string_view wrong("\x28\xb5\x2f\xfd\x60\x15\x01\x01\0\0", 10);
  const std::string_view right("\x28\xb5\x2f\xfd\x20\x00\x01\0\0", 9);
  for (size_t n = 1; n <= wrong.size(); ++n) {
    EXPECT_TRUE(refuses_zstd(wrong, n)) << "in pieces of " << n;
    EXPECT_FALSE(refuses_zstd(right, n)) << "in pieces of " << n;
  }
}

TEST(ZstdTest, FramesOfOldVersionsAreRefused) {
  // Frames of version 0.7, without a block, behind none and one of this version.
  const std::string old("\x27\xb5\x2f\xfd\0\0\xfd\0\0", 9);
  for (const std::string& bytes : {old, zstd("one") + old}) {
    for (size_t n = 1; n <= bytes.size(); ++n) {
      EXPECT_TRUE(refuses_zstd(bytes, n)) << "in pieces of " << n;
    }
  }
}

TEST(CompressionTest, GoesByTheEnding) {
  EXPECT_EQ(compression_of("a/notes.jsonl.gz"), Compression::kGzip);
  EXPECT_EQ(compression_of("notes.txt.ZST"), Compression::kZstd);
  EXPECT_EQ(compression_of("notes.txt"), Compression::kNone);
  EXPECT_EQ(compression_of(".gz"), Compression::kNone);
  EXPECT_EQ(without_compression("a/notes.jsonl.gz"), "a/notes.jsonl");
  EXPECT_EQ(without_compression("notes.txt"), "notes.txt");
}

}  // namespace redact::decompressor_test

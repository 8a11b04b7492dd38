// SPDX-License-Identifier: Apache-2.0
// What the tests of all scanners check.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "documents/structured/segment_text.h"

namespace redact {

// The published files below ../shared/documents whose names end in one of `ends`; none, with the
// test skipped by the caller, where they are absent.
inline std::vector<std::pair<std::string, std::string>> published_files(
    std::string_view folder, const std::vector<std::string>& ends) {
  std::vector<std::pair<std::string, std::string>> files;
  const std::filesystem::path root =
      std::filesystem::path(REDACT_SHARED_DIR) / "documents" / folder;
  if (!std::filesystem::exists(root)) return files;
  for (const auto& entry : std::filesystem::directory_iterator(root)) {
    for (const std::string& end : ends) {
      if (!entry.path().string().ends_with(end)) continue;
      std::ifstream in(entry.path(), std::ios::binary);
      files.emplace_back(entry.path().filename().string(),
                         std::string(std::istreambuf_iterator<char>(in), {}));
    }
  }
  return files;
}

// Expects segments inside the file, in order, disjoint, not empty and decodable.
inline void expect_sound(std::string_view file, const std::vector<TextSegment>& segments) {
  size_t end = 0;
  for (const TextSegment& segment : segments) {
    ASSERT_LT(segment.begin, segment.end);
    ASSERT_GE(segment.begin, end);
    ASSERT_LE(segment.end, file.size());
    end = segment.end;
    const auto text = SegmentText::read(file, segment);
    ASSERT_TRUE(text.ok()) << text.error().message();
    const std::string whole = text->text();
    if (whole.empty()) continue;
    const ByteRange range = text->source_of(0, whole.size());
    ASSERT_GE(range.begin, segment.begin);
    ASSERT_LE(range.end, segment.end);
  }
}

// The file with the text of every segment replaced by marker(its index).
inline std::string marked(std::string_view file, const std::vector<TextSegment>& segments,
                          const std::function<std::string(size_t)>& marker) {
  std::vector<Edit> edits;
  for (size_t i = 0; i < segments.size(); ++i) {
    const auto text = SegmentText::read(file, segments[i]);
    EXPECT_TRUE(text.ok());
    if (text->text().empty()) continue;
    const Edit edit{0, text->text().size(), marker(i)};
    const auto written = text->write({&edit, 1});
    EXPECT_TRUE(written.ok()) << written.error().message();
    if (written.ok()) edits.insert(edits.end(), written->begin(), written->end());
  }
  return with_edits(file, edits);
}

// CR LF and CR as LF, as the parsers give comments.
inline std::string with_line_feeds(std::string_view text) {
  std::string out;
  for (size_t at = 0; at < text.size(); ++at) {
    if (text.substr(at, 2) == "\r\n") continue;
    out += text[at] == '\r' ? '\n' : text[at];
  }
  return out;
}

// `text`, `n` times.
inline std::string repeated(std::string_view text, size_t n) {
  std::string out;
  out.reserve(text.size() * n);
  while (n-- > 0) out += text;
  return out;
}

}  // namespace redact

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace redact {

// Bounds of an archive that is read. Deflate cannot exceed a ratio of about 1030; documents stay
// far below 200, and small members above it do no harm.
constexpr size_t kMostZipMembers = 10000;
constexpr uint64_t kMostZipBytes = uint64_t{1} << 30;  // of all members, decompressed
constexpr uint64_t kMostZipRatio = 200;                // of a member above kFreeZipBytes
constexpr uint64_t kFreeZipBytes = uint64_t{1} << 20;

// A ZIP archive in memory, such as a DOCX: each member is a document of its own.
class ZipMembers {
 public:
  struct Member {
    std::string name;  // from the archive; it may be anything, so no message may show it
    uint64_t size, compressed;
    bool is_stored;
  };

  // `archive` must outlive the result. kBadInput for an unsound archive, such as one with two
  // members of one name; kUnsupported for encrypted members, methods other than store and deflate,
  // and more than the bounds. Members are named by number in errors, from 0.
  static Result<ZipMembers> open(std::string_view archive);

  const std::vector<Member>& members() const { return members_; }

  // A member's bytes. kBadInput if their number differs from the archive's or their checksum is
  // wrong. Precondition: index < members().size().
  Result<std::string> read(size_t index) const;

  // A new archive with other bytes and other names for some members, by index. The others are
  // copied in compressed form; replaced members are deflated at a fixed level. All have the same
  // fixed time, and comments, extra fields and bytes between members are left out, so that equal
  // contents give equal archives.
  Result<std::string> write(const std::map<size_t, std::string>& replaced,
                            const std::map<size_t, std::string>& renamed = {}) const;

 private:
  std::string_view archive_;
  std::vector<Member> members_;
};

}  // namespace redact

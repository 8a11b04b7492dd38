// SPDX-License-Identifier: Apache-2.0
#include "documents/structured/zip_members.h"

#include <zip.h>

#include <memory>
#include <utility>

#include "base/checked.h"

namespace redact {

namespace {

constexpr zip_uint16_t kTime = 0, kDate = 0x21;  // 1 January 1980, the earliest time in ZIP
constexpr zip_uint32_t kLevel = 6;

struct Discard {
  void operator()(zip_t* archive) const { zip_discard(archive); }
  void operator()(zip_file_t* file) const { zip_fclose(file); }
  void operator()(zip_source_t* source) const { zip_source_free(source); }
};
using Archive = std::unique_ptr<zip_t, Discard>;
using Source = std::unique_ptr<zip_source_t, Discard>;

// The library's text for a code; it contains no words of the archive.
std::string reason(int code) {
  zip_error_t error;
  zip_error_init_with_code(&error, code);
  std::string text = zip_error_strerror(&error);
  zip_error_fini(&error);
  return text;
}

Error bad(ErrorKind kind, std::string what) { return Error{kind, "ZIP archive", std::move(what)}; }
Error bad_member(size_t index, ErrorKind kind, std::string what) {
  return Error{kind, "member " + std::to_string(index) + " of the ZIP archive", std::move(what)};
}

// An archive over bytes that outlive it.
Result<Archive> open_archive(std::string_view bytes) {
  zip_error_t error;
  zip_error_init(&error);
  Source source(zip_source_buffer_create(bytes.data(), bytes.size(), 0, &error));
  if (!source) return bad(ErrorKind::kExhausted, "no memory");
  Archive archive(zip_open_from_source(source.get(), ZIP_RDONLY | ZIP_CHECKCONS, &error));
  if (!archive) return bad(ErrorKind::kBadInput, reason(zip_error_code_zip(&error)));
  (void)source.release();  // the archive owns it now
  return archive;
}

Result<ZipMembers::Member> read_member(zip_t* archive, size_t index) {
  zip_stat_t stat;
  constexpr zip_uint64_t kNeeded = ZIP_STAT_NAME | ZIP_STAT_SIZE | ZIP_STAT_COMP_SIZE |
                                   ZIP_STAT_COMP_METHOD | ZIP_STAT_ENCRYPTION_METHOD;
  if (zip_stat_index(archive, index, 0, &stat) != 0 || (stat.valid & kNeeded) != kNeeded) {
    return bad_member(index, ErrorKind::kBadInput, "its entry cannot be read");
  }
  if (stat.encryption_method != ZIP_EM_NONE) {
    return bad_member(index, ErrorKind::kUnsupported, "it is encrypted");
  }
  if (stat.comp_method != ZIP_CM_STORE && stat.comp_method != ZIP_CM_DEFLATE) {
    return bad_member(index, ErrorKind::kUnsupported, "neither stored nor deflated");
  }
  if (stat.size > kFreeZipBytes && stat.size / kMostZipRatio > stat.comp_size) {
    return bad_member(index, ErrorKind::kUnsupported,
                      "more than " + std::to_string(kMostZipRatio) + " times its compressed size");
  }
  return ZipMembers::Member{stat.name, stat.size, stat.comp_size, stat.comp_method == ZIP_CM_STORE};
}

// Everything that a closed archive wrote into `source`.
Result<std::string> written(zip_source_t* source) {
  zip_stat_t stat;
  if (zip_source_stat(source, &stat) != 0 || zip_source_open(source) != 0) {
    return bad(ErrorKind::kInternal, "the written archive cannot be read");
  }
  std::string bytes(stat.size, '\0');
  const zip_int64_t n = zip_source_read(source, bytes.data(), bytes.size());
  zip_source_close(source);
  if (n != static_cast<zip_int64_t>(bytes.size())) {
    return bad(ErrorKind::kInternal, "the written archive cannot be read");
  }
  return bytes;
}

}  // namespace

Result<ZipMembers> ZipMembers::open(std::string_view bytes) {
  REDACT_ASSIGN(const Archive archive, open_archive(bytes));
  const zip_int64_t n = zip_get_num_entries(archive.get(), 0);
  if (n == 0) return bad(ErrorKind::kBadInput, "no members");  // the library opens an empty file
  if (n > static_cast<zip_int64_t>(kMostZipMembers)) {
    return bad(ErrorKind::kUnsupported,
               "more than " + std::to_string(kMostZipMembers) + " members");
  }
  ZipMembers members;
  members.archive_ = bytes;
  uint64_t total = 0;
  for (size_t i = 0; i < static_cast<size_t>(n); ++i) {
    REDACT_ASSIGN(Member member, read_member(archive.get(), i));
    const auto sum = checked_add(total, member.size);
    if (!sum || *sum > kMostZipBytes) {
      return bad_member(i, ErrorKind::kUnsupported, "the members have more than 1 GiB");
    }
    total = *sum;
    members.members_.push_back(std::move(member));
  }
  return members;
}

Result<std::string> ZipMembers::read(size_t index) const {
  REDACT_ASSIGN(const Archive archive, open_archive(archive_));
  const std::unique_ptr<zip_file_t, Discard> file(zip_fopen_index(archive.get(), index, 0));
  if (!file) return bad_member(index, ErrorKind::kBadInput, "it cannot be opened");
  // One byte more than expected, so that the end is read, where the library compares the checksum.
  std::string bytes(members_[index].size + 1, '\0');
  size_t n = 0;
  for (;;) {
    const zip_int64_t got = zip_fread(file.get(), bytes.data() + n, bytes.size() - n);
    if (got < 0) {
      return bad_member(index, ErrorKind::kBadInput, "its data or its checksum is wrong");
    }
    if (got == 0) break;
    n += static_cast<size_t>(got);
  }
  if (n != members_[index].size) {
    return bad_member(index, ErrorKind::kBadInput,
                      "its size differs from its entry in the archive");
  }
  bytes.resize(n);
  return bytes;
}

Result<std::string> ZipMembers::write(const std::map<size_t, std::string>& replaced,
                                      const std::map<size_t, std::string>& renamed) const {
  REDACT_ASSIGN(const Archive from, open_archive(archive_));
  zip_error_t error;
  zip_error_init(&error);
  const Source target(zip_source_buffer_create(nullptr, 0, 0, &error));
  if (!target) return bad(ErrorKind::kExhausted, "no memory");
  Archive to(zip_open_from_source(target.get(), ZIP_CREATE | ZIP_TRUNCATE, &error));
  if (!to) return bad(ErrorKind::kInternal, reason(zip_error_code_zip(&error)));
  zip_source_keep(target.get());  // closing the archive frees one reference
  for (size_t i = 0; i < members_.size(); ++i) {
    const auto other = replaced.find(i);
    Source source(other == replaced.end()
                      ? zip_source_zip(to.get(), from.get(), i, ZIP_FL_COMPRESSED, 0, -1)
                      : zip_source_buffer(to.get(), other->second.data(), other->second.size(), 0));
    if (!source) return bad_member(i, ErrorKind::kExhausted, "no memory");
    const auto name = renamed.find(i);
    const std::string& written_name = name == renamed.end() ? members_[i].name : name->second;
    const zip_int64_t index =
        zip_file_add(to.get(), written_name.c_str(), source.get(), ZIP_FL_ENC_UTF_8);
    if (index < 0) return bad_member(i, ErrorKind::kBadInput, "it cannot be written");
    (void)source.release();
    const auto at = static_cast<zip_uint64_t>(index);
    int failed = zip_file_set_dostime(to.get(), at, kTime, kDate, 0);
    if (other != replaced.end()) {
      failed |= zip_set_file_compression(to.get(), at, ZIP_CM_DEFLATE, kLevel);
    } else if (members_[i].is_stored) {  // the library would deflate it; others are copied
      failed |= zip_set_file_compression(to.get(), at, ZIP_CM_STORE, 0);
    }
    if (failed != 0) {
      return bad_member(i, ErrorKind::kInternal, "it cannot be written");
    }
  }
  if (zip_close(to.get()) != 0) {
    return bad(ErrorKind::kBadInput, reason(zip_error_code_zip(zip_get_error(to.get()))));
  }
  (void)to.release();  // closed
  return written(target.get());
}

}  // namespace redact

// SPDX-License-Identifier: Apache-2.0
#include "crypto/secret.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include "base/file_io.h"
#include "base/utf8.h"

namespace redact {

namespace {

constexpr size_t kMinKeyBytes = 16;

Error bad_key(std::string what) { return {ErrorKind::kBadInput, "key", std::move(what)}; }

bool is_control(char c) {
  const bool is_space = c == '\t' || c == '\n' || c == '\r' || c == '\f';
  return (static_cast<uint8_t>(c) < 0x20 && !is_space) || c == 0x7F;
}

// UTF-16 of Latin-1 letters: every second byte is 0.
bool is_wide_text(std::string_view bytes) {
  for (const size_t first : {0, 1}) {
    bool all = true;
    for (size_t i = first; i < bytes.size(); i += 2) {
      const bool is_mark =
          i < 2 && (bytes.starts_with("\xFF\xFE") || bytes.starts_with("\xFE\xFF"));
      all = all && (bytes[i] == '\0' || is_mark);
    }
    if (all) return true;
  }
  return false;
}

// About three in a million random keys of 16 bytes read as text; of 32 bytes, none in a lifetime.
bool reads_as_text(std::string_view bytes) {
  if (is_wide_text(bytes)) return true;
  if (std::any_of(bytes.begin(), bytes.end(), is_control)) return false;
  const auto n_ascii = static_cast<size_t>(std::count_if(
      bytes.begin(), bytes.end(), [](char c) { return static_cast<uint8_t>(c) < 0x80; }));
  return is_utf8(bytes) || n_ascii * 10 >= bytes.size() * 9;
}

Result<Digest> random_bytes() {
  Digest bytes;
  if (::getentropy(bytes.data(), bytes.size()) == 0) return bytes;
  return Error{ErrorKind::kInternal, "random bytes", "the kernel gave none"};
}

}  // namespace

Result<std::string> read_private(const std::string& path, const std::string& where) {
  namespace fs = std::filesystem;
  REDACT_ASSIGN(std::string bytes, read_file(path));
  std::error_code error;
  const fs::perms mode = fs::status(path, error).permissions();
  if (error) return Error{ErrorKind::kIo, where, error.message()};
  if ((mode & (fs::perms::group_all | fs::perms::others_all)) != fs::perms::none) {
    return Error{ErrorKind::kBadInput, where,
                 "is accessible to others than its owner; forbid it with: chmod 600 FILE"};
  }
  return bytes;
}

Result<Secret> Secret::of_bytes(std::string_view bytes) {
  if (bytes.size() < kMinKeyBytes) {
    return bad_key("has fewer than 16 bytes; make one with: redact --make-key FILE");
  }
  REDACT_ASSIGN(const Digest key, sha256(bytes));
  return Secret(key);
}

Result<Secret> Secret::given(std::string_view bytes, TextKeys text,
                             std::string_view setting_for_text) {
  if (text == TextKeys::kRefused && bytes.size() >= kMinKeyBytes && reads_as_text(bytes)) {
    return bad_key(
        "is text, which can be guessed; make a key of random bytes with: redact --make-key FILE; "
        "for values and mappings made with a key of text: " +
        std::string(setting_for_text));
  }
  return of_bytes(bytes);
}

Result<Secret> Secret::read(const std::string& path, TextKeys text,
                            std::string_view setting_for_text) {
  REDACT_ASSIGN(const std::string bytes, read_private(path, "key"));
  return given(bytes, text, setting_for_text);
}

Result<void> Secret::make_file(const std::string& path) {
  Digest key;
  do {
    REDACT_ASSIGN(key, random_bytes());
  } while (reads_as_text(bytes_of(key)));
  const int fd = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (fd < 0 && errno == EEXIST) {
    return Error{ErrorKind::kMisuse, "key", "the file exists already; it is not overwritten"};
  }
  if (fd < 0) return io_error("create");
  const bool is_written = write_all(fd, bytes_of(key)) && ::fsync(fd) == 0;
  const Error failed = is_written ? Error() : io_error("create");
  ::close(fd);
  if (is_written) return sync_folder(folder_of(path));
  ::unlink(path.c_str());
  return failed;
}

Result<Secret> Secret::random() {
  REDACT_ASSIGN(const Digest key, random_bytes());
  return Secret(key);
}

Result<Digest> Secret::draw(std::string_view purpose, std::string_view message) const {
  std::string input(purpose);
  input += '\0';
  input += message;
  return hmac_sha256(key_, input);
}

Result<uint64_t> Secret::draw_below(uint64_t n, std::string_view purpose,
                                    std::string_view message) const {
  REDACT_ASSIGN(const Digest bytes, draw(purpose, message));
  uint64_t number;
  std::memcpy(&number, bytes.data(), sizeof(number));
  return number % n;
}

Result<Secret> Secret::derive(std::string_view purpose, std::string_view message) const {
  REDACT_ASSIGN(const Digest key, draw(purpose, message));
  return Secret(key);
}

}  // namespace redact

// SPDX-License-Identifier: Apache-2.0
#include "documents/files/input_bytes.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "base/os_error.h"

namespace redact {

namespace {

// The capacity of a pipe on Linux; larger pieces gain nothing.
constexpr size_t kPieceBytes = 1 << 16;

}  // namespace

InputBytes::InputBytes(int fd, bool owned, int stop_fd)
    : fd_(fd), owned_(owned), stop_fd_(stop_fd) {
  struct stat info;
  if (::fstat(fd, &info) != 0 || !S_ISREG(info.st_mode)) return;
  start_ = ::lseek(fd, 0, SEEK_CUR);
  if (start_ < 0) start_ = 0;
  size_ = static_cast<uint64_t>(info.st_size > start_ ? info.st_size - start_ : 0);
}

Result<InputBytes> InputBytes::open(const std::string& path, bool pipes, int stop_fd) {
  // Without O_NONBLOCK the call would wait for the writer of a pipe.
  const int fd = ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  if (fd < 0) return os_error(errno);
  InputBytes reader(fd, true, stop_fd);
  struct stat info;
  if (::fstat(fd, &info) != 0) return os_error(errno);
  reader.decompressor_ = Decompressor::make(compression_of(path));
  if (S_ISREG(info.st_mode)) return reader;
  if (pipes && (S_ISFIFO(info.st_mode) || ::isatty(fd) == 1)) return reader;
  return Error{ErrorKind::kBadInput, {}, "not a regular file"};
}

InputBytes InputBytes::standard_input(int stop_fd) {
  return InputBytes(STDIN_FILENO, false, stop_fd);
}

InputBytes::InputBytes(InputBytes&& other) noexcept
    : fd_(std::exchange(other.fd_, -1)),
      owned_(other.owned_),
      stop_fd_(other.stop_fd_),
      size_(other.size_),
      start_(other.start_),
      n_read_(other.n_read_),
      buffer_(std::move(other.buffer_)),
      begin_(other.begin_),
      has_ended_(other.has_ended_),
      decompressor_(std::move(other.decompressor_)),
      compressed_(std::move(other.compressed_)) {}

InputBytes::~InputBytes() {
  if (owned_ && fd_ >= 0) ::close(fd_);
}

Result<void> InputBytes::read_more() {
  buffer_.erase(0, std::exchange(begin_, 0));
  if (!decompressor_) return read_piece(buffer_);
  for (;;) {
    const size_t held = buffer_.size();
    std::string_view left = compressed_;
    REDACT_TRY(decompressor_->decode(left, buffer_, kPieceBytes));
    compressed_.erase(0, compressed_.size() - left.size());
    if (buffer_.size() > held) return {};
    REDACT_TRY(read_piece(compressed_));
    if (has_ended_) return decompressor_->end();
  }
}

// Appends what one call of read() gives.
Result<void> InputBytes::read_piece(std::string& buffer) {
  const size_t held = buffer.size();
  for (;;) {
    if (!size_) {  // read() would report the end of a pipe that has no writer yet
      pollfd ready[2] = {{fd_, POLLIN, 0}, {stop_fd_, POLLIN, 0}};  // poll ignores -1
      const int n = ::poll(ready, 2, -1);
      if (n < 0 && errno == EINTR) continue;
      if (n < 0) return os_error(errno);
      if (ready[1].revents != 0) return Error{ErrorKind::kCancelled, {}, "reading was stopped"};
    }
    buffer.resize(held + kPieceBytes);
    const ssize_t n = ::read(fd_, buffer.data() + held, kPieceBytes);
    const int error = errno;
    buffer.resize(held + static_cast<size_t>(n > 0 ? n : 0));
    if (n >= 0) {
      n_read_ += static_cast<uint64_t>(n);
      has_ended_ = n == 0;
      return {};
    }
    // EAGAIN: another process has read the bytes first.
    if (error != EINTR && error != EAGAIN) return os_error(error);
  }
}

double InputBytes::share_read() const {
  if (!size_) return -1;
  if (n_read_ >= *size_) return 1;  // also if the file has grown
  return static_cast<double>(n_read_) / static_cast<double>(*size_);
}

Result<void> InputBytes::rewind() {
  if (::lseek(fd_, start_, SEEK_SET) < 0) return os_error(errno);
  n_read_ = 0;
  begin_ = 0;
  has_ended_ = false;
  buffer_.clear();
  compressed_.clear();
  if (decompressor_) decompressor_->restart();
  return {};
}

}  // namespace redact

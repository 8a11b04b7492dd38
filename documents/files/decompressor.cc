// SPDX-License-Identifier: Apache-2.0
#include "documents/files/decompressor.h"

#include <zlib.h>
#include <zstd.h>

#include <array>
#include <cstdint>
#include <new>
#include <utility>

#include "base/ascii.h"

namespace redact {

namespace {

constexpr std::array<std::pair<std::string_view, Compression>, 2> kEndings = {
    {{".gz", Compression::kGzip}, {".zst", Compression::kZstd}}};

// A name that consists only of an ending (".gz") has no ending.
bool has_ending(std::string_view path, std::string_view ending) {
  return path.size() > ending.size() && ends_with_any_case(path, ending);
}

Error bad_data(const char* what) { return {ErrorKind::kBadInput, {}, what}; }

// RFC 1952, with zlib.
class Gzip final : public Decompressor {
 public:
  Gzip() {
    if (::inflateInit2(&stream_, kGzipOnly + MAX_WBITS) != Z_OK) throw std::bad_alloc();
  }
  ~Gzip() override { ::inflateEnd(&stream_); }
  Gzip(const Gzip&) = delete;
  Gzip& operator=(const Gzip&) = delete;

  Result<void> decode(std::string_view& in, std::string& out, size_t n_most) override {
    const size_t held = out.size();
    out.resize(held + n_most);
    // zlib does not write to what it reads.
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(in.data()));
    stream_.avail_in = static_cast<uInt>(in.size());
    stream_.next_out = reinterpret_cast<Bytef*>(out.data() + held);
    stream_.avail_out = static_cast<uInt>(n_most);
    int status = Z_OK;
    while (status == Z_OK && stream_.avail_out > 0) {
      if (!is_open_) {
        if (stream_.avail_in == 0) break;
        ::inflateReset(&stream_);
        is_open_ = has_begun_ = true;
      }
      status = ::inflate(&stream_, Z_NO_FLUSH);
      if (status != Z_STREAM_END) continue;
      is_open_ = false;
      status = Z_OK;
    }
    in.remove_prefix(in.size() - stream_.avail_in);
    out.resize(held + n_most - stream_.avail_out);
    if (status == Z_MEM_ERROR) throw std::bad_alloc();
    // Z_BUF_ERROR: it needs more input.
    return status == Z_OK || status == Z_BUF_ERROR ? Result<void>() : bad_data("not gzip data");
  }

  Result<void> end() const override {
    return has_begun_ && !is_open_ ? Result<void>() : bad_data("the gzip data is cut short");
  }

  void restart() override { is_open_ = has_begun_ = false; }

 private:
  static constexpr int kGzipOnly = 16;  // added to the window bits
  z_stream stream_ = {};
  bool is_open_ = false;  // in the middle of a stream
  bool has_begun_ = false;
};

// RFC 8878, with windows of at most 128 MiB (zstd's own limit, that of `zstd -d` too).
class Zstd final : public Decompressor {
 public:
  Zstd() : stream_(ZSTD_createDStream()) {
    if (!stream_) throw std::bad_alloc();
  }

  Result<void> decode(std::string_view& in, std::string& out, size_t n_most) override {
    const size_t held = out.size();
    out.resize(held + n_most);
    ZSTD_inBuffer source = {in.data(), in.size(), 0};
    ZSTD_outBuffer target = {out.data() + held, n_most, 0};
    bool moves = true, is_bad = false;
    while (moves && !is_bad && target.pos < target.size &&
           (source.pos < source.size || left_ > 0)) {
      const size_t from = source.pos, to = target.pos;
      is_bad = from < source.size && !frame_.takes(in[from]);
      if (is_bad) break;
      left_ = ZSTD_decompressStream(stream_.get(), &target, &source);
      frame_.take(in.substr(from, source.pos - from), target.pos - to);
      is_bad = ZSTD_isError(left_) != 0 || (left_ == 0 && !frame_.ends());
      moves = source.pos - from + target.pos - to > 0;
    }
    has_begun_ = has_begun_ || source.pos > 0;
    in.remove_prefix(source.pos);
    out.resize(held + target.pos);
    return is_bad ? bad_data("not zstd data") : Result<void>();
  }

  Result<void> end() const override {
    return has_begun_ && left_ == 0 ? Result<void>() : bad_data("the zstd data is cut short");
  }

  void restart() override {
    ZSTD_DCtx_reset(stream_.get(), ZSTD_reset_session_only);
    has_begun_ = false;
    left_ = 0;
    frame_ = {};
  }

 private:
  // Two checks, so that a refusal does not depend on the pieces in which a stream comes. A frame
  // has the length that its header states: zstd checks this too, except if the last block is empty
  // and comes in another piece than the header. A frame is one of RFC 8878 or a skippable frame
  // (3.1): those of zstd before 0.8, which libzstd still decodes, begin with another byte.
  class Frame {
   public:
    // False if no frame can begin with this byte.
    bool takes(char next) const {
      return !header_.empty() || next == '\x28' || (next & '\xf0') == '\x50';
    }
    void take(std::string_view read, size_t n_written) {
      header_.append(read.substr(0, kMostHeader - header_.size()));
      n_bytes_ += n_written;
    }
    // False if the header states another length. The next bytes belong to another frame.
    bool ends() {
      const auto stated = ZSTD_getFrameContentSize(header_.data(), header_.size());
      const bool fits = stated == ZSTD_CONTENTSIZE_UNKNOWN || stated == n_bytes_;
      *this = {};
      return fits;
    }

   private:
    static constexpr size_t kMostHeader = 18;  // RFC 8878, 3.1.1.1, with the magic number
    std::string header_;                       // the frame's first bytes
    uint64_t n_bytes_ = 0;
  };

  struct Free {
    void operator()(ZSTD_DStream* stream) const { ZSTD_freeDStream(stream); }
  };
  std::unique_ptr<ZSTD_DStream, Free> stream_;
  Frame frame_;
  size_t left_ = 0;  // 0 at the end of a frame
  bool has_begun_ = false;
};

}  // namespace

Compression compression_of(std::string_view path) {
  for (const auto& [ending, compression] : kEndings) {
    if (has_ending(path, ending)) return compression;
  }
  return Compression::kNone;
}

std::string_view without_compression(std::string_view path) {
  for (const auto& [ending, compression] : kEndings) {
    if (has_ending(path, ending)) return path.substr(0, path.size() - ending.size());
  }
  return path;
}

std::unique_ptr<Decompressor> Decompressor::make(Compression compression) {
  switch (compression) {
    case Compression::kGzip: return std::make_unique<Gzip>();
    case Compression::kZstd: return std::make_unique<Zstd>();
    case Compression::kNone: break;
  }
  return nullptr;
}

}  // namespace redact

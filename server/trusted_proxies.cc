// SPDX-License-Identifier: Apache-2.0
#include "server/trusted_proxies.h"

#include <algorithm>
#include <charconv>
#include <string_view>

#include "server/ascii.h"

namespace redact::server {

namespace {

std::string_view trimmed(std::string_view text) {
  const size_t begin = std::min(text.find_first_not_of(" \t"), text.size());
  const size_t end = text.find_last_not_of(" \t") + 1;
  return text.substr(begin, std::max(begin, end) - begin);
}

// Takes the last element from a list, or from one of the lists before it.
std::optional<std::string_view> take_last(std::vector<std::string_view>& lists, char separator) {
  if (lists.empty()) return std::nullopt;
  std::string_view& list = lists.back();
  const size_t at = list.rfind(separator);
  const std::string_view last = trimmed(at == list.npos ? list : list.substr(at + 1));
  if (at == list.npos) {
    lists.pop_back();
  } else {
    list = list.substr(0, at);
  }
  return last;
}

// The value of `for` in an element of Forwarded: for="[2001:db8::1]:4711";proto=https
std::string_view for_of(std::string_view element) {
  std::vector<std::string_view> pairs = {element};
  while (const auto pair = take_last(pairs, ';')) {
    const size_t equals = pair->find('=');
    if (equals == pair->npos || lower(trimmed(pair->substr(0, equals))) != "for") continue;
    std::string_view value = trimmed(pair->substr(equals + 1));
    const bool is_quoted = value.size() >= 2 && value.front() == '"' && value.back() == '"';
    return is_quoted ? value.substr(1, value.size() - 2) : value;
  }
  return {};
}

// An address, perhaps with a port: 10.0.0.1, 10.0.0.1:80, ::1, [::1], [::1]:80.
std::optional<Address> parse_address(std::string_view text) {
  if (text.starts_with('[')) {
    text = text.substr(1, text.find(']') - 1);
  } else if (std::count(text.begin(), text.end(), ':') == 1) {
    text = text.substr(0, text.find(':'));
  }
  ErrorCode error;
  const Address address = asio::ip::make_address(std::string(text), error);
  // A zone is a name of the machine that wrote it.
  if (error || text.find('%') != text.npos) return std::nullopt;
  return plain_address(address);
}

}  // namespace

TrustedProxies::Bytes TrustedProxies::bytes_of(const Address& address) {
  if (address.is_v6()) return address.to_v6().to_bytes();
  return asio::ip::make_address_v6(asio::ip::v4_mapped, address.to_v4()).to_bytes();
}

bool TrustedProxies::has(const Range& range, const Bytes& bytes) {
  for (unsigned bit = 0; bit < range.n_bits; bit += 8) {
    const unsigned n = std::min(8U, range.n_bits - bit);
    const auto mask = static_cast<uint8_t>(0xff << (8 - n));
    if (((bytes[bit / 8] ^ range.first[bit / 8]) & mask) != 0) return false;
  }
  return true;
}

std::optional<TrustedProxies::Range> TrustedProxies::parse_range(const std::string& text) {
  const size_t slash = text.find('/');
  ErrorCode error;
  const Address address = asio::ip::make_address(text.substr(0, slash), error);
  if (error || text.find('%') != text.npos) return std::nullopt;
  const unsigned size = address.is_v4() ? 32 : 128;
  unsigned n = size;
  if (slash != text.npos) {
    const char* const end = text.data() + text.size();
    const auto read = std::from_chars(text.data() + slash + 1, end, n);
    if (read.ec != std::errc() || read.ptr != end || n > size) return std::nullopt;
  }
  const Range range{bytes_of(address), 128 - size + n};
  // The address is the first of its range.
  for (unsigned bit = range.n_bits; bit < 128; ++bit) {
    if ((range.first[bit / 8] >> (7 - bit % 8) & 1) != 0) return std::nullopt;
  }
  return range;
}

Checked<TrustedProxies> TrustedProxies::parse(const std::vector<std::string>& ranges) {
  TrustedProxies proxies;
  for (const std::string& text : ranges) {
    if (text == "unix") {
      proxies.has_unix_ = true;
      continue;
    }
    const auto range = parse_range(text);
    if (!range) {
      return Refusal{500,
                     "--trusted-proxy: is no range of addresses such as 10.1.0.0/16 or fd00::/8, "
                     "with zeros behind its prefix, and not \"unix\""};
    }
    proxies.ranges_.push_back(*range);
  }
  return proxies;
}

bool TrustedProxies::hold(const std::optional<Address>& peer) const {
  if (!peer) return has_unix_;
  const Bytes bytes = bytes_of(*peer);
  return std::any_of(ranges_.begin(), ranges_.end(),
                     [&](const Range& range) { return has(range, bytes); });
}

std::optional<Address> TrustedProxies::client_of(const RequestHead& head) const {
  const bool is_plain = !head.forwarded_for.empty();
  const auto& fields = is_plain ? head.forwarded_for : head.forwarded;
  std::vector<std::string_view> lists(fields.begin(), fields.end());
  while (const auto element = take_last(lists, ',')) {
    const auto address = parse_address(is_plain ? *element : for_of(*element));
    if (!address || !hold(address)) return address;
  }
  return std::nullopt;
}

}  // namespace redact::server

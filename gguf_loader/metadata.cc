// SPDX-License-Identifier: Apache-2.0
#include "gguf_loader/metadata.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <initializer_list>

#include "base/checked.h"
#include "gguf_loader/limits.h"

namespace redact {

namespace {

constexpr std::array<std::string_view, 13> kTypeNames = {
    "u8", "i8", "u16", "i16", "u32", "i32", "f32", "bool", "string", "array", "u64", "i64", "f64"};
constexpr std::array<uint64_t, 13> kTypeBytes = {1, 1, 2, 2, 4, 4, 4, 1, 0, 0, 8, 8, 8};
constexpr uint64_t kMinStringBytes = 8;  // its length

uint64_t scalar_bytes(MetadataType type) { return kTypeBytes[static_cast<size_t>(type)]; }
std::string type_name(MetadataType type) {
  return std::string(kTypeNames[static_cast<size_t>(type)]);
}

Error bad(const ByteReader& reader, std::string_view key, std::string what) {
  return {ErrorKind::kBadInput, reader.where("metadata " + escaped(key)), std::move(what)};
}

Error wrong_type(const std::string& key, const MetadataValue& value, const std::string& wanted) {
  return {
      ErrorKind::kBadInput, key,
      "expected " + wanted + ", found type " + type_name(value.type) +
          (value.type == MetadataType::kArray ? " of " + type_name(value.element) : std::string())};
}

Error missing(const std::string& key) {
  return {ErrorKind::kBadInput, key, "required key is missing"};
}

Result<MetadataValue> array_of(const Metadata& metadata, const std::string& key,
                               std::initializer_list<MetadataType> elements,
                               const std::string& wanted) {
  if (!metadata.has(key)) return missing(key);
  const MetadataValue& found = metadata.value(key);
  const bool fits = found.type == MetadataType::kArray &&
                    std::find(elements.begin(), elements.end(), found.element) != elements.end();
  if (!fits) return wrong_type(key, found, wanted);
  return found;
}

Result<MetadataType> read_type(ByteReader& reader, std::string_view key) {
  const auto id = reader.read<uint32_t>();  // read as a number and checked before the cast
  if (!id) return bad(reader, key, "the file ends inside the type");
  if (*id >= kTypeNames.size()) return bad(reader, key, "unknown type " + std::to_string(*id));
  return static_cast<MetadataType>(*id);
}

Result<void> check_bools(const ByteReader& reader, std::string_view key,
                         std::span<const uint8_t> bytes) {
  for (const uint8_t byte : bytes) {
    if (byte > 1) return bad(reader, key, "bool value is neither 0 nor 1");
  }
  return {};
}

// Consumes `value.count` elements of `value.element` and keeps their bytes.
Result<void> read_elements(ByteReader& reader, std::string_view key, MetadataValue& value) {
  const uint64_t begin = reader.offset();
  if (value.element == MetadataType::kString) {
    // Untested: the first string that is missing is refused as well.
    if (value.count > reader.remaining() / kMinStringBytes) {
      return bad(reader, key, "the file is too short for this many strings");
    }
    for (uint64_t i = 0; i < value.count; ++i) {
      if (!reader.read_string(gguf_limits::kMaxStringBytes)) {
        return bad(reader, key, "a string is truncated or longer than 16 MiB");
      }
    }
  } else {
    const auto n_bytes = checked_mul(value.count, scalar_bytes(value.element));
    // Untested in part: there are at most 2^24 elements of 8 bytes.
    if (!n_bytes || !reader.take(*n_bytes))
      return bad(reader, key, "the file ends inside the value");
  }
  value.bytes = reader.since(begin);
  if (value.element == MetadataType::kBool) REDACT_TRY(check_bools(reader, key, value.bytes));
  return {};
}

Result<MetadataValue> read_value(ByteReader& reader, std::string_view key) {
  MetadataValue value{};
  REDACT_ASSIGN(value.type, read_type(reader, key));
  value.element = value.type;
  value.count = 1;
  if (value.type == MetadataType::kArray) {
    REDACT_ASSIGN(value.element, read_type(reader, key));
    if (value.element == MetadataType::kArray)
      return bad(reader, key, "nested arrays are not supported");
    const auto count = reader.read<uint64_t>();
    if (!count) return bad(reader, key, "the file ends inside the array length");
    if (*count > gguf_limits::kMaxArrayElements) return bad(reader, key, "the array is too long");
    value.count = *count;
  }
  REDACT_TRY(read_elements(reader, key, value));
  return value;
}

Result<void> check_key(const ByteReader& reader, std::string_view key) {
  if (key.empty()) return bad(reader, key, "empty key");
  for (const char c : key) {
    if (c <= 0x20 || c >= 0x7f)
      return bad(reader, key, "a key must be printable ASCII without spaces");
  }
  return {};
}

// The value of an integer scalar; nullopt for another type.
std::optional<int64_t> integer(const MetadataValue& value) {
  ByteReader reader(value.bytes);
  switch (value.type) {
    case MetadataType::kU8: return *reader.read<uint8_t>();
    case MetadataType::kI8: return *reader.read<int8_t>();
    case MetadataType::kU16: return *reader.read<uint16_t>();
    case MetadataType::kI16: return *reader.read<int16_t>();
    case MetadataType::kU32: return *reader.read<uint32_t>();
    case MetadataType::kI32: return *reader.read<int32_t>();
    case MetadataType::kI64: return *reader.read<int64_t>();
    case MetadataType::kU64: return checked_narrow<int64_t>(*reader.read<uint64_t>());
    default: return std::nullopt;
  }
}

}  // namespace

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text.substr(0, 60)) out += c >= 0x20 && c < 0x7f && c != '\\' ? c : '?';
  return out + (text.size() > 60 ? "..." : "");
}

Result<Metadata> Metadata::read(ByteReader& reader, uint64_t count) {
  Metadata metadata;
  for (uint64_t i = 0; i < count; ++i) {
    const auto key = reader.read_string(gguf_limits::kMaxKeyBytes);
    if (!key) return bad(reader, "key " + std::to_string(i), "truncated or too long");
    REDACT_TRY(check_key(reader, *key));
    REDACT_ASSIGN(const MetadataValue value, read_value(reader, *key));
    if (!metadata.index_.emplace(*key, value).second) return bad(reader, *key, "duplicate key");
    metadata.keys_.push_back(*key);
  }
  return metadata;
}

const MetadataValue& Metadata::value(std::string_view key) const {
  return index_.find(key)->second;
}

Result<std::optional<uint64_t>> Metadata::find_count(const std::string& key) const {
  if (!has(key)) return std::optional<uint64_t>();
  const auto number = integer(value(key));
  if (!number) return wrong_type(key, value(key), "an integer");
  if (*number < 0) return Error{ErrorKind::kBadInput, key, "must not be negative"};
  return std::optional<uint64_t>(*number);
}

Result<uint64_t> Metadata::get_count(const std::string& key) const {
  REDACT_ASSIGN(const auto found, find_count(key));
  if (!found) return missing(key);
  return *found;
}

Result<std::optional<std::string_view>> Metadata::find_string(const std::string& key) const {
  if (!has(key)) return std::optional<std::string_view>();
  if (value(key).type != MetadataType::kString) return wrong_type(key, value(key), "a string");
  return ByteReader(value(key).bytes).read_string(gguf_limits::kMaxStringBytes);
}

Result<std::string_view> Metadata::get_string(const std::string& key) const {
  REDACT_ASSIGN(const auto found, find_string(key));
  if (!found) return missing(key);
  return *found;
}

Result<std::optional<double>> Metadata::find_float(const std::string& key) const {
  if (!has(key)) return std::optional<double>();
  ByteReader reader(value(key).bytes);
  switch (value(key).type) {
    case MetadataType::kF32: return std::optional<double>(*reader.read<float>());
    case MetadataType::kF64: return std::optional<double>(*reader.read<double>());
    default: return wrong_type(key, value(key), "a float");
  }
}

Result<std::optional<bool>> Metadata::find_bool(const std::string& key) const {
  if (!has(key)) return std::optional<bool>();
  if (value(key).type != MetadataType::kBool) return wrong_type(key, value(key), "a bool");
  return std::optional<bool>(value(key).bytes[0] == 1);
}

Result<std::vector<std::string_view>> Metadata::get_strings(const std::string& key) const {
  REDACT_ASSIGN(const MetadataValue found,
                array_of(*this, key, {MetadataType::kString}, "an array of strings"));
  ByteReader reader(found.bytes);
  std::vector<std::string_view> out;
  while (reader.remaining() > 0) out.push_back(*reader.read_string(gguf_limits::kMaxStringBytes));
  return out;
}

Result<std::vector<float>> Metadata::get_floats(const std::string& key) const {
  REDACT_ASSIGN(const MetadataValue found,
                array_of(*this, key, {MetadataType::kF32}, "an array of f32"));
  ByteReader reader(found.bytes);
  std::vector<float> out;
  while (reader.remaining() > 0) out.push_back(*reader.read<float>());
  return out;
}

Result<std::span<const uint8_t>> Metadata::get_bytes(const std::string& key) const {
  REDACT_ASSIGN(const MetadataValue found,
                array_of(*this, key, {MetadataType::kU8}, "an array of u8"));
  return found.bytes;
}

Result<std::vector<int32_t>> Metadata::get_ints(const std::string& key) const {
  REDACT_ASSIGN(
      const MetadataValue found,
      array_of(*this, key, {MetadataType::kI32, MetadataType::kU32}, "an array of i32 or u32"));
  ByteReader reader(found.bytes);
  std::vector<int32_t> out;
  while (reader.remaining() > 0) {
    const auto number = *reader.read<int32_t>();
    if (number < 0 && found.element == MetadataType::kU32) {
      return Error{ErrorKind::kBadInput, key, "a number is above 2^31 - 1"};
    }
    out.push_back(number);
  }
  return out;
}

std::string Metadata::describe(std::string_view key) const {
  const MetadataValue& found = value(key);
  if (found.type == MetadataType::kArray) {
    return "[" + std::to_string(found.count) + " x " + type_name(found.element) + "]";
  }
  const std::string name(key);
  if (found.type == MetadataType::kString) return escaped(**find_string(name));
  if (found.type == MetadataType::kBool) return found.bytes[0] ? "true" : "false";
  if (const auto number = integer(found)) return std::to_string(*number);
  const auto real = find_float(name);
  if (!real.ok()) return "above 2^63 - 1";
  std::array<char, 32>
      text{};  // %g writes at most 13 characters; %f would write 309 digits of 1e308
  return {text.data(), static_cast<size_t>(std::snprintf(text.data(), text.size(), "%g", **real))};
}

}  // namespace redact

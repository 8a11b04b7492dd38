// SPDX-License-Identifier: Apache-2.0
#include "gguf_loader/gguf_file.h"

#include "base/checked.h"
#include "gguf_loader/limits.h"

namespace redact {

namespace {

constexpr uint32_t kMagic = 0x46554747;  // "GGUF"
constexpr uint64_t kDefaultAlignment = 32;
// The minimum bytes of a key/value pair (key length, type, value) and of a tensor entry (name
// length, n_dims, one dim, type, offset); they bound a count by the file's size.
constexpr uint64_t kMinKeyValueBytes = 8 + 4 + 1;
constexpr uint64_t kMinTensorBytes = 8 + 4 + 8 + 4 + 8;

Result<uint32_t> read_version(ByteReader& reader) {
  const std::string at_magic = reader.where("magic");
  const auto magic = reader.read<uint32_t>();
  if (!magic || *magic != kMagic) return bad_input(at_magic, "this is not a GGUF file");
  const std::string at_version = reader.where("version");
  const auto version = reader.read<uint32_t>();
  if (!version) return bad_input(at_version, "the file ends inside this field");
  if (*version != 0 && (*version & 0xffff) == 0)
    return bad_input(at_version, "big-endian GGUF files are not supported");
  if (*version != 2 && *version != 3) {
    return bad_input(at_version, "GGUF version " + std::to_string(*version) +
                                     " is not supported; versions 2 and 3 are");
  }
  return *version;
}

Result<uint64_t> read_count(ByteReader& reader, const char* field, uint64_t most) {
  const std::string at_count = reader.where(field);
  const auto count = reader.read<uint64_t>();
  if (!count) return bad_input(at_count, "the file ends inside this field");
  if (*count > most) {
    return bad_input(at_count,
                     std::to_string(*count) + " exceeds the limit of " + std::to_string(most));
  }
  return *count;
}

}  // namespace

Result<GgufFile> GgufFile::open(const std::string& path) {
  REDACT_ASSIGN(GgufFile file, open_one(path));
  REDACT_ASSIGN(const auto split, Split::read(file.metadata_));
  if (!split) return file;
  if (split->number != 0) return part_alone(*split, path);
  for (uint64_t number = 1; number < split->n_parts; ++number) {
    REDACT_ASSIGN(const std::string part_path, split_part_path(path, number, split->n_parts));
    auto part = open_one(part_path);
    const Result<void> added =
        part.ok() ? file.add_part(std::move(*part), *split, static_cast<uint32_t>(number))
                  : Result<void>(part.error());
    REDACT_TRY(blame(file_name(part_path), added));
  }
  if (file.tensors_.size() != split->n_tensors) {
    return bad_input("split.tensors.count", "expected " + std::to_string(split->n_tensors) +
                                                " tensors, but the parts hold " +
                                                std::to_string(file.tensors_.size()));
  }
  return file;
}

Result<GgufFile> GgufFile::open_one(const std::string& path) {
  REDACT_ASSIGN(MappedFile mapped, MappedFile::open(path));
  REDACT_ASSIGN(GgufFile file, parse_one(mapped.bytes()));
  file.mapped_.push_back(std::move(mapped));
  return file;
}

Result<GgufFile> GgufFile::parse(std::span<const uint8_t> bytes) {
  REDACT_ASSIGN(GgufFile file, parse_one(bytes));
  REDACT_ASSIGN(const auto split, Split::read(file.metadata_));
  if (split) return part_alone(*split, "");
  return file;
}

// Takes over the mapping and the tensors of another part, whose metadata only repeats the first's.
Result<void> GgufFile::add_part(GgufFile part, const Split& split, uint32_t number) {
  REDACT_TRY(check_part(metadata_, split, part.metadata_, number));
  for (TensorInfo info : part.tensors_) {
    info.part = number;
    if (!index_.emplace(info.name, tensors_.size()).second) {
      return bad_input("tensor " + std::string(info.name),
                       "an earlier part has a tensor of the same name");
    }
    tensors_.push_back(info);
  }
  if (tensors_.size() > gguf_limits::kMaxTensors) {
    return bad_input("n_tensors", "all parts together exceed the limit of " +
                                      std::to_string(gguf_limits::kMaxTensors) + " tensors");
  }
  mapped_.push_back(std::move(part.mapped_[0]));
  data_.push_back(part.data_[0]);
  return {};
}

Result<GgufFile> GgufFile::parse_one(std::span<const uint8_t> bytes) {
  GgufFile file;
  ByteReader reader(bytes);
  REDACT_ASSIGN(file.version_, read_version(reader));
  REDACT_ASSIGN(const uint64_t n_tensors,
                read_count(reader, "n_tensors", gguf_limits::kMaxTensors));
  REDACT_ASSIGN(const uint64_t n_kv, read_count(reader, "n_kv", gguf_limits::kMaxKeyValues));
  // Untested: the first key or entry that is missing is refused as well.
  if (n_kv > reader.remaining() / kMinKeyValueBytes)
    return bad_input("n_kv", "the file is too short for this many keys");
  // Untested: as above.
  if (n_tensors > reader.remaining() / kMinTensorBytes)
    return bad_input("n_tensors", "the file is too short for this many tensors");
  REDACT_ASSIGN(file.metadata_, Metadata::read(reader, n_kv));
  REDACT_TRY(file.read_tensors(reader, n_tensors));
  REDACT_TRY(file.place_data(reader, bytes));
  return file;
}

Result<void> GgufFile::read_tensors(ByteReader& reader, uint64_t count) {
  for (uint64_t i = 0; i < count; ++i) {
    REDACT_ASSIGN(const TensorInfo info, read_tensor_info(reader));
    if (!index_.emplace(info.name, tensors_.size()).second) {
      return bad_input(reader.where("tensor list, before the entry"),
                       "duplicate tensor " + std::string(info.name));
    }
    tensors_.push_back(info);
  }
  return {};
}

// Requires that tensors follow one another without gap or overlap, as every writer lays them out.
// The check costs nothing and also rules out overlaps.
Result<void> GgufFile::place_data(ByteReader& reader, std::span<const uint8_t> bytes) {
  const std::string key = "general.alignment";
  REDACT_ASSIGN(const auto given, metadata_.find_count(key));
  if (given && metadata_.value(key).type != MetadataType::kU32)
    return bad_input(key, "must be of type u32");
  const uint64_t alignment = given.value_or(kDefaultAlignment);
  if (alignment < 8 || alignment > gguf_limits::kMaxAlignment ||
      (alignment & (alignment - 1)) != 0) {
    return bad_input(key, "must be a power of two from 8 to 65536");
  }
  data_.emplace_back();
  if (tensors_.empty()) return {};  // a vocabulary file, or a first part with only metadata

  const uint64_t start = *checked_align_up(reader.offset(), alignment);  // far below 2^64
  if (start > bytes.size()) return bad_input("tensor data", "the file ends before it");
  data_[0] = bytes.subspan(start);
  uint64_t expected = 0;
  for (const TensorInfo& info : tensors_) {
    const std::string where = "offset of tensor " + std::string(info.name);
    if (info.offset != expected) {
      return bad_input(where, "expected " + std::to_string(expected) +
                                  " after the previous tensor, found " +
                                  std::to_string(info.offset));
    }
    if (!fits(info.offset, info.n_bytes, data_[0].size())) {
      return bad_input(
          where, "the file ends at byte " + std::to_string(bytes.size()) + ", inside the data");
    }
    const auto next = checked_align_up(info.offset + info.n_bytes, alignment);
    // Untested: the data ends inside the file.
    if (!next) return bad_input(where, "the end of the data is above 2^64 bytes");
    expected = *next;
  }
  return {};
}

const TensorInfo* GgufFile::find(std::string_view name) const {
  const auto found = index_.find(name);
  return found == index_.end() ? nullptr : &tensors_[found->second];
}

}  // namespace redact

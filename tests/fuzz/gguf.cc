// SPDX-License-Identifier: Apache-2.0
// Any bytes as a GGUF file: refused, or a catalogue whose tensors lie inside the bytes.
#include <tuple>

#include "gguf_loader/gguf_file.h"
#include "tests/fuzz/require.h"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using redact::fuzz::require;
  const auto file = redact::GgufFile::parse({data, size});
  if (!file.ok()) {
    require(!file.error().message().empty());
    require(file.error().message().find('\n') == std::string::npos);
    return 0;
  }
  const redact::Metadata& metadata = file->metadata();
  for (const std::string_view key : metadata.keys()) {
    require(metadata.describe(key).size() <= 100);
    const std::string name(key);
    require(metadata.get_count(name).ok() <= metadata.find_count(name).ok());
    std::ignore = metadata.find_float(name), std::ignore = metadata.find_bool(name);
    std::ignore = metadata.find_string(name), std::ignore = metadata.get_strings(name);
    std::ignore = metadata.get_floats(name), std::ignore = metadata.get_ints(name);
    std::ignore = metadata.get_bytes(name);
  }
  for (const redact::TensorInfo& info : file->tensors()) {
    const auto bytes = file->data(info);
    require(bytes.empty() || (bytes.data() >= data && bytes.data() + bytes.size() <= data + size));
    require(file->find(info.name) == &info);
  }
  return 0;
}

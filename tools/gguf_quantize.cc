// SPDX-License-Identifier: Apache-2.0
#include "tools/gguf_quantize.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <vector>

#include "base/file_io.h"
#include "base/thread_pool.h"
#include "gguf_loader/gguf_file.h"
#include "kernels/formats/decode.h"
#include "runtime/model/weights.h"
#include "tools/gguf_head.h"
#include "tools/quantisers.h"

namespace redact {

namespace {

// Weights decoded at a time: 16 MiB of floats, enough rows for many threads.
constexpr size_t kSliceWeights = size_t{4} << 20;
constexpr float kMostValue = 65504;  // the largest half

// The types that can be requested, and the general.file_type of their files.
struct FileType {
  TensorType type;
  uint32_t id;
};
constexpr FileType kFileTypes[] = {{TensorType::kQ4_0, 2},
                                   {TensorType::kQ8_0, 7},
                                   {TensorType::kQ4_K, 14},
                                   {TensorType::kQ6_K, 18}};

std::optional<FileType> file_type_named(std::string name) {
  for (char& c : name) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  for (const FileType& each : kFileTypes) {
    if (tensor_type_name(each.type) == name) return each;
  }
  return std::nullopt;
}

bool is_matrix(const TensorInfo& info) {
  return info.n_dims > 1 && info.name.ends_with(".weight") &&
         !info.name.ends_with("_norm.weight") && !info.name.ends_with("ffn_gate_inp.weight") &&
         info.name != "position_embd.weight" && info.name != "token_types.weight";
}

bool fits(TensorType type, uint64_t cols) {
  return cols % tensor_type_info(static_cast<uint32_t>(type))->block_elements == 0;
}

// The output type of a tensor.
TensorType type_for(const GgufFile& file, const TensorInfo& info, TensorType asked) {
  if (!is_matrix(info)) return info.type;
  const bool tied = file.find("output.weight") == nullptr;
  const bool makes_logits =
      info.name == "output.weight" || (tied && info.name == "token_embd.weight");
  TensorType type = makes_logits && asked != TensorType::kQ8_0 ? TensorType::kQ6_K : asked;
  if (fits(type, info.cols())) return type;
  if (type == TensorType::kQ4_K) type = TensorType::kQ5_0;
  if (type == TensorType::kQ6_K) type = TensorType::kQ8_0;
  return fits(type, info.cols()) ? type : TensorType::kF16;
}

std::string head_of(const GgufFile& file, const std::vector<OutputTensor>& tensors,
                    uint32_t file_type) {
  GgufHead head;
  for (const std::string_view key : file.metadata().keys()) {
    const bool ours = key == "general.file_type" || key == "general.quantization_version" ||
                      key == "general.alignment" || key.starts_with("split.");
    if (!ours) head.copy(key, file.metadata().value(key));
  }
  head.count("general.quantization_version", 2);
  head.count("general.file_type", file_type);
  return head.build(tensors);
}

// The tensor data of the output.
class TensorWriter {
 public:
  TensorWriter(ThreadPool& pool, AtomicFile& file) : pool_(pool), file_(file) {}

  // Copies a tensor unchanged.
  Result<void> copy(std::span<const uint8_t> bytes) {
    REDACT_TRY(write(bytes));
    return pad(bytes.size());
  }

  // Writes a matrix in type `to`; returns the error (gguf_quantize.h).
  Result<double> requantise(const Weight& from, TensorType to) {
    Weight slice{*weight_format(to), 0, from.cols};
    const size_t most_rows = std::max<size_t>(1, kSliceWeights / from.cols);
    const Quantiser quantiser = quantiser_of(to);
    RowError all;
    for (size_t first = 0; first < from.rows; first += slice.rows) {
      slice.rows = std::min(most_rows, from.rows - first);
      std::vector<uint8_t> bytes(slice.n_bytes());
      slice.data = bytes.data();
      std::vector<RowError> errors(slice.rows);
      pool_.parallel_for(slice.rows, 1, [&](size_t begin, size_t end) {
        for (size_t r = begin; r < end; ++r) {
          errors[r] = encode_row(from, first + r, quantiser, slice, r, bytes.data());
        }
      });
      for (const RowError& row : errors) all.add(row);
      if (!all.in_range) {
        return Error{ErrorKind::kBadInput, "", "holds a value beyond half precision"};
      }
      REDACT_TRY(write(bytes));
    }
    REDACT_TRY(pad(from.rows * slice.row_bytes()));
    return all.power > 0 ? std::sqrt(all.change / all.power) : 0;
  }

 private:
  struct RowError {
    double change = 0, power = 0;  // sums of squares
    bool in_range = true;

    void add(const RowError& other) {
      change += other.change, power += other.power, in_range &= other.in_range;
    }
  };

  // Encodes row `row` of `from` as row r of `slice`, whose bytes are at `bytes`.
  static RowError encode_row(const Weight& from, size_t row, Quantiser quantiser,
                             const Weight& slice, size_t r, uint8_t* bytes) {
    std::vector<float> before(from.cols), after(from.cols);
    decode_row(from, row, before.data());
    RowError error;
    for (const float x : before) error.in_range &= std::abs(x) <= kMostValue;
    if (!error.in_range) return error;
    quantiser(before.data(), from.cols, bytes + r * slice.row_bytes());
    decode_row(slice, r, after.data());
    for (size_t i = 0; i < from.cols; ++i) {
      const double x = before[i], change = after[i] - x;
      error.change += change * change, error.power += x * x;
    }
    return error;
  }

  Result<void> write(std::span<const uint8_t> bytes) {
    return file_.write({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  }
  Result<void> pad(uint64_t n_bytes) {
    return file_.write(std::string(padding_behind(n_bytes), '\0'));
  }

  ThreadPool& pool_;
  AtomicFile& file_;
};

Result<void> write_tensor(const GgufFile& file, const TensorInfo& info, TensorType to,
                          TensorWriter& writer) {
  if (to == info.type) return writer.copy(file.data(info));
  const std::string name(info.name);
  const auto format = weight_format(info.type);
  if (!format) {
    return Error{
        ErrorKind::kUnsupported, name,
        "weights of type " + std::string(tensor_type_name(info.type)) + " are not supported"};
  }
  const Weight from{*format, info.rows(), info.cols(), file.data(info).data()};
  const auto error = writer.requantise(from, to);
  if (!error.ok() && error.error().where.empty()) {
    return Error{error.error().kind, name, error.error().what};
  }
  if (!error.ok()) return error.error();
  const nlohmann::ordered_json line = {{"tensor", name},
                                       {"from", tensor_type_name(info.type)},
                                       {"to", tensor_type_name(to)},
                                       {"error", *error}};
  std::puts(line.dump().c_str());
  return {};
}

}  // namespace

Result<void> quantize_model(const QuantizeOptions& options) {
  const auto asked = file_type_named(options.type);
  if (!asked) return Error{ErrorKind::kBadInput, "TYPE", "is not one of Q8_0, Q4_0, Q4_K and Q6_K"};
  REDACT_ASSIGN(const GgufFile file, GgufFile::open(options.input));
  std::vector<OutputTensor> tensors;
  for (const TensorInfo& info : file.tensors()) {
    tensors.push_back({info.name, info.dims, info.n_dims, type_for(file, info, asked->type)});
  }
  REDACT_ASSIGN(AtomicFile output, AtomicFile::create(options.output));
  REDACT_TRY(output.write(head_of(file, tensors, asked->id)));
  ThreadPool pool(options.n_threads);
  TensorWriter writer(pool, output);
  for (size_t i = 0; i < tensors.size(); ++i) {
    REDACT_TRY(write_tensor(file, file.tensors()[i], tensors[i].type, writer));
    file.drop_resident_pages();
  }
  return output.commit();
}

}  // namespace redact

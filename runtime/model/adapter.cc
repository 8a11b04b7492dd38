// SPDX-License-Identifier: Apache-2.0
#include "runtime/model/adapter.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <set>
#include <utility>

#include "kernels/formats/decode.h"
#include "kernels/formats/encode.h"
#include "runtime/model/weights.h"

namespace redact {

namespace {

constexpr std::string_view kA = ".lora_a", kB = ".lora_b";
constexpr double kMostAlpha = 65536;  // published adapters have up to some hundreds
constexpr float kMostValue = 65504;   // the largest half; the scales of Q8_0 are halves

Error unsupported(std::string where, std::string what) {
  return {ErrorKind::kUnsupported, std::move(where), std::move(what)};
}

Result<void> check_kind(const Metadata& metadata) {
  REDACT_ASSIGN(const auto type, metadata.find_string("general.type"));
  if (type != "adapter") return unsupported("general.type", "must be \"adapter\"");
  REDACT_ASSIGN(const auto kind, metadata.find_string("adapter.type"));
  if (kind != "lora") return unsupported("adapter.type", "must be \"lora\"");
  for (const std::string_view key : metadata.keys()) {
    const bool known =
        key == "adapter.type" || key == "adapter.lora.alpha" || key == "adapter.lora.task_name";
    if (key.starts_with("adapter.") && !known) {
      return unsupported(std::string(key),
                         "unknown key, which may change what the adapter computes");
    }
  }
  return {};
}

// The names of the adapted matrices; checks that each has both of its parts.
Result<std::vector<std::string>> find_bases(const GgufFile& file) {
  std::set<std::string> bases;
  if (file.tensors().empty()) return bad_input("adapter", "the file has no tensors");
  for (const TensorInfo& info : file.tensors()) {
    const bool is_part = info.name.ends_with(kA) || info.name.ends_with(kB);
    if (!is_part) return unsupported(std::string(info.name), "unexpected tensor in a LoRA adapter");
    bases.emplace(info.name.substr(0, info.name.size() - kA.size()));
  }
  for (const std::string& base : bases) {
    for (const std::string_view part : {kA, kB}) {
      const std::string name = base + std::string(part);
      if (file.find(name) == nullptr)
        return bad_input(name, "tensor is missing; lora_a and lora_b must come in pairs");
    }
  }
  return std::vector<std::string>(bases.begin(), bases.end());
}

// A two-dimensional tensor as a matrix that kernels can read.
Result<Weight> matrix(const GgufFile& file, const TensorInfo& info) {
  const auto format = weight_format(info.type);
  const std::string name(info.name);
  if (!format) return unsupported(name, "unsupported tensor type");
  if (info.dims[2] * info.dims[3] != 1) return unsupported(name, "not a matrix");
  return Weight{*format, info.rows(), info.cols(), file.data(info).data()};
}

std::vector<float> decoded(const Weight& w) {
  std::vector<float> values(w.rows * w.cols);
  for (size_t r = 0; r < w.rows; ++r) decode_row(w, r, values.data() + r * w.cols);
  return values;
}

Weight in_merged_format(Weight w) {
  if (block_weights(w.format) > 1) w.format = WeightFormat::kQ8_0;
  return w;
}

}  // namespace

Result<Adapter> Adapter::open(const std::string& path) {
  REDACT_ASSIGN(GgufFile file, GgufFile::open(path));
  Adapter adapter(std::move(file));
  const Metadata& metadata = adapter.file_.metadata();
  REDACT_TRY(check_kind(metadata));
  REDACT_ASSIGN(const auto name, metadata.find_string("general.name"));
  adapter.name_ = name.value_or("adapter");
  REDACT_ASSIGN(const auto alpha, metadata.find_float("adapter.lora.alpha"));
  adapter.alpha_ = alpha.value_or(0);
  if (!(adapter.alpha_ >= 0 && adapter.alpha_ <= kMostAlpha)) {
    return bad_input("adapter.lora.alpha", "must be a number from 0 to 65536");
  }
  REDACT_ASSIGN(adapter.bases_, find_bases(adapter.file_));
  return adapter;
}

Result<void> Adapter::bind(const GgufFile& base, int n_threads) {
  n_threads_ = n_threads;
  REDACT_ASSIGN(const auto ours, file_.metadata().get_string("general.architecture"));
  REDACT_ASSIGN(const auto theirs, base.metadata().get_string("general.architecture"));
  if (ours != theirs) {
    return bad_input("general.architecture", "the adapter is for " + escaped(ours) +
                                                 ", but the model is " + escaped(theirs));
  }
  for (const std::string& name : bases_) {
    const TensorInfo* info = base.find(name);
    if (info == nullptr)
      return bad_input(
          name, "the model has no tensor of this name; the adapter belongs to another model");
    if (name == "token_embd.weight")
      return unsupported(name, "adapters of the token embeddings are not supported");
    if (info->n_dims < 2) return unsupported(name, "not a matrix");
    REDACT_ASSIGN(const Weight w, matrix(base, *info));
    REDACT_ASSIGN(const Weight a, matrix(file_, *file_.find(name + std::string(kA))));
    REDACT_ASSIGN(const Weight b, matrix(file_, *file_.find(name + std::string(kB))));
    if (a.cols != w.cols || b.rows != w.rows || a.rows != b.cols) {
      return bad_input(
          name, "the shapes of model and adapter differ; the adapter belongs to another model");
    }
    if (a.rows > std::min(w.rows, w.cols)) {
      return bad_input(name + std::string(kA),
                       "has a rank above that of the matrix that it adapts");
    }
    const double scale = alpha_ == 0 ? 1 : alpha_ / static_cast<double>(a.rows);
    matrices_.push_back({name, w, a, b, scale});
  }
  return {};
}

const Adapter::Matrix* Adapter::find(const Weight& w) const {
  for (const Matrix& each : matrices_) {
    if (w.data >= each.w.data && w.data < each.w.data + each.w.n_bytes()) return &each;
  }
  return nullptr;
}

Weight Adapter::merged_form(const Weight& w) const { return adapts(w) ? in_merged_format(w) : w; }

// W + scale * B A, row by row, summed in double precision.
Result<Buffer> Adapter::merge(const Weight& w, ThreadPool& pool) const {
  const Matrix& all = *find(w);
  const Weight out = in_merged_format(w);
  Weight b = all.b;  // the rows of this slice
  b.data = b.row(static_cast<size_t>(w.data - all.w.data) / w.row_bytes()), b.rows = w.rows;
  const std::vector<float> of_a = decoded(all.a), of_b = decoded(b);
  Buffer bytes = allocate_buffer(out.n_bytes());
  auto* const rows = reinterpret_cast<uint8_t*>(bytes.get());
  std::atomic<bool> in_range = true;
  pool.parallel_for(w.rows, 1, [&](size_t begin, size_t end) {
    std::vector<float> row(w.cols);
    std::vector<double> sum(w.cols);
    for (size_t r = begin; r < end; ++r) {
      decode_row(w, r, row.data());
      std::copy(row.begin(), row.end(), sum.begin());
      for (size_t k = 0; k < all.a.rows; ++k) {
        const double factor = all.scale * of_b[r * b.cols + k];
        const float* from = of_a.data() + k * w.cols;
        for (size_t i = 0; i < w.cols; ++i) sum[i] += factor * from[i];
      }
      std::transform(sum.begin(), sum.end(), row.begin(),
                     [](double x) { return static_cast<float>(x); });
      for (const float x : row) {
        if (!(std::abs(x) <= kMostValue)) in_range = false;
      }
      if (in_range) encode_row(row.data(), w.cols, out.format, rows + r * out.row_bytes());
    }
  });
  if (!in_range)
    return bad_input(all.name, "a merged weight is not finite or outside the range of f16");
  return bytes;
}

size_t Adapter::most_bytes() const {
  size_t most = 0;
  for (const Matrix& each : matrices_) {
    const size_t n_values = each.a.rows * each.a.cols + each.b.rows * each.b.cols;
    most = std::max(most, in_merged_format(each.w).n_bytes() + n_values * sizeof(float));
  }
  return most;
}

}  // namespace redact

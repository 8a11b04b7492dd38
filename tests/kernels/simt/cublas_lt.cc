// SPDX-License-Identifier: Apache-2.0
#include "tests/kernels/simt/cublas_lt.h"

#include <cstring>
#include <memory>

#include "kernels/formats/half.h"
#include "tests/kernels/simt/runtime_state.h"

namespace redact::cublas_lt {
namespace {

constexpr Status kInvalid = 7, kNotSupported = 15;

// An object of the library, of any kind. Members that its kind does not have are unused.
enum class Kind { kHandle, kOperation, kLayout, kPreference };
struct Made {
  Kind kind;
  int type = 0;
  size_t rows = 0, cols = 0, step = 0;
  bool transposed = false;
  uint32_t reductions = 7;
};

StandIn& stand_in() {
  static StandIn only;
  return only;
}

bool is(Kind kind, void* object) {
  return object != nullptr && static_cast<Made*>(object)->kind == kind;
}
const Made& at(void* object) { return *static_cast<Made*>(object); }

Status begin(const char* function) {
  StandIn& s = stand_in();
  if (s.n_calls++ != s.failing_call) return kSuccess;
  s.failed = function;
  return s.failure;
}
Status create(const char* function, void** out, const Made& made) {
  if (const Status failed = begin(function); failed != kSuccess) return failed;
  *out = new Made(made);
  ++stand_in().n_alive;
  return kSuccess;
}
Status destroy(Kind kind, void* object) {
  if (!is(kind, object)) return kInvalid;
  delete static_cast<Made*>(object);
  --stand_in().n_alive;
  return kSuccess;
}

// The layouts of a product as the program asks for it.
bool fit(void* operation, void* a, void* b, void* c, void* d) {
  if (!is(Kind::kOperation, operation) || !at(operation).transposed) return false;
  for (void* layout : {a, b, c, d}) {
    if (!is(Kind::kLayout, layout) || at(layout).step < at(layout).rows) return false;
  }
  return at(a).type == at(b).type && at(a).type != kFloats && at(d).type == kFloats && c == d &&
         at(a).rows == at(b).rows && at(a).cols == at(d).rows && at(b).cols == at(d).cols;
}

Algorithm algorithm_for(void* a, void* b) {
  return {{static_cast<uint64_t>(at(a).type), at(a).cols, at(b).cols, at(a).rows, 0, 0, 0, 42}};
}

std::vector<float> decoded(const void* from, const Made& layout) {
  const auto* bits = static_cast<const uint16_t*>(from);
  std::vector<float> values;
  for (size_t col = 0; col < layout.cols; ++col) {
    for (size_t row = 0; row < layout.rows; ++row) {
      const uint16_t number = bits[col * layout.step + row];
      const uint32_t wide = uint32_t{number} << 16;
      float value;
      std::memcpy(&value, &wide, sizeof value);
      values.push_back(layout.type == kHalves ? half_to_float(number) : value);
    }
  }
  return values;
}

void multiply(const Multiplied& call, const Made& of_a, const Made& of_b, size_t step) {
  const auto a = decoded(call.a, of_a), b = decoded(call.b, of_b);
  for (size_t j = 0; j < call.n; ++j) {
    for (size_t i = 0; i < call.m; ++i) {
      float sum = 0;
      for (size_t k = 0; k < call.k; ++k) sum += a[i * call.k + k] * b[j * call.k + k];
      static_cast<float*>(call.d)[j * step + i] = call.alpha * sum;
    }
  }
}

bool is_aligned(const void* address) { return reinterpret_cast<uintptr_t>(address) % 256 == 0; }

}  // namespace
}  // namespace redact::cublas_lt

using namespace redact::cublas_lt;

extern "C" {

StandIn* cublas_lt_stand_in() { return &stand_in(); }

Status cublasLtCreate(void** handle) { return create("cublasLtCreate", handle, {Kind::kHandle}); }
Status cublasLtDestroy(void* handle) { return destroy(Kind::kHandle, handle); }

Status cublasLtMatmulDescCreate(void** operation, int compute, int scale_type) {
  if (compute != kComputeInFloat || scale_type != kFloats) return kInvalid;
  return create("cublasLtMatmulDescCreate", operation, {Kind::kOperation});
}
Status cublasLtMatmulDescSetAttribute(void* operation, int attribute, const void* value,
                                      size_t n_bytes) {
  const Status failed = begin("cublasLtMatmulDescSetAttribute");
  if (failed != kSuccess) return failed;
  if (!is(Kind::kOperation, operation) || attribute != kTransposeA || n_bytes != 4) return kInvalid;
  static_cast<Made*>(operation)->transposed = *static_cast<const int32_t*>(value) == kTransposed;
  return kSuccess;
}
Status cublasLtMatmulDescDestroy(void* operation) { return destroy(Kind::kOperation, operation); }

Status cublasLtMatrixLayoutCreate(void** layout, int type, uint64_t rows, uint64_t cols,
                                  int64_t step) {
  return create("cublasLtMatrixLayoutCreate", layout,
                {Kind::kLayout, type, rows, cols, static_cast<size_t>(step)});
}
Status cublasLtMatrixLayoutDestroy(void* layout) { return destroy(Kind::kLayout, layout); }

Status cublasLtMatmulPreferenceCreate(void** preference) {
  return create("cublasLtMatmulPreferenceCreate", preference, {Kind::kPreference});
}
Status cublasLtMatmulPreferenceSetAttribute(void* preference, int attribute, const void* value,
                                            size_t n_bytes) {
  const Status failed = begin("cublasLtMatmulPreferenceSetAttribute");
  if (failed != kSuccess) return failed;
  if (!is(Kind::kPreference, preference) || attribute != kReductions || n_bytes != 4) {
    return kInvalid;
  }
  std::memcpy(&static_cast<Made*>(preference)->reductions, value, 4);
  return kSuccess;
}
Status cublasLtMatmulPreferenceDestroy(void* preference) {
  return destroy(Kind::kPreference, preference);
}

Status cublasLtMatmulAlgoGetHeuristic(void* handle, void* operation, void* a, void* b, void* c,
                                      void* d, void* preference, int most, Choice* choices,
                                      int* n) {
  const Status failed = begin("cublasLtMatmulAlgoGetHeuristic");
  if (failed != kSuccess) return failed;
  if (!is(Kind::kHandle, handle) || !is(Kind::kPreference, preference) || most < 1) return kInvalid;
  if (!fit(operation, a, b, c, d)) return kNotSupported;
  stand_in().reductions.push_back(at(preference).reductions);
  choices[0] = {algorithm_for(a, b), 0, stand_in().status_of_choice, 1, {}};
  *n = stand_in().n_choices;
  return kSuccess;
}
Status cublasLtMatmulAlgoConfigGetAttribute(const Algorithm*, int attribute, void* value,
                                            size_t n_bytes, size_t* n_written) {
  const Status failed = begin("cublasLtMatmulAlgoConfigGetAttribute");
  if (failed != kSuccess) return failed;
  if (attribute != kSplitsOfK || n_bytes != 4) return kInvalid;
  std::memcpy(value, &stand_in().splits, *n_written = 4);
  return kSuccess;
}

Status cublasLtMatmul(void* handle, void* operation, const void* alpha, const void* a, void* of_a,
                      const void* b, void* of_b, const void* beta, const void* c, void* of_c,
                      void* d, void* of_d, const Algorithm* algorithm, void* workspace,
                      size_t workspace_bytes, void* stream) {
  if (const Status failed = begin("cublasLtMatmul"); failed != kSuccess) return failed;
  if (!is(Kind::kHandle, handle) || !fit(operation, of_a, of_b, of_c, of_d) || c != d ||
      workspace != nullptr || stream == nullptr) {
    return kInvalid;
  }
  for (const void* address : {a, b, c}) {
    if (!is_aligned(address)) return kInvalid;
  }
  const Multiplied call{at(of_d).rows,
                        at(of_d).cols,
                        at(of_a).rows,
                        at(of_a).type,
                        a,
                        b,
                        d,
                        *static_cast<const float*>(alpha),
                        *static_cast<const float*>(beta),
                        workspace_bytes,
                        *algorithm};
  stand_in().multiplied.push_back(call);
  if (stand_in().at_multiply) stand_in().at_multiply(call);
  static_cast<cudaStream_t>(stream)->queue.push_back(
      [call, a_layout = at(of_a), b_layout = at(of_b), step = at(of_d).step] {
        multiply(call, a_layout, b_layout, step);
      });
  return kSuccess;
}

}  // extern "C"

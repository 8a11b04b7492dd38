// SPDX-License-Identifier: Apache-2.0
#include "kernels/cuda/cublas_products.h"

namespace redact {

namespace {

Result<void> check(cublas_lt::Status status, const char* function) {
  if (status == cublas_lt::kSuccess) return {};
  return Error{ErrorKind::kInternal, "cuBLAS",
               std::string(function) + " failed with status " + std::to_string(status)};
}

}  // namespace

Result<std::unique_ptr<CublasProducts>> CublasProducts::open(const std::string& library) {
  REDACT_ASSIGN(const cublas_lt::Functions lt, cublas_lt::load(library));
  std::unique_ptr<CublasProducts> products(new CublasProducts(lt));
  REDACT_TRY(products->prepare());
  return products;
}

Result<void> CublasProducts::prepare() {
  void* made = nullptr;
  REDACT_TRY(check(lt_.cublasLtCreate(&made), "cublasLtCreate"));
  handle_ = Object(made, lt_.cublasLtDestroy);
  REDACT_TRY(
      check(lt_.cublasLtMatmulDescCreate(&made, cublas_lt::kComputeInFloat, cublas_lt::kFloats),
            "cublasLtMatmulDescCreate"));
  operation_ = Object(made, lt_.cublasLtMatmulDescDestroy);
  REDACT_TRY(check(
      lt_.cublasLtMatmulDescSetAttribute(operation_.get(), cublas_lt::kTransposeA,
                                         &cublas_lt::kTransposed, sizeof cublas_lt::kTransposed),
      "cublasLtMatmulDescSetAttribute"));
  // By default a preference allows no workspace.
  REDACT_TRY(check(lt_.cublasLtMatmulPreferenceCreate(&made), "cublasLtMatmulPreferenceCreate"));
  preference_ = Object(made, lt_.cublasLtMatmulPreferenceDestroy);
  return check(lt_.cublasLtMatmulPreferenceSetAttribute(preference_.get(), cublas_lt::kReductions,
                                                        &cublas_lt::kNoReduction,
                                                        sizeof cublas_lt::kNoReduction),
               "cublasLtMatmulPreferenceSetAttribute");
}

// The library's matrices are column-major: a matrix that is stored row by row is its transpose,
// with a column for each row.
Result<CublasProducts::Object> CublasProducts::layout(int type, size_t rows, size_t cols) const {
  void* made = nullptr;
  REDACT_TRY(
      check(lt_.cublasLtMatrixLayoutCreate(&made, type, cols, rows, static_cast<int64_t>(cols)),
            "cublasLtMatrixLayoutCreate"));
  return Object(made, lt_.cublasLtMatrixLayoutDestroy);
}

Result<const CublasProducts::Plan*> CublasProducts::plan(WeightFormat format, size_t rows,
                                                         size_t cols) {
  for (const Plan& plan : plans_) {
    if (plan.format == format && plan.rows == rows && plan.cols == cols) return &plan;
  }
  if (cols % kColumns != 0) {
    return Error{ErrorKind::kUnsupported, "cuBLAS",
                 "multiplies only rows of a multiple of " + std::to_string(kColumns) + " weights"};
  }
  const int type = format == WeightFormat::kF16 ? cublas_lt::kHalves : cublas_lt::kBfloats;
  REDACT_ASSIGN(Object w, layout(type, rows, cols));
  REDACT_ASSIGN(Object x, layout(type, kTokens, cols));
  REDACT_ASSIGN(Object sums, layout(cublas_lt::kFloats, kTokens, rows));
  Plan made{format, rows, cols, std::move(w), std::move(x), std::move(sums), {}};
  REDACT_TRY(choose(made));
  plans_.push_back(std::move(made));
  return &plans_.back();
}

Result<void> CublasProducts::choose(Plan& plan) const {
  cublas_lt::Choice choice{};
  int n = 0;
  int32_t splits = 0;
  size_t n_written = 0;
  REDACT_TRY(check(lt_.cublasLtMatmulAlgoGetHeuristic(
                       handle_.get(), operation_.get(), plan.w.get(), plan.x.get(), plan.sums.get(),
                       plan.sums.get(), preference_.get(), 1, &choice, &n),
                   "cublasLtMatmulAlgoGetHeuristic"));
  const bool found = n == 1 && choice.status == cublas_lt::kSuccess;
  if (found) {
    REDACT_TRY(
        check(lt_.cublasLtMatmulAlgoConfigGetAttribute(&choice.algorithm, cublas_lt::kSplitsOfK,
                                                       &splits, sizeof splits, &n_written),
              "cublasLtMatmulAlgoConfigGetAttribute"));
  }
  if (!found || splits > 1) {
    return Error{ErrorKind::kUnsupported, "cuBLAS",
                 "has no algorithm here that adds the products of a row in one sequence"};
  }
  plan.algorithm = choice.algorithm;
  return {};
}

Result<void> CublasProducts::multiply(const Plan& plan, const void* w, const void* x, float* sums,
                                      void* stream) const {
  const float one = 1, zero = 0;
  return check(lt_.cublasLtMatmul(handle_.get(), operation_.get(), &one, w, plan.w.get(), x,
                                  plan.x.get(), &zero, sums, plan.sums.get(), sums, plan.sums.get(),
                                  &plan.algorithm, nullptr, 0, stream),
               "cublasLtMatmul");
}

}  // namespace redact

// SPDX-License-Identifier: Apache-2.0
// Result<T>: a value or an Error. Errors are values that say what went wrong and where; this
// project uses them instead of exceptions at every module boundary. An Error never holds document
// text.
#pragma once

#include <string>
#include <utility>
#include <variant>

namespace redact {

// Classifies errors by what the caller can do: fix the input, free resources, or check the machine.
enum class ErrorKind {
  kBadInput,     // malformed or unsupported file, option or document
  kNotFound,     // a file or name that does not exist
  kUnsupported,  // well formed, but this build cannot run it
  kIo,           // the operating system refused to read or write
  kExhausted,    // memory or another bounded resource
  kCancelled,    // the caller stopped the work
  kTimedOut,     // the work was not done by the deadline that the caller set
  kMisuse,       // a call that is against the rules of the function
  kInternal,     // a broken invariant of this program, reported instead of aborting
};

struct [[nodiscard]] Error {
  ErrorKind kind;
  std::string where;  // field, tensor, option or offset; empty when `what` says it all
  std::string what;

  // One human-readable line: "where: what".
  std::string message() const { return where.empty() ? what : where + ": " + what; }
};

inline Error bad_input(std::string where, std::string what) {
  return {ErrorKind::kBadInput, std::move(where), std::move(what)};
}

template <typename T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::move(value)) {}
  Result(Error error) : state_(std::move(error)) {}

  bool ok() const { return std::holds_alternative<T>(state_); }
  // Preconditions: ok() for the value, !ok() for the error.
  T& value() & { return std::get<T>(state_); }
  const T& value() const& { return std::get<T>(state_); }
  T&& value() && { return std::get<T>(std::move(state_)); }
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }
  const Error& error() const& { return std::get<Error>(state_); }
  Error&& error() && { return std::get<Error>(std::move(state_)); }

 private:
  std::variant<T, Error> state_;
};

// A Result without a value.
template <>
class [[nodiscard]] Result<void> {
 public:
  Result() = default;
  Result(Error error) : error_(std::move(error)), ok_(false) {}

  bool ok() const { return ok_; }
  const Error& error() const& { return error_; }
  Error&& error() && { return std::move(error_); }

 private:
  Error error_{ErrorKind::kInternal, {}, {}};
  bool ok_ = true;
};

// Returns `result`; its error, if any, then names `where`: an option, a setting or a file, never
// its path (P5). If the error already had a `where`, `what` begins with it.
template <typename T>
Result<T> blame(std::string where, Result<T> result) {
  if (result.ok()) return result;
  return Error{result.error().kind, std::move(where), result.error().message()};
}

}  // namespace redact

// Evaluates a Result<void>; returns its error from the enclosing function.
#define REDACT_TRY(expr)                                                                     \
  do {                                                                                       \
    if (auto redact_try_ = (expr); !redact_try_.ok()) return std::move(redact_try_).error(); \
  } while (0)

// Declares `lhs` with the value of a Result, or returns its error from the enclosing function.
#define REDACT_CONCAT_INNER_(a, b) a##b
#define REDACT_CONCAT_(a, b) REDACT_CONCAT_INNER_(a, b)
#define REDACT_ASSIGN(lhs, expr) REDACT_ASSIGN_(REDACT_CONCAT_(redact_result_, __LINE__), lhs, expr)
#define REDACT_ASSIGN_(tmp, lhs, expr)          \
  auto tmp = (expr);                            \
  if (!tmp.ok()) return std::move(tmp).error(); \
  lhs = std::move(tmp).value()

// SPDX-License-Identifier: Apache-2.0
// A failure of OpenSSL or of the kernel withholds the document. In this program, the functions
// below override those of the libraries, and fail when told to.
#include <dlfcn.h>
#include <gtest/gtest.h>
#include <openssl/evp.h>
#include <unistd.h>

#include "redactor/policy/replacer.h"
#include "redactor/render.h"
#include "tests/support/test_key.h"

namespace {

bool mac_fails = false, digest_fails = false, kernel_fails = false;

template <typename Function>
Function* next(const char* name) {
  return reinterpret_cast<Function*>(::dlsym(RTLD_NEXT, name));
}

}  // namespace

extern "C" int EVP_MAC_final(EVP_MAC_CTX* context, unsigned char* out, size_t* n, size_t size) {
  return mac_fails ? 0 : next<decltype(EVP_MAC_final)>("EVP_MAC_final")(context, out, n, size);
}

extern "C" int EVP_Digest(const void* data, size_t count, unsigned char* out, unsigned int* n,
                          const EVP_MD* type, ENGINE* engine) {
  if (digest_fails) return 0;
  return next<decltype(EVP_Digest)>("EVP_Digest")(data, count, out, n, type, engine);
}

extern "C" int getentropy(void* buffer, size_t size) {
  return kernel_fails ? -1 : next<decltype(::getentropy)>("getentropy")(buffer, size);
}

namespace redact {
namespace {

const std::string kText = "Anna Greco, born 03/05/1984";
const std::vector<Span> kSpans = {{0, 10, Label::kPatient, 1}, {17, 27, Label::kDate, 1}};

Result<Rendered> rendered(const char* policy_name, const Secret* key) {
  const Policy policy = Policy::open(policy_name).value();
  Replacer replacer(policy, kText, key, "");
  return render(plain_text(kText), kSpans, replacer);
}

class FailingOpenssl : public ::testing::Test {
 protected:
  ~FailingOpenssl() override { mac_fails = digest_fails = kernel_fails = false; }
};

TEST_F(FailingOpenssl, ADrawThatFailsWithholdsTheDocument) {
  const Secret key = testing::test_key("failures");
  for (const char* policy : {"surrogate", "linked"}) {
    ASSERT_TRUE(rendered(policy, &key).ok());
    for (bool* fails : {&mac_fails, &digest_fails}) {
      *fails = true;
      const auto withheld = rendered(policy, &key);
      *fails = false;
      ASSERT_FALSE(withheld.ok()) << policy;
      EXPECT_EQ(withheld.error().kind, ErrorKind::kInternal);
    }
  }
}

TEST_F(FailingOpenssl, WithoutRandomBytesThereAreNoSurrogatesWithoutAKey) {
  kernel_fails = true;
  const auto withheld = rendered("surrogate", nullptr);
  ASSERT_FALSE(withheld.ok());
  EXPECT_EQ(withheld.error().message(), "random bytes: the kernel gave none");
  EXPECT_TRUE(rendered("default", nullptr).ok());
}

TEST_F(FailingOpenssl, AKeyThatCannotBeHashedIsNone) {
  digest_fails = true;
  EXPECT_FALSE(Secret::of_bytes("0123456789abcdef").ok());
}

}  // namespace
}  // namespace redact

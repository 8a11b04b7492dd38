// SPDX-License-Identifier: Apache-2.0
#include "server/trusted_proxies.h"

#include <gtest/gtest.h>

namespace redact::server::trusted_proxies_test {

bool holds(const char* range, const char* peer) {
  const auto proxies = TrustedProxies::parse({range});
  return proxies.ok() && proxies->hold(plain_address(asio::ip::make_address(peer)));
}

TEST(TrustedProxies, AreRangesOfBothVersions) {
  EXPECT_TRUE(holds("10.1.0.0/16", "10.1.255.9"));
  EXPECT_FALSE(holds("10.1.0.0/16", "10.2.0.1"));
  EXPECT_TRUE(holds("10.1.2.3", "10.1.2.3"));
  EXPECT_FALSE(holds("10.1.2.3", "10.1.2.2"));
  EXPECT_TRUE(holds("10.1.2.128/25", "10.1.2.129"));
  EXPECT_FALSE(holds("10.1.2.128/25", "10.1.2.127"));
  EXPECT_TRUE(holds("fd00::/8", "fdab::1"));
  EXPECT_FALSE(holds("fd00::/8", "fe80::1"));
  EXPECT_TRUE(holds("2001:db8::/33", "2001:db8:7fff::1"));
  EXPECT_FALSE(holds("2001:db8::/33", "2001:db8:8000::1"));
  EXPECT_TRUE(holds("0.0.0.0/0", "1.2.3.4"));
  EXPECT_FALSE(holds("0.0.0.0/0", "2001:db8::1"));
  // An address of IPv4 that is written as one of IPv6 is the same address.
  EXPECT_TRUE(holds("10.1.0.0/16", "::ffff:10.1.2.3"));
  EXPECT_TRUE(holds("::ffff:10.1.0.0/112", "10.1.2.3"));
  EXPECT_FALSE(holds("::ffff:10.1.0.0/112", "10.2.2.3"));
  EXPECT_FALSE(holds("10.1.0.0/16", "::10.1.2.3"));
}

TEST(TrustedProxies, MayBeTheClientsOfAUnixSocket) {
  EXPECT_TRUE(TrustedProxies::parse({"10.1.0.0/16", "unix"})->hold(std::nullopt));
  EXPECT_FALSE(TrustedProxies::parse({"0.0.0.0/0", "::/0"})->hold(std::nullopt));
  EXPECT_FALSE(TrustedProxies().hold(std::nullopt));
}

TEST(TrustedProxies, OtherRangesAreRefused) {
  for (const char* range :
       {"", "/", "10.1.0.0/", "10.1.2.3/16", "10.1.0.1/16", "10.1.0.0/33", "10.1.0.0/-1",
        "10.1.0.0/+8", "10.1.0.0/16 ", "10.1.0.0/1e1", "10.1/16", "fd00::1/8", "fd00::/129",
        "fe80::%lo/64", "::ffff:10.1.2.3/112", "proxy.example", "Unix", "256.0.0.0/8"}) {
    EXPECT_FALSE(TrustedProxies::parse({range}).ok()) << range;
  }
}

std::string client(std::vector<std::string> forwarded_for,
                   std::vector<std::string> forwarded = {}) {
  RequestHead head;
  head.forwarded_for = std::move(forwarded_for);
  head.forwarded = std::move(forwarded);
  const auto found = TrustedProxies::parse({"10.1.0.0/16", "fd00::/8"})->client_of(head);
  return found ? found->to_string() : "";
}

TEST(TrustedProxies, NameTheirClient) {
  EXPECT_EQ(client({"192.0.2.1"}), "192.0.2.1");
  EXPECT_EQ(client({"192.0.2.1:4711"}), "192.0.2.1");
  EXPECT_EQ(client({"[2001:db8::1]:4711"}), "2001:db8::1");
  EXPECT_EQ(client({"2001:db8::1"}), "2001:db8::1");
  EXPECT_EQ(client({"::ffff:192.0.2.1"}), "192.0.2.1");
  // The last one that is no trusted proxy; those before it may be invented.
  EXPECT_EQ(client({"1.1.1.1, 192.0.2.1,10.1.0.5", "10.1.0.6"}), "192.0.2.1");
  EXPECT_EQ(client({"1.1.1.1, Mrs Ellison, 10.1.0.5"}), "");
  EXPECT_EQ(client({"10.1.0.5"}), "");
  EXPECT_EQ(client({"unknown"}), "");
  EXPECT_EQ(client({""}), "");
  EXPECT_EQ(client({}), "");
  EXPECT_EQ(client({}, {"for=192.0.2.1;proto=https;by=10.1.0.5"}), "192.0.2.1");
  EXPECT_EQ(client({}, {"for=1.1.1.1, For=\"[2001:db8::1]:80\" ; proto=http"}), "2001:db8::1");
  EXPECT_EQ(client({}, {"proto=https;for=_hidden"}), "");
  EXPECT_EQ(client({}, {"host=192.0.2.1"}), "");
  EXPECT_EQ(client({"192.0.2.1"}, {"for=1.1.1.1"}), "192.0.2.1");
}

}  // namespace redact::server::trusted_proxies_test

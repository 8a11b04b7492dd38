// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <pugixml.hpp>

#include "crypto/digest.h"
#include "documents/structured/codecs.h"
#include "program/pages/markup.h"
#include "program/pages/page_head.h"
#include "program/pages/plot.h"

namespace redact::html_test {

using nlohmann::json;

std::string hash_of(const std::string& content) {
  return "'sha256-" + encode_base64(bytes_of(*sha256(content))) + "'";
}

TEST(EscapeHtml, NoTextBecomesMarkupOrHidesItself) {
  EXPECT_EQ(escape_html("<b a=\"1\">&amp;"), "&lt;b a=&quot;1&quot;&gt;&amp;amp;");
  EXPECT_EQ(escape_html("a\u202eb"), "a<span class=\"glyph\">U+202E</span>b");
  EXPECT_EQ(escape_html(std::string("\0\x1b\x7f", 3)),
            "<span class=\"glyph\">U+0000</span><span class=\"glyph\">U+001B</span>"
            "<span class=\"glyph\">U+007F</span>");
  EXPECT_EQ(escape_html("\u200b\u2028\ufeff"),
            "<span class=\"glyph\">U+200B</span><span class=\"glyph\">U+2028</span>"
            "<span class=\"glyph\">U+FEFF</span>");
  EXPECT_EQ(escape_html("caf\xe9 \xc3\xa9\t\n"), "caf\ufffd \u00e9\t\n");
}

TEST(InScript, NothingEndsTheScriptOrBeginsAComment) {
  const std::string text = "</script> <!-- <SCRIPT \xe2\x80\xa8 \xe2\x80\xa9 \xe2\x80\xa7 \xe2\x80";
  const std::string safe = in_script(json{{"text", text.substr(0, text.size() - 3)}}.dump());
  EXPECT_EQ(safe.find('<'), safe.npos);
  EXPECT_EQ(safe.find("\xe2\x80\xa8"), safe.npos);
  EXPECT_EQ(safe.find("\xe2\x80\xa9"), safe.npos);
  EXPECT_EQ(json::parse(safe)["text"], text.substr(0, text.size() - 3));
  EXPECT_EQ(in_script("\xe2\x80"), "\xe2\x80");
}

TEST(Markup, NumbersHaveCommas) {
  EXPECT_EQ(with_commas(0), "0");
  EXPECT_EQ(with_commas(999), "999");
  EXPECT_EQ(with_commas(1000), "1,000");
  EXPECT_EQ(with_commas(1234567), "1,234,567");
}

TEST(PageHead, PolicyAllowsItsOwnStyleAndScriptAlone) {
  const PageParts both{"a < b", "p { margin: 0; }", "let x = 1;"};
  const std::string head = *page_head(both);
  EXPECT_NE(head.find("default-src 'none'; script-src " + hash_of(both.script) + "; style-src " +
                      hash_of(both.style) + "; base-uri 'none'; form-action 'none'; require-"),
            head.npos);
  EXPECT_NE(head.find("<title>a &lt; b</title>"), head.npos);
  EXPECT_NE(page_end(both).find("<script>let x = 1;</script>"), std::string::npos);
  const PageParts still{"t", "p { margin: 0; }"};
  EXPECT_EQ(page_head(still)->find("script-src"), std::string::npos);
  EXPECT_EQ(page_end(still).find("<script"), std::string::npos);
  pugi::xml_document page;
  EXPECT_TRUE(page.load_string((*page_head(still) + page_end(still)).c_str()));
}

TEST(RoundAxis, HoldsItsValuesInFewRoundSteps) {
  for (const double low : {0.0, -3.2, 0.87, 120.0}) {
    for (const double span : {1e-6, 0.013, 1.0, 9.99, 10.0, 17.0, 4321.0, 3e7}) {
      const Axis axis = round_axis(low, low + span, 5);
      EXPECT_LE(axis.low, low + 1e-9);
      EXPECT_GE(axis.high, low + span - 1e-9 * span);
      EXPECT_LE((axis.high - axis.low) / axis.step, 5.001) << low << " " << span;
      EXPECT_GE((axis.high - axis.low) / axis.step, 0.999);
      EXPECT_GT(span / (axis.high - axis.low), 0.3) << low << " " << span;
    }
  }
  EXPECT_GT(round_axis(7, 7).high, 7);
}

TEST(TickLabel, IsShort) {
  EXPECT_EQ(tick_label(0), "0");
  EXPECT_EQ(tick_label(-1e-12), "0");
  EXPECT_EQ(tick_label(0.25), "0.25");
  EXPECT_EQ(tick_label(-5), "\u22125");
  EXPECT_EQ(tick_label(1500), "1,500");
  EXPECT_EQ(tick_label(-3e247), "\u22123e+247");
  EXPECT_EQ(tick_label(0.1 + 0.2), "0.3");
}

// A column fills its place except for gaps, in shares of the axes.
TEST(Plot, DrawsInSharesOfItsPlace) {
  Plot plot("Counts & <names>", {0, 10, 5}, {0, 4, 2});
  plot.column(5, 10, 1, 3, "ok");
  plot.column(0, 5, 2, 2, "over");  // of no height
  plot.dot(10, 4, "leak", "<b>");
  plot.rule(0, "start");
  const std::string html = plot.html("x");
  pugi::xml_document document;
  ASSERT_TRUE(document.load_string(html.c_str())) << html;
  const pugi::xml_node inner = document.child("figure").child("svg").child("svg");
  const pugi::xml_node rect = inner.child("rect");
  EXPECT_STREQ(rect.attribute("class").value(), "ok");
  EXPECT_STREQ(rect.attribute("x").value(), "53.00%");
  EXPECT_STREQ(rect.attribute("width").value(), "44.00%");
  EXPECT_STREQ(rect.attribute("y").value(), "25.00%");
  EXPECT_STREQ(rect.attribute("height").value(), "50.00%");
  EXPECT_FALSE(rect.next_sibling("rect"));
  EXPECT_STREQ(inner.child("circle").attribute("cx").value(), "100.00%");
  EXPECT_STREQ(inner.child("circle").attribute("cy").value(), "0.00%");
  EXPECT_STREQ(document.child("figure").child("svg").attribute("aria-label").value(),
               "Counts & <names>");
  std::string texts;
  for (const pugi::xml_node text : inner.children("text"))
    texts += text.text().get() + std::string(" ");
  EXPECT_EQ(texts, "2 4 0 5 10 <b> start ");
}

TEST(ShareBar, HasAPartForEachShare) {
  const std::string bar = share_bar({{0.25, "leak"}, {0, "over"}, {0.5, "ok"}});
  EXPECT_NE(bar.find("<rect class=\"leak\" x=\"0.00%\" width=\"25.00%\""), bar.npos);
  EXPECT_NE(bar.find("<rect class=\"ok\" x=\"25.00%\" width=\"50.00%\""), bar.npos);
  EXPECT_EQ(bar.find("over"), bar.npos);
}

}  // namespace redact::html_test

// SPDX-License-Identifier: Apache-2.0
#include "documents/structured/html_scan.h"

#include <gtest/gtest.h>
#include <gumbo.h>

#include <array>
#include <map>
#include <set>

#include "base/utf8.h"
#include "documents/structured/codec.h"
#include "tests/documents/structured/random_text.h"
#include "tests/documents/structured/scanned.h"
#include "tests/support/expect_within.h"
#include "tests/support/place_path.h"

namespace redact::html_scan_test {

using namespace std::string_literals;
using Lines = std::vector<std::string>;

// "path=text" for each segment, with a sign for its join and a letter for its kind.
Lines scanned(std::string_view html) {
  const auto texts = scan_html(html);
  if (!texts.ok()) return {"refused: " + texts.error().message()};
  const std::map<SegmentKind, std::string> kinds = {
      {SegmentKind::kText, ""},  {SegmentKind::kAttribute, ""}, {SegmentKind::kSetting, "S"},
      {SegmentKind::kName, "N"}, {SegmentKind::kComment, "C"},  {SegmentKind::kDoctype, "D"},
      {SegmentKind::kRaw, "R"}};
  Lines lines;
  for (const TextSegment& s : texts->segments) {
    lines.push_back("+ ,p|/*"[static_cast<int>(s.join)] + kinds.at(s.kind) +
                    testing::path_of(texts->places, s.place) + '=' +
                    SegmentText::read(html, s)->text());
  }
  return lines;
}

TEST(HtmlScan, TextsAndTheirJoins) {
  EXPECT_EQ(
      scanned("<!DOCTYPE html><html><title>A &amp; B</title><body><p>Ro<b>ss</b>i <i>M</i> <i>N"
              "</i></p>\n<table><tr><td>1<td>2<tr><th>3</table>x<br>y<img alt='P'>z</html>"),
      (Lines{"*/title=A & B", "p=Ro", "+=ss", "+=i ", "+=M", " =N", "//table/tr/td=1",
             "|/table/tr/td[2]=2", "//table/tr[2]/th=3", "/=x", ",=y", "*/img/@alt=P", " =z"}));
}

TEST(HtmlScan, EachTextOfADrawingIsABlockAndAnUndefinedElementAWord) {
  Lines lines = scanned(
      "<svg><title>a</title><desc>b</desc><text>5</text><text>Rose<tspan>Hale</tspan></text><text>"
      "7</text></svg><x-k>for</x-k><x-v>Hale</x-v>");
  std::erase_if(lines, [](const std::string& line) { return line.starts_with("*N"); });
  EXPECT_EQ(lines,
            (Lines{"*/title=a", "p=b", "p=5", "p=Rose", " =Hale", "p=7", "p=for", " =Hale"}));
}

TEST(HtmlScan, TheCellsOfTablesArePlacesAndTheirRowsAreLines) {
  EXPECT_EQ(scanned("<table><td><p>a</p><p>b</p><td><p>c<tr><td colspan=2>d<table><tr><th>e</th>f"
                    "</table>g</td>h</table>i"),
            (Lines{"*/table/tr/td=a", "p/table/tr/td=b", "|/table/tr/td[2]=c",
                   "*S/table/tr[2]/td/@colspan=2", "//table/tr[2]/td=d",
                   "//table/tr[2]/td/table/tr/th=e", "|=f", "//table/tr[2]/td=g", "|=h", "/=i"}));
  EXPECT_EQ(scanned("a</table></td><td>b<tr>c"), (Lines{"*=a", "/=b", "/=c"}));
}

TEST(HtmlScan, AttributesInAllTheirForms) {
  EXPECT_EQ(
      scanned("<a href=\"mailto:x&amp;y\" TITLE = 'a\"b' alt=p/q&lt hidden class=c =x=y/value=1>"),
      (Lines{"*/a/@href=mailto:x&y", "*/a/@title=a\"b", "*/a/@alt=p/q<", "*S/a/@class=c",
             "*N/a/@=x==x", "*/a/@=x=y/value=1"}));
  EXPECT_EQ(scanned("<input value=><img alt= 'x'title=\"y\"/></p alt='z'>"),
            (Lines{"*/img/@alt=x", "*/img/@title=y", "*/p/@alt=z"}));
}

TEST(HtmlScan, WhatMayBeANameIsAText) {
  EXPECT_EQ(scanned("Ana <ana@x.org> wrote <b Rossi data-mrn='77'>"),
            (Lines{"*=Ana ", "*N=ana@x.org", " = wrote ", "*N/b/@rossi=Rossi",
                   "*N/b/@data-mrn=data-mrn", "*/b/@data-mrn=77"}));
}

TEST(HtmlScan, TextThatLooksLikeMarkup) {
  EXPECT_EQ(scanned("a < b <3 </ "), (Lines{"*=a < b <3 "}));
  EXPECT_EQ(scanned("a<"), Lines{"*=a<"});
  EXPECT_EQ(scanned("a</"), Lines{"*=a</"});
  EXPECT_EQ(scanned("a</>b"), (Lines{"*=a", "+=b"}));
}

TEST(HtmlScan, Comments) {
  EXPECT_EQ(scanned("a<!-- x -- > y -->b<!---->c<!-->d<!--->e<!--x--!>f<!--y"),
            (Lines{"*=a", "*C= x -- > y ", "+=b", "+=c", "+=d", "+=e", "*C=x", "+=f", "*C=y"}));
  EXPECT_EQ(scanned("<!x><?y?>a</ z><![CDATA[b>c"),
            (Lines{"*C=x", "*C=y?", "*=a", "*C= z", "*C=[CDATA[b", "+=c"}));
  EXPECT_EQ(scanned("<!DOCTYPE html PUBLIC 'Ana'>x"), (Lines{"*D=html PUBLIC 'Ana'", "*=x"}));
}

TEST(HtmlScan, RawContent) {
  EXPECT_EQ(scanned("<textarea><b>&eacute;</TEXTAREA >x<style><b>&amp;</stylex></style>y"),
            (Lines{"*/textarea=<b>\u00e9", "p=x", "*R/style=<b>&amp;</stylex>", "p=y"}));
  EXPECT_EQ(scanned("<script><!--<script></script>x</script>y"),
            (Lines{"*R/script=<!--<script></script>x", "*=y"}));
  // Its dashes end it as well, so that the inner tag hides nothing.
  EXPECT_EQ(scanned("<script><!--><script></script>y"), (Lines{"*R/script=<!--><script>", "*=y"}));
  EXPECT_EQ(scanned("<script><!--<script>--></script>y"),
            (Lines{"*R/script=<!--<script>-->", "*=y"}));
  EXPECT_EQ(scanned("<iframe><b>x</b></iframe><noframes>y</noframes>"),
            (Lines{"*R/iframe=<b>x</b>", "*R/noframes=y"}));
  EXPECT_EQ(scanned("<script type=a>x</script>"), (Lines{"*S/script/@type=a", "*R/script=x"}));
  EXPECT_EQ(scanned("<title>x"), Lines{"*/title=x"});
}

TEST(HtmlScan, WhatIsShownAsItIsWrittenIsText) {
  EXPECT_EQ(scanned("x<xmp>a<b>&amp;</xmp>y"), (Lines{"*=x", "p/xmp=a<b>&amp;", "p=y"}));
  EXPECT_EQ(scanned("x<plaintext></plaintext>"), (Lines{"*=x", "p/plaintext=</plaintext>"}));
  EXPECT_EQ(scanned("x<xmp> \n</xmp>y"), (Lines{"*=x", "p=y"}));
}

TEST(HtmlScan, AnUnfinishedTagHasItsTexts) {
  EXPECT_EQ(scanned("x<a href='Ana"), (Lines{"*=x", "*/a/@href=Ana"}));
  EXPECT_EQ(scanned("x<a href=Ana"), (Lines{"*=x", "*/a/@href=Ana"}));
  EXPECT_EQ(scanned("x<Ana"), (Lines{"*=x", "*N=Ana"}));
}

TEST(HtmlScan, Utf16) {
  const std::string page =
      encode("\ufeff<p title='\u00e9'>Ana &lt; B</p>", {.codec = Codec::kUtf16Le}).value();
  EXPECT_EQ(scanned(page), (Lines{"*=\ufeff", "*/p/@title=\u00e9", "p=Ana < B"}));
  const std::string result =
      marked(page, scan_html(page)->segments, [](size_t) { return "<'\u0141"; });
  EXPECT_EQ(decode(result, {.codec = Codec::kUtf16Le})->text(),
            "&lt;'\u0141<p title='<&#x27;\u0141'>&lt;'\u0141</p>");
}

// What gumbo reads in a page: its text without white space, and the attributes and comments in any
// order.
struct Parsed {
  std::string text;
  std::multiset<std::string> attributes, comments;
};

bool is_blank(std::string_view text) {
  return text.find_first_not_of(" \t\n\f\r") == std::string_view::npos;
}

void add_without_space(std::string_view text, std::string& out) {
  for (const char c : text) {
    if (std::string_view(" \t\n\f\r").find(c) == std::string_view::npos) out += c;
  }
}

void collect(const GumboVector& children, std::set<const char*>& seen, Parsed& parsed);

void collect(const GumboNode* node, std::set<const char*>& seen, Parsed& parsed) {
  switch (node->type) {
    case GUMBO_NODE_ELEMENT:
    case GUMBO_NODE_TEMPLATE:
      for (unsigned i = 0; i < node->v.element.attributes.length; ++i) {
        const auto* a = static_cast<const GumboAttribute*>(node->v.element.attributes.data[i]);
        // Formatting elements are repeated, so each attribute counts once, by the position of its
        // name.
        if (seen.insert(a->original_name.data).second && !is_blank(a->value)) {
          parsed.attributes.insert(a->name + "="s + a->value);
        }
      }
      collect(node->v.element.children, seen, parsed);
      break;
    case GUMBO_NODE_COMMENT: {
      // A '?' at the beginning is what makes "<?x>" a comment, and no part of the segment.
      const std::string_view text = node->v.text.text;
      const bool is_instruction = std::string_view(node->v.text.original_text.data, 2) == "<?";
      parsed.comments.insert(std::string(text.substr(is_instruction ? 1 : 0)));
      break;
    }
    default: add_without_space(node->v.text.text, parsed.text);
  }
}

void collect(const GumboVector& children, std::set<const char*>& seen, Parsed& parsed) {
  for (unsigned i = 0; i < children.length; ++i) {
    collect(static_cast<const GumboNode*>(children.data[i]), seen, parsed);
  }
}

Parsed parsed(const std::string& page) {
  GumboOutput* output = gumbo_parse_with_options(&kGumboDefaultOptions, page.data(), page.size());
  Parsed result;
  std::set<const char*> seen;
  collect(output->document->v.document.children, seen, result);
  gumbo_destroy_output(&kGumboDefaultOptions, output);
  return result;
}

void expect_read_alike(const std::string& page) {
  const auto texts = scan_html(page);
  ASSERT_TRUE(texts.ok());
  expect_sound(page, texts->segments);
  Parsed found;
  for (const TextSegment& s : texts->segments) {
    const std::string text = SegmentText::read(page, s)->text();
    switch (s.kind) {
      case SegmentKind::kText:
      case SegmentKind::kRaw: add_without_space(text, found.text); break;
      case SegmentKind::kAttribute:
      case SegmentKind::kSetting:
        found.attributes.insert(texts->places[s.place].name + '=' + text);
        break;
      case SegmentKind::kComment: found.comments.insert(with_line_feeds(text)); break;
      default: break;
    }
  }
  Parsed expected = parsed(page);
  std::erase_if(expected.comments, is_blank);
  ASSERT_EQ(found.text, expected.text) << page;
  ASSERT_EQ(found.comments, expected.comments) << page;
  // Gumbo drops attributes of end tags and repeated ones.
  for (const std::string& attribute : expected.attributes) {
    const auto same = found.attributes.find(attribute);
    ASSERT_NE(same, found.attributes.end()) << attribute << '\n' << page;
    found.attributes.erase(same);
  }
}

// Elements without rules about where they may stand.
constexpr auto kPieces = std::to_array<std::string_view>(
    {"<p>",        "</p>",    "<b>",        "</b>",        "<div title='",
     "<a href=\"", "<i alt=", "'>",         "\">",         ">",
     "<",          "/",       "&",          "amp",         "&amp;",
     "&eacute",    "&copy=",  "&notin;",    "&notit;",     "&#65;",
     "&#x41",      "&#150;",  ";",          "#",           "=",
     " ",          "\r\n",    "\"",         "'",           "x",
     "Ana",        "\u00e9",  "<!--",       "-->",         "--!>",
     "--",         "-",       "!",          "<!x",         "</ ",
     "?",          "<br/>",   "<textarea>", "</textarea>", "<script>",
     "</script>",  "<style>", "</style>",   "<title>",     "</title",
     "]]>",        "`",       "<xmp>",      "</xmp>",      "<noframes>",
     "</noframes>"});
// Closes what a page may leave open.
constexpr std::string_view kEnd =
    "\n'>\">--></textarea></script></script></style></title></xmp></noframes>";

// Gumbo replaces control characters and bytes that are not UTF-8.
bool gumbo_can_read(std::string_view page) {
  for (size_t at = 0; at < page.size();) {
    const auto [c, n_bytes] = decode_utf8(page, at);
    if (c < 9 || c == 11 || (c > 13 && c < 32) || (c > 126 && c < 160)) return false;
    at += n_bytes;
  }
  return true;
}

TEST(HtmlScan, GeneratedPagesAreReadAsGumboReadsThem) {
  std::mt19937 random(6);
  for (int trial = 0; trial < 20000; ++trial) {
    const std::string page =
        "<!DOCTYPE html><body>" + draw_text(random, kPieces, 20) + std::string(kEnd);
    ASSERT_NO_FATAL_FAILURE(expect_read_alike(page));
  }
}

TEST(HtmlScan, MutatedPagesAreReadAsGumboReadsThem) {
  std::mt19937 random(7);
  const std::string seed =
      "<!DOCTYPE html><body><div title='a&amp;b' class=c><p>Jos&eacute; &lt;<b>R</b><a "
      "href=\"mailto:"
      "x@y.z\">m</a><!-- note --><br><textarea>&#233;<b></textarea><i alt=u>w</i></div>"
      "<script>var x = '<!--';</script>";
  int compared = 0;
  for (int trial = 0; trial < 20000; ++trial) {
    const std::string page =
        "<!DOCTYPE html><body>" + mutate(random, seed, kPieces) + std::string(kEnd);
    const auto texts = scan_html(page);
    ASSERT_TRUE(texts.ok());
    expect_sound(page, texts->segments);
    if (!gumbo_can_read(page)) continue;
    ++compared;
    ASSERT_NO_FATAL_FAILURE(expect_read_alike(page));
  }
  EXPECT_GT(compared, 10000);
}

TEST(HtmlScan, ReplacedTextsAreWhatGumboThenReads) {
  std::mt19937 random(8);
  const auto mark = [](size_t i) { return "<&amp;\"'" + std::to_string(i) + "=]>"; };
  for (int trial = 0; trial < 3000; ++trial) {
    const std::string page =
        "<!DOCTYPE html><body>" + draw_text(random, kPieces, 20) + std::string(kEnd);
    std::vector<TextSegment> segments = scan_html(page)->segments;
    std::erase_if(segments, [](const TextSegment& s) {
      return s.kind != SegmentKind::kText && s.kind != SegmentKind::kAttribute;
    });
    const std::string result = marked(page, segments, mark);
    ASSERT_NO_FATAL_FAILURE(expect_read_alike(result));
    std::vector<TextSegment> again = scan_html(result)->segments;
    std::erase_if(again, [](const TextSegment& s) {
      return s.kind != SegmentKind::kText && s.kind != SegmentKind::kAttribute;
    });
    ASSERT_EQ(again.size(), segments.size()) << page << '\n' << result;
    for (size_t i = 0; i < again.size(); ++i) {
      ASSERT_EQ(SegmentText::read(result, again[i])->text(), mark(i)) << page << '\n' << result;
    }
  }
}

TEST(HtmlScan, TimeIsLinear) {
  constexpr size_t kBytes = 1 << 20;
  for (const std::string_view piece : {"<a>",
                                       "<",
                                       "</",
                                       "<!--",
                                       "--",
                                       "-",
                                       "<!",
                                       "&",
                                       "&a",
                                       "&#",
                                       "<script>",
                                       "<title>",
                                       "</title",
                                       "<a b",
                                       " a=b",
                                       "<!--<script",
                                       "'",
                                       "<a b='",
                                       "&CounterClockwiseContourIntegra",
                                       "\r"}) {
    const std::string body = repeated(piece, kBytes / piece.size());
    for (const std::string_view before :
         {"", "<script>", "<textarea>", "<!--", "<a title='", "<a "}) {
      testing::expect_within(1, [&] { (void)scan_html(std::string(before) + body); });
    }
  }
}

}  // namespace redact::html_scan_test

// SPDX-License-Identifier: Apache-2.0
#include "documents/structured/xml_scan.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <pugixml.hpp>

#include "documents/structured/codec.h"
#include "tests/documents/structured/random_text.h"
#include "tests/documents/structured/scanned.h"
#include "tests/support/expect_within.h"
#include "tests/support/place_path.h"

namespace redact::xml_scan_test {

using namespace std::string_literals;
using Lines = std::vector<std::string>;

// "path=text" for each segment, with a sign for its join.
Lines scanned(std::string_view xml) {
  const auto texts = scan_xml(xml);
  if (!texts.ok()) return {"refused: " + texts.error().message()};
  Lines lines;
  for (const TextSegment& s : texts->segments) {
    const char join = "+ ,p|/*"[static_cast<int>(s.join)];
    lines.push_back(join + testing::path_of(texts->places, s.place) + '=' +
                    SegmentText::read(xml, s)->text());
  }
  return lines;
}

TEST(XmlScan, TextsHaveTheirRangesAndPaths) {
  EXPECT_EQ(
      scanned("<?xml version='1.0'?>\n<a x = 'Jos&#233;' y=\"&quot;\nz\" e=''>\n  <b>A&amp;B</b>"
              "<b/><b ><![CDATA[<C> & ]]]></b>tail<!-- note --><?go  on?></a>"),
      (Lines{"*/a/@x=Jos\u00e9", "*/a/@y=\" z", "*/a/b=A&B", "//a/b[3]=<C> & ]", "//a=tail",
             "*/a= note ", "*/a=on"}));
}

TEST(XmlScan, NamesHaveTheirNamespaces) {
  const auto texts = scan_xml(R"(<p:a xmlns:p="urn:p" xmlns="urn:d" y="1" p:x="2"><b>t</b></p:a>)");
  ASSERT_TRUE(texts.ok());
  ASSERT_EQ(texts->segments.size(), 5u);
  const auto place = [&](size_t i) { return texts->places[texts->segments[i].place]; };
  EXPECT_EQ(texts->segments[0].kind, SegmentKind::kNamespace);
  EXPECT_EQ(place(0).name, "xmlns:p");
  EXPECT_EQ(texts->segments[1].kind, SegmentKind::kNamespace);
  EXPECT_EQ(place(2).name, "y");
  EXPECT_EQ(place(2).space, "");
  EXPECT_EQ(place(3).name, "x");
  EXPECT_EQ(place(3).space, "urn:p");
  EXPECT_EQ(place(4).name, "b");
  EXPECT_EQ(place(4).space, "urn:d");
}

TEST(XmlScan, APrefixWithoutDeclarationHasNoNamespace) {
  const auto texts = scan_xml("<a><b xmlns:p='urn:p' p:x='1'/><b p:x='2' xml:lang='it'/></a>");
  ASSERT_TRUE(texts.ok()) << texts.error().message();
  ASSERT_EQ(texts->segments.size(), 4u);
  const auto place = [&](size_t i) { return texts->places[texts->segments[i].place]; };
  EXPECT_EQ(place(1).space, "urn:p");
  EXPECT_EQ(place(2).space, "");
  EXPECT_EQ(place(2).name, "x");
  EXPECT_EQ(place(3).space, "http://www.w3.org/XML/1998/namespace");
}

TEST(XmlScan, TextsAreJoinedAsTheyAreRead) {
  EXPECT_EQ(
      scanned("<div xmlns='http://www.w3.org/1999/xhtml'><p>Ro<b>s</b>si <i>M</i> <i>N</i></p>"
              "<table><tr><td>1</td><td>2</td></tr><tr><td>3</td></tr></table>x<br/>y</div>"),
      (Lines{"*/div/@xmlns=http://www.w3.org/1999/xhtml", "*/div/p=Ro", "+/div/p/b=s",
             "+/div/p=si ", "+/div/p/i=M", " /div/p/i[2]=N", "//div/table/tr/td=1",
             "|/div/table/tr/td[2]=2", "//div/table/tr[2]/td=3", "//div=x", ",/div=y"}));
  EXPECT_EQ(scanned("<name xmlns='urn:hl7-org:v3'><given>Ana</given><family>Rossi</family></name>")
                .back(),
            " /name/family=Rossi");
  EXPECT_EQ(scanned("<w:p xmlns:w='http://schemas.openxmlformats.org/wordprocessingml/2006/main'>"
                    "<w:r><w:t>Ros</w:t></w:r><w:r><w:t>si</w:t></w:r></w:p>")
                .back(),
            "+/p/r[2]/t=si");
  EXPECT_EQ(scanned("<a xmlns='urn:hl7-org:v3'>Ro<!-- - --><content x='y'>ssi</content></a>"),
            (Lines{"*/a/@xmlns=urn:hl7-org:v3", "*/a=Ro", "*/a= - ", "*/a/content/@x=y",
                   "+/a/content=ssi"}));
}

TEST(XmlScan, WhatIsNotWellFormedIsRefusedWithItsPlace) {
  EXPECT_EQ(scanned("<a>Ana</b>"), Lines{"refused: byte 8: not XML: mismatched tag"});
  EXPECT_EQ(scanned("<a>&nbsp;</a>"), Lines{"refused: byte 3: not XML: undefined entity"});
  EXPECT_EQ(scanned("<a>\xff</a>"),
            Lines{"refused: byte 3: not XML: not well-formed (invalid token)"});
  EXPECT_EQ(scanned(""), Lines{"refused: byte 0: not XML: no element found"});
  EXPECT_EQ(scanned(repeated("<a>", 513) + repeated("</a>", 513)),
            Lines{"refused: byte 1536: nested deeper than 512 elements"});
}

TEST(XmlScan, DocumentTypesAreRefusedSoThatNoEntityIsExpandedOrFetched) {
  const std::string refused = ": a document type declaration, whose entities could change the text";
  EXPECT_EQ(scanned("<!DOCTYPE a SYSTEM 'file:///etc/passwd'><a/>"),
            Lines{"refused: byte 39" + refused});
  EXPECT_EQ(scanned("<!DOCTYPE a [<!ENTITY x SYSTEM 'file:///etc/passwd'>]><a>&x;</a>"),
            Lines{"refused: byte 12" + refused});
  std::string laughs = "<!DOCTYPE a [<!ENTITY l0 'lol'>";
  for (int i = 1; i < 10; ++i) {
    laughs += "<!ENTITY l" + std::to_string(i) + " '" +
              repeated("&l" + std::to_string(i - 1) + ";", 10) + "'>";
  }
  testing::expect_within(1, [&] {
    EXPECT_EQ(scanned(laughs + "]><a>&l9;</a>"), Lines{"refused: byte 12" + refused});
  });
}

TEST(XmlScan, OtherEncodings) {
  const std::string latin1 = "<?xml version='1.0' encoding='ISO-8859-1'?><a b='\xe9'>Jos\xe9</a>";
  EXPECT_EQ(scanned(latin1), (Lines{"*/a/@b=\u00e9", "*/a=Jos\u00e9"}));
  const auto mark = [](size_t) { return "\u0141\u00e9"; };  // the first is not in ISO-8859-1
  EXPECT_EQ(marked(latin1, scan_xml(latin1)->segments, mark),
            "<?xml version='1.0' encoding='ISO-8859-1'?><a b='&#x141;&#xe9;'>&#x141;&#xe9;</a>");
  const std::string text =
      "\ufeff<?xml version='1.0' encoding='UTF-16'?><a>Jos\u00e9 &amp; \U0001f600</a>";
  for (const Codec codec : {Codec::kUtf16Le, Codec::kUtf16Be}) {
    const std::string utf16 = encode(text, {.codec = codec}).value();
    EXPECT_EQ(scanned(utf16), Lines{"*/a=Jos\u00e9 & \U0001f600"});
    EXPECT_EQ(scanned(marked(utf16, scan_xml(utf16)->segments, mark)), Lines{"*/a=\u0141\u00e9"});
    const std::string bad = encode("\ufeff<a></b>", {.codec = codec}).value();
    EXPECT_EQ(scanned(bad), Lines{"refused: byte 12: not XML: mismatched tag"});
  }
  EXPECT_EQ(scanned("\xef\xbb\xbf<?xml version='1.0' encoding='utf-8'?><a>x</a>"), Lines{"*/a=x"});
  EXPECT_EQ(scanned("<?xml version='1.0' encoding='windows-1254'?><a>\xdd</a>"),
            Lines{"*/a=\u0130"});
  EXPECT_EQ(scanned("<?xml version='1.0' encoding='koi8-r'?><a>x</a>"),
            Lines{"refused: byte 0: is in a character set that is not known"});
  EXPECT_EQ(scanned("<?xml version='1.0' encoding='UTF-16'?><a>x</a>"),
            Lines{"refused: byte 0: the encoding is not the declared one"});
}

bool is_blank(std::string_view text) {
  return text.find_first_not_of(" \t\r\n") == std::string_view::npos;
}

// Texts, values and comments as another parser reads them, in the order of the file.
struct Found : pugi::xml_tree_walker {
  Lines lines;
  void add(const char* text) {
    if (!is_blank(text)) lines.emplace_back(text);
  }
  bool for_each(pugi::xml_node& node) override {
    for (const pugi::xml_attribute& attribute : node.attributes()) add(attribute.value());
    if (node.type() != pugi::node_declaration) add(node.value());
    return true;
  }
};

Lines parsed(const std::string& xml) {
  pugi::xml_document document;
  const auto result = document.load_buffer(
      xml.data(), xml.size(), pugi::parse_default | pugi::parse_comments | pugi::parse_pi);
  if (!result) return {std::string("refused: ") + result.description()};
  Found found;
  document.traverse(found);
  return found.lines;
}

Lines texts_of(std::string_view xml, const std::vector<TextSegment>& segments) {
  Lines lines;
  for (const TextSegment& s : segments) {
    std::string text = SegmentText::read(xml, s)->text();
    if (s.kind == SegmentKind::kComment || s.kind == SegmentKind::kInstruction) {
      text = with_line_feeds(text);
    }
    if (!is_blank(text)) lines.push_back(text);
  }
  return lines;
}

TEST(XmlScan, PublishedFiles) {
  auto files = published_files("cda", {".xml", ".XML"});
  if (files.empty()) GTEST_SKIP() << "needs ../shared/documents";
  for (auto& file : published_files("fhir", {".xml"})) files.push_back(std::move(file));
  for (const auto& [name, file] : files) {
    const auto texts = scan_xml(file);
    ASSERT_TRUE(texts.ok()) << name << ' ' << texts.error().message();
    expect_sound(file, texts->segments);
    ASSERT_EQ(texts_of(file, texts->segments), parsed(file)) << name;
    // Every text but namespaces, which decide what a name means.
    std::vector<TextSegment> content = texts->segments;
    std::erase_if(content, [](const auto& s) { return s.kind == SegmentKind::kNamespace; });
    const auto marker = [](size_t i) { return "<[\"'&" + std::to_string(i) + "]>"; };
    const std::string result = marked(file, content, marker);
    const auto again = scan_xml(result);
    ASSERT_TRUE(again.ok()) << name << ' ' << again.error().message();
    Lines expected;
    size_t i = 0;
    for (const TextSegment& s : texts->segments) {
      const bool is_namespace = s.kind == SegmentKind::kNamespace;
      expected.push_back(is_namespace ? SegmentText::read(file, s)->text() : marker(i++));
    }
    ASSERT_EQ(parsed(result), expected) << name;
  }
}

constexpr auto kPieces = std::to_array<std::string_view>(
    {"<b>",  "</b>",      "<b/>",        "<",   ">",       "&",      "&amp;", "&#65;",
     "]]>",  "<![CDATA[", "<!--",        "-->", "<?x y?>", " c='d'", "\"",    "'",
     "\r\n", " ",         "xmlns:p='q'", "p:",  "/",       "\u00e9"});

TEST(XmlScan, MutatedTextsAreReadAsAnotherParserReadsThem) {
  std::mt19937 random(5);
  const std::string seed =
      "<a x='1&#50;' y=\"'\"><b>An&amp;a\n</b> <c xmlns='urn:c' d='e'/><![CDATA[x]]>y<!--z--><?p "
      "q?></a>";
  size_t accepted = 0;
  for (int trial = 0; trial < 20000; ++trial) {
    const std::string xml = mutate(random, seed, kPieces);
    const auto texts = scan_xml(xml);
    if (!texts.ok()) continue;
    ++accepted;
    expect_sound(xml, texts->segments);
    ASSERT_EQ(texts_of(xml, texts->segments), parsed(xml)) << xml;
  }
  EXPECT_GT(accepted, 500u);
}

TEST(XmlScan, ElementsThatHoldASegmentAreToldWhole) {
  const std::string_view text = "<?xml version='1.0'?><a><b>x<c/></b> <d e='f'/><g h=''></g></a>";
  const auto texts = scan_xml(text);
  ASSERT_TRUE(texts.ok());
  std::vector<std::string> lines;
  for (const TextSegment& element : texts->elements) {
    lines.push_back(testing::path_of(texts->places, element.place) + ' ' +
                    std::string(text.substr(element.begin, element.end - element.begin)));
  }
  EXPECT_EQ(lines, (std::vector<std::string>{"/a/b <b>x<c/></b>", "/a/d <d e='f'/>",
                                             "/a " + std::string(text.substr(21))}));
}

TEST(XmlScan, TimeIsLinear) {
  constexpr size_t kBytes = 1 << 20;
  for (const std::string_view piece :
       {"<a>", "<a/>", "x", "&amp;", "<", "<!--", "<![CDATA[", " ", "]]", "a='b' ", "<a b='c'/>",
        "<![CDATA[x]]>", "<!---->y", "\r\n"}) {
    const std::string body = repeated(piece, kBytes / piece.size());
    testing::expect_within(1, [&] { (void)scan_xml(body); });
    testing::expect_within(1, [&] { (void)scan_xml("<a>" + body + "</a>"); });
    testing::expect_within(1, [&] { (void)scan_xml("<a x='" + body + "'/>"); });
  }
  std::string names = "<a ";
  for (size_t i = 0; names.size() < kBytes; ++i) names += "k" + std::to_string(i) + "='1' ";
  testing::expect_within(2, [&] { EXPECT_TRUE(scan_xml(names + "/>").ok()); });
}

}  // namespace redact::xml_scan_test

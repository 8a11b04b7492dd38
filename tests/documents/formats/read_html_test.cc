// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>

#include "documents/formats/read_document.h"
#include "tests/documents/formats/redacted.h"

namespace redact::read_html_test {

using testing::read;
using testing::without;

TEST(ReadHtml, NumbersOfADrawingStay) {
  const std::string drawing =
      "<svg viewBox=\"0 0 1948 20\"><p d=\"M1948-03-14L2024,5e3\" "
      "transform=\"rotate(45) skewX(3)\" stroke=\"red\"/></svg>";
  EXPECT_EQ(without(drawing, Format::kHtml), drawing);
  EXPECT_EQ(read(drawing, Format::kHtml).text.text(), "");
  EXPECT_EQ(without("<p d=\"Ana Greco\" x=\"Greco\">", Format::kHtml, {"Ana Greco", "Greco"}),
            "<p d=\"[PATIENT]\" x=\"[PATIENT]\">");
}

TEST(ReadHtml, SettingsOfAPageStay) {
  const std::string page =
      "<!DOCTYPE html><html><head><title>Ana</title><style>.Ana{}</style></head><body "
      "class=\"Ana\" title=\"Ana\"><!-- Ana --><p>Mrs Ana</p>";
  EXPECT_EQ(without(page, Format::kHtml, {"Ana"}),
            "<!DOCTYPE html><html><head><title>[PATIENT]</title><style>.Ana{}</style></head><body "
            "class=\"Ana\" title=\"[PATIENT]\"><!-- [PATIENT] --><p>Mrs [PATIENT]</p>");
}

TEST(ReadHtml, TheTypeOfAPageStays) {
  const std::string before = "<meta http-equiv=\"Content-Type\" content=\"";
  for (const std::string type :
       {"text/html; charset=iso-8859-1", "text/html;Charset=US-ASCII", "text/html"}) {
    const std::string page = before + type + "\"><p>";
    EXPECT_EQ(without(page + "Ana", Format::kHtml, {type, "Ana"}), page + "[PATIENT]");
  }
  for (const std::string other : {"text/html; charset=Ana", "text/html; for Ana", "Ana"}) {
    EXPECT_EQ(without(before + other + "\">", Format::kHtml, {"Ana"}).find("Ana"),
              std::string::npos)
        << other;
  }
}

// Every place of a page where a name can be seen or found. Only class and the like may keep one.
TEST(ReadHtml, NoContentOfAnElementIsUnread) {
  for (const std::string before_and_after :
       {"<p>|</p>",
        "<xmp>|</xmp>",
        "<plaintext>|",
        "<listing>|</listing>",
        "<iframe>|</iframe>",
        "<noembed>|</noembed>",
        "<noframes>|</noframes>",
        "<noscript>|</noscript>",
        "<template>|</template>",
        "<textarea>|</textarea>",
        "<title>|</title>",
        "<select><option>|</select>",
        "<svg><text>|</text></svg>",
        "<svg><title>|</title></svg>",
        "<math><mtext>|</mtext></math>",
        "<object>|</object>",
        "<canvas>|</canvas>",
        "<svg><![CDATA[|]]></svg>",
        "<svg><style><b>|</b></style></svg>",
        "<!--|-->",
        "<!|>",
        "<?|>",
        "</ |>",
        "<!--[if mso]><p>|</p><![endif]-->",
        "<![if !mso]>|<![endif]>",
        "<!DOCTYPE html PUBLIC '|'>",
        "<meta content='|'>",
        "<img alt='|'>",
        "<b title='|'></b>",
        "<input value='|'>",
        "<input placeholder='|'>",
        "<b aria-label='|'></b>",
        "<optgroup label='|'>",
        "<button onclick='|'></button>",
        "<b data-x='|'></b>",
        "<iframe srcdoc='&lt;p>|&lt;/p>'></iframe>",
        "<a href='?n=|'>x</a>",
        "<a name='|'></a>",
        "<style>a{} /*|*/</style>",
        "<style>a:before{content:\"|\"}</style>",
        "<style>a{background:url(x/|.png)}</style>",
        "<b style='background:url(|)'></b>",
        "<script type='application/ld+json'>{\"name\":\"|\"}</script>",
        "<script type='text/template'><p>|</p></script>",
        "<script>//|</script>"}) {
    const size_t at = before_and_after.find('|');
    const std::string before = "<p>Mr x</p>" + before_and_after.substr(0, at);
    const std::string out =
        without(before + "Greco" + before_and_after.substr(at + 1), Format::kHtml, {"Greco"});
    EXPECT_EQ(out.find("Greco"), out.npos) << out;
    if (before.find("<script>") != before.npos) continue;
    const bool names_place = before.ends_with("<a name='");
    const std::string hidden = names_place ? "hidden1" : "[PATIENT]";
    EXPECT_EQ(out, before + hidden + before_and_after.substr(at + 1));
  }
}

TEST(ReadHtml, APageInAPageIsReadWithItsTags) {
  const std::string inner = "Dr M&uuml;l<b>l</b>er";
  for (const std::string tag : {"iframe", "noembed", "noframes"}) {
    const std::string begin = "<" + tag + ">", end = "</" + tag + ">";
    EXPECT_EQ(without(begin + inner + end + "x", Format::kHtml, {"M\u00fcller"}),
              begin + "Dr [PATIENT]<b></b>" + end + "x");
  }
  EXPECT_EQ(without("<!--[if mso]>" + inner + "<![endif]-->", Format::kHtml, {"M\u00fcller"}),
            "<!--[if mso]>Dr [PATIENT]<b></b><![endif]-->");
  EXPECT_EQ(without("<iframe srcdoc=\"Dr M&amp;uuml;l&lt;b>l</b>er\"></iframe>", Format::kHtml,
                    {"M\u00fcller"}),
            "<iframe srcdoc=\"Dr [PATIENT]&lt;b></b>\"></iframe>");
  // The name in the text stays whole, despite the elements inside it.
  EXPECT_EQ(without("Dr Gre<!--<i>a</i>--><iframe>b</iframe><i title=c>co</i>", Format::kHtml,
                    {"Gre co"}),
            "Dr [PATIENT]<!--<i>a</i>--><iframe>b</iframe><i title=c></i>");
  std::string deep = "Greco";
  for (int depth = 0; depth < 4; ++depth) deep = "<iframe srcdoc='" + deep + "'></iframe>";
  EXPECT_EQ(without("<xmp>Dr Greco</xmp><noframes><noembed>Greco</noembed></noframes>",
                    Format::kHtml, {"Greco"}),
            "<xmp>Dr [PATIENT]</xmp><noframes><noembed>[PATIENT]</noembed></noframes>");
}

TEST(ReadHtml, WhatOutlookReadsInACommentIsAPage) {
  const std::string shape =
      "<v:shape class=\"Ana\" o:spid=\"_x0000_i1025\" path=\"m@4@5xe\" eqn=\"if x 0\"><v:imagedata "
      "src=\"cid:|\"/>";
  const auto page = [&](const std::string& begin, const std::string& id, const std::string& end) {
    return "<p>x</p>" + begin + std::string(shape).replace(shape.find('|'), 1, id) + end;
  };
  const std::string outlook = "image1.png@01DA7466.8B1C2D10", hidden = "1@hidden.invalid";
  for (const auto& [begin, end] : {std::pair{"", ""},
                                   {"<!--[if gte vml 1]>", "<![endif]-->"},
                                   {"<!--[if (gte mso 9)|(!IE)]>", "<![endif]-->"}}) {
    EXPECT_EQ(without(page(begin, outlook, end), Format::kHtml,
                      {"Ana", "m@4", "imagedata", "if", "eqn", "path", "o:spid"}),
              page(begin, hidden, end));
  }
  EXPECT_EQ(without("x<!--[if Ana]><b class='Ana'>", Format::kHtml, {"Ana"}).find("[if Ana"),
            std::string::npos);
}

TEST(ReadHtml, NamespacesOfMicrosoftStay) {
  const std::string page =
      "<html xmlns:m=\"http://schemas.microsoft.com/office/2004/12/omml\"><p>x";
  EXPECT_EQ(without(page, Format::kHtml, {"schemas", "xmlns:m"}), page);
  EXPECT_EQ(without("<html xmlns:m=\"http://ana.example/\"><p>x", Format::kHtml, {"ana"}),
            "<html xmlns:m=\"http://[PATIENT].example/\"><p>x");
}

TEST(ReadHtml, NumbersOfADrawingStayInXhtml) {
  const auto page = [](const std::string& text) {
    return "<?xml version=\"1.0\"?><html xmlns=\"http://www.w3.org/1999/xhtml\"><body>" + text +
           "</body></html>";
  };
  const std::string box = " viewBox=\"0 0 10 10\"/>";
  const std::string svg = "<svg xmlns=\"http://www.w3.org/2000/svg\"" + box;
  EXPECT_EQ(without(page(svg), Format::kXml, {"10 10"}), page(svg));
  EXPECT_EQ(without(page("<p" + box), Format::kXml, {"10 10"}),
            page("<p viewBox=\"0 0 [PATIENT]\"/>"));
}

TEST(ReadHtml, ATextWhoseTagsLieInAnEscapeIsReadAsItIs) {
  const std::string page = "<iframe srcdoc='&lt;b a&copy=x>Greco'></iframe>";
  EXPECT_EQ(without(page, Format::kHtml, {"Greco"}),
            "<iframe srcdoc='&lt;b a&copy=x>[PATIENT]'></iframe>");
}

TEST(ReadHtml, WhatAPageHoldsThatNobodyReadsIsRemoved) {
  const std::string page =
      "<script>var x = 'Ana';</script><script src=a.js></script><img "
      "src=\"data:image/png;base64,iVBORw0KGgo=\"><img src='data:image/svg+xml,%3Csvg>'><a "
      "href='data:text/html;base64,PGI+QW5hPC9iPg=='>x</a>";
  EXPECT_EQ(read(page, Format::kHtml).n_unread, 3U);
  const std::string out = without(page, Format::kHtml, {"Ana"});
  EXPECT_EQ(out,
            "<script></script><script src=a.js></script><img "
            "src=\"data:image/png;base64,W1JFTU9WRURd\"><img src='data:image/svg+xml,'><a "
            "href='data:text/html;base64,PGI+W1BBVElFTlRdPC9iPg=='>x</a>");
  EXPECT_EQ(read(out, Format::kHtml).n_unread, 0U);
}

TEST(ReadHtml, ADocumentTypeThatNamesAStandardStays) {
  const auto text_of = [](const std::string& page) {
    return std::string(read(page, Format::kHtml).text.text());
  };
  EXPECT_EQ(text_of("<!DOCTYPE HTML PUBLIC \"-//W3C//DTD HTML 4.01 Transitional//EN\" "
                    "\"http://www.w3.org/TR/1999/REC-html401-19991224/loose.dtd\">"),
            "");
  EXPECT_EQ(text_of("<!DOCTYPE html SYSTEM \"about:legacy-compat\">"), "");
  EXPECT_EQ(text_of("<!DOCTYPE greco>"), "greco");
  EXPECT_EQ(text_of("<!DOCTYPE html 944719127>"), "html 944719127");
}

TEST(ReadHtml, NamesOfFontsStay) {
  EXPECT_EQ(read("<style>@font-face{font-family:\"Cambria Math\"}</style><b "
                 "style='mso-bidi-font-family:\"Times New Roman\"'></b>",
                 Format::kHtml)
                .text.text(),
            "");
}

}  // namespace redact::read_html_test

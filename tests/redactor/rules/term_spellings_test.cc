// SPDX-License-Identifier: Apache-2.0
// The spellings in which a listed term is found: one table, a test for each. The term is
// "Zoë Jean-Pierre", denied or known, and nothing else finds anything.
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "tests/support/redact_with.h"

namespace redact::term_spellings_test {

struct Spelling {
  const char* name;
  const char* text;  // between "1 " and " 2" in a text
  Format format = Format::kText;
};

void PrintTo(const Spelling& spelling, std::ostream* out) { *out << spelling.name; }

constexpr Spelling kSpellings[] = {
    {"AsItIs", "Zoë Jean-Pierre"},
    {"Capitals", "ZOË JEAN-PIERRE"},
    {"Small", "zoë jean-pierre"},
    {"NoDiacritics", "Zoe Jean-Pierre"},
    {"OtherDiacritics", "Zoé Jeán-Pierrè"},
    {"DecomposedDiacritics", "Zoe\u0308 Jean-Pierre"},
    {"FullWidth", "Ｚｏë　Ｊｅａｎ－Ｐｉｅｒｒｅ"},
    {"StyledLetters", "𝐙𝐨ë 𝐉𝐞𝐚𝐧-𝐏𝐢𝐞𝐫𝐫𝐞"},
    {"LookAlikes", "Zоë Jеаn-Рiеrrе"},  // Cyrillic о, е, а and Р
    {"SoftHyphens", "Zo\u00adë Je\u00adan-Pier\u00adre"},
    {"DirectionMarks", "\u200eZoë\u200f \u202aJean-\u202cPierre"},
    {"ZeroWidthSpace", "Zoë\u200b Jean\u200b-Pi\u200berre"},
    {"ZeroWidthJoiner", "Zo\u200dë Jean-Pierre"},
    {"ByteOrderMark", "Zo\ufeffë Jean-Pierre"},
    {"TwoSpaces", "Zoë  Jean-Pierre"},
    {"ManySpaces", "Zoë        Jean-Pierre"},
    {"Tab", "Zoë\tJean-Pierre"},
    {"NoBreakSpace", "Zoë\u00a0Jean-Pierre"},
    {"NarrowSpaces", "Zoë\u2009Jean\u202f-Pierre"},
    {"WideSpaces", "Zoë\u2003Jean-Pierre"},
    {"IdeographicSpace", "Zoë\u3000Jean-Pierre"},
    {"NoSpace", "ZoëJean-Pierre"},
    {"Hyphen", "Zoë Jean\u2010Pierre"},
    {"NoBreakHyphen", "Zoë Jean\u2011Pierre"},
    {"MinusSign", "Zoë Jean\u2212Pierre"},
    {"Dash", "Zoë Jean\u2013Pierre"},
    {"SpacesAroundTheHyphen", "Zoë Jean - Pierre"},
    {"SpaceForTheHyphen", "Zoë Jean Pierre"},
    {"NoHyphen", "Zoë JeanPierre"},
    {"HyphensForSpaces", "Zoë-Jean-Pierre"},
    {"Dots", "zoe.jean-pierre"},
    {"Underscores", "zoe_jean_pierre"},
    {"LineEnd", "Zoë\nJean-Pierre"},
    {"LineEndOfWindows", "Zoë\r\nJean-Pierre"},
    {"LineEndAndIndent", "Zoë \r\n    Jean-Pierre"},
    {"LineEndBehindTheHyphen", "Zoë Jean-\nPierre"},
    {"LineEndOfWindowsBehindTheHyphen", "Zoë Jean-\r\nPierre"},
    {"LineEndAndIndentBehindTheHyphen", "Zoë Jean-\r\n    Pierre"},
    {"LineEndBeforeTheHyphen", "Zoë Jean\n-Pierre"},
    {"LineEndBehindAnotherHyphen", "Zoë Jean\u2010\nPierre"},
    {"WordBrokenWithAHyphen", "Zoë Jean-Pi-\nerre"},
    {"WordBrokenWithAHyphenOnWindows", "Zoë Jean-Pi-\r\nerre"},
    {"WordBrokenWithASoftHyphen", "Zoë Jean-Pi\u00ad\nerre"},
    {"LineSeparator", "Zoë\u2028Jean-Pierre"},
    {"NextLine", "Zoë\u0085Jean-Pierre"},
    {"FormFeed", "Zoë\fJean-Pierre"},
    {"Entities", "Zo&euml; Jean&#45;&#x50;ierre", Format::kHtml},
    {"EntitiesOfMarks", "Zoe&#x308;&nbsp;Jean&hyphen;Pier&shy;re", Format::kHtml},
    {"TagsInside", "Zo<i>ë</i> <b>Jean</b>-P<span class=\"x\">ierre</span>", Format::kHtml},
    {"TagsThatBreakLines", "Zoë<br>Jean-<br/>Pierre", Format::kHtml},
    {"ChanceToBreakAWord", "Zoë Jean-Pi<wbr>erre", Format::kHtml},
    {"CommentInside", "Zoë Je<!-- x -->an-Pierre", Format::kHtml},
    {"EntitiesOfXml", "Zo&#xeb; Jean&#45;Pierre", Format::kXml},
    {"EscapesOfJson", R"(Zo\u00eb\nJean-\r\n\u0050ierre)", Format::kJson},
    {"EscapesOfHl7", R"(Zo\XC3AB\ Jean-\.br\Pierre)", Format::kHl7},
};

// The spellings of what is known about a person alone: names in another order.
constexpr Spelling kOrders[] = {
    {"FamilyNameFirst", "Jean-Pierre Zoë"},
    {"FamilyNameFirstWithAComma", "JEAN-PIERRE, Zoë"},
    {"FamilyNameFirstOverALineEnd", "Jean-Pierre,\r\nZoë"},
    {"WordsApart", "Zoë (called Pierre)"},
};

std::string document_of(const Spelling& spelling) {
  const std::string text = "1 " + std::string(spelling.text) + " 2";
  switch (spelling.format) {
    case Format::kHtml: return "<p>" + text + "</p>";
    case Format::kXml: return "<note><text>" + text + "</text></note>";
    case Format::kJson: return "{\"text\": \"" + text + "\"}";
    case Format::kHl7:
      return "MSH|^~\\&|A|B|C|D|20240102||ORU^R01|1|P|2.5\rOBX|1|TX|N^Note||" + text + "\r";
    default: return text;
  }
}

// The letters of the term that the output holds between the two digits.
std::string left_of(const Spelling& spelling, const std::vector<const TermList*>& known,
                    Guides guides) {
  const Configuration configuration{Policy::open("default").value(), std::move(guides)};
  const std::string source = document_of(spelling);
  DocumentInput input{std::string_view(source), spelling.format};
  input.known = known;
  const auto redaction = testing::redact_with({}, input, configuration);
  EXPECT_TRUE(redaction.ok()) << redaction.error().message();
  if (!redaction.ok()) return "withheld";
  std::string hidden = source;  // with a blank in place of each hidden byte
  for (const Edit& edit : redaction->edits) {
    std::fill(hidden.begin() + static_cast<ptrdiff_t>(edit.begin),
              hidden.begin() + static_cast<ptrdiff_t>(edit.end), ' ');
  }
  std::string left;
  const size_t from = source.find("1 " + std::string(spelling.text)) + 2;
  bool is_markup = false;
  for (size_t i = from; i < from + std::string_view(spelling.text).size(); ++i) {
    if (spelling.format == Format::kHtml && source[i] == '<') is_markup = true;
    if (!is_markup && std::isgraph(static_cast<unsigned char>(hidden[i]))) left += hidden[i];
    if (source[i] == '>') is_markup = false;
  }
  return left;
}

class TermSpellings : public ::testing::TestWithParam<Spelling> {};

TEST_P(TermSpellings, OfADeniedTermAreHidden) {
  Guides guides;
  guides.deny.add("Zoë Jean-Pierre", Label::kName);
  EXPECT_EQ(left_of(GetParam(), {}, std::move(guides)), "");
}

class NameSpellings : public ::testing::TestWithParam<Spelling> {};

TEST_P(NameSpellings, OfAKnownPersonAreHidden) {
  TermList known;
  known.add_known("Zoë Jean-Pierre", Label::kPatient);
  const std::string left = left_of(GetParam(), {&known}, {});
  for (const char* part : {"Zo", "Jean", "JEAN", "Pi"}) EXPECT_EQ(left.find(part), left.npos);
}

const auto kName = [](const auto& info) { return std::string(info.param.name); };
INSTANTIATE_TEST_SUITE_P(All, TermSpellings, ::testing::ValuesIn(kSpellings), kName);
INSTANTIATE_TEST_SUITE_P(All, NameSpellings, ::testing::ValuesIn(kSpellings), kName);
INSTANTIATE_TEST_SUITE_P(Orders, NameSpellings, ::testing::ValuesIn(kOrders), kName);

}  // namespace redact::term_spellings_test

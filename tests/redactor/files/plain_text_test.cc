// SPDX-License-Identifier: Apache-2.0
#include "redactor/files/plain_text.h"

#include <gtest/gtest.h>

#include <string>

namespace redact {
namespace {

std::string kind(std::string_view text, std::string_view name = "note.txt") {
  const char* found = structured_kind(text, name);
  return found == nullptr ? "" : found;
}

TEST(PlainText, MarkupIsNone) {
  for (const char* text : {"<!DOCTYPE html>\n<title>x</title>", "<?xml version=\"1.0\"?>\n<a/>",
                           "\xEF\xBB\xBF \n<HTML><b>Ana</b></HTML>", "<p>Patient: <b>Ana</b></p>",
                           "<ClinicalDocument xmlns=\"urn:hl7-org:v3\">x</ClinicalDocument>",
                           "Exported today\n<DIV class=\"x\">Ana</DIV >", "Name</td><td>Ana",
                           "<!-- Ana -->", "<name use=\"official\">Ana</name>\n"}) {
    EXPECT_EQ(kind(text), "HTML or XML") << text;
  }
  EXPECT_EQ(kind("Patient: <b>Ana</b>", "a.html"), "HTML or XML");
  EXPECT_EQ(kind("Patient: <b>Ana</b>", "a.HTM"), "HTML or XML");
}

TEST(PlainText, TagsInPassingAreText) {
  for (const char* text :
       {"Patient: <b>Ana</b> has <i>no</i> fever.<br>Seen again.", "p<0.05, K < 3.5, Na > 135",
        "<PATIENT> was seen", "Ana <ana@example.org> wrote", "<BEGIN> note", "a </ b", "<", "</",
        "", "x <p y"}) {
    EXPECT_EQ(kind(text), "") << text;
  }
  EXPECT_EQ(kind("K < 3.5 and no tag", "a.html"), "");
}

TEST(PlainText, JsonIsNone) {
  for (const char* text :
       {"{\"resourceType\": \"Patient\"}", " \r\n{ \"a\\\"b\" : [", "[\n {\"name\": 1}]",
        "[[{\"a\": 1}]]", "[\"Ana\", \"x\"]", "[\"Ana\"]"}) {
    EXPECT_EQ(kind(text), "JSON") << text;
  }
}

TEST(PlainText, BracketsAreText) {
  for (const char* text :
       {"[PATIENT] was seen", "{PATIENT:Nora}", "[2024-01-02] seen", "[", "{", "{}", "[]",
        "{\"quoted\" words}", "[\"No fever\" she says", "[[1]] note", "{\"", "[\""}) {
    EXPECT_EQ(kind(text), "") << text;
  }
}

TEST(PlainText, Hl7IsNone) {
  EXPECT_EQ(kind("MSH|^~\\&|LAB|\rPID|1||7"), "HL7 v2");
  EXPECT_EQ(kind("\vMSH|^~\\&|LAB|"), "HL7 v2");
  EXPECT_EQ(kind("FHS|^~\\&|x\rBHS|^~\\&|\rMSH|^~\\&|LAB|\r"), "HL7 v2");
  EXPECT_EQ(kind("The header MSH|^~\\& begins a message."), "");
}

TEST(PlainText, BinaryFilesBeginInTheirWay) {
  EXPECT_STREQ(binary_kind("%PDF-1.7"), "PDF");
  EXPECT_STREQ(binary_kind(std::string_view("\xFF\xFEM\0", 4)), "UTF-16");
  EXPECT_EQ(binary_kind("\xFF\xFEMr"), nullptr);
  EXPECT_EQ(binary_kind("Mr"), nullptr);
}

}  // namespace
}  // namespace redact

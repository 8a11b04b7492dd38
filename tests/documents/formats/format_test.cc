// SPDX-License-Identifier: Apache-2.0
#include "documents/formats/format.h"

#include <gtest/gtest.h>

#include <string>

namespace redact::format_test {

std::string kind(std::string_view text, std::string_view name = "note.txt") {
  constexpr const char* kNames[] = {"text", "HTML", "XML", "JSON", "HL7 v2", "RTF",
                                    "DOCX", "XLSX", "ODS", "ODT",  "mail"};
  return kNames[static_cast<size_t>(find_format(text, name))];
}

TEST(FindFormat, MarkupIsAPage) {
  for (const char* text :
       {"<!DOCTYPE html>\n<title>x</title>", "\xEF\xBB\xBF \n<HTML><b>Ana</b></HTML>",
        "<p>Patient: <b>Ana</b></p>", "Exported today\n<DIV class=\"x\">Ana</DIV >",
        "Name</td><td>Ana", "<!-- Ana -->", "<name use=\"official\">Ana</name>\n"}) {
    EXPECT_EQ(kind(text), "HTML") << text;
  }
  EXPECT_EQ(kind("Patient: <b>Ana</b>", "a.html"), "HTML");
  EXPECT_EQ(kind("Patient: <b>Ana</b>", "a.HTM"), "HTML");
}

TEST(FindFormat, TagsInPassingAreText) {
  for (const char* text :
       {"Patient: <b>Ana</b> has <i>no</i> fever.<br>Seen again.", "p<0.05, K < 3.5, Na > 135",
        "<PATIENT> was seen", "Ana <ana@example.org> wrote", "<BEGIN> note", "a </ b", "<", "</",
        "", "x <p y"}) {
    EXPECT_EQ(kind(text), "text") << text;
  }
  EXPECT_EQ(kind("K < 3.5 and no tag", "a.html"), "text");
}

TEST(FindFormat, JsonIsAnObjectOrAnArray) {
  for (const char* text :
       {"{\"resourceType\": \"Patient\"}", " \r\n{ \"a\\\"b\" : [", "[\n {\"name\": 1}]",
        "[[{\"a\": 1}]]", "[\"Ana\", \"x\"]", "[\"Ana\"]"}) {
    EXPECT_EQ(kind(text), "JSON") << text;
  }
}

TEST(FindFormat, BracketsAreText) {
  for (const char* text :
       {"[PATIENT] was seen", "{PATIENT:Nora}", "[2024-01-02] seen", "[", "{", "{}", "[]",
        "{\"quoted\" words}", "[\"No fever\" she says", "[[1]] note", "{\"", "[\""}) {
    EXPECT_EQ(kind(text), "text") << text;
  }
}

TEST(FindFormat, Hl7HasAHeader) {
  EXPECT_EQ(kind("MSH|^~\\&|LAB|\rPID|1||7"), "HL7 v2");
  EXPECT_EQ(kind("\vMSH|^~\\&|LAB|"), "HL7 v2");
  EXPECT_EQ(kind("FHS|^~\\&|x\rBHS|^~\\&|\rMSH|^~\\&|LAB|\r"), "HL7 v2");
  EXPECT_EQ(kind("The header MSH|^~\\& begins a message."), "text");
}

TEST(FindFormat, APageMayShowAMessage) {
  EXPECT_EQ(kind("<html><body><pre>\nMSH|^~\\&amp;|LAB|\n</pre></body></html>"), "HTML");
  EXPECT_EQ(kind("<report>\nMSH|^~\\&amp;|LAB|\n</report>"), "HTML");
  EXPECT_EQ(kind("<INFO> received\nMSH|^~\\&|LAB|\rOBX|1|TX|1||<p>well</p>\r"), "HL7 v2");
}

TEST(FindFormat, Hl7MayHaveOtherDelimiters) {
  EXPECT_EQ(kind("MSH#$*!%#LAB#X"), "HL7 v2");
  EXPECT_EQ(kind("MSH is short for message header"), "text");
  EXPECT_EQ(kind("MSH|"), "text");
}

TEST(FindFormat, XmlHasADeclarationANamespaceOrItsFileName) {
  EXPECT_EQ(kind("<?xml version=\"1.0\"?>\n<a/>"), "XML");
  EXPECT_EQ(kind("<ClinicalDocument xmlns=\"urn:hl7-org:v3\">x</ClinicalDocument>"), "XML");
  EXPECT_EQ(kind("<a>x</a>", "a.xml"), "XML");
  EXPECT_EQ(kind("<!DOCTYPE a [<!ENTITY x \"Ana\">]>\n<a>&x;</a>"), "XML");
  EXPECT_EQ(kind("<html xmlns=\"http://www.w3.org/1999/xhtml\"><p>x</p></html>"), "HTML");
  EXPECT_EQ(kind("<html xmlns:o=\"urn:schemas-microsoft-com:office:office\" "
                 "xmlns=\"http://www.w3.org/TR/REC-html40\"><p>x<br></html>"),
            "HTML");
}

TEST(FindFormat, MailHasAFieldOfMailsAlone) {
  for (const char* text :
       {"From: a@b.example\nMIME-Version: 1.0\n\nDear all",
        "Received: from x\r\n\tby y\r\nSubject: MSH|^~\\&|\r\n\r\n<p>x</p>",
        "From a@b.example Thu Mar 12\nMessage-Id: <1@b.example>\nFrom: a@b.example\n",
        "from: a@b.example\nContent-Transfer-Encoding : base64\n\nTXJz"}) {
    EXPECT_EQ(kind(text), "mail") << text;
    EXPECT_EQ(unreadable_kind(text), nullptr) << text;
  }
  for (const char* text :
       {"From: Dr Owen\nTo: Dr Greco\nSubject: Ana\n\nDear colleague", "Message-ID: 7",
        "see\nReceived: x\nMIME-Version: 1.0\n", "Received: x\n\n"}) {
    EXPECT_EQ(kind(text), "text") << text;
  }
  EXPECT_EQ(kind("From: Dr Owen\n\nDear", "a.EML"), "mail");
  const std::string mail =
      "From a@b.example Thu Mar 12\nMessage-Id: <1@b.example>\nFrom: a@b\n\nDear\n\n";
  EXPECT_EQ(unreadable_kind(mail + "From here\n"), nullptr);
  EXPECT_STREQ(unreadable_kind(mail + mail), "several mails in one file");
}

TEST(UnreadableKind, IsAPieceOfMailWithEncodedParts) {
  const char* kMail = "a piece of mail with encoded parts";
  for (const std::string_view text : {
           "see\nContent-Transfer-Encoding: base64\n\nTXJz",
           "Ana: a\r\ncontent-transfer-encoding:Quoted-Printable\r\n\r\nKr=C3=BCckl",
           "To: =?utf-8?B?S3LDvGNrbA==?= <k@b.example>\n\nDear all",
           "see\nContent-Transfer-Encoding:\r\n base64\n\nTXJz",
           "see\nContent-Transfer-Encoding : base64\n\nTXJz",
           "Subject: Re: =?iso-8859-1?q?Frau_Kr=FCckl?=\n",
       }) {
    EXPECT_STREQ(unreadable_kind(text), kMail) << text;
  }
  for (const std::string_view text : {
           "From: a@b.example\nContent-Transfer-Encoding: 8bit\n\nDear all",
           "From: a@b.example\nContent-Transfer-Encoding: 8bit\n\nbase64",
           "the content-transfer-encoding: base64",
           "Content-Transfer-Encoding",
           "base64",
           "allergies =?",
           "=?? unsure ?=",
           "is it =?utf-8?B? or not?= ",
           "a=?b?c?d?=",
       }) {
    EXPECT_EQ(unreadable_kind(text), nullptr) << text;
  }
}

TEST(Format, CalendarsAndCardsAreNotRead) {
  for (const char* text : {"BEGIN:VCALENDAR\r\n", "\ufeff begin:vCard\nN:Greco;Ana\n"}) {
    EXPECT_STREQ(unreadable_kind(text), "iCalendar or vCard") << text;
  }
  EXPECT_EQ(unreadable_kind("See BEGIN:VCARD"), nullptr);
}

}  // namespace redact::format_test

// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "documents/structured/codec.h"
#include "tests/documents/formats/redacted.h"

namespace redact::read_mail_test {

using testing::read;

std::string base64(std::string_view text) {
  return encode(text, {.codec = Codec::kBase64}).value();
}

std::string without(const std::string& mail, const std::vector<std::string>& words = {}) {
  return testing::without(mail, Format::kMail, words);
}

// A mail of one part.
std::string mail(const std::string& fields, const std::string& body) {
  return "MIME-Version: 1.0\r\n" + fields + "\r\n" + body;
}

// The text of a mail as finders read it.
std::string text_of(const std::string& mail) {
  return std::string(read(mail, Format::kMail).text.text());
}

TEST(ReadMail, FieldsOfTheHeaderAreHiddenByTheirNames) {
  EXPECT_EQ(
      without(
          "Return-Path: <ana@greco.example>\r\n"
          "Received: from mail.greco.example ([192.0.2.7])\r\n\tby mx.x.example for <b@x.example>;"
          "\r\n Thu, 12 Mar 2026 09:41:00 +0100\r\n"
          "DKIM-Signature: v=1; d=greco.example;\r\n b=AbC\r\n"
          "From: \"Greco, Ana\" <ana@greco.example>, Tom Quill (ward) <t@x.example>\r\n"
          "To: undisclosed-recipients:;\r\n"
          "Cc: Team Leeds: Owen Pritchard <o@x.example>, p@x.example;\r\n"
          "Message-ID: <a.7@greco.example>\r\n"
          "References: <b.8@greco.example>\r\n <a.7@greco.example>\r\n"
          "X-Mailer: Outlook of Ana\r\n"
          "Importance: high\r\n"
          "Status: RO\r\n"
          "Content-Length: 22\r\n"
          "Lines: 3\r\n"
          "Subject: Re: Mrs\r\n Greco\r\n\r\nDear all\r\n",
          {"Greco"}),
      "Return-Path: <hidden@hidden.invalid>\r\n"
      "Received: [ID];\r\n [DATE] 09:41:00 +0100\r\n"
      "DKIM-Signature: [REMOVED]\r\n"
      "From: \"[NAME]\" <hidden@hidden.invalid>, \"[NAME]\" ([NAME]) <hidden@hidden.invalid>\r\n"
      "To: undisclosed-recipients:;\r\n"
      "Cc: \"[NAME]\": \"[NAME]\" <hidden@hidden.invalid>, hidden@hidden.invalid;\r\n"
      "Message-ID: <1@hidden.invalid>\r\n"
      "References: <2@hidden.invalid>\r\n <1@hidden.invalid>\r\n"
      "X-Mailer: [ID]\r\n"
      "Importance: high\r\n"
      "Status: RO\r\n"
      "Content-Length: [REMOVED]\r\n"
      "Lines: [REMOVED]\r\n"
      "Subject: Re: Mrs\r\n [PATIENT]\r\n\r\nDear all\r\n");
}

TEST(ReadMail, EncodedWordsAreReadAndWrittenInTheirEncoding) {
  const auto subject = [](const std::string& value) {
    return "Message-ID: <1@hidden.invalid>\r\nSubject: " + value + "\r\n\r\nx";
  };
  EXPECT_EQ(without(subject("=?utf-8?Q?Frau_Kr=C3=BCckl=2C_M=C3=BCnchen?="), {"Kr\u00fcckl"}),
            subject("=?utf-8?Q?Frau_=5BPATIENT=5D=2C_M=C3=BCnchen?="));
  EXPECT_EQ(without(subject("=?iso-8859-1?b?" + base64("Frau Kr\xFC") + "?=\r\n =?ISO-8859-1?B?" +
                            base64("ckl, \xE9") + "?= today"),
                    {"Kr\u00fcckl"}),
            subject("=?iso-8859-1?b?" + base64("Frau [PATIENT], \xE9") + "?= today"));
  // A letter that is divided between two words.
  EXPECT_EQ(without(subject("Re: =?utf-8?q?Kr=C3?= =?utf-8?q?=BCckl?= x"), {"Kr\u00fcckl"}),
            subject("Re: [PATIENT] x"));
  EXPECT_EQ(without(subject("Frau =?utf-8?q?Kr=C3=BCckl?="), {"Frau"}),
            subject("[PATIENT] =?utf-8?q?Kr=C3=BCckl?="));
  EXPECT_EQ(without("Message-ID: <1@hidden.invalid>\nFrom: =?utf-8?q?Kr=C3=BCckl?= "
                    "<hidden@hidden.invalid>\n\nx"),
            "Message-ID: <1@hidden.invalid>\nFrom: \"[NAME]\" <hidden@hidden.invalid>\n\nx");
}

TEST(ReadMail, QuotedPrintableIsEqualOutsideTheReplacements) {
  const std::string head =
      "Content-Type: text/plain; charset=utf-8\r\n"
      "Content-Transfer-Encoding: quoted-printable\r\n";
  EXPECT_EQ(
      without(mail(head, "Frau Kr=C3=\r\n=BCckl sagt: M=c3=bcde=20\r\n = x \r\n"), {"Kr\u00fcckl"}),
      mail(head, "Frau [PATIENT] sagt: M=c3=bcde=20\r\n = x \r\n"));
  // A line that becomes too long is broken within the replacement.
  const std::string before(70, 'a'), after(60, 'b');
  EXPECT_EQ(without(mail(head, before + " Ana =\r\n" + after), {"Ana"}),
            mail(head, before + " [PAT=\r\nIENT] =\r\n" + after));
  EXPECT_EQ(without(mail(head, before + " A\r\n" + after), {"A"}),
            mail(head, before + " [PAT=\r\nIENT]\r\n" + after));
  EXPECT_EQ(without(mail(head, "Ana, " + after + after), {"Ana"}),
            mail(head, "[PATIENT], " + after + after));
}

TEST(ReadMail, Base64KeepsItsLines) {
  const std::string head =
      "Content-Type: text/plain; charset=utf-8\r\n"
      "Content-Transfer-Encoding: BASE64\r\n";
  const std::string text = base64("Mrs Greco has no fever, and Mrs Greco has no pain."),
                    hidden = base64("Mrs [PATIENT] has no fever, and Mrs [PATIENT] has no pain.");
  const auto lines = [](std::string digits) {
    for (size_t at = 20; at < digits.size(); at += 22) digits.insert(at, "\r\n");
    return digits + "\r\n";
  };
  EXPECT_EQ(without(mail(head, lines(text)), {"Greco"}), mail(head, lines(hidden)));
}

TEST(ReadMail, CharacterSetsLieWithinTransferEncodings) {
  const auto body = [](const std::string& charset, const std::string& how,
                       const std::string& text) {
    return mail("Content-Type: text/plain; charset=\"" + charset +
                    "\"\r\nContent-Transfer-Encoding: " + how + "\r\n",
                text);
  };
  EXPECT_EQ(text_of(body("iso-8859-1", "quoted-printable", "Kr=FCckl")), "Kr\u00fcckl");
  EXPECT_EQ(text_of(body("windows-1254", "base64",
                         base64("\xDE"
                                "afak"))),
            "\u015eafak");
  EXPECT_EQ(text_of(body("iso-8859-2", "8bit", "\xA3ukasz")), "\u0141ukasz");
  EXPECT_EQ(text_of(body("utf-8", "8bit", "\u0141ukasz")), "\u0141ukasz");
  EXPECT_EQ(text_of(body("us-ascii", "8bit",
                         "Kr\xFC"
                         "ckl")),
            "Kr\u00fcckl");
  EXPECT_EQ(text_of(body("koi8-r", "7bit", "Ana")), "Ana");
  for (const std::string charset : {"koi8-r", "utf-7", "iso-2022-jp"}) {
    const std::string text = charset == "koi8-r" ? "\xC1" : "+AOk-\x1b$";
    EXPECT_FALSE(read_document(body(charset, "8bit", text), Format::kMail).ok()) << charset;
  }
}

// A body of 7 bits has no other characters, whatever a policy writes.
TEST(ReadMail, ABodyInAsciiStaysSo) {
  const FormattedText text = read(mail("", "Ana"), Format::kMail);
  const size_t last = text.text.parts().size() - 1;
  EXPECT_FALSE(text.text.has_characters_of(last, "J\u00f6rg"));
  EXPECT_TRUE(text.text.has_characters_of(last, "Jorg"));
}

TEST(ReadMail, PartsAreReadInTheirFormats) {
  const auto parts = [](const std::string& word, const std::string& b1, const std::string& b2,
                        const std::string& b3) {
    return "MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=\"" + b1 + "\"\n\nSee " +
           word + "\n--" + b1 + "\nContent-Type: multipart/alternative;\n boundary=" + b2 +
           "\n\n--" + b2 + "\n\nDear " + word + "\n--" + b2 +
           " \nContent-Type: text/html\n\n<p title=\"Ana\">Dear <b>" + word + "</b></p>\n--" + b2 +
           "--\n--" + b1 + "\nContent-Type: message/rfc822\n\nSubject: " + word +
           "\nContent-Type: multipart/mixed; boundary=" + b3 + "\n\n--" + b3 +
           "\nContent-Type: application/json\n"
           "Content-Transfer-Encoding: base64\n\n" +
           base64("{\"a\":\"" + word + "\"}") + "\n--" + b3 +
           "\nContent-Type: application/hl7-v2\n\n" + "MSH|^~\\&|LAB\rOBX|1|TX|1||" + word +
           "\r\n--" + b3 + "--\n\n--" + b1 + "--\nThat is all, " + word + "\n";
  };
  EXPECT_EQ(without(parts("Greco", "b 1", "b2", "b3"), {"Greco"}),
            parts("[PATIENT]", "hidden1", "hidden2", "hidden3"));
}

// A boundary that programs may read in different ways stays as it is; others hold times and ids.
TEST(ReadMail, BoundariesAreRenamedWhereEveryProgramReadsThemAlike) {
  const auto of = [](const std::string& parameter, const std::string& line) {
    return "Message-ID: <1@hidden.invalid>\nContent-Type: multipart/mixed; " + parameter +
           "\n\n--" + line + "\n\nGreco\n--" + line + "--\n--" + line + "x\n";
  };
  const std::string outlook = "----=_NextPart_000_0001_01D4A6F5.6C9F4D20";
  EXPECT_EQ(
      without(of("boundary=\"" + outlook + "\"", outlook)),
      "Message-ID: <1@hidden.invalid>\nContent-Type: multipart/mixed; boundary=\"hidden2\"\n\n"
      "--hidden2\n\nGreco\n--hidden2--\n--" +
          outlook + "x\n");
  for (const auto& [parameter, line] :
       std::vector<std::pair<std::string, std::string>>{{"boundary=\"b\\c\"", "bc"},
                                                        {"boundary*0=b; boundary*1=c", "b"},
                                                        {"boundary*=us-ascii''b", "us-ascii''b"},
                                                        {"boundary=\"b \"", "b "},
                                                        {"boundary=\"a=?b\"", "a=?b"},
                                                        {"boundary=b(c)d", "bd"}}) {
    EXPECT_EQ(without(of(parameter, line)), of(parameter, line)) << parameter;
  }
}

TEST(ReadMail, AnUnreadablePartIsEmptiedAndCounted) {
  const auto attached = [](const std::string& name, const std::string& how,
                           const std::string& body) {
    return mail("Content-Type: application/pdf; name=" + name +
                    "\r\nContent-Disposition: attachment; filename*0*=utf-8'de'" + "Befund.pdf" +
                    "\r\nContent-Transfer-Encoding: " + how + "\r\n",
                body);
  };
  const auto hidden = [](const std::string& how, const std::string& body) {
    return mail(
        "Content-Type: application/pdf; name=\"[ID]\"\r\n"
        "Content-Disposition: attachment; filename*0*=utf-8'de'%5BID%5D\r\n"
        "Content-Transfer-Encoding: " +
            how + "\r\n",
        body);
  };
  const std::string pdf =
      attached("\"Kr\u00fcckl.pdf\"", "base64", base64("%PDF-1.4 Ana") + "\r\n\r\n");
  EXPECT_EQ(without(pdf), hidden("base64", "W1JFTU9WRURd\r\n\r\n"));
  EXPECT_EQ(read(pdf, Format::kMail).n_unread, 1u);
  EXPECT_EQ(read(without(pdf), Format::kMail).n_unread, 0u);
  EXPECT_EQ(without(attached("Ana.pdf", "binary", "%PDF-1.4 Ana")), hidden("binary", "[REMOVED]"));
  EXPECT_EQ(without(attached("Ana.pdf", "base64", "not Base64!")),
            hidden("base64", "W1JFTU9WRURd"));
}

TEST(ReadMail, TablesCalendarsAndCardsAreEmptiedAndCounted) {
  const std::string csv = "mrn,k\r\n4471920,4.1\r\n", card = "BEGIN:VCARD\r\nN:Gre\r\n co\r\n";
  const std::string calendar = "\r\nBEGIN:VCALENDAR\r\nDTSTART:20240312T083000\r\n";
  for (const auto& [type, body] : {std::pair{"text/csv", csv},
                                   {"text/tab-separated-values", csv},
                                   {"application/vnd.ms-excel; name=a.CSV", csv},
                                   {"text/calendar", calendar},
                                   {"application/octet-stream", calendar},
                                   {"text/vcard", card}}) {
    for (const bool is_base64 : {false, true}) {
      const std::string fields =
          "Content-Type: " + std::string(type) +
          "\r\nContent-Transfer-Encoding: " + (is_base64 ? "base64\r\n" : "8bit\r\n");
      const std::string source = mail(fields, is_base64 ? base64(body) : body);
      EXPECT_EQ(read(source, Format::kMail).n_unread, 1U) << source;
      const std::string out = without(source);
      EXPECT_TRUE(out.ends_with(is_base64 ? "\nW1JFTU9WRURd" : "[REMOVED]\r\n")) << out;
      EXPECT_EQ(read(out, Format::kMail).n_unread, 0U) << out;
    }
  }
  const std::string named =
      "Content-Type: text/plain\r\nContent-Disposition: attachment; "
      "filename=\"a.tsv\"\r\n";
  EXPECT_EQ(read(mail(named, csv), Format::kMail).n_unread, 1U);
}

TEST(ReadMail, APartBehindAnEmptiedOneKeepsItsFormat) {
  const auto parts = [](const std::string& calendar) {
    return "Content-Type: multipart/mixed; boundary=hidden1\n\n--hidden1\n"
           "Content-Type: text/calendar\n\n" +
           calendar + "\n--hidden1\nContent-Type: application/json\n\n{\"k\":4.1}\n--hidden1--\n";
  };
  EXPECT_EQ(without(parts("BEGIN:VCALENDAR")), parts("[REMOVED]"));
}

TEST(ReadMail, PartsReferToOneAnother) {
  EXPECT_EQ(
      without("Message-ID: <1@hidden.invalid>\n"
              "Content-Type: multipart/related; boundary=b; start=\"<logo@greco.example>\"\n\n"
              "--b\nContent-Type: text/html\n\n<p><img src=\"cid:logo@greco.example\"></p>\n--b\n"
              "Content-ID: <logo@greco.example>\n\nx\n--b--\n"),
      "Message-ID: <1@hidden.invalid>\n"
      "Content-Type: multipart/related; boundary=hidden3; start=\"<2@hidden.invalid>\"\n\n"
      "--hidden3\nContent-Type: text/html\n\n<p><img src=\"cid:2@hidden.invalid\"></p>\n"
      "--hidden3\nContent-ID: <2@hidden.invalid>\n\nx\n--hidden3--\n");
}

// Programs follow the first one or the last: a body that is Base64 for one is text for another.
TEST(ReadMail, AHeaderThatSaysTwiceHowItsBodyIsWrittenIsWithheld) {
  const std::string encoding = "Content-Transfer-Encoding: base64\r\n",
                    type = "Content-Type: text/plain\r\n";
  EXPECT_TRUE(read_document(mail(type + encoding, base64("Ana")), Format::kMail).ok());
  for (const std::string& fields :
       {encoding + "Content-transfer-encoding: 7bit\r\n", encoding + encoding, type + type}) {
    EXPECT_FALSE(read_document(mail(fields, base64("Ana")), Format::kMail).ok()) << fields;
  }
}

TEST(ReadMail, TheDateOfAMailIsOneByItsPlace) {
  const auto dated = [](const std::string& date) {
    return "Message-ID: <1@hidden.invalid>\r\nDate: " + date + "\r\n\r\nx\r\n";
  };
  for (const std::string behind :
       {"", " 10:11:12 +0100", "\r\n 10:11 GMT (x)", " 10:11:12 +0100 (=?utf-8?q?Zeit?=)"}) {
    EXPECT_EQ(without(dated("Tue, 12 Mar 2024" + behind)), dated("[DATE]" + behind));
    EXPECT_EQ(without(dated("12 Mar 2024" + behind)), dated("[DATE]" + behind));
  }
  EXPECT_EQ(without(dated("Tue, 12 Mar 2024 10:11 (Ana)"), {"Ana"}),
            dated("[DATE] 10:11 ([PATIENT])"));
  for (const std::string other :
       {"Ana, 12 Mar 2024", "12 Ana 2024", "in 2024", "(a) 12 Mar 2024"}) {
    EXPECT_EQ(without(dated(other)), dated(other));
  }
}

TEST(ReadMail, SignedAndEncryptedMailIsWithheld) {
  for (const std::string& text :
       {mail("Content-Type: application/pkcs7-mime; name=smime.p7m\r\n", "x"),
        mail(
            "Content-Type: multipart/signed; boundary=b\r\n",
            "--b\r\n\r\nx\r\n--b\r\nContent-Type: application/pgp-signature\r\n\r\nx\r\n--b--\r\n"),
        mail("", "see\r\n-----BEGIN PGP MESSAGE-----\r\n")}) {
    const auto refused = read_document(text, Format::kMail);
    ASSERT_FALSE(refused.ok());
    EXPECT_EQ(refused.error().message(), "mail: is signed or encrypted by S/MIME or PGP");
  }
}

TEST(ReadMail, ANameIsSoughtIfItIsAPersons) {
  const auto is_sought = [](const std::string& from) {
    const FormattedText text = read("Message-ID: <1@x>\nFrom: " + from + "\n\nx", Format::kMail);
    return text.fields[text.text.parts()[2].use].is_sought;
  };
  for (const char* from : {"\"Greco, Ana\" <info@x.example>", "Ana Greco <ana.greco@x.example>",
                           "Ana Greco <agreco@x.example>", "Dr Ana Greco <greco.a@x.example>",
                           "=?utf-8?q?Ana_Gr=C3=A9co?= <ana.greco@x.example>"}) {
    EXPECT_TRUE(is_sought(from)) << from;
  }
  for (const char* from : {"Radiology Leeds <radiology@x.example>", "Greco <greco@x.example>",
                           "Ana Greco <info@x.example>", "Ward 7 West <ward.west@x.example>"}) {
    EXPECT_FALSE(is_sought(from)) << from;
  }
}

TEST(ReadMail, TheLineOfAnMboxFileKeepsItsForm) {
  const auto line = [](const std::string& first) { return first + "\nSubject: Re\n\nx"; };
  EXPECT_EQ(without(line("From ana@greco.example Tue Mar 12 10:11:12 2024")),
            line("From hidden@hidden.invalid Sat Jan  1 00:00:00 2000"));
  EXPECT_EQ(without(line("From - Tue Mar 12 10:11:12 2024\r")),
            line("From - Sat Jan  1 00:00:00 2000\r"));
  EXPECT_EQ(without(line("From MAILER-DAEMON Tue Mar 12 10:11:12 2024")),
            line("From MAILER-DAEMON Sat Jan  1 00:00:00 2000"));
  EXPECT_EQ(without(line("From ana at greco.example")), line("From [ID]"));
  EXPECT_EQ(
      without(line("From - Sat Jan  1 00:00:00 2000\n>From ana@greco.example 2024-03-12 10:11")),
      line(
          "From - Sat Jan  1 00:00:00 2000\n>From hidden@hidden.invalid Sat Jan  1 00:00:00 2000"));
}

TEST(ReadMail, LinesOfAnMboxFileThatBeginWithFromAreReadWithoutTheirSign) {
  const std::string head =
      "From - Sat Jan  1 00:00:00 2000\nMIME-Version: 1.0\n"
      "Content-Transfer-Encoding: ";
  const std::string body = "7bit\n\n>From Ana on,\n>>From x\n> From y\nFrom z\n";
  EXPECT_TRUE(text_of(head + body).ends_with("From Ana on,\n>From x\n> From y\nFrom z\n"));
  EXPECT_EQ(without(head + body, {"Ana"}),
            head + "7bit\n\n>From [PATIENT] on,\n>>From x\n> From y\nFrom z\n");
  EXPECT_EQ(without(head + body, {"From Ana"}),
            head + "7bit\n\n[PATIENT] on,\n>>From x\n> From y\nFrom z\n");
  EXPECT_EQ(without(head + "quoted-printable\n\n>From Kr=C3=BCckl\n", {"Kr\u00fcckl"}),
            head + "quoted-printable\n\n>From [PATIENT]\n");
  // Outside such a file the sign is text.
  EXPECT_TRUE(text_of(mail("Subject: Re\r\n", ">From x\r\n")).ends_with(">From x\r\n"));
}

TEST(ReadMail, NestingIsBounded) {
  const auto nested = [](size_t n) {
    std::string text = "MIME-Version: 1.0\n";
    for (size_t i = 0; i < n; ++i) text += "Content-Type: message/rfc822\n\n";
    return text + "Subject: Ana\n\nAna";
  };
  EXPECT_EQ(text_of(nested(31)), "Ana\n\nAna");
  EXPECT_FALSE(read_document(nested(32), Format::kMail).ok());
}

TEST(ReadMail, AMailWithinAnotherFormatIsRead) {
  const std::string eml = mail("Subject: x\r\nContent-Transfer-Encoding: quoted-printable\r\n",
                               "Frau Kr=C3=BCckl\r\n"),
                    hidden = mail("Subject: x\r\nContent-Transfer-Encoding: quoted-printable\r\n",
                                  "Frau [PATIENT]\r\n");
  const auto attachment = [](const std::string& text) {
    return R"({"resourceType":"DocumentReference","content":[{"attachment":{"data":")" +
           base64(text) + "\"}}]}";
  };
  EXPECT_EQ(testing::without(attachment(eml), Format::kJson, {"Kr\u00fcckl"}), attachment(hidden));
  EXPECT_EQ(testing::without("{\"a\":" + encode(eml, {.codec = Codec::kJsonToken}).value() + "}",
                             Format::kJson, {"Kr\u00fcckl"}),
            "{\"a\":" + encode(hidden, {.codec = Codec::kJsonToken}).value() + "}");
}

TEST(ReadMail, TheNameOfAFieldMayBeAnything) {
  const std::string before = "Message-ID: <1@hidden.invalid>\n", after = ": x\nSubject: Re\n\nx";
  const std::string hidden = ": [ID]\nSubject: Re\n\nx";
  EXPECT_EQ(without(before + "Ana-Greco" + after, {"Greco"}), before + "Ana-[PATIENT]" + hidden);
}

}  // namespace redact::read_mail_test

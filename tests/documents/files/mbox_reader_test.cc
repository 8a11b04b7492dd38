// SPDX-License-Identifier: Apache-2.0
#include "documents/files/mbox_reader.h"

#include <gtest/gtest.h>

#include <vector>

#include "documents/files/mbox_line.h"
#include "tests/documents/files/temporary_file.h"

namespace redact::mbox_reader_test {

const auto kAllMails = [](const std::string&) { return true; };
const std::string kLine = "From ana@greco.example Tue Mar 12 10:11:12 2024\n";

struct Read {
  std::vector<std::string> texts;  // "!" for a mail that is too long
  std::string all;                 // the bytes of the file without such mails
};

Read read(const std::string& content, size_t most = kMaxDocumentBytes) {
  const TemporaryFile file(content);
  MboxReader reader(file.open(), kAllMails, most);
  Read read;
  for (;;) {
    const DocumentReader::Step step = reader.next().value();
    if (const auto* end = std::get_if<DocumentReader::End>(&step)) {
      read.all += end->rest;
      return read;
    }
    if (const auto* document = std::get_if<Document>(&step)) {
      read.texts.push_back(document->record.text);
      read.all += document->before + document->record.text + document->after;
    } else {
      read.texts.push_back("!");
    }
  }
}

TEST(MboxReader, AMailBeginsBelowABlankLineAtALineWithADateAboveAField) {
  using Texts = std::vector<std::string>;
  const std::string mail = kLine + "Subject: x\n\nFrom here on\n";
  EXPECT_EQ(read(mail).texts, Texts{mail});
  EXPECT_EQ(read(mail + "\n" + mail).texts, (Texts{mail, mail}));
  EXPECT_EQ(read(mail + "\n\n" + mail + "\n").texts, (Texts{mail + "\n", mail}));
  EXPECT_EQ(read(mail + mail).texts, Texts{mail + mail});  // no blank line
  EXPECT_EQ(read(mail + "\n" + kLine + "\nx").texts,
            Texts{mail + "\n" + kLine + "\nx"});  // no field
  EXPECT_EQ(read(mail + "\nFrom Ana\nTo: x\n").texts,
            Texts{mail + "\nFrom Ana\nTo: x\n"});  // no date
  EXPECT_EQ(read(mail + "\n>" + mail).texts, Texts{mail + "\n>" + mail});
  EXPECT_EQ(read(mail + "\n" + kLine + ">" + mail).texts, (Texts{mail, kLine + ">" + mail}));
}

TEST(MboxReader, BytesBetweenMailsBelongToTheFile) {
  const std::string mail = "From - Tue Mar 12 10:11:12 2024\r\nSubject: x\r\n\r\nx\r\n";
  for (const std::string& content :
       {mail, mail + "\r\n" + mail, "\r\n\n" + mail + "\n\r\n" + mail + "\r\n\r\n",
        std::string("\n\n"), std::string()}) {
    EXPECT_EQ(read(content).all, content);
  }
}

TEST(MboxReader, AFileWithAnotherBeginningIsRefused) {
  for (const char* content : {"Subject: x\n\nx", "\nFro", "x"}) {
    const TemporaryFile file(content);
    MboxReader reader(file.open(), kAllMails);
    const auto step = reader.next();
    ASSERT_FALSE(step.ok()) << content;
    EXPECT_EQ(step.error().message(), "mbox file: does not begin with a line \"From \"");
  }
}

TEST(MboxReader, AMailIsTakenByItsNumberWhichIsItsId) {
  const std::string mail = kLine + "Message-ID: <a@b>\n\nx\n\n";
  const TemporaryFile file(mail + mail + mail);
  MboxReader reader(file.open(), [](const std::string& number) { return number != "2"; });
  std::string ids;
  for (;;) {
    const DocumentReader::Step step = reader.next().value();
    const auto* document = std::get_if<Document>(&step);
    if (document == nullptr) break;
    ids += document->record.id + " of " + document->where + std::to_string(document->number) + ", ";
  }
  EXPECT_EQ(ids, "1 of mail 1 1, 3 of mail 3 3, ");
}

TEST(MboxReader, BlankLinesAtTheBeginningBelongToTheFirstMailAlone) {
  const std::string mail = kLine + "Subject: x\n\nx\n";
  const TemporaryFile file("\n\n" + mail + "\n" + mail);
  for (const char* taken : {"2", "3"}) {  // by a share; there is no third
    MboxReader reader(file.open(), [&](const std::string& number) { return number == taken; });
    const DocumentReader::Step step = reader.next().value();
    const auto* document = std::get_if<Document>(&step);
    EXPECT_EQ(document == nullptr ? std::get<DocumentReader::End>(step).rest : document->before, "")
        << taken;
  }
}

TEST(MboxReader, AMailThatIsTooLongIsLeftOutAndTheOthersAreRead) {
  using Texts = std::vector<std::string>;
  const std::string mail = kLine + "Subject: x\n\nx\n";
  // Mails that begin at any byte of the pieces in which the file is read, of 64 KiB.
  for (const size_t n : {150u, 65'400u, 65'450u, 65'500u, 65'536u, 200'000u}) {
    const std::string longer = kLine + "Subject: x\n\n" + std::string(n, 'x') + "\n";
    for (const std::string& between : {std::string("\n"), std::string("\n\n\n")}) {
      const auto kept = between.size() == 1 ? mail : mail + "\n\n";
      EXPECT_EQ(read(mail + between + longer + between + mail + "\n", 100).texts,
                (Texts{kept, "!", mail}));
      EXPECT_EQ(read(longer + between + mail, 100).all, mail);
      EXPECT_EQ(read(mail + "\n" + longer, 100).texts, (Texts{mail, "!"}));
      const std::string whole = longer + between + longer + between + mail;
      EXPECT_EQ(read(whole).all, whole);
      EXPECT_EQ(read(whole).texts.size(), 3u);
    }
  }
}

TEST(MboxLine, SenderAndDateAsProgramsWriteThem) {
  const auto parts = [](const std::string& text) -> std::string {
    const auto line = read_mbox_line(text);
    if (!line) return "none";
    return text.substr(0, line->sender_end) + "|" + text.substr(line->date_begin);
  };
  EXPECT_EQ(parts("ana@greco.example Tue Mar 12 10:11:12 2024"),
            "ana@greco.example|Tue Mar 12 10:11:12 2024");
  EXPECT_EQ(parts("- Tue Mar 12 10:11:12 2024"), "-|Tue Mar 12 10:11:12 2024");
  EXPECT_EQ(parts("Tue Mar 12 10:11:12 2024"), "|Tue Mar 12 10:11:12 2024");
  EXPECT_EQ(parts("ana at greco.example  Tue Mar  2 1:11 CET 2024"),
            "ana at greco.example|Tue Mar  2 1:11 CET 2024");
  EXPECT_EQ(parts("17@xxx Tue Mar 12 10:11:12 +0000 2024"),
            "17@xxx|Tue Mar 12 10:11:12 +0000 2024");
  EXPECT_EQ(parts("ana@greco.example 2024-03-12 10:11"), "ana@greco.example|2024-03-12 10:11");
  EXPECT_EQ(parts("here on, in 2024"), "none");
  EXPECT_EQ(parts("10:11 on he was well"), "none");
  EXPECT_EQ(parts(""), "none");
}

}  // namespace redact::mbox_reader_test

// SPDX-License-Identifier: Apache-2.0
#include "redactor/text/line_wraps.h"

#include <gtest/gtest.h>

#include <string>

namespace redact::line_wraps_test {

// The text with '|' in place of line ends that only wrap the text.
std::string joined(std::string text) {
  for (const size_t at : find_line_wraps(text)) {
    EXPECT_EQ(text.at(at), '\n');
    text[at] = '|';
  }
  return text;
}

TEST(LineWraps, AreTheEndsOfFullLinesInRunningText) {
  EXPECT_EQ(joined("DISCHARGE SUMMARY\n"
                   "Patient: Margaret Ellison        Hospital No: RX4471920, Bay 3, bed 12\n"
                   "Consultant: Dr Owen Pritchard\n"
                   "\n"
                   "Mrs Ellison, a retired librarian, was brought in by her daughter Helen\n"
                   "with three days of breathlessness. She was seen by our registrar, Anne\n"
                   "Whitaker, and given co-amoxiclav three times daily, for four days from\n"
                   "Tel: 0117 496 0382 she was called back. Her son, and her GP, Dr Winifred\n"
                   "Oakes, know of this, and a letter with all of the above was sent to her\n"
                   "yesterday.\n"
                   "Follow-up: film in 6 weeks.\n"),
            "DISCHARGE SUMMARY\n"
            "Patient: Margaret Ellison        Hospital No: RX4471920, Bay 3, bed 12\n"
            "Consultant: Dr Owen Pritchard\n"
            "\n"
            "Mrs Ellison, a retired librarian, was brought in by her daughter Helen|"
            "with three days of breathlessness. She was seen by our registrar, Anne|"
            "Whitaker, and given co-amoxiclav three times daily, for four days from|"
            "Tel: 0117 496 0382 she was called back. Her son, and her GP, Dr Winifred|"
            "Oakes, know of this, and a letter with all of the above was sent to her|"
            "yesterday.\n"
            "Follow-up: film in 6 weeks.\n");
  // The width of a line counts characters, not bytes, and includes indentation, but not '\r' and
  // blanks at the end.
  EXPECT_EQ(joined("  Señora mayor con disnea de dos días, acompañada por su hijo Íñigo\r\n"
                   "  Añón, que niega síntomas; vive sola en un piso de la Ñ, junto a  \r\n"
                   "  calle de los Doctores y no toma más medicación crónica diaria que\r\n"
                   "  enalapril.\r\n"),
            "  Señora mayor con disnea de dos días, acompañada por su hijo Íñigo\r|"
            "  Añón, que niega síntomas; vive sola en un piso de la Ñ, junto a  \r|"
            "  calle de los Doctores y no toma más medicación crónica diaria que\r|"
            "  enalapril.\r\n");
}

TEST(LineWraps, AreInArabicWhichHasNoCapitals) {
  EXPECT_EQ(joined("تقرير خروج\n"
                   "\n"
                   "حضرت السيدة منال الحوراني إلى قسم الطوارئ مع ابنتها بسبب ضيق في النفس\n"
                   "منذ ثلاثة أيام ولا تشكو من حرارة، وقد عاينها الطبيب المناوب الدكتور سامي\n"
                   "البكري وأعطاها العلاج ثم نقلت إلى الجناح.\n"
                   "المتابعة: بعد أسبوع\n"),
            "تقرير خروج\n"
            "\n"
            "حضرت السيدة منال الحوراني إلى قسم الطوارئ مع ابنتها بسبب ضيق في النفس|"
            "منذ ثلاثة أيام ولا تشكو من حرارة، وقد عاينها الطبيب المناوب الدكتور سامي|"
            "البكري وأعطاها العلاج ثم نقلت إلى الجناح.\n"
            "المتابعة: بعد أسبوع\n");
  const std::string form =
      "الاسم منال سمير الحوراني\nالعمر ٦٣ سنة والمهنة معلمة متقاعدة من مدينة إربد\n"
      "العنوان شارع الجامعة\nالتشخيص التهاب المرارة الحاد مع حصيات متعددة في المرارة،\n"
      "العلاج مضاد حيوي\nالمراجعة بعد أسبوع في العيادة الخارجية صباح يوم الأحد القادم\n";
  EXPECT_EQ(joined(form), form);
}

TEST(LineWraps, AreNotInListsFormsAndParagraphsOfALineEach) {
  for (const std::string text : {
           "",
           "\n",
           "one line of text that is long enough to be a line of wrapped text",
           // A single wrapped line says nothing about a width.
           "She was seen in the clinic for the first time on Monday by Dr Owen Pritchard\nof St "
           "Brannock's.\nPlan: rest.\n",
           // Lines of many lengths.
           "seen in clinic with her daughter and her son, who came from abroad to see her\nno "
           "fever\nto come back in six weeks, or before if it gets worse, with the results\nwill "
           "ring\n",
           // Narrow columns.
           "metformin 500 mg\natorvastatin 20\naspirin 75 mg od\nbisoprolol 5 mg\n",
           // Items of a list.
           "- metformin 500 mg twice daily with food, as before, no change was made\n- "
           "atorvastatin 20 mg once daily in the evening, as before, no change, ok\n- aspirin 75 "
           "mg once daily in the morning, as before, no change was made\n",
           "Patient: Margaret Ellison        DOB: 14/03/1948   Hospital No: RX4471920\nAddress: 27 "
           "Larkfield Road, Bristol BS6 5QT      Tel: 0117 496 0382 home\nConsultant: Dr Owen "
           "Pritchard, St Brannock's Hospital, Ward 7, bed twelve\n",
       }) {
    EXPECT_TRUE(find_line_wraps(text).empty()) << text;
  }
  // A line that is much longer than the wrapped lines was not wrapped with them.
  const std::string wrapped =
      "Mrs Ellison was brought in by her daughter on Monday with three\n"
      "days of breathlessness, seen by our registrar in the emergency\n"
      "clinic, who asks for a film of the chest and, tomorrow, a second\n"
      "look at the bloods.\n";
  EXPECT_EQ(find_line_wraps(wrapped).size(), 3u);
  EXPECT_EQ(find_line_wraps(std::string(120, 'x') + "\n" + wrapped).size(), 3u);
}

}  // namespace redact::line_wraps_test

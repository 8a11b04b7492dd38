// SPDX-License-Identifier: Apache-2.0
#include "documents/structured/hl7_segments.h"

#include <algorithm>

#include "base/ascii.h"
#include "base/word_list.h"

namespace redact {

namespace {

constexpr size_t kNameSize = 3;

// The segments of the versions 2.1 to 2.9, sorted.
constexpr auto kSegments = sorted_words<
    "ABS ACC ADD ADJ AFF AIG AIL AIP AIS AL1 APR ARQ ARV AUT BHS BLC BLG BPO BPX BTS BTX BUI CDM "
    "CDO CER CM0 CM1 CM2 CNS CON CSP CSR CSS CTD CTI CTR DB1 DEV DG1 DMI DON DPS DRG DSC DSP DST "
    "ECD ECR EDU EQL EQP EQU ERQ ERR EVN FAC FHS FT1 FTS GOL GP1 GP2 GT1 IAM IAR IIM ILT IN1 IN2 "
    "IN3 INV IPC IPR ISD ITM IVC IVT LAN LCC LCH LDP LOC LRL MCP MFA MFE MFI MRG MSA MSH NCK NDS "
    "NK1 NPU NSC NST NTE OBR OBX ODS ODT OH1 OH2 OH3 OH4 OM1 OM2 OM3 OM4 OM5 OM6 OM7 OMC ORC ORG "
    "OVR PAC PAY PCE PCR PD1 PDA PDC PEO PES PID PKG PM1 PMT PR1 PRA PRB PRC PRD PRT PSG PSH PSL "
    "PSS PTH PV1 PV2 PYE QAK QID QPD QRD QRF QRI RCP RDF RDT REL RF1 RFI RGS RMI ROL RQ1 RQD RXA "
    "RXC RXD RXE RXG RXO RXR RXV SAC SCD SCH SCP SDD SFT SGH SGT SHP SID SLT SPM STF STZ TCC TCD "
    "TQ1 TQ2 TXA UAC UB1 UB2 URD URS VAR VND">();

// Line ends as programs spell them. Those of HL7, \X0D\ and \.br\, may stand in any text.
constexpr auto kSpelled = word_list<R"(\r \n <CR> <LF> <cr> <lf>)">();

bool is_no_sign(char c) { return static_cast<unsigned char>(c) <= ' '; }

// What divides the name at a byte of a line from the text before it.
struct Joint {
  size_t begin;
  bool is_spelled = false;
};
Joint joint_before(std::string_view line, size_t name, const Hl7Delimiters& delimiters) {
  Joint joint{name};
  for (std::string_view before = line.substr(0, name); !before.empty();) {
    const auto spelled =
        std::ranges::find_if(kSpelled, [&](auto end) { return before.ends_with(end); });
    if (spelled == kSpelled.end() && !is_no_sign(before.back())) break;
    joint.is_spelled |= spelled != kSpelled.end();
    before.remove_suffix(spelled == kSpelled.end() ? 1 : spelled->size());
    joint.begin = before.size();
  }
  if (joint.begin < name || name == 0) return joint;
  // Signs that words of names have, and what divides the parts of a field.
  constexpr std::string_view kOfWords = "_-./:";
  const char c = line[name - 1];
  const bool is_part = c == delimiters.field || c == delimiters.component ||
                       c == delimiters.repetition || c == delimiters.subcomponent ||
                       is_alphanumeric(c) || (c & 0x80) != 0 || kOfWords.find(c) != kOfWords.npos;
  if (!is_part) --joint.begin;
  return joint;
}

}  // namespace

bool is_hl7_segment(std::string_view name) {
  if (name.size() != kNameSize) return false;
  const auto is_named = [](char c) { return is_upper(c) || is_digit(c); };
  return (name[0] == 'Z' && is_named(name[1]) && is_named(name[2])) ||
         std::ranges::binary_search(kSegments, name);
}

Hl7Cut find_hl7_cut(std::string_view line, const Hl7Delimiters& delimiters, size_t blanks_from) {
  for (size_t at = line.find(delimiters.field, kNameSize + 1); at != line.npos;
       at = line.find(delimiters.field, at + 1)) {
    const size_t name = at - kNameSize;
    if (!is_hl7_segment(line.substr(name, kNameSize))) continue;
    const Joint before = joint_before(line, name, delimiters);
    const bool divides = before.begin < name && (before.is_spelled || name >= blanks_from);
    if (divides) return {before.begin, name};
  }
  return {line.size(), line.size()};
}

size_t find_hl7_segment(std::string_view line, const Hl7Delimiters& delimiters) {
  for (size_t at = line.find(delimiters.field); at != line.npos;
       at = line.find(delimiters.field, at + 1)) {
    if (at < kNameSize) continue;
    const size_t name = at - kNameSize;
    const bool begins_word = name == 0 || !is_alphanumeric(line[name - 1]);
    if (begins_word && is_hl7_segment(line.substr(name, kNameSize))) return name;
  }
  return line.npos;
}

}  // namespace redact

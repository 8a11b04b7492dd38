// SPDX-License-Identifier: Apache-2.0
#include "documents/structured/hl7_segments.h"

#include <algorithm>
#include <cctype>
#include <string>

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
                       is_alphanumeric(c) || !is_ascii(c) || kOfWords.find(c) != kOfWords.npos;
  if (!is_part) --joint.begin;
  return joint;
}

}  // namespace

bool has_hl7_segment_form(std::string_view name) {
  const auto is_named = [](char c) { return is_upper(c) || is_digit(c); };
  return name.size() == kNameSize && is_upper(name[0]) && std::ranges::all_of(name, is_named);
}

bool is_hl7_segment(std::string_view name) {
  return (name.starts_with('Z') && has_hl7_segment_form(name)) ||
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

Result<Hl7Header> read_hl7_header(std::string_view header) {
  constexpr size_t kFieldAt = 3, kOthersAt = 4;
  if (header.size() <= kFieldAt) return error_at(kFieldAt, "a header without delimiters");
  Hl7Header read{{.field = header[kFieldAt],
                  .component = 0,
                  .repetition = 0,
                  .escape = 0,
                  .subcomponent = 0,
                  .truncation = 0},
                 std::min(header.find(header[kFieldAt], kOthersAt), header.size())};
  std::string others(header.substr(kOthersAt, read.fields - kOthersAt));
  // ^~\\& is ^~\& from a program that escaped it once too often.
  if (others.size() > 3 && others[2] == others[3]) others.erase(3, 1);
  Hl7Delimiters& d = read.delimiters;
  char* const places[] = {&d.component, &d.repetition, &d.escape, &d.subcomponent, &d.truncation};
  if (others.size() > std::size(places)) {
    return error_at(kOthersAt, "more than five delimiters after the first");
  }
  std::string seen;
  for (size_t i = 0; i <= others.size(); ++i) {
    const char c = i == 0 ? d.field : others[i - 1];
    if (!std::ispunct(static_cast<unsigned char>(c)) || static_cast<unsigned char>(c) > 0x7e) {
      return error_at(kFieldAt + i, "a delimiter that is not punctuation");
    }
    if (seen.find(c) != std::string::npos) {
      return error_at(kFieldAt + i, "a delimiter with two meanings");
    }
    seen += c;
    if (i > 0) *places[i - 1] = c;
  }
  return read;
}

size_t find_hl7_header(std::string_view line) {
  constexpr ptrdiff_t kLeastFields = 8;  // a message type is in the ninth
  const bool is_segment = line.size() > 3 && line[3] == '|' && is_upper(line[0]);
  const size_t at = is_segment ? line.npos : line.find(kHl7Header);
  // The reader of a page or of JSON finds the message in its text or string.
  if (at == line.npos || line.substr(0, at).find_first_of("<{\"") != line.npos) return line.npos;
  return std::count(line.begin() + static_cast<ptrdiff_t>(at), line.end(), '|') < kLeastFields
             ? line.npos
             : at;
}

}  // namespace redact

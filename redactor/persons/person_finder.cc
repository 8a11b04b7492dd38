// SPDX-License-Identifier: Apache-2.0
#include "redactor/persons/person_finder.h"

#include <algorithm>

#include "language/words.h"
#include "redactor/persons/cues.h"
#include "redactor/persons/lexicon.h"

namespace redact {

namespace {

constexpr size_t kMostHolding = 8;
constexpr size_t kMostParts = 16;    // of a name; a longer span is not the name of one person
constexpr size_t kMinOneEdit = 5;    // bytes of a word that is still recognisable after one edit
constexpr float kGuidedOdds = 1000;  // for names from a field, a rule or the caller

bool is_whole(const NamePart& part) { return !part.is_initial; }

size_t n_whole(const std::vector<NamePart>& name) {
  return static_cast<size_t>(std::count_if(name.begin(), name.end(), is_whole));
}

bool has_several_words(const Mention& mention) {
  return mention.parts.size() > 1 && n_whole(mention.parts) > 0;
}

std::string key_of(const std::vector<NamePart>& name) { return Person{name}.key(); }

// Whether one word becomes the other if one byte is inserted, left out or changed, or if two
// neighbours are swapped.
bool is_one_edit(std::string_view a, std::string_view b) {
  if (a.size() > b.size()) std::swap(a, b);
  if (a.size() < kMinOneEdit || b.size() - a.size() > 1) return false;
  const auto at =
      static_cast<size_t>(std::mismatch(a.begin(), a.end(), b.begin()).first - a.begin());
  if (a.size() < b.size()) return a.substr(at) == b.substr(at + 1);
  if (at == a.size()) return true;
  if (a.substr(at + 1) == b.substr(at + 1)) return true;
  return at + 1 < a.size() && a[at] == b[at + 1] && a[at + 1] == b[at] &&
         a.substr(at + 2) == b.substr(at + 2);
}

// The odds that count for the role of the patient.
float odds_of(const Mention& mention) {
  constexpr uint8_t kOthers = kClinicianCue | kRelativeCue;
  if (mention.label != Label::kPatient) {
    const bool announced = (mention.cues & kPatientCue) != 0 && (mention.cues & kOthers) == 0;
    return announced ? 1.0f : 0.0f;
  }
  return mention.guided ? kGuidedOdds : std::max(mention.patient_odds, 0.0f) + 1;
}

}  // namespace

void PersonFinder::find(const std::vector<Span>& spans, const std::vector<std::string>& known) {
  read(spans);
  if (result_.mentions_.empty()) return;
  strip_endings();
  add_known(known);
  join_all(true);
  join_all(false);
  choose_patient();
  complete_patient();
  set_roles();
}

void PersonFinder::read(const std::vector<Span>& spans) {
  for (const Span& span : spans) {
    if (!is_name(span.label)) continue;
    Mention mention{span.begin, span.end, span.label, {}, 0, false, span.patient_odds, 0};
    mention.parts = name_parts(text_.substr(span.begin, span.end - span.begin));
    mention.cues = find_cues(text_, span.begin, span.end);
    const Support& support = span.support;
    mention.guided = (span.source != SpanSource::kModel && span.source != SpanSource::kRepeat) ||
                     support.has(SpanSource::kDeny) || support.has(SpanSource::kKnown) ||
                     support.has(SpanSource::kField) || support.has(SpanSource::kRule);
    for (NamePart& part : mention.parts) {
      if (part.is_initial) continue;
      part.folded = formal_name(part.folded);
      words_.insert(part.folded);
    }
    result_.mentions_.push_back(std::move(mention));
  }
}

// All names of the patient that the caller knows belong to one person.
void PersonFinder::add_known(const std::vector<std::string>& names) {
  Name all;
  for (const std::string& name : names) {
    for (NamePart& part : name_parts(name)) {
      if (all.size() == kMostParts) break;
      if (!part.is_initial) part.folded = formal_name(part.folded);
      const auto same = [&](const NamePart& other) {
        return other.folded == part.folded && other.is_initial == part.is_initial;
      };
      if (std::none_of(all.begin(), all.end(), same)) all.push_back(std::move(part));
    }
  }
  if (all.empty()) return;
  result_.persons_.push_back({});
  Person& patient = result_.persons_.back();
  patient.known = true;
  patient.for_patient = patient.best_odds = kGuidedOdds;
  extend(0, all);
}

void PersonFinder::strip_endings() {
  for (Mention& mention : result_.mentions_) {
    for (NamePart& part : mention.parts) {
      if (part.is_initial) continue;
      for (Stem& stem : stems_of(part.folded)) {
        if (!words_.contains(stem.word)) continue;
        const std::string_view surface =
            text_.substr(mention.begin + part.begin, part.end - part.begin);
        const size_t size = part.folded.size();
        if (surface.ends_with(part.folded.substr(size - stem.n_ending))) part.end -= stem.n_ending;
        part.folded = std::move(stem.word);
        // "The daughter of Maria" is no relative of hers.
        if (stem.of_feminine) mention.cues &= static_cast<uint8_t>(~kRelativeCue);
        break;
      }
    }
  }
}

void PersonFinder::join_all(bool of_several_words) {
  for (Mention& mention : result_.mentions_) {
    if (has_several_words(mention) != of_several_words) continue;
    mention.person = person_of(mention);
    add(mention, mention.person);
  }
}

size_t PersonFinder::person_of(const Mention& mention) {
  const std::string key = key_of(mention.parts);
  const bool several = has_several_words(mention);
  if (several) {
    if (const auto same = whole_.find(key); same != whole_.end()) return same->second;
  }
  std::vector<size_t> fitting = candidates(mention);
  const auto keep = [&](auto is_kept) {
    std::vector<size_t> kept;
    std::copy_if(fitting.begin(), fitting.end(), std::back_inserter(kept),
                 [&](size_t i) { return is_kept(result_.persons_[i]); });
    if (!kept.empty()) fitting = std::move(kept);
  };
  if (fitting.size() > 1) {
    keep([](const Person& person) { return person.known; });
  }
  if (fitting.size() > 1) {
    keep([&](const Person& person) {
      switch (mention.label) {
        case Label::kPatient: return person.for_patient > 0;
        case Label::kDoctor: return person.n_doctor > 0;
        default: return person.n_name > 0;
      }
    });
  }
  size_t person = fitting.size() == 1 ? fitting[0] : Persons::kNobody;
  if (fitting.size() > 1 || mention.parts.size() > kMostParts) {
    const auto [at, is_new] = unresolved_.emplace(std::pair(key, mention.label), 0);
    if (is_new) at->second = new_person(mention, false);
    return at->second;
  }
  if (person == Persons::kNobody) person = new_person(mention, true);
  if (several) whole_.emplace(key, person);
  return person;
}

std::vector<size_t> PersonFinder::candidates(const Mention& mention) const {
  std::vector<size_t> found;
  if (mention.parts.size() > kMostParts) return found;
  const bool initials = n_whole(mention.parts) == 0;
  for (const NamePart& part : mention.parts) {
    if (part.is_initial && !initials) continue;
    const auto holding = holding_.find(initials ? part.folded + "." : part.folded);
    if (holding == holding_.end() || holding->second.size() == kMostHolding) continue;
    for (const size_t i : holding->second) {
      const Person& person = result_.persons_[i];
      const bool fits = may_be_short_for(mention.parts, person.name) ||
                        (!initials && may_be_short_for(person.name, mention.parts));
      const bool is_new = std::find(found.begin(), found.end(), i) == found.end();
      if (fits && is_new && !conflicts(mention, person)) found.push_back(i);
    }
    if (initials) break;  // each of them begins a word of the person
  }
  return found;
}

bool PersonFinder::conflicts(const Mention& mention, const Person& person) const {
  constexpr uint8_t kSexes = kManCue | kWomanCue;
  const uint8_t here = mention.cues & kSexes, there = person.cues & kSexes;
  if (here != 0 && there != 0 && (here & there) == 0) return true;
  if (n_whole(mention.parts) > 1) return false;
  if (person.for_patient <= 0) return false;
  const uint8_t others = mention.cues & (kClinicianCue | kRelativeCue);
  return others != 0 && (person.cues & others) == 0;
}

size_t PersonFinder::new_person(const Mention& mention, bool indexed) {
  result_.persons_.push_back({});
  const size_t person = result_.persons_.size() - 1;
  if (indexed) {
    extend(person, mention.parts);
  } else {
    result_.persons_[person].name = mention.parts;
  }
  return person;
}

void PersonFinder::extend(size_t person, const Name& name) {
  Name& own = result_.persons_[person].name;
  for (const NamePart& part : name) {
    const std::string letter = std::string(initial_of(part.folded)) + ".";
    for (const std::string& key : {part.is_initial ? letter : part.folded, letter}) {
      std::vector<size_t>& holding = holding_[key];
      const bool is_new = std::find(holding.begin(), holding.end(), person) == holding.end();
      if (is_new && holding.size() < kMostHolding) holding.push_back(person);
    }
  }
  own = name;
}

void PersonFinder::add(const Mention& mention, size_t index) {
  Person& person = result_.persons_[index];
  const bool longer =
      n_whole(mention.parts) > n_whole(person.name) ||
      (n_whole(mention.parts) == n_whole(person.name) && mention.parts.size() > person.name.size());
  if (longer && may_be_short_for(person.name, mention.parts)) extend(index, mention.parts);
  person.cues |= mention.cues;
  person.n_doctor += mention.label == Label::kDoctor;
  person.n_name += mention.label == Label::kName;
  person.for_patient += odds_of(mention);
  const bool first = person.n_mentions++ == 0 && person.best_odds == 0;
  person.best_odds =
      first ? mention.patient_odds : std::max(person.best_odds, mention.patient_odds);
}

void PersonFinder::choose_patient() {
  float best = 0;
  for (size_t i = 0; i < result_.persons_.size(); ++i) {
    if (result_.persons_[i].for_patient <= best) continue;
    best = result_.persons_[i].for_patient;
    result_.patient_ = i;
  }
}

void PersonFinder::complete_patient() {
  if (result_.patient_ == Persons::kNobody) return;
  const auto patient = [this]() -> Person& { return result_.persons_[result_.patient_]; };
  std::unordered_map<size_t, bool> joins;  // persons, each with whether it is the patient
  for (Mention& mention : result_.mentions_) {
    const size_t other = mention.person;
    if (other == result_.patient_ || mention.label != Label::kPatient) continue;
    const Person& person = result_.persons_[other];
    if (person.n_doctor + person.n_name > 0 || conflicts(mention, patient())) continue;
    const auto [at, is_new] = joins.emplace(other, false);
    if (!is_new) continue;
    const bool misspelt =
        std::all_of(person.name.begin(), person.name.end(), [&](const NamePart& part) {
          return std::any_of(
              patient().name.begin(), patient().name.end(), [&](const NamePart& own) {
                if (part.is_initial) return initial_of(own.folded) == part.folded;
                return !own.is_initial &&
                       (own.folded == part.folded || is_one_edit(own.folded, part.folded));
              });
        });
    const bool other_half = person.name.size() == 1 && n_whole(person.name) == 1 &&
                            patient().name.size() == 1 && n_whole(patient().name) == 1;
    at->second = misspelt || other_half;
    if (other_half && !misspelt) {
      Name both = patient().name;
      both.push_back(person.name[0]);
      extend(result_.patient_, both);
    }
  }
  for (Mention& mention : result_.mentions_) {
    const auto at = joins.find(mention.person);
    if (at == joins.end() || !at->second) continue;
    for (NamePart& part : mention.parts) {  // as the patient's name is spelt
      for (const NamePart& own : patient().name) {
        if (!part.is_initial && is_one_edit(own.folded, part.folded)) part.folded = own.folded;
      }
    }
    mention.person = result_.patient_;
  }
}

void PersonFinder::set_roles() {
  for (Person& person : result_.persons_) {
    if (person.for_patient > 0) {
      person.role = Role::kPatient;
    } else if ((person.cues & kClinicianCue) != 0 || person.n_doctor > person.n_name) {
      person.role = Role::kClinician;
    } else if ((person.cues & kRelativeCue) != 0) {
      person.role = Role::kRelative;
    }
    if (person.role != Role::kPatient) continue;
    for (const NamePart& part : person.name) {
      if (!part.is_initial) result_.patients_words_.push_back(part.folded);
    }
  }
  std::sort(result_.patients_words_.begin(), result_.patients_words_.end());
}

}  // namespace redact

// SPDX-License-Identifier: Apache-2.0
#include "redactor/prompt/prompt_task.h"

namespace redact {

namespace {

constexpr std::string_view kMaskTag = "[XXXXX]";

struct PatientTag {
  Label label;
  std::string_view kind;
};

// The survey names kinds, not labels; their mapping to labels is this project's. It gives no
// spelling for the last three.
constexpr PatientTag kPatientTags[] = {
    {Label::kPatient, "Name"},
    {Label::kDate, "Date_of_Birth(DOB)"},
    {Label::kStreet, "Address"},
    {Label::kCity, "Address"},
    {Label::kZip, "Postal_Code"},
    {Label::kPhone, "Phone_Number"},
    {Label::kMedicalRecord, "Medical_Record_Number(MRN)"},
    {Label::kHealthPlan, "Health_Card_Number(HCN)"},
    {Label::kSsn, "Personal_Health_Number(PHN)"},
    {Label::kId, "Unique_Lifetime_Identifier(ULI)"},
    {Label::kEmail, "Email"},
    {Label::kEncounter, "Accession_Number"},
    {Label::kAccount, "Insurance_Number"},
};

PromptTag mark(Label label) {
  const std::string name(label_name(label));
  return {"<" + name + ">", "</" + name + ">", label};
}

}  // namespace

std::vector<PromptTag> prompt_tags(PromptTask task, const Policy& policy) {
  std::vector<PromptTag> tags;
  if (task == PromptTask::kPatient) {
    for (const PatientTag& tag : kPatientTags) {
      tags.push_back({"***patient_" + std::string(tag.kind) + "***", "", tag.label});
    }
    return tags;
  }
  for (size_t i = 0; i < kLabelNames.size(); ++i) {
    const auto label = static_cast<Label>(i);
    const std::string* placeholder = policy.placeholder(label);
    if (placeholder == nullptr) continue;
    if (task == PromptTask::kMarkup) {
      tags.push_back(mark(label));
    } else if (task == PromptTask::kList) {
      tags.push_back({mark(label).open, "", label});
    } else {
      tags.push_back({task == PromptTask::kTags ? *placeholder : std::string(kMaskTag), "", label});
    }
  }
  return tags;
}

}  // namespace redact

// SPDX-License-Identifier: Apache-2.0
#include "documents/structured/document_text.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "base/ascii.h"

namespace redact {

namespace {

// The characters that a reader sees between two segments.
std::string_view between(Join join) {
  switch (join) {
    case Join::kNothing: return "";
    case Join::kSpace: return " ";
    case Join::kLineEnd:
    case Join::kParagraph: return "\n";
    case Join::kCell: return "\t";
    case Join::kBlock: return "\n";
    case Join::kPassage: return "\n\n";
  }
  return "\n\n";
}

bool is_wall(Join join) { return join >= Join::kParagraph; }

// Whether a value is shown behind its name. A longer name, or one of several lines, is a text; one
// without a letter says nothing.
bool shows_name(std::string_view name, std::string_view value) {
  constexpr size_t kLongestName = 100;  // bytes
  return name.size() <= kLongestName && value.size() <= DocumentText::kLongestNamed &&
         name.find_first_of("\r\n\t") == name.npos && has_letter(name);
}

// Whether such a segment is an aside (attribute, comment), not part of the running text.
bool stands_beside(SegmentKind kind) {
  switch (kind) {
    case SegmentKind::kText:
    case SegmentKind::kString:
    case SegmentKind::kNumber:
    case SegmentKind::kLiteral: return false;
    case SegmentKind::kKey:
    case SegmentKind::kAttribute:
    case SegmentKind::kSetting:
    case SegmentKind::kName:
    case SegmentKind::kNamespace:
    case SegmentKind::kComment:
    case SegmentKind::kInstruction:
    case SegmentKind::kDoctype:
    case SegmentKind::kRaw: return true;
  }
  return true;
}

}  // namespace

size_t DocumentText::add(size_t file, const TextSegment& segment, SegmentText read, PartRole role,
                         uint32_t use, std::string_view name) {
  if (shows_name(name, read.text())) names_.emplace(parts_.size(), name);
  const bool is_first = file_of_.empty() || file_of_.back() != file;
  texts_.push_back(std::move(read));
  file_of_.push_back(file);
  joins_.push_back(is_first ? Join::kPassage : segment.join);
  beside_.push_back(stands_beside(segment.kind));
  parts_.push_back({role, 0, 0, use});
  return parts_.size() - 1;
}

void DocumentText::finish() {
  Join join = Join::kNothing;  // the strongest since the last text
  for (const bool beside : {false, true}) {
    for (size_t part = 0; part < parts_.size(); ++part) {
      if (parts_[part].role != PartRole::kRead || beside_[part] != beside) continue;
      join = beside ? Join::kPassage : std::max(join, joins_[part]);
      if (!text_.empty()) {
        text_ += between(join);
        if (is_wall(join)) walls_.push_back(text_.size());
        if (join == Join::kPassage) passages_.push_back(text_.size());
        if (join == Join::kNothing) seams_.push_back(text_.size());
      }
      const auto name = names_.find(part);
      if (name != names_.end() && (text_.empty() || is_wall(join))) {
        text_ += name->second + ": ";
        walls_.push_back(text_.size());
      }
      parts_[part].begin = text_.size();
      text_ += texts_[part].text();
      parts_[part].end = text_.size();
      in_order_.push_back(part);
      join = Join::kNothing;
    }
  }
}

size_t DocumentText::open_file(size_t part) {
  files_.push_back({texts_[part].text(), part});
  return files_.size() - 1;
}

std::vector<DocumentText::PartRange> DocumentText::parts_of(size_t begin, size_t end) const {
  std::vector<PartRange> ranges;
  auto at = std::partition_point(in_order_.begin(), in_order_.end(),
                                 [&](size_t part) { return parts_[part].end <= begin; });
  for (; at != in_order_.end() && parts_[*at].begin < end; ++at) {
    const Part& part = parts_[*at];
    const size_t from = std::max(begin, part.begin), to = std::min(end, part.end);
    if (from < to) ranges.push_back({*at, from - part.begin, to - part.begin});
  }
  return ranges;
}

ByteRange DocumentText::source_of(const PartRange& range) const {
  ByteRange source = texts_[range.part].source_of(range.begin, range.end);
  for (size_t holder = files_[file_of_[range.part]].holder; holder != kNoPart;
       holder = files_[file_of_[holder]].holder) {
    source = texts_[holder].source_of(source.begin, source.end);
  }
  return source;
}

bool DocumentText::has_characters_of(size_t part, std::string_view text) const {
  for (; part != kNoPart; part = files_[file_of_[part]].holder) {
    if (!texts_[part].has_characters_of(text)) return false;
  }
  return true;
}

Result<DocumentText> DocumentText::in_archive(std::string_view document) {
  DocumentText text = in_parts(document);
  REDACT_ASSIGN(text.archive_, ZipMembers::open(document));
  return text;
}

Result<size_t> DocumentText::open_member(size_t index) {
  REDACT_ASSIGN(member_bytes_[index], archive_->read(index));
  files_.push_back({member_bytes_[index], kNoPart, index});
  return files_.size() - 1;
}

Result<std::vector<Edit>> DocumentText::write_file(std::vector<PartEdit>& own) const {
  std::stable_sort(own.begin(), own.end(),
                   [](const PartEdit& a, const PartEdit& b) { return a.part < b.part; });
  std::vector<Edit> written, of_part;
  for (size_t i = 0; i < own.size(); ++i) {
    of_part.push_back(own[i].edit);
    if (i + 1 < own.size() && own[i + 1].part == own[i].part) continue;
    REDACT_ASSIGN(std::vector<Edit> some, texts_[own[i].part].write(of_part));
    std::move(some.begin(), some.end(), std::back_inserter(written));
    of_part.clear();
  }
  std::sort(written.begin(), written.end(),
            [](const Edit& a, const Edit& b) { return a.begin < b.begin; });
  return written;
}

void DocumentText::edit_pieces(const Shared& shared, const std::vector<Edit>& edits,
                               std::vector<std::vector<PartEdit>>& by_file) const {
  for (const auto& [part, begin] : shared.pieces) {
    const size_t end = begin + texts_[part].text().size();
    for (const Edit& edit : edits) {
      const size_t from = std::max(begin, edit.begin), to = std::min(end, edit.end);
      if (from >= to) continue;
      const bool is_first = from == edit.begin;
      by_file[file_of_[part]].push_back(
          {part, {from - begin, to - begin, is_first ? edit.text : std::string()}});
    }
  }
}

void DocumentText::settle_shared(std::vector<std::vector<PartEdit>>& by_file) const {
  const auto empty = [&](const Shared& shared) {
    for (const auto& [part, begin] : shared.pieces) {
      by_file[file_of_[part]].push_back({part, {0, texts_[part].text().size(), {}}});
    }
  };
  for (const Shared& shared : shared_) {
    if (shared.n_users == 0) empty(shared);
  }
  if (shows_.empty()) return;
  // The edits of each user, by shared text and part.
  std::map<size_t, std::map<size_t, std::vector<Edit>>> edited;
  std::unordered_set<size_t> settled;
  for (const auto& own : by_file) {
    for (const PartEdit& edit : own) {
      const auto shown = shows_.find(edit.part);
      if (shown != shows_.end()) edited[shown->second][edit.part].push_back(edit.edit);
    }
  }
  for (const auto& [index, users] : edited) {
    const Shared& shared = shared_[index];
    if (users.size() < shared.n_users) continue;  // another user shows the text as it is
    const std::vector<Edit>& first = users.begin()->second;
    const auto is_same = [&](const auto& user) {
      return std::ranges::equal(user.second, first, [](const Edit& a, const Edit& b) {
        return a.begin == b.begin && a.end == b.end && a.text == b.text;
      });
    };
    if (!std::ranges::all_of(users, is_same)) {
      empty(shared);
      continue;
    }
    edit_pieces(shared, first, by_file);
    for (const auto& user : users) settled.insert(user.first);
  }
  for (auto& own : by_file) {
    std::erase_if(own, [&](const PartEdit& edit) { return settled.contains(edit.part); });
  }
}

Result<DocumentText::Written> DocumentText::write(std::span<const PartEdit> edits) const {
  std::vector<std::vector<PartEdit>> by_file(files_.size());
  for (const PartEdit& edit : edits) by_file[file_of_[edit.part]].push_back(edit);
  Written out;
  std::map<size_t, std::string> members = replaced_;
  // A contained file comes after the one that holds it.
  for (size_t file = files_.size(); file-- > 0;) {
    const size_t holder = files_[file].holder;
    if (holder == kNoPart) continue;
    REDACT_ASSIGN(std::vector<Edit> written, write_file(by_file[file]));
    for (Edit& edit : written) by_file[file_of_[holder]].push_back({holder, std::move(edit)});
  }
  settle_shared(by_file);
  for (size_t file = 0; file < files_.size(); ++file) {
    const auto& [bytes, holder, member] = files_[file];
    if (holder != kNoPart) continue;
    REDACT_ASSIGN(std::vector<Edit> written, write_file(by_file[file]));
    if (file == kDocument) {
      out.edits = std::move(written);
    } else if (!written.empty()) {
      members[member] = with_edits(bytes, written);
      out.members.push_back({member, std::move(written)});
    }
  }
  if (archive_) {
    REDACT_ASSIGN(out.document, archive_->write(members, renamed_));
  } else {
    out.document = with_edits(document(), out.edits);
  }
  return out;
}

}  // namespace redact

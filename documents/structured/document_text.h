// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/result.h"
#include "documents/structured/segment_text.h"
#include "documents/structured/zip_members.h"

namespace redact {

// The role of a part in the text of a document.
enum class PartRole : uint8_t {
  kRead,     // its text is in the document's
  kValue,    // it can be edited, but is not read: an id, a reference
  kFile,     // its content is a file of its own, whose parts follow
  kWhole,    // the next part with its syntax, such as a JSON member; edited if no value fits there
  kRemoved,  // it is removed, and its replacement has no content
  kShared,   // a piece of a text that other parts show
  kKept,     // it stays except for a date in it; the output may lack the part
};

// The text of a document, as its finders read it, and the way back to the document's bytes. It
// consists of parts: the segments of the document and of the files that it contains. Attributes and
// comments follow all other texts, so that a name with a tag in it is read as one word. A document
// that is text as a whole has no parts and is its own text. Movable.
class DocumentText {
 public:
  struct Part {
    PartRole role;
    size_t begin, end;  // bytes of text(), set by finish(); equal unless the part is read
    uint32_t use;       // the caller's
  };
  // An edit of the text of one part.
  struct PartEdit {
    size_t part;
    Edit edit;  // in bytes of part_text()
  };
  static constexpr size_t kDocument = 0;  // the file that is the document itself
  // The most bytes of a value that is shown behind its name. A longer one is a sentence, which has
  // a context of its own.
  static constexpr size_t kLongestNamed = 100;

  // A document that is text as a whole, and one to which parts will be added. `document` must
  // outlive the object.
  static DocumentText whole(std::string_view document) { return {document, true}; }
  static DocumentText in_parts(std::string_view document) { return {document, false}; }
  // A document in a ZIP archive, whose members are files with parts. Errors are those of
  // ZipMembers::open.
  static Result<DocumentText> in_archive(std::string_view document);
  DocumentText(DocumentText&&) = default;
  DocumentText& operator=(DocumentText&&) = default;

  // Adds a segment of a file, with its text, as the next part and returns its number. Parts have
  // the order of the text; in the file, segments may have another order, but do not overlap. If a
  // part is a short value that begins a line or a cell, its `name` is before it in the text
  // ("Allergies: Shellfish"), as context for finders; no part contains a name.
  size_t add(size_t file, const TextSegment& segment, SegmentText read, PartRole role, uint32_t use,
             std::string_view name = {});
  // Opens the text of a kFile part as a file, to which segments can be added from now on.
  size_t open_file(size_t part);
  // Opens a member of the archive as a file, or its replacement, unread. Errors: ZipMembers::read.
  const std::vector<ZipMembers::Member>& members() const { return archive_->members(); }
  Result<size_t> open_member(size_t index);
  void replace_member(size_t index, std::string bytes) { replaced_[index] = std::move(bytes); }
  void rename_member(size_t index, std::string name) { renamed_[index] = std::move(name); }
  // The name of a member in the written archive.
  const std::string& written_name(size_t index) const {
    const auto found = renamed_.find(index);
    return found == renamed_.end() ? members()[index].name : found->second;
  }

  // Keeps a string as long as the text, for codings that refer to it.
  std::string_view keep(std::string text) { return kept_.emplace_back(std::move(text)); }
  // Adds a text that other parts show, such as a shared string of a workbook: its pieces
  // are parts of role kShared, each at a byte of the text. If all users get the same edits, these
  // are made in the pieces. If all are edited in different ways, or there are none, the pieces are
  // emptied.
  struct Piece {
    size_t part, begin;
  };
  size_t add_shared(std::vector<Piece> pieces) {
    shared_.push_back({std::move(pieces), 0});
    return shared_.size() - 1;
  }
  // Records another user of a shared text; a part that shows it.
  void add_user(size_t shared) { ++shared_[shared].n_users; }
  void show(size_t part, size_t shared) { shows_[part] = shared; }

  // Makes the text, after the last part.
  void finish();

  std::string_view document() const { return files_[kDocument].bytes; }
  bool is_archive() const { return archive_.has_value(); }
  std::string_view text() const { return is_whole_ ? document() : std::string_view(text_); }
  bool is_whole() const { return is_whole_; }  // the document is its own text
  const std::vector<Part>& parts() const { return parts_; }
  const std::string& part_text(size_t part) const { return texts_[part].text(); }

  // The beginnings of cells, blocks, fields, passages, and of values behind their names; ascending.
  // No identifier crosses a wall.
  const std::vector<size_t>& walls() const { return walls_; }
  // The walls after which another passage begins.
  const std::vector<size_t>& passages() const { return passages_; }
  // The places where a part continues the one before, as at a tag within a line; ascending. A word
  // may begin there, or go on.
  const std::vector<size_t>& seams() const { return seams_; }

  // Bytes [begin, end) of the text as ranges of its parts, ascending, without names and text that
  // only joins parts. Precondition: !is_whole().
  struct PartRange {
    size_t part, begin, end;  // bytes of part_text()
  };
  std::vector<PartRange> parts_of(size_t begin, size_t end) const;
  // The bytes of the document, or of the member of the archive, for the range.
  ByteRange source_of(const PartRange& range) const;

  // Whether a part can hold a text: its file, and those that contain it, have all its characters.
  bool has_characters_of(size_t part, std::string_view text) const;

  // The document with edits of its parts, which are in the order of the parts and ascending in
  // each.
  struct Written {
    std::string document;
    std::vector<Edit> edits;  // of the document, ascending and disjoint; of an archive, none
    struct Member {
      size_t index;
      std::vector<Edit> edits;
    };
    std::vector<Member> members;  // of an archive: those with edits
  };
  // Errors are those of SegmentText::write and ZipMembers::write.
  Result<Written> write(std::span<const PartEdit> edits) const;
  // The original bytes of a member that was opened.
  std::string_view member_bytes(size_t index) const { return member_bytes_.at(index); }

 private:
  static constexpr size_t kNoPart = SIZE_MAX, kNoMember = SIZE_MAX;
  DocumentText(std::string_view document, bool is_whole)
      : files_{{document, kNoPart}}, is_whole_(is_whole) {}

  struct File {
    std::string_view bytes;
    size_t holder;  // the part that contains it; kNoPart for the document and members
    size_t member = kNoMember;
  };

  struct Shared {
    std::vector<Piece> pieces;
    size_t n_users;
  };
  // Moves the edits of users to the pieces of a shared text, or empties these.
  void settle_shared(std::vector<std::vector<PartEdit>>& by_file) const;
  void edit_pieces(const Shared& shared, const std::vector<Edit>& edits,
                   std::vector<std::vector<PartEdit>>& by_file) const;
  // The edits of a file's parts as edits of the file.
  Result<std::vector<Edit>> write_file(std::vector<PartEdit>& own) const;

  std::optional<ZipMembers> archive_;
  std::map<size_t, std::string> member_bytes_;  // of members that were opened, by index
  std::map<size_t, std::string> replaced_;      // replacements of members
  std::map<size_t, std::string> renamed_;       // names of members
  std::deque<File> files_;
  bool is_whole_;
  std::vector<Part> parts_;
  std::deque<SegmentText> texts_;        // of the parts; a deque, since files refer to its strings
  std::vector<size_t> file_of_;          // of the parts
  std::vector<Join> joins_;              // of the parts
  std::map<size_t, std::string> names_;  // of the parts that have one
  std::vector<bool> beside_;             // parts that are attributes or comments
  std::vector<size_t> in_order_;         // the parts that are read, in the order of the text
  std::string text_;
  std::vector<size_t> walls_, passages_, seams_;
  std::deque<std::string> kept_;
  std::vector<Shared> shared_;
  std::unordered_map<size_t, size_t> shows_;  // a shared text, by the part that shows it
};

}  // namespace redact

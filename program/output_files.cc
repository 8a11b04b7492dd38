// SPDX-License-Identifier: Apache-2.0
#include "program/output_files.h"

#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>

#include "base/file_io.h"
#include "base/mapped_file.h"

namespace redact {

namespace fs = std::filesystem;

void OutputFiles::go_on(const GrowingOutput& left, size_t done_bytes) {
  left_.insert_or_assign(left.name, left);
  done_bytes_ = done_bytes;
}

std::string OutputFiles::path_of(const std::string& name) const {
  return folder_ ? (fs::path(path_) / name).string() : path_;
}

// New folders reach the disk together with the names in them.
Result<void> OutputFiles::make_folder(const std::string& path) {
  if (!folder_) return {};
  fs::path folder = fs::path(path).parent_path();
  if (folders_.contains(folder)) return {};
  if (const std::error_code failed = make_parent_folder(path)) {
    return Error{ErrorKind::kIo, "create", failed.message()};
  }
  while (folder.string().size() >= path_.size() && folders_.insert(folder).second) {
    unsynced_.insert(folder_of(folder));
    folder = folder.parent_path();
  }
  return {};
}

Result<void> OutputFiles::put(const std::string& name, std::string_view bytes) {
  if (is_stream()) {
    if (write_all(STDOUT_FILENO, bytes)) return {};
    return Error{ErrorKind::kIo, "standard output", std::generic_category().message(errno)};
  }
  if (!file_) {
    const std::string path = path_of(name);
    REDACT_TRY(make_folder(path));
    REDACT_ASSIGN(AtomicFile file, AtomicFile::create(path));
    file_.emplace(std::move(file));
  }
  return file_->write(bytes);
}

Result<void> OutputFiles::put_growing(const std::string& name, std::string_view bytes) {
  if (!growing_) REDACT_TRY(open_growing(name));
  REDACT_TRY(growing_->write(bytes));
  tell(GrowingOutput::State::kOpen);
  return {};
}

Result<void> OutputFiles::open_growing(const std::string& name) {
  name_ = growing_name(name);
  const std::string path = path_of(name);
  REDACT_TRY(make_folder(path));
  if (const auto left = left_.find(name_); left != left_.end()) {
    REDACT_ASSIGN(GrowingFile file,
                  GrowingFile::reopen(path, left->second.partial, left->second.size));
    growing_.emplace(std::move(file));
    left_.erase(left);
    return {};
  }
  const std::string partial = partial_name();
  REDACT_TRY(remember_({name_, partial, 0, GrowingOutput::State::kOpen}));
  REDACT_ASSIGN(GrowingFile file, GrowingFile::create(path, partial));
  growing_.emplace(std::move(file));
  unsynced_.insert(folder_of(path));
  return {};
}

Result<void> OutputFiles::read_left(
    const std::string& name, const std::function<Result<void>(std::string_view)>& take) const {
  const auto left = left_.find(growing_name(name));
  if (left == left_.end() || left->second.size == 0) return {};
  const fs::path partial = fs::path(path_of(name)).parent_path() / left->second.partial;
  REDACT_ASSIGN(const MappedFile file, MappedFile::open(partial));
  const auto bytes = file.bytes();
  if (bytes.size() < left->second.size) return bad_input("result", "is shorter than it was");
  return take({reinterpret_cast<const char*>(bytes.data()), left->second.size});
}

Result<void> OutputFiles::open_left(const std::string& name) {
  const bool is_left = !growing_ && left_.contains(growing_name(name));
  return is_left ? open_growing(name) : Result<void>();
}

void OutputFiles::tell(GrowingOutput::State state) {
  grown_.insert_or_assign(name_,
                          GrowingOutput{name_, growing_->partial(), growing_->size(), state});
}

size_t OutputFiles::size() const { return growing_ ? growing_->size() : file_ ? file_->size() : 0; }

Result<void> OutputFiles::end_input(const std::string& name) {
  REDACT_TRY(open_left(name));
  if (!folder_) {
    if (file_ || growing_) done_bytes_ = size();
    return {};
  }
  end_file();
  return {};
}

Result<void> OutputFiles::finish() {
  if (folder_) return {};
  REDACT_TRY(open_left({}));
  end_file();
  return {};
}

Result<void> OutputFiles::discard() {
  file_.reset();
  if (growing_) growing_->remove();
  growing_.reset();
  grown_.clear();
  if (folder_) return {};
  REDACT_TRY(remove_earlier({}));
  return sync_folders();
}

Result<void> OutputFiles::remove_earlier(const std::string& name) {
  if (!resumes_) return {};
  const std::string path = path_of(name);
  if (::unlink(path.c_str()) == 0) {
    unsynced_.insert(folder_of(path));
  } else if (errno != ENOENT && errno != ENOTDIR && errno != EISDIR && errno != ENAMETOOLONG) {
    return Error{ErrorKind::kIo, "remove the earlier result",
                 std::generic_category().message(errno)};
  }
  return {};
}

void OutputFiles::end_file() {
  if (file_) ended_.push_back(std::move(*file_));
  file_.reset();
  if (!growing_) return;
  tell(GrowingOutput::State::kWhole);
  whole_.push_back(std::move(*growing_));
  growing_.reset();
}

Result<void> OutputFiles::drop_input(const std::string& name) {
  REDACT_TRY(open_left(name));
  if (!folder_) {
    if (growing_) {
      REDACT_TRY(growing_->shorten(done_bytes_));
      tell(GrowingOutput::State::kOpen);
    }
    return file_ ? file_->shorten(done_bytes_) : Result<void>();
  }
  file_.reset();
  if (!growing_) return {};
  growing_->remove();
  growing_.reset();
  grown_.erase(name_);
  return {};
}

Result<void> OutputFiles::sync() {
  for (AtomicFile& file : ended_) file.start_flush();
  for (AtomicFile& file : ended_) REDACT_TRY(file.flush());
  if (growing_ && grown_.contains(name_)) REDACT_TRY(growing_->flush());
  for (GrowingFile& file : whole_) REDACT_TRY(file.flush());
  for (AtomicFile& file : ended_) {
    REDACT_TRY(file.place());
    unsynced_.insert(folder_of(file.path()));
  }
  ended_.clear();
  whole_.clear();
  return sync_folders();
}

std::vector<GrowingOutput> OutputFiles::take_grown() {
  std::vector<GrowingOutput> grown;
  for (auto& [name, output] : grown_) {
    if (output.state == GrowingOutput::State::kWhole) to_place_.push_back(output);
    grown.push_back(std::move(output));
  }
  grown_.clear();
  return grown;
}

Result<std::vector<std::string>> OutputFiles::place_whole() {
  std::vector<std::string> names;
  for (const GrowingOutput& output : to_place_) {
    const std::string path = path_of(output.name);
    REDACT_TRY(GrowingFile::place(path, output.partial));
    unsynced_.insert(folder_of(path));
    names.push_back(output.name);
  }
  to_place_.clear();
  REDACT_TRY(sync_folders());
  return names;
}

Result<void> OutputFiles::sync_folders() {
  for (const std::string& folder : unsynced_) REDACT_TRY(sync_folder(folder));
  unsynced_.clear();
  return {};
}

}  // namespace redact

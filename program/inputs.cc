// SPDX-License-Identifier: Apache-2.0
#include "program/inputs.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "base/ascii.h"
#include "program/name_list.h"

namespace redact {

namespace {

namespace fs = std::filesystem;

bool is_folder(const fs::path& path) {
  std::error_code unknown;
  return fs::is_directory(path, unknown);
}

bool is_pipe(const fs::path& path) {
  std::error_code unknown;
  const fs::file_type type = fs::status(path, unknown).type();
  return type == fs::file_type::fifo || type == fs::file_type::character;
}

// Visits the files below `folder` by their paths relative to the first folder, in the order of
// their bytes. A link to a folder counts as a file, which is withheld when it is read; so does a
// folder that cannot be read to its end, which comes after its files.
void walk(const fs::path& folder, const fs::path& name,
          const std::function<void(const fs::path& name)>& visit) {
  std::error_code failed;
  std::vector<std::string> inside;  // folders end with a slash
  for (fs::directory_iterator entry(folder, failed); !failed && entry != fs::end(entry);
       entry.increment(failed)) {
    std::error_code unknown;
    const bool folder_inside = !entry->is_symlink(unknown) && entry->is_directory(unknown);
    inside.push_back(entry->path().filename().string() + (folder_inside ? "/" : ""));
  }
  std::sort(inside.begin(), inside.end());
  for (const std::string& one : inside) {
    if (one.ends_with('/')) {
      walk(folder / one, name / one, visit);
    } else {
      visit(name / one);
    }
  }
  if (failed) visit(name.parent_path());
}

}  // namespace

bool Input::ends_with(std::string_view ending) const {
  return ends_with_any_case(plain_path(), ending);
}

struct Inputs::Listed {
  // A path that the user named, and its inputs: those from `first` to the next path's.
  struct Root {
    std::string path;
    bool is_folder, is_pipe;
    size_t first;
    size_t path_number;  // as in Input
  };
  std::vector<Root> roots;
  NameList names;
  std::optional<OutputFormat> format;
  bool have_empty_folder = false;
};

Inputs Inputs::list(const std::vector<std::string>& paths, std::optional<OutputFormat> format,
                    const std::function<bool(const std::string& name)>& takes) {
  auto all = std::make_shared<Listed>();
  all->format = format;
  NameList& names = all->names;
  const auto add = [&](const std::string& name) {
    if (takes(name)) names.add(name);
  };
  size_t path_number = 0;
  for (const std::string& path : paths) {
    ++path_number;
    const size_t first = names.size();
    const bool is_stdin = path == "-", folder = !is_stdin && is_folder(path);
    all->roots.push_back({path, folder, is_stdin || (!folder && is_pipe(path)), first,
                          is_stdin || folder ? 0 : path_number});
    if (is_stdin) {
      names.add("stdin");
    } else if (!folder) {
      add(fs::path(path).filename());
    } else {
      bool is_empty = true, is_whole = true;
      walk(path, {}, [&](const fs::path& name) {
        is_empty = false;
        is_whole = is_whole && !name.empty();
        if (!name.empty()) add(name);
      });
      all->have_empty_folder = all->have_empty_folder || is_empty;
      if (is_whole) continue;
      all->roots.push_back({path, false, false, names.size(), path_number});
      add(fs::path(path).filename());
    }
  }
  Inputs inputs;
  inputs.listed_ = std::move(all);
  return inputs;
}

size_t Inputs::n_listed() const { return listed_ ? listed_->names.size() : 0; }

bool Inputs::have_empty_folder() const { return listed_->have_empty_folder; }

Input Inputs::operator[](size_t index) const {
  if (!chosen_) return listed(index);
  const auto after =
      std::upper_bound(chosen_->begin(), chosen_->end(), index,
                       [](size_t wanted, const Run& run) { return wanted < run.index; });
  const Run& run = *std::prev(after);
  return listed(run.position + (index - run.index));
}

Input Inputs::listed(size_t position) const {
  const auto after =
      std::upper_bound(listed_->roots.begin(), listed_->roots.end(), position,
                       [](size_t wanted, const Listed::Root& root) { return wanted < root.first; });
  const Listed::Root& root = *std::prev(after);
  Input input{root.path, listed_->names[position], root.is_pipe, position + 1};
  input.path_number = root.path_number;
  if (root.is_folder) input.path = fs::path(root.path) / input.name;
  input.result = result_name(std::string(without_compression(input.name)), listed_->format);
  if (const auto done = n_done_.find(position); done != n_done_.end()) input.n_done = done->second;
  return input;
}

Inputs Inputs::none() const {
  Inputs none;
  none.listed_ = listed_;
  none.chosen_.emplace();
  return none;
}

void Inputs::add(const Input& input) {
  const size_t position = input.number - 1;
  const bool follows = !chosen_->empty() &&
                       chosen_->back().position + (n_chosen_ - chosen_->back().index) == position;
  if (!follows) chosen_->push_back({n_chosen_, position});
  ++n_chosen_;
  if (input.n_done > 0) n_done_[position] = input.n_done;
}

void Inputs::add_first(const Input& input) {
  for (Run& run : *chosen_) ++run.index;
  chosen_->insert(chosen_->begin(), {0, input.number - 1});
  ++n_chosen_;
  if (input.n_done > 0) n_done_[input.number - 1] = input.n_done;
}

Inputs Inputs::only(const std::function<bool(const Input&)>& takes) const {
  Inputs some = none();
  for (const Input& input : *this) {
    if (takes(input)) some.add(input);
  }
  return some;
}

}  // namespace redact

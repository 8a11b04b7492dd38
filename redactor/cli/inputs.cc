// SPDX-License-Identifier: Apache-2.0
#include "redactor/cli/inputs.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "redactor/cli/name_list.h"

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

// Visits the files below `folder` by their paths relative to the first folder. A link to a folder
// is a file here and is withheld when it is read; so is a folder that cannot be read to its end.
void walk(const fs::path& folder, const fs::path& name,
          const std::function<void(const fs::path& name)>& visit) {
  std::error_code failed;
  std::vector<fs::path> folders;  // inside
  for (fs::directory_iterator entry(folder, failed); !failed && entry != fs::end(entry);
       entry.increment(failed)) {
    std::error_code unknown;
    fs::path inside = name / entry->path().filename();
    if (!entry->is_symlink(unknown) && entry->is_directory(unknown)) {
      folders.push_back(std::move(inside));
    } else {
      visit(inside);
    }
  }
  if (failed) visit(name);
  for (const fs::path& inside : folders) walk(folder / inside.filename(), inside, visit);
}

}  // namespace

bool Input::ends_with(std::string_view ending) const {
  const std::string_view plain = plain_path();
  return plain.size() >= ending.size() &&
         std::equal(ending.rbegin(), ending.rend(), plain.rbegin(),
                    [](char a, char b) { return a == (b >= 'A' && b <= 'Z' ? b - 'A' + 'a' : b); });
}

struct Inputs::Listed {
  // A path that the user named, and its inputs: those from `first` up to the next path's.
  struct Root {
    std::string path;
    bool is_folder, is_pipe;
    size_t first;
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
  for (const std::string& path : paths) {
    const size_t first = names.size();
    const bool folder = path != "-" && is_folder(path);
    all->roots.push_back({path, folder, path == "-" || (!folder && is_pipe(path)), first});
    if (path == "-") {
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
      names.sort(first);
      if (is_whole) continue;
      all->roots.push_back({path, false, false, names.size()});
      add(fs::path(path).filename());
    }
  }
  Inputs inputs;
  inputs.listed_ = std::move(all);
  return inputs;
}

size_t Inputs::n_listed() const { return listed_ ? listed_->names.size() : 0; }

bool Inputs::have_empty_folder() const { return listed_->have_empty_folder; }

Input Inputs::operator[](size_t index) const { return listed(chosen_ ? (*chosen_)[index] : index); }

Input Inputs::listed(size_t position) const {
  const auto after =
      std::upper_bound(listed_->roots.begin(), listed_->roots.end(), position,
                       [](size_t wanted, const Listed::Root& root) { return wanted < root.first; });
  const Listed::Root& root = *std::prev(after);
  Input input{root.path, listed_->names[position], root.is_pipe, position + 1};
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
  chosen_->push_back(input.number - 1);
  if (input.n_done > 0) n_done_[input.number - 1] = input.n_done;
}

void Inputs::add_first(const Input& input) {
  add(input);
  std::rotate(chosen_->begin(), std::prev(chosen_->end()), chosen_->end());
}

Inputs Inputs::only(const std::function<bool(const Input&)>& takes) const {
  Inputs some = none();
  for (const Input& input : *this) {
    if (takes(input)) some.add(input);
  }
  return some;
}

}  // namespace redact

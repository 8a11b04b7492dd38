// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <string_view>
#include <system_error>

#include "program/batch/sqlite.h"
#include "tools/batch/audit.h"

namespace redact::batch {

namespace fs = std::filesystem;

// A batch to attack, and what an oracle that knows nothing of codes sees of it.

inline bool is_file(const fs::path& path) { return fs::is_regular_file(fs::symlink_status(path)); }

// "" if the path is a folder, a link or a pipe by now.
inline std::string read(const fs::path& path) {
  if (!is_file(path)) return {};
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

inline void write(const fs::path& path, std::string_view bytes) {
  std::error_code ignored;
  fs::create_directories(path.parent_path(), ignored);
  if (fs::exists(fs::symlink_status(path)) && !is_file(path)) return;
  std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes;
  fs::permissions(path, fs::perms::owner_read | fs::perms::owner_write, ignored);
}

// What a folder holds: of each path that is no folder its kind and its bytes. Empty folders hold
// nothing.
using Tree = std::map<std::string, std::string>;
inline Tree tree_of(const fs::path& folder) {
  Tree tree;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    const fs::file_status status = entry.symlink_status();
    if (fs::is_directory(status)) continue;
    tree[fs::relative(entry.path().parent_path(), folder) / entry.path().filename()] =
        fs::is_regular_file(status) ? "file " + read(entry.path()) : "no file";
  }
  return tree;
}

// Everything that SQL shows of a journal: tables and other things, rows with the types of their
// values, the version. "": it cannot be read.
inline std::string dump_of(const std::string& journal) {
  auto database = Database::read(journal);
  if (!database.ok()) return {};
  std::string all;
  const auto add = [&](const std::string& sql) {
    auto row = database->prepare(sql);
    if (!row.ok()) return false;
    for (;;) {
      const auto is_there = row->step();
      if (!is_there.ok()) return false;
      if (!*is_there) return true;
      for (int i = 0; i < row->n_columns(); ++i) {
        const std::string bytes = row->text(i);
        all += std::to_string(row->type(i)) + " " + std::to_string(bytes.size()) + " " + bytes;
      }
      all += "\n";
    }
  };
  if (!add("PRAGMA user_version") ||
      !add("SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY 2"))
    return {};
  for (const char* table : {"setup", "run", "output", "input", "document", "tally"}) {
    if (!add(std::string("SELECT * FROM ") + table)) return {};
  }
  return all;
}

// A batch of all forms of input that was redacted twice, under two policies.
class Batch {
 public:
  Batch() {
    std::string name = ::testing::TempDir() + "manipulated.XXXXXX";
    if (::mkdtemp(name.data()) == nullptr) std::abort();
    folder_ = name;
    const std::string note = "Mrs Ellison, 14/03/2024, came with Dr Pritchard.\n";
    for (int i = 0; i < 3; ++i)
      write(in() / ("a" + std::to_string(i) + ".txt"), std::to_string(i) + note);
    write(in() / "deep/b.txt", "No fever.\n" + note);
    write(in() / "c.txt", "");
    write(in() / "d.txt", "%PDF-1.7");
    std::string lines, table = "id,note,ward\r\n";
    for (int i = 0; i < 4; ++i) {
      const std::string id = std::to_string(i);
      lines += i == 2 ? "{\"id\": 2}\n"
                      : "{\"id\": " + id + ", \"text\": \"Mrs Ellison, 0" + id + "/03/2024\"}\n";
      table += id + ",\"Mrs Ellison, seen by Dr Pritchard\",4" + id + "\r\n";
    }
    write(in() / "e.jsonl", lines);
    write(in() / "f.csv", table + "\r\n\n");
    write(in() / "g.csv", "id,note,ward\r\n");
    write(in() / "h.jsonl", "");
    redact("");
    old_ = keep();
    redact("--policy gdpr --resume --redo-changed");
    now_ = keep();
  }
  ~Batch() { fs::remove_all(folder_); }
  Batch(const Batch&) = delete;
  Batch& operator=(const Batch&) = delete;

  struct State {
    Tree results;
    std::string journal, dump;
  };

  fs::path in() const { return folder_ / "in"; }
  fs::path out() const { return folder_ / "out"; }
  std::string journal() const { return folder_ / "night/journal"; }
  std::string key() const { return folder_ / "key"; }
  std::string aside() const { return folder_ / "aside"; }
  const State& old() const { return old_; }
  const State& now() const { return now_; }

  void restore_results(const Tree& results) const {
    fs::remove_all(out());
    fs::create_directories(out());
    for (const auto& [name, content] : results) write(out() / name, content.substr(5));
  }
  void restore_journal(const std::string& bytes) const {
    fs::remove_all(fs::path(journal()).parent_path());
    write(journal(), bytes);
  }

  // What redact-verify says; "": nothing.
  std::string findings() const {
    std::string all;
    const auto counts = audit({journal(), key(), in(), out()},
                              [&](const std::string& document, const std::string& finding) {
                                all += document + ": " + finding + "\n";
                              });
    return counts.ok() ? all : counts.error().message();
  }

 private:
  void redact(const std::string& options) const {
    const std::string command =
        std::string(REDACT_PROGRAM) + " " + in().string() + " -o " + out().string() +
        " --journal " + journal() + " --journal-key " + key() +
        " -m " REDACT_SOURCE_DIR
        "/tests/golden/label-f32.gguf --device cpu -t 1 --text-column note --quiet " +
        options + " 2> /dev/null";
    const int code = WEXITSTATUS(std::system(command.c_str()));
    if (code != 3) std::abort();  // one document is withheld
  }
  State keep() const { return {tree_of(out()), read(journal()), dump_of(journal())}; }

  fs::path folder_;
  State old_, now_;
};

}  // namespace redact::batch

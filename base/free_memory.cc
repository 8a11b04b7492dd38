// SPDX-License-Identifier: Apache-2.0
#include "base/free_memory.h"

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <string>

namespace redact {

namespace {

constexpr char kGroups[] = "/sys/fs/cgroup";

// Reads a file that holds one number; SIZE_MAX for "max" and for a missing file.
size_t read_number(const std::string& path) {
  std::ifstream file(path);
  size_t number = 0;
  return file >> number ? number : SIZE_MAX;
}

size_t available_memory() {
  std::ifstream info("/proc/meminfo");
  for (std::string name; info >> name;) {
    size_t kib = 0;
    if (name == "MemAvailable:" && info >> kib) return kib * 1024;
    info.ignore(256, '\n');
  }
  return SIZE_MAX;
}

// The memory left under the limits of the process's group and of all groups above it. File pages
// are charged to a group but can be dropped, so inactive ones count as free.
size_t left_in_groups() {
  std::ifstream own("/proc/self/cgroup");
  std::string path;
  for (std::string line; std::getline(own, line);) {
    if (line.starts_with("0::/")) path = line.substr(3);
  }
  size_t left = SIZE_MAX;
  while (!path.empty()) {
    const std::string group = kGroups + (path == "/" ? "" : path);
    const size_t limit = read_number(group + "/memory.max");
    if (limit != SIZE_MAX) {
      size_t droppable = 0;
      std::ifstream statistics(group + "/memory.stat");
      for (std::string name; statistics >> name;) {
        size_t value = 0;
        if (!(statistics >> value)) break;
        if (name == "inactive_file") droppable = value;
      }
      const size_t used = read_number(group + "/memory.current");
      const size_t held = used == SIZE_MAX ? 0 : used - std::min(used, droppable);
      left = std::min(left, limit - std::min(limit, held));
    }
    if (path == "/") break;
    path.erase(std::max<size_t>(path.rfind('/'), 1));
    if (path.size() > 1 && path.back() == '/') path.pop_back();
  }
  return left;
}

}  // namespace

size_t free_host_memory() { return std::min(available_memory(), left_in_groups()); }

}  // namespace redact

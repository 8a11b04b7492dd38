// SPDX-License-Identifier: Apache-2.0
#include "tests/kernels/simt/traffic.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <unordered_set>
#include <vector>

#include "tests/kernels/simt/accesses.h"
#include "tests/kernels/simt/device_memory.h"

namespace redact::simt {

namespace {

constexpr size_t kLanes = 32, kSector = 32, kBanks = 32, kWord = 4;

// The offset that each lane accesses; bit i of `lanes` says whether lane i takes part.
struct Request {
  size_t at[kLanes];
  uint32_t lanes = 0;
};

// One instruction of one warp.
struct Site {
  size_t n_bytes = 0;
  bool shared = false;
  uint32_t reached[kLanes] = {};  // how often, by lane
  std::vector<Request> requests;
};

struct Count {
  Traffic traffic;
  std::map<std::tuple<uint32_t, uint32_t, const void*>, Site> sites;  // by block, warp and code
  std::unordered_set<size_t> sectors;
};
Count* count = nullptr;

// Wavefronts that the lanes [begin, end) need, if each accesses `n_words` words.
size_t wavefronts(const Request& request, size_t begin, size_t end, size_t n_words) {
  std::set<size_t> words[kBanks];
  for (size_t lane = begin; lane < end; ++lane) {
    if ((request.lanes >> lane & 1) == 0) continue;
    for (size_t w = 0; w < n_words; ++w) {
      const size_t word = request.at[lane] / kWord + w;
      words[word % kBanks].insert(word);
    }
  }
  size_t most = 0;
  for (const auto& bank : words) most = std::max(most, bank.size());
  return most;
}

void close_shared(const Site& site, const Request& request, Traffic& t) {
  const size_t parts = std::max<size_t>(site.n_bytes / kWord, 1), each = kLanes / parts;
  ++t.shared_requests;
  for (size_t part = 0; part < parts; ++part) {
    const size_t n = wavefronts(request, part * each, (part + 1) * each, parts);
    t.shared_wavefronts += n;
    t.least_wavefronts += n > 0 ? 1 : 0;
  }
}

void close_global(const Site& site, const Request& request, Count& all) {
  std::set<size_t> sectors, bytes;
  for (size_t lane = 0; lane < kLanes; ++lane) {
    if ((request.lanes >> lane & 1) == 0) continue;
    for (size_t i = 0; i < site.n_bytes; ++i) {
      bytes.insert(request.at[lane] + i);
      sectors.insert((request.at[lane] + i) / kSector);
    }
  }
  ++all.traffic.global_requests;
  all.traffic.global_sectors += sectors.size();
  all.traffic.least_sectors += (bytes.size() + kSector - 1) / kSector;
  all.sectors.insert(sectors.begin(), sectors.end());
}

}  // namespace

TrafficCount::TrafficCount() { count = new Count(); }
TrafficCount::~TrafficCount() {
  delete count;
  count = nullptr;
}

Traffic TrafficCount::total() const {
  Traffic traffic = count->traffic;
  traffic.memory_sectors = count->sectors.size();
  return traffic;
}

void count_request(const RunningThread& thread, const unsigned char* address, size_t n_bytes,
                   const void* where) {
  if (count == nullptr || n_bytes > 16 || (n_bytes & (n_bytes - 1)) != 0) return;
  Site& site = count->sites[{thread.block, thread.thread / kLanes, where}];
  const size_t lane = thread.thread % kLanes, n = site.reached[lane]++;
  site.n_bytes = n_bytes;
  site.shared = thread.shared.holds(address);
  if (site.requests.size() <= n) site.requests.resize(n + 1);
  site.requests[n].at[lane] =
      site.shared ? static_cast<size_t>(address - thread.shared.begin) : device_offset(address);
  site.requests[n].lanes |= 1u << lane;
}

void close_requests() {
  if (count == nullptr) return;
  for (const auto& [key, site] : count->sites) {
    for (const Request& request : site.requests) {
      if (site.shared) {
        close_shared(site, request, count->traffic);
      } else {
        close_global(site, request, *count);
      }
    }
  }
  count->sites.clear();
}

}  // namespace redact::simt

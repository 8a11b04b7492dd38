// SPDX-License-Identifier: Apache-2.0
#include "program/pages/report_parts.h"

#include <algorithm>

#include "program/pages/markup.h"
#include "program/pages/plot.h"

namespace redact {

namespace {

constexpr size_t kFoldersInSight = 25;  // further folders are folded
constexpr size_t kMostRules = 20;       // starts of runs marked in a plot

// A name from a document or a user, with its own direction of writing.
std::string name_html(const std::string& name) { return "<bdi>" + escape_html(name) + "</bdi>"; }

struct Folder {
  std::string name;  // HTML
  FolderCounts counts;

  size_t n_needing() const { return counts.review + counts.withheld; }
};

std::string rows_of(const std::vector<Folder>& folders, size_t begin, size_t end, size_t most) {
  HtmlTable table({"folder, or file of lines or rows", "", "redacted", "to review", "withheld"});
  const auto share = [most](size_t n) {
    return static_cast<double>(n) / static_cast<double>(std::max<size_t>(most, 1));
  };
  for (size_t i = begin; i < end; ++i) {
    const auto& [name, c] = folders[i];
    table.add({name,
               share_bar({{share(c.withheld), "leak"},
                          {share(c.review), "over"},
                          {share(c.redacted - c.review), "ok"}}),
               with_commas(c.redacted), with_commas(c.review), with_commas(c.withheld)});
  }
  return table.html("bars");
}

std::string folded(const std::string& title, const std::string& content) {
  return "<details>\n<summary>" + title + "</summary>\n" + content + "</details>\n";
}

}  // namespace

std::string report_tile(const std::string& figure, const std::string& name,
                        const std::string& look) {
  return "<div class=\"tile" + (look.empty() ? "" : " " + look) + "\"><b>" + figure + "</b>" +
         name + "</div>\n";
}

std::string count_bars(const std::string& what,
                       const std::vector<std::pair<std::string, size_t>>& counts,
                       std::string_view look) {
  size_t most = 1;
  for (const auto& [name, n] : counts) most = std::max(most, n);
  HtmlTable table({what, "", "count"});
  for (const auto& [name, n] : counts) {
    table.add({escape_html(name),
               share_bar({{static_cast<double>(n) / static_cast<double>(most), look}}),
               with_commas(n)});
  }
  return table.html("bars");
}

std::string document_list(const Shortlist& list, const std::string& title,
                          const std::string& how_cut) {
  const std::vector<ShortlistEntry> entries = list.in_order();
  std::string items = "<ol class=\"documents\">\n";
  for (const auto& [weight, place, id, why] : entries) {
    items += "<li><div><b>" + name_html(place.input) + "</b>";
    if (place.number > 0) items += " <small>" + with_commas(place.number) + "</small>";
    if (!id.empty() && id != place.input) items += " <small>" + name_html(id) + "</small>";
    items += "</div><span>" + escape_html(why) + "</span></li>\n";
  }
  const std::string cut = entries.size() == list.n() ? std::string()
                                                     : "; of these, " + how_cut + " " +
                                                           with_commas(entries.size()) + " follow";
  return folded("<b>" + with_commas(list.n()) + "</b> " + title + cut, items + "</ol>\n");
}

std::string throughput_plot(const Timeline& timeline, const std::vector<double>& starts) {
  const std::vector<size_t>& counts = timeline.counts();
  if (counts.size() < 3) return {};  // a plot of an instant shows nothing
  const auto& [seconds, unit] = timeline.end() > 3 * 3600 ? std::pair(3600.0, "hours")
                                : timeline.end() > 180    ? std::pair(60.0, "minutes")
                                                          : std::pair(1.0, "seconds");
  // Each slice with its end and its rate; the last slice ends with the last document.
  std::vector<std::pair<double, double>> slices;
  HtmlTable table({unit, "documents per second"});
  double most = 0;
  for (size_t i = 0; i < counts.size(); ++i) {
    const double begin = static_cast<double>(i) * timeline.width();
    const double width = std::min(timeline.end() - begin, timeline.width());
    if (width < timeline.width() / 2) break;  // its rate would be that of a moment
    slices.emplace_back((begin + width) / seconds, static_cast<double>(counts[i]) / width);
    most = std::max(most, slices.back().second);
    table.add({tick_label(begin / seconds), tick_label(slices.back().second)});
  }
  Plot plot("Documents per second", round_axis(0, slices.back().first, 8), round_axis(0, most, 4));
  for (size_t i = 0; i < slices.size(); ++i) {
    plot.column(static_cast<double>(i) * timeline.width() / seconds, slices[i].first, 0,
                slices[i].second, "ok");
  }
  for (size_t i = 1; i < std::min(starts.size(), kMostRules); ++i) {
    plot.rule(starts[i] / seconds, "run " + std::to_string(i + 1));
  }
  return plot.html(std::string(unit) + " of work") + folded("The numbers", table.html());
}

std::string score_plot(const ScoreCounts& scores) {
  size_t low = scores.hidden.size(), high = 0, most = 0;
  HtmlTable table({"score from", "left, to review", "hidden"});
  const auto score_of = [](size_t slot) {
    return static_cast<double>(slot) + ScoreCounts::kLowest;
  };
  for (size_t i = 0; i < scores.hidden.size(); ++i) {
    const size_t n = scores.hidden[i] + scores.left[i];
    if (n == 0) continue;
    low = std::min(low, i);
    high = i;
    most = std::max(most, n);
    table.add(
        {tick_label(score_of(i)), with_commas(scores.left[i]), with_commas(scores.hidden[i])});
  }
  if (most == 0) return {};
  Plot plot("Places by the model's score",
            round_axis(std::min(score_of(low), -1.0), score_of(high) + 1, 10),
            round_axis(0, static_cast<double>(most), 4));
  for (size_t i = low; i <= high; ++i) {
    const auto left = static_cast<double>(scores.left[i]);
    const double all = left + static_cast<double>(scores.hidden[i]);
    plot.column(score_of(i), score_of(i) + 1, 0, left, "over");
    plot.column(score_of(i), score_of(i) + 1, left, all, "ok");
  }
  plot.rule(0, "threshold");
  return plot.html("score") +
         "<p><span class=\"key ok\">hidden</span><span class=\"key over\">left, to review</span>"
         "</p>\n" +
         folded("The numbers", table.html());
}

std::string folder_table(const Overview& overview, bool named) {
  std::vector<Folder> folders;
  for (const auto& [path, counts] : overview.folders()) {
    const std::string number = "number " + with_commas(folders.size() + 1);
    folders.push_back({named ? name_html(path) : number, counts});
  }
  std::stable_sort(folders.begin(), folders.end(),
                   [](const Folder& a, const Folder& b) { return a.n_needing() > b.n_needing(); });
  const FolderCounts& other = overview.other_folders();
  if (other.redacted + other.withheld > 0) folders.push_back({"all others", other});
  size_t most = 0;
  for (const Folder& one : folders) {
    most = std::max(most, one.counts.redacted + one.counts.withheld);
  }
  const size_t in_sight = std::min(folders.size(), kFoldersInSight);
  std::string out = rows_of(folders, 0, in_sight, most);
  if (in_sight < folders.size()) {
    out += folded("<b>" + with_commas(folders.size() - in_sight) + "</b> more",
                  rows_of(folders, in_sight, folders.size(), most));
  }
  return out;
}

}  // namespace redact

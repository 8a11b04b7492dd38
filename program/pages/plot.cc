// SPDX-License-Identifier: Apache-2.0
#include "program/pages/plot.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "program/pages/markup.h"

namespace redact {

namespace {

// In pixels: the height of the plotted area, and of the figure with its labels.
constexpr int kPlotHeight = 180, kTop = 18, kHeight = kTop + kPlotHeight + 22;

std::string percent_of(double share) {
  std::array<char, 32> text;
  std::snprintf(text.data(), text.size(), "%.2f%%", 100 * std::clamp(share, 0.0, 1.0));
  return text.data();
}

std::string quoted(std::string_view name, std::string_view value) {
  std::string out(" ");
  return out.append(name).append("=\"").append(value).append("\"");
}

// Labels at the edges stay inside the figure.
std::string anchor_at(double share) {
  return quoted("text-anchor", share < 0.02 ? "start" : share > 0.98 ? "end" : "middle");
}

}  // namespace

Axis round_axis(double low, double high, int n_steps) {
  if (!(high > low)) high = low + 1;
  const double least = (high - low) / n_steps;
  double step = std::pow(10, std::floor(std::log10(least)));
  const auto n_steps_of = [&](double of) {
    return std::ceil(high / of - 1e-9) - std::floor(low / of + 1e-9);
  };
  constexpr std::array kFactors = {2.0, 2.5, 2.0};  // 1, 2, 5, 10
  for (size_t i = 0; n_steps_of(step) > n_steps; ++i) step *= kFactors[i % kFactors.size()];
  return {std::floor(low / step + 1e-9) * step, std::ceil(high / step - 1e-9) * step, step};
}

std::string tick_label(double value) {
  constexpr double kMostDigits = 1e15;  // the limit up to which a double holds all whole numbers
  if (std::abs(value) >= 1000 && std::abs(value) < kMostDigits && value == std::floor(value)) {
    return (value < 0 ? "\u2212" : "") + with_commas(static_cast<size_t>(std::abs(value)));
  }
  std::array<char, 32> text;
  std::snprintf(text.data(), text.size(), "%.4g", std::abs(value) < 1e-9 ? 0 : std::abs(value));
  return (value < -1e-9 ? "\u2212" : "") + std::string(text.data());
}

std::string Plot::at_x(double x) const { return percent_of(x_.share(x)); }

std::string Plot::at_y(double y) const { return percent_of(1 - y_.share(y)); }

void Plot::column(double from, double to, double bottom, double top, std::string_view look) {
  if (!(top > bottom)) return;
  const double gap = (to - from) * 0.06;
  shapes_ += "<rect" + quoted("class", look) + quoted("x", at_x(from + gap)) +
             quoted("y", at_y(top)) +
             quoted("width", percent_of(x_.share(to - gap) - x_.share(from + gap))) +
             quoted("height", percent_of(y_.share(top) - y_.share(bottom))) + "/>\n";
}

void Plot::line(const std::vector<std::pair<double, double>>& points, std::string_view look) {
  for (size_t i = 1; i < points.size(); ++i) {
    shapes_ += "<line" + quoted("class", look) + quoted("x1", at_x(points[i - 1].first)) +
               quoted("y1", at_y(points[i - 1].second)) + quoted("x2", at_x(points[i].first)) +
               quoted("y2", at_y(points[i].second)) + "/>\n";
  }
}

void Plot::dot(double x, double y, std::string_view look, std::string_view label) {
  shapes_ += "<circle" + quoted("class", look) + quoted("cx", at_x(x)) + quoted("cy", at_y(y)) +
             " r=\"4\"/>\n";
  labels_ += "<text" + quoted("x", at_x(x)) + quoted("y", at_y(y)) + " dy=\"-9\"" +
             anchor_at(x_.share(x)) + ">" + escape_html(label) + "</text>\n";
}

void Plot::rule(double x, std::string_view label) {
  shapes_ += "<line class=\"rule\"" + quoted("x1", at_x(x)) + quoted("x2", at_x(x)) +
             " y1=\"0%\" y2=\"100%\"/>\n";
  labels_ += "<text" + quoted("x", at_x(x)) + " y=\"0\" dy=\"-5\"" + anchor_at(x_.share(x)) + ">" +
             escape_html(label) + "</text>\n";
}

std::string Plot::html(std::string_view x_note) const {
  std::string grid, ticks;
  const auto n_steps = [](const Axis& axis) {
    return static_cast<int>(std::lround((axis.high - axis.low) / axis.step));
  };
  for (int i = 0; i <= n_steps(y_); ++i) {
    const double y = y_.low + i * y_.step;
    grid += "<line class=\"grid\" x1=\"0%\" x2=\"100%\"" + quoted("y1", at_y(y)) +
            quoted("y2", at_y(y)) + "/>\n";
    if (i > 0) {
      ticks += "<text x=\"2\"" + quoted("y", at_y(y)) + " dy=\"12\">" + tick_label(y) + "</text>\n";
    }
  }
  for (int i = 0; i <= n_steps(x_); ++i) {
    const double x = x_.low + i * x_.step;
    ticks += "<text" + quoted("x", at_x(x)) + " y=\"100%\" dy=\"16\"" + anchor_at(x_.share(x)) +
             ">" + tick_label(x) + "</text>\n";
  }
  return "<figure>\n<figcaption>" + escape_html(name_) + "</figcaption>\n<svg class=\"plot\" " +
         "width=\"100%\"" + quoted("height", std::to_string(kHeight)) +
         " role=\"img\" aria-label=\"" + escape_html(name_) + "\">\n<svg" +
         quoted("y", std::to_string(kTop)) + " width=\"100%\"" +
         quoted("height", std::to_string(kPlotHeight)) + " overflow=\"visible\">\n" + grid +
         shapes_ + ticks + labels_ + "</svg>\n</svg>\n<p class=\"axis\">" + escape_html(x_note) +
         "</p>\n</figure>\n";
}

std::string share_bar(const std::vector<std::pair<double, std::string_view>>& parts) {
  std::string out = "<svg class=\"bar\" width=\"100%\" height=\"12\" aria-hidden=\"true\">";
  double from = 0;
  for (const auto& [share, look] : parts) {
    if (share <= 0) continue;
    out += "<rect" + quoted("class", look) + quoted("x", percent_of(from)) +
           quoted("width", percent_of(share)) + " height=\"12\"/>";
    from += share;
  }
  return out + "</svg>";
}

}  // namespace redact

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace redact {

// A scale whose ends are multiples of its step.
struct Axis {
  double low = 0, high = 1, step = 1;

  double share(double value) const { return (value - low) / (high - low); }
};

// The shortest scale with a round step (1, 2 or 5 times a power of ten) that holds [low, high] and
// has at most `n_steps` steps.
Axis round_axis(double low, double high, int n_steps = 5);

// Plots as SVG that fill the width of their container: shapes stretch, while text and lines keep
// their size. Colours come from classes of report.css, which have light and dark variants. `look`
// is one of "ok", "over", "leak" and "none".
class Plot {
 public:
  // `name` gives the plotted quantity with its unit, in plain text.
  Plot(std::string name, Axis x, Axis y) : name_(std::move(name)), x_(x), y_(y) {}

  // A column over [from, to) of x, from `bottom` to `top`.
  void column(double from, double to, double bottom, double top, std::string_view look);
  // A line through points.
  void line(const std::vector<std::pair<double, double>>& points, std::string_view look);
  // A dot with a label.
  void dot(double x, double y, std::string_view look, std::string_view label);
  // A vertical line with a label.
  void rule(double x, std::string_view label);

  // Returns a <figure>. `x_note` explains the x axis.
  std::string html(std::string_view x_note) const;

 private:
  std::string at_x(double x) const;
  std::string at_y(double y) const;

  std::string name_;
  Axis x_, y_;
  std::string shapes_, labels_;
};

// A horizontal bar, in which `parts` are shares of the width with their looks, for a row of a table
// that also has the numbers.
std::string share_bar(const std::vector<std::pair<double, std::string_view>>& parts);

// "0.25", "1,500".
std::string tick_label(double value);

}  // namespace redact

#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/results/run.h"

namespace perilune {

// One run on the page.
struct ReportedRun {
  int number = 1;
  std::shared_ptr<const Run> run;
  std::string origin;  // where it was started
  std::string label;   // what it is called; "": by its number and model
};

// What else the page shows.
struct ReportPage {
  std::string title;
  std::string script, manifest;  // texts, shown as they are
  double most_bytes = 2.9e6;     // of the page; long runs are thinned without losing extremes
  bool side_by_side = false;     // all runs are shown at once, not the first alone
};

// The runs as one HTML page that needs no other file and no network: animation, plots with a common cursor, steps,
// events, energy, outcome, script.
std::string report_html(const std::vector<ReportedRun>& runs, const ReportPage& page);

}  // namespace perilune

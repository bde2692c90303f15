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
};

// What else the page shows.
struct ReportPage {
  std::string title;
  std::string script, manifest;  // texts, shown as they are
  double most_bytes = 2.5e6;     // of numbers; long runs are thinned without losing extremes
};

// The runs as one HTML page that needs no other file and no network: animation, plots with a common cursor, steps,
// events, energy, outcome, script.
std::string report_html(const std::vector<ReportedRun>& runs, const ReportPage& page);

}  // namespace perilune

#include "engine/results/report/log.h"

#include <algorithm>

#include "engine/results/report/packed.h"

namespace perilune {
namespace {

// Numbers names in the order in which they come.
class Names {
 public:
  std::size_t number(const std::string& name) {
    const auto place = static_cast<std::size_t>(std::find(list_.begin(), list_.end(), name) - list_.begin());
    if (place == list_.size()) list_.push_back(name);
    return place;
  }
  void add_to(JsonText& json, const char* key) const {
    json.key(key).open('[');
    for (const std::string& name : list_) json.text(name);
    json.close(']');
  }

 private:
  std::vector<std::string> list_;
};

// Of each stretch of `every` accepted attempts the first, the largest and the smallest.
std::vector<bool> chosen_steps(const std::vector<Attempt>& steps, std::size_t every,
                               std::size_t most_refused) {
  std::vector<bool> chosen(steps.size(), false);
  std::size_t accepted = 0, refused = 0, largest = 0, smallest = 0;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (!steps[i].accepted) {
      chosen[i] = ++refused <= most_refused;
      continue;
    }
    if (accepted++ % every == 0) {
      if (accepted > 1) chosen[largest] = chosen[smallest] = true;
      chosen[i] = true, largest = smallest = i;
    }
    if (steps[i].dt > steps[largest].dt) largest = i;
    if (steps[i].dt < steps[smallest].dt) smallest = i;
  }
  if (accepted > 0) chosen[largest] = chosen[smallest] = true;
  return chosen;
}

}  // namespace

void add_steps(JsonText& json, const Run& run, double most_bytes) {
  constexpr double bytes_per_step = 9 * 4 / 3.0;
  const auto most =
      static_cast<std::size_t>(most_bytes / bytes_per_step / 2);  // of accepted ones, and of refusals
  const std::vector<Attempt>& steps = run.steps();
  const std::size_t every = 1 + 3 * steps.size() / std::max<std::size_t>(most, 1);
  const std::vector<bool> chosen = chosen_steps(steps, every == 1 ? 1 : every, most);
  Names reasons;
  reasons.number("");  // accepted
  std::vector<double> times, sizes;
  std::vector<unsigned char> why;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (!chosen[i]) continue;
    times.push_back(steps[i].t), sizes.push_back(steps[i].dt);
    why.push_back(static_cast<unsigned char>(reasons.number(steps[i].accepted ? "" : steps[i].reason)));
  }
  json.key("steps").open('{').key("t").text(pack_instants(times, run.end_time()));
  json.key("dt").text(pack_floats(sizes)).key("reason").text(pack_bytes(why));
  reasons.add_to(json, "reasons");
  json.close('}');
}

void add_events(JsonText& json, const Run& run, double most_bytes) {
  constexpr double bytes_per_event = 110;
  const auto most = std::min(static_cast<std::size_t>(most_bytes / bytes_per_event), run.events().size());
  Names kinds, elements, numbers;
  json.key("event_count").number(static_cast<double>(run.events().size()), 12);
  // [t, kind, element, name, number, name, number, …], names by their place in the lists below.
  json.key("events").open('[');
  for (std::size_t i = 0; i < most; ++i) {
    const Event& event = run.events()[i];
    json.open('[').number(event.t, 12).number(static_cast<double>(kinds.number(event.kind)), 9);
    json.number(static_cast<double>(elements.number(event.element)), 9);
    for (const auto& [name, value] : event.numbers)
      json.number(static_cast<double>(numbers.number(name)), 9).number(value, 5);
    json.close(']');
  }
  json.close(']');
  kinds.add_to(json, "event_kinds"), elements.add_to(json, "event_elements");
  numbers.add_to(json, "event_numbers");
}

void add_statistics(JsonText& json, const Run& run) {
  json.key("integrator").text(run.integrator).key("outcome").text(to_string(run.outcome));
  json.key("failed").boolean(is_failure(run.outcome)).key("message").text(run.message);
  json.key("warnings").open('[');
  for (const std::string& warning : run.warnings) json.text(warning);
  json.close(']');
  const Statistics& s = run.statistics;
  json.key("statistics").open('{').key("steps").number(static_cast<double>(s.steps), 12);
  json.key("rejected").open('{');
  for (const auto& [reason, count] : s.rejected_by)
    json.key(reason.c_str()).number(static_cast<double>(count), 12);
  json.close('}').key("rhs_evaluations").number(static_cast<double>(s.rhs_evaluations), 12);
  json.key("law_evaluations").number(static_cast<double>(s.law_evaluations), 12);
  json.key("newton_iterations").number(static_cast<double>(s.newton_iterations), 12);
  json.key("wall_time").number(s.wall_time, 3).close('}');
  const EnergyBalance& e = run.energy;
  json.key("energy").open('{').key("kinetic").number(e.kinetic).key("potential").number(e.potential);
  json.key("contact").number(e.contact).key("dissipated").number(e.dissipated).key("work").number(e.work);
  json.key("residual").number(e.residual).key("dissipated_by").open('[');
  for (const auto& [name, value] : e.dissipated_by) json.open('[').text(name).number(value).close(']');
  json.close(']').close('}');
}

}  // namespace perilune

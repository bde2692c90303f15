#include "engine/results/run.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>

#include <fmt/format.h>

#include "engine/model/suggest.h"
#include "engine/results/recorder.h"
#include "engine/system/channels.h"

namespace perilune {

const char* to_string(Outcome outcome) {
  switch (outcome) {
    case Outcome::running: return "running";
    case Outcome::reached_end: return "reached_end";
    case Outcome::finished_early: return "finished_early";
    case Outcome::step_too_small: return "step_too_small";
    case Outcome::step_too_large: return "step_too_large";
    case Outcome::nonfinite: return "nonfinite";
    case Outcome::newton_failed: return "newton_failed";
    case Outcome::script_error: return "script_error";
    case Outcome::interrupted: return "interrupted";
    case Outcome::no_consistent_friction: return "no_consistent_friction";
    case Outcome::too_many_refusals: return "too_many_refusals";
    case Outcome::inconsistent: return "inconsistent";
  }
  return "unknown";
}

bool is_failure(Outcome outcome) {
  return outcome != Outcome::running && outcome != Outcome::reached_end &&
         outcome != Outcome::finished_early && outcome != Outcome::interrupted;
}

// Reads channels of stored instants, on the run's own copy of the system.
class Run::Reader {
 public:
  explicit Reader(const Run& run) : run_(run) {}

  void observe(Recorder::Instant instant) {
    instant_ = std::move(instant);
    if (instant_.epoch != epoch_) run_.system_->restore(run_.recorder_->modes(instant_.epoch));
    epoch_ = instant_.epoch;
    ChannelTable::observe(*run_.system_, instant_.node);
  }
  double value(int channel) {
    const auto& all = run_.table_->all();
    if (channel == static_cast<int>(all.size())) return instant_.step;
    return all[channel].value(*run_.system_, instant_.node);
  }

 private:
  const Run& run_;
  int epoch_ = -1;
  Recorder::Instant instant_;
};

Run::Run(std::shared_ptr<System> system, std::shared_ptr<Recorder> recorder,
         std::shared_ptr<ChannelTable> table)
    : system_(std::move(system)), recorder_(std::move(recorder)), table_(std::move(table)) {
  for (const Channel& channel : table_->all()) channels_.push_back({channel.name, channel.unit});
  channels_.push_back({"step.size", "s"});
  series_.resize(channels_.size());
}

int Run::channel_index(const std::string& name) const {
  if (name == "step.size") return static_cast<int>(channels_.size()) - 1;
  return table_->index(name);
}

void Run::set_log(std::vector<Event> events, std::vector<Attempt> attempts) {
  events_ = std::move(events), attempts_ = std::move(attempts);
}

bool Run::has_channel(const std::string& name) const {
  return name == "step.size" || table_->find(name) >= 0;
}

const std::vector<double>& Run::time() const { return recorder_->record_times(); }

const std::vector<double>& Run::series(const std::string& channel) const {
  const int index = channel_index(channel);
  std::vector<double>& list = series_[index];
  if (list.size() > recorder_->records()) list.clear();
  Reader reader(*this);
  for (std::size_t i = list.size(); i < recorder_->records(); ++i) {
    reader.observe(recorder_->record(i));
    list.push_back(reader.value(index));
  }
  return list;
}

double Run::final(const std::string& channel) const {
  const int index = channel_index(channel);
  if (recorder_->nodes() == 0) throw InputError("", "", "nothing was recorded", "record = \"steps\"");
  Reader reader(*this);
  const bool all_kept = std::isinf(recorder_->kept_until());
  reader.observe(all_kept ? recorder_->node(recorder_->nodes() - 1)
                          : recorder_->record(recorder_->records() - 1));
  return reader.value(index);
}

double Run::largest(const std::string& channel) const {
  const int index = channel_index(channel);
  if (recorder_->nodes() == 0) throw InputError("", "", "nothing was recorded", "record = \"steps\"");
  double most = 0;
  Reader reader(*this);
  const auto look_at = [&](Recorder::Instant instant) {
    reader.observe(std::move(instant));
    const double size = std::abs(reader.value(index));
    if (std::isnan(size) || size > most) most = size;
  };
  for (std::size_t i = 0; i < recorder_->nodes() && !std::isnan(most); ++i) look_at(recorder_->node(i));
  const std::vector<double>& times = recorder_->record_times();
  const auto rest = std::upper_bound(times.begin(), times.end(), recorder_->kept_until());
  for (std::size_t i = rest - times.begin(); i < times.size() && !std::isnan(most); ++i)
    look_at(recorder_->record(i));
  return most;
}

double Run::at(const std::string& channel, double t) const {
  const int index = channel_index(channel);
  Reader reader(*this);
  reader.observe(instant(t));
  return reader.value(index);
}

void Run::visit(double t, const std::function<void(const System&)>& look) const {
  Reader reader(*this);
  reader.observe(instant(t));
  look(*system_);
}

std::string Run::unit_of(const std::string& channel) const {
  return channel == "time" ? "s" : channels_[channel_index(channel)].unit;
}

double Run::end_time() const {
  if (recorder_->nodes() == 0) throw InputError("", "", "nothing was recorded", "record = \"steps\"");
  return std::max(time().back(), recorder_->node(recorder_->nodes() - 1).node.t);
}

std::vector<std::vector<double>> Run::history(const std::vector<std::string>& channels, double from,
                                              double to) const {
  std::vector<int> indices;
  for (const std::string& name : channels) indices.push_back(name == "time" ? -1 : channel_index(name));
  std::vector<std::vector<double>> lists(channels.size());
  Reader reader(*this);
  const auto add = [&](Recorder::Instant instant) {
    const double t = instant.node.t;
    if (t < from || t > to) return;
    reader.observe(std::move(instant));
    for (std::size_t i = 0; i < indices.size(); ++i)
      lists[i].push_back(indices[i] < 0 ? t : reader.value(indices[i]));
  };
  const auto nodes = static_cast<double>(recorder_->nodes());
  const auto add_records = [&](double after) {
    for (std::size_t i = 0; i < recorder_->records(); ++i) {
      if (time()[i] > after) add(recorder_->record(i));
    }
    return lists;
  };
  // Thousands of bodies over thousands of steps would take minutes.
  constexpr double most_numbers = 2e7;
  if (nodes * system_->size() * (to - from) > most_numbers * end_time()) return add_records(-1);
  // A thousand in all at least, and some in each step as long as there are few steps.
  const double widest = (to - from) / 1000;
  const double parts = 1 + std::min(7.0, 5000 / nodes);
  double last = from;
  for (std::size_t i = 0; i < recorder_->nodes(); ++i) {
    Recorder::Instant node = recorder_->node(i);
    const double end = std::min(node.node.t, to), begin = last;
    const double count = std::ceil(std::max((end - begin) / widest, parts));
    for (double k = lists[0].empty() ? 0 : 1; k < count && end > begin; ++k)
      add(recorder_->at(begin + (end - begin) * k / count));
    last = std::max(last, end);
    add(std::move(node));
  }
  if (last >= to && recorder_->node(recorder_->nodes() - 1).node.t > to) add(recorder_->at(to));
  return add_records(recorder_->kept_until());
}

void Run::set_reference_energy(double total) { system_->set_reference_energy(total); }

Recorder::Instant Run::instant(double t) const {
  if (recorder_->nodes() == 0) throw InputError("", "", "nothing was recorded", "record = \"steps\"");
  const double end = recorder_->node(recorder_->nodes() - 1).node.t;
  if (t > recorder_->kept_until() && t <= time().back()) {
    const double rounding = 1e-12 * time().back();  // of the times of records, which are multiples
    const auto found = std::lower_bound(time().begin(), time().end(), t - rounding);
    if (*found <= t + rounding) return recorder_->record(static_cast<std::size_t>(found - time().begin()));
    throw InputError("", "", fmt::format("t = {} s: steps after {:.6g} s were too many to keep", t, end),
                     "run:series has the records; record = { every = … } puts more of them");
  }
  if (!(t >= 0 && t <= end)) {
    throw InputError("", "", fmt::format("t = {} s lies outside the run, 0 to {} s", t, end), "");
  }
  return recorder_->at(t);
}

namespace {

// Closes a file and says whether everything that was written has reached it.
class OutputFile {
 public:
  explicit OutputFile(const std::string& path) : path_(path), file_(std::fopen(path.c_str(), "wb")) {
    if (!file_) fail();
  }
  ~OutputFile() {
    if (file_) std::fclose(file_);
  }
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;
  void write(const std::string& text) {
    if (std::fwrite(text.data(), 1, text.size(), file_) != text.size()) fail();
  }
  void close() {
    const bool failed = std::fflush(file_) != 0 || std::ferror(file_) != 0;
    const bool unclosed = std::fclose(file_) != 0;
    file_ = nullptr;
    if (failed || unclosed) fail();
  }

 private:
  [[noreturn]] void fail() const { throw OutputError("cannot write '" + path_ + "'"); }
  std::string path_;
  std::FILE* file_;
};

void append_number(std::string& text, double x) {
  char digits[32];
  const auto end = std::to_chars(digits, digits + sizeof digits, x);  // shortest that reads back the same
  text.append(digits, end.ptr);
}

std::string quoted(const std::string& name) {
  if (name.find_first_of(",\"\n") == std::string::npos) return name;
  std::string text = "\"";
  for (const char c : name) text += c == '"' ? "\"\"" : std::string(1, c);
  return text + "\"";
}

}  // namespace

void Run::save_csv(const std::string& path) const {
  OutputFile file(path);
  std::string line = "time";
  for (const ChannelInfo& channel : channels_) line += "," + quoted(channel.name);
  file.write(line + "\n");
  Reader reader(*this);
  for (std::size_t i = 0; i < recorder_->records(); ++i) {
    const Recorder::Instant instant = recorder_->record(i);
    line.clear();
    append_number(line, instant.node.t);
    reader.observe(instant);
    for (int channel = 0; channel < static_cast<int>(channels_.size()); ++channel) {
      line += ',';
      append_number(line, reader.value(channel));
    }
    file.write(line += '\n');
  }
  file.close();
}

}  // namespace perilune

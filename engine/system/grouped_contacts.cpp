#include <algorithm>
#include <limits>

#include "engine/system/system.h"

namespace perilune {
namespace {

// Discs in the plane that touch without overlapping much touch at most three others each, on average: the edges of
// a planar graph. Who gets no books of its own shares the group's common ones.
constexpr int books_per_shape = 3;
constexpr int books_with_states = 12;  // states of laws cannot be shared

Candidates::Pair pair_of(const ContactElement& contact) { return {contact.shape_a, contact.shape_b}; }

}  // namespace

void System::compile_groups(const Model& model) {
  fixed_contacts_ = static_cast<int>(contacts_.size());
  int state = layout_.state_offset() + layout_.states, ledger = layout_.first_contact();
  for (int i = 0; i < fixed_contacts_; ++i) ledger += contacts_[i].friction ? 2 : 1;
  for (const ContactGroup& described : model.contact_groups()) {
    groups_.emplace_back(Candidates(described, model));
    Group& group = groups_.back();
    const int states = described.law->states() + (described.friction ? described.friction->states() : 0);
    const int each = states > 0 ? books_with_states : books_per_shape;
    const int books = each * static_cast<int>(group.candidates.shapes().size()) + 1;
    group.states = states, group.entries = described.friction ? 2 : 1;
    group.first_state = state, group.first_ledger = ledger;
    state += books * group.states, ledger += books * group.entries;
    for (int i = books - 1; i >= 1; --i) group.free_books.push_back(i);
    idle_rates_.resize(std::max<std::size_t>(idle_rates_.size(), group.states));
    for (const ShapePointer& shape : group.candidates.shapes()) length_ = std::max(length_, shape->size());
  }
  layout_.states = state - layout_.state_offset();
  layout_.ledger = ledger - layout_.ledger_offset();
  list_active();
}

void System::renew_candidates(double t, const double* y, double least_reach) {
  update_motion(t, y);
  for (int g = 0; g < static_cast<int>(groups_.size()); ++g) {
    Candidates& candidates = groups_[g].candidates;
    set_candidates(g, candidates.find(motion_, std::max(least_reach, candidates.usual_reach())));
  }
  list_active();
}

double System::slack(double t, const double* y) {
  update_motion(t, y);
  double least = std::numeric_limits<double>::infinity();
  for (const Group& group : groups_)
    least = std::min(least, 0.5 * group.candidates.reach() - group.candidates.drift(motion_));
  return least;
}

// Keeps the members that are listed, drops the others, adds who is new. Both lists are in order; all places of a
// pair stay or go together. Who is closed is listed: its bounds overlap.
void System::set_candidates(int group, const std::vector<Candidates::Pair>& pairs) {
  std::vector<int>& members = groups_[group].members;
  std::vector<int> kept;
  kept.reserve(members.size() + pairs.size());
  std::size_t m = 0;
  const auto drop_before = [&](const Candidates::Pair& pair) {
    while (m < members.size() && pair_of(contacts_[members[m]]) < pair) drop_contact(members[m++]);
  };
  for (const Candidates::Pair& pair : pairs) {
    drop_before(pair);
    const bool is_new = m == members.size() || pair_of(contacts_[members[m]]) != pair;
    if (is_new) add_pair(group, pair, kept);
    while (m < members.size() && pair_of(contacts_[members[m]]) == pair) kept.push_back(members[m++]);
  }
  while (m < members.size()) drop_contact(members[m++]);
  members = std::move(kept);
}

void System::add_pair(int group, const Candidates::Pair& pair, std::vector<int>& members) {
  int place = 0;
  for (ContactElement& element : make_contact_elements(groups_[group].candidates.contact(pair))) {
    const int number = vacant_number();
    element.group = group, element.shape_a = pair.first, element.shape_b = pair.second,
    element.place = place++;
    contacts_[number] = std::move(element), modes_[number] = {}, observed_[number] = {};
    keep_books(number, 0);
    members.push_back(number);
  }
}

int System::vacant_number() {
  if (vacant_.empty()) {
    contacts_.emplace_back(), modes_.emplace_back(), observed_.emplace_back();
    return static_cast<int>(contacts_.size()) - 1;
  }
  const int number = vacant_.back();
  vacant_.pop_back();
  return number;
}

void System::drop_contact(int contact) {
  contacts_[contact] = {}, modes_[contact] = {}, observed_[contact] = {};
  vacant_.push_back(contact);
}

void System::keep_books(int contact, int books) {
  ContactElement& element = contacts_[contact];
  const Group& group = groups_[element.group];
  element.books = books;
  element.state_offset = group.first_state + books * group.states;
  element.ledger_offset = group.first_ledger + books * group.entries;
}

void System::open_books(int contact, double* y) {
  ContactElement& element = contacts_[contact];
  const int own = element.law->states();
  for (int i = 0; i < element.friction_states; ++i)
    y[element.state_offset + own + i] = element.friction->initial_state(i);
  if (element.group < 0) return;
  Group& group = groups_[element.group];
  if (group.free_books.empty()) return;
  keep_books(contact, group.free_books.back());
  group.free_books.pop_back();
  for (int i = 0; i < group.states; ++i) y[element.state_offset + i] = element.initial_state(i);
}

// What is written in the books stays there: their sum is what the group has taken.
void System::close_books(int contact) {
  const ContactElement& element = contacts_[contact];
  if (element.group < 0 || element.books == 0) return;
  groups_[element.group].free_books.push_back(element.books);
  keep_books(contact, 0);
}

void System::list_active() {
  active_.clear();
  for (int i = 0; i < fixed_contacts_; ++i) active_.push_back(i);
  for (const Group& group : groups_)
    active_.insert(active_.end(), group.members.begin(), group.members.end());
}

SystemModes System::snapshot() const {
  SystemModes modes;
  modes.fixed.assign(modes_.begin(), modes_.begin() + fixed_contacts_);
  modes.frictions = friction_modes_;
  for (std::size_t k = fixed_contacts_; k < active_.size(); ++k) {
    const ContactElement& contact = contacts_[active_[k]];
    const ContactMode& mode = modes_[active_[k]];
    if (!mode.closed) continue;
    modes.grouped.push_back(
        {contact.group, contact.shape_a, contact.shape_b, contact.place, contact.books, mode});
  }
  return modes;
}

void System::restore(const SystemModes& modes) {
  std::copy(modes.fixed.begin(), modes.fixed.end(), modes_.begin());
  friction_modes_ = modes.frictions;
  if (groups_.empty()) return;
  for (std::size_t k = fixed_contacts_; k < active_.size(); ++k) modes_[active_[k]] = {};
  std::vector<Candidates::Pair> pairs;
  for (int g = 0; g < static_cast<int>(groups_.size()); ++g) {
    pairs.clear();
    for (const SystemModes::Grouped& entry : modes.grouped) {
      const Candidates::Pair pair(entry.shape_a, entry.shape_b);
      if (entry.group == g && (pairs.empty() || pairs.back() != pair)) pairs.push_back(pair);
    }
    set_candidates(g, pairs);
  }
  list_active();
  std::size_t k = fixed_contacts_;  // both lists are in the same order
  for (const SystemModes::Grouped& entry : modes.grouped) {
    const auto is_it = [&](const ContactElement& contact) {
      return contact.group == entry.group && contact.shape_a == entry.shape_a &&
             contact.shape_b == entry.shape_b && contact.place == entry.place;
    };
    while (!is_it(contacts_[active_[k]])) ++k;
    keep_books(active_[k], entry.books);
    modes_[active_[k]] = entry.mode;
  }
}

}  // namespace perilune

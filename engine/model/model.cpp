#include "engine/model/model.h"

#include <algorithm>

namespace perilune {

Model::Model(Dimension dimension, std::string name, std::string origin, const Vector3& gravity,
             BodyPointer ground)
    : dimension_(dimension), name_(std::move(name)), origin_(std::move(origin)), gravity_(gravity) {
  add(std::move(ground));
}

bool Model::owns(const Body& body) const {
  return body.index >= 0 && body.index < static_cast<int>(bodies_.size()) &&
         bodies_[body.index].get() == &body;
}

void Model::check_owned(const std::vector<BodyPointer>& bodies, const std::string& origin,
                        const std::string& element) const {
  for (const BodyPointer& body : bodies) {
    if (owns(*body)) continue;
    throw InputError(origin, element, "'" + body->name + "' belongs to another model",
                     "use bodies of model '" + name_ + "'");
  }
}

void Model::claim_name(std::string& name, const std::string& kind, const std::string& origin) {
  while (name.empty()) {
    std::string next = kind + " " + std::to_string(++numbered_[kind]);
    if (!names_.count(next)) name = std::move(next);
  }
  const auto [entry, is_new] = names_.emplace(name, origin);
  if (is_new) return;
  const std::string first = entry->second.empty() ? "" : " (first at " + entry->second + ")";
  throw InputError(origin, kind + " '" + name + "'", "the name '" + name + "' is taken" + first,
                   "give each element a name of its own");
}

void Model::add(BodyPointer body) {
  claim_name(body->name, body->kind(), body->origin);
  body->index = static_cast<int>(bodies_.size());
  bodies_.push_back(std::move(body));
}

void Model::add(ForcePointer force, const std::string& kind) {
  const std::vector<BodyPointer> own = force->own_bodies();
  std::vector<BodyPointer> touched;
  for (const BodyPointer& body : force->bodies()) {
    if (std::find(own.begin(), own.end(), body) == own.end()) touched.push_back(body);
  }
  check_owned(touched, force->origin, kind + " '" + force->name + "'");
  claim_name(force->name, kind, force->origin);
  for (const BodyPointer& body : own) {
    body->name = force->name + " " + body->name, body->origin = force->origin;
    add(body);
  }
  for (const JointPointer& joint : force->own_joints()) {
    joint->name = force->name + " " + joint->name, joint->origin = force->origin;
    add(joint);
  }
  forces_.push_back(std::move(force));
}

void Model::add(JointPointer joint) {
  check_owned(joint->bodies(), joint->origin, joint->kind() + std::string(" '") + joint->name + "'");
  claim_name(joint->name, joint->kind(), joint->origin);
  joints_.push_back(std::move(joint));
}

void Model::add(DryFrictionPointer friction) {
  check_owned(friction->bodies(), friction->origin, "dry_friction '" + friction->name + "'");
  claim_name(friction->name, "dry_friction", friction->origin);
  frictions_.push_back(std::move(friction));
}

void Model::add(Contact contact) {
  const std::string element = "contact '" + contact.name + "'";
  check_owned({contact.a->body, contact.b->body}, contact.origin, element);
  if (contact.a->body == contact.b->body) {
    throw InputError(contact.origin, element, "both shapes belong to '" + contact.a->body->name + "'",
                     "a contact needs shapes of two bodies");
  }
  claim_name(contact.name, "contact", contact.origin);
  contacts_.push_back(std::move(contact));
}

void Model::add(ContactGroup group) {
  check_owned(group.bodies, group.origin, "contacts '" + group.name + "'");
  claim_name(group.name, "contacts", group.origin);
  groups_.push_back(std::move(group));
}

}  // namespace perilune

#pragma once

#include "engine/stepping/event_watch.h"
#include "lua/binding/object.h"

namespace perilune {

// The instant that the function of an event looks at; the view is gone once it has returned.
struct InstantObject {
  const InstantView* view;
};

template <>
const ClassInfo& class_of<InstantObject>();

}  // namespace perilune

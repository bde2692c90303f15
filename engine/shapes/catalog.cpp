#include "engine/shapes/catalog.h"

#include <cstring>

#include "engine/model/error.h"
#include "engine/shapes/circle_pairs.h"
#include "engine/shapes/stop.h"

namespace perilune {
namespace {

template <class Kind>
CatalogEntry<std::shared_ptr<Shape>> shape(const char* name, const char* summary,
                                           void (*check)(const Kind&) = nullptr) {
  return {name, summary, field_list<Kind>(),
          [check](const std::vector<Given>& values) -> std::shared_ptr<Shape> {
            auto made = std::make_shared<Kind>(make_from<Kind>(values));
            if (check) check(*made);
            return made;
          }};
}

void check_line(const Line& line) {
  if (line.normal.norm() > 0) return;
  throw InputError("", "", "'normal' is {0, 0}, a direction is needed", "normal = {0, 1} points up");
}

void check_segment(const Segment& segment) {
  if (segment.size() > 0) return;
  throw InputError("", "", "'from' and 'to' are the same place", "a segment has two ends");
}

struct PairEntry {
  const char *a, *b;
  std::unique_ptr<ShapePair> (*make)(const Shape& a, const Shape& b);
};

template <class Pair, class A, class B>
std::unique_ptr<ShapePair> make(const Shape& a, const Shape& b) {
  return std::make_unique<Pair>(static_cast<const A&>(a), static_cast<const B&>(b));
}

const std::vector<PairEntry>& pair_catalog() {
  static const std::vector<PairEntry> catalog = {
      {"circle", "circle", make<CircleCircle, Circle, Circle>},
      {"circle", "line", make<CircleLine, Circle, Line>},
      {"circle", "segment", make<CircleSegment, Circle, Segment>},
      {"stop", "stop", make<StopStop, Stop, Stop>},
  };
  return catalog;
}

bool is(const Shape& shape, const char* kind) { return std::strcmp(shape.kind(), kind) == 0; }

}  // namespace

const std::vector<CatalogEntry<std::shared_ptr<Shape>>>& planar_shape_catalog() {
  static const std::vector<CatalogEntry<std::shared_ptr<Shape>>> catalog = {
      shape<Circle>("circle", "a disc"),
      shape<Line>("line", "a half-plane; its normal points out of the solid", check_line),
      shape<Segment>("segment", "a thin wall with two sides", check_segment),
  };
  return catalog;
}

std::unique_ptr<ShapePair> make_pair(const Shape& a, const Shape& b, bool& swapped) {
  for (const PairEntry& entry : pair_catalog()) {
    swapped = false;
    if (is(a, entry.a) && is(b, entry.b)) return entry.make(a, b);
    swapped = true;
    if (is(b, entry.a) && is(a, entry.b)) return entry.make(b, a);
  }
  return nullptr;
}

std::vector<std::string> partners(const std::string& kind) {
  std::vector<std::string> list;
  for (const PairEntry& entry : pair_catalog()) {
    if (kind == entry.a) list.emplace_back(entry.b);
    else if (kind == entry.b) list.emplace_back(entry.a);
  }
  return list;
}

}  // namespace perilune

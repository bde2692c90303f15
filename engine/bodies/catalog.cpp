#include "engine/bodies/catalog.h"

#include "engine/bodies/coordinate.h"
#include "engine/bodies/ground.h"
#include "engine/bodies/particle.h"
#include "engine/bodies/planar_body.h"
#include "engine/bodies/spatial_body.h"

namespace perilune {
namespace {

template <class Kind, class Description>
CatalogEntry<BodyPointer> body(const char* name, const char* summary) {
  return {name, summary, field_list<Description>(), [](const std::vector<Given>& values) -> BodyPointer {
            return std::make_shared<Kind>(make_from<Description>(values));
          }};
}

}  // namespace

BodyPointer make_ground() {
  auto ground = std::make_shared<Ground>();
  ground->name = "ground";
  return ground;
}

const std::vector<CatalogEntry<BodyPointer>>& planar_body_catalog() {
  static const std::vector<CatalogEntry<BodyPointer>> catalog = {
      body<PlanarBody, PlanarBodyDescription>("body", "rigid body: x, y, angle of its centre of mass"),
      {"bar", "uniform straight bar, a rigid body placed by its two ends", field_list<BarDescription>(),
       [](const std::vector<Given>& values) -> BodyPointer {
         return make_bar(make_from<BarDescription>(values));
       }},
      body<PlanarParticle, ParticleDescription>("particle", "point mass: x, y"),
      body<Coordinate, CoordinateDescription>("coordinate", "one scalar generalised coordinate"),
  };
  return catalog;
}

const std::vector<CatalogEntry<BodyPointer>>& spatial_body_catalog() {
  static const std::vector<CatalogEntry<BodyPointer>> catalog = {
      body<SpatialBody, SpatialBodyDescription>("body", "rigid body: its centre of mass and three directors"),
      body<SpatialParticle, ParticleDescription>("particle", "point mass: x, y, z"),
      body<Coordinate, CoordinateDescription>("coordinate", "one scalar generalised coordinate"),
  };
  return catalog;
}

}  // namespace perilune

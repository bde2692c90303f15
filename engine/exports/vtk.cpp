#include "engine/exports/vtk.h"

#include <fmt/format.h>

#include "engine/system/system.h"

namespace perilune {
namespace {

constexpr int vtk_line = 3, vtk_triangle = 5;  // cell types (VTK File Formats, 4.2, fig. 2)

std::string data_array(const char* type, const char* name, int components, const std::string& numbers) {
  return fmt::format(
      "<DataArray type=\"{}\" Name=\"{}\" NumberOfComponents=\"{}\" format=\"ascii\">\n{}\n</DataArray>\n",
      type, name, components, numbers);
}

void append_vector(std::string& text, const Vector3& x) {
  text += fmt::format("{} {} {}\n", x[0], x[1], x[2]);
}

// What does not change from one instant to the next.
struct Cells {
  std::string text;
  std::size_t points = 0, count = 0;
};

Cells cells_of(const std::vector<Solid>& solids) {
  Cells cells;
  std::string corners, offsets, types, bodies;
  std::size_t end = 0;
  const auto add = [&](const auto& cell, int type, const Solid& solid) {
    for (const int corner : cell)
      corners += fmt::format("{} ", cells.points + static_cast<std::size_t>(corner));
    end += cell.size();
    offsets += fmt::format("{} ", end), types += fmt::format("{} ", type);
    bodies += fmt::format("{} ", solid.body);
    ++cells.count;
  };
  for (const Solid& solid : solids) {
    for (const auto& triangle : solid.triangles) add(triangle, vtk_triangle, solid);
    for (const auto& line : solid.lines) add(line, vtk_line, solid);
    cells.points += solid.places.size();
  }
  cells.text = "<Cells>\n" + data_array("Int64", "connectivity", 1, corners) +
               data_array("Int64", "offsets", 1, offsets) + data_array("UInt8", "types", 1, types) +
               "</Cells>\n<CellData Scalars=\"body\">\n" + data_array("Int32", "body", 1, bodies) +
               "</CellData>\n";
  return cells;
}

std::string grid(const Run& run, const std::vector<Solid>& solids, const Cells& cells, double t) {
  std::string places, velocities;
  run.visit(t, [&](const System& system) {
    for (const Solid& solid : solids) {
      const BodyMotion& motion = system.motion().bodies[static_cast<std::size_t>(solid.body)];
      for (const Vector3& place : solid.places) {
        append_vector(places, motion.position(place));
        append_vector(velocities, motion.velocity(place));
      }
    }
  });
  return fmt::format(
             "<?xml version=\"1.0\"?>\n<VTKFile type=\"UnstructuredGrid\" version=\"0.1\" "
             "byte_order=\"LittleEndian\">\n<UnstructuredGrid>\n<Piece NumberOfPoints=\"{}\" "
             "NumberOfCells=\"{}\">\n",
             cells.points, cells.count) +
         "<Points>\n" + data_array("Float64", "Points", 3, places) + "</Points>\n" + cells.text +
         "<PointData Vectors=\"velocity\">\n" + data_array("Float64", "velocity", 3, velocities) +
         "</PointData>\n</Piece>\n</UnstructuredGrid>\n</VTKFile>\n";
}

}  // namespace

void vtk_series(const Run& run, const std::string& stem, int frames,
                const std::function<void(const std::string& name, const std::string& text)>& write) {
  const std::vector<Solid> solids = make_solids(run);
  const Cells cells = cells_of(solids);
  std::string list;
  int number = 0;
  for (const double t : frame_times(run, frames)) {
    const std::string name = fmt::format("{}_{:04}.vtu", stem, number++);
    write(name, grid(run, solids, cells, t));
    list += fmt::format("<DataSet timestep=\"{}\" group=\"\" part=\"0\" file=\"{}\"/>\n", t, name);
  }
  write(stem + ".pvd",
        "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"0.1\" byte_order=\"LittleEndian\">\n"
        "<Collection>\n" +
            list + "</Collection>\n</VTKFile>\n");
}

}  // namespace perilune

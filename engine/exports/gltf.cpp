#include "engine/exports/gltf.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>

#include "engine/system/system.h"

namespace perilune {
namespace {

using Json = nlohmann::ordered_json;

// Constants of the standard: component types, targets, modes of primitives.
constexpr int gl_unsigned_int = 5125, gl_float = 5126;
constexpr int array_buffer = 34962, element_array_buffer = 34963;
constexpr int mode_lines = 1, mode_triangles = 4;

void append_little_endian(std::string& to, std::uint32_t value) {
  for (int i = 0; i < 4; ++i) to += static_cast<char>((value >> (8 * i)) & 0xFF);
}

void append_float(std::string& to, double x) {
  const auto number = static_cast<float>(x);
  std::uint32_t bits = 0;
  static_assert(sizeof bits == sizeof number);
  std::copy_n(reinterpret_cast<const char*>(&number), sizeof number, reinterpret_cast<char*>(&bits));
  append_little_endian(to, bits);
}

// The buffer, with a view and an accessor for each thing in it.
class Buffer {
 public:
  // columns numbers an entry; target 0: none. Returns the accessor's index.
  int add(const std::vector<double>& numbers, int columns, int target, bool with_bounds) {
    static const char* const kinds[] = {"", "SCALAR", "VEC2", "VEC3", "VEC4"};
    Json accessor = {{"bufferView", open_view(4 * numbers.size(), target)},
                     {"componentType", gl_float},
                     {"count", numbers.size() / static_cast<std::size_t>(columns)},
                     {"type", kinds[columns]}};
    for (const double x : numbers) append_float(bytes_, x);
    if (with_bounds) add_bounds(accessor, numbers, columns);
    accessors.push_back(std::move(accessor));
    return static_cast<int>(accessors.size()) - 1;
  }
  int add_indices(const std::vector<int>& indices) {
    accessors.push_back({{"bufferView", open_view(4 * indices.size(), element_array_buffer)},
                         {"componentType", gl_unsigned_int},
                         {"count", indices.size()},
                         {"type", "SCALAR"}});
    for (const int i : indices) append_little_endian(bytes_, static_cast<std::uint32_t>(i));
    return static_cast<int>(accessors.size()) - 1;
  }
  const std::string& bytes() const { return bytes_; }
  Json accessors = Json::array(), views = Json::array();

 private:
  int open_view(std::size_t size, int target) {
    Json view = {{"buffer", 0}, {"byteOffset", bytes_.size()}, {"byteLength", size}};
    if (target != 0) view["target"] = target;
    views.push_back(std::move(view));
    return static_cast<int>(views.size()) - 1;
  }
  // Bounds are of what is stored: floats.
  static void add_bounds(Json& accessor, const std::vector<double>& numbers, int columns) {
    std::vector<float> least(static_cast<std::size_t>(columns), INFINITY), most(least.size(), -INFINITY);
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      const std::size_t k = i % least.size();
      least[k] = std::min(least[k], static_cast<float>(numbers[i]));
      most[k] = std::max(most[k], static_cast<float>(numbers[i]));
    }
    accessor["min"] = least, accessor["max"] = most;
  }
  std::string bytes_;
};

Json primitive(int positions, int indices, int mode, int material) {
  return {{"attributes", {{"POSITION", positions}}},
          {"indices", indices},
          {"mode", mode},
          {"material", material}};
}

Json mesh_of(const Solid& solid, Buffer& buffer, int material) {
  std::vector<double> places;
  for (const Vector3& place : solid.places) places.insert(places.end(), place.data(), place.data() + 3);
  const int positions = buffer.add(places, 3, array_buffer, true);
  std::vector<int> triangles, lines;
  for (const auto& one : solid.triangles) triangles.insert(triangles.end(), one.begin(), one.end());
  for (const auto& one : solid.lines) lines.insert(lines.end(), one.begin(), one.end());
  Json primitives = Json::array();
  if (!triangles.empty())
    primitives.push_back(primitive(positions, buffer.add_indices(triangles), mode_triangles, material));
  if (!lines.empty())
    primitives.push_back(primitive(positions, buffer.add_indices(lines), mode_lines, material));
  return {{"name", solid.name}, {"primitives", std::move(primitives)}};
}

// Colours that differ from one body to the next, and for those who cannot tell red from green (Okabe, Ito 2008).
Json material_of(int number) {
  static const double colours[][3] = {{0.35, 0.35, 0.35}, {0.00, 0.16, 0.45}, {0.67, 0.09, 0.00},
                                      {0.00, 0.34, 0.17}, {0.79, 0.35, 0.00}, {0.09, 0.46, 0.81},
                                      {0.60, 0.19, 0.39}, {0.87, 0.77, 0.05}};
  const double* c = colours[number % 8];
  return {{"pbrMetallicRoughness",
           {{"baseColorFactor", {c[0], c[1], c[2], 1.0}}, {"metallicFactor", 0.0}, {"roughnessFactor", 0.8}}},
          {"doubleSided", true}};
}

// Where one body is at every frame.
struct Track {
  std::vector<double> places, turns;
};

// The shorter way from one frame to the next: q and −q are the same rotation.
void append_turn(std::vector<double>& turns, const Matrix3& matrix) {
  Eigen::Quaterniond q(matrix);
  q.normalize();
  const std::size_t n = turns.size();
  if (n >= 4) {
    const Eigen::Quaterniond last(turns[n - 1], turns[n - 4], turns[n - 3], turns[n - 2]);
    if (last.dot(q) < 0) q.coeffs() *= -1;
  }
  turns.insert(turns.end(), {q.x(), q.y(), q.z(), q.w()});
}

std::vector<Track> tracks_of(const Run& run, const std::vector<Solid>& solids,
                             const std::vector<double>& times) {
  std::vector<Track> tracks(solids.size());
  for (const double t : times) {
    const std::vector<SolidPose> poses = poses_at(run, t);
    for (std::size_t i = 0; i < solids.size(); ++i) {
      const SolidPose& pose = poses[static_cast<std::size_t>(solids[i].body)];
      tracks[i].places.insert(tracks[i].places.end(), pose.place.data(), pose.place.data() + 3);
      append_turn(tracks[i].turns, pose.matrix);
    }
  }
  return tracks;
}

void add_animation(Json& file, const std::vector<Solid>& solids, const std::vector<Track>& tracks,
                   const std::vector<double>& times, Buffer& buffer) {
  const int input = buffer.add(times, 1, 0, true);
  Json channels = Json::array(), samplers = Json::array();
  const auto add = [&](std::size_t node, const char* path, int output) {
    channels.push_back({{"sampler", samplers.size()}, {"target", {{"node", node}, {"path", path}}}});
    samplers.push_back({{"input", input}, {"output", output}, {"interpolation", "LINEAR"}});
  };
  for (std::size_t i = 0; i < solids.size(); ++i) {
    if (solids[i].body == 0) continue;  // the ground
    add(i, "translation", buffer.add(tracks[i].places, 3, 0, false));
    add(i, "rotation", buffer.add(tracks[i].turns, 4, 0, false));
  }
  if (!channels.empty())
    file["animations"] = Json::array({{{"name", "run"}, {"channels", channels}, {"samplers", samplers}}});
}

std::string padded(std::string text, char with) {
  text.append((4 - text.size() % 4) % 4, with);
  return text;
}

std::string chunk(const std::string& kind, const std::string& data) {
  std::string made;
  append_little_endian(made, static_cast<std::uint32_t>(data.size()));
  return made + kind + data;
}

std::string binary(const Json& file, const std::string& bytes) {
  const std::string body =
      chunk("JSON", padded(file.dump(-1, ' ', false, Json::error_handler_t::replace), ' ')) +
      (bytes.empty() ? "" : chunk(std::string("BIN") + '\0', padded(bytes, '\0')));
  std::string head = "glTF";
  append_little_endian(head, 2);
  append_little_endian(head, static_cast<std::uint32_t>(12 + body.size()));
  return head + body;
}

}  // namespace

std::string gltf_file(const Run& run, int frames) {
  const std::vector<Solid> solids = make_solids(run);
  const std::vector<double> times = frame_times(run, frames);
  const std::vector<Track> tracks = tracks_of(run, solids, times);
  Buffer buffer;
  Json file = {{"asset", {{"version", "2.0"}, {"generator", "Perilune"}}}, {"scene", 0}};
  Json nodes = Json::array(), meshes = Json::array(), materials = Json::array(), children = Json::array();
  for (std::size_t i = 0; i < solids.size(); ++i) {
    const Track& track = tracks[i];
    materials.push_back(material_of(solids[i].body));
    meshes.push_back(mesh_of(solids[i], buffer, static_cast<int>(i)));
    nodes.push_back({{"name", solids[i].name},
                     {"mesh", i},
                     {"translation", std::vector<double>(track.places.begin(), track.places.begin() + 3)},
                     {"rotation", std::vector<double>(track.turns.begin(), track.turns.begin() + 4)}});
    children.push_back(i);
  }
  Json root = {{"name", run.model_name}};
  if (!children.empty()) root["children"] = children;
  if (run.system().is_spatial()) root["rotation"] = {-std::sqrt(0.5), 0.0, 0.0, std::sqrt(0.5)};
  nodes.push_back(root);
  file["scenes"] = Json::array({{{"nodes", {solids.size()}}}});
  file["nodes"] = nodes;
  if (solids.empty()) return binary(file, "");
  file["meshes"] = meshes, file["materials"] = materials;
  if (times.size() > 1) add_animation(file, solids, tracks, times, buffer);
  file["accessors"] = buffer.accessors, file["bufferViews"] = buffer.views;
  file["buffers"] = Json::array({{{"byteLength", buffer.bytes().size()}}});
  return binary(file, buffer.bytes());
}

}  // namespace perilune

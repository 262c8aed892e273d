#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <tuple>

#include "output/export.hpp"
#include "output/files.hpp"
#include "output/gsd_file.hpp"
#include "output/gsd_shapes.hpp"
#include "output/window.hpp"

namespace floc {
namespace {

constexpr std::uint32_t schema_version = 1 << 16 | 4;

// A type of particle is a group, and in it a shape with its size; spheres of many sizes are one type, and each tells
// its diameter.
class Types {
 public:
  std::uint32_t of(const Snapshot& frame, std::size_t i) {
    const Bodies& b = frame.bodies;
    const Mesh* const outline = outline_of(frame, i);
    const auto group = static_cast<std::size_t>(b.group[i]);
    double radius = b.radius[i];
    if (!outline) {
      const auto one = one_size_.find(group);
      if (one == one_size_.end() || one->second != radius) radius = 0;
    }
    const auto [type, is_new] = index_.try_emplace({group, outline, radius}, static_cast<std::uint32_t>(names_.size()));
    if (is_new) {
      const std::string& name = frame.groups[group].name;
      const std::size_t before = count_[group]++;
      names_.push_back(before == 0 ? name : name + " " + std::to_string(before + 1));
      shapes_.push_back(outline      ? gsd_shape(*outline, radius, b.dimension)
                        : radius > 0 ? gsd_sphere(radius)
                                     : std::string("{}"));
    }
    return type->second;
  }

  // Which groups have spheres of one size only.
  void look(const Snapshot& frame) {
    const Bodies& b = frame.bodies;
    for (std::size_t i = 0; i < b.size(); ++i) {
      if (outline_of(frame, i)) continue;
      const auto [one, is_new] = one_size_.try_emplace(static_cast<std::size_t>(b.group[i]), b.radius[i]);
      if (one->second != b.radius[i]) one->second = 0;
    }
  }

  const std::vector<std::string>& names() const { return names_; }
  const std::vector<std::string>& shapes() const { return shapes_; }

 private:
  std::map<std::tuple<std::size_t, const Mesh*, double>, std::uint32_t> index_;
  std::map<std::size_t, double> one_size_;  // 0: there are several
  std::map<std::size_t, std::size_t> count_;
  std::vector<std::string> names_, shapes_;
};

class GsdExporter : public Exporter {
 public:
  explicit GsdExporter(const std::string& directory)
      : file_((make_directory(directory), directory + "/particles.gsd"), "floc", "hoomd", schema_version) {}

  void set_links(std::vector<std::array<std::int64_t, 2>> links) override { links_ = std::move(links); }

  void add(const Snapshot& frame, std::span<const Obstacle> obstacles) override {
    const Bodies& b = frame.bodies;
    add_box(frame, obstacles);
    file_.add_value<std::uint32_t>("particles/N", static_cast<std::uint32_t>(b.size()));
    add_types(frame);
    if (b.size() > 0) add_particles(frame);
    add_links(b);
    file_.end_frame();
    ++frames_;
  }

  std::vector<std::string> finish() override {
    file_.close();
    return {file_.path()};
  }

 private:
  // Boxes are centred at 0 there: all frames are moved by the same way, `log/origin`, and a box that must hold more
  // than the first one grows on both sides.
  void add_box(const Snapshot& frame, std::span<const Obstacle> obstacles) {
    const Bounds window = window_of(frame, obstacles, 0);
    const double thick = std::max(2 * largest_radius(frame.bodies), 1e-300);
    if (frames_ == 0) {
      for (int k = 0; k < 3; ++k) {
        const double low = window.low[k], high = window.high[k];
        centre_[k] = high > low ? 0.5 * (low + high) : low;
        side_[k] = high > low ? high - low : thick;
      }
    }
    std::vector<float> box(6, 0.0f);
    for (int k = 0; k < 3; ++k) {
      if (!frame.domain.periodic(k))
        side_[k] = std::max({side_[k], 2 * (window.high[k] - centre_[k]), 2 * (centre_[k] - window.low[k])});
      box[static_cast<std::size_t>(k)] = static_cast<float>(side_[k]);
    }
    file_.add_value<std::uint64_t>("configuration/step", static_cast<std::uint64_t>(frame.step));
    file_.add_value<std::uint8_t>("configuration/dimensions", frame.bodies.dimension == 3 ? 3 : 2);
    file_.add("configuration/box", box);
    file_.add_value<double>("log/time", frame.time);
    file_.add("log/origin", std::vector<double>(centre_.c.begin(), centre_.c.end()));
  }

  // What a frame does not say is as in the first one.
  void add_types(const Snapshot& frame) {
    types_.look(frame);
    typeid_.clear();
    for (std::size_t i = 0; i < frame.bodies.size(); ++i) typeid_.push_back(types_.of(frame, i));
    if (types_.names().empty() || types_.names().size() == first_types_) return;
    if (frames_ == 0) first_types_ = types_.names().size();
    file_.add_texts("particles/types", types_.names());
    file_.add_texts("particles/type_shapes", types_.shapes());
  }

  void add_particles(const Snapshot& frame) {
    const Bodies& b = frame.bodies;
    std::vector<float> position, velocity, mass, diameter, orientation, inertia, momentum, spin, pressure;
    std::vector<std::int32_t> image;
    const auto put = [](std::vector<float>& to, const Vec3& v) {
      for (const double x : v.c) to.push_back(static_cast<float>(x));
    };
    for (std::size_t i = 0; i < b.size(); ++i) {
      const Vec3 x = wrapped_position(frame, i);
      put(position, x - centre_);
      put(velocity, embed(b.v(i), b.dimension));
      mass.push_back(static_cast<float>(b.mass[i]));
      diameter.push_back(static_cast<float>(2 * b.radius[i]));
      const Vec3 whole = embed(b.x(i), b.dimension);
      for (int k = 0; k < 3; ++k) {
        const double period = frame.domain.period[static_cast<std::size_t>(k)];
        image.push_back(period > 0 ? static_cast<std::int32_t>(std::lround((whole[k] - x[k]) / period)) : 0);
      }
      if (b.turning) add_turning(frame, i, orientation, inertia, momentum, spin);
    }
    for (const double p : particle_quantity(Quantity::pressure, frame)) pressure.push_back(static_cast<float>(p));
    file_.add("particles/typeid", typeid_);
    file_.add("particles/mass", mass);
    file_.add("particles/diameter", diameter);
    file_.add("particles/position", position, 3);
    file_.add("particles/velocity", velocity, 3);
    if (frame.domain.periodic()) file_.add("particles/image", image, 3);
    if (b.turning) {
      file_.add("particles/orientation", orientation, 4);
      file_.add("particles/moment_inertia", inertia, 3);
      file_.add("particles/angmom", momentum, 4);
      file_.add("log/particles/angular_velocity", spin, 3);
    }
    file_.add("log/particles/pressure", pressure);
    file_.add("log/particles/id", b.id);
  }

  // The angular momentum is 2 q (0, L) there, with L in the body's frame.
  void add_turning(const Snapshot& frame, std::size_t i, std::vector<float>& orientation, std::vector<float>& inertia,
                   std::vector<float>& momentum, std::vector<float>& spin) const {
    const Bodies& b = frame.bodies;
    const Quaternion q = orientation_of(b, i);
    const Vec3 w = spin_of(b, i), turning = to_body(q, w);
    Vec3 moments{};
    if (b.dimension == 3)
      moments = Vec3::load(&b.inertia[3 * i]);
    else
      moments[2] = b.inertia[i];
    Quaternion l{0, {}};
    for (int k = 0; k < 3; ++k) l.v[k] = 2 * moments[k] * turning[k];
    l = q * l;
    for (const Quaternion* a : {&q, static_cast<const Quaternion*>(&l)}) {
      std::vector<float>& to = a == &q ? orientation : momentum;
      to.push_back(static_cast<float>(a->w));
      for (const double x : a->v.c) to.push_back(static_cast<float>(x));
    }
    for (const double x : moments.c) inertia.push_back(static_cast<float>(x));
    for (const double x : w.c) spin.push_back(static_cast<float>(x));
  }

  // Between bodies that are there.
  void add_links(const Bodies& b) {
    if (links_.empty()) return;
    std::vector<std::uint32_t> ends;
    for (const auto& link : links_) {
      const auto first = b.find(link[0]), second = b.find(link[1]);
      if (!first || !second) continue;
      ends.push_back(static_cast<std::uint32_t>(*first));
      ends.push_back(static_cast<std::uint32_t>(*second));
    }
    file_.add_value<std::uint32_t>("bonds/N", static_cast<std::uint32_t>(ends.size() / 2));
    if (frames_ == 0) file_.add_texts("bonds/types", {"link"});
    if (ends.empty()) return;
    file_.add("bonds/typeid", std::vector<std::uint32_t>(ends.size() / 2, 0));
    file_.add("bonds/group", ends, 2);
  }

  GsdFile file_;
  Types types_;
  std::vector<std::uint32_t> typeid_;
  std::vector<std::array<std::int64_t, 2>> links_;
  Vec3 centre_{}, side_{};
  std::size_t frames_ = 0, first_types_ = 0;
};

}  // namespace

std::unique_ptr<Exporter> make_gsd_exporter(const std::string& directory) {
  return std::make_unique<GsdExporter>(directory);
}

}  // namespace floc

// Clumps: every pair of parts that is near.
#include "geometry/clump.hpp"
#include "geometry/nearest_pair.hpp"

namespace floc {
namespace {

std::uint32_t of_part(std::uint32_t code, std::size_t part) {
  return (code + static_cast<std::uint32_t>(part) * 499) & 0xffff;
}

}  // namespace

void by_parts(const Shape& a, const Shape& b, const PairPoses& poses, double cutoff, const Vec3& start,
              ContactPoints& out) {
  ContactBuffer found;
  const auto part_of = [](const Shape& s, const Pose& pose, std::size_t k, Pose& at) -> const Shape& {
    if (s.kind() != ShapeKind::clump) {
      at = pose;
      return s;
    }
    const ClumpPart& part = static_cast<const Clump&>(s).parts()[k];
    at = pose * part.pose;
    return *part.shape;
  };
  const auto count = [](const Shape& s) {
    return s.kind() == ShapeKind::clump ? static_cast<const Clump&>(s).parts().size() : 1;
  };
  ContactPoints points;
  for (std::size_t i = 0; i < count(a); ++i) {
    Pose pa;
    const Shape& part_a = part_of(a, poses.a, i, pa);
    for (std::size_t k = 0; k < count(b); ++k) {
      Pose pb;
      const Shape& part_b = part_of(b, poses.b, k, pb);
      nearest(part_a, pa, part_b, pb, cutoff, start, points);
      for (ContactPoint p : points) {
        p.feature = of_part(p.feature >> 16, i) << 16 | of_part(p.feature & 0xffff, k);
        found.add(p);
      }
    }
  }
  add_chosen(found.all(), out);
}

void half_space_by_parts(const Shape& a, const Pose& pose, const Vec3& point, const Vec3& normal, double cutoff,
                         ContactPoints& out) {
  ContactBuffer found;
  ContactPoints points;
  const std::vector<ClumpPart>& parts = static_cast<const Clump&>(a).parts();
  for (std::size_t i = 0; i < parts.size(); ++i) {
    nearest_half_space(*parts[i].shape, pose * parts[i].pose, point, normal, cutoff, points);
    for (ContactPoint p : points) {
      p.feature = of_part(p.feature >> 16, i) << 16 | (p.feature & 0xffff);
      found.add(p);
    }
  }
  // All have one normal: those that span the widest patch.
  add_widest(found.all(), a.dimension(), out);
}

}  // namespace floc

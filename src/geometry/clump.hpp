// A body made of convex parts that do not move against each other.
#pragma once

#include <string>
#include <vector>

#include "geometry/shape.hpp"

namespace floc {

struct ClumpPart {
  ShapePtr shape;
  Pose pose;
};

class Clump final : public Shape {
 public:
  // In the frame of the body: centre of mass at 0, axes principal (make_clump sees to it).
  Clump(std::vector<ClumpPart> parts, const Moments& moments);

  const std::vector<ClumpPart>& parts() const { return parts_; }
  Vec3 core_support(const Vec3& n) const override;  // of the convex hull
  Moments moments() const override { return moments_; }
  Mesh mesh(int resolution) const override;  // of all parts; where they overlap, what is inside is drawn too
  ShapePtr rounded(double more) const override;

 private:
  std::vector<ClumpPart> parts_;
  Moments moments_;
};

enum class ClumpMass {
  sum,     // parts do not overlap; an Error names two that do
  united,  // what two parts share counts once
};

// A clump in place. Parts that are clumps themselves give their own parts. United mass is exact where none
// but spheres (discs) overlap; otherwise it is summed over cells, `cells` to the extent of the clump, with an error of
// second order in their size.
PlacedShape make_clump(const std::vector<ClumpPart>& parts, ClumpMass mass = ClumpMass::sum, int cells = 64);

}  // namespace floc

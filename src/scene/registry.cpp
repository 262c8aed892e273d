// Every kind of obstacle and of motion that a scene can have, a line each. The list is the scene's: some kinds read files
// that it names, and servos are moved by the step.
#include "scene/registry.hpp"

#include "geometry/flat_obstacles.hpp"
#include "geometry/motion_kinds.hpp"
#include "geometry/round_obstacles.hpp"
#include "scene/tables.hpp"

namespace floc {

std::vector<ObstacleKind> obstacle_kinds() {
  return {
      ObstacleKind::of<HalfSpaceParameters>(),      //
      ObstacleKind::of<WallParameters>(),           //
      ObstacleKind::of<BoxParameters>(),            //
      ObstacleKind::of<PolygonParameters>(),        //
      ObstacleKind::of<PolylineParameters>(),       //
      ObstacleKind::of<SphereParameters>(),         //
      ObstacleKind::of<CylinderParameters>(),       //
      ObstacleKind::of<scene::MeshObstacle>(),      //
      ObstacleKind::of<scene::LevelSetObstacle>(),  //
      ObstacleKind::of<scene::SolidObstacle>(),     //
  };
}

std::vector<MotionKind> motion_kinds() {
  return {
      MotionKind::of<TranslationParameters>(),  //
      MotionKind::of<RotationParameters>(),     //
      MotionKind::of<OscillationParameters>(),  //
      MotionKind::of<PathParameters>(),         //
      MotionKind::of<Servo>(),                  //
  };
}

}  // namespace floc

// Bullet on the bed of benchmarks/peers: rigid spheres, sequential impulses, no friction, no restitution.
//
//   settle_bullet START.csv WIDTH STEP STEPS EVERY ITERATIONS FRAMES.xyz
//
// Lengths are metres times `unit`: Bullet is made for bodies of about one unit, and its thresholds are
// absolute.
#include <btBulletDynamicsCommon.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <vector>

namespace {

constexpr double unit = 100, density = 2500, gravity = 9.81;

struct Start {
  double x, y, z, r;
};

std::vector<Start> read(const char* path) {
  std::vector<Start> all;
  std::FILE* file = std::fopen(path, "r");
  if (!file) std::perror(path), std::exit(1);
  if (std::fscanf(file, "%*[^\n]") != EOF)
    for (Start s; std::fscanf(file, " %lf,%lf,%lf,%lf", &s.x, &s.y, &s.z, &s.r) == 4;) all.push_back(s);
  std::fclose(file);
  return all;
}

// A shape with the body that has it, without friction, restitution, damping or sleep.
struct Body {
  Body(std::unique_ptr<btCollisionShape> s, double mass, const btVector3& place, btDynamicsWorld& world)
      : shape(std::move(s)) {
    btVector3 inertia(0, 0, 0);
    if (mass > 0) shape->calculateLocalInertia(static_cast<btScalar>(mass), inertia);
    body = std::make_unique<btRigidBody>(static_cast<btScalar>(mass), nullptr, shape.get(), inertia);
    body->setWorldTransform(btTransform(btQuaternion::getIdentity(), place));
    body->setFriction(0);
    body->setRestitution(0);
    body->setActivationState(DISABLE_DEACTIVATION);
    world.addRigidBody(body.get());
  }

  std::unique_ptr<btCollisionShape> shape;
  std::unique_ptr<btRigidBody> body;
};

btVector3 scaled(double x, double y, double z) {
  return {static_cast<btScalar>(x * unit), static_cast<btScalar>(y * unit), static_cast<btScalar>(z * unit)};
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 8) return std::fputs("usage: settle_bullet START WIDTH STEP STEPS EVERY ITERATIONS FRAMES\n", stderr), 2;
  const std::vector<Start> start = read(argv[1]);
  const double width = std::atof(argv[2]), h = std::atof(argv[3]);
  const int steps = std::atoi(argv[4]), every = std::atoi(argv[5]);

  btDefaultCollisionConfiguration configuration;
  btCollisionDispatcher dispatcher(&configuration);
  btDbvtBroadphase broadphase;
  btSequentialImpulseConstraintSolver solver;
  btDiscreteDynamicsWorld world(&dispatcher, &broadphase, &solver, &configuration);
  world.setGravity(scaled(0, 0, -gravity));
  world.getSolverInfo().m_numIterations = std::atoi(argv[6]);

  std::vector<Body> walls, spheres;
  const auto wall = [&](btVector3 normal, double offset) {
    walls.emplace_back(std::make_unique<btStaticPlaneShape>(normal, static_cast<btScalar>(offset * unit)), 0,
                       btVector3(0, 0, 0), world);
  };
  wall({0, 0, 1}, 0);
  wall({1, 0, 0}, 0);
  wall({0, 1, 0}, 0);
  wall({-1, 0, 0}, -width);
  wall({0, -1, 0}, -width);
  for (const Start& s : start)
    spheres.emplace_back(std::make_unique<btSphereShape>(static_cast<btScalar>(s.r * unit)),
                         density * 4 / 3 * M_PI * s.r * s.r * s.r, scaled(s.x, s.y, s.z), world);

  std::FILE* frames = std::fopen(argv[7], "w");
  if (!frames) return std::perror(argv[7]), 1;
  for (int step = 1; step <= steps; ++step) {
    world.stepSimulation(static_cast<btScalar>(h), 0);
    if (step % every != 0) continue;
    std::fprintf(frames, "%zu\ntime %.17g\n", spheres.size(), step * h);
    for (const Body& b : spheres) {
      const btVector3 p = b.body->getWorldTransform().getOrigin() / static_cast<btScalar>(unit);
      std::fprintf(frames, "S %.17g %.17g %.17g\n", static_cast<double>(p.x()), static_cast<double>(p.y()),
                   static_cast<double>(p.z()));
    }
  }
  std::fclose(frames);
  for (const Body& b : spheres) world.removeRigidBody(b.body.get());
  for (const Body& b : walls) world.removeRigidBody(b.body.get());
}

// Bullet on the bed of benchmarks/peers: rigid bodies, sequential impulses, no restitution.
//
//   settle_bullet START SHAPE FRICTION WIDTH STEP STEPS EVERY ITERATIONS FRAMES.xyz
//
// START has a line a body: its place, its size (the radius of a sphere, half the side of a box) and its orientation as
// a quaternion (x, y, z, w). SHAPE is sphere or box.
//
// Lengths are metres times `unit`: Bullet is made for bodies of about one unit, and its thresholds are
// absolute.
#include <btBulletDynamicsCommon.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

namespace {

constexpr double unit = 100, density = 2500, gravity = 9.81;

struct Start {
  double x, y, z, size, turn[4];
};

std::vector<Start> read(const char* path) {
  std::vector<Start> all;
  std::FILE* file = std::fopen(path, "r");
  if (!file) std::perror(path), std::exit(1);
  for (Start s; std::fscanf(file, " %lf %lf %lf %lf %lf %lf %lf %lf", &s.x, &s.y, &s.z, &s.size, &s.turn[0], &s.turn[1],
                            &s.turn[2], &s.turn[3]) == 8;)
    all.push_back(s);
  std::fclose(file);
  return all;
}

// A shape with the body that has it, without restitution, damping or sleep. Bullet multiplies the coefficients of two
// bodies: each has the root of the contact's.
struct Body {
  Body(std::unique_ptr<btCollisionShape> s, double mass, const btTransform& pose, double friction,
       btDynamicsWorld& world)
      : shape(std::move(s)) {
    btVector3 inertia(0, 0, 0);
    if (mass > 0) shape->calculateLocalInertia(static_cast<btScalar>(mass), inertia);
    body = std::make_unique<btRigidBody>(static_cast<btScalar>(mass), nullptr, shape.get(), inertia);
    body->setWorldTransform(pose);
    body->setFriction(static_cast<btScalar>(std::sqrt(friction)));
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
  if (argc != 10)
    return std::fputs("usage: settle_bullet START SHAPE FRICTION WIDTH STEP STEPS EVERY ITERATIONS FRAMES\n", stderr), 2;
  const std::vector<Start> start = read(argv[1]);
  const bool boxes = std::string(argv[2]) == "box";
  const double friction = std::atof(argv[3]), width = std::atof(argv[4]), h = std::atof(argv[5]);
  const int steps = std::atoi(argv[6]), every = std::atoi(argv[7]);

  btDefaultCollisionConfiguration configuration;
  btCollisionDispatcher dispatcher(&configuration);
  btDbvtBroadphase broadphase;
  btSequentialImpulseConstraintSolver solver;
  btDiscreteDynamicsWorld world(&dispatcher, &broadphase, &solver, &configuration);
  world.setGravity(scaled(0, 0, -gravity));
  world.getSolverInfo().m_numIterations = std::atoi(argv[8]);

  std::vector<Body> walls, bodies;
  const auto wall = [&](btVector3 normal, double offset) {
    walls.emplace_back(std::make_unique<btStaticPlaneShape>(normal, static_cast<btScalar>(offset * unit)), 0,
                       btTransform::getIdentity(), friction, world);
  };
  wall({0, 0, 1}, 0);
  wall({1, 0, 0}, 0);
  wall({0, 1, 0}, 0);
  wall({-1, 0, 0}, -width);
  wall({0, -1, 0}, -width);
  for (const Start& s : start) {
    const auto size = static_cast<btScalar>(s.size * unit);
    std::unique_ptr<btCollisionShape> shape;
    if (boxes)
      shape = std::make_unique<btBoxShape>(btVector3(size, size, size));
    else
      shape = std::make_unique<btSphereShape>(size);
    const btQuaternion turn(static_cast<btScalar>(s.turn[0]), static_cast<btScalar>(s.turn[1]),
                            static_cast<btScalar>(s.turn[2]), static_cast<btScalar>(s.turn[3]));
    bodies.emplace_back(std::move(shape), density * (boxes ? 8 : 4 / 3.0 * M_PI) * s.size * s.size * s.size,
                        btTransform(turn, scaled(s.x, s.y, s.z)), friction, world);
  }

  std::FILE* frames = std::fopen(argv[9], "w");
  if (!frames) return std::perror(argv[9]), 1;
  for (int step = 1; step <= steps; ++step) {
    world.stepSimulation(static_cast<btScalar>(h), 0);
    if (step % every != 0) continue;
    std::fprintf(frames, "%zu\nProperties=species:S:1:pos:R:3%s Time=%.17g\n", bodies.size(),
                 boxes ? ":orientation:R:4" : "", step * h);
    for (const Body& b : bodies) {
      const btVector3 p = b.body->getWorldTransform().getOrigin() / static_cast<btScalar>(unit);
      std::fprintf(frames, "S %.17g %.17g %.17g", static_cast<double>(p.x()), static_cast<double>(p.y()),
                   static_cast<double>(p.z()));
      const btQuaternion q = b.body->getWorldTransform().getRotation();
      if (boxes)
        std::fprintf(frames, " %.17g %.17g %.17g %.17g", static_cast<double>(q.x()), static_cast<double>(q.y()),
                     static_cast<double>(q.z()), static_cast<double>(q.w()));
      std::fputc('\n', frames);
    }
  }
  std::fclose(frames);
  for (const Body& b : bodies) world.removeRigidBody(b.body.get());
  for (const Body& b : walls) world.removeRigidBody(b.body.get());
}

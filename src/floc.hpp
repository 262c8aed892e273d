// Floc as a library: rigid bodies that collide, stick, aggregate and flow. This header is all that a program includes.
//
//   #include <floc/floc.hpp>
//
//   floc::Setup setup;                                   // bodies, obstacles, forces, contact law, time step
//   setup.bodies.dimension = 2;
//   const double x[] = {0, 1}, v[] = {0, 0};
//   setup.bodies.add(x, v, 0.1, 1.0, 0);                 // place, velocity, radius, mass, group
//   setup.obstacles = floc::Obstacles({{.surfaces = {floc::half_space({}, {{0, 1, 0}})}}});
//   setup.forces = {floc::gravity({{0, -9.81, 0}})};
//   setup.h = 1e-3;
//   floc::Simulation simulation(std::move(setup), 2);    // on two threads
//   const floc::StepReport report = simulation.advance();  // one step, and how well it did
//
// Bodies of any shape come by add_body, with friction and joints; a fluid is the FluidSettings of a setup:
//
//   floc::Pose pose;
//   pose.position = {{0, 3, 0}};
//   floc::add_body(setup, {floc::make_rectangle(0.4, 0.2), pose}, {}, 2500);
//   setup.friction = std::make_shared<floc::Friction>(0.5);
//
// The other way in is a scene file: read_scene, then build. Runs are read with TrajectoryReader; a force of your own
// derives from Force (examples/). The library never prints and never exits: it returns reports, and throws floc::Error for what
// it cannot work with. There is no global state but the choice of instructions (core/simd_target.hpp), which changes no bit
// of a result; several simulations may live in one process, each used by one thread at a time.
//
// Headers that this one does not include are not installed: they may change at any time.
#pragma once

#include "contact/gluey.hpp"        // contact laws
#include "contact/inelastic.hpp"
#include "contact/lubricated.hpp"
#include "contact/no_contact.hpp"
#include "contact/restitution.hpp"
#include "contact/stick.hpp"
#include "core/error.hpp"
#include "core/random.hpp"          // random numbers that are a function of seed, body, step and use
#include "core/simd_target.hpp"
#include "core/version.hpp"
#include "forces/attraction.hpp"    // forces
#include "forces/body_field.hpp"
#include "forces/capillary.hpp"
#include "forces/chain.hpp"
#include "forces/drag.hpp"
#include "forces/field.hpp"
#include "forces/gravity.hpp"
#include "forces/noise.hpp"
#include "forces/pair_force.hpp"    // what forces between pairs share
#include "forces/repulsion.hpp"
#include "geometry/clump.hpp"       // shapes of bodies
#include "geometry/field_body.hpp"
#include "geometry/level_set.hpp"
#include "geometry/mesh_text.hpp"
#include "geometry/motions.hpp"     // of obstacles
#include "geometry/shapes.hpp"
#include "geometry/surfaces.hpp"    // what obstacles are made of
#include "output/checkpoint.hpp"    // a simulation to a file and back
#include "output/trajectory.hpp"    // frames of a run
#include "scene/build.hpp"          // from a scene file to a simulation
#include "step/add_body.hpp"
#include "step/fluid_settings.hpp"
#include "step/packing.hpp"         // bodies at random places
#include "step/simulation.hpp"

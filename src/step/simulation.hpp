// A simulation: the state, what acts on it, and the step that advances it.
//
// No global state: several simulations live in one process. The library never prints; a step
// returns a report.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "contact/bonds.hpp"
#include "contact/contacts.hpp"
#include "contact/law.hpp"
#include "core/bodies.hpp"
#include "core/domain.hpp"
#include "forces/force.hpp"
#include "geometry/obstacle.hpp"
#include "parallel/executor.hpp"
#include "projection/problem.hpp"
#include "step/adaptive.hpp"
#include "step/assemblies.hpp"
#include "step/doors.hpp"
#include "step/feed.hpp"
#include "step/lubricated.hpp"
#include "step/report.hpp"

namespace floc {

enum class OnUnconverged { warn, stop, halve_step };

// Everything a simulation is made of.
struct Setup {
  Bodies bodies;
  Domain domain;
  Obstacles obstacles;
  std::vector<ForcePtr> forces;
  std::shared_ptr<const ContactLaw> law;  // null: inelastic
  Bonds bonds;
  std::vector<Assembly> assemblies;
  std::vector<Feed> feeds;
  std::vector<Exit> exits;                // bodies that go through one leave (in the plane)
  std::uint64_t seed = 0;
  double h = 0;                  // time step, or the largest one
  std::optional<AdaptiveSettings> adaptive;
  double start = 0;              // time of the initial state
  std::string solver = "auto";
  double tolerance = 1e-4;       // worst overlap after a step / r̄
  int max_iterations = 100000;
  // Set by somebody else: the step under way is given up, and all is as it was before it.
  const std::atomic<bool>* stop = nullptr;
  double cutoff = 0;             // pairs with a smaller gap become rows, in units of r̄; 0: automatic
  OnUnconverged on_unconverged = OnUnconverged::warn;
  // No inertia (crowds): V* is M⁻¹f alone, and V⁺ its projection in the metric of the identity.
  bool first_order = false;
  // Viscous films between close bodies (step/lubricated.hpp); needs inertia, and no other contact law.
  std::optional<LubricationSettings> lubrication;
};

// What a checkpoint has to keep beside the Setup for the run to go on with the same bits.
struct Resume {
  std::int64_t step = 0;
  double time = 0;
  double compliance = 0;
  Bodies bodies;
  Contacts contacts;
  std::vector<std::size_t> fed;         // `entered` of each feed
  std::vector<PairList> memory = {};    // pairs that each force remembers, in the order of the step
  std::vector<Doorway> doorways = {};   // an exit
  StepClock clock = {};
  double length = 0;                    // of the last step, or of its last part; 0: not known
};

struct Stepper;

class Simulation {
 public:
  Simulation(Setup setup, int threads);
  ~Simulation();
  Simulation(Simulation&&) noexcept;

  // One time step: h, or shorter where steps are adapted. With on_unconverged = stop, a step that did not
  // converge is undone and its report says so.
  StepReport advance();

  std::int64_t step() const;
  double time() const;
  double progress() const;               // time since the start, in steps h: whole unless they are adapted
  double last_length() const;            // of the last step, or its last part: λ of the contacts acted that long
  const Setup& setup() const;            // as given; its bodies are the initial ones' place holders
  const Bodies& bodies() const;
  const Contacts& contacts() const;      // of the last step
  PairList bridges() const;              // pairs that forces remember, after the last step
  const Obstacles& obstacles() const;    // placed at the present time
  double length() const;                 // r̄ that tolerances are measured in
  bool finished_feeding() const;
  const std::vector<Departure>& departures() const;  // of the last step
  const std::vector<Doorway>& doorways() const;      // since the start, an exit
  bool deserted() const;                 // there are exits, everybody has left, and nobody is to come

  Resume save() const;
  void restore(Resume resume);
  // Fingerprint of step, time, bodies, and of the memory of contacts and forces.
  std::uint64_t hash() const;

  // The projection problem of the step to come (without films), as arrays that live until the next call.
  ProjectionProblem next_problem();

 private:
  std::unique_ptr<Stepper> stepper_;
};

}  // namespace floc

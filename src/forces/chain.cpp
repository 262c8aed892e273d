#include "forces/chain.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

#include "core/error.hpp"

namespace floc {
namespace {

// Bead `place` of chain `chain`; members are sorted by the id of the body.
struct Member {
  std::int64_t body = 0;
  std::size_t chain = 0;
  std::ptrdiff_t place = 0;
};

void check(const Chain& c) {
  const auto usable = [](double v) { return std::isfinite(v) && v >= 0; };
  if (c.beads.size() < (c.closed ? 3u : 2u)) throw Error("a chain needs at least 2 beads, and a loop 3");
  if (!(c.length > 0 && std::isfinite(c.length))) throw Error("the links of a chain need a length above 0");
  if (!usable(c.stretching) || !usable(c.bending))
    throw Error("stretching and bending of a chain have to be finite and not negative");
  std::vector<std::int64_t> sorted = c.beads;
  std::sort(sorted.begin(), sorted.end());
  if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end()) throw Error("a chain meets a bead twice");
}

// cos θ between two vectors, and its derivative in the first.
template <int D>
struct Angle {
  double cosine = 0;
  Vec<D> slope{};

  Angle(const Vec<D>& a, const Vec<D>& b) {
    const double la = norm(a), lb = norm(b);
    if (!(la > 0 && lb > 0)) return;  // beads at one place: no direction, no force
    cosine = dot(a, b) / (la * lb);
    slope = 1 / la * (1 / lb * b - cosine / la * a);
  }
};

class Chains final : public Force {
 public:
  explicit Chains(std::vector<Chain> chains) : chains_(std::move(chains)) {
    for (std::size_t c = 0; c < chains_.size(); ++c) {
      check(chains_[c]);
      for (std::size_t p = 0; p < chains_[c].beads.size(); ++p)
        members_.push_back({chains_[c].beads[p], c, static_cast<std::ptrdiff_t>(p)});
    }
    std::sort(members_.begin(), members_.end(), [](const Member& a, const Member& b) {
      return std::tie(a.body, a.chain, a.place) < std::tie(b.body, b.chain, b.place);
    });
    for (std::size_t m = 0; m <= members_.size(); ++m)
      if (m == 0 || m == members_.size() || members_[m].body != members_[m - 1].body) begin_.push_back(m);
  }

  // Every body sums over the chains it is in, in their order: nothing is scattered.
  void add(const Surroundings& around, const FreeMotion& free) const override {
    with_dimension(around.bodies.dimension, [&]<int D>() {
      around.executor.for_each(begin_.size() - 1, [&](std::size_t b) {
        const auto i = around.bodies.find(members_[begin_[b]].body);
        if (!i) return;
        Vec<D> force;
        for (std::size_t m = begin_[b]; m < begin_[b + 1]; ++m) force += force_on<D>(around, members_[m]);
        double* const v = &free.velocity[*i * D];
        (Vec<D>::load(v) + around.gain / around.bodies.mass[*i] * force).store(v);
      }, block);
    });
  }

  // A bead accounts for the link that follows it, and for the angle at it.
  double energy(const Surroundings& around) const override {
    return with_dimension(around.bodies.dimension, [&]<int D>() {
      return around.executor.reduce(members_.size(), 0.0, [&](std::size_t begin, std::size_t end) {
        double sum = 0;
        for (std::size_t m = begin; m < end; ++m) sum += energy_of<D>(around, members_[m]);
        return sum;
      }, [](double a, double b) { return a + b; }, block);
    });
  }

 private:
  static constexpr std::size_t block = 256;

  // Where bead `place` of the chain is; null beyond the ends, and where the bead is gone.
  const double* bead(const Bodies& bodies, const Chain& chain, std::ptrdiff_t place) const {
    const auto n = static_cast<std::ptrdiff_t>(chain.beads.size());
    if (chain.closed) place = (place + n) % n;
    if (place < 0 || place >= n) return nullptr;
    const auto i = bodies.find(chain.beads[static_cast<std::size_t>(place)]);
    return i ? bodies.x(*i) : nullptr;
  }

  template <int D>
  static Vec<D> between(const Surroundings& around, const double* from, const double* to) {
    return around.domain.nearest_image(Vec<D>::load(to) - Vec<D>::load(from));
  }

  // The beads two before to two after this one hold all terms it is in.
  template <int D>
  Vec<D> force_on(const Surroundings& around, const Member& m) const {
    const Chain& chain = chains_[m.chain];
    const double* x[5];
    for (std::ptrdiff_t k = 0; k < 5; ++k) x[k] = bead(around.bodies, chain, m.place + k - 2);
    Vec<D> force;
    for (const double* neighbour : {x[1], x[3]}) {
      if (!neighbour) continue;
      const Vec<D> d = between<D>(around, x[2], neighbour);
      if (const double l = norm(d); l > 0) force += chain.stretching * (l - chain.length) / l * d;
    }
    // −∂/∂x of the angle at `centre`, in the place of its end `x` with the other end `other`.
    const auto pull_on_end = [&](const double* centre, const double* end, const double* other) {
      return -0.5 * chain.bending * Angle<D>(between<D>(around, centre, end), between<D>(around, centre, other)).slope;
    };
    if (x[1] && x[0]) force += pull_on_end(x[1], x[2], x[0]);
    if (x[3] && x[4]) force += pull_on_end(x[3], x[2], x[4]);
    if (x[1] && x[3]) force -= pull_on_end(x[2], x[1], x[3]) + pull_on_end(x[2], x[3], x[1]);
    return force;
  }

  template <int D>
  double energy_of(const Surroundings& around, const Member& m) const {
    const Chain& chain = chains_[m.chain];
    const double* x[3];
    for (std::ptrdiff_t k = 0; k < 3; ++k) x[k] = bead(around.bodies, chain, m.place + k - 1);
    if (!x[1]) return 0;
    double sum = 0;
    if (x[2]) {
      const double stretch = norm(between<D>(around, x[1], x[2])) - chain.length;
      sum += 0.5 * chain.stretching * stretch * stretch;
    }
    if (x[0] && x[2])
      sum += 0.5 * chain.bending * Angle<D>(between<D>(around, x[1], x[0]), between<D>(around, x[1], x[2])).cosine;
    return sum;
  }

  std::vector<Chain> chains_;
  std::vector<Member> members_;
  std::vector<std::size_t> begin_;  // members of the b-th body: [begin_[b], begin_[b + 1])
};

}  // namespace

ForcePtr chains(std::vector<Chain> chains) { return std::make_shared<Chains>(std::move(chains)); }

}  // namespace floc

#include "projection/row_gradients.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <type_traits>

#include "core/buffers.hpp"

namespace floc {

namespace {

constexpr std::size_t body_block = 512;
constexpr double softest = 1e20;   // 1/(ta): such a row does not feel the others
constexpr double overflow = 1e30;  // of rᵀz, which begins near the number of rows; the first sign of one

using Float32x4 = float __attribute__((vector_size(16)));

inline Float32x4 load(const std::array<float, 4>& from) {
  Float32x4 v;
  __builtin_memcpy(&v, from.data(), sizeof v);
  return v;
}

inline float sum(Float32x4 v) {
  v += __builtin_shufflevector(v, v, 1, 0, 3, 2);
  return v[0] + v[2];
}

}  // namespace

// Over rows, each counted once.
struct RowGradients::Products {
  double square = 0;              // rᵀz
  double fresh = 0, between = 0;  // zᵀT⁻¹z and zᵀT⁻¹s
  float largest = 0;              // a|z|

  Products& operator+=(const Products& o) {
    square += o.square;
    fresh += o.fresh;
    between += o.between;
    largest = std::max(largest, o.largest);
    return *this;
  }
};

template <class F>
void RowGradients::at_body(const Rows& rows, std::size_t i, F&& f) {
  const Incidence& incidence = rows.incidence();
  const auto others = incidence.others(i);
  std::size_t entry = static_cast<std::size_t>(incidence.begin(i) + (others.data() - incidence.others(0).data()));
  for (std::int32_t c = incidence.begin(i); c < incidence.end(i); ++c, ++entry)
    f(c, links_[entry], states_[entry], std::true_type{});
  for (const std::int32_t c : others) {
    f(c, links_[entry], states_[entry], std::false_type{});
    ++entry;
  }
}

template <class F>
RowGradients::Products RowGradients::pass(const Rows& rows, Executor& executor, F&& f) {
  return executor.reduce(rows.bodies(), Products{}, [&](std::size_t begin, std::size_t end) {
    Products total;
    for (std::size_t i = begin; i < end; ++i) {
      const Float32x4 here = load(place_[i]);
      Float32x4 force{};
      at_body(rows, i, [&](std::int32_t c, Link& link, State& state, auto own) {
        const float z = f(c, here, load(place_[link.other]), link, state, own, total);
        force += load(link.normal) * z;
      });
      force *= here[3];
      __builtin_memcpy(&fresh_[i], &force, sizeof force);
    }
    return total;
  }, [](Products total, const Products& part) { return total += part; }, body_block);
}

void RowGradients::prepare(const Rows& rows, Executor& executor) {
  const std::size_t n = rows.bodies(), entries = rows.rows() + rows.incidence().listed();
  grow(links_, entries);
  grow(states_, entries);
  grow(place_, n + 1);
  grow(fresh_, n + 1);
  struct Mean {
    double sum = 0, count = 0;
  };
  const Mean mean = executor.reduce(n, Mean{}, [&](std::size_t begin, std::size_t end) {
    Mean part;
    for (std::size_t i = begin; i < end; ++i) {
      part.sum += rows.inverse_mass()[i];
      part.count += rows.inverse_mass()[i] > 0;
    }
    return part;
  }, [](const Mean& a, const Mean& b) { return Mean{a.sum + b.sum, a.count + b.count}; });
  unit_ = mean.count > 0 ? mean.sum / mean.count : 1;
  const auto d = static_cast<std::size_t>(rows.dimension());
  executor.for_each(n, [&](std::size_t i) {
    place_[i] = {0, 0, 0, static_cast<float>(rows.inverse_mass()[i] / unit_)};
    at_body(rows, i, [&](std::int32_t c, Link& link, State&, auto own) {
      for (std::size_t k = 0; k < d; ++k) {
        const auto e = static_cast<float>(rows.normal()[static_cast<std::size_t>(c) * d + k]);
        link.normal[k] = own ? e : -e;
      }
      for (std::size_t k = d; k < 3; ++k) link.normal[k] = 0;
      link.other = own ? rows.incidence().second()[c] : rows.incidence().first()[c];
    });
  }, body_block);
  place_[n] = {};
}

int RowGradients::solve(const Rows& rows, std::span<const double> t, double tolerance, int most,
                        std::span<double> change, Executor& executor) {
  const Rows::Diagonal a = rows.diagonal();
  const double length = rows.over_rows<Largest>(executor, [&](std::size_t c, Largest& total) {
    total.value = std::max(total.value, a[c] * std::abs(change[c]));
  }).value;
  if (length == 0) return 0;
  const double scale = unit_ / length;  // of multipliers
  // w(s₊) = w(z) + βw(s), and |w(s₊)|²_M.
  const auto turn = [&](float beta) {
    return executor.reduce(rows.bodies(), 0.0, [&](std::size_t begin, std::size_t end) {
      double energy = 0;
      for (std::size_t i = begin; i < end; ++i) {
        Four& w = place_[i];
        float square = 0;
        for (std::size_t k = 0; k < 3; ++k) {
          w[k] = fresh_[i][k] + beta * w[k];
          square += w[k] * w[k];
        }
        if (w[3] > 0) energy += square / w[3];
      }
      return energy;
    }, std::plus<>(), body_block);
  };
  // n·(w − w') and 1/t s in one product.
  const auto image = [](Float32x4 here, Float32x4 there, const Link& link, float step) {
    Float32x4 apart = here - there;
    apart[3] = step;
    return sum(load(link.normal) * apart);
  };
  const auto finish = [](const Link& link, State& state, float diagonal, float z, auto own, Products& total) {
    if constexpr (own) {
      const float soft = link.normal[3] * z;
      total.square += state.residual * z;
      total.fresh += soft * z;
      total.between += soft * state.step;
      total.largest = std::max(total.largest, diagonal * std::abs(z));
    }
    return z;
  };

  // From dp = d: what is left is that the others move too.
  pass(rows, executor, [&](std::int32_t c, Float32x4 here, Float32x4 there, Link& link, State& state, auto, Products&) {
    link.normal[3] = static_cast<float>(std::min(1 / (t[c] * unit_), softest * (here[3] + there[3])));
    state = {0, 0, 0};
    return static_cast<float>(scale * change[c]);
  });
  turn(0);
  Products now = pass(rows, executor, [&](std::int32_t c, Float32x4 here, Float32x4 there, Link& link, State& state,
                                          auto own, Products& total) {
    const float diagonal = here[3] + there[3];
    state.residual = diagonal * static_cast<float>(scale * change[c]) - image(here, there, link, 0);
    return finish(link, state, diagonal, state.residual * (1 / (diagonal + link.normal[3])), own, total);
  });
  float beta = 0;
  double soft = now.fresh;  // sᵀT⁻¹s
  int iteration = 0;
  for (; !(now.largest * length <= tolerance) || !(now.square < overflow); ++iteration) {
    if (iteration == most || !(now.square < overflow)) return most;
    const auto alpha = static_cast<float>(now.square / (turn(beta) + soft));
    const Products next = pass(rows, executor, [&](std::int32_t, Float32x4 here, Float32x4 there, Link& link,
                                                   State& state, auto own, Products& total) {
      const float diagonal = here[3] + there[3], whole = 1 / (diagonal + link.normal[3]);
      state.step = state.residual * whole + beta * state.step;
      state.change += alpha * state.step;
      state.residual -= alpha * image(here, there, link, state.step);
      return finish(link, state, diagonal, state.residual * whole, own, total);
    });
    beta = static_cast<float>(next.square / now.square);
    soft = next.fresh + 2 * beta * next.between + beta * beta * soft;
    now = next;
  }
  executor.for_each(rows.bodies(), [&](std::size_t i) {
    at_body(rows, i, [&](std::int32_t c, Link&, State& state, auto own) {
      if constexpr (own) change[c] += state.change / scale;
    });
  }, body_block);
  return iteration;
}

}  // namespace floc

#include "geometry/motions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "geometry/frame.hpp"

namespace floc {
namespace {

// Time spent in motion at t.
struct Interval {
  double start, stop;

  Interval(double from, double to) : start(from), stop(to) {
    if (std::isnan(start) || std::isinf(start)) throw Error("the start of a motion has to be finite");
    if (!(stop >= start)) throw Error("a motion must not stop before it starts");
  }
  double elapsed(double t) const { return std::clamp(t, start, stop) - start; }
};

class Rest final : public Motion {
 public:
  Pose at(double) const override { return {}; }
  bool fixed() const override { return true; }
};

class Driven final : public Motion {
 public:
  Pose at(double) const override { return {}; }
};

class Translation final : public Motion {
 public:
  Translation(const Vec3& velocity, Interval interval) : velocity_(velocity), interval_(interval) {
    require_finite(velocity, "the velocity of a motion");
  }
  Pose at(double t) const override {
    Pose pose;
    pose.position = interval_.elapsed(t) * velocity_;
    return pose;
  }

 private:
  Vec3 velocity_;
  Interval interval_;
};

class Rotation final : public Motion {
 public:
  Rotation(const Vec3& centre, const Vec3& axis, double angular_velocity, Interval interval)
      : centre_(centre),
        axis_(require_direction(axis, "the axis of a rotation")),
        angular_velocity_(angular_velocity),
        interval_(interval) {
    require_finite(centre, "the centre of a rotation");
    if (!std::isfinite(angular_velocity)) throw Error("the angular velocity of a rotation has to be finite");
  }
  Pose at(double t) const override {
    return Pose::rotation_about(centre_, axis_, angular_velocity_ * interval_.elapsed(t));
  }
  double turn(double t, double h) const override {
    return std::abs(angular_velocity_) * (interval_.elapsed(t + h) - interval_.elapsed(t));
  }

 private:
  Vec3 centre_, axis_;
  double angular_velocity_;
  Interval interval_;
};

class Oscillation final : public Motion {
 public:
  Oscillation(const Vec3& amplitude, double frequency, double phase)
      : amplitude_(amplitude), frequency_(frequency), phase_(phase) {
    require_finite(amplitude, "the amplitude of an oscillation");
    if (!std::isfinite(frequency) || !std::isfinite(phase))
      throw Error("frequency and phase of an oscillation have to be finite");
  }
  Pose at(double t) const override {
    Pose pose;
    pose.position = (std::sin(2 * std::numbers::pi * frequency_ * t + phase_) - std::sin(phase_)) * amplitude_;
    return pose;
  }

 private:
  Vec3 amplitude_;
  double frequency_, phase_;
};

class ExpressionMotion final : public Motion {
 public:
  ExpressionMotion(const std::array<Expression, 3>& displacement, const Expression& angle, const Vec3& centre,
                   const Vec3& axis)
      : pool_({displacement[0], displacement[1], displacement[2], angle}),
        centre_(centre),
        axis_(require_direction(axis, "the axis of a rotation")) {
    require_finite(centre, "the centre of a rotation");
    for (const auto& expression : pool_.expressions())
      if (expression.variables() != std::vector<std::string>{"t"})
        throw Error(fmt::format("motion: \"{}\" has to be an expression of t alone", expression.text()));
  }

  Pose at(double t) const override {
    std::array<double, 4> value{};
    pool_.with([&](EvaluatorPool::Set& evaluators) {
      for (std::size_t k = 0; k < 4; ++k) value[k] = evaluators[k](&t);
    });
    for (std::size_t k = 0; k < 4; ++k)
      if (!std::isfinite(value[k]))
        throw Error(fmt::format("motion: \"{}\" is {} at t = {}", pool_.expressions()[k].text(), value[k], t));
    Pose pose = Pose::rotation_about(centre_, axis_, value[3]);
    pose.position += Vec3{{value[0], value[1], value[2]}};
    return pose;
  }
  double turn(double t, double h) const override {
    constexpr int parts = 8;
    double sum = 0, from = angle(t);
    for (int part = 1; part <= parts; ++part) {
      const double to = angle(t + h * part / parts);
      sum += std::abs(to - from);
      from = to;
    }
    return sum;
  }

 private:
  double angle(double t) const {
    double value = 0;
    pool_.with([&](EvaluatorPool::Set& evaluators) { value = evaluators[3](&t); });
    return value;
  }

  EvaluatorPool pool_;
  Vec3 centre_, axis_;
};

class Continued final : public Motion {
 public:
  Continued(MotionPtr motion, double from, const Pose& there)
      : motion_(std::move(motion)), from_(from), there_(there), before_(inverse(motion_->at(from)) * there) {}
  Pose at(double t) const override { return fixed() || t == from_ ? there_ : motion_->at(t) * before_; }
  bool fixed() const override { return motion_->fixed(); }
  double turn(double t, double h) const override { return motion_->turn(t, h); }

 private:
  MotionPtr motion_;
  double from_;
  Pose there_, before_;
};

class Recorded final : public Motion {
 public:
  Recorded(std::vector<double> times, std::vector<Pose> poses) : times_(std::move(times)), poses_(std::move(poses)) {
    if (times_.empty() || times_.size() != poses_.size()) throw Error("a recorded motion needs a pose a time");
  }
  Pose at(double t) const override {
    const auto after = std::upper_bound(times_.begin(), times_.end(), t);
    return poses_[after == times_.begin() ? 0 : static_cast<std::size_t>(after - times_.begin()) - 1];
  }

 private:
  std::vector<double> times_;
  std::vector<Pose> poses_;
};

}  // namespace

MotionPtr continued(MotionPtr motion, double from, const Pose& there) {
  return std::make_shared<Continued>(std::move(motion), from, there);
}

MotionPtr recorded(std::vector<double> times, std::vector<Pose> poses) {
  return std::make_shared<Recorded>(std::move(times), std::move(poses));
}

MotionPtr at_rest() { return std::make_shared<Rest>(); }

MotionPtr driven() { return std::make_shared<Driven>(); }

MotionPtr translation(const Vec3& velocity, double start, double stop) {
  return std::make_shared<Translation>(velocity, Interval(start, stop));
}

MotionPtr rotation(const Vec3& centre, const Vec3& axis, double angular_velocity, double start, double stop) {
  return std::make_shared<Rotation>(centre, axis, angular_velocity, Interval(start, stop));
}

MotionPtr oscillation(const Vec3& amplitude, double frequency, double phase) {
  return std::make_shared<Oscillation>(amplitude, frequency, phase);
}

MotionPtr expression_motion(const std::array<Expression, 3>& displacement, const Expression& angle, const Vec3& centre,
                            const Vec3& axis) {
  return std::make_shared<ExpressionMotion>(displacement, angle, centre, axis);
}

}  // namespace floc

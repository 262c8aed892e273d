// A tree of balls, round things that lie in balls: what is near a place.
//
// Balls stay balls when a body turns: the tree is made once, in its frame.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "core/vec.hpp"

namespace floc {

struct Ball {
  Vec3 centre{};
  double radius = 0;
};

class BallTree {
 public:
  explicit BallTree(const std::vector<Ball>& things);

  // take(thing) for things of whose balls, and all balls that hold them, near(ball) is true.
  template <class Near, class Take>
  void for_near(Near&& near, Take&& take) const {
    if (!nodes_.empty()) descend(0, near, take);
  }

  // Whether there is any such thing.
  template <class Near>
  bool any_near(Near&& near) const {
    return !nodes_.empty() && finds(0, near);
  }

  // The thing with the least value below `most`, which is looked for first where balls are nearest to x;
  // value(thing, least) need not be right where it is not below `least`, and not below the distance from its ball.
  template <class Value>
  void least(const Vec3& x, double most, Value&& value) const {
    if (!nodes_.empty()) search(0, x, most, value);
  }

 private:
  struct Node {
    Ball ball;
    std::size_t second = 0;  // of two; the first is next to its parent. 0: a thing
    std::size_t thing = 0;
  };
  void build(const std::vector<Ball>& things, std::size_t* begin, std::size_t* end);

  template <class Near, class Take>
  void descend(std::size_t k, Near& near, Take& take) const {
    const Node& node = nodes_[k];
    if (!near(node.ball)) return;
    if (node.second == 0) return take(node.thing);
    descend(k + 1, near, take);
    descend(node.second, near, take);
  }

  template <class Near>
  bool finds(std::size_t k, Near& near) const {
    const Node& node = nodes_[k];
    return near(node.ball) && (node.second == 0 || finds(k + 1, near) || finds(node.second, near));
  }

  static double distance(const Ball& ball, const Vec3& x) { return norm(x - ball.centre) - ball.radius; }
  template <class Value>
  void search(std::size_t k, const Vec3& x, double& most, Value& value) const {
    const Node& node = nodes_[k];
    if (node.second == 0) {
      most = std::min(most, value(node.thing, most));
      return;
    }
    std::size_t first = k + 1, second = node.second;
    double near = distance(nodes_[first].ball, x), far = distance(nodes_[second].ball, x);
    if (far < near) {
      std::swap(first, second);
      std::swap(near, far);
    }
    if (near < most) search(first, x, most, value);
    if (far < most) search(second, x, most, value);
  }

  std::vector<Node> nodes_;
};

}  // namespace floc

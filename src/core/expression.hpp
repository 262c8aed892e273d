// A formula of named variables given as text ("-0.5*y + sin(2*pi*t)"), compiled once.
//
// An Expression is immutable and cheap to copy; `Evaluator` is its working copy for one thread.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace floc {

// Thrown with the position (0-based, in characters) of the mistake in the formula.
struct ExpressionError {
  std::string message;
  std::size_t position = 0;
};

class Expression {
 public:
  // Variables the formula may use, in the order of the values handed to an evaluator; constants
  // beside them (pi and e are always known). Throws ExpressionError.
  Expression(std::string text, std::vector<std::string> variables, std::map<std::string, double> constants = {});

  const std::string& text() const { return text_; }

  class Evaluator {
   public:
    explicit Evaluator(const Expression& expression);
    ~Evaluator();
    Evaluator(Evaluator&&) noexcept;
    // values: one a variable, in the order given at construction.
    double operator()(const double* values);

   private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
  };

 private:
  friend class Evaluator;
  std::string text_;
  std::vector<std::string> variables_;
  std::map<std::string, double> constants_;
};

}  // namespace floc

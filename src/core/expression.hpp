// A formula of named variables given as text ("-0.5*y + sin(2*pi*t)"), compiled once.
//
// Numbers, the variables and constants it was given, pi and e; + - * / ^ (right to left, before the
// sign: -2^2 = -4), comparisons, && and ||, c ? a : b; the functions
//   sin cos tan asin acos atan atan2 sinh cosh tanh asinh acosh atanh exp ln log (= ln) log2 log10 sqrt
//   abs sign rint floor ceil mod min max sum avg.
// Values that are not finite (1/0, sqrt(-1)) are returned as they are.
//
// An Expression is immutable; any number of threads may make evaluators of it at the same time. An
// `Evaluator` is its working copy for one thread, an `EvaluatorPool` lends such copies to threads.
#pragma once

#include <map>
#include <memory>
#include <mutex>
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
  // beside them (pi and e are always known). No name may stand for two things. Throws ExpressionError.
  Expression(std::string text, std::vector<std::string> variables, std::map<std::string, double> constants = {});

  const std::string& text() const { return text_; }
  const std::vector<std::string>& variables() const { return variables_; }
  // Whether the formula mentions variable k.
  bool uses(std::size_t k) const { return used_[k] != 0; }

  class Evaluator {
   public:
    explicit Evaluator(const Expression& expression);
    ~Evaluator();
    Evaluator(Evaluator&&) noexcept;
    Evaluator& operator=(Evaluator&&) noexcept;
    // values: one a variable, in the order given at construction.
    double operator()(const double* values);

   private:
    friend class Expression;
    struct Impl;
    std::unique_ptr<Impl> impl_;
  };

 private:
  friend class Evaluator;
  std::string text_;
  std::vector<std::string> variables_;
  std::map<std::string, double> constants_;
  std::vector<char> used_;
};

// Evaluators of a few expressions for threads that do not know their number: whoever asks is lent a
// set of them, one evaluator an expression, that nobody else holds. There are never more sets than
// threads that asked at the same time.
class EvaluatorPool {
 public:
  using Set = std::vector<Expression::Evaluator>;

  explicit EvaluatorPool(std::vector<Expression> expressions);
  const std::vector<Expression>& expressions() const { return expressions_; }

  // Calls f(Set&).
  template <class F>
  decltype(auto) with(F&& f) const {
    const Loan loan{*this, take()};
    return f(*loan.set);
  }

 private:
  using SetPtr = std::unique_ptr<Set>;
  struct Loan {
    const EvaluatorPool& pool;
    SetPtr set;
    Loan(const EvaluatorPool& p, SetPtr s) : pool(p), set(std::move(s)) {}
    Loan(const Loan&) = delete;
    ~Loan();
  };
  SetPtr take() const;

  std::vector<Expression> expressions_;
  mutable std::mutex mutex_;
  mutable std::vector<SetPtr> idle_;
};

}  // namespace floc

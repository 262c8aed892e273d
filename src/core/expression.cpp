#include "core/expression.hpp"

#include <muParser.h>

#include <algorithm>
#include <numbers>
#include <utility>

namespace floc {

struct Expression::Evaluator::Impl {
  mu::Parser parser;
  std::vector<double> values;
};

Expression::Expression(std::string text, std::vector<std::string> variables, std::map<std::string, double> constants)
    : text_(std::move(text)), variables_(std::move(variables)), constants_(std::move(constants)) {
  Evaluator check(*this);
  const std::vector<double> zeros(variables_.size(), 0.0);
  check(zeros.data());  // the parser compiles at the first evaluation
}

Expression::Evaluator::Evaluator(const Expression& expression) : impl_(std::make_unique<Impl>()) {
  impl_->values.assign(expression.variables_.size(), 0.0);
  try {
    for (std::size_t k = 0; k < expression.variables_.size(); ++k)
      impl_->parser.DefineVar(expression.variables_[k], &impl_->values[k]);
    impl_->parser.DefineConst("pi", std::numbers::pi);
    impl_->parser.DefineConst("e", std::numbers::e);
    for (const auto& [name, value] : expression.constants_) impl_->parser.DefineConst(name, value);
    impl_->parser.SetExpr(expression.text_);
  } catch (const mu::Parser::exception_type& error) {
    throw ExpressionError{error.GetMsg(), static_cast<std::size_t>(std::max(0, static_cast<int>(error.GetPos())))};
  }
}
Expression::Evaluator::~Evaluator() = default;
Expression::Evaluator::Evaluator(Evaluator&&) noexcept = default;

double Expression::Evaluator::operator()(const double* values) {
  std::copy(values, values + impl_->values.size(), impl_->values.begin());
  try {
    return impl_->parser.Eval();
  } catch (const mu::Parser::exception_type& error) {
    throw ExpressionError{error.GetMsg(), static_cast<std::size_t>(std::max(0, static_cast<int>(error.GetPos())))};
  }
}

}  // namespace floc

#include "core/expression.hpp"

#include <fmt/format.h>
#include <muParser.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <numbers>
#include <string_view>
#include <utility>

namespace floc {

struct Expression::Evaluator::Impl {
  mu::Parser parser;
  std::vector<double> values;
};

namespace {

const std::map<std::string, double>& built_in_constants() {
  static const std::map<std::string, double> all{{"pi", std::numbers::pi}, {"e", std::numbers::e}};
  return all;
}

double mod(double a, double b) { return a - b * std::floor(a / b); }

void define_functions(mu::Parser& parser) {
  parser.ClearConst();  // its own names for pi and e
  parser.DefineFun("floor", static_cast<double (*)(double)>(std::floor));
  parser.DefineFun("ceil", static_cast<double (*)(double)>(std::ceil));
  parser.DefineFun("mod", mod);
}

// Edits (insert, delete, replace) that turn a into b.
std::size_t edits(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({replaced, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row.back();
}

std::string unknown_name(const std::string& name, const mu::Parser& parser,
                         const std::vector<std::string>& variables) {
  std::vector<std::string> names = variables;
  for (const auto& [constant, value] : parser.GetConst()) names.push_back(constant);
  std::string message = fmt::format("unknown name \"{}\"; known are {}", name, fmt::join(names, ", "));
  for (const auto& [function, callback] : parser.GetFunDef()) names.push_back(function);
  const auto closest = std::min_element(names.begin(), names.end(), [&](const auto& a, const auto& b) {
    return edits(name, a) < edits(name, b);
  });
  if (const std::size_t n = edits(name, *closest); n <= 2 && n < std::min(name.size(), closest->size()))
    message += fmt::format("; did you mean \"{}\"?", *closest);
  return message;
}

std::string unreadable(std::string token, const mu::Parser& parser, const std::vector<std::string>& variables) {
  const auto first = static_cast<unsigned char>(token.empty() ? ' ' : token[0]);
  if (std::isdigit(first) || first == '.') return fmt::format("malformed number \"{}\"", token);
  if (!std::isalpha(first) && first != '_') {
    token.erase(std::min(token.find_first_of(" \t\r\n"), token.size()));
    return fmt::format("unexpected \"{}\"", token);
  }
  if (parser.GetFunDef().count(token)) return fmt::format("function \"{}\" without its arguments in ( )", token);
  return unknown_name(token, parser, variables);
}

// What muParser found wrong, in our words and without the position, which the reader of the message
// is told separately.
ExpressionError explain(const mu::Parser::exception_type& error, const mu::Parser& parser,
                        const Expression& expression) {
  const std::string& text = expression.text();
  const std::string& token = error.GetToken();
  std::size_t position = std::min(static_cast<std::size_t>(error.GetPos()), text.size());  // npos: the end
  switch (error.GetCode()) {
    case mu::ecEMPTY_EXPRESSION: return {"the formula is empty", 0};
    case mu::ecUNASSIGNABLE_TOKEN: return {unreadable(token, parser, expression.variables()), position};
    case mu::ecUNEXPECTED_EOF: return {"the formula ends too early", text.size()};
    case mu::ecMISSING_PARENS: return {"\")\" is missing", position};
    case mu::ecMISSING_ELSE_CLAUSE: return {"\"?\" without its \":\"", text.size()};
    case mu::ecMISPLACED_COLON: return {"\":\" without its \"?\"", position - (position > 0)};
    case mu::ecTOO_MANY_PARAMS: return {fmt::format("too many arguments for \"{}\"", token), position};
    case mu::ecTOO_FEW_PARAMS: return {fmt::format("too few arguments for \"{}\"", token), position};
    case mu::ecUNEXPECTED_OPERATOR:
    case mu::ecUNEXPECTED_ARG_SEP:
    case mu::ecUNEXPECTED_ARG:
    case mu::ecUNEXPECTED_VAL:
    case mu::ecUNEXPECTED_VAR:
    case mu::ecUNEXPECTED_PARENS:
    case mu::ecUNEXPECTED_FUN: return {fmt::format("unexpected \"{}\"", token), position};
    default: return {error.GetMsg(), position};
  }
}

void check_names(const std::vector<std::string>& variables, const std::map<std::string, double>& constants) {
  mu::Parser parser;
  define_functions(parser);
  std::map<std::string, std::string> taken;
  for (const auto& [name, callback] : parser.GetFunDef()) taken.emplace(name, "a function");
  for (const auto& [name, value] : built_in_constants()) taken.emplace(name, "a constant that is always known");
  const auto take = [&](const std::string& name, const char* as) {
    const bool word = !name.empty() && !std::isdigit(static_cast<unsigned char>(name[0])) &&
                      name.find_first_not_of(parser.ValidNameChars()) == std::string::npos;
    if (!word) throw ExpressionError{fmt::format("\"{}\" cannot be the name of {}", name, as), 0};
    if (const auto [it, fresh] = taken.emplace(name, as); !fresh)
      throw ExpressionError{fmt::format("\"{}\" cannot be the name of {}: it is {} already", name, as, it->second), 0};
  };
  for (const auto& name : variables) take(name, "a variable");
  for (const auto& [name, value] : constants) take(name, "a constant");
}

// What muParser would accept, but a formula has no business with: assignments, and text after a NUL.
void check_characters(const std::string& text) {
  if (const auto at = text.find('\0'); at != std::string::npos) throw ExpressionError{"unexpected \"\\0\"", at};
  for (std::size_t k = 0; k < text.size(); ++k) {
    if (text[k] != '=') continue;
    if (k + 1 < text.size() && text[k + 1] == '=')
      ++k;
    else if (k == 0 || std::string_view("<>!").find(text[k - 1]) == std::string_view::npos)
      throw ExpressionError{"unexpected \"=\"; equality is \"==\"", k};
  }
}

}  // namespace

Expression::Expression(std::string text, std::vector<std::string> variables, std::map<std::string, double> constants)
    : text_(std::move(text)), variables_(std::move(variables)), constants_(std::move(constants)) {
  check_names(variables_, constants_);
  check_characters(text_);
  const Evaluator evaluator(*this);
  const mu::Parser& parser = evaluator.impl_->parser;
  if (parser.GetNumResults() != 1) throw ExpressionError{"one formula is expected, not a list", text_.find(',')};
  const auto& used = parser.GetUsedVar();
  for (const auto& name : variables_) used_.push_back(used.count(name) != 0);
}

Expression::Evaluator::Evaluator(const Expression& expression) : impl_(std::make_unique<Impl>()) {
  impl_->values.assign(expression.variables_.size(), 0.0);
  mu::Parser& parser = impl_->parser;
  try {
    define_functions(parser);
    for (const auto& [name, value] : built_in_constants()) parser.DefineConst(name, value);
    for (const auto& [name, value] : expression.constants_) parser.DefineConst(name, value);
    for (std::size_t k = 0; k < expression.variables_.size(); ++k)
      parser.DefineVar(expression.variables_[k], &impl_->values[k]);
    parser.SetExpr(expression.text_);
    parser.Eval();  // the parser compiles at the first evaluation
  } catch (const mu::Parser::exception_type& error) {
    throw explain(error, parser, expression);
  }
}
Expression::Evaluator::~Evaluator() = default;
Expression::Evaluator::Evaluator(Evaluator&&) noexcept = default;
Expression::Evaluator& Expression::Evaluator::operator=(Evaluator&&) noexcept = default;

double Expression::Evaluator::operator()(const double* values) {
  std::copy(values, values + impl_->values.size(), impl_->values.begin());
  return impl_->parser.Eval();  // compiled at construction: nothing is left to go wrong
}

EvaluatorPool::EvaluatorPool(std::vector<Expression> expressions) : expressions_(std::move(expressions)) {}

EvaluatorPool::SetPtr EvaluatorPool::take() const {
  {
    const std::lock_guard lock(mutex_);
    if (!idle_.empty()) {
      SetPtr set = std::move(idle_.back());
      idle_.pop_back();
      return set;
    }
  }
  auto set = std::make_unique<Set>();
  for (const auto& expression : expressions_) set->emplace_back(expression);
  return set;
}

EvaluatorPool::Loan::~Loan() {
  const std::lock_guard lock(pool.mutex_);
  pool.idle_.push_back(std::move(set));
}

}  // namespace floc

#include "core/expression.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <numbers>
#include <thread>

using namespace floc;

namespace {

const std::vector<std::string> space{"x", "y", "z", "t"};

double value(const std::string& text, const std::vector<double>& at = {2, 3, 5, 7},
             const std::map<std::string, double>& constants = {}) {
  return Expression::Evaluator(Expression(text, space, constants))(at.data());
}

ExpressionError mistake(const std::string& text, const std::vector<std::string>& variables = space,
                        const std::map<std::string, double>& constants = {}) {
  try {
    const Expression expression(text, variables, constants);
  } catch (const ExpressionError& error) {
    return error;
  }
  return {"none", 999};
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("formulas have the usual precedence") {
  CHECK(value("1 + 2*3^2") == 19);
  CHECK(value("-2^2") == -4);
  CHECK(value("2^3^2") == 512);
  CHECK(value("2^-1") == 0.5);
  CHECK(value("-y + x*(z - t)/2") == -5);
  CHECK(value("x < y && z < t ? 10 : 20") == 10);
  CHECK(value("x > y ? 1 : z > t ? 2 : 3") == 3);
  CHECK(value("x == 2 || y != 3") == 1);
  CHECK(value("x <= 2") == 1);
  CHECK(value(" 1e-3\n + .5 ") == 0.501);
}

TEST_CASE("the functions there are") {
  CHECK(value("min(x, y, z) + max(x, t)") == 9);
  CHECK(value("sin(x)^2 + cos(x)^2") == doctest::Approx(1));
  CHECK(value("tan(x) - sin(x)/cos(x)") == doctest::Approx(0));
  CHECK(value("atan2(1, -1)") == doctest::Approx(3 * std::numbers::pi / 4));
  CHECK(value("exp(ln(x)) + log(e) + log10(1000) + log2(8)") == doctest::Approx(2 + 1 + 3 + 3));
  CHECK(value("sqrt(x*8) + abs(-3) + sign(-y) + rint(2.6)") == 4 + 3 - 1 + 3);
  CHECK(value("floor(-0.5) + 10*ceil(0.5) + 100*mod(-1, 3)") == -1 + 10 + 200);
  CHECK(value("tanh(x) - sinh(x)/cosh(x)") == doctest::Approx(0));
  CHECK(value("asin(sin(1)) + acos(cos(1)) + atan(tan(1))") == doctest::Approx(3));
  CHECK(value("sum(x, y, z) - 3*avg(x, y, z)") == doctest::Approx(0));
}

TEST_CASE("pi, e and constants of the scene are known") {
  CHECK(value("2*pi") == 2 * std::numbers::pi);
  CHECK(value("e") == std::numbers::e);
  CHECK(value("shear*y", {0, 3, 0, 0}, {{"shear", 0.5}}) == 1.5);
}

TEST_CASE("values that are not finite are returned as they are") {
  CHECK(std::isinf(value("1/(x-2)")));
  CHECK(std::isnan(value("sqrt(-x)")));
  CHECK(std::isnan(value("0/0")));
  CHECK(std::isnan(value("x*0", {std::nan(""), 0, 0, 0})));
}

TEST_CASE("an expression knows its variables, and which of them it uses") {
  const Expression expression("y + 0*t", space);
  CHECK(expression.text() == "y + 0*t");
  CHECK(expression.variables() == space);
  CHECK(!expression.uses(0));
  CHECK(expression.uses(1));
  CHECK(!expression.uses(2));
  CHECK(expression.uses(3));
  const Expression none("1 + 2", {});
  CHECK(Expression::Evaluator(none)(nullptr) == 3);
}

TEST_CASE("a mistake is reported where it is") {
  CHECK(mistake("").message == "the formula is empty");
  CHECK(mistake("   ").message == "the formula is empty");
  CHECK(mistake("x + foo*2").position == 4);
  CHECK(mistake("x + *2").position == 4);
  CHECK(mistake("x + *2").message == "unexpected \"*\"");
  CHECK(mistake("x +").position == 3);
  CHECK(mistake("x +").message == "the formula ends too early");
  CHECK(mistake("(x + 1").position == 6);
  CHECK(mistake("(x + 1").message == "\")\" is missing");
  CHECK(mistake("x + 1)").position == 5);
  CHECK(mistake("x y").position == 2);
  CHECK(mistake("x + 2 3").position == 6);
  CHECK(mistake("x + $ + y").position == 4);
  CHECK(mistake("x + $ + y").message == "unexpected \"$\"");
  CHECK(mistake("x + μ").position == 4);
  CHECK(mistake("x ? 1").position == 5);
  CHECK(mistake("x : 1").position == 2);
  CHECK(mistake("x + 3e + 1").position == 4);
  CHECK(mistake("x + 3e + 1").message == "malformed number \"3e\"");
  CHECK(mistake("sin(1, 2)").message == "too many arguments for \"sin\"");
  CHECK(mistake("atan2(1)").message == "too few arguments for \"atan2\"");
  CHECK(mistake("y + sin x").position == 4);
  CHECK(mistake("y + sin x").message == "function \"sin\" without its arguments in ( )");
  CHECK(mistake(std::string("1\0 + foo", 8)).position == 1);
  CHECK(mistake("\"text\"").message != "none");
  CHECK(mistake(std::string(100000, '(')).message != "none");
}

TEST_CASE("an unknown name is answered with the known ones and the closest") {
  CHECK(mistake("vx + 1").message == "unknown name \"vx\"; known are x, y, z, t, e, pi");
  CHECK(has(mistake("omga*y", space, {{"omega", 2}}).message, "did you mean \"omega\"?"));
  CHECK(has(mistake("omga*y", space, {{"omega", 2}}).message, "known are x, y, z, t, e, omega, pi"));
  CHECK(has(mistake("sine(x)").message, "did you mean \"sin\"?"));
  CHECK(!has(mistake("quicksilver").message, "did you mean"));
}

TEST_CASE("a formula is one value: no assignment, no list") {
  CHECK(mistake("x = 3").position == 2);
  CHECK(mistake("x = 3").message == "unexpected \"=\"; equality is \"==\"");
  CHECK(mistake("x == 3 ? y = 1 : 2").position == 11);
  CHECK(mistake("1, 2").position == 1);
  CHECK(mistake("1, 2").message == "one formula is expected, not a list");
}

TEST_CASE("no name stands for two things") {
  CHECK(mistake("x", space, {{"x", 1}}).message == "\"x\" cannot be the name of a constant: it is a variable already");
  CHECK(has(mistake("x", space, {{"sin", 1}}).message, "it is a function already"));
  CHECK(has(mistake("x", space, {{"e", 1}}).message, "always known"));
  CHECK(has(mistake("x", {"x", "x"}).message, "it is a variable already"));
  CHECK(has(mistake("max", {"max"}).message, "it is a function already"));
  CHECK(has(mistake("1", {}, {{"2b", 1}}).message, "\"2b\" cannot be the name of a constant"));
  CHECK(has(mistake("1", {}, {{"", 1}}).message, "cannot be the name"));
  CHECK(has(mistake("1", {}, {{"a b", 1}}).message, "cannot be the name"));
}

TEST_CASE("copies of an expression outlive it") {
  auto first = std::make_unique<Expression>("x + y*t", space);
  const Expression copy = *first;
  Expression::Evaluator evaluator(*first);
  first.reset();
  const double at[4] = {1, 2, 0, 4};
  CHECK(evaluator(at) == 9);
  CHECK(Expression::Evaluator(copy)(at) == 9);
}

TEST_CASE("threads may compile, fail and evaluate at the same time") {
  const Expression shared("sin(x) + 2*y", space);
  std::vector<double> sums(8, 0.0);
  std::vector<int> mistakes(8, 0);
  std::vector<std::thread> threads;
  for (std::size_t k = 0; k < sums.size(); ++k)
    threads.emplace_back([&, k] {
      for (int i = 0; i < 50; ++i) {
        const Expression own("x*0 + y + " + std::to_string(i), space);
        Expression::Evaluator a(shared), b(own);
        const double at[4] = {0.5 * i, 1, 0, 0};
        sums[k] += a(at) + b(at);
        mistakes[k] += mistake("x + foo").position == 4;
      }
    });
  for (auto& thread : threads) thread.join();
  for (std::size_t k = 0; k < sums.size(); ++k) {
    CHECK(sums[k] == sums[0]);
    CHECK(mistakes[k] == 50);
  }
}

TEST_CASE("a pool lends a set nobody else holds, and takes it back after an exception") {
  const EvaluatorPool pool({Expression("x", space), Expression("2*y", space)});
  const double at[4] = {1, 2, 3, 4};
  pool.with([&](EvaluatorPool::Set& outer) {
    pool.with([&](EvaluatorPool::Set& inner) { CHECK(&inner != &outer); });
    CHECK(outer.size() == 2);
    CHECK(outer[1](at) == 4);
  });
  const EvaluatorPool::Set* held = nullptr;
  CHECK_THROWS_AS(pool.with([&](EvaluatorPool::Set& set) {
    held = &set;
    throw 1;
  }),
                  int);
  CHECK(pool.with([&](EvaluatorPool::Set& set) { return &set == held; }));
}

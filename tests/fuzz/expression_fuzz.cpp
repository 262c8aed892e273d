// Any text is a formula, or an ExpressionError that points into the text; nothing else happens.
#include <cstdint>
#include <cstdlib>
#include <string>

#include "core/expression.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  try {
    const floc::Expression expression(text, {"x", "y", "z", "t"}, {{"omega", 2.0}});
    const double values[] = {0.5, -1.0, 2.0, 0.1};
    floc::Expression::Evaluator evaluate(expression);
    evaluate(values);
  } catch (const floc::ExpressionError& error) {
    if (error.position > text.size()) std::abort();
  }
  return 0;
}

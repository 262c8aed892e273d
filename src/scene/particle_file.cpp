#include "scene/particle_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string_view>

#include "core/did_you_mean.hpp"

namespace floc::scene {
namespace {

// Columns of `floc export --to csv` that say nothing of how a particle starts.
constexpr std::string_view unused[] = {"frame", "step", "time", "id", "fx", "fy", "fz", "pressure"};

constexpr std::size_t most_errors = 20;  // of one file; the rest is counted

struct Field {
  std::string_view text;
  int column = 0;  // from 1
};

std::string_view trimmed(std::string_view s) {
  const auto blank = [](char c) { return c == ' ' || c == '\t' || c == '\r'; };
  while (!s.empty() && blank(s.front())) s.remove_prefix(1);
  while (!s.empty() && blank(s.back())) s.remove_suffix(1);
  return s;
}

// A field between quotes may hold commas; the quotes are not part of it.
std::vector<Field> split_commas(std::string_view line) {
  std::vector<Field> fields;
  for (std::size_t begin = 0; begin <= line.size();) {
    const std::size_t word = line.find_first_not_of(" \t", begin);
    const bool quoted = word != std::string_view::npos && line[word] == '"';
    const std::size_t close = quoted ? line.find('"', word + 1) : std::string_view::npos;
    const std::size_t end = std::min(line.find(',', close == std::string_view::npos ? begin : close), line.size());
    std::string_view text = trimmed(line.substr(begin, end - begin));
    const auto offset = text.empty() ? begin : static_cast<std::size_t>(text.data() - line.data());
    if (text.size() > 1 && text.front() == '"' && text.back() == '"') text = trimmed(text.substr(1, text.size() - 2));
    fields.push_back({text, static_cast<int>(offset) + 1});
    begin = end + 1;
  }
  return fields;
}

std::vector<Field> split_blanks(std::string_view line) {
  std::vector<Field> fields;
  const char* blanks = " \t\r";
  for (std::size_t begin = line.find_first_not_of(blanks); begin != std::string_view::npos;) {
    const std::size_t end = std::min(line.find_first_of(blanks, begin), line.size());
    fields.push_back({line.substr(begin, end - begin), static_cast<int>(begin) + 1});
    begin = line.find_first_not_of(blanks, end);
  }
  return fields;
}

template <class T>
std::optional<T> number_in(std::string_view s) {
  if (!s.empty() && s.front() == '+') s.remove_prefix(1);
  T v{};
  const auto [end, fault] = std::from_chars(s.data(), s.data() + s.size(), v);
  return fault == std::errc{} && end == s.data() + s.size() ? std::optional<T>(v) : std::nullopt;
}

class Parser {
 public:
  Parser(const std::string& text, const std::string& name, int dimension, std::vector<Diagnostic>& errors)
      : text_(text), name_(name), dimension_(static_cast<std::size_t>(dimension)), errors_(errors) {
    if (text_.starts_with("\xEF\xBB\xBF")) at_ = 3;  // a byte-order mark, as spreadsheets put it
  }

  ParticleFile csv() {
    bool header = true;
    while (next_line()) {
      if (trimmed(line_).empty() || trimmed(line_).front() == '#') continue;
      const std::vector<Field> fields = split_commas(line_);
      if (header) {
        for (std::size_t c = 0; c < fields.size(); ++c)
          if (!name_column(fields[c].text, c)) refuse_column(fields[c]);
        columns_ = fields.size();
        header = false;
        if (!complete("the header")) return {};
      } else {
        add(fields);
      }
    }
    if (header) error(0, "is empty: it needs a header such as x,y,r");
    return finish();
  }

  ParticleFile xyz() {
    const std::optional<std::uint64_t> count = next_line() ? number_in<std::uint64_t>(trimmed(line_)) : std::nullopt;
    if (!count) return error(1, "must hold the number of particles"), ParticleFile{};
    if (!next_line()) return error(0, "ends before its comment line"), ParticleFile{};
    name_properties(line_);
    if (!complete("Properties")) return {};
    for (std::uint64_t i = 0; i < *count; ++i) {
      if (!next_line()) {
        error(0, fmt::format("ends after {} particles of {}", i, *count));
        break;
      }
      add(split_blanks(line_));
    }
    return finish();
  }

 private:
  // What a column means for the particle being read.
  enum class Meaning { position, velocity, radius, mass, group };
  struct Column {
    Meaning meaning;
    std::size_t index = 0;  // in the line
    std::size_t k = 0;      // component
  };

  bool next_line() {
    if (at_ >= text_.size()) return false;
    const std::size_t end = std::min(text_.find('\n', at_), text_.size());
    line_ = std::string_view(text_).substr(at_, end - at_);
    if (!line_.empty() && line_.back() == '\r') line_.remove_suffix(1);
    at_ = end + 1;
    ++number_;
    return true;
  }

  // column 0: the whole line.
  void error(int column, std::string message) {
    if (++mistakes_ <= most_errors) errors_.push_back({name_, number_, column, std::move(message)});
  }

  void mean(Meaning meaning, std::size_t index, std::size_t k = 0) {
    if (k >= dimension_) return;  // z in the plane
    for (const Column& c : meanings_)
      if (c.meaning == meaning && c.k == k) return error(0, "two columns give the same");
    meanings_.push_back({meaning, index, k});
  }

  // False when the name is none that we know.
  bool name_column(std::string_view name, std::size_t index) {
    const std::size_t k = name.empty() ? std::string_view::npos : std::string_view("xyz").find(name.back());
    const bool component = k != std::string_view::npos;
    if (name.size() == 1 && component)
      mean(Meaning::position, index, k);
    else if (name.size() == 2 && name[0] == 'v' && component)
      mean(Meaning::velocity, index, k);
    else if (name == "r" || name == "radius")
      mean(Meaning::radius, index);
    else if (name == "m" || name == "mass")
      mean(Meaning::mass, index);
    else if (name == "group")
      mean(Meaning::group, index);
    else
      return std::find(std::begin(unused), std::end(unused), name) != std::end(unused);
    return true;
  }

  void refuse_column(const Field& field) {
    static const std::vector<std::string> known{"x",  "y", "z",      "vx", "vy",  "vz",
                                                "r",  "m", "radius", "mass", "group"};
    if (field.text.empty()) return error(field.column, "a column has no name");
    std::string small(field.text);
    for (char& c : small) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    error(field.column, fmt::format("unknown column \"{}\"{} (there are {})", field.text, did_you_mean(small, known),
                                    fmt::join(known, ", ")));
  }

  // Properties=name:type:width:…; without it, an element and a place.
  void name_properties(std::string_view comment) {
    constexpr std::string_view key = "Properties=";
    const std::size_t at = comment.find(key);
    std::string_view rest = at == std::string_view::npos ? "species:S:1:pos:R:3" : comment.substr(at + key.size());
    if (!rest.empty() && rest.front() == '"') rest.remove_prefix(1);
    rest = rest.substr(0, rest.find_first_of(" \t\""));
    std::vector<std::string_view> parts;
    for (std::size_t begin = 0; begin <= rest.size();) {
      const std::size_t end = std::min(rest.find(':', begin), rest.size());
      parts.push_back(rest.substr(begin, end - begin));
      begin = end + 1;
    }
    for (std::size_t p = 0; p + 2 < parts.size(); p += 3) {
      const auto width = number_in<std::uint32_t>(parts[p + 2]);
      if (!width || *width == 0 || *width > 1000)
        return error(0, "Properties must be name:type:width, with a width above 0");
      const std::string_view name = parts[p];
      for (std::size_t k = 0; k < *width && k < 3; ++k) {
        if (name == "pos" || name == "position")
          mean(Meaning::position, columns_ + k, k);
        else if (name == "velo" || name == "vel" || name == "velocity")
          mean(Meaning::velocity, columns_ + k, k);
        else if (k == 0)
          name_column(name, columns_);
      }
      columns_ += *width;
    }
    if (parts.size() % 3 != 0) error(0, "Properties must be name:type:width, three by three");
  }

  std::size_t given(Meaning meaning) const {
    return static_cast<std::size_t>(
        std::count_if(meanings_.begin(), meanings_.end(), [&](const Column& c) { return c.meaning == meaning; }));
  }

  bool complete(std::string_view what) {
    const std::string axes = std::string("xyz").substr(0, dimension_);
    if (given(Meaning::position) < dimension_) {
      error(0, fmt::format("{} must name the positions {}", what, fmt::join(axes, ", ")));
    } else if (const std::size_t n = given(Meaning::velocity); n > 0 && n < dimension_) {
      error(0, fmt::format("{} must name all velocities v{}", what, fmt::join(axes, ", v")));
    }
    return mistakes_ == 0;
  }

  void add(const std::vector<Field>& fields) {
    if (fields.size() != columns_)
      return error(0, fmt::format("has {} columns instead of {}", fields.size(), columns_));
    for (const Column& c : meanings_) {
      const Field& field = fields[c.index];
      if (c.meaning == Meaning::group) {
        result_.group.emplace_back(field.text);
        continue;
      }
      const std::optional<double> v = number_in<double>(field.text);
      if (!v)
        error(field.column, fmt::format("\"{}\" is not a number", field.text));
      else if (!std::isfinite(*v))
        error(field.column, fmt::format("must be finite, not {}", *v));
      else if (c.meaning == Meaning::radius && *v <= 0)
        error(field.column, fmt::format("the radius must be above 0, not {}", *v));
      else if (c.meaning == Meaning::mass && *v <= 0)
        error(field.column, fmt::format("the mass must be above 0, not {}", *v));
      store(c, v.value_or(0));
    }
    result_.line.push_back(number_);
    ++result_.count;
  }

  void store(const Column& c, double v) {
    const auto put = [&](std::vector<double>& to) {
      to.resize((result_.count + 1) * dimension_);
      to[result_.count * dimension_ + c.k] = v;
    };
    if (c.meaning == Meaning::position)
      put(result_.position);
    else if (c.meaning == Meaning::velocity)
      put(result_.velocity);
    else
      (c.meaning == Meaning::radius ? result_.radius : result_.mass).push_back(v);
  }

  ParticleFile finish() {
    if (mistakes_ > most_errors)
      errors_.push_back({name_, number_, 0, fmt::format("and {} more mistakes in this file", mistakes_ - most_errors)});
    return std::move(result_);
  }

  const std::string& text_;
  const std::string& name_;
  std::size_t dimension_;
  std::vector<Diagnostic>& errors_;
  std::size_t at_ = 0, mistakes_ = 0, columns_ = 0;
  int number_ = 0;
  std::string_view line_;
  std::vector<Column> meanings_;
  ParticleFile result_;
};

bool ends_with(const std::string& name, std::string_view end) {
  return name.size() >= end.size() && std::equal(end.rbegin(), end.rend(), name.rbegin(), [](char a, char b) {
           return a == (b >= 'A' && b <= 'Z' ? static_cast<char>(b - 'A' + 'a') : b);
         });
}

}  // namespace

ParticleFile parse_particles(const std::string& text, const std::string& name, int dimension,
                             std::vector<Diagnostic>& errors) {
  Parser parser(text, name, dimension, errors);
  if (ends_with(name, ".csv")) return parser.csv();
  if (ends_with(name, "xyz")) return parser.xyz();  // .xyz, .extxyz
  errors.push_back({name, 0, 0, "is neither .csv nor .xyz"});
  return {};
}

}  // namespace floc::scene

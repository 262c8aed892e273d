// Scenes: from files, from text, and from dictionaries of Python, which go through the same reader.
#include "scene/scene.hpp"

#include <fmt/format.h>
#include <pybind11/stl.h>

#include "output/checkpoint.hpp"
#include "scene/document.hpp"
#include "scene/read_root.hpp"
#include "session.hpp"

namespace floc::python {
namespace {

using scene::Document;
using scene::Node;
using scene::Place;
using Type = Node::Type;

// What Python gets of a scene that was read: the scene or nothing, and what is wrong.
using Read = std::pair<std::shared_ptr<Scene>, std::vector<Diagnostic>>;

Read read_of(SceneResult result) {
  return {result.scene ? std::make_shared<Scene>(std::move(*result.scene)) : nullptr, std::move(result.errors)};
}

// Values of Python as a tree of the scene reader. Places are those of the script, for every path where they are known.
class Converter {
 public:
  Converter(std::string source, py::dict places, std::vector<Diagnostic>& errors)
      : source_(std::move(source)), places_(std::move(places)), errors_(errors) {}

  Node convert(py::handle value, const py::tuple& path, const Place& above) {
    Node node;
    node.key = node.place = place(path, above);
    if (path.size() > deepest) {
      wrong(node, "a scene is not nested that deeply: does a list or a dictionary hold itself?");
    } else if (py::isinstance<py::dict>(value)) {
      for (const auto& [key, entry] : py::reinterpret_borrow<py::dict>(value)) {
        if (entry.is_none()) continue;  // as if it were not said
        if (!py::isinstance<py::str>(key)) {
          wrong(node, fmt::format("a key must be a string, not {}", py::repr(key).cast<std::string>()));
          continue;
        }
        node.items.push_back(convert(entry, path + py::make_tuple(key), node.place));
        node.items.back().name = text(node, key);
      }
    } else if (py::isinstance<py::bool_>(value)) {
      node.type = Type::boolean;
      node.boolean = value.cast<bool>();
    } else if (py::isinstance<py::str>(value)) {
      node.type = Type::text;
      node.text = text(node, value);
    } else if (py::isinstance<py::float_>(value)) {
      number(node, value.cast<double>());
    } else if (py::isinstance<py::int_>(value)) {
      integer(node, value, path);
    } else if (py::isinstance<py::list>(value) || py::isinstance<py::tuple>(value)) {
      node.type = Type::array;
      std::size_t k = 0;
      for (const py::handle item : value) node.items.push_back(convert(item, path + py::make_tuple(k++), node.place));
    } else if (py::hasattr(value, "tolist")) {  // numpy, of any kind and order
      return convert(value.attr("tolist")(), path, above);
    } else if (py::hasattr(value, "__fspath__")) {
      node.type = Type::text;
      node.text = value.attr("__fspath__")().cast<std::string>();
    } else {
      wrong(node, fmt::format("\"{}\" is {}, which no scene has: numbers, strings, lists, dictionaries and arrays",
                              name_of(path), py::str(py::type::of(value)).cast<std::string>()));
    }
    return node;
  }

 private:
  static constexpr std::size_t deepest = 32;  // keys, one within another

  static std::string name_of(const py::tuple& path) {
    std::string name;
    for (const py::handle part : path) {
      if (!name.empty()) name += '.';
      name += py::str(part).cast<std::string>();
    }
    return name;
  }
  std::string text(const Node& node, py::handle value) {
    const auto bytes = py::reinterpret_steal<py::object>(PyUnicode_AsUTF8String(value.ptr()));
    if (bytes) return bytes.cast<std::string>();
    PyErr_Clear();
    wrong(node, fmt::format("{} is no text: it has a half of a character", py::repr(value).cast<std::string>()));
    return "";
  }
  static void number(Node& node, double value) {
    node.type = Type::number;
    node.number = value;
  }
  void integer(Node& node, py::handle value, const py::tuple& path) {
    node.type = Type::integer;
    node.integer = PyLong_AsLongLong(value.ptr());
    if (PyErr_Occurred()) {
      PyErr_Clear();
      wrong(node, fmt::format("\"{}\" is an integer beyond 64 bits", name_of(path)));
    }
    node.number = static_cast<double>(node.integer);
  }
  Place place(const py::tuple& path, const Place& above) const {
    if (!places_.contains(path)) return above;
    const auto [line, column] = places_[path].cast<std::pair<int, int>>();
    return {0, line, column};
  }
  void wrong(const Node& node, std::string message) {
    errors_.push_back({source_, node.place.line, node.place.column, std::move(message)});
  }

  std::string source_;
  py::dict places_;
  std::vector<Diagnostic>& errors_;
};

Read scene_of_dict(const py::dict& tables, const std::string& source, const py::dict& places, const std::string& folder,
                   const std::vector<std::string>& overrides) {
  std::vector<Diagnostic> errors;
  auto document = std::make_shared<Document>();
  document->sources.push_back(source);
  document->readable = true;
  document->root = Converter(source, places, errors).convert(tables, py::tuple(), {0, 0, 0});
  if (!errors.empty()) return {nullptr, std::move(errors)};
  put_overrides(*document, overrides, errors);
  return read_of(scene::read_document(document, folder, {}, std::move(errors)));
}

}  // namespace

void bind_scene(py::module_& m) {
  py::class_<Diagnostic>(m, "Diagnostic", "A mistake of a scene, and where it stands.")
      .def_readonly("file", &Diagnostic::file, "scene file or script")
      .def_readonly("line", &Diagnostic::line, "from 1; 0 where it is not known")
      .def_readonly("column", &Diagnostic::column, "from 1; 0 where it is not known")
      .def_readonly("message", &Diagnostic::message, "what is wrong")
      .def("__str__", &Diagnostic::str)
      .def("__repr__", &Diagnostic::str);
  py::class_<Scene, std::shared_ptr<Scene>>(m, "Scene")
      .def("to_toml", [](const Scene& s) { return write_scene(s); })
      .def_readonly("title", &Scene::title)
      .def_property_readonly("dimension", &Scene::dimension)
      .def_property_readonly("end", [](const Scene& s) { return s.time.end; })
      .def_property_readonly("groups", [](const Scene& s) {
        std::vector<std::string> names;
        for (const auto& g : s.groups) names.push_back(g.name);
        return names;
      });
  m.def("read_scene", [](const std::string& path, const std::vector<std::string>& overrides) {
    return read_of(read_scene(path, overrides));
  });
  m.def("read_scene_text", [](const std::string& text, const std::string& name, const std::string& folder,
                              const std::vector<std::string>& overrides) {
    return read_of(read_scene_text(text, name, folder, overrides));
  });
  m.def("scene_of_dict", &scene_of_dict);
  m.def("scene_text_of_checkpoint", [](const std::string& path) { return read_checkpoint(path).scene; });
  m.def("explain", [](const std::string& key) { return explain(key); });
  m.def("settable_keys", [] { return scene::settable_keys(); });
}

}  // namespace floc::python

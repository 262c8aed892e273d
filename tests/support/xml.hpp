// XML read by expat, the parser that VTK reads its files with.
#pragma once

#include <expat.h>

#include <map>
#include <stdexcept>
#include <string>
#include <vector>

namespace floc::test {

struct XmlElement {
  std::string path;  // the names from the root to it: "VTKFile/PolyData/Piece"
  std::map<std::string, std::string> attributes;
};

// Every element in the order of the text; throws where the text is not XML.
inline std::vector<XmlElement> read_xml(const std::string& text) {
  struct Reading {
    std::vector<XmlElement> elements;
    std::string path;
  } reading;
  XML_Parser parser = XML_ParserCreate(nullptr);
  XML_SetUserData(parser, &reading);
  XML_SetElementHandler(
      parser,
      [](void* data, const char* name, const char** attributes) {
        auto& r = *static_cast<Reading*>(data);
        r.path += (r.path.empty() ? "" : "/") + std::string(name);
        XmlElement& e = r.elements.emplace_back(XmlElement{r.path, {}});
        for (; *attributes != nullptr; attributes += 2) e.attributes[attributes[0]] = attributes[1];
      },
      [](void* data, const char*) {
        auto& r = *static_cast<Reading*>(data);
        const std::size_t slash = r.path.rfind('/');
        r.path.erase(slash == std::string::npos ? 0 : slash);
      });
  const bool good = XML_Parse(parser, text.data(), static_cast<int>(text.size()), 1) == XML_STATUS_OK;
  const std::string why = good ? "" : XML_ErrorString(XML_GetErrorCode(parser));
  XML_ParserFree(parser);
  if (!good) throw std::runtime_error("not XML: " + why);
  return reading.elements;
}

// A VTK file with appended data without its bytes, which stand between "_" and the end of their element.
inline std::string without_appended_bytes(const std::string& file) {
  const std::string begin = "<AppendedData encoding=\"raw\">\n_", end = "\n</AppendedData>";
  const std::size_t from = file.find(begin), to = file.rfind(end);
  if (from == std::string::npos || to == std::string::npos) throw std::runtime_error("no appended data");
  return file.substr(0, from + begin.size()) + file.substr(to);
}

}  // namespace floc::test

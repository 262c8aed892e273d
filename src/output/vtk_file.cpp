#include "output/vtk_file.hpp"

#include <fmt/format.h>

#include <cstring>

#include "output/files.hpp"

namespace floc {

VtkFile::VtkFile(const std::string& type, const std::string& attributes, const std::string& piece) : type_(type) {
  tree_ = fmt::format(
      "<?xml version=\"1.0\"?>\n"
      "<VTKFile type=\"{0}\" version=\"1.0\" byte_order=\"LittleEndian\" header_type=\"UInt64\">\n"
      "<{0}{1}{2}>\n<Piece {3}>\n",
      type, attributes.empty() ? "" : " ", attributes, piece);
}

void VtkFile::append(const char* type, const char* name, int components, const void* values, std::uint64_t bytes) {
  tree_ += fmt::format(
      "<DataArray type=\"{}\" Name=\"{}\" NumberOfComponents=\"{}\" format=\"appended\" offset=\"{}\"/>\n", type, name,
      components, data_.size());
  const std::size_t at = data_.size();
  data_.resize(at + sizeof bytes + bytes);
  std::memcpy(data_.data() + at, &bytes, sizeof bytes);
  if (bytes > 0) std::memcpy(data_.data() + at + sizeof bytes, values, bytes);
}

void VtkFile::save(const std::string& path) const {
  OutputFile file(path, OutputFile::Mode::create);
  file.write(tree_ + "</Piece>\n</" + type_ + ">\n<AppendedData encoding=\"raw\">\n_");
  file.write(data_);
  file.write("\n</AppendedData>\n</VTKFile>\n");
  file.close();
}

void VtkCollection::add(double time, const std::string& file) {
  entries_ += fmt::format("<DataSet timestep=\"{}\" part=\"0\" file=\"{}\"/>\n", time, file);
}

void VtkCollection::save(const std::string& path) const {
  write_atomically(path,
                   "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"0.1\" "
                   "byte_order=\"LittleEndian\">\n<Collection>\n" +
                       entries_ + "</Collection>\n</VTKFile>\n");
}

}  // namespace floc

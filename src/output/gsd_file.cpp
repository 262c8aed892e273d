#include "output/gsd_file.hpp"

#include <algorithm>
#include <cstring>

namespace floc {
namespace {

struct Header {
  std::uint64_t magic = 0x65DF65DF65DF65DF;
  std::uint64_t index_place = 0, index_entries = 0, names_place = 0, names_blocks = 0;  // blocks of 64 bytes
  std::uint32_t schema_version = 0, gsd_version = 2 << 16;
  char application[64] = {}, schema[64] = {}, reserved[80] = {};
};
static_assert(sizeof(Header) == 256);

constexpr std::uint64_t name_block = 64;

template <class T>
std::string_view bytes_of(const T& value) {
  return {reinterpret_cast<const char*>(&value), sizeof value};
}

}  // namespace

GsdFile::GsdFile(const std::string& path, std::string application, std::string schema, std::uint32_t version)
    : file_(path, OutputFile::Mode::create),
      application_(std::move(application)),
      schema_(std::move(schema)),
      version_(version),
      place_(sizeof(Header)) {
  file_.write(std::string(sizeof(Header), '\0'));
}

void GsdFile::add(std::string_view name, std::uint8_t type, std::string_view bytes, std::uint64_t rows,
                  std::uint32_t columns) {
  auto known = std::find(names_.begin(), names_.end(), name);
  if (known == names_.end()) known = names_.insert(names_.end(), std::string(name));
  index_.push_back({frame_, rows, static_cast<std::int64_t>(place_), columns,
                    static_cast<std::uint16_t>(known - names_.begin()), type, 0});
  file_.write(bytes);
  place_ += bytes.size();
}

void GsdFile::add_texts(std::string_view name, const std::vector<std::string>& texts) {
  std::size_t width = 1;
  for (const std::string& text : texts) width = std::max(width, text.size() + 1);
  std::vector<std::int8_t> all(width * texts.size(), 0);
  for (std::size_t k = 0; k < texts.size(); ++k) std::memcpy(all.data() + k * width, texts[k].data(), texts[k].size());
  add<std::int8_t>(name, all, static_cast<std::uint32_t>(width));
}

// Readers search the arrays of a frame by their names' numbers.
void GsdFile::end_frame() {
  std::sort(index_.begin() + static_cast<std::ptrdiff_t>(frame_begin_), index_.end(),
            [](const Entry& a, const Entry& b) { return a.name < b.name; });
  frame_begin_ = index_.size();
  ++frame_;
}

void GsdFile::close() {
  Header header;
  header.schema_version = version_;
  application_.copy(header.application, sizeof header.application - 1);
  schema_.copy(header.schema, sizeof header.schema - 1);

  std::string names;
  for (const std::string& name : names_) names += name + '\0';
  names.resize((names.size() / name_block + 1) * name_block, '\0');
  header.names_place = place_;
  header.names_blocks = names.size() / name_block;
  header.index_place = place_ + names.size();
  header.index_entries = index_.size() + 1;
  file_.write(names);
  for (const Entry& entry : index_) file_.write(bytes_of(entry));
  file_.write(bytes_of(Entry{}));
  file_.write_at(0, bytes_of(header));
  file_.close();
}

}  // namespace floc

# Text files as a C++ source, so that the program carries them:
#
#   cmake "-DINPUTS=a.toml;b.toml" -DOUTPUT=texts.cpp -DNAME=texts -P EmbedTexts.cmake
#
# gives `namespace floc::app { extern const std::span<const EmbeddedText> NAME; }` (app/embedded.hpp) its value, each
# with the name of its file without the ending.
include(${CMAKE_CURRENT_LIST_DIR}/RawLiteral.cmake)
set(entries "")
foreach(input IN LISTS INPUTS)
  raw_literal("${input}" literal)
  cmake_path(GET input STEM name)
  string(APPEND entries "    {\"${name}\", ${literal}},\n")
endforeach()
file(WRITE "${OUTPUT}" "#include \"app/embedded.hpp\"\n\nnamespace floc::app {\nnamespace {\n\nconst EmbeddedText all[] = {\n"
                       "${entries}};\n\n}  // namespace\n\nconst std::span<const EmbeddedText> ${NAME} = all;\n\n"
                       "}  // namespace floc::app\n")

# A text file as a C++ source, so that the program carries it:
#
#   cmake -DINPUT=page.html -DOUTPUT=page.cpp -DNAME=page -P EmbedText.cmake
#
# gives `namespace floc { extern const std::string_view NAME; }` its value.
include(${CMAKE_CURRENT_LIST_DIR}/RawLiteral.cmake)
raw_literal("${INPUT}" literal)
file(WRITE "${OUTPUT}" "#include <string_view>\n\nnamespace floc {\n\nextern const std::string_view ${NAME};\n"
                       "const std::string_view ${NAME} = ${literal};\n\n}  // namespace floc\n")

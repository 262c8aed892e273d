# A text file as a C++ source, so that the program carries it:
#
#   cmake -DINPUT=page.html -DOUTPUT=page.cpp -DNAME=page -P EmbedText.cmake
#
# gives `namespace floc { extern const std::string_view NAME; }` its value.
file(READ "${INPUT}" text)
string(FIND "${text}" ")floc~\"" clash)
if(NOT clash EQUAL -1)
  message(FATAL_ERROR "${INPUT} holds the mark that ends the text in C++")
endif()
file(WRITE "${OUTPUT}" "#include <string_view>\n\nnamespace floc {\n\nextern const std::string_view ${NAME};\n"
                       "const std::string_view ${NAME} = R\"floc~(${text})floc~\";\n\n}  // namespace floc\n")

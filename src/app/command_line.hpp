// The command line as data, from the declarations that CLI11 parses by (main.cpp): what the man page and the
// completion of words tell of it.
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace floc::app {

struct CommandOption {
  enum class Value { none, words, list, keys, file, folder, other };
  std::vector<std::string> names = {};  // "-o", "--output"; of a word without a name what it stands for: "DIR"
  bool positional = false;
  bool required = false;
  bool optional_value = false;  // it may stand alone
  std::string value = {};       // what stands for it in a synopsis; empty: a flag
  std::string help = {};
  Value kind = Value::other;
  std::vector<std::string> words = {};  // that it may be; of `keys` what stands before "="
};

struct Command {
  std::string name;
  std::string help, footer;
  std::vector<CommandOption> options;
};

struct CommandLine {
  Command program;
  std::vector<Command> commands;
};

// Words that an option takes but that CLI11 does not check: offered when it is completed. `kind` is words, list (separated
// by commas) or keys (key=value).
CLI::Option* offer(CLI::Option* option, std::vector<std::string> words,
                   CommandOption::Value kind = CommandOption::Value::words);

CommandLine describe(const CLI::App& app);

std::string capitals(std::string name);  // "--max-size": "MAX-SIZE"

}  // namespace floc::app

// Movies: frames of raw pixels through a pipe to ffmpeg, which is called as a program, without a shell.
//
// The file appears under its name when it is complete. MP4 is H.264, WebM is VP9, a GIF has a palette of its
// own for every frame.
#pragma once

#include <string>
#include <string_view>

namespace floc {

// The path ends in .mp4, .webm or .gif.
bool is_movie(std::string_view path);

class Movie {
 public:
  // Even sides, in pixels. Throws Error when ffmpeg is not there; `program` is what it is called.
  Movie(std::string path, int width, int height, double frames_per_second, const std::string& program = "ffmpeg");
  ~Movie();  // of one that was not finished: nothing is left of it
  Movie(const Movie&) = delete;
  Movie& operator=(const Movie&) = delete;

  void add(std::string_view rgb);  // three bytes a pixel, row by row; throws Error with what ffmpeg says
  void finish();                   // the same

 private:
  struct End {
    int status = 0;
    std::string words;
  };
  End end_of_program();  // closes the pipe and waits
  [[noreturn]] void fail(std::string words);

  std::string path_, part_;
  std::size_t frame_bytes_;
  int pipe_ = -1, words_ = -1;  // words_: a file in memory that has what the program says
  int process_ = -1;
};

}  // namespace floc

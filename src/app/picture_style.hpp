// From the words of the command line to the style of pictures.
#pragma once

#include "app/commands.hpp"
#include "app/frames.hpp"
#include "draw/picture.hpp"

namespace floc::app {

// Throws WrongInput.
PictureStyle picture_style(const DrawOptions& options);
// Pictures show the flow of a fluid.
bool wants_flow(const PictureStyle& style);
// The same with what belongs to the run: its exits and links. Checks that the options suit its dimension.
void suit_run(PictureStyle& style, const DrawOptions& options, const Frames& frames);
// A frame, with its flow where pictures show that.
Snapshot read_frame(const Frames& frames, std::size_t k, const PictureStyle& style);
// The frame nearest to a time, and those between two times, both included; of those with a flow where pictures show
// that.
std::size_t frame_at(const Frames& frames, double time, const PictureStyle& style);
std::vector<std::size_t> frames_between(const Frames& frames, double from, double to, const PictureStyle& style);

// "1,2.5,-3": numbers separated by commas; `option` names them in the message of a WrongInput.
std::vector<double> numbers_of(const std::string& text, const std::string& option);
// A number, "start" or "end".
double time_of(const std::string& text, const TrajectoryReader& trajectory, const std::string& option);

}  // namespace floc::app

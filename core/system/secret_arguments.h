#pragma once

#include <initializer_list>

namespace tidemark {

/// Writes over the values of these options (such as "--token") in the program's own arguments, where
/// everybody on the computer can read them. To be called when they have been read.
void blotOut(int argc, char** argv, std::initializer_list<const char*> options);

} // namespace tidemark

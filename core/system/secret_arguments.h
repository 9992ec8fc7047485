#pragma once

#include <initializer_list>

namespace tidemark {

/// Overwrites the values of these options (such as "--token") in the program's arguments, which every user of
/// the computer can read. Call it after you have read them.
void blotOut(int argc, char** argv, std::initializer_list<const char*> options);

} // namespace tidemark

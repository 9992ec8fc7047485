#pragma once

namespace tidemark {

/// From now on neither Qt nor the codecs print anything. Some codecs write to `stderr` without Qt.
void discardMessages();

/// Loads all codecs, and lets each decode a tiny picture and a damaged one, so that nothing has to be opened
/// later. Returns the name of a codec that does not decode its picture, or nullptr. From then on
/// Qt's codecs start no threads. Call it before anything else of Qt, with the arguments of the program.
[[nodiscard]] const char* loadCodecs(int argc, char** argv);

} // namespace tidemark

#pragma once

#include "core/sync/inputs.h"

namespace tidemark {

class ClientStore;

/// If `input` forwards a message that this device holds, copies its words and files into the input. They are
/// shown until the server, which does not get them, has taken its own copy.
void addForwardedWords(Input& input, const ClientStore& store);

} // namespace tidemark

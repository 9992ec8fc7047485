#pragma once

#include "core/domain/protocol.h"
#include "core/wire/problem.h"

namespace tidemark::v1 {
class Folders;
class SetFolder;
} // namespace tidemark::v1

/// The frames about folders; see values.h for the names of these functions.
namespace tidemark::wire {

void fillSetFolder(v1::SetFolder& message, const protocol::SetFolder& frame);
/// Returns UnknownFrame for a rule of a later protocol.
[[nodiscard]] protocol::ClientFrame readSetFolder(v1::SetFolder& message, Problem& problem);

void fillFolders(v1::Folders& message, const protocol::Folders& frame);
/// Leaves out folders without an id.
[[nodiscard]] protocol::Folders readFolders(v1::Folders& message, Problem& problem);

} // namespace tidemark::wire

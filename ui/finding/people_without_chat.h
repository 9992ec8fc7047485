#pragma once

#include "core/domain/conversation.h"

#include <QList>

namespace tidemark {

class ChatSession;

/// The people whom this device has heard of, as of the last Roster::requestPeople(), without the user and
/// those with whom there is a chat in the list.
[[nodiscard]] QList<User> peopleWithoutChat(ChatSession& session);

} // namespace tidemark

#pragma once

#include "ui/chat/composer/mention_completer.h"

namespace tidemark {

class ChatSession;

/// The people that the user can mention in the open conversation: the authors of the loaded messages, those
/// who spoke last first, then the members that are known; in groups also "all".
[[nodiscard]] QList<MentionCompleter::Person> peopleToMention(ChatSession& session);

} // namespace tidemark

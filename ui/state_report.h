#pragma once

#include "ui/chat_session.h"

#include <QJsonObject>

namespace tidemark {

/// What the window shows, for scripts:
/// {"user","device","total","connection","open","conversations":[{"conversation","title","unread","mentions",
/// "exact","shown_badge","head_seq","read_seq"}]}, the conversations ascending by number;
/// "open" is the number of the one that is open, 0: none.
[[nodiscard]] QJsonObject stateReport(const ChatSession& session, const QString& deviceName);

} // namespace tidemark

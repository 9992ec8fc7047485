#pragma once

#include "ui/session/chat_session.h"

#include <QJsonObject>

namespace tidemark {

/// Reports the window's content to scripts:
/// {"user","device","total","connection","open","conversations":[{"conversation","title","unread","mentions",
/// "exact","shown_badge","head_seq","read_seq"}]}. The conversations ascend by number. "open" is the number
/// of the open conversation; 0: none.
[[nodiscard]] QJsonObject stateReport(const ChatSession& session, const QString& deviceName);

} // namespace tidemark

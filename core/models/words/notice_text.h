#pragma once

#include "core/domain/conversation.h"
#include "core/domain/entry.h"

#include <QString>

namespace tidemark {

/// The words that stand for the name of a deleted account.
[[nodiscard]] QString deletedAccountName();
/// The name by which the window shows the user: the account's, or those words.
[[nodiscard]] QString shownName(const User& user);

/// Returns "Anna added Bo", "You renamed the conversation to “Release crew”", … `who` is empty for the
/// reader; `whom` and `title` may be empty if the notice does not need them. For a notice about a pinned
/// message, `title` is the message's text, or empty if it is not known.
[[nodiscard]] QString noticeText(NoticeKind notice, const QString& who, const QString& whom,
                                 const QString& title);

} // namespace tidemark

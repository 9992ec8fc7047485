#pragma once

#include "core/domain/protocol.h"
#include "core/domain/view.h"

#include <QMenu>

namespace tidemark {

/// What one can do with another member of a group, as far as one's own role allows it; empty where that is
/// nothing. Deletes itself when it is closed.
class MemberMenu : public QMenu {
    Q_OBJECT
public:
    MemberMenu(const ConversationSummary& summary, const protocol::Member& member, QWidget* parent = nullptr);

    /// Whether it has anything to offer.
    [[nodiscard]] static bool isUseful(const ConversationSummary& summary, const protocol::Member& member);

Q_SIGNALS:
    void roleWanted(tidemark::Role role);
    /// For good where it is a ban.
    void removeWanted(bool isBan);

private:
    void addRole(const QString& words, Role role);
};

/// "owner", "moderator"; empty for members.
[[nodiscard]] QString roleText(Role role);

} // namespace tidemark

#pragma once

#include "core/domain/protocol.h"
#include "core/domain/view.h"
#include "ui/widgets/menu.h"

namespace tidemark {

/// The user's actions on another member of a group; they depend on the user's own role. The menu is empty
/// unless mayManage(). It deletes itself when it is closed.
class MemberMenu : public Menu {
    Q_OBJECT
public:
    MemberMenu(const ConversationSummary& summary, const protocol::Member& member, QWidget* parent = nullptr);

Q_SIGNALS:
    void roleWanted(tidemark::Role role);
    /// With `isBan`, the member cannot come back.
    void removeWanted(bool isBan);

private:
    void addRole(const QString& words, Role role);
};

/// "owner", "moderator"; empty for members.
[[nodiscard]] QString roleText(Role role);

} // namespace tidemark

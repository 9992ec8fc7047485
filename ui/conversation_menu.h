#pragma once

#include "core/domain/view.h"

#include <QMenu>

namespace tidemark {

/// What one can do with a conversation. Deletes itself when it is closed.
class ConversationMenu : public QMenu {
    Q_OBJECT
public:
    explicit ConversationMenu(const ConversationSummary& summary, QWidget* parent = nullptr);

Q_SIGNALS:
    void markReadWanted();
    void markUnreadWanted();
    void settingsWanted(const tidemark::ConversationSettings& settings);
    void renameWanted();
    void addMemberWanted();
    void leaveWanted();

private:
    void addSetting(const QString& words, ConversationSettings settings);
};

} // namespace tidemark

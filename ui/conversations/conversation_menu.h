#pragma once

#include "core/domain/folder.h"
#include "core/domain/view.h"
#include "ui/widgets/menu.h"

namespace tidemark {

/// The menu of a conversation. It deletes itself when it is closed.
class ConversationMenu : public Menu {
    Q_OBJECT
public:
    ConversationMenu(const ConversationSummary& summary, const AccountSettings& account,
                     QWidget* parent = nullptr);

    [[nodiscard]] QAction* whyAction() const { return m_why; }
    /// The entry that mutes or unmutes.
    [[nodiscard]] QAction* muteAction() const { return m_mute; }
    [[nodiscard]] QAction* pinAction() const { return m_pin; }
    /// Offers to remove the group's picture.
    void setHasPicture(bool hasPicture);
    /// Offers to add the conversation to folders by hand, and to take it out.
    void setFolders(const QList<Folder>& folders, ConversationId conversation);

Q_SIGNALS:
    void markReadWanted();
    void markUnreadWanted();
    void whyWanted();
    void settingsWanted(const tidemark::ConversationSettings& settings);
    /// Mutes for `seconds`; 0: without end.
    void muteWanted(quint32 seconds);
    void renameWanted();
    void forwardingWanted(bool forbidden);
    void pictureWanted();
    void pictureRemovalWanted();
    void addMemberWanted();
    void exportWanted();
    void leaveWanted();
    void leaveAndClearWanted();
    void clearWanted();
    void unfollowWanted();
    void folderWanted(tidemark::MessageUuid folder, bool isIn);
    void newFolderWanted();

private:
    QAction* addSetting(const QString& words, ConversationSettings settings, Glyph glyph);
    void addMute(const ConversationSummary& summary);
    void addClearing(const ConversationSummary& summary);
    void addReceipts(const ConversationSummary& summary, const AccountSettings& account);

    QAction* m_why;
    QAction* m_mute = nullptr;
    QAction* m_pin = nullptr;
    QAction* m_removePicture = nullptr; ///< null: no group
    QAction* m_export;
};

} // namespace tidemark

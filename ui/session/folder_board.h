#pragma once

#include "core/domain/folder.h"

#include <QList>
#include <QObject>
#include <QString>

namespace tidemark {

class Commands;
class ConversationListModel;

/// The user's folders, the same on all devices, and the one whose conversations the list shows. A change is
/// shown at once, also offline. Lives on the GUI thread.
class FolderBoard : public QObject {
    Q_OBJECT
public:
    FolderBoard(Commands& commands, ConversationListModel& conversations, QObject* parent = nullptr);

    [[nodiscard]] const QList<Folder>& folders() const { return m_folders; } ///< in the user's order
    /// Returns null if the user has no such folder.
    [[nodiscard]] const Folder* find(MessageUuid id) const;
    /// The folder whose conversations the list shows; null: it shows all.
    [[nodiscard]] const Folder* chosen() const { return find(m_chosen); }
    /// The sums over the rows of the folder's conversations.
    [[nodiscard]] FolderNumbers numbers(const Folder& folder) const;

    // ---- what the user does
    /// Shows the conversations of this folder, or all if there is none. Marks nothing as read.
    void choose(MessageUuid id);
    /// Chooses by the place in the bar: 0 is all conversations. Does nothing beyond the last folder.
    void chooseAt(int place);
    /// Creates a folder, or changes the one with this id.
    void set(const Folder& folder);
    void move(MessageUuid id, int place);
    void remove(MessageUuid id);
    /// Adds a conversation by hand, or takes it out again.
    void put(MessageUuid id, ConversationId conversation, bool isIn);
    [[nodiscard]] MessageUuid newId() const;
    /// The title as the server stores it; empty: it would be refused.
    [[nodiscard]] static QString validTitle(const QString& title);

    // ---- from the client
    void take(const QList<Folder>& folders);

Q_SIGNALS:
    /// The folders have changed.
    void changed();
    void chosenChanged();
    /// A number of a folder may have changed.
    void numbersChanged();

private:
    void submit(const FolderChange& change, const QString& title);

    Commands& m_commands;
    ConversationListModel& m_conversations;
    QList<Folder> m_folders;
    MessageUuid m_chosen;
};

} // namespace tidemark

#pragma once

#include "core/client/client_values.h"
#include "core/domain/pin_order.h"
#include "ui/session/group_rules.h"

#include <QObject>
#include <QString>
#include <QStringList>
#include <QTimer>

#include <vector>

namespace tidemark {

class Commands;
class ConversationListModel;
class OpenConversation;
class Roster;

/// The user's actions as a member of conversations: creates, joins, follows and leaves them, and changes
/// their members and the user's settings for them. Lives on the GUI thread.
class Memberships : public QObject {
    Q_OBJECT
public:
    Memberships(Commands& commands, const ConversationListModel& conversations, OpenConversation& chat,
                Roster& roster, QObject* parent = nullptr);

    /// Archiving and its end can be undone for a while.
    void changeSettings(ConversationId conversation, ConversationSettings settings);
    [[nodiscard]] bool isUndoPossible() const { return m_moved.isValid(); }
    /// Names what undo() would undo.
    [[nodiscard]] QString undoWords() const;
    void undo();
    void forgetUndo();
    /// Moves a pinned conversation to right before `before`; 0: to the end of the pinned ones in the list.
    void movePin(ConversationId conversation, ConversationId before);
    /// The same for one row downwards, or with `step` -1 upwards.
    void stepPin(ConversationId conversation, int step);
    /// Mutes for `seconds` by the server's clock; 0: without end.
    void mute(ConversationId conversation, std::uint32_t seconds);
    /// Forbids or allows to forward messages of the conversation.
    void setForwarding(ConversationId conversation, bool forbidden);
    void leave(ConversationId conversation);
    /// Removes the messages so far from all devices of the user. A direct chat disappears from the list until
    /// something new is in it.
    void clear(ConversationId conversation);
    void leaveAndClear(ConversationId conversation);
    /// Deletes messages for the user alone, on all of the user's devices.
    void hide(ConversationId conversation, const QList<Seq>& seqs);
    /// Subtracts the channel from the feed's number at once. The user can follow the channel again.
    void unfollow(ConversationId channel);
    /// Opens the direct chat with a user, and creates it if there is none.
    void beginDirect(const QString& name);
    /// Opens the user's direct chat with themselves, and creates it if there is none.
    void openNotes(const QString& ownName);
    /// Removes the user from a group; a ban also keeps them from coming back.
    void removeMember(ConversationId conversation, const User& user, bool isBan);
    void giveRole(ConversationId conversation, const User& user, Role role);

    // Each of these ends with Commands::answered.
    [[nodiscard]] CommandId createGroup(const QString& title, const QStringList& members,
                                        GroupRules rules = {});
    [[nodiscard]] CommandId openDirect(const QString& name);
    [[nodiscard]] CommandId join(ConversationId conversation);
    [[nodiscard]] CommandId createChannel(const QString& title);
    [[nodiscard]] CommandId follow(ConversationId channel);
    [[nodiscard]] CommandId rename(ConversationId conversation, const QString& title);
    [[nodiscard]] CommandId addMember(ConversationId conversation, const QString& name);
    /// `words` is part of the title; empty: any title. Emits Commands::resultCame before `answered`, unless
    /// it is refused.
    [[nodiscard]] CommandId findChannels(const QString& words);

Q_SIGNALS:
    void undoChanged();

private:
    void submitSettings(ConversationId conversation, const ConversationSettings& settings);
    void orderPins(const std::vector<PinPlace>& places);
    [[nodiscard]] CommandId expectConversation(const QStringList& names = {});
    /// Opens the conversation that a command has created or joined.
    void openMade(const change::CommandDone& done);
    [[nodiscard]] CommandId expectMemberChange(const QString& what, const QString& name);
    void closeIfOpen(ConversationId conversation);

    Commands& m_commands;
    const ConversationListModel& m_conversations;
    OpenConversation& m_chat;
    Roster& m_roster;
    ConversationId m_moved; ///< into the archive or out of it, which can be undone; 0: none
    bool m_isArchived = false;
    QTimer m_undoTimer;
};

} // namespace tidemark

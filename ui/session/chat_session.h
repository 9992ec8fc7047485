#pragma once

#include "core/models/conversations/conversation_list_model.h"
#include "ui/session/choices/preferences.h"
#include "ui/session/commands.h"
#include "ui/session/files/animations.h"
#include "ui/session/files/avatars.h"
#include "ui/session/files/message_files.h"
#include "ui/session/files/picture_store.h"
#include "ui/session/files/storage_controller.h"
#include "ui/session/folder_board.h"
#include "ui/session/ignored_people.h"
#include "ui/session/invitation_list.h"
#include "ui/session/memberships.h"
#include "ui/session/message_search.h"
#include "ui/session/message_writer.h"
#include "ui/session/open_conversation.h"
#include "ui/session/pin_board.h"
#include "ui/session/reactions/reaction_writer.h"
#include "ui/session/reactions/reactor_names.h"
#include "ui/session/reactions/unread_reactions.h"
#include "ui/session/reading/mention_jump.h"
#include "ui/session/reading/read_marks.h"
#include "ui/session/reading/unread_explainer.h"
#include "ui/session/roster.h"
#include "ui/session/scheduled_messages.h"
#include "ui/session/send_cooldowns.h"
#include "ui/session/server_connection.h"
#include "ui/session/user_account.h"

#include <QObject>

namespace tidemark {

/// Owns the state that the window shows: the list of conversations with its totals, and one part for each of
/// the user's tasks. The parts speak to the client only by their signals, so that tests need no client. Lives
/// on the GUI thread.
class ChatSession : public QObject {
    Q_OBJECT
public:
    explicit ChatSession(IdSource ids, ReadingSetup reading = {}, QObject* parent = nullptr);

    [[nodiscard]] Commands& commands() { return m_commands; }
    [[nodiscard]] ServerConnection& connection() { return m_connection; }
    [[nodiscard]] const ServerConnection& connection() const { return m_connection; }
    [[nodiscard]] UserAccount& account() { return m_account; }
    [[nodiscard]] const UserAccount& account() const { return m_account; }
    [[nodiscard]] OpenConversation& chat() { return m_chat; }
    [[nodiscard]] const OpenConversation& chat() const { return m_chat; }
    [[nodiscard]] Roster& roster() { return m_roster; }
    [[nodiscard]] Memberships& memberships() { return m_memberships; }
    [[nodiscard]] IgnoredPeople& ignored() { return m_ignored; }
    [[nodiscard]] const IgnoredPeople& ignored() const { return m_ignored; }
    [[nodiscard]] ScheduledMessages& scheduled() { return m_scheduled; }
    [[nodiscard]] FolderBoard& folders() { return m_folders; }
    [[nodiscard]] InvitationList& invitations() { return m_invitations; }
    [[nodiscard]] MessageWriter& writer() { return m_writer; }
    [[nodiscard]] PinBoard& pins() { return m_pins; }
    [[nodiscard]] ReactionWriter& reactions() { return m_reactions; }
    [[nodiscard]] UnreadReactions& unreadReactions() { return m_unreadReactions; }
    [[nodiscard]] ReactorNames& reactorNames() { return m_reactorNames; }
    [[nodiscard]] MessageFiles& files() { return m_files; }
    [[nodiscard]] PictureStore& pictures() { return m_pictures; }
    [[nodiscard]] Animations& animations() { return m_animations; }
    [[nodiscard]] Avatars& avatars() { return m_avatars; }
    /// Decodes pictures in tidemark-pictures, which begins with the first of them.
    [[nodiscard]] PictureDecoder& pictureDecoder();
    [[nodiscard]] ReadMarks& marks() { return m_marks; }
    [[nodiscard]] UnreadExplainer& unreadExplainer() { return m_unreadExplainer; }
    [[nodiscard]] MentionJump& mentionJump() { return m_mentionJump; }
    [[nodiscard]] MessageSearch& search() { return m_search; }
    [[nodiscard]] StorageController& storage() { return m_storage; }
    [[nodiscard]] SendCooldowns& sendCooldowns() { return m_sendCooldowns; }
    [[nodiscard]] Preferences& preferences() { return m_preferences; }
    [[nodiscard]] const Preferences& preferences() const { return m_preferences; }

    // ---- the list of conversations
    [[nodiscard]] ConversationListModel& conversations() { return m_conversations; }
    [[nodiscard]] const ConversationListModel& conversations() const { return m_conversations; }
    [[nodiscard]] Totals totals() const { return m_account.isSignedOut() ? Totals() : m_totals; }
    /// Returns the total, counted as the user has chosen.
    [[nodiscard]] ShownTotal shownTotal() const
    {
        return tidemark::shownTotal(totals(), m_preferences.badges());
    }
    /// Chooses which conversations the list shows; the profile keeps the choice. Marks nothing as read, but
    /// the channels filter opens the feed.
    void chooseFilter(ConversationFilter filter);
    /// The user looks at the followed channels: resets their number on all devices.
    void openFeed();
    /// Whether what the user did last can be undone: marking, archiving, or a change of whom they ignore.
    [[nodiscard]] bool isUndoPossible() const
    {
        return m_marks.undo().isPossible() || m_ignored.isUndoPossible() || m_memberships.isUndoPossible();
    }
    void undo();
    /// Names what undo() would undo; empty: nothing.
    [[nodiscard]] QString undoWords() const;
    /// Sets this device's own reading policy; empty: use the account's.
    void changeDevicePolicy(std::optional<ReadingPolicy> policy);

    // ---- from the client
    void takeConversations(const QList<ConversationSummary>& all);
    void takeChanges(const QList<ConversationSummary>& changed);
    void takeTotals(const Totals& totals);
    /// Takes a setting of the program that the profile has stored.
    void takeSetting(const QString& key, const QString& value);

Q_SIGNALS:
    // ---- to the client
    void settingChosen(const QString& key, const QString& value);
    void attachmentsWanted(const tidemark::AttachmentQuery& query, quint64 tag);

    // ---- from the client, for lists of files
    void attachmentsLoaded(const QList<tidemark::AttachmentItem>& files, quint64 tag);

    // ---- to the window
    /// The totals, or the way they are counted, have changed.
    void totalsChanged();
    void filterChanged();

private:
    [[nodiscard]] PictureStore::Decode decodeFunction();
    void connectParts();
    void describeFiles();
    void followIgnored();
    void followUndo();
    void followOpenConversation();
    void followConnection();
    void followAccount();
    void noteCounting();
    void showFilter(ConversationFilter filter);

    Commands m_commands;
    ServerConnection m_connection;
    UserAccount m_account;
    Preferences m_preferences;
    ConversationListModel m_conversations;
    OpenConversation m_chat;
    Roster m_roster;
    Memberships m_memberships;
    IgnoredPeople m_ignored;
    ScheduledMessages m_scheduled;
    FolderBoard m_folders;
    InvitationList m_invitations;
    MessageWriter m_writer;
    PinBoard m_pins;
    ReactionWriter m_reactions;
    ReactorNames m_reactorNames;
    UnreadReactions m_unreadReactions;
    MessageFiles m_files;
    PictureDecoder* m_decoder = nullptr; ///< a child of this object, made when it is first needed
    PictureStore m_pictures;
    Animations m_animations;
    Avatars m_avatars;
    ReadMarks m_marks;
    UnreadExplainer m_unreadExplainer;
    MentionJump m_mentionJump;
    MessageSearch m_search;
    StorageController m_storage;
    SendCooldowns m_sendCooldowns;
    Totals m_totals;
    BadgeChoices m_countedBy; ///< how the last totalsChanged() counted
};

} // namespace tidemark

#pragma once

#include "core/client/client.h"
#include "core/domain/dot.h"
#include "core/models/conversations/conversation_list_model.h"
#include "core/models/timeline/timeline_model.h"
#include "ui/session/group_rules.h"
#include "ui/session/mention_jump.h"
#include "ui/session/message_search.h"
#include "ui/session/preferences.h"
#include "ui/session/read_undo.h"
#include "ui/session/reading_watch.h"
#include "ui/session/roster.h"
#include "ui/session/send_cooldowns.h"
#include "ui/session/storage_controller.h"
#include "ui/session/unread_explainer.h"

#include <QObject>
#include <QTimer>

#include <functional>
#include <string_view>
#include <unordered_map>

namespace tidemark {

/// Creates command and message ids: the client's, or a test's.
struct IdSource {
    std::function<CommandId()> command;
    std::function<MessageUuid()> uuid;
};

/// Holds what the window shows and what the user does, as values: the models, the open conversation and what
/// counts as read in it. It speaks to the client only by its own signals, so that tests can feed it without a
/// client. Lives on the GUI thread.
class ChatSession : public QObject {
    Q_OBJECT
public:
    explicit ChatSession(IdSource ids, ReadingSetup reading = {}, QObject* parent = nullptr);

    [[nodiscard]] ConversationListModel& conversations() { return m_conversations; }
    [[nodiscard]] const ConversationListModel& conversations() const { return m_conversations; }
    [[nodiscard]] TimelineModel& timeline() { return m_timeline; }
    [[nodiscard]] ConversationId current() const { return m_current; }
    /// Null while no conversation is open.
    [[nodiscard]] const ConversationSummary* currentSummary() const
    {
        return m_conversations.summary(m_current);
    }
    [[nodiscard]] Totals totals() const { return m_isSignedOut ? Totals() : m_totals; }
    /// The total, counted as the user has chosen.
    [[nodiscard]] ShownTotal shownTotal() const
    {
        return tidemark::shownTotal(totals(), m_preferences.badges());
    }
    [[nodiscard]] const ConnectionStatus& connection() const { return m_connection; }
    [[nodiscard]] bool isOnline() const { return m_connection.phase == ConnectionPhase::Online; }
    /// Whether this connection has received the state of every conversation.
    [[nodiscard]] bool hasCaughtUp() const { return m_hasCaughtUp; }
    [[nodiscard]] const QString& userName() const { return m_userName; }
    [[nodiscard]] UserId user() const { return m_user; }
    [[nodiscard]] const AccountSettings& settings() const { return m_settings; }
    /// The last marking, which can still be undone.
    [[nodiscard]] const ReadUndo& undo() const { return m_undo; }
    [[nodiscard]] UnreadExplainer& unreadExplainer() { return m_unreadExplainer; }
    [[nodiscard]] MentionJump& mentionJump() { return m_mentionJump; }
    [[nodiscard]] MessageSearch& search() { return m_search; }
    [[nodiscard]] StorageController& storage() { return m_storage; }
    [[nodiscard]] Roster& roster() { return m_roster; }
    [[nodiscard]] SendCooldowns& sendCooldowns() { return m_sendCooldowns; }
    [[nodiscard]] Preferences& preferences() { return m_preferences; }
    [[nodiscard]] const Preferences& preferences() const { return m_preferences; }
    /// Whether the dot of this name is lit.
    [[nodiscard]] bool isDotLit(std::string_view name) const;
    [[nodiscard]] ReadingWatch& reading() { return m_reading; }
    [[nodiscard]] const ReadingWatch& reading() const { return m_reading; }

    /// The unread messages that "mark everything as read" would mark, including those in muted and archived
    /// conversations.
    struct AllUnread {
        std::uint64_t messages = 0;
        std::size_t conversations = 0;
        bool exact = true;
    };
    [[nodiscard]] AllUnread allUnread() const;

    // ---- what the user does
    /// Does nothing if the conversation is already open or unknown. The timeline begins at `showAt`; with 0
    /// it begins at the first unread message, else at the place that was kept, else at the end.
    void open(ConversationId conversation, Seq showAt = {});
    /// Keeps the place at which the conversation opens again while nothing in it is unread; 0: at the end.
    void keepPlace(ConversationId conversation, Seq seq) { m_places[conversation] = seq; }
    [[nodiscard]] Seq keptPlace(ConversationId conversation) const;
    void close();
    /// Sends to the open conversation, as a reply to `replyTo` if that is valid. Returns false for blank
    /// text, which is not sent.
    bool send(const QString& text, Seq replyTo = {});
    /// Sends to any conversation, from outside the window. Reads nothing (I15).
    void sendTo(ConversationId conversation, const QString& text);
    void edit(Seq target, const QString& text);
    void recall(Seq target);
    void retry(const MessageUuid& uuid);
    void deletePending(const MessageUuid& uuid);
    /// The user is typing in the open conversation. The other members are notified if the user's settings
    /// allow it.
    void noteTyping();
    /// Clears the draft if the text is blank.
    void setDraft(ConversationId conversation, const QString& text);
    /// Marks everything up to and including `through` as read; 0: the whole conversation.
    void markRead(ConversationId conversation, Seq through = {});
    void markUnread(ConversationId conversation, Seq from);
    void markAllRead();
    /// Undoes the last marking, while undo() is possible.
    void undoRead();
    void changeSettings(ConversationId conversation, ConversationSettings settings);
    /// Mutes for `seconds` by the server's clock; 0: for ever.
    void mute(ConversationId conversation, std::uint32_t seconds);
    /// Chooses which conversations the list shows; the profile keeps the choice. Reads nothing, except that
    /// the channels filter opens the feed.
    void chooseFilter(ConversationFilter filter);
    void leave(ConversationId conversation);
    /// The channel's share of the feed's number goes at once. The channel can be followed again.
    void unfollow(ConversationId channel);
    /// Removes the user from a group; a ban also keeps them from coming back.
    void removeMember(ConversationId conversation, const User& user, bool isBan);
    void giveRole(ConversationId conversation, const User& user, Role role);
    /// The user looks at the followed channels: resets their number on all devices.
    void openFeed();
    // Each of these ends with `answered`.
    [[nodiscard]] CommandId createGroup(const QString& title, const QStringList& members,
                                        GroupRules rules = {});
    [[nodiscard]] CommandId openDirect(const QString& name);
    [[nodiscard]] CommandId join(ConversationId conversation);
    [[nodiscard]] CommandId createChannel(const QString& title);
    [[nodiscard]] CommandId follow(ConversationId channel);
    [[nodiscard]] CommandId rename(ConversationId conversation, const QString& title);
    [[nodiscard]] CommandId addMember(ConversationId conversation, const QString& name);
    [[nodiscard]] CommandId changeAccount(ReceiptPrivacy receipts, ReadingPolicy reading);
    /// Sets whether notifications wait while the user is at another device; applies to all devices.
    [[nodiscard]] CommandId changeQuiet(bool isQuiet);
    /// If `signsOutOthers`, all other devices of the account must sign in again.
    [[nodiscard]] CommandId changePassword(const QString& oldPassword, const QString& newPassword,
                                           bool signsOutOthers);
    // Each of these ends with `answered`, and emits `resultCame` before it unless it is refused.
    [[nodiscard]] CommandId requestReaders(ConversationId conversation, Seq seq, UserId after = {});
    [[nodiscard]] CommandId requestDevices();
    /// `words` is part of the title; empty: any title.
    [[nodiscard]] CommandId findChannels(const QString& words);
    /// Signs out another device of the user; ends with `answered`.
    [[nodiscard]] CommandId signOutDevice(DeviceId device);
    /// The user looks at what a dot stands for: the dot goes out on all their devices.
    void seeDot(std::string_view name);
    void retryConnection();
    /// The user has turned to what is on screen: they scrolled, clicked or sent.
    void readOn();
    /// Shows the end of the open conversation at the user's request.
    void showEnd();
    /// Sets this device's own reading policy; empty: use the account's.
    void changeDevicePolicy(std::optional<ReadingPolicy> policy);

    // ---- from the client
    void takeConversations(const QList<ConversationSummary>& all);
    void takeChanges(const QList<ConversationSummary>& changed);
    void takeTimeline(const TimelinePage& page, quint64 tag);
    void takeGrowth(ConversationId conversation, Seq first, Seq last, const QList<Seq>& marked);
    void takeDropped(ConversationId conversation);
    void takePendingChange(ConversationId conversation);
    void takeTotals(const Totals& totals);
    void takeConnection(const ConnectionStatus& status, int retryInMs);
    /// The state of every conversation has arrived; until the connection is lost, only new changes follow.
    void takeCaughtUp();
    void takeSettings(const AccountSettings& settings);
    /// Takes a setting of the program, as the profile keeps it.
    void takeSetting(const QString& key, const QString& value);
    /// An empty name means that no user is signed in: from here on nothing of the last user is shown.
    /// `userName` is empty, and `user` 0, if no user is signed in.
    void takeAccount(const QString& userName, UserId user);
    void takeCommandDone(const change::CommandDone& done);
    void takeDots(const QList<Dot>& dots);

Q_SIGNALS:
    // ---- to the client
    void submitted(const tidemark::Input& input);
    void timelineWanted(tidemark::ConversationId conversation, const tidemark::TimelineQuery& query,
                        quint64 tag);
    void draftChanged(tidemark::ConversationId conversation, const QString& text);
    void settingChosen(const QString& key, const QString& value);

    // ---- to the window
    void currentChanged();
    void currentSummaryChanged();
    /// The totals, or the way they are counted, have changed.
    void totalsChanged();
    void connectionChanged(int retryInMs);
    void caughtUp();
    void accountChanged();
    void settingsChanged();
    void filterChanged();
    void undoChanged();
    void dotsChanged();
    /// Carries the answer to a query.
    void resultCame(const tidemark::change::CommandDone& result);
    /// A command that a caller waits for has ended; `why` says why it failed, for the user, and is empty on
    /// success.
    void answered(tidemark::CommandId command, const QString& why);
    /// The server refused something that the user asked for; both texts are shown to the user.
    void refused(const QString& what, const QString& why);

private:
    struct Command {
        QString what; ///< "Could not leave", shown if the command fails; empty: a caller waits for the answer
        QStringList names;        ///< the users whom the command is about
        bool opensResult = false; ///< open the conversation that comes back
        bool isUndoable = false;  ///< the undo offer ends if the command is refused
        bool changesMembers = false;
    };

    CommandId expect(Command command);
    void offerUndo();
    void noteUndoing(const Input& input);
    void noteCounting();
    void showFilter(ConversationFilter filter);
    void noteUndo(const ConversationSummary& summary);
    void endUndo();
    void noteCurrentSummary();
    void noteOpening();
    void noteMark(const ConversationSummary& summary);
    void openWhenKnown();

    IdSource m_ids;
    ConversationListModel m_conversations;
    TimelineModel m_timeline;
    ReadingWatch m_reading;
    ReadUndo m_undo;
    QTimer m_undoTimer;
    UnreadExplainer m_unreadExplainer;
    MentionJump m_mentionJump;
    MessageSearch m_search;
    StorageController m_storage;
    Roster m_roster;
    SendCooldowns m_sendCooldowns;
    Preferences m_preferences;
    std::unordered_map<ConversationId, Seq> m_places;
    ConversationId m_current;
    ConversationId m_toOpen; ///< requested, but not yet in the list
    Cursor m_cursor;         ///< the last known cursor of the open conversation
    Seq m_markedFrom; ///< the user's own "mark as unread" that the cursor does not include yet; 0: none
    std::unordered_map<CommandId, Command> m_commands;
    std::unordered_map<quint64, TimelineQuery> m_queries; ///< sent to the store for the open conversation
    quint64 m_lastTag = 0;
    Totals m_totals;
    BadgeChoices m_countedBy; ///< how the last totalsChanged() counted
    ConnectionStatus m_connection;
    QString m_userName;
    UserId m_user;
    AccountSettings m_settings;
    QList<Dot> m_dots;
    QString m_settingsOwner; ///< the owner of the settings, remembered after signing out
    bool m_isSignedOut = false;
    bool m_hasCaughtUp = false;
};

} // namespace tidemark

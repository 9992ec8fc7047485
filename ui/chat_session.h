#pragma once

#include "core/client/client.h"
#include "core/domain/dot.h"
#include "core/models/conversation_list_model.h"
#include "core/models/timeline_model.h"
#include "ui/badge_inquiry.h"
#include "ui/company.h"
#include "ui/group_rules.h"
#include "ui/mention_jump.h"
#include "ui/message_search.h"
#include "ui/preferences.h"
#include "ui/read_undo.h"
#include "ui/reading_watch.h"
#include "ui/sending_waits.h"
#include "ui/storage_desk.h"

#include <QObject>
#include <QTimer>

#include <functional>
#include <string_view>
#include <unordered_map>

namespace tidemark {

/// Where fresh numbers come from: Client, or a test.
struct IdSource {
    std::function<CommandId()> command;
    std::function<MessageUuid()> uuid;
};

/// What the window shows and what its user does, as values: holds the models, the open conversation and the
/// what counts as read in it. It speaks to the client only by signals of its own, so that tests feed it
/// without one. Lives on the GUI thread.
class ChatSession : public QObject {
    Q_OBJECT
public:
    explicit ChatSession(IdSource ids, ReadingSetup reading = {}, QObject* parent = nullptr);

    [[nodiscard]] ConversationListModel& conversations() { return m_conversations; }
    [[nodiscard]] const ConversationListModel& conversations() const { return m_conversations; }
    [[nodiscard]] TimelineModel& timeline() { return m_timeline; }
    [[nodiscard]] ConversationId current() const { return m_current; }
    /// The open conversation; null when there is none.
    [[nodiscard]] const ConversationSummary* currentSummary() const
    {
        return m_conversations.summary(m_current);
    }
    [[nodiscard]] Totals totals() const { return m_isSignedOut ? Totals() : m_totals; }
    /// The number for everything, as the user wants it counted.
    [[nodiscard]] ShownTotal shownTotal() const
    {
        return tidemark::shownTotal(totals(), m_preferences.badges());
    }
    [[nodiscard]] const ConnectionStatus& connection() const { return m_connection; }
    [[nodiscard]] bool isOnline() const { return m_connection.phase == ConnectionPhase::Online; }
    /// Over this connection every conversation has been heard of.
    [[nodiscard]] bool hasCaughtUp() const { return m_hasCaughtUp; }
    [[nodiscard]] const QString& userName() const { return m_userName; }
    [[nodiscard]] const AccountSettings& settings() const { return m_settings; }
    /// What can be taken back now.
    [[nodiscard]] const ReadUndo& undo() const { return m_undo; }
    [[nodiscard]] BadgeInquiry& inquiry() { return m_inquiry; }
    [[nodiscard]] MentionJump& mentionJump() { return m_mentionJump; }
    [[nodiscard]] MessageSearch& search() { return m_search; }
    [[nodiscard]] StorageDesk& storage() { return m_storage; }
    [[nodiscard]] Company& company() { return m_company; }
    [[nodiscard]] SendingWaits& sendingWaits() { return m_sendingWaits; }
    [[nodiscard]] Preferences& preferences() { return m_preferences; }
    [[nodiscard]] const Preferences& preferences() const { return m_preferences; }
    /// Whether the dot of this name shows.
    [[nodiscard]] bool isDotLit(std::string_view name) const;
    [[nodiscard]] ReadingWatch& reading() { return m_reading; }
    [[nodiscard]] const ReadingWatch& reading() const { return m_reading; }

    /// What "mark everything as read" is about: muted and archived conversations too.
    struct AllUnread {
        std::uint64_t messages = 0;
        std::size_t conversations = 0;
        bool exact = true;
    };
    [[nodiscard]] AllUnread allUnread() const;

    // ---- what the user does
    /// Nothing happens for one that is open already or not known.
    /// It begins at `showAt`; 0: at the first unread message, without one at the place that was kept, else at
    /// the end.
    void open(ConversationId conversation, Seq showAt = {});
    /// Where the conversation opens again while nothing in it is unread; 0: at the end.
    void keepPlace(ConversationId conversation, Seq seq) { m_places[conversation] = seq; }
    [[nodiscard]] Seq keptPlace(ConversationId conversation) const;
    void close();
    /// Sends to the open conversation, as an answer to `replyTo` if that is valid; blank text is not sent.
    /// False then.
    bool send(const QString& text, Seq replyTo = {});
    /// Sends to any conversation, from outside the window; nothing becomes read by it (I15).
    void sendTo(ConversationId conversation, const QString& text);
    void edit(Seq target, const QString& text);
    void recall(Seq target);
    void retry(const MessageUuid& uuid);
    void deletePending(const MessageUuid& uuid);
    /// The user is writing in the open conversation: told to the others, where the user wants that.
    void noteTyping();
    /// Blank text clears the draft.
    void setDraft(ConversationId conversation, const QString& text);
    /// Up to a message, or all of it where that is 0.
    void markRead(ConversationId conversation, Seq upTo = {});
    void markUnread(ConversationId conversation, Seq from);
    void markAllRead();
    /// Takes the last mark back, while undo() is possible.
    void undoRead();
    void changeSettings(ConversationId conversation, ConversationSettings settings);
    /// For so many seconds, by the server's clock; 0: for ever.
    void mute(ConversationId conversation, std::uint32_t seconds);
    /// Which part of the conversations the list shows. Reads nothing, but the channels open the feed; the
    /// profile keeps it.
    void chooseFilter(ConversationFilter filter);
    void leave(ConversationId conversation);
    /// What the channel adds to the feed's number goes at once; it can be followed again.
    void unfollow(ConversationId channel);
    /// Of the group; a ban keeps them from coming back.
    void removeMember(ConversationId conversation, const User& user, bool isBan);
    void giveRole(ConversationId conversation, const User& user, Role role);
    /// The user looks at the followed channels: their number is reset on all devices.
    void openFeed();
    // These end with `answered`.
    [[nodiscard]] CommandId createGroup(const QString& title, const QStringList& members,
                                        GroupRules rules = {});
    [[nodiscard]] CommandId openDirect(const QString& name);
    [[nodiscard]] CommandId join(ConversationId conversation);
    [[nodiscard]] CommandId createChannel(const QString& title);
    [[nodiscard]] CommandId follow(ConversationId channel);
    [[nodiscard]] CommandId rename(ConversationId conversation, const QString& title);
    [[nodiscard]] CommandId addMember(ConversationId conversation, const QString& name);
    [[nodiscard]] CommandId changeAccount(ReceiptPrivacy receipts, ReadingPolicy reading);
    /// Whether notifications wait while the user is at another device; of all devices.
    [[nodiscard]] CommandId changeQuiet(bool isQuiet);
    /// With `signsOutOthers` all other devices of the account have to sign in again.
    [[nodiscard]] CommandId changePassword(const QString& oldPassword, const QString& newPassword,
                                           bool signsOutOthers);
    // These too, and with `resultCame` before it unless they are refused.
    [[nodiscard]] CommandId askReaders(ConversationId conversation, Seq seq);
    [[nodiscard]] CommandId askDevices();
    /// `words`: part of the title; empty: any.
    [[nodiscard]] CommandId findChannels(const QString& words);
    /// Another device of the user's; ends with `answered`.
    [[nodiscard]] CommandId signOutDevice(DeviceId device);
    /// The user looks at what a dot stands for: it goes on all of their devices.
    void seeDot(std::string_view name);
    void retryConnection();
    /// The user has turned to what is on screen: scrolled, clicked, sent.
    void readOn();
    /// Shows the end of the open conversation, which the user has asked for.
    void showEnd();
    /// This device's own policy of reading; none: as the account says.
    void changeDevicePolicy(std::optional<ReadingPolicy> policy);

    // ---- what the client tells
    void takeConversations(const QList<ConversationSummary>& all);
    void takeChanges(const QList<ConversationSummary>& changed);
    void takeTimeline(const TimelinePage& page, quint64 tag);
    void takeGrowth(ConversationId conversation, Seq first, Seq last, const QList<Seq>& marked);
    void takeDropped(ConversationId conversation);
    void takePendingChange(ConversationId conversation);
    void takeTotals(const Totals& totals);
    void takeConnection(const ConnectionStatus& status, int retryInMs);
    /// Every conversation's state has been heard; until the connection is lost there is nothing old to come.
    void takeCaughtUp();
    void takeSettings(const AccountSettings& settings);
    /// A setting of the program, as it is kept in the profile.
    void takeSetting(const QString& key, const QString& value);
    /// Empty: nobody is signed in, and nothing of whoever was is shown from here on.
    void takeAccount(const QString& userName);
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
    /// Or how they are counted.
    void totalsChanged();
    void connectionChanged(int retryInMs);
    void caughtUp();
    void accountChanged();
    void settingsChanged();
    void filterChanged();
    void undoChanged();
    void dotsChanged();
    /// The answer to a question, with what was asked for.
    void resultCame(const tidemark::change::CommandDone& result);
    /// What somebody waits for was done, or why not, in words.
    void answered(tidemark::CommandId command, const QString& why);
    /// Something that the user asked for was refused; in words.
    void refused(const QString& what, const QString& why);

private:
    struct Command {
        QString what;             ///< "Not left"; empty: somebody waits for the answer
        QStringList names;        ///< of the users that it is about
        bool opensResult = false; ///< the conversation that comes back is opened
        bool isUndoable = false;  ///< until it is refused
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
    BadgeInquiry m_inquiry;
    MentionJump m_mentionJump;
    MessageSearch m_search;
    StorageDesk m_storage;
    Company m_company;
    SendingWaits m_sendingWaits;
    Preferences m_preferences;
    std::unordered_map<ConversationId, Seq> m_places;
    ConversationId m_current;
    ConversationId m_toOpen; ///< asked for, not yet in the list
    Cursor m_cursor;         ///< of the open conversation, as it was told last
    Seq m_markedFrom;        ///< marked unread by the user, which the cursor does not say yet; 0: nothing
    std::unordered_map<CommandId, Command> m_commands;
    std::unordered_map<quint64, TimelineQuery> m_queries; ///< asked of the store for the open conversation
    quint64 m_lastTag = 0;
    Totals m_totals;
    BadgeChoices m_countedBy; ///< when the totals were told last
    ConnectionStatus m_connection;
    QString m_userName;
    AccountSettings m_settings;
    QList<Dot> m_dots;
    QString m_settingsOwner; ///< whose they are, also when nobody is signed in any more
    bool m_isSignedOut = false;
    bool m_hasCaughtUp = false;
};

} // namespace tidemark

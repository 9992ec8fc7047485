#pragma once

#include "core/domain/view.h"
#include "core/models/timeline/timeline_window.h"

#include <QAbstractListModel>
#include <QDate>

#include <functional>
#include <optional>
#include <vector>

namespace tidemark {

/// Returns the words of a screen reader for a file of a row. They may change without the row: see
/// noteFileState().
using FileWords = std::function<QString(const TimelineRow& row, int file)>;

/// The known facts about a conversation when it is opened.
struct TimelineOpening {
    ConversationId conversation;
    bool isDirect = false;
    Seq readThrough; ///< the divider is after this seq
    quint64 unread = 0;
    bool unreadExact = true;
    Seq seenByOthers;
    Seq deliveredToOthers = {};
    Seq showAt = {}; ///< show this seq first; 0: the first unread message, or else the end
    Seq head = {};   ///< the newest entry received
};

/// The timeline of one conversation, as a window of at most `maximumRows` messages out of any number. Lives
/// on the GUI thread. It requests pages by signal and receives them by takePage(); when the window is too
/// long, it drops rows at the far end. It reports each change as the fewest insertions, removals, moves and
/// changed roles.
class TimelineModel : public QAbstractListModel {
    Q_OBJECT
public:
    enum Role {
        RowRole = Qt::UserRole + 1, ///< the whole TimelineRow
        KindRole,                   ///< int of TimelineRowKind
        TextRole,                   ///< text, quote, edited and recalled marks
        DeliveryRole,
        GroupRole,
        TimeRole,
        CoverageRole,
    };
    static constexpr int maximumRows = 400;
    static constexpr int pageRows = 60;

    explicit TimelineModel(QObject* parent = nullptr);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    /// DisplayRole: the text; AccessibleTextRole: author, files, text and time in words.
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] const std::vector<TimelineRow>& rows() const { return m_rows; }
    [[nodiscard]] const TimelineWindow& window() const { return m_window; }
    [[nodiscard]] ConversationId conversation() const { return m_conversation; }
    /// Returns -1 if `seq` is not loaded.
    [[nodiscard]] int rowOfSeq(Seq seq) const;
    /// Returns the row of `seq`; for an edit or recall, the row that covers it.
    [[nodiscard]] int rowCovering(Seq seq) const;
    /// Returns the position of this visit's divider as a seq: the divider is before it, and no message of
    /// others lies in between. 0: no divider.
    [[nodiscard]] Seq dividerAt() const;
    /// Returns the first seq from which on no message above `row` can be unread: the rows there, if any, are
    /// notices and messages that count for nobody or are the user's own.
    [[nodiscard]] Seq quietFrom(int row) const;

    /// Empties the model and requests the first page: the first unread messages, or the end if there are
    /// none.
    void open(const TimelineOpening& opening);
    void close();
    /// The received part of the news from the time without a connection.
    enum class Received : quint8 { Nothing, Part, All };
    /// Updates the state of the open conversation. As long as the visit is beginning, it begins at this
    /// state, so that messages unknown at opening are new too. While the device is catching up (`Part`), this
    /// may move a divider on screen; afterwards a read at another device does not move it. The beginning ends
    /// with endBeginning(), with a jump, or when everything received is shown and nothing more is expected.
    void updateOpening(const TimelineOpening& opening, Received received);
    /// The user has begun to read.
    void endBeginning() { m_isBeginning = false; }
    /// A user marked messages above `opening.readThrough` as unread: moves the divider there.
    void moveDivider(const TimelineOpening& opening);
    /// Messages have come into a conversation that was read, while the user was away: the visit begins again,
    /// with a divider above them.
    void beginAgain(const TimelineOpening& opening);
    /// The mark as unread was reverted: restores the divider's earlier position.
    void restoreDivider();
    /// Takes the answer to pageWanted(). Ignores pages of another conversation.
    void takePage(const TimelinePage& page, const TimelineQuery& query);

    // Changes of the local log.
    void noteGrowth(Seq first, Seq last, const QList<Seq>& marked);
    /// The reactions to these messages have changed.
    void noteReactions(const QList<Seq>& messages);
    /// Users are shown by other names than before.
    void noteNames();
    void noteDropped();
    void notePending();
    /// An edit or recall of `target` is on its way.
    void noteChanging(Seq target);
    void setReached(Seq delivered, Seq seen);
    /// The words for the files of this message have changed. `uuid` names it as long as `seq` is 0.
    void noteFileState(Seq seq, const MessageUuid& uuid);
    /// Repeats the requests that the server did not answer, e.g. after a reconnect.
    void askAgain();

    // Actions of the user.
    /// The user is close to the first or last row.
    void wantOlder();
    void wantNewer();
    /// While following, the window stays at the end however many messages arrive.
    void setFollowing(bool following) { m_following = following; }
    [[nodiscard]] bool isFollowing() const { return m_following; }
    /// Shows the end or the surroundings of `seq`; `positioned` reports when they are loaded.
    void showEnd();
    void showAround(Seq seq);
    /// Shows this visit's divider, or the end if there is none.
    void showNewMessages();
    void setToday(QDate today);
    /// Sets the name of the reader; takes effect at the next opening.
    void setReaderName(const QString& name) { m_context.readerName = name; }
    /// Sets the words for files; without them only what messages say of their files is spoken.
    void setFileWords(FileWords words) { m_fileWords = std::move(words); }
    /// Sets the users who can be mentioned here, in addition to the authors of loaded messages.
    void setNames(const QStringList& names);
    /// Closes the messages of these users to lines that the reader can open; ascending.
    void setIgnored(std::vector<UserId> users);
    /// Opens the closed line at `row`. It stays open until the conversation is closed.
    void openIgnored(int row);
    /// Whether the whole conversation is loaded and contains no message.
    [[nodiscard]] bool hasNoMessages() const;

Q_SIGNALS:
    /// Whether the last row is the conversation's newest. Emitted on change.
    void endReachedChanged(bool reached);
    void pageWanted(const tidemark::TimelineQuery& query);
    /// The store does not hold the entries before or after this seq; request them from the server.
    void olderMissing(tidemark::Seq before);
    void newerMissing(tidemark::Seq after);
    /// The store does not hold the surroundings of `seq`; the model shows them when they arrive.
    void aroundMissing(tidemark::Seq seq);
    /// The rows requested by open(), showEnd() or showAround() are loaded.
    void positioned(tidemark::TimelineQuery::Anchor anchor, tidemark::Seq seq);

private:
    enum class Asking : quint8 { None, Store, Server };

    void setOpening(const TimelineOpening& opening);
    void showBeginning();
    void settleBeginning();
    [[nodiscard]] bool hasDivider() const;
    void askFirstPage();
    void takeJump(const TimelinePage& page, const TimelineQuery& query);
    void askAround(Seq seq);
    void askOlder();
    void askNewer();
    void takeOlder(const TimelinePage& page);
    void takeNewer(const TimelinePage& page, const TimelineQuery& query);
    void reload(Seq first, Seq last);
    void reloadShown(const QList<Seq>& messages);
    void reloadChanging();
    void rebuild();
    void apply(std::vector<TimelineRow> next);
    void reportDifferences(const std::vector<TimelineRow>& next);

    ConversationId m_conversation;
    TimelineContext m_context;
    FileWords m_fileWords;
    TimelineWindow m_window;
    std::vector<TimelineRow> m_rows;
    Asking m_older = Asking::None;
    Asking m_newer = Asking::None;
    Seq m_newerAskedAfter;
    bool m_newerAgain = false;
    Seq m_showAt;               ///< where the visit begins; 0: at the first unread message
    Seq m_awaited;              ///< its surroundings were requested from the server and will be shown
    Seq m_toDivider;            ///< requested because the divider is before it
    Seq m_newestReceived;       ///< the newest entry received
    bool m_isBeginning = false; ///< the user has not read anything shown yet
    Received m_received = Received::Nothing;
    bool m_jumping = false; ///< a first page, the end or surroundings are requested
    bool m_growsMeanwhile = false;
    bool m_following = true;
    bool m_reportedEnd = false;                  ///< last value of endReachedChanged()
    std::optional<TimelineContext> m_beforeMark; ///< only its divider fields are used
};

} // namespace tidemark

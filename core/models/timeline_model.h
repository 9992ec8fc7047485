#pragma once

#include "core/domain/view.h"
#include "core/models/timeline_window.h"

#include <QAbstractListModel>
#include <QDate>

#include <optional>
#include <vector>

namespace tidemark {

/// What is known of a conversation when it is opened.
struct TimelineOpening {
    ConversationId conversation;
    bool isDirect = false;
    Seq readUpTo; ///< where the divider goes
    quint64 unread = 0;
    bool unreadExact = true;
    Seq seenByOthers;
    Seq deliveredToOthers = {};
    Seq showAt = {}; ///< what to begin with; 0: the first unread message, else the end
    Seq head = {};   ///< the newest entry heard of
};

/// The timeline of one conversation as a window of at most `maximumRows` messages over however many there
/// are. Lives on the GUI thread. It asks for pages by signal and is given them by takePage(); rows at the far
/// end go when the window becomes too long. Every change is told as the fewest insertions, removals, moves
/// and changed roles.
class TimelineModel : public QAbstractListModel {
    Q_OBJECT
public:
    enum Role {
        RowRole = Qt::UserRole + 1, ///< the whole TimelineRow
        KindRole,                   ///< int of TimelineRowKind
        TextRole,                   ///< text, answer, edited and recalled marks
        DeliveryRole,
        GroupRole,
        TimeRole,
        CoverageRole,
    };
    static constexpr int maximumRows = 400;
    static constexpr int pageRows = 60;

    explicit TimelineModel(QObject* parent = nullptr);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    /// DisplayRole: the text; AccessibleTextRole: who, what and when in words.
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] const std::vector<TimelineRow>& rows() const { return m_rows; }
    [[nodiscard]] const TimelineWindow& window() const { return m_window; }
    [[nodiscard]] ConversationId conversation() const { return m_conversation; }
    /// -1: not loaded.
    [[nodiscard]] int rowOfSeq(Seq seq) const;
    /// The row of `seq`, or for an edit or recall the one that covers it.
    [[nodiscard]] int rowCovering(Seq seq) const;
    /// Where the divider of this visit is, as a seq behind it with no message of others before; 0: there is
    /// none.
    [[nodiscard]] Seq dividerAt() const;

    /// Empties the model and asks for the first page: the first unread messages, or the end where there are
    /// none.
    void open(const TimelineOpening& opening);
    void close();
    /// What has been heard of what happened while there was no connection.
    enum class Heard : quint8 { Nothing, Part, All };
    /// The open conversation as it is known now. As long as the visit begins, this is where it begins: what
    /// was not heard of at opening is new too. A divider that is shown stays where it is, but for what
    /// catching up brings. The beginning ends with endBeginning(), with a jump, or when all that was heard
    /// of is shown and there is no more to be heard of.
    void updateOpening(const TimelineOpening& opening, Heard heard);
    /// The reader has begun to read.
    void endBeginning() { m_isBeginning = false; }
    /// Somebody has marked what is behind `opening.readUpTo` as unread: the divider goes there.
    void moveDivider(const TimelineOpening& opening);
    /// That was taken back: the divider stands again where it was before.
    void restoreDivider();
    /// The answer to a pageWanted(). Pages of another conversation are ignored.
    void takePage(const TimelinePage& page, const TimelineQuery& query);

    // What happened to the local log.
    void noteGrowth(Seq first, Seq last, const QList<Seq>& marked);
    void noteDropped();
    void notePending();
    /// An edit or recall of `target` is on its way.
    void noteChanging(Seq target);
    void setReached(Seq delivered, Seq seen);
    /// Asks the server once more for what it did not give, e.g. after a reconnect.
    void askAgain();

    // What the reader does.
    /// The reader is close to the first or last row.
    void wantOlder();
    void wantNewer();
    /// While following, the window goes along with the end however much arrives.
    void setFollowing(bool following) { m_following = following; }
    [[nodiscard]] bool isFollowing() const { return m_following; }
    /// Shows the end or the surroundings of `seq`; `positioned` tells when it is there.
    void showEnd();
    void showAround(Seq seq);
    /// Shows the divider of this visit; without one the end.
    void showNewMessages();
    void setToday(QDate today);
    /// Who reads; takes effect with the next opening.
    void setReaderName(const QString& name) { m_context.readerName = name; }
    /// Who can be mentioned here, beside those whose messages are shown.
    void setNames(const QStringList& names);
    /// All of the conversation is loaded, and nobody has written anything in it.
    [[nodiscard]] bool hasNoMessages() const;

Q_SIGNALS:
    /// Whether the last row is the conversation's newest, after it has changed.
    void endReachedChanged(bool reached);
    void pageWanted(const tidemark::TimelineQuery& query);
    /// The store does not hold what comes before or after; the server has to be asked.
    void olderMissing(tidemark::Seq before);
    void newerMissing(tidemark::Seq after);
    /// The same for the surroundings of `seq`. They are shown when they have come.
    void aroundMissing(tidemark::Seq seq);
    /// The rows that open(), showEnd() or showAround() asked for are there.
    void positioned(tidemark::TimelineQuery::Anchor anchor, tidemark::Seq seq);

private:
    enum class Asking : quint8 { Nobody, Store, Server };

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
    void reloadChanging();
    void rebuild();
    void apply(std::vector<TimelineRow> next);
    void reportDifferences(const std::vector<TimelineRow>& next);

    ConversationId m_conversation;
    TimelineContext m_context;
    TimelineWindow m_window;
    std::vector<TimelineRow> m_rows;
    Asking m_older = Asking::Nobody;
    Asking m_newer = Asking::Nobody;
    Seq m_newerAskedAfter;
    bool m_newerAgain = false;
    Seq m_showAt;               ///< where a visit begins; 0: where reading goes on
    Seq m_awaited;              ///< the server was asked for its surroundings, to be shown
    Seq m_toDivider;            ///< is asked for because the divider is before it
    Seq m_heardOf;              ///< the conversation's head
    bool m_isBeginning = false; ///< nobody has read yet what is shown
    Heard m_heard = Heard::Nothing;
    bool m_jumping = false; ///< a first page, the end or surroundings are on their way
    bool m_growsMeanwhile = false;
    bool m_following = true;
    bool m_toldEnd = false;                      ///< what endReachedChanged() said last
    std::optional<TimelineContext> m_beforeMark; ///< of which only the divider's part counts
};

} // namespace tidemark

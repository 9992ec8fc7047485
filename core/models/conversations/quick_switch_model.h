#pragma once

#include "core/models/conversations/conversation_row.h"
#include "core/models/matching/fuzzy_match.h"

#include <QAbstractListModel>

#include <vector>

namespace tidemark {

/// Something that the quick switcher offers.
struct SwitchRow {
    enum class Kind : quint8 {
        Conversation,
        Person, ///< a user with whom there is no chat in the list; only title, initials, hue and spoken words
        Messages, ///< the search of messages for the typed text; only title and spoken words
    };

    ConversationRow row;
    QList<TextPart> parts; ///< the parts of the title that match the typed text
    Kind kind = Kind::Conversation;

    friend bool operator==(const SwitchRow&, const SwitchRow&) = default;
};

/// The conversations that match the typed text, best first, then a few people whose names match, and the
/// search of messages. Without typed text only conversations: first those with unread messages (mentions
/// first, muted ones excluded), then recently opened ones, then by last activity.
/// Lives on the GUI thread; shows the snapshot that begin() takes.
class QuickSwitchModel : public QAbstractListModel {
    Q_OBJECT
public:
    enum Role {
        RowRole = Qt::UserRole + 1, ///< the whole SwitchRow
    };
    static constexpr int maxRows = 50; ///< of conversations
    static constexpr int maxPeople = 3;

    using QAbstractListModel::QAbstractListModel;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    /// DisplayRole: title; AccessibleTextRole: title and unread count in words.
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] const std::vector<SwitchRow>& rows() const { return m_rows; }

    /// `recent`: recently opened conversations, newest first. The first one is open now and comes last while
    /// nothing is typed.
    void begin(const std::vector<const ConversationSummary*>& all, const QList<ConversationId>& recent,
               QDate today);
    void setTyped(const QString& typed);
    /// Sets the people that are offered if their names match.
    void setPeople(const QList<User>& people);

private:
    struct Candidate {
        ConversationRow row;
        int group = 0; ///< order while nothing is typed, ascending
        qint64 age = 0;
    };

    void addPeople();
    void addMessages();

    std::vector<Candidate> m_candidates; ///< in the order without typed text
    QList<User> m_people;
    QString m_typed;
    std::vector<SwitchRow> m_rows;
};

} // namespace tidemark

Q_DECLARE_METATYPE(tidemark::SwitchRow)

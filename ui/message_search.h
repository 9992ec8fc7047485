#pragma once

#include "core/models/search_results_model.h"

#include <QObject>

#include <optional>

namespace tidemark {

/// Searches messages while somebody types, or lists what is about the user: one question at a time is with
/// the client, and only the answer to the newest one is shown. Reads nothing (I18). Lives on the GUI thread.
class MessageSearch : public QObject {
    Q_OBJECT
public:
    explicit MessageSearch(SearchResultsModel::Titles titles, QObject* parent = nullptr);

    [[nodiscard]] SearchResultsModel& results() { return m_results; }
    /// Looks for `typed`; `onlyIn` 0: everywhere. Nothing typed empties the results.
    void ask(const QString& typed, ConversationId onlyIn);
    /// Lists what is about the user; the limit of `query` is not looked at.
    void askAboutReader(const AboutReaderQuery& query);
    /// Looks for the same again: what was found may be another by now.
    void refresh();
    /// Looks for more than what was found so far, if there is.
    void askMore();
    /// The answer to `searchWanted`; old ones change nothing.
    void take(const QList<SearchHit>& hits, quint64 tag);
    /// Whether an answer is still to come.
    [[nodiscard]] bool isSearching() const { return m_isAsked || m_isStale; }
    [[nodiscard]] bool hasMore() const { return m_hasMore; }
    void setToday(QDate today) { m_today = today; }

Q_SIGNALS:
    void searchWanted(const QString& typed, tidemark::ConversationId onlyIn, int limit, quint64 tag);
    void aboutReaderWanted(const tidemark::AboutReaderQuery& query, quint64 tag);
    /// The results, or whether they are complete, have changed.
    void changed();

private:
    struct Question {
        QString typed;
        ConversationId onlyIn;
        std::optional<AboutReaderQuery> aboutReader = {}; ///< in place of words
        int limit = 0;
        [[nodiscard]] bool isEmpty() const { return typed.isEmpty() && !aboutReader; }
        friend bool operator==(const Question&, const Question&) = default;
    };
    void want(const Question& question);
    void send();

    SearchResultsModel m_results;
    Question m_question; ///< the newest one
    quint64 m_tag = 0;
    bool m_isAsked = false; ///< an answer is on its way
    bool m_isStale = false; ///< and is not that of the newest question
    bool m_hasMore = false;
    QDate m_today;
};

} // namespace tidemark

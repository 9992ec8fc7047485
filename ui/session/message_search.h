#pragma once

#include "core/models/conversations/search_results_model.h"

#include <QObject>

#include <optional>

namespace tidemark {

/// Searches messages while the user types, or lists what is about the user. Only one request is with the
/// client at a time, and only the answer to the newest one is shown. Marks nothing as read (I18). Lives on
/// the GUI thread.
class MessageSearch : public QObject {
    Q_OBJECT
public:
    explicit MessageSearch(SearchResultsModel::Titles titles, QObject* parent = nullptr);

    [[nodiscard]] SearchResultsModel& results() { return m_results; }
    /// Searches for `typed`; `onlyIn` 0: in all conversations. An empty `typed` clears the results.
    void ask(const QString& typed, ConversationId onlyIn);
    /// Lists what is about the user. Ignores the limit of `query`.
    void askAboutReader(const AboutReaderQuery& query);
    /// Repeats the search, because messages may have changed.
    void refresh();
    /// Reports `outdated` if the results list messages with reactions.
    void takeReactionChange();
    /// Extends the results, if there are more.
    void askMore();
    /// Takes the answer to `searchWanted`. Ignores outdated answers.
    void take(const QList<SearchHit>& hits, quint64 tag);
    /// Returns whether an answer is still pending.
    [[nodiscard]] bool isSearching() const { return m_isAsked || m_isStale; }
    [[nodiscard]] bool hasMore() const { return m_hasMore; }
    void setToday(QDate today) { m_today = today; }

Q_SIGNALS:
    void searchWanted(const QString& typed, tidemark::ConversationId onlyIn, int limit, quint64 tag);
    void aboutReaderWanted(const tidemark::AboutReaderQuery& query, quint64 tag);
    /// The results have changed, or whether they are complete.
    void changed();
    /// The results may have changed. Call `refresh` if the user sees them.
    void outdated();

private:
    struct SearchRequest {
        QString typed;
        ConversationId onlyIn;
        std::optional<AboutReaderQuery> aboutReader = {}; ///< set: searches for this instead of words
        int limit = 0;
        [[nodiscard]] bool isEmpty() const { return typed.isEmpty() && !aboutReader; }
        friend bool operator==(const SearchRequest&, const SearchRequest&) = default;
    };
    void want(const SearchRequest& request);
    void send();

    SearchResultsModel m_results;
    SearchRequest m_request; ///< the newest request
    quint64 m_tag = 0;
    bool m_isAsked = false; ///< an answer is on its way
    bool m_isStale = false; ///< the answer on its way is not for the newest request
    bool m_hasMore = false;
    QDate m_today;
};

} // namespace tidemark

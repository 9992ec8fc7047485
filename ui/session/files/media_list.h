#pragma once

#include "core/domain/view.h"

#include <QList>
#include <QObject>

namespace tidemark {

/// The pictures or files of one conversation, newest first, as far as they were asked for. Lives on the GUI
/// thread.
class MediaList : public QObject {
    Q_OBJECT
public:
    explicit MediaList(QObject* parent = nullptr) : QObject(parent) {}

    /// Starts again with the newest.
    void open(ConversationId conversation, AttachmentQuery::Kind kind);
    void loadMore();
    [[nodiscard]] const QList<AttachmentItem>& items() const { return m_items; }
    [[nodiscard]] bool isComplete() const { return m_isComplete; }
    [[nodiscard]] bool isLoading() const { return m_awaited != 0; }
    /// Returns -1 if it is not loaded.
    [[nodiscard]] int indexOf(const FileKey& key) const;

    // ---- from the client
    void take(const QList<AttachmentItem>& files, quint64 tag);

Q_SIGNALS:
    // ---- to the client
    void wanted(const tidemark::AttachmentQuery& query, quint64 tag);

    // ---- to the window
    void changed();

private:
    AttachmentQuery m_query;
    QList<AttachmentItem> m_items;
    bool m_isComplete = false;
    quint64 m_awaited = 0; ///< the tag of the request; 0: none
};

} // namespace tidemark

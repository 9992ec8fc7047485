#pragma once

#include "core/client/core_events.h"

#include <QList>
#include <QString>

#include <vector>

namespace tidemark {

class ClientStore;
class ProfileFiles;

/// Reads the local store and emits the event of the same subject. Core thread; the store is open.
class LocalReads {
public:
    LocalReads(const ClientStore& store, const ProfileFiles& files, CoreEvents& events)
        : m_store(store), m_files(files), m_events(events)
    {
    }

    void conversations() const;
    void timeline(ConversationId conversation, TimelineQuery query, quint64 tag) const;
    void search(const QString& words, ConversationId onlyIn, int limit, quint64 tag) const;
    void aboutReader(AboutReaderQuery query, quint64 tag) const;
    void history(ConversationId conversation, Seq after, Seq before, int limit, quint64 tag) const;
    void attachments(const AttachmentQuery& query, quint64 tag) const;
    void pinned(ConversationId conversation) const;
    void mention(ConversationId conversation, Seq after) const;
    void explanation(ConversationId conversation) const;
    void people() const;
    void groupsWith(UserId person) const;
    void setting(const QString& key) const;

private:
    [[nodiscard]] QList<SearchHit> withHeld(std::vector<SearchHit> hits) const;

    const ClientStore& m_store;
    const ProfileFiles& m_files;
    CoreEvents& m_events;
};

} // namespace tidemark

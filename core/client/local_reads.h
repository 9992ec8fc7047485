#pragma once

#include "core/client/core_events.h"

#include <QString>

namespace tidemark {

class ClientStore;

/// Reads the local store and emits the event of the same subject. Core thread; the store is open.
class LocalReads {
public:
    LocalReads(const ClientStore& store, CoreEvents& events) : m_store(store), m_events(events) {}

    void conversations() const;
    void timeline(ConversationId conversation, TimelineQuery query, quint64 tag) const;
    void search(const QString& words, ConversationId onlyIn, int limit, quint64 tag) const;
    void aboutReader(AboutReaderQuery query, quint64 tag) const;
    void history(ConversationId conversation, Seq after, Seq before, int limit, quint64 tag) const;
    void mention(ConversationId conversation, Seq after) const;
    void explanation(ConversationId conversation) const;
    void people() const;
    void setting(const QString& key) const;

private:
    const ClientStore& m_store;
    CoreEvents& m_events;
};

} // namespace tidemark

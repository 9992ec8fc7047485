#pragma once

#include "core/store/reading/search_index.h"
#include "core/store/tables/store_tables.h"
#include "core/sync/effects.h"

namespace tidemark {

/// Executes the engine's writes in the caller's transaction. Records failures in the database.
class WriteApplier {
public:
    WriteApplier(Database& database, StoreTables& tables, SearchIndex& search);

    void apply(const Write& write);

private:
    void putEntries(const write::PutEntries& put);
    void hideEntries(const write::HideEntries& hide);
    void clearLog(ConversationId conversation, Seq through);
    void dropLog(ConversationId conversation);
    void eraseEverything();

    Database& m_database;
    StoreTables& m_tables;
    SearchIndex& m_search;
};

/// Whether `write` stores data that exists only on this device.
[[nodiscard]] bool isIrreplaceable(const Write& write);
[[nodiscard]] bool changesAccount(const Write& write);

} // namespace tidemark

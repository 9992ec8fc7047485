#pragma once

#include "core/store/search_index.h"
#include "core/store/store_tables.h"
#include "core/sync/effects.h"

#include <vector>

namespace tidemark {

/// Carries out what the engine decided, within the caller's transaction. Failures are noted in the database.
class WriteApplier {
public:
    WriteApplier(Database& database, StoreTables& tables, SearchIndex& search);

    void apply(const Write& write);

private:
    void putEntries(const write::PutEntries& put);
    void dropLog(ConversationId conversation);
    void eraseEverything();

    Database& m_database;
    StoreTables& m_tables;
    SearchIndex& m_search;
};

/// Whether `write` keeps something that nobody but this device knows.
[[nodiscard]] bool isIrreplaceable(const Write& write);
/// Whether `write` changes who uses this device.
[[nodiscard]] bool changesAccount(const Write& write);

} // namespace tidemark

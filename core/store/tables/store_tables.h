#pragma once

#include "core/store/tables/about_reader_table.h"
#include "core/store/tables/account_table.h"
#include "core/store/tables/conversation_table.h"
#include "core/store/tables/entry_table.h"
#include "core/store/tables/outbox_table.h"

namespace tidemark {

/// The table objects of one database.
struct StoreTables {
    explicit StoreTables(Database& database)
        : account(database), conversations(database), entries(database), aboutReader(database),
          outbox(database)
    {
    }

    AccountTable account;
    ConversationTable conversations;
    EntryTable entries;
    AboutReaderTable aboutReader;
    OutboxTable outbox;
};

} // namespace tidemark

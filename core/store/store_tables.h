#pragma once

#include "core/store/about_reader_table.h"
#include "core/store/account_table.h"
#include "core/store/conversation_table.h"
#include "core/store/entry_table.h"
#include "core/store/outbox_table.h"

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

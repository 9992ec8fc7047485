#pragma once

#include "core/store/account_table.h"
#include "core/store/conversation_table.h"
#include "core/store/entry_table.h"
#include "core/store/outbox_table.h"

namespace tidemark {

/// The tables of one database.
struct StoreTables {
    explicit StoreTables(Database& database)
        : account(database), conversations(database), entries(database), outbox(database)
    {
    }

    AccountTable account;
    ConversationTable conversations;
    EntryTable entries;
    OutboxTable outbox;
};

} // namespace tidemark

#pragma once

#include "core/store/tables/about_reader_table.h"
#include "core/store/tables/account_table.h"
#include "core/store/tables/attachment_table.h"
#include "core/store/tables/conversation_table.h"
#include "core/store/tables/draft_table.h"
#include "core/store/tables/entry_table.h"
#include "core/store/tables/folder_table.h"
#include "core/store/tables/ignore_table.h"
#include "core/store/tables/invitation_table.h"
#include "core/store/tables/outbox_table.h"
#include "core/store/tables/reaction_table.h"
#include "core/store/tables/schedule_table.h"
#include "core/store/tables/shown_names.h"

namespace tidemark {

/// The table objects of one database.
struct StoreTables {
    explicit StoreTables(Database& database)
        : names(database), account(database), conversations(database), attachments(database),
          entries(database, attachments), aboutReader(database), outbox(database), reactions(database),
          ignores(database), drafts(database), schedules(database), folders(database), invitations(database)
    {
    }

    ShownNames names; ///< comes first: the statements of the others use it
    AccountTable account;
    ConversationTable conversations;
    AttachmentTable attachments;
    EntryTable entries;
    AboutReaderTable aboutReader;
    OutboxTable outbox;
    ReactionTable reactions;
    IgnoreTable ignores;
    DraftTable drafts;
    ScheduleTable schedules;
    FolderTable folders;
    InvitationTable invitations;
};

} // namespace tidemark

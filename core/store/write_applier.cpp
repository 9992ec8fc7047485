#include "core/store/write_applier.h"

#include "core/base/failpoint.h"
#include "core/base/one_of.h"
#include "core/base/overloaded.h"
#include "core/store/file/database.h"
#include "core/sync/deed_writes.h"

namespace tidemark {

namespace {

/// Reaches the failpoint after `write` and before the commit.
void reachWritten(const Write& write)
{
    if constexpr (hasFailpoints) {
        if (const auto deed = deedOf(write)) {
            failpoint(deed->place(ClientStep::Written, ClientStep::Cleared));
        }
    }
}

} // namespace

WriteApplier::WriteApplier(Database& database, StoreTables& tables, SearchIndex& search)
    : m_database(database), m_tables(tables), m_search(search)
{
}

void WriteApplier::apply(const Write& write)
{
    std::visit(
        Overloaded{
            [&](const write::PutConversation& put) { m_tables.conversations.put(put.conversation); },
            [&](const write::PutHeld& put) {
                m_tables.conversations.putHeld(put.conversation, put.held);
                m_search.heldChanged(put.conversation);
            },
            [&](const write::PutEntries& put) { putEntries(put); },
            [&](const write::HideEntries& hide) { hideEntries(hide); },
            [&](const write::PutReactions& put) {
                for (const MessageReactions& one : put.messages) {
                    m_tables.reactions.put(put.conversation, one);
                }
            },
            [&](const write::PutPendingReaction& put) { m_tables.reactions.putPending(put.reaction); },
            [&](const write::ErasePendingReaction& erase) {
                m_tables.reactions.erasePending(erase.conversation, erase.target, erase.emoji);
            },
            [&](const write::DropLog& drop) { dropLog(drop.conversation); },
            [&](const write::ClearLog& clear) { clearLog(clear.conversation, clear.through); },
            [&](const write::PutDraft& put) { m_tables.drafts.put(put.draft); },
            [&](const write::PutDraftProgress& put) { m_tables.drafts.putProgress(put.progress); },
            [&](const write::PutScheduled& put) { m_tables.schedules.put(put.scheduled); },
            [&](const write::EraseScheduled& erase) { m_tables.schedules.erase(erase.uuid); },
            [&](const write::PutScheduledProgress& put) { m_tables.schedules.putThrough(put.through); },
            [&](const write::PutPending& put) { m_tables.outbox.putPending(put.message); },
            [&](const write::ErasePending& erase) { m_tables.outbox.erasePending(erase.uuid); },
            [&](const write::PutIntent& put) { m_tables.outbox.putIntent(put.intent); },
            [&](const write::EraseIntent& erase) { m_tables.outbox.eraseIntent(erase.conversation); },
            [&](const write::PutUsers& put) { m_tables.account.putUsers(put.users); },
            [&](const write::PutAccount& put) { m_tables.account.putAccount(put.account); },
            [&](const write::PutTotals& put) { m_tables.account.putTotals(put.totals); },
            [&](const write::PutIgnores& put) { m_tables.ignores.put(put.ignores); },
            [&](const write::PutFolders& put) { m_tables.folders.put(put.folders); },
            [&](const write::PutInvitations& put) { m_tables.invitations.put(put.invitations); },
            [&](const write::PutDot& put) { m_tables.account.putDot(put.dot); },
            [&](const write::PutAvatars& put) { m_tables.account.putAvatars(put.avatars); },
            [&](const write::EraseEverything&) { eraseEverything(); },
        },
        write);
    reachWritten(write);
}

void WriteApplier::putEntries(const write::PutEntries& put)
{
    if (put.entries.empty()) {
        return;
    }
    m_tables.entries.put(put.conversation, put.entries);
    for (const Entry& entry : put.entries) {
        if (entry.kind() == EntryKind::Recall) {
            m_tables.reactions.erase(put.conversation, targetOf(entry));
        }
    }
    m_tables.aboutReader.note(put.conversation, put.entries.front().seq, put.entries.back().seq);
}

void WriteApplier::clearLog(ConversationId conversation, Seq through)
{
    m_tables.entries.drop(conversation, through);
    m_tables.aboutReader.drop(conversation, through);
    m_tables.reactions.drop(conversation, through);
}

void WriteApplier::hideEntries(const write::HideEntries& hide)
{
    m_tables.entries.hide(hide.conversation, hide.seqs);
    for (const Seq seq : hide.seqs) {
        m_tables.reactions.erase(hide.conversation, seq);
    }
}

void WriteApplier::dropLog(ConversationId conversation)
{
    clearLog(conversation, lastStorableSeq);
    m_tables.conversations.putHeld(conversation, {});
    m_search.drop(conversation);
}

void WriteApplier::eraseEverything()
{
    m_tables.drafts.clear();
    m_tables.schedules.clear();
    for (const char* table : {"held",
                              "entries",
                              "attachments",
                              "about_reader",
                              "marks",
                              "outbox",
                              "outbox_attachments",
                              "intents",
                              "conversations",
                              "users",
                              "account",
                              "totals",
                              "dots",
                              "avatars",
                              "reactions",
                              "pending_reactions",
                              "ignore_set",
                              "ignored_users",
                              "folder_set",
                              "folders",
                              "folder_changes",
                              "invitation_set",
                              "invitations"}) {
        if (!m_database.run(QStringLiteral("DELETE FROM ") + QLatin1String(table))) {
            return;
        }
    }
    m_search.clear();
    failpoint(Failpoint::ClientErasureWritten);
}

bool isIrreplaceable(const Write& write)
{
    return holdsOneOf<write::PutPending, write::PutIntent, write::PutAccount, write::PutPendingReaction,
                      write::PutIgnores, write::PutFolders, write::PutDot, write::PutDraft,
                      write::PutScheduled>(write);
}

bool changesAccount(const Write& write)
{
    return holdsOneOf<write::PutAccount, write::PutIgnores, write::EraseEverything>(write);
}

} // namespace tidemark

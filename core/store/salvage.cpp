#include "core/store/salvage.h"

#include "core/store/database.h"

#include <set>

namespace tidemark {

namespace {

/// Reads the damaged database and writes the new one. A read that meets damage ends there; what came before
/// counts.
class Salvager {
public:
    Salvager(Database& damaged, StoreTables& into) : m_damaged(damaged), m_from(damaged), m_into(into) {}

    Salvaged run()
    {
        takeIdentity();
        takeSettings();
        takeUsers();
        takeConversations();
        takeDrafts();
        for (const PendingMessage& message : m_from.outbox.allPending()) {
            if (message.uuid.isValid() && ensureConversation(message.conversation)) {
                m_into.outbox.putPending(message);
                ++m_salvaged.pending;
            }
        }
        for (const ReadIntent& intent : m_from.outbox.allIntents()) {
            if (ensureConversation(intent.conversation)) {
                m_into.outbox.putIntent(intent);
                ++m_salvaged.intents;
            }
        }
        return m_salvaged;
    }

private:
    void takeIdentity()
    {
        if (const DeviceId device = m_from.account.device(); device.isValid()) {
            m_into.account.putDevice(device);
        }
        const std::optional<Account> account = m_from.account.account();
        if (account && account->user.id.isValid()) {
            m_into.account.putAccount(*account);
            m_salvaged.account = true;
        }
    }

    void takeSettings()
    {
        Statement select(m_damaged, "SELECT key, value FROM settings");
        Run run(select);
        while (run.next()) {
            m_into.account.setSetting(QString::fromUtf8(run.bytes(0)), QString::fromUtf8(run.bytes(1)));
        }
    }

    void takeUsers()
    {
        Statement select(m_damaged, "SELECT id, name FROM users");
        Run run(select);
        while (run.next()) {
            m_into.account.putUsers({{run.id<UserId>(0), run.text(1)}});
        }
    }

    void takeConversations()
    {
        for (LocalConversation& conversation : m_from.conversations.all()) {
            if (!conversation.id.isValid()) {
                continue;
            }
            conversation.version = 0;
            conversation.countedHead = Seq();
            conversation.counts = {};
            conversation.exact = false;
            m_into.conversations.put(conversation);
            m_known.insert(conversation.id);
        }
    }

    void takeDrafts()
    {
        Statement select(m_damaged, "SELECT conversation, text FROM drafts");
        Run run(select);
        while (run.next()) {
            const auto conversation = run.id<ConversationId>(0);
            if (ensureConversation(conversation)) {
                m_into.conversations.putDraft(conversation, QString::fromUtf8(run.bytes(1)));
                ++m_salvaged.drafts;
            }
        }
    }

    /// A conversation whose own row is lost still has to be there for what belongs to it.
    bool ensureConversation(ConversationId id)
    {
        if (id.isValid() && m_known.insert(id).second) {
            LocalConversation conversation;
            conversation.id = id;
            conversation.isMember = true;
            conversation.exact = false;
            m_into.conversations.put(conversation);
        }
        return id.isValid();
    }

    Database& m_damaged;
    StoreTables m_from;
    StoreTables& m_into;
    std::set<ConversationId> m_known;
    Salvaged m_salvaged;
};

} // namespace

Salvaged salvage(const QString& path, StoreTables& into)
{
    auto damaged = Database::open(path, Database::Mode::ReadOnly);
    return damaged ? Salvager(**damaged, into).run() : Salvaged{};
}

} // namespace tidemark

#include "core/store/upkeep/salvage.h"

#include "core/store/file/database.h"
#include "core/store/upkeep/readable_keys.h"
#include "core/store/upkeep/salvage_source.h"

#include <QUuid>

#include <algorithm>
#include <functional>
#include <map>
#include <set>

namespace tidemark {

namespace {

bool isPlausible(const LocalConversation& conversation)
{
    return conversation.id.isValid() && conversation.kind <= ConversationKind::Unknown
           && conversation.cursor.readSeq <= conversation.serverHead
           && conversation.confirmed.readSeq <= conversation.serverHead;
}

bool isUtf8(const std::string& text)
{
    return QUtf8StringView(text.data(), qsizetype(text.size())).isValidUtf8();
}

MessageUuid randomUuid()
{
    MessageUuid uuid;
    const QByteArray bytes = QUuid::createUuid().toRfc4122();
    std::copy(bytes.begin(), bytes.end(), uuid.bytes.begin());
    return uuid;
}

/// Replaces invalid UTF-8 so that the text can be shown; returns false if it had to.
bool makeSound(std::string& text)
{
    if (isUtf8(text)) {
        return true;
    }
    text = QString::fromUtf8(text.data(), qsizetype(text.size())).toStdString();
    return false;
}

/// Reads the damaged database and writes the new one.
class Salvager {
public:
    Salvager(Database& damaged, StoreTables& into) : m_damaged(damaged), m_from(damaged), m_into(into) {}

    Salvaged run()
    {
        takeIdentity();
        takeSettings();
        takeDots();
        takeUsers();
        takeConversations();
        takeDrafts();
        takeScheduled();
        takePending();
        takeIntents();
        makeLostIntents();
        takeReactions();
        takeIgnores();
        takeFolders();
        for (const auto& [id, conversation] : m_conversations) {
            m_into.conversations.put(conversation);
        }
        return m_salvaged;
    }

private:
    void takeIdentity()
    {
        if (const DeviceId device = m_from.account.device(); device.isValid()) {
            m_into.account.putDevice(device);
        }
        m_account = m_from.account.account();
        if (m_account && m_account->user.id.isValid() && isUtf8(m_account->user.name)) {
            m_into.account.putAccount(*m_account);
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

    void takeDots()
    {
        for (const LocalDot& dot : m_from.account.dots()) {
            if (isDotName(dot.dot.name)) {
                m_into.account.putDot(dot);
            }
        }
    }

    void takeUsers()
    {
        Statement select(m_damaged, "SELECT name, deleted FROM users WHERE id = ?");
        for (const std::uint64_t id : readableIds(m_damaged, {"users", "id"})) {
            Run run(select, id);
            if (run.next()) {
                m_into.account.putUsers({{UserId(id), run.text(0), run.flag(1)}});
            }
        }
    }

    void takeConversations()
    {
        for (const std::uint64_t id : readableIds(m_damaged, {"conversations", "id"})) {
            auto conversation = m_from.conversations.find(ConversationId(id));
            if (!conversation || !isPlausible(*conversation)) {
                continue;
            }
            conversation->version = 0;
            // The count is "at least 0" at the known head. With counted head 0, a read would make the count
            // exact.
            conversation->countedHead = conversation->serverHead;
            conversation->counts = {};
            conversation->exact = false;
            // A damaged value must not clear the history on all devices.
            if (conversation->clearedThrough
                > std::min({conversation->floor, conversation->trimmedThrough, conversation->serverHead})) {
                conversation->clearedThrough = conversation->confirmedClear = {};
            }
            // A damaged set must not hide what the user has not seen, and one out of order cannot be
            // searched.
            for (std::vector<Seq>* hidden : {&conversation->hidden, &conversation->confirmedHidden}) {
                const bool isSound =
                    std::ranges::is_sorted(*hidden, std::less_equal<>())
                    && (hidden->empty()
                        || (hidden->front().isValid() && hidden->back() <= conversation->serverHead));
                if (!isSound) {
                    hidden->clear();
                }
            }
            // All entries will be pulled again, with their reactions.
            ReactionState& reactions = conversation->reactions;
            reactions.head = std::max(reactions.head, reactions.through);
            reactions.seen = std::max(reactions.seen, reactions.confirmed);
            m_conversations.emplace(conversation->id, std::move(*conversation));
        }
    }

    void takeDrafts()
    {
        Statement select(m_damaged, "SELECT text FROM drafts WHERE conversation = ?");
        for (const std::uint64_t id : readableIds(m_damaged, {"drafts", "conversation"})) {
            Run run(select, id);
            if (run.next()) {
                conversationOf(ConversationId(id));
                std::string text = run.text(0);
                makeSound(text);
                // It is a change that the server may not have.
                const MessageUuid uuid = randomUuid();
                m_into.drafts.put({.conversation = ConversationId(id),
                                   .text = std::move(text),
                                   .uuid = uuid,
                                   .own = {uuid}});
                ++m_salvaged.drafts;
            }
        }
    }

    /// Only what the server may not have: the rest is pulled again.
    void takeScheduled()
    {
        for (LocalScheduled& scheduled : m_from.schedules.all()) {
            if (!scheduled.server.uuid.isValid() || (!scheduled.intent && !scheduled.refused)) {
                continue;
            }
            if (scheduled.intent) {
                makeSound(scheduled.intent->message.text);
            }
            if (scheduled.refused) {
                makeSound(scheduled.refused->message.text);
            }
            conversationOf(scheduled.server.conversation);
            scheduled.server = {.uuid = scheduled.server.uuid, .conversation = scheduled.server.conversation};
            m_into.schedules.put(scheduled);
        }
    }

    void takePending()
    {
        std::uint64_t order = 0;
        for (PendingMessage& message : readablePending()) {
            conversationOf(message.conversation);
            message.order = ++order;
            m_into.outbox.putPending(message);
            ++m_salvaged.pending;
        }
    }

    /// Returns the messages in the order of writing.
    std::vector<PendingMessage> readablePending()
    {
        using State = PendingMessage::State;
        std::vector<PendingMessage> found;
        for (const MessageUuid& uuid : readableUuids(m_damaged, {"outbox", "uuid"})) {
            auto message = m_from.outbox.pending(uuid);
            if (!message || !message->conversation.isValid() || message->state > State::Failed) {
                continue;
            }
            // The next user who signs in should decide whether the message is theirs, and should see a text
            // that was invalid before it is sent.
            const bool isSound = hasSoundText(message->content);
            if (!m_salvaged.account || !isSound) {
                message->state = State::Failed;
                message->error = protocol::ErrorCode::NotSignedIn;
                if (kindOf(message->content) == EntryKind::Notice) {
                    continue; // a pin is sent or dropped; it never waits for the user
                }
            }
            found.push_back(std::move(*message));
        }
        std::stable_sort(found.begin(), found.end(),
                         [](const auto& left, const auto& right) { return left.order < right.order; });
        return found;
    }

    /// Calls makeSound() for the texts of `content`; true if it has no text.
    static bool hasSoundText(SentContent& content)
    {
        std::string* text = textIn(content);
        bool isSound = text == nullptr || makeSound(*text);
        if (auto* message = std::get_if<content::Message>(&content)) {
            for (Attachment& attachment : message->attachments) {
                isSound = makeSound(attachment.name) && isSound;
                isSound = makeSound(attachment.mime) && isSound;
            }
        }
        return isSound;
    }

    void takeIntents()
    {
        for (const std::uint64_t id : readableIds(m_damaged, {"intents", "conversation"})) {
            const auto intent = m_from.outbox.intent(ConversationId(id));
            if (!intent || (!intent->mark && !intent->readSeq)) {
                continue;
            }
            LocalConversation& conversation = conversationOf(intent->conversation);
            if (!conversation.generation.isValid()) {
                conversation.generation = intent->generation;
            }
            // A read beyond the head is damaged data: entries that do not exist cannot have been read.
            const bool isKnown = conversation.serverHead.isValid();
            if (!isKnown || intent->readSeq.value_or(Seq()) <= conversation.serverHead) {
                putIntent(*intent);
            }
        }
    }

    /// A cursor beyond the confirmed one is a read whose intent was lost (I13).
    void makeLostIntents()
    {
        for (auto& [id, conversation] : m_conversations) {
            if (m_withIntent.contains(id) || conversation.cursor == conversation.confirmed) {
                continue;
            }
            if (conversation.cursor.epoch == conversation.confirmed.epoch
                && conversation.cursor > conversation.confirmed) {
                const bool isPrivate =
                    !m_account || readsPrivately(m_account->settings, conversation.settings);
                putIntent({id, conversation.generation, std::nullopt, conversation.cursor.readSeq,
                           conversation.cursor.epoch, CursorCause::Seen, isPrivate});
            } else {
                conversation.cursor = conversation.confirmed;
            }
        }
    }

    void takeReactions()
    {
        for (const std::uint64_t id : readableIds(m_damaged, {"pending_reactions", "conversation"})) {
            for (const PendingReaction& one : m_from.reactions.pendingOf(ConversationId(id))) {
                if (m_salvaged.account && one.target.isValid() && one.uuid.isValid() && isUtf8(one.emoji)) {
                    conversationOf(one.conversation);
                    m_into.reactions.putPending(one);
                }
            }
        }
    }

    /// Without a version, because the server sends its set again. Only unsent changes are kept nowhere else.
    void takeIgnores()
    {
        LocalIgnores ignores{0, m_from.ignores.get().users};
        std::erase_if(ignores.users, [](const LocalIgnore& one) {
            return !one.user.isValid() || one.confirmed > IgnoreLevel::Blocked
                   || (one.pending && one.pending->level > IgnoreLevel::Blocked);
        });
        if (m_salvaged.account) {
            m_into.ignores.put(ignores);
        }
    }

    /// Without a version, because the server sends its folders again. Only unsent changes are kept nowhere
    /// else.
    void takeFolders()
    {
        LocalFolders folders = m_from.folders.get();
        folders.version = 0;
        const auto isBad = [](const Folder& folder) {
            return !folder.id.isValid() || !isUtf8(folder.title) || folder.rule > FolderRule::Unknown;
        };
        std::erase_if(folders.folders, isBad);
        std::erase_if(folders.pending, [&](const FolderChange& change) {
            return isBad(change.folder) || !change.uuid.isValid();
        });
        if (m_salvaged.account) {
            m_into.folders.put(folders);
        }
    }

    void putIntent(const CursorIntent& intent)
    {
        m_into.outbox.putIntent(intent);
        m_withIntent.insert(intent.conversation);
        ++m_salvaged.intents;
    }

    /// Creates the conversation if its own row is lost, because drafts, messages and intents refer to it.
    LocalConversation& conversationOf(ConversationId id)
    {
        const auto [place, isLost] = m_conversations.try_emplace(id);
        if (isLost) {
            place->second.id = id;
            place->second.isMember = true;
            place->second.exact = false;
        }
        return place->second;
    }

    Database& m_damaged;
    StoreTables m_from;
    StoreTables& m_into;
    std::optional<Account> m_account;
    std::map<ConversationId, LocalConversation> m_conversations;
    std::set<ConversationId> m_withIntent;
    Salvaged m_salvaged;
};

} // namespace

Salvaged salvage(const QString& path, const QString& freshPath, StoreTables& into)
{
    const SalvageSource source(path, freshPath);
    return source.database() != nullptr ? Salvager(*source.database(), into).run() : Salvaged{};
}

} // namespace tidemark

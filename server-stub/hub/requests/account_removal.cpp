#include "server-stub/hub/requests/account_removal.h"

#include "server-stub/hub/contract/recalls.h"

#include <algorithm>
#include <utility>

namespace tidemark::server {

namespace {

/// Conversations that one turn leaves, or looks through.
constexpr std::uint32_t conversationsPerStep = 20;
/// Messages and reactions that one turn removes.
constexpr std::size_t rowsPerStep = 100;
/// Between two turns that work, so that the requests of others come in between.
constexpr Milliseconds pauseOfRemoval{20};
/// On a shared store: time after which the server checks again for accounts whose hints were lost, and
/// whether it is the leader, which alone does this work.
constexpr Milliseconds maxSleepOfRemoval{10000};

} // namespace

void AccountRemoval::begin(UserId user)
{
    m_context.store().accounts().putDeleted(user);
    m_context.store().deletions().put(
        {.user = user, .removesTexts = m_context.config().limits.removesDeletedTexts});
    m_context.addHint(hint::AccountChanged{user});
    m_next = m_context.now();
}

void AccountRemoval::addTo(LockSet& lockSet) const
{
    if (!m_expected) {
        return;
    }
    for (const ConversationId conversation : m_expected->conversations) {
        lockSet.logs.push_back(conversation);
        lockSet.members.emplace_back(conversation, m_expected->record.user);
    }
    const auto sortOnce = [](auto& values) {
        std::ranges::sort(values);
        values.erase(std::unique(values.begin(), values.end()), values.end());
    };
    sortOnce(lockSet.logs);
    sortOnce(lockSet.members);
}

void AccountRemoval::run()
{
    if (!m_next || m_context.now() < *m_next) {
        return;
    }
    std::optional<Step> step = std::exchange(m_expected, std::nullopt);
    if (!m_context.store().leads()) {
        m_next = m_context.now() + maxSleepOfRemoval;
        return;
    }
    if (!m_context.isShared) {
        step = planned();
    }
    if (step && m_context.store().deletions().next() == step->record) {
        carryOut(*step);
    }
    if (m_context.isShared) {
        m_expected = planned();
    }
    const bool hasMore = m_expected || (!m_context.isShared && m_context.store().deletions().next());
    m_next = hasMore              ? std::optional(m_context.now() + pauseOfRemoval)
             : m_context.isShared ? std::optional(m_context.now() + maxSleepOfRemoval)
                                  : std::nullopt;
}

void AccountRemoval::undo()
{
    m_expected.reset();
    if (m_next) {
        m_next = m_context.now() + retryDelay;
    }
}

std::optional<AccountRemoval::Step> AccountRemoval::planned()
{
    const auto record = m_context.store().deletions().next();
    if (!record) {
        return std::nullopt;
    }
    Step step{*record, {}};
    if (record->stage != DeletionRecord::Stage::Erasing) {
        step.conversations =
            m_context.store().deletions().conversationsOf(record->user, record->done, conversationsPerStep);
    }
    return step;
}

void AccountRemoval::carryOut(const Step& step)
{
    switch (step.record.stage) {
    case DeletionRecord::Stage::Erasing:
        return erase(step.record);
    case DeletionRecord::Stage::Leaving:
        return leave(step);
    case DeletionRecord::Stage::Removing:
        return remove(step);
    }
}

void AccountRemoval::noteDone(DeletionRecord record, ConversationId conversation)
{
    record.through = {};
    record.done = conversation;
    if (!conversation.isValid()) {
        if (record.stage == DeletionRecord::Stage::Removing) {
            return m_context.store().deletions().remove(record.user);
        }
        record.stage = static_cast<DeletionRecord::Stage>(static_cast<int>(record.stage) + 1);
    }
    m_context.store().deletions().put(record);
}

void AccountRemoval::erase(const DeletionRecord& record)
{
    m_avatars.remove(record.user);
    m_context.store().deletions().eraseOwned(record.user);
    m_context.turn().noteBlobWork(); // the uploads have expired
    noteDone(record, {});
}

void AccountRemoval::leave(const Step& step)
{
    for (const ConversationId conversation : step.conversations) {
        m_conversations.withdraw(step.record.user, conversation);
    }
    noteDone(step.record, step.conversations.empty() ? ConversationId() : step.conversations.back());
}

void AccountRemoval::remove(const Step& step)
{
    DeletionRecord record = step.record;
    std::size_t room = rowsPerStep;
    for (const ConversationId conversation : step.conversations) {
        if (!removeFrom(record, conversation, room)) {
            return m_context.store().deletions().put(record);
        }
        record.done = conversation;
        record.through = {};
    }
    noteDone(record, step.conversations.empty() ? ConversationId() : record.done);
}

bool AccountRemoval::removeFrom(DeletionRecord& record, ConversationId id, std::size_t& room)
{
    const auto conversation = m_context.store().conversations().find(id);
    if (!conversation) {
        return true;
    }
    if (conversation->kind != ConversationKind::Direct) {
        // Another server may have added the account before it knew of the deletion.
        m_conversations.withdraw(record.user, id);
    }
    const auto take = [&room](std::size_t wanted) {
        return static_cast<std::uint32_t>(std::min(room, wanted));
    };
    // Notes to self belong to the account alone.
    const bool isOwn =
        conversation->directLow.isValid() && conversation->directLow == conversation->directHigh;
    if (record.removesTexts || isOwn) {
        const Seq after = std::max(record.through, conversation->trimmedThrough);
        for (const Seq target :
             m_context.store().deletions().messagesOf(record.user, id, after, take(rowsPerStep))) {
            recall(record.user, *conversation, target);
            record.through = target;
            --room;
        }
    }
    for (const ReactionRecord& reaction :
         m_context.store().deletions().reactionsOf(record.user, id, take(rowsPerStep))) {
        m_reactions.takeBack(reaction);
        --room;
    }
    return room > 0;
}

void AccountRemoval::recall(UserId author, const ConversationRecord& conversation, Seq target)
{
    const auto found = m_context.store().log().entry(conversation.id, target);
    const auto* message = found ? found->entry.as<content::Message>() : nullptr;
    if (message == nullptr) {
        return;
    }
    NewEntry entry;
    entry.conversation = conversation.id;
    entry.author = author;
    entry.at = m_context.wall();
    entry.content = recallOf(target, author, *message);
    if (!message->attachments.empty()) {
        m_context.turn().noteBlobWork();
    }
    m_context.append(entry, conversation.logEpoch, std::nullopt);
}

} // namespace tidemark::server

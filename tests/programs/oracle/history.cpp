#include "tests/programs/oracle/history.h"

#include <cstring>

namespace tidemark::oracle {

UserId History::anyone()
{
    return UserId(1 + m_random.below(m_oracle.names().size()));
}

std::string History::anyName()
{
    return m_oracle.names().at(anyone().value - 1);
}

protocol::ClientFrame History::beginning(std::uint64_t number)
{
    if (number % 3 == 2) {
        return protocol::OpenDirect{m_oracle.names().front()};
    }
    // The history is open, because hidden history does not matter for counting.
    return protocol::CreateGroup{uuid(), "group " + std::to_string(number), m_oracle.names(), true};
}

protocol::ClientFrame History::deed(UserId user)
{
    const ConversationId conversation = anyConversation(user);
    const std::uint64_t what = m_random.below(100);
    if (what < 10) {
        return what < 8 ? react(user, conversation) : seeReactions(user, conversation);
    }
    if (what < 45) {
        return say(conversation);
    }
    if (what < 60) {
        return change(user, conversation);
    }
    if (what < 80) {
        return read(user, conversation);
    }
    if (what < 88) {
        return markUnread(user, conversation);
    }
    if (what < 94) {
        return what < 89   ? hide(user, conversation)
               : what < 91 ? settings(user, conversation)
               : what < 93 ? ignore()
                           : clear(user, conversation);
    }
    return what < 98 ? comeOrGo(user, conversation) : draft(user, conversation);
}

protocol::ClientFrame History::deedAgain(UserId user)
{
    const std::vector<protocol::ClientFrame>& earlier = m_repeatable[user];
    if (earlier.empty() || !oneIn(12)) {
        return deed(user);
    }
    return earlier.at(earlier.size() - 1 - m_random.below(std::min<std::size_t>(earlier.size(), 8)));
}

ConversationId History::anyConversation(UserId user)
{
    ConversationId chosen(1 + m_random.below(m_oracle.logs().size()));
    // The user mostly chooses a conversation that they are in.
    for (int tries = 0; tries < 3; ++tries) {
        const Oracle::Member* member = m_oracle.member(chosen, user);
        if (member != nullptr && member->isPresent) {
            break;
        }
        chosen = ConversationId(1 + m_random.below(m_oracle.logs().size()));
    }
    return chosen;
}

Seq History::anySeq(ConversationId conversation)
{
    // Sometimes the seq does not exist.
    const std::uint64_t head = m_oracle.logs().at(conversation).head;
    return Seq(oneIn(30) ? head + 1 + m_random.below(3) : m_random.below(head + 1));
}

Seq History::messageOf(UserId author, ConversationId conversation)
{
    std::vector<Seq> candidates;
    for (const auto& [seq, message] : m_oracle.logs().at(conversation).messages) {
        if (message.author == author && (!message.recalledBy.isValid() || oneIn(10))) {
            candidates.push_back(seq);
        }
    }
    return candidates.empty() ? anySeq(conversation) : candidates.at(m_random.below(candidates.size()));
}

MessageUuid History::uuid()
{
    // A uuid may be used twice, with the same text or another one.
    if (!m_lastUuid.isValid() || !oneIn(40)) {
        const std::uint64_t high = m_random.next() | 1U;
        const std::uint64_t low = m_random.next();
        std::memcpy(m_lastUuid.bytes.data(), &high, sizeof high);
        std::memcpy(m_lastUuid.bytes.data() + sizeof high, &low, sizeof low);
    }
    return m_lastUuid;
}

Generation History::generationOf(UserId user, ConversationId conversation)
{
    const Oracle::Member* member = m_oracle.member(conversation, user);
    const std::uint32_t right = member == nullptr ? 1 : member->generation;
    return Generation(oneIn(25) ? right + 1 - static_cast<std::uint32_t>(m_random.below(3)) : right);
}

protocol::ClientFrame History::say(ConversationId conversation)
{
    content::Message content;
    content.text = "word";
    if (oneIn(6)) {
        content.text += " @" + anyName();
    }
    if (oneIn(25)) {
        content.text += " @all";
    }
    if (oneIn(5)) {
        content.mentions.push_back(anyone());
    }
    content.mentionsAll = oneIn(25);
    if (oneIn(4)) {
        content.replyTo = messageOf(anyone(), conversation);
    }
    return protocol::Send{conversation, uuid(), {}, content};
}

protocol::ClientFrame History::change(UserId user, ConversationId conversation)
{
    const Seq target = messageOf(user, conversation);
    if (oneIn(3)) {
        return protocol::Send{conversation, uuid(), {}, content::Edit{target, "other @all"}};
    }
    return protocol::Send{conversation, uuid(), {}, content::Recall{target}};
}

protocol::ClientFrame History::read(UserId user, ConversationId conversation)
{
    protocol::Read read;
    for (std::uint64_t count = 1 + m_random.below(3); count > 0; --count) {
        const Oracle::Member* member = m_oracle.member(conversation, user);
        std::uint32_t epoch = member == nullptr ? 0 : member->epoch;
        if (oneIn(6)) {
            epoch += 1 - static_cast<std::uint32_t>(m_random.below(3));
        }
        const Seq head(m_oracle.logs().at(conversation).head);
        const Seq through = oneIn(4) ? head : anySeq(conversation);
        read.intents.push_back(
            {conversation, generationOf(user, conversation), {epoch, through}, CursorCause::Seen, oneIn(4)});
        conversation = anyConversation(user);
    }
    return read;
}

protocol::ClientFrame History::markUnread(UserId user, ConversationId conversation)
{
    m_repeatable[user].emplace_back(
        protocol::MarkUnread{conversation, generationOf(user, conversation), anySeq(conversation), uuid()});
    return m_repeatable[user].back();
}

protocol::ClientFrame History::settings(UserId user, ConversationId conversation)
{
    ConversationSettings settings;
    settings.muted = oneIn(3);
    settings.archived = oneIn(4);
    return protocol::SetSettings{conversation, generationOf(user, conversation), settings};
}

/// The oracle does not know the epochs of logs.
protocol::ClientFrame History::clear(UserId user, ConversationId conversation)
{
    return protocol::ClearHistory{conversation, {}, generationOf(user, conversation), anySeq(conversation)};
}

protocol::ClientFrame History::hide(UserId user, ConversationId conversation)
{
    protocol::HideMessages request{conversation, {}, generationOf(user, conversation), {}};
    for (std::uint64_t count = 1 + m_random.below(3); count > 0; --count) {
        request.seqs.push_back(anySeq(conversation));
    }
    return request;
}

protocol::ClientFrame History::ignore()
{
    const UserId other = oneIn(20) ? UserId(99) : anyone();
    const auto level = oneIn(2) ? IgnoreLevel::None : oneIn(3) ? IgnoreLevel::Blocked : IgnoreLevel::Ignored;
    return protocol::SetIgnored{other, level, uuid(), {}};
}

/// The text is mostly based on the newest version. Otherwise it is in conflict.
protocol::ClientFrame History::draft(UserId user, ConversationId conversation)
{
    const std::uint64_t base = oneIn(4) ? m_random.below(4) : m_oracle.draft(conversation, user).version;
    const std::string text = oneIn(4) ? "" : "draft " + std::to_string(m_random.below(1000));
    return protocol::SetDraft{conversation, base, text, {}, uuid()};
}

/// A reaction that the user has made before is mostly made or taken back again. Two emoji are enough to take
/// one back and keep the other.
protocol::ClientFrame History::react(UserId user, ConversationId conversation)
{
    std::vector<Reaction> own;
    for (const auto& [reaction, made] : m_oracle.logs().at(conversation).reactions) {
        if (reaction.user == user) {
            own.push_back(reaction);
        }
    }
    if (!own.empty() && !oneIn(3)) {
        const Reaction& again = own.at(m_random.below(own.size()));
        return protocol::React{conversation, {}, again.target, again.emoji, oneIn(2), uuid()};
    }
    const Seq target = oneIn(6) ? anySeq(conversation) : messageOf(anyone(), conversation);
    const char* emoji = oneIn(2) ? "\U0001F44D" : "\U0001F389";
    m_repeatable[user].emplace_back(protocol::React{conversation, {}, target, emoji, !oneIn(3), uuid()});
    return m_repeatable[user].back();
}

protocol::ClientFrame History::seeReactions(UserId user, ConversationId conversation)
{
    const std::uint64_t changes = m_oracle.logs().at(conversation).reactionChanges;
    const ReactionSeq through(oneIn(2) ? changes : m_random.below(changes + 2));
    return protocol::SeeReactions{conversation, {}, generationOf(user, conversation), through};
}

protocol::ClientFrame History::comeOrGo(UserId user, ConversationId conversation)
{
    const Oracle::Member* member = m_oracle.member(conversation, user);
    const bool isPresent = member != nullptr && member->isPresent;
    if (!isPresent && !oneIn(4)) {
        return protocol::Join{conversation};
    }
    switch (m_random.below(6)) {
    case 0:
    case 1:
        return protocol::Leave{conversation};
    case 2:
        return protocol::OpenDirect{anyName()};
    case 3:
        return protocol::Rename{conversation, oneIn(2) ? "left" : "right"};
    case 4:
        if (m_oracle.logs().size() < 8) {
            return protocol::CreateGroup{uuid(), "later", {anyName(), anyName()}, true};
        }
        [[fallthrough]];
    default:
        return protocol::AddMember{conversation, anyName()};
    }
}

} // namespace tidemark::oracle

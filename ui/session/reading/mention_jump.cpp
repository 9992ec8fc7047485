#include "ui/session/reading/mention_jump.h"

#include <algorithm>

namespace tidemark {

namespace {
/// The number of entries that one pull requests.
constexpr std::uint64_t pulledAtOnce = 400;
} // namespace

MentionJump::MentionJump(std::function<CommandId()> commands, QObject* parent)
    : QObject(parent), m_commands(std::move(commands))
{
}

void MentionJump::ask(ConversationId conversation, Seq after, quint64 expected)
{
    m_conversation = conversation;
    m_expected = expected;
    m_loading = {};
    m_canPull = true;
    m_hasWrapped = !after.isValid();
    want(after);
}

void MentionJump::want(Seq after)
{
    m_after = after;
    m_isAsked = true;
    Q_EMIT mentionWanted(m_conversation, after);
}

void MentionJump::take(const NextMention& mention)
{
    if (!m_isAsked || !m_conversation.isValid() || mention.conversation != m_conversation
        || mention.after != m_after) {
        return;
    }
    m_isAsked = false;
    // If this device holds as many mentions as the badge counts, the missing entries contain none.
    if (mention.missingThrough.isValid() && mention.held < m_expected && m_canPull) {
        m_loading = m_commands();
        const Seq through(std::min(mention.missingThrough.value, mention.missingAfter.value + pulledAtOnce));
        Q_EMIT submitted(input::LoadRange{m_loading, m_conversation, mention.missingAfter, through});
    } else if (mention.seq.isValid()) {
        Q_EMIT found(std::exchange(m_conversation, {}), mention.seq);
    } else if (!std::exchange(m_hasWrapped, true)) {
        want({});
    } else {
        Q_EMIT notFound(std::exchange(m_conversation, {}));
    }
}

void MentionJump::takeCommandDone(const change::CommandDone& done)
{
    if (!m_conversation.isValid() || !m_loading.isValid() || done.command != m_loading) {
        return;
    }
    m_loading = {};
    m_canPull = !done.error;
    want(m_after);
}

} // namespace tidemark

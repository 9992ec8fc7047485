#include "ui/session/reactions/reaction_writer.h"

#include "core/domain/request_caps.h"
#include "core/models/words/error_text.h"
#include "core/names/emoji.h"
#include "ui/session/choices/preferences.h"
#include "ui/session/commands.h"
#include "ui/session/open_conversation.h"

#include <algorithm>

namespace tidemark {

ReactionWriter::ReactionWriter(Commands& commands, const OpenConversation& chat, Preferences& preferences,
                               QObject* parent)
    : QObject(parent), m_commands(commands), m_chat(chat), m_preferences(preferences)
{
}

bool ReactionWriter::mayReact() const
{
    const ConversationSummary* open = m_chat.summary();
    return open != nullptr && open->isMember && open->kind != ConversationKind::NoticeList;
}

void ReactionWriter::toggle(Seq seq, const QString& emoji)
{
    const std::optional<std::string> known = emojiOf(emoji.toStdString(), caps::maxEmojiBytes);
    const int row = m_chat.timeline().rowOfSeq(seq);
    if (!known || row < 0 || !mayReact()) {
        return;
    }
    const QList<ReactionCount>& shown = m_chat.timeline().rows()[static_cast<std::size_t>(row)].reactions;
    const bool isMine = std::any_of(shown.begin(), shown.end(), [&known](const ReactionCount& one) {
        return one.isMine && one.emoji == *known;
    });
    // Without a command: a reaction can be refused long after it was made offline, and takeRefusal() tells of
    // both.
    m_commands.submit(input::React{{}, m_chat.current(), seq, *known, !isMine, m_commands.ids().uuid()});
    if (!isMine) {
        EmojiChoices choices = m_preferences.emoji();
        choices.noteUse(QString::fromStdString(*known));
        m_preferences.chooseEmoji(choices);
    }
}

CommandId ReactionWriter::requestReactors(ConversationId conversation, Seq seq, ReactionSeq after)
{
    const CommandId command = m_commands.expect();
    m_commands.submit(input::GetReactors{command, conversation, seq, after});
    return command;
}

void ReactionWriter::takeRefusal(ConversationId /*conversation*/, Seq /*message*/, protocol::ErrorCode error)
{
    Q_EMIT m_commands.refused(tr("Could not react"), errorText(error));
}

} // namespace tidemark

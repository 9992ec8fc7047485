#include "ui/session/memberships.h"

#include "core/models/conversations/conversation_list_model.h"
#include "core/models/conversations/conversation_row.h"
#include "core/models/words/isolated_text.h"
#include "ui/session/commands.h"
#include "ui/session/open_conversation.h"
#include "ui/session/roster.h"

#include <chrono>
#include <string>
#include <utility>
#include <vector>

namespace tidemark {

namespace {
/// The time during which the user can undo archiving.
constexpr std::chrono::seconds archiveUndoOffer{8};
} // namespace

Memberships::Memberships(Commands& commands, const ConversationListModel& conversations,
                         OpenConversation& chat, Roster& roster, QObject* parent)
    : QObject(parent), m_commands(commands), m_conversations(conversations), m_chat(chat), m_roster(roster),
      m_undoTimer(this)
{
    m_undoTimer.setSingleShot(true);
    m_undoTimer.setInterval(archiveUndoOffer);
    connect(&m_undoTimer, &QTimer::timeout, this, &Memberships::forgetUndo);
}

void Memberships::changeSettings(ConversationId conversation, ConversationSettings settings)
{
    const ConversationSummary* known = m_conversations.summary(conversation);
    if (known != nullptr && known->settings.archived != settings.archived) {
        m_moved = conversation;
        m_isArchived = settings.archived;
        m_undoTimer.start();
        Q_EMIT undoChanged();
    }
    submitSettings(conversation, settings);
}

QString Memberships::undoWords() const
{
    const ConversationSummary* moved = m_conversations.summary(m_moved);
    if (moved == nullptr) {
        return {};
    }
    return (m_isArchived ? tr("Archived %1") : tr("Unarchived %1")).arg(isolatedLine(titleOf(*moved)));
}

void Memberships::undo()
{
    if (const ConversationSummary* moved = m_conversations.summary(m_moved)) {
        ConversationSettings settings = moved->settings;
        settings.archived = !m_isArchived;
        submitSettings(m_moved, settings);
    }
    forgetUndo();
}

void Memberships::forgetUndo()
{
    if (m_moved.isValid()) {
        m_moved = {};
        m_undoTimer.stop();
        Q_EMIT undoChanged();
    }
}

void Memberships::submitSettings(ConversationId conversation, const ConversationSettings& settings)
{
    const CommandId command = m_commands.expect({tr("Could not change the setting"), {}, {}});
    m_commands.submit(input::SetSettings{command, conversation, settings});
}

void Memberships::movePin(ConversationId conversation, ConversationId before)
{
    orderPins(m_conversations.placesForMove(conversation, before));
}

void Memberships::stepPin(ConversationId conversation, int step)
{
    orderPins(m_conversations.placesForStep(conversation, step));
}

void Memberships::orderPins(const std::vector<PinPlace>& places)
{
    for (const PinPlace& place : places) {
        const CommandId command = m_commands.expect({tr("Could not change the setting"), {}, {}});
        m_commands.submit(input::OrderPin{command, place.id, place.order});
    }
}

void Memberships::mute(ConversationId conversation, std::uint32_t seconds)
{
    const ConversationSummary* known = m_conversations.summary(conversation);
    if (known == nullptr) {
        return;
    }
    ConversationSettings settings = known->settings;
    settings.muted = true;
    const CommandId command = m_commands.expect({tr("Could not change the setting"), {}, {}});
    m_commands.submit(input::SetSettings{command, conversation, settings, seconds});
}

void Memberships::setForwarding(ConversationId conversation, bool forbidden)
{
    const CommandId command = m_commands.expect({tr("Could not change the setting"), {}, {}});
    m_commands.submit(input::SetForwarding{command, conversation, forbidden});
}

void Memberships::leave(ConversationId conversation)
{
    closeIfOpen(conversation);
    const CommandId command = m_commands.expect({tr("Could not leave"), {}, {}});
    m_commands.submit(input::Leave{command, conversation});
}

void Memberships::clear(ConversationId conversation)
{
    const ConversationSummary* known = m_conversations.summary(conversation);
    if (known != nullptr && known->kind == ConversationKind::Direct) {
        closeIfOpen(conversation);
    }
    const CommandId command =
        m_commands.expect({tr("Could not clear the history on your other devices"), {}, {}});
    m_commands.submit(input::ClearHistory{command, conversation});
}

void Memberships::leaveAndClear(ConversationId conversation)
{
    leave(conversation);
    clear(conversation);
}

void Memberships::hide(ConversationId conversation, const QList<Seq>& seqs)
{
    const CommandId command = m_commands.expect({tr("Could not delete the messages"), {}, {}});
    m_commands.submit(input::HideMessages{command, conversation, {seqs.begin(), seqs.end()}});
}

void Memberships::unfollow(ConversationId channel)
{
    closeIfOpen(channel);
    const CommandId command = m_commands.expect({tr("Could not unfollow"), {}, {}});
    m_commands.submit(input::Unfollow{command, channel});
}

void Memberships::removeMember(ConversationId conversation, const User& user, bool isBan)
{
    const QString name = QString::fromStdString(user.name);
    const QString what = (isBan ? tr("Could not ban %1") : tr("Could not remove %1")).arg(isolatedLine(name));
    m_commands.submit(input::RemoveMember{expectMemberChange(what, name), conversation, user.id, isBan});
}

void Memberships::giveRole(ConversationId conversation, const User& user, Role role)
{
    const QString name = QString::fromStdString(user.name);
    const QString what = tr("Could not change the role of %1").arg(isolatedLine(name));
    m_commands.submit(input::SetRole{expectMemberChange(what, name), conversation, user.id, role});
}

CommandId Memberships::createGroup(const QString& title, const QStringList& members, GroupRules rules)
{
    std::vector<std::string> names;
    for (const QString& member : members) {
        names.push_back(member.toStdString());
    }
    const CommandId command = expectConversation(members);
    m_commands.submit(input::CreateGroup{command, m_commands.ids().uuid(), title.toStdString(),
                                         std::move(names), rules.historyOpen, rules.inviteOnly});
    return command;
}

CommandId Memberships::openDirect(const QString& name)
{
    const CommandId command = expectConversation({name});
    m_commands.submit(input::OpenDirect{command, name.toStdString()});
    return command;
}

void Memberships::openNotes(const QString& ownName)
{
    for (const ConversationSummary* summary : m_conversations.summaries()) {
        if (isListed(*summary) && isWithOneself(*summary)) {
            return m_chat.open(summary->id);
        }
    }
    const CommandId command = m_commands.expect(
        {tr("Could not open your notes"), {ownName}, [this](const change::CommandDone& done) {
             openMade(done);
         }});
    m_commands.submit(input::OpenDirect{command, ownName.toStdString()});
}

void Memberships::beginDirect(const QString& name)
{
    const CommandId command =
        m_commands.expect({tr("Could not start the chat"), {name}, [this](const change::CommandDone& done) {
                               openMade(done);
                           }});
    m_commands.submit(input::OpenDirect{command, name.toStdString()});
}

CommandId Memberships::join(ConversationId conversation)
{
    const CommandId command = expectConversation();
    m_commands.submit(input::Join{command, conversation});
    return command;
}

CommandId Memberships::createChannel(const QString& title)
{
    const CommandId command = expectConversation();
    m_commands.submit(input::CreateChannel{command, m_commands.ids().uuid(), title.toStdString()});
    return command;
}

CommandId Memberships::follow(ConversationId channel)
{
    const CommandId command = m_commands.expect();
    m_commands.submit(input::Follow{command, channel});
    return command;
}

CommandId Memberships::rename(ConversationId conversation, const QString& title)
{
    const CommandId command = m_commands.expect();
    m_commands.submit(input::Rename{command, conversation, title.toStdString()});
    return command;
}

CommandId Memberships::addMember(ConversationId conversation, const QString& name)
{
    const CommandId command = m_commands.expect({{}, {name}, {}});
    m_commands.submit(input::AddMember{command, conversation, name.toStdString()});
    return command;
}

CommandId Memberships::findChannels(const QString& words)
{
    const CommandId command = m_commands.expect();
    m_commands.submit(input::FindChannels{command, words.toStdString()});
    return command;
}

/// Opens the conversation that the answer names.
CommandId Memberships::expectConversation(const QStringList& names)
{
    return m_commands.expect({{}, names, [this](const change::CommandDone& done) { openMade(done); }});
}

void Memberships::openMade(const change::CommandDone& done)
{
    const auto made = done.resultAs<ConversationId>();
    if (!done.error && made.isValid()) {
        m_chat.open(made);
    }
}

CommandId Memberships::expectMemberChange(const QString& what, const QString& name)
{
    return m_commands.expect({what, {name}, [this](const change::CommandDone&) { m_roster.refresh(); }});
}

void Memberships::closeIfOpen(ConversationId conversation)
{
    if (conversation == m_chat.current()) {
        m_chat.close();
    }
}

} // namespace tidemark

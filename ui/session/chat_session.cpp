#include "ui/session/chat_session.h"

#include "core/domain/reading_policy.h"
#include "core/models/words/clean_text.h"
#include "core/models/words/error_text.h"
#include "core/models/words/isolated_text.h"

#include <algorithm>
#include <utility>

namespace tidemark {

namespace {

/// How long the user can undo a marking.
constexpr std::chrono::seconds undoOffer{8};

/// Returns the names that the server reports as unknown; all of them if it does not say which.
QStringList unknownOf(const QStringList& names, const std::string& detail)
{
    const QStringList named = QString::fromStdString(detail).split(u'\n');
    QStringList unknown = names;
    unknown.removeIf([&named](const QString& name) { return !named.contains(name); });
    return unknown.isEmpty() ? names : unknown;
}

QString listOf(const QStringList& names)
{
    QStringList shown;
    for (const QString& name : names)
        shown.append(isolatedLine(name));
    return shown.join(ChatSession::tr(", ", "between names"));
}

QString refusalText(const change::CommandDone& done, const QStringList& names)
{
    // A signed-in user sends credentials only to change the password.
    if (done.error == protocol::ErrorCode::BadCredentials)
        return ChatSession::tr("The old password is wrong. Check it, including upper and lower case.");
    if (done.error != protocol::ErrorCode::NoSuchUser || names.isEmpty())
        return errorText(*done.error);
    const QStringList unknown = unknownOf(names, done.detail);
    if (unknown.size() == 1)
        return ChatSession::tr("No user is called “%1”. Check the spelling.")
            .arg(isolatedLine(unknown.first()));
    if (unknown.size() == names.size() && done.detail.empty())
        return ChatSession::tr("At least one of these users does not exist: %1. Check the spelling.")
            .arg(listOf(names));
    return ChatSession::tr("These users do not exist: %1. Check the spelling.").arg(listOf(unknown));
}

/// There is no connection, and the client is not connecting, as it does when it switches servers.
bool isCutOff(ConnectionPhase phase)
{
    return phase == ConnectionPhase::SignedOut || phase == ConnectionPhase::Offline
           || phase == ConnectionPhase::Waiting;
}

TimelineOpening openingOf(const ConversationSummary& summary)
{
    TimelineOpening opening;
    opening.conversation = summary.id;
    opening.isDirect = summary.kind == ConversationKind::Direct;
    opening.readThrough = effectiveRead(summary.floor, summary.cursor.readSeq);
    opening.unread = summary.counts.unread;
    opening.unreadExact = summary.exact;
    opening.seenByOthers = summary.seenByOthers;
    opening.deliveredToOthers = summary.deliveredToOthers;
    opening.head = summary.head;
    return opening;
}

protocol::TextContent contentOf(const QString& written, Seq replyTo)
{
    static const QString action = QStringLiteral("/me ");
    protocol::TextContent content;
    content.isAction = written.startsWith(action);
    content.replyTo = replyTo;
    content.text = (content.isAction ? written.mid(action.size()) : written).toStdString();
    return content;
}

} // namespace

ChatSession::ChatSession(IdSource ids, ReadingSetup reading, QObject* parent)
    : QObject(parent), m_ids(std::move(ids)), m_reading(std::move(reading), this), m_undoTimer(this),
      m_unreadExplainer(m_ids.command, this), m_mentionJump(m_ids.command, this),
      m_search(
          [this](ConversationId id) {
              const ConversationSummary* known = m_conversations.summary(id);
              return known == nullptr ? QString() : titleOf(*known);
          },
          this),
      m_roster(m_ids.command, this), m_preferences(this)
{
    connect(&m_roster, &Roster::submitted, this, &ChatSession::submitted);
    connect(&m_preferences, &Preferences::changed, this, &ChatSession::noteCounting);
    connect(&m_preferences, &Preferences::chosen, this, &ChatSession::settingChosen);
    connect(this, &ChatSession::currentChanged, &m_roster, [this] {
        // The server never lists the readers of announcements.
        const ConversationSummary* open = currentSummary();
        const bool isForAll = open != nullptr && open->kind == ConversationKind::NoticeList;
        m_roster.open(isForAll ? ConversationId() : m_current);
    });
    connect(&m_roster, &Roster::membersChanged, this, [this] {
        QStringList names;
        for (const protocol::Member& member : m_roster.members())
            names.append(QString::fromStdString(member.user.name));
        m_timeline.setNames(names);
    });
    m_undoTimer.setSingleShot(true);
    m_undoTimer.setInterval(undoOffer);
    connect(&m_undoTimer, &QTimer::timeout, this, &ChatSession::endUndo);
    connect(&m_reading, &ReadingWatch::read, this, [this](Seq through) {
        m_timeline.endBeginning();
        Q_EMIT submitted(input::MarkRead{{}, m_current, through});
    });
    connect(&m_unreadExplainer, &UnreadExplainer::submitted, this, &ChatSession::submitted);
    connect(&m_mentionJump, &MentionJump::submitted, this, &ChatSession::submitted);
    connect(&m_timeline, &TimelineModel::aroundMissing, this, [this](Seq seq) {
        const std::uint64_t half = TimelineModel::pageRows / 2;
        const Seq after(seq.value > half ? seq.value - half : 0);
        const CommandId command = expect({tr("This message cannot be shown now"), {}, false});
        Q_EMIT submitted(input::LoadRange{command, m_current, after, Seq(seq.value + half)});
    });
    connect(&m_timeline, &TimelineModel::pageWanted, this, [this](const TimelineQuery& query) {
        m_queries[++m_lastTag] = query;
        Q_EMIT timelineWanted(m_timeline.conversation(), query, m_lastTag);
    });
    connect(&m_timeline, &TimelineModel::olderMissing, this, [this](Seq before) {
        Q_EMIT submitted(input::LoadOlder{m_current, before});
    });
    connect(&m_timeline, &TimelineModel::newerMissing, this, [this](Seq after) {
        const Seq through(after.value + static_cast<std::uint64_t>(TimelineModel::pageRows));
        Q_EMIT submitted(input::LoadRange{{}, m_current, after, through});
    });
}

// ---- what the user does

Seq ChatSession::keptPlace(ConversationId conversation) const
{
    const auto found = m_places.find(conversation);
    return found == m_places.end() ? Seq() : found->second;
}

void ChatSession::open(ConversationId conversation, Seq showAt)
{
    m_toOpen = {};
    if (conversation == m_current)
        return;
    const ConversationSummary* summary = m_conversations.summary(conversation);
    if (summary == nullptr) {
        m_toOpen = conversation;
        return;
    }
    m_current = conversation;
    m_cursor = summary->cursor;
    m_markedFrom = {};
    m_conversations.setOpen(conversation);
    m_queries.clear();
    m_reading.open(*summary);
    const Seq kept = summary->counts.unread == 0 && summary->exact ? keptPlace(conversation) : Seq();
    Q_EMIT submitted(input::LookAt{conversation});
    TimelineOpening opening = openingOf(*summary);
    opening.showAt = showAt.isValid() ? showAt : kept;
    m_timeline.open(opening);
    noteOpening();
    Q_EMIT currentChanged();
}

void ChatSession::close()
{
    if (!m_current.isValid())
        return;
    m_current = {};
    m_conversations.setOpen({});
    m_queries.clear();
    m_timeline.close();
    m_reading.close();
    Q_EMIT submitted(input::LookAt{});
    Q_EMIT currentChanged();
}

bool ChatSession::send(const QString& text, Seq replyTo)
{
    const QString written = writtenText(text);
    if (written.isEmpty() || !m_current.isValid())
        return false;
    Q_EMIT submitted(input::SendText{m_current, m_ids.uuid(), contentOf(written, replyTo)});
    readOn();
    if (m_timeline.isFollowing()) {
        showEnd();
    } else {
        // Sending is not reading (I15): the user did not ask for what comes on screen with their message.
        m_reading.jump();
        m_timeline.showEnd();
    }
    return true;
}

void ChatSession::sendTo(ConversationId conversation, const QString& text)
{
    const QString written = writtenText(text);
    if (!written.isEmpty() && m_conversations.summary(conversation) != nullptr)
        Q_EMIT submitted(input::SendText{conversation, m_ids.uuid(), contentOf(written, {})});
}

void ChatSession::readOn()
{
    m_timeline.endBeginning();
    m_reading.resume();
}

void ChatSession::edit(Seq target, const QString& text)
{
    const QString written = writtenText(text);
    if (written.isEmpty())
        return;
    Q_EMIT submitted(input::EditMessage{m_current, m_ids.uuid(), target, written.toStdString()});
    m_timeline.noteChanging(target);
}

void ChatSession::recall(Seq target)
{
    Q_EMIT submitted(input::RecallMessage{m_current, m_ids.uuid(), target});
    m_timeline.noteChanging(target);
}

void ChatSession::retry(const MessageUuid& uuid)
{
    Q_EMIT submitted(input::RetryPending{uuid});
}

void ChatSession::deletePending(const MessageUuid& uuid)
{
    Q_EMIT submitted(input::DeletePending{uuid});
}

void ChatSession::noteTyping()
{
    const ConversationSummary* summary = currentSummary();
    if (summary != nullptr
        && m_preferences.showsTyping().value_or(!readsPrivately(m_settings, summary->settings)))
        Q_EMIT submitted(input::NoteTyping{m_current});
}

void ChatSession::setDraft(ConversationId conversation, const QString& text)
{
    Q_EMIT draftChanged(conversation, text.trimmed().isEmpty() ? QString() : text);
}

void ChatSession::markRead(ConversationId conversation, Seq through)
{
    m_timeline.endBeginning();
    if (const ConversationSummary* before = m_conversations.summary(conversation)) {
        m_undo.rememberRead(*before);
        offerUndo();
    }
    Q_EMIT submitted(input::MarkRead{{}, conversation, through, CursorCause::MarkedRead});
}

void ChatSession::markUnread(ConversationId conversation, Seq from)
{
    m_timeline.endBeginning();
    if (conversation == m_current) {
        m_reading.pause();
        m_markedFrom = from;
    }
    if (const ConversationSummary* before = m_conversations.summary(conversation)) {
        m_undo.rememberUnread(*before, from);
        offerUndo();
    }
    Q_EMIT submitted(input::MarkUnread{expect({tr("Could not mark as unread"), {}, false, true}),
                                       conversation, m_ids.uuid(), from});
}

void ChatSession::markAllRead()
{
    m_timeline.endBeginning();
    m_undo.rememberAllRead(m_conversations.summaries());
    offerUndo();
    Q_EMIT submitted(input::MarkAllRead{});
}

ChatSession::AllUnread ChatSession::allUnread() const
{
    AllUnread all;
    for (const ConversationSummary* one : m_conversations.summaries()) {
        if (!hasUnread(*one))
            continue;
        all.messages += one->counts.unread;
        ++all.conversations;
        all.exact = all.exact && one->exact;
    }
    return all;
}

void ChatSession::undoRead()
{
    if (!m_undo.isPossible())
        return;
    const bool isAboutCurrent = m_undo.isAbout(m_current);
    const std::vector<Input> inputs = m_undo.take(m_ids.uuid);
    for (const Input& input : inputs) {
        if (isAboutCurrent)
            noteUndoing(input);
        Q_EMIT submitted(input);
    }
    offerUndo();
}

/// If messages become unread again, they must not be read just because they are still on screen. If an
/// accidental "mark as unread" is undone, reading goes on.
void ChatSession::noteUndoing(const Input& input)
{
    const auto* mark = std::get_if<input::MarkUnread>(&input);
    if (mark == nullptr) {
        m_reading.resume();
        m_timeline.restoreDivider();
        return;
    }
    m_reading.pause();
    if (mark->conversation == m_current)
        m_markedFrom = mark->from;
}

void ChatSession::offerUndo()
{
    if (m_undo.isPossible())
        m_undoTimer.start();
    else
        m_undoTimer.stop();
    Q_EMIT undoChanged();
}

void ChatSession::noteUndo(const ConversationSummary& summary)
{
    if (!m_undo.note(summary))
        return;
    if (m_undo.waiting() == 0 && !m_undoTimer.isActive())
        m_undo.forget();
    Q_EMIT undoChanged();
}

/// Ends the undo offer. If it covers many conversations that are still on their way to the server, ends it
/// once they are sent.
void ChatSession::endUndo()
{
    if (m_undo.conversations() > 1 && m_undo.waiting() > 0 && isOnline())
        return;
    m_undo.forget();
    Q_EMIT undoChanged();
}

void ChatSession::changeSettings(ConversationId conversation, ConversationSettings settings)
{
    Q_EMIT submitted(
        input::SetSettings{expect({tr("The setting was not changed"), {}, false}), conversation, settings});
}

void ChatSession::mute(ConversationId conversation, std::uint32_t seconds)
{
    const ConversationSummary* known = m_conversations.summary(conversation);
    if (known == nullptr)
        return;
    ConversationSettings settings = known->settings;
    settings.muted = true;
    Q_EMIT submitted(input::SetSettings{expect({tr("The setting was not changed"), {}, false}), conversation,
                                        settings, seconds});
}

void ChatSession::chooseFilter(ConversationFilter filter)
{
    if (filter == m_conversations.kind())
        return;
    showFilter(filter);
    if (filter == ConversationFilter::Channels)
        openFeed();
    Q_EMIT settingChosen(QLatin1StringView(filterSetting), wordOf(filter));
}

void ChatSession::openFeed()
{
    Q_EMIT submitted(input::OpenFeed{});
}

void ChatSession::showFilter(ConversationFilter filter)
{
    m_conversations.setKind(filter);
    Q_EMIT filterChanged();
}

CommandId ChatSession::createGroup(const QString& title, const QStringList& members, GroupRules rules)
{
    std::vector<std::string> names;
    for (const QString& member : members)
        names.push_back(member.toStdString());
    const CommandId command = expect({{}, members, true});
    Q_EMIT submitted(input::CreateGroup{command, m_ids.uuid(), title.toStdString(), std::move(names),
                                        rules.historyOpen, rules.inviteOnly});
    return command;
}

CommandId ChatSession::openDirect(const QString& name)
{
    const CommandId command = expect({{}, {name}, true});
    Q_EMIT submitted(input::OpenDirect{command, name.toStdString()});
    return command;
}

CommandId ChatSession::join(ConversationId conversation)
{
    const CommandId command = expect({{}, {}, true});
    Q_EMIT submitted(input::Join{command, conversation});
    return command;
}

void ChatSession::leave(ConversationId conversation)
{
    if (conversation == m_current)
        close();
    Q_EMIT submitted(input::Leave{expect({tr("Could not leave"), {}, false}), conversation});
}

void ChatSession::removeMember(ConversationId conversation, const User& user, bool isBan)
{
    const QString name = QString::fromStdString(user.name);
    const QString what = (isBan ? tr("%1 was not banned") : tr("%1 was not removed")).arg(isolatedLine(name));
    Q_EMIT submitted(
        input::RemoveMember{expect({what, {name}, false, false, true}), conversation, user.id, isBan});
}

void ChatSession::giveRole(ConversationId conversation, const User& user, Role role)
{
    const QString name = QString::fromStdString(user.name);
    const QString what = tr("The role of %1 was not changed").arg(isolatedLine(name));
    Q_EMIT submitted(input::SetRole{expect({what, {name}, false, false, true}), conversation, user.id, role});
}

CommandId ChatSession::createChannel(const QString& title)
{
    const CommandId command = expect({{}, {}, true});
    Q_EMIT submitted(input::CreateChannel{command, m_ids.uuid(), title.toStdString()});
    return command;
}

CommandId ChatSession::findChannels(const QString& words)
{
    const CommandId command = expect({});
    Q_EMIT submitted(input::FindChannels{command, words.toStdString()});
    return command;
}

CommandId ChatSession::follow(ConversationId channel)
{
    const CommandId command = expect({});
    Q_EMIT submitted(input::Follow{command, channel});
    return command;
}

void ChatSession::unfollow(ConversationId channel)
{
    if (channel == m_current)
        close();
    Q_EMIT submitted(input::Unfollow{expect({tr("Could not unfollow"), {}, false}), channel});
}

CommandId ChatSession::rename(ConversationId conversation, const QString& title)
{
    const CommandId command = expect({});
    Q_EMIT submitted(input::Rename{command, conversation, title.toStdString()});
    return command;
}

CommandId ChatSession::addMember(ConversationId conversation, const QString& name)
{
    const CommandId command = expect({{}, {name}, false});
    Q_EMIT submitted(input::AddMember{command, conversation, name.toStdString()});
    return command;
}

CommandId ChatSession::changeAccount(ReceiptPrivacy receipts, ReadingPolicy reading)
{
    const CommandId command = expect({});
    Q_EMIT submitted(input::SetAccountSettings{command, receipts, reading});
    return command;
}

CommandId ChatSession::changeQuiet(bool isQuiet)
{
    const CommandId command = expect({});
    Q_EMIT submitted(input::SetAccountSettings{command, {}, {}, isQuiet});
    return command;
}

CommandId ChatSession::changePassword(const QString& oldPassword, const QString& newPassword,
                                      bool signsOutOthers)
{
    const CommandId command = expect({});
    Q_EMIT submitted(
        input::ChangePassword{command, oldPassword.toStdString(), newPassword.toStdString(), signsOutOthers});
    return command;
}

CommandId ChatSession::requestReaders(ConversationId conversation, Seq seq, UserId after)
{
    const CommandId command = expect({});
    Q_EMIT submitted(input::GetReaders{command, conversation, seq, after});
    return command;
}

CommandId ChatSession::requestDevices()
{
    const CommandId command = expect({});
    Q_EMIT submitted(input::GetDevices{command});
    return command;
}

CommandId ChatSession::signOutDevice(DeviceId device)
{
    const CommandId command = expect({});
    Q_EMIT submitted(input::RevokeDevice{command, device});
    return command;
}

bool ChatSession::isDotLit(std::string_view name) const
{
    return !m_isSignedOut && std::any_of(m_dots.begin(), m_dots.end(), [name](const Dot& dot) {
        return dot.name == name && isLit(dot);
    });
}

void ChatSession::seeDot(std::string_view name)
{
    if (isDotLit(name))
        Q_EMIT submitted(input::SeeDot{{}, std::string(name)});
}

void ChatSession::retryConnection()
{
    Q_EMIT submitted(input::Connect{});
}

void ChatSession::showEnd()
{
    m_reading.expectArrival();
    m_timeline.showEnd();
}

void ChatSession::changeDevicePolicy(std::optional<ReadingPolicy> policy)
{
    m_reading.setDevicePolicy(policy);
    const std::string_view word = policy ? wordOf(*policy) : std::string_view();
    Q_EMIT settingChosen(QLatin1StringView(devicePolicySetting), QLatin1StringView(word));
}

CommandId ChatSession::expect(Command command)
{
    const CommandId id = m_ids.command();
    m_commands[id] = std::move(command);
    return id;
}

// ---- from the client

void ChatSession::takeConversations(const QList<ConversationSummary>& all)
{
    if (m_isSignedOut)
        return;
    m_conversations.setConversations(all);
    noteCurrentSummary();
    openWhenKnown();
}

void ChatSession::takeChanges(const QList<ConversationSummary>& changed)
{
    if (m_isSignedOut)
        return;
    m_conversations.update(changed);
    for (const ConversationSummary& summary : changed) {
        noteUndo(summary);
        if (summary.id == m_current)
            noteCurrentSummary();
    }
    m_unreadExplainer.takeChanges(changed);
    openWhenKnown();
}

void ChatSession::noteCurrentSummary()
{
    if (!m_current.isValid())
        return;
    const ConversationSummary* summary = currentSummary();
    if (summary == nullptr || !isListed(*summary)) {
        close();
        return;
    }
    m_reading.update(*summary);
    m_roster.noteCount(summary->memberCount);
    m_timeline.setReached(summary->deliveredToOthers, summary->seenByOthers);
    noteMark(*summary);
    noteOpening();
    Q_EMIT currentSummaryChanged();
}

/// Moves the divider along with a mark made here or on another device: it shows what is unread from now on.
void ChatSession::noteMark(const ConversationSummary& summary)
{
    const Cursor before = std::exchange(m_cursor, summary.cursor);
    const bool isHere = m_markedFrom.isValid() && summary.cursor.readSeq == previous(m_markedFrom);
    if (!isHere && summary.cursor.epoch <= before.epoch)
        return;
    m_markedFrom = {};
    m_timeline.moveDivider(openingOf(summary));
}

void ChatSession::noteOpening()
{
    using Received = TimelineModel::Received;
    const bool isConnected = m_connection.phase == ConnectionPhase::Syncing || isOnline();
    const Received received = m_hasCaughtUp ? Received::All
                              : isConnected ? Received::Part
                                            : Received::Nothing;
    if (const ConversationSummary* summary = currentSummary())
        m_timeline.updateOpening(openingOf(*summary), received);
}

void ChatSession::openWhenKnown()
{
    if (m_toOpen.isValid() && m_conversations.summary(m_toOpen) != nullptr)
        open(m_toOpen);
}

void ChatSession::takeTimeline(const TimelinePage& page, quint64 tag)
{
    // The query of an answer about a conversation that was left has been dropped.
    const auto asked = m_queries.find(tag);
    if (asked == m_queries.end())
        return;
    const TimelineQuery query = asked->second;
    m_queries.erase(asked);
    m_timeline.takePage(page, query);
}

void ChatSession::takeGrowth(ConversationId conversation, Seq first, Seq last, const QList<Seq>& marked)
{
    if (conversation == m_current)
        m_timeline.noteGrowth(first, last, marked);
}

void ChatSession::takeDropped(ConversationId conversation)
{
    if (conversation == m_current)
        m_timeline.noteDropped();
}

void ChatSession::takePendingChange(ConversationId conversation)
{
    if (conversation == m_current)
        m_timeline.notePending();
}

void ChatSession::takeTotals(const Totals& totals)
{
    if (totals == m_totals)
        return;
    m_totals = totals;
    if (!m_isSignedOut)
        Q_EMIT totalsChanged();
}

void ChatSession::noteCounting()
{
    const BadgeChoices& choices = m_preferences.badges();
    if (std::exchange(m_countedBy, choices) != choices)
        Q_EMIT totalsChanged();
}

void ChatSession::takeConnection(const ConnectionStatus& status, int retryInMs)
{
    const bool isBack =
        status.phase == ConnectionPhase::Online && m_connection.phase != ConnectionPhase::Online;
    m_connection = status;
    m_hasCaughtUp = m_hasCaughtUp && isOnline();
    m_conversations.setOffline(isCutOff(status.phase));
    m_roster.setOnline(isOnline());
    if (!isOnline())
        m_sendCooldowns.clear();
    if (isBack) {
        m_timeline.askAgain();
        // The tray or the launcher may have lost the number meanwhile.
        if (!m_isSignedOut)
            Q_EMIT totalsChanged();
    }
    if (!isOnline() && !m_undoTimer.isActive() && m_undo.isPossible())
        endUndo();
    Q_EMIT connectionChanged(retryInMs);
}

void ChatSession::takeCaughtUp()
{
    m_hasCaughtUp = true;
    noteOpening();
    Q_EMIT caughtUp();
}

void ChatSession::takeAccount(const QString& userName, UserId user)
{
    m_userName = userName;
    m_user = user;
    m_timeline.setReaderName(userName);
    m_isSignedOut = userName.isEmpty();
    // The client sends settings only when they change: another user's settings must not remain.
    if (!m_isSignedOut && std::exchange(m_settingsOwner, userName) != userName)
        takeSettings({});
    if (m_isSignedOut) {
        close();
        m_conversations.setConversations({});
        m_places.clear();
        m_search.ask({}, {});
        m_undo.forget();
        offerUndo();
    }
    Q_EMIT accountChanged();
    Q_EMIT totalsChanged();
    Q_EMIT dotsChanged();
}

void ChatSession::takeDots(const QList<Dot>& dots)
{
    m_dots = dots;
    Q_EMIT dotsChanged();
}

void ChatSession::takeSettings(const AccountSettings& settings)
{
    m_settings = settings;
    m_reading.setAccountPolicy(settings.reading);
    Q_EMIT settingsChanged();
}

void ChatSession::takeSetting(const QString& key, const QString& value)
{
    if (key == QLatin1StringView(devicePolicySetting))
        m_reading.setDevicePolicy(readingPolicyOf(value.toStdString()));
    else if (key == QLatin1StringView(filterSetting))
        showFilter(filterOf(value).value_or(ConversationFilter::All));
    m_preferences.take(key, value);
}

void ChatSession::takeCommandDone(const change::CommandDone& done)
{
    m_unreadExplainer.takeCommandDone(done);
    m_mentionJump.takeCommandDone(done);
    m_roster.takeCommandDone(done);
    const auto found = m_commands.find(done.command);
    if (found == m_commands.end())
        return;
    const Command command = found->second;
    m_commands.erase(found);
    const QString why = done.error ? refusalText(done, command.names) : QString();
    if (done.error && command.isUndoable) {
        m_markedFrom = {};
        m_undo.forget();
        offerUndo();
    }
    if (command.changesMembers)
        m_roster.refresh();
    if (command.what.isEmpty() && !done.error)
        Q_EMIT resultCame(done);
    if (command.what.isEmpty())
        Q_EMIT answered(done.command, why);
    else if (done.error)
        Q_EMIT refused(command.what, why);
    if (!done.error && command.opensResult && done.conversation.isValid())
        open(done.conversation);
}

} // namespace tidemark

#include "app/lab/world/devices/sim_device.h"

#include "core/base/overloaded.h"
#include "core/wire/codec.h"

#include <QFile>

#include <algorithm>
#include <array>
#include <cstdint>
#include <iostream>
#include <optional>
#include <sstream>
#include <utility>

namespace tidemark::sim {

namespace {

const QString deviceDatabase = QStringLiteral("device.db");
const QString deviceBackup = QStringLiteral("backup.db");

/// The wall clock of the device with this number jumps by up to a hundred hours in both directions. Nothing
/// may depend on it (I16).
UnixMs jumpingWall(Instant now, int number)
{
    constexpr std::int64_t hourMs = 3600000;
    constexpr std::int64_t jumpEveryMs = 10000;
    const std::int64_t nowMs = now.time_since_epoch().count();
    const auto which = static_cast<std::uint64_t>(nowMs / jumpEveryMs * 100 + number);
    return UnixMs{nowMs + (static_cast<std::int64_t>(SplitMix64::mix(which) % 201) - 100) * hourMs};
}

/// A part of Hello and Heartbeat by which the server finds lost pushes, and the defect that leaves it out.
struct Compared {
    Defect leftOutBy;
    std::optional<std::uint64_t> protocol::Hello::*inHello;
    std::optional<std::uint64_t> protocol::Heartbeat::*inHeartbeat;
};
constexpr std::array allCompared{
    Compared{Defect::ReactionsNotCompared, &protocol::Hello::reactions, &protocol::Heartbeat::reactions},
    Compared{Defect::IgnoresNotCompared, &protocol::Hello::ignoresVersion,
             &protocol::Heartbeat::ignoresVersion},
    Compared{Defect::FoldersNotCompared, &protocol::Hello::foldersVersion,
             &protocol::Heartbeat::foldersVersion},
    Compared{Defect::InvitationsNotCompared, &protocol::Hello::invitationsVersion,
             &protocol::Heartbeat::invitationsVersion},
    Compared{Defect::DraftsNotCompared, &protocol::Hello::drafts, &protocol::Heartbeat::drafts},
};

void leaveOutCompared(protocol::ClientFrame& frame, Defect defect)
{
    const auto one = std::ranges::find(allCompared, defect, &Compared::leftOutBy);
    if (one == allCompared.end()) {
        return;
    }
    if (auto* hello = std::get_if<protocol::Hello>(&frame)) {
        (hello->*one->inHello).reset();
    } else if (auto* heartbeat = std::get_if<protocol::Heartbeat>(&frame)) {
        (heartbeat->*one->inHeartbeat).reset();
    }
}

} // namespace

std::set<std::string> wordsOf(const std::string& text)
{
    std::istringstream words(text);
    std::set<std::string> all;
    for (std::string word; words >> word;) {
        all.insert(word);
    }
    return all;
}

/// The log as the engine reads it, with defects of a client.
class SimDevice::DefectiveLog : public LogReader {
public:
    DefectiveLog(const LogReader& real, Defect defect) : m_real(real), m_defect(defect) {}
    ReadCounts countUnread(ConversationId conversation, const Viewer& viewer, Seq after, Seq through,
                           Seq atHead) const override
    {
        return m_real.countUnread(conversation, seen(viewer), after, through, atHead);
    }
    CountDelta contributions(ConversationId conversation, const Viewer& viewer, Seq after, Seq through,
                             Seq readSeq) const override
    {
        return m_defect == Defect::NoRebase
                   ? CountDelta{}
                   : m_real.contributions(conversation, seen(viewer), after, through, readSeq);
    }
    std::vector<PinChange> pinChanges(ConversationId conversation, Seq after, Seq through) const override
    {
        return m_defect == Defect::NoRebase ? std::vector<PinChange>()
                                            : m_real.pinChanges(conversation, after, through);
    }

private:
    [[nodiscard]] Viewer seen(const Viewer& viewer) const
    {
        return m_defect == Defect::IgnoredAdvance ? Viewer(viewer.self) : viewer;
    }

    const LogReader& m_real;
    Defect m_defect;
};

SimDevice::SimDevice(const Plan& plan, Scheduler& scheduler, SimNetwork& network, std::string userName,
                     int number)
    : m_plan(plan), m_scheduler(scheduler), m_network(network), m_userName(std::move(userName)),
      m_number(number),
      m_random(plan.seed * 31 + std::hash<std::string>{}(m_userName) + static_cast<std::uint64_t>(number))
{
    if (plan.keepsDeviceFiles) {
        m_directory.emplace();
    }
    openStore();
    if (plan.movesFiles) {
        const std::uint64_t seed =
            plan.seed * 37 + std::hash<std::string>{}(m_userName) + static_cast<std::uint64_t>(number);
        m_files.emplace(plan, scheduler, network, seed, [this](const Input& input) { feed(input); });
    }
}

SimDevice::~SimDevice() = default;

void SimDevice::openStore()
{
    const QString path = m_directory ? m_directory->filePath(deviceDatabase) : QStringLiteral(":memory:");
    auto opened = ClientStore::open(path, DeviceId(m_random.next() | 1U));
    if (!opened) {
        throw Violation("a device's store does not open");
    }
    m_store = std::move(opened.value().store);
    m_log = std::make_unique<DefectiveLog>(*m_store, m_plan.defect);
}

void SimDevice::loseDisk()
{
    m_store.reset();
    if (m_directory && !QFile::remove(m_directory->filePath(deviceDatabase))) {
        throw Violation("a device's database cannot be removed");
    }
    forgetShown();
    openStore();
}

void SimDevice::keepBackup()
{
    m_store.reset();
    QFile::remove(m_directory->filePath(deviceBackup));
    if (!QFile::copy(m_directory->filePath(deviceDatabase), m_directory->filePath(deviceBackup))) {
        throw Violation("a device's database cannot be copied");
    }
    openStore();
}

void SimDevice::putBackupBack()
{
    m_store.reset();
    if (!QFile::exists(m_directory->filePath(deviceBackup))
        || !QFile::remove(m_directory->filePath(deviceDatabase))
        || !QFile::copy(m_directory->filePath(deviceBackup), m_directory->filePath(deviceDatabase))) {
        throw Violation("a device's database cannot be put back");
    }
    forgetShown();
    openStore();
}

void SimDevice::forgetShown()
{
    m_diary = {};
    m_receipts.clear();
    m_floors.clear();
    m_dots.clear();
    m_arrived.clear();
}

UnixMs SimDevice::wall() const
{
    const Instant now = m_scheduler.now();
    return m_ahead ? UnixMs{now.time_since_epoch().count() + m_ahead->count()} : jumpingWall(now, m_number);
}

bool SimDevice::stopsAt(CommitSide side, const std::vector<Write>& writes) const
{
    return m_stopAt == side && !writes.empty();
}

void SimDevice::rebuild()
{
    EngineConfig config;
    config.deviceName = label();
    config.jitterSeed = m_plan.isStill ? static_cast<std::uint64_t>(m_number) + 1 : m_random.next();
    config.servers = static_cast<std::uint32_t>(m_plan.servers);
    config.pageEntries = 16;
    config.newestPageEntries = 5;
    config.largeGapEntries = 24;
    Snapshot stored = m_store->load();
    if (m_plan.defect == Defect::DraftOwnForgotten) {
        for (LocalDraft& draft : stored.drafts) {
            draft.own.clear();
        }
    }
    if (m_plan.defect == Defect::ScheduleUuidForgotten) {
        for (LocalScheduled& one : stored.scheduled) {
            if (one.intent && one.server.version == 0) {
                one.server.uuid = one.intent->changes.back();
            }
        }
    }
    m_composers.clear();
    std::vector<LocalConversation> conversations;
    for (const Snapshot::Conversation& one : stored.conversations) {
        conversations.push_back(one.conversation);
    }
    if (const Totals sum = totalsOf(conversations); sum != stored.totals) {
        throw Violation("I11: " + label() + ": stored totals " + std::to_string(stored.totals.unread)
                        + ", feed " + std::to_string(stored.totals.feed) + "; the conversations give "
                        + std::to_string(sum.unread) + ", feed " + std::to_string(sum.feed));
    }
    const DeviceId device = stored.device;
    const std::vector<PendingMessage> pending = stored.pending;
    m_engine.emplace(config, std::move(stored), *m_log);
    if (m_files) {
        m_files->start(*m_engine, device, pending);
    }
    for (const LocalConversation& conversation : m_engine->conversations()) {
        noteReached(conversation, m_engine->held(conversation.id)->top());
    }
}

void SimDevice::start()
{
    if (isUp()) {
        return;
    }
    rebuild();
    feed(input::Tick{});
}

void SimDevice::stop()
{
    ++m_life;
    m_stopAt.reset();
    ++m_timer;
    m_engine.reset();
    m_avatarCommands.clear();
    if (m_files) {
        m_files->die();
    }
    if (m_connection.isValid()) {
        m_network.closeByDevice(m_connection);
        m_connection = {};
    }
}

void SimDevice::die()
{
    if (!isUp()) {
        return;
    }
    stop();
    const std::int64_t pause = m_plan.isStill ? 500 : static_cast<std::int64_t>(m_random.below(6000));
    m_scheduler.after(Milliseconds(50 + pause), [this] { start(); });
}

std::vector<Write> SimDevice::writesOf(const Input& input, const Effects& effects)
{
    std::vector<Write> writes;
    for (const Write& write : effects.writes) {
        const bool isIntent = std::holds_alternative<write::PutIntent>(write);
        const bool isOutbox = std::holds_alternative<write::PutPending>(write);
        if ((isIntent && m_plan.defect == Defect::IntentNotStored)
            || (isOutbox && m_plan.defect == Defect::OutboxNotStored)) {
            continue;
        }
        const auto* dot = std::get_if<write::PutDot>(&write);
        if (dot != nullptr && isUnconfirmed(dot->dot) && m_plan.defect == Defect::DotNotStored) {
            continue;
        }
        if (std::holds_alternative<write::PutPendingReaction>(write)
            && m_plan.defect == Defect::ReactionNotStored) {
            continue;
        }
        if (std::holds_alternative<write::PutConversation>(write)
            && m_plan.defect == Defect::ReactionsSeenNotStored
            && std::holds_alternative<input::SeeReactions>(input)) {
            continue;
        }
        if (std::holds_alternative<write::PutIgnores>(write) && m_plan.defect == Defect::IgnoreNotStored
            && std::holds_alternative<input::SetIgnored>(input)) {
            continue;
        }
        if (std::holds_alternative<write::PutFolders>(write) && m_plan.defect == Defect::FolderNotStored
            && std::holds_alternative<input::SetFolder>(input)) {
            continue;
        }
        if (std::holds_alternative<write::PutConversation>(write) && m_plan.defect == Defect::HideNotStored
            && std::holds_alternative<input::HideMessages>(input)) {
            continue;
        }
        if (std::holds_alternative<write::PutConversation>(write) && m_plan.defect == Defect::ClearNotStored
            && std::holds_alternative<input::ClearHistory>(input)) {
            continue;
        }
        const auto* draft = std::get_if<write::PutDraft>(&write);
        if (draft != nullptr && draft->draft.uuid.isValid() && m_plan.defect == Defect::DraftNotStored) {
            continue;
        }
        const auto* scheduled = std::get_if<write::PutScheduled>(&write);
        if (scheduled != nullptr && scheduled->scheduled.intent
            && m_plan.defect == Defect::ScheduleNotStored) {
            continue;
        }
        writes.push_back(write);
        if (auto* put = std::get_if<write::PutDraft>(&writes.back());
            put != nullptr && isInConflict(put->draft) && m_plan.defect == Defect::DraftHalfStored) {
            put->draft.text = put->draft.server.text;
        }
        if (auto* put = std::get_if<write::PutConversation>(&writes.back());
            put != nullptr && m_plan.defect == Defect::PinsNotStored) {
            put->conversation.pinned.clear();
        }
        if (auto* put = std::get_if<write::PutDot>(&writes.back());
            put != nullptr && m_plan.defect == Defect::DotByArrival
            && m_arrived.contains(put->dot.dot.name)) {
            put->dot.dot = m_arrived.at(put->dot.dot.name);
        }
        if (auto* held = std::get_if<write::PutHeld>(&writes.back());
            held != nullptr && m_plan.defect == Defect::NoGapCheck) {
            held->held = RangeSet({{Seq(1), held->held.top()}});
        }
        if (auto* totals = std::get_if<write::PutTotals>(&writes.back());
            totals != nullptr && m_plan.defect == Defect::TotalWithMuted) {
            totals->totals.unread += totals->totals.mutedUnread;
        }
    }
    if (m_plan.defect == Defect::IntentGoneWhenSent) {
        for (const protocol::ClientEnvelope& envelope : effects.sends) {
            if (const auto* read = std::get_if<protocol::Read>(&envelope.frame)) {
                for (const protocol::ReadIntent& intent : read->intents) {
                    writes.emplace_back(write::EraseIntent{intent.conversation});
                }
            }
        }
    }
    spoilFeed(writes, input);
    return writes;
}

void SimDevice::spoilFeed(std::vector<Write>& writes, const Input& input)
{
    if (m_plan.defect == Defect::FeedOpenedInSteps && std::holds_alternative<input::OpenFeed>(input)) {
        const auto isRow = [](const Write& write) {
            return std::holds_alternative<write::PutConversation>(write);
        };
        const auto first = std::find_if(writes.begin(), writes.end(), isRow);
        if (first != writes.end()) {
            writes.erase(std::remove_if(first + 1, writes.end(), isRow), writes.end());
        }
    }
    if (m_plan.defect != Defect::UnfollowKeepsFeed) {
        return;
    }
    for (Write& write : writes) {
        if (const auto* put = std::get_if<write::PutConversation>(&write);
            put != nullptr && put->conversation.kind == ConversationKind::Channel
            && !put->conversation.isMember) {
            for (const ConversationSummary& row : m_store->summaries()) {
                m_keptFeed += row.id == put->conversation.id && row.isMember ? row.feedUnread : 0;
            }
        } else if (auto* totals = std::get_if<write::PutTotals>(&write)) {
            totals->totals.feed += m_keptFeed;
        }
    }
}

void SimDevice::feed(const Input& input)
{
    if (!isUp()
        || (m_plan.defect == Defect::AvatarNotWanted && std::holds_alternative<input::WantAvatar>(input))) {
        return;
    }
    const Effects effects = m_engine->step(input, m_scheduler.now(), wall());
    if (happens(m_plan.faults.clientCrashBeforeCommit)) {
        die();
        return;
    }
    const std::vector<Write> writes = writesOf(input, effects);
    if (!writes.empty() && happens(m_plan.faults.clientCommitFails)) {
        // As in the client, the engine is rebuilt from the committed data.
        die();
        return;
    }
    if (stopsAt(CommitSide::Before, writes)) {
        stop();
        return;
    }
    if (!writes.empty() && !m_store->apply(writes)) {
        throw Violation(label()
                        + ": the store refused a transaction: " + m_store->lastError().message.toStdString());
    }
    note(input, effects);
    if (m_watch) {
        m_watch(input, effects);
    }
    if (happens(m_plan.faults.clientCrashAfterCommit)) {
        die();
        return;
    }
    if (stopsAt(CommitSide::After, writes)) {
        stop();
        return;
    }
    obey(effects);
    sendAll(effects);
    setTimer(effects.wakeUp);
    if (m_files) {
        m_files->follow(*m_engine, effects);
    }
    if (const auto* reaction = std::get_if<input::React>(&input);
        reaction != nullptr && m_plan.defect == Defect::ReactionsRead) {
        feed(input::MarkRead{{}, reaction->conversation, reaction->target});
    }
}

void SimDevice::sendFiles(ConversationId conversation, MessageUuid uuid, const std::string& text,
                          const std::vector<std::string>& files)
{
    if (!m_files || !isUp()) {
        return;
    }
    content::Message message{text};
    message.attachments = m_files->copy(uuid, files);
    if (happens(m_plan.faults.clientCrashBeforeCommit)) {
        die();
        return;
    }
    feed(input::Send{conversation, uuid, std::move(message)});
}

void SimDevice::fetchFile(ConversationId conversation, std::uint64_t which)
{
    const auto files = m_store->attachments({.conversation = conversation});
    if (m_files && isUp() && !files.empty()) {
        const AttachmentItem& one = files[which % files.size()];
        m_files->fetch(one.key, one.attachment);
    }
}

BlobHash SimDevice::setAvatar(ConversationId conversation, std::uint64_t which)
{
    const auto file = m_files && which % 5 != 0 ? m_files->heldFile(which) : std::nullopt;
    m_lastCommand = CommandId(m_lastCommand.value + 1);
    m_avatarCommands[m_lastCommand] = ownerAt({conversation, {}}, m_engine->account()->user.id);
    input::SetAvatar chosen{m_lastCommand, conversation, {}, 0, {}, 0};
    if (file) {
        chosen = {m_lastCommand, conversation, file->first, file->second, "image/png", 64};
    }
    feed(chosen);
    return chosen.hash;
}

void SimDevice::fetchAvatar(const AvatarPlace& place)
{
    const Avatar* avatar = isUp() && m_engine->account()
                               ? m_engine->avatar(ownerAt(place, m_engine->account()->user.id))
                               : nullptr;
    if (m_files && avatar != nullptr && avatar->hash.isValid()) {
        FileKey key{place.conversation, {}};
        key.user = place.user;
        key.avatarVersion = avatar->version;
        m_files->fetch(key, {avatar->hash, avatar->size, "image/png", "avatar", 64, 64, {}});
    }
}

void SimDevice::noteAvatar(const change::CommandDone& done)
{
    const auto command = m_avatarCommands.find(done.command);
    if (command == m_avatarCommands.end()) {
        return;
    }
    const Avatar* avatar = m_engine->avatar(command->second);
    if (!done.error && avatar != nullptr) {
        m_diary.avatars.push_back(*avatar);
    }
    m_avatarCommands.erase(command);
}

void SimDevice::checkFiles() const
{
    if (m_files) {
        m_files->check(label());
    }
}

void SimDevice::obey(const Effects& effects)
{
    if (effects.order == ConnectionOrder::None) {
        return;
    }
    if (m_connection.isValid()) {
        m_network.closeByDevice(m_connection);
        m_connection = {};
    }
    if (effects.order != ConnectionOrder::Open) {
        return;
    }
    const auto slot = std::make_shared<server::ConnectionId>();
    const auto isCurrent = [this, slot] { return m_connection == *slot; };
    SimNetwork::End end{
        [this, isCurrent] {
            if (isCurrent()) {
                feed(input::ConnectionOpened{});
            }
        },
        [this, isCurrent] {
            if (isCurrent()) {
                m_connection = {};
                feed(input::ConnectionLost{"cut", false});
            }
        },
        [this, isCurrent](const std::string& bytes) {
            if (isCurrent()) {
                arrive(bytes);
            }
        },
    };
    *slot = m_network.open(effects.server, std::move(end), label());
    m_connection = *slot;
}

void SimDevice::sendAll(const Effects& effects)
{
    for (protocol::ClientEnvelope envelope : effects.sends) {
        auto* heartbeat = std::get_if<protocol::Heartbeat>(&envelope.frame);
        if (heartbeat != nullptr && m_plan.defect == Defect::DotNotCompared) {
            heartbeat->dots.reset();
        }
        if (heartbeat != nullptr && m_plan.defect == Defect::MarksNotCompared) {
            heartbeat->marks.reset();
        }
        leaveOutCompared(envelope.frame, m_plan.defect);
        if (auto* send = std::get_if<protocol::Send>(&envelope.frame)) {
            const auto* message = std::get_if<content::Message>(&send->content);
            if (m_files && message != nullptr && !message->attachments.empty()) {
                if (!m_files->areReady(send->uuid)) {
                    throw Violation(label() + ": a message was sent before the server had its files");
                }
                m_sendsOfFiles[envelope.request] = send->uuid;
            }
            if (m_plan.defect == Defect::DraftNotCleared) {
                send->draftVersion.reset();
            }
        }
        if (m_connection.isValid()) {
            m_network.sendToServer(m_connection, wire::encode(envelope));
        }
    }
}

void SimDevice::arrive(const std::string& bytes)
{
    auto envelope = wire::decodeServer(bytes);
    if (!envelope) {
        throw Violation("the server sent a frame that does not decode: " + envelope.error().detail);
    }
    const auto* error = std::get_if<protocol::Error>(&envelope->frame);
    if (error != nullptr && error->code == protocol::ErrorCode::BlobMissing && m_files) {
        // The server may have let a file go that was only there for an earlier message: it has to be sent
        // again.
        const auto send = m_sendsOfFiles.find(envelope->request);
        if (send != m_sendsOfFiles.end()) {
            m_files->noteLost(send->second);
        }
    }
    if (auto* ack = std::get_if<protocol::HeartbeatAck>(&envelope->frame);
        ack != nullptr && m_plan.defect == Defect::HeartbeatBlind) {
        ack->agree = true;
    }
    if (auto* states = std::get_if<protocol::States>(&envelope->frame);
        states != nullptr && m_plan.defect == Defect::TrimForgotten) {
        for (ConversationState& state : states->states) {
            state.trimmedThrough = {};
        }
    }
    if (auto* range = std::get_if<protocol::Range>(&envelope->frame);
        range != nullptr && m_plan.defect == Defect::SameEntryTwice && !range->entries.empty()
        && range->entries.back().seq < range->head) {
        Entry again = range->entries.back();
        again.seq = next(again.seq);
        range->entries.push_back(again);
    }
    if (const auto* dots = std::get_if<protocol::Dots>(&envelope->frame)) {
        noteArrived(*dots);
    }
    feed(input::FrameArrived{std::move(envelope).value()});
    if (m_plan.defect == Defect::DraftLastWins || m_plan.defect == Defect::DraftFirstWins) {
        settleUnasked();
    }
}

void SimDevice::settleUnasked()
{
    m_isUnasked = true;
    for (const ConversationId id : conversationsInConflict()) {
        feed(input::SettleDraft{{}, id, m_plan.defect == Defect::DraftFirstWins});
    }
    m_isUnasked = false;
}

std::vector<ConversationId> SimDevice::conversationsInConflict() const
{
    std::vector<ConversationId> found;
    if (isUp()) {
        for (const LocalConversation& one : m_engine->conversations()) {
            const LocalDraft* draft = m_engine->draft(one.id);
            if (draft != nullptr && isInConflict(*draft)) {
                found.push_back(one.id);
            }
        }
    }
    return found;
}

const SimComposer& SimDevice::lookAtDraft(ConversationId conversation)
{
    SimComposer& composer = m_composers[conversation];
    const LocalDraft* draft = m_engine->draft(conversation);
    composer = draft == nullptr ? SimComposer()
                                : SimComposer{draft->text, draft->base,
                                              isInConflict(*draft) ? draft->server.text : std::string()};
    return composer;
}

const SimComposer& SimDevice::composer(ConversationId conversation)
{
    const auto found = m_composers.find(conversation);
    return found == m_composers.end() ? lookAtDraft(conversation) : found->second;
}

void SimDevice::noteDraft(const input::SetDraft& draft)
{
    if (m_engine->draft(draft.conversation) == nullptr) {
        return; // the device does not know the conversation
    }
    SimComposer& composer = m_composers[draft.conversation];
    std::set<std::string> words = wordsOf(draft.text);
    for (const std::string& word : wordsOf(composer.text)) {
        if (!words.contains(word)) {
            m_diary.drafts.gone.insert(word);
        }
    }
    m_diary.drafts.written.merge(words);
    composer.text = draft.text;
}

void SimDevice::noteSettled(const input::SettleDraft& settled)
{
    if (const LocalDraft* kept = m_engine->draft(settled.conversation); kept && !settled.takesOther) {
        m_diary.drafts.chosen.insert(kept->text);
    }
    if (!m_isUnasked) {
        const SimComposer& composer = m_composers[settled.conversation];
        m_diary.drafts.gone.merge(wordsOf(settled.takesOther ? composer.text : composer.offered));
        lookAtDraft(settled.conversation);
    }
}

void SimDevice::setTimer(std::optional<Instant> wakeUp)
{
    const std::uint64_t timer = ++m_timer;
    if (wakeUp) {
        m_scheduler.at(std::max(*wakeUp, m_scheduler.now() + Milliseconds(1)), [this, timer] {
            if (timer == m_timer) {
                feed(input::Tick{});
            }
        });
    }
}

void SimDevice::noteShown(ConversationId id)
{
    const LocalConversation* conversation = m_engine->conversation(id);
    const auto& account = m_engine->account();
    if (conversation != nullptr && account && !readsPrivately(account->settings, conversation->settings)) {
        Seq& shown = m_diary.shownReads[id];
        shown = std::max(shown, conversation->cursor.readSeq);
    }
}

void SimDevice::noteOpenedFeed()
{
    for (const LocalConversation& one : m_engine->conversations()) {
        if (one.feed.snapshot > one.feed.confirmed) {
            Seq& furthest = m_diary.feeds[{one.id, one.logEpoch, one.generation}];
            furthest = std::max(furthest, one.feed.snapshot);
        }
    }
    if (m_engine->totals().feed != 0) {
        throw Violation(label() + ": the feed was opened and still counts "
                        + std::to_string(m_engine->totals().feed));
    }
}

void SimDevice::noteReceipt(ConversationId id)
{
    const LocalConversation* conversation = m_engine->conversation(id);
    if (conversation == nullptr) {
        return;
    }
    Seq& furthest = m_receipts[{id, conversation->logEpoch}];
    if (conversation->seenByOthers < furthest) {
        throw Violation("I7: " + label() + ", conversation " + std::to_string(id.value)
                        + ": the receipt went back from " + std::to_string(furthest.value) + " to "
                        + std::to_string(conversation->seenByOthers.value));
    }
    furthest = conversation->seenByOthers;
}

Seq SimDevice::reached(ConversationId conversation, LogEpoch epoch) const
{
    Seq furthest;
    for (const auto& [log, through] : m_reached) {
        // A restored log has another epoch, and the same entries up to the backup.
        if (log.first == conversation && (log.second == epoch || m_plan.restoresBackup)) {
            furthest = std::max(furthest, through);
        }
    }
    return furthest;
}

void SimDevice::noteReached(const LocalConversation& conversation, Seq through)
{
    Seq& furthest = m_reached[{conversation.id, conversation.logEpoch}];
    furthest = std::max(furthest, through);
}

void SimDevice::noteFloor(ConversationId id)
{
    const LocalConversation* conversation = m_engine->conversation(id);
    if (conversation == nullptr) {
        return;
    }
    Seq& highest = m_floors[{id, conversation->logEpoch, conversation->generation}];
    if (conversation->floor < highest) {
        throw Violation("I5: " + label() + ", conversation " + std::to_string(id.value)
                        + ": the floor fell from " + std::to_string(highest.value) + " to "
                        + std::to_string(conversation->floor.value));
    }
    highest = conversation->floor;
    if (conversation->trimmedThrough > conversation->floor) {
        throw Violation("I5: " + label() + ", conversation " + std::to_string(id.value)
                        + ": trimmed beyond the floor");
    }
}

void SimDevice::noteArrived(const protocol::Dots& dots)
{
    for (const Dot& dot : dots.dots) {
        m_arrived[dot.name] = dot;
    }
}

void SimDevice::noteDots()
{
    for (const Dot& dot : m_engine->dots()) {
        Dot& before = m_dots[dot.name];
        if (dot.version < before.version || dot.seen < before.seen) {
            throw Violation(label() + ": the dot " + dot.name + " went back from "
                            + std::to_string(before.version) + "/" + std::to_string(before.seen) + " to "
                            + std::to_string(dot.version) + "/" + std::to_string(dot.seen));
        }
        before = dot;
    }
}

void SimDevice::note(const Input& input, const Effects& effects)
{
    const bool isErased = std::any_of(effects.writes.begin(), effects.writes.end(), [](const Write& write) {
        return std::holds_alternative<write::EraseEverything>(write);
    });
    if (isErased) {
        m_dots.clear();
        m_diary.seenDots.clear();
        m_diary.drafts.written.clear();
        m_diary.scheduled = {};
    }
    noteDots();

    std::visit(
        Overloaded{
            [&](const input::Send& one) {
                m_diary.composed[one.uuid] = {one.conversation, one.content};
                if (one.draft) {
                    SimComposer& composer = m_composers[one.conversation];
                    m_diary.drafts.gone.merge(wordsOf(composer.text));
                    m_diary.drafts.sent[one.uuid] = std::exchange(composer.text, {});
                }
            },
            [&](const input::MarkRead& one) {
                if (const LocalConversation* conversation = m_engine->conversation(one.conversation)) {
                    Seq& furthest = m_diary.reads[{one.conversation, conversation->generation}];
                    furthest = std::max(furthest, conversation->cursor.readSeq);
                }
                noteShown(one.conversation);
            },
            [&](const input::OpenFeed&) { noteOpenedFeed(); },
            [&](const input::MarkAllRead&) {
                noteOpenedFeed();
                for (const LocalConversation& conversation : m_engine->conversations()) {
                    noteShown(conversation.id);
                }
            },
            [&](const input::React& one) {
                const LocalConversation* conversation = m_engine->conversation(one.conversation);
                if (conversation != nullptr && conversation->isMember) {
                    m_diary.reactions[{one.conversation, conversation->logEpoch, one.target, one.emoji}] =
                        one.on;
                }
            },
            [&](const input::SeeReactions& one) {
                if (const LocalConversation* conversation = m_engine->conversation(one.conversation);
                    conversation != nullptr && conversation->isMember) {
                    ReactionSeq& furthest = m_diary.reactionsSeen[{one.conversation, conversation->logEpoch,
                                                                   conversation->generation}];
                    furthest = std::max(furthest, conversation->reactions.seen);
                }
            },
            [&](const input::Schedule& one) {
                if (m_engine->scheduled(one.uuid) != nullptr) {
                    m_diary.scheduled.made.insert(one.uuid);
                    m_diary.scheduled.texts.insert(one.text);
                }
            },
            [&](const input::ChangeScheduled& one) {
                m_diary.scheduled.texts.insert(one.text);
                if (m_engine->scheduled(one.change) != nullptr) {
                    m_diary.scheduled.made.insert(one.change); // the text of one that has ended
                }
            },
            [&](const input::CancelScheduled& one) { m_diary.scheduled.cancelled.insert(one.uuid); },
            [&](const input::SetDraft& one) { noteDraft(one); },
            [&](const input::SettleDraft& one) { noteSettled(one); },
            [&](const input::ClearHistory& one) {
                if (const LocalConversation* conversation = m_engine->conversation(one.conversation)) {
                    m_diary.cleared[one.conversation] = conversation->clearedThrough;
                }
            },
            [&](const input::SetFolder& one) { m_diary.folders[one.change.folder.id] = one.change.folder; },
            [&](const input::HideMessages& one) {
                if (const LocalConversation* conversation = m_engine->conversation(one.conversation);
                    conversation != nullptr && conversation->isMember) {
                    m_diary.hidden[{one.conversation, conversation->generation}].insert(one.seqs.begin(),
                                                                                        one.seqs.end());
                }
            },
            [&](const input::SetIgnored& one) {
                m_diary.ignored[one.user] = one.level;
                m_diary.hasBlocked = m_diary.hasBlocked || one.level == IgnoreLevel::Blocked;
            },
            [&](const input::MarkUnread& one) { ++m_diary.markedUnread[one.conversation]; },
            [&](const input::SeeDot& one) {
                for (const Dot& dot : m_engine->dots()) {
                    if (dot.name == one.name) {
                        m_diary.seenDots[dot.name] = dot.seen;
                    }
                }
            },
            [](const auto&) {},
        },
        input);
    for (const Change& change : effects.changes) {
        std::visit(Overloaded{
                       [&](const change::MessageAcked& one) {
                           const auto [known, isNew] = m_diary.acked.emplace(one.uuid, one.seq);
                           if (!isNew && known->second != one.seq && !m_plan.restoresBackup) {
                               throw Violation("I2: one uuid was acknowledged with two seqs");
                           }
                       },
                       [&](const change::EntriesAdded& one) {
                           noteReached(*m_engine->conversation(one.conversation), one.last);
                       },
                       [&](const change::ReactionRefused& one) {
                           m_diary.refusedReactions.insert({one.conversation, one.target});
                       },
                       [&](const change::CommandDone& one) { noteAvatar(one); },
                       [&](const change::MessageFailed& one) { m_diary.failed.insert(one.uuid); },
                       [&](const change::ConversationChanged& one) {
                           noteReceipt(one.conversation);
                           noteFloor(one.conversation);
                       },
                       [&](const change::Mismatch& one) {
                           ++m_mismatches;
                           if (m_plan.trace) {
                               std::cerr << label() << " disagreement: " << one.detail << '\n';
                           }
                           if (one.detail.starts_with("equal stamps")) {
                               throw Violation("I8: " + label() + ", conversation "
                                               + std::to_string(one.conversation.value) + ": " + one.detail);
                           }
                       },
                       [](const auto&) {},
                   },
                   change);
    }
}

} // namespace tidemark::sim

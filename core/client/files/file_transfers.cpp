#include "core/client/files/file_transfers.h"

#include "core/base/failpoint.h"
#include "core/base/one_of.h"
#include "core/base/require.h"
#include "core/client/core_events.h"
#include "core/domain/request_caps.h"
#include "core/store/client_store.h"
#include "core/sync/engine.h"
#include "core/transport/transport.h"
#include "core/wire/codec.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace tidemark {

namespace {

using Step = FileState::Step;

constexpr std::uint64_t defaultCacheMegabytes = 2048;
constexpr std::chrono::seconds trimDelay{10};
/// Held files whose path was reported. They may be on the screen.
constexpr std::size_t maxShown = 200;

} // namespace

FileTransfers::FileTransfers(CoreEvents& events, const Clock& clock, QObject* parent)
    : QObject(parent), m_events(events), m_clock(clock), m_link(this), m_wakeUpTimer(this), m_trimTimer(this),
      m_avatars(events, hostOfAvatars())
{
    m_trimTimer.setSingleShot(true);
    connect(&m_trimTimer, &QTimer::timeout, this, &FileTransfers::trim);
    connect(&m_wakeUpTimer, &WakeUpTimer::timeout, this, [this] { step(transfer::Tick{}); });
    connect(&m_link, &ServerLink::opened, this, [this] { step(transfer::Opened{}); });
    connect(&m_link, &ServerLink::lost, this, [this] { step(transfer::Lost{}); });
    connect(&m_link, &ServerLink::garbageArrived, this, [this] { step(transfer::GarbageArrived{}); });
    connect(&m_link, &ServerLink::frameArrived, this, [this](const QByteArray& frame) {
        auto envelope = wire::decodeServer({frame.constData(), std::size_t(frame.size())});
        if (envelope) {
            step(transfer::FrameArrived{std::move(envelope).value()});
        } else {
            step(transfer::GarbageArrived{});
        }
    });
    connect(&m_link, &ServerLink::vouched, this, &FileTransfers::vouched);
}

AvatarFiles::Host FileTransfers::hostOfAvatars()
{
    return {.files = [this]() -> const ProfileFiles& { return *m_files; },
            .step = [this](transfer::Input input) { step(std::move(input)); },
            .submit = [this](const Input& input) { Q_EMIT wanted(input); },
            .copy = [this](auto copy, auto then) { work(std::move(copy), std::move(then)); },
            .noteShown = [this](const BlobHash& hash) { noteShown(hash); }};
}

void FileTransfers::open(Options options)
{
    m_options = std::move(options);
    m_files.emplace(m_options.profileDirectory);
    m_engine = std::make_unique<TransferEngine>(m_options.config());
    m_link.setTransport(m_options.makeTransport());
    m_worker = std::make_unique<FileWorker>();
}

void FileTransfers::close()
{
    if (m_trimTimer.isActive()) {
        trim();
    }
    end();
    m_worker.reset();
    m_link.setTransport(nullptr);
    m_engine.reset();
    m_store = nullptr;
}

// ---- the loop

void FileTransfers::step(transfer::Input input)
{
    if (!m_engine) {
        return;
    }
    m_inputs.push_back(std::move(input));
    if (std::exchange(m_isStepping, true)) {
        return; // an effect has caused it
    }
    while (!m_inputs.empty() && m_engine) {
        const transfer::Input next = std::move(m_inputs.front());
        m_inputs.pop_front();
        if (auto effects = decide(next)) {
            carryOut(*std::move(effects));
        }
    }
    m_isStepping = false;
}

/// Empty: a check of the engine's own work has failed. Then nothing of the step is done, and an engine that
/// knows nothing waits for end().
std::optional<transfer::Effects> FileTransfers::decide(const transfer::Input& input)
{
    try {
        return m_engine->step(input, m_clock.now());
    } catch (const PreconditionViolation& violation) {
        if constexpr (hasAssertions) {
            throw;
        }
        qCritical("a check of the program's own work failed at %s", violation.what());
        m_inputs.clear();
        m_engine = std::make_unique<TransferEngine>(m_options.config());
        Q_EMIT engineFailed();
        return std::nullopt;
    }
}

void FileTransfers::carryOut(transfer::Effects effects)
{
    if (effects.wakeUp) {
        m_wakeUpTimer.start(*effects.wakeUp - m_clock.now());
    } else {
        m_wakeUpTimer.stop();
    }
    obey(effects.order);
    for (const protocol::ClientEnvelope& envelope : effects.sends) {
        const std::string bytes = wire::encode(envelope);
        m_link.transport().send(QByteArray(bytes.data(), qsizetype(bytes.size())));
        if (std::holds_alternative<protocol::UploadChunk>(envelope.frame)) {
            failpoint(Failpoint::ClientFileSent, [this] { m_link.transport().flush(); });
        }
    }
    if (!effects.sends.empty()) {
        m_link.transport().flush();
    }
    for (auto& [id, job] : effects.jobs) {
        start(id, std::move(job));
    }
    for (auto& [file, state] : effects.states) {
        report(file, std::move(state));
    }
    for (const MessageUuid uuid : effects.ready) {
        failpoint(Failpoint::ClientFileReady);
        if (m_avatars.isUpload(uuid)) {
            m_avatars.uploaded(uuid, std::nullopt);
        } else {
            Q_EMIT wanted(input::FilesReady{uuid});
        }
    }
    for (const transfer::FailedFile& failed : effects.failed) {
        if (m_avatars.isUpload(failed.message)) {
            m_avatars.uploaded(failed.message, failed.error);
        } else {
            Q_EMIT wanted(input::FilesFailed{failed.message, failed.error, failed.index});
        }
    }
}

void FileTransfers::obey(transfer::Order order)
{
    switch (order) {
    case transfer::Order::None:
        break;
    case transfer::Order::Close:
        m_link.close();
        break;
    case transfer::Order::Open:
        if (const Address address = m_options.address(); address.server.isEmpty()) {
            m_inputs.emplace_back(transfer::Lost{});
        } else {
            m_link.open(address.server, address.fingerprint);
        }
        break;
    }
}

template <typename Work, typename Then>
void FileTransfers::work(Work work, Then then)
{
    if (!m_worker) {
        return;
    }
    m_worker->postOptional([this, life = m_life, work = std::move(work), then = std::move(then)]() mutable {
        auto result = work();
        QMetaObject::invokeMethod(
            this,
            [this, life, then = std::move(then), result = std::move(result)]() mutable {
                if (life == m_life) {
                    then(std::move(result));
                }
            },
            Qt::QueuedConnection);
    });
}

void FileTransfers::post(std::function<void()> work)
{
    if (m_worker) {
        m_worker->post(std::move(work));
    }
}

void FileTransfers::start(FileJobId id, FileJob job)
{
    const bool isLast = std::holds_alternative<job::FinishPartial>(job);
    work([files = *m_files, job = std::move(job)] { return files.carryOut(job); },
         [this, id, isLast](FileJobResult result) {
             step(transfer::JobDone{id, std::move(result)});
             if (isLast) {
                 trimSoon();
             }
         });
}

// ---- following the engine

void FileTransfers::begin(const Engine& engine, DeviceId device, const std::vector<PendingMessage>& pending)
{
    m_device = device;
    m_engine = std::make_unique<TransferEngine>(m_options.config());
    if (m_files->hasAny()) { // a command that runs for a moment should not wait for an empty clean-up
        if (!engine.account()) {
            post([files = *m_files] { files.removeAll(); });
        }
        sweepOutgoing(pending);
        trimSoon();
    }
    for (const PendingMessage& one : pending) {
        review(engine, one.uuid, {});
    }
    followConnection(engine);
}

void FileTransfers::end()
{
    if (m_engine) {
        m_trimTimer.stop(); // without the outbox, nobody knows which files it needs
        restart();
    }
}

/// Forgets everything about messages. Results of the work so far will not come.
void FileTransfers::restart()
{
    ++m_life;
    m_online.reset();
    m_link.close();
    m_wakeUpTimer.stop();
    m_inputs.clear();
    m_pending.clear();
    m_avatars.restart();
    m_engine = std::make_unique<TransferEngine>(m_options.config());
    for (const auto& [uuid, stop] : std::exchange(m_copied, {})) {
        *stop = true;
        Q_EMIT m_events.filesRefused(uuid, tr("The message could not be stored. Try again."));
    }
}

void FileTransfers::follow(const Engine& engine, const Effects& effects)
{
    const bool isErased = std::any_of(effects.writes.begin(), effects.writes.end(), [](const Write& one) {
        return std::holds_alternative<write::EraseEverything>(one);
    });
    if (isErased) {
        eraseAll();
    }
    std::map<MessageUuid, Seq> acked;
    for (const Change& change : effects.changes) {
        if (const auto* one = std::get_if<change::MessageAcked>(&change)) {
            acked[one->uuid] = one->seq;
        }
    }
    for (const Change& change : effects.changes) {
        if (const auto* one = std::get_if<change::PendingChanged>(&change)) {
            review(engine, one->uuid, acked);
        } else if (const auto* refused = std::get_if<change::MessageFailed>(&change);
                   refused != nullptr && engine.pending(refused->uuid) == nullptr) {
            refuse(refused->uuid, tr("You are not a member of this conversation."));
        } else if (const auto* added = std::get_if<change::EntriesAdded>(&change);
                   added != nullptr && hasRecalled(*added)) {
            m_trimTimer.start(0); // after all that arrives with it
        } else if ((added != nullptr && !added->marked.empty())
                   || holdsOneOf<change::LogDropped, change::AvatarsChanged>(change)) {
            trimSoon();
        }
    }
    m_avatars.follow(effects);
    followConnection(engine);
}

void FileTransfers::followConnection(const Engine& engine)
{
    std::optional<transfer::Online> online;
    if (const auto& account = engine.account();
        engine.connection().phase == ConnectionPhase::Online && account) {
        online = transfer::Online{account->token, m_device, engine.connection().limits};
    }
    if (online == m_online) {
        return;
    }
    m_online = online;
    if (online) {
        step(*online);
    } else {
        step(transfer::Offline{});
        m_avatars.goOffline();
    }
}

/// Tells the transfer engine what has become of a message of the outbox.
void FileTransfers::review(const Engine& engine, MessageUuid uuid, const std::map<MessageUuid, Seq>& acked)
{
    const PendingMessage* pending = engine.pending(uuid);
    const content::Message* message = pending == nullptr ? nullptr : messageWithFiles(pending->content);
    const auto known = m_pending.find(uuid);
    if (message == nullptr || pending->state == PendingMessage::State::Acked) {
        if (known == m_pending.end()) {
            return;
        }
        const Pending files = std::move(known->second);
        m_pending.erase(known);
        std::optional<Seq> sent;
        if (const auto found = acked.find(uuid); found != acked.end()) {
            sent = found->second;
        } else if (pending != nullptr && message != nullptr) {
            sent = pending->seq;
        }
        step(transfer::Forget{uuid, sent.has_value()});
        if (sent) {
            keep(uuid, files, *sent);
        } else {
            post([store = *m_files, uuid] { store.removeOutgoing(uuid); });
        }
        return;
    }
    if (known != m_pending.end()) {
        for (const Attachment& one : known->second.files) {
            if (std::ranges::find(message->attachments, one.hash, &Attachment::hash)
                == message->attachments.end()) {
                post([store = *m_files, uuid, hash = one.hash] { store.removeOutgoing(uuid, hash); });
            }
        }
    }
    m_pending.insert_or_assign(uuid, Pending{pending->conversation, message->attachments});
    if (m_copied.erase(uuid) > 0) {
        Q_EMIT m_events.filesStored(uuid);
    }
    transfer::Send send;
    send.message = uuid;
    send.conversation = pending->conversation;
    send.order = pending->order;
    for (const Attachment& one : message->attachments) {
        const auto error = pending->fileErrors.find(static_cast<std::uint32_t>(send.files.size()));
        send.files.push_back(
            {one.hash, one.size,
             error == pending->fileErrors.end() ? protocol::ErrorCode::Unknown : error->second});
    }
    send.mode = pending->state == PendingMessage::State::Failed ? transfer::Send::Mode::Stop
                : pending->isPaused                             ? transfer::Send::Mode::Pause
                                                                : transfer::Send::Mode::Run;
    send.error = pending->error;
    send.isWaiting = engine.waitsForFiles(uuid);
    step(send);
}

/// The files of an own message are held from now on, so that nobody downloads what they sent.
void FileTransfers::keep(MessageUuid uuid, const Pending& pending, Seq seq)
{
    failpoint(Failpoint::ClientFileAcked);
    for (std::size_t i = 0; i < pending.files.size(); ++i) {
        const Attachment& file = pending.files[i];
        m_files->keepSent(uuid, file.hash);
        FileKey key{pending.conversation, seq, {}, static_cast<std::uint32_t>(i)};
        report(key, {.step = Step::Held, .done = file.size, .size = file.size});
    }
    failpoint(Failpoint::ClientFileKept);
    trimSoon();
}

void FileTransfers::eraseAll()
{
    failpoint(Failpoint::ClientTokenErased);
    restart();
    m_avatars.forget();
    m_shown.clear();
    post([files = *m_files] { files.removeAll(); });
}

// ---- sending

void FileTransfers::send(OutgoingMessage message, const Limits& limits)
{
    const auto refuseAtOnce = [&](const QString& problem) {
        Q_EMIT m_events.filesRefused(message.uuid, problem);
    };
    if (!m_worker || !m_store) {
        return refuseAtOnce(tr("The local database is not open."));
    }
    if (message.files.empty() || message.files.size() > caps::maxAttachments) {
        return refuseAtOnce(tr("A message has at most %1 files.").arg(caps::maxAttachments));
    }
    if (limits.maxFileBytes == 0) {
        return refuseAtOnce(tr("This server takes no files."));
    }
    const auto stop = std::make_shared<std::atomic<bool>>(false);
    m_copied.insert_or_assign(message.uuid, stop);
    using Copied = Expected<std::vector<Attachment>, QString>;
    const auto shared = std::make_shared<const OutgoingMessage>(std::move(message));
    work(
        [shared, stop, files = *m_files, maxBytes = limits.maxFileBytes]() -> Copied {
            std::vector<Attachment> made;
            for (const OutgoingFile& file : shared->files) {
                auto one = files.copyIn(shared->uuid, file, maxBytes, *stop);
                if (!one) {
                    files.removeOutgoing(shared->uuid);
                    return Unexpected(one.error());
                }
                made.push_back(std::move(one).value());
            }
            return made;
        },
        [this, shared, stop](const Copied& copied) {
            if (*stop) {
                return;
            }
            if (copied) {
                onCopied(*shared, copied.value());
            } else {
                refuse(shared->uuid, copied.error());
                Q_EMIT copyingEnded();
            }
        });
}

void FileTransfers::onCopied(const OutgoingMessage& message, const std::vector<Attachment>& attachments)
{
    failpoint(Failpoint::ClientFileCopied);
    input::Send send{message.conversation, message.uuid, message.message, message.draft};
    std::get<content::Message>(send.content).attachments = attachments;
    Q_EMIT wanted(send);
}

void FileTransfers::refuse(MessageUuid message, const QString& problem)
{
    if (forgetCopied(message)) {
        Q_EMIT m_events.filesRefused(message, problem);
    }
}

void FileTransfers::cancelSend(MessageUuid message)
{
    if (forgetCopied(message)) {
        Q_EMIT copyingEnded();
    }
}

bool FileTransfers::hasForgotten(const Input& input) const
{
    const auto* send = std::get_if<input::Send>(&input);
    return send != nullptr && messageWithFiles(send->content) != nullptr && !m_copied.contains(send->uuid);
}

/// Removes the copies of a message that is not in the outbox. False: there is no such message.
bool FileTransfers::forgetCopied(MessageUuid message)
{
    const auto copied = m_copied.extract(message);
    if (!copied) {
        return false;
    }
    *copied.mapped() = true;
    post([files = *m_files, message] { files.removeOutgoing(message); });
    return true;
}

// ---- reading

std::optional<Attachment> FileTransfers::attachmentAt(const FileKey& file) const
{
    if (!file.seq.isValid()) {
        const auto pending = m_pending.find(file.uuid);
        return pending != m_pending.end() && file.index < pending->second.files.size()
                   ? std::optional(pending->second.files[file.index])
                   : std::nullopt;
    }
    const auto entry = m_store != nullptr ? m_store->entry(file.conversation, file.seq) : std::nullopt;
    const auto* message = entry ? entry->entry.as<content::Message>() : nullptr;
    return message != nullptr && file.index < message->attachments.size()
               ? std::optional(message->attachments[file.index])
               : std::nullopt;
}

void FileTransfers::report(const FileKey& file, FileState state)
{
    if (AvatarFiles::isAvatar(file)) {
        return m_avatars.takeState(file, state);
    }
    if (!file.seq.isValid() && m_avatars.isUpload(file.uuid)) {
        return; // no view shows its progress
    }
    const bool hasPath = !file.seq.isValid() || state.step == Step::Held;
    if (const auto attachment = hasPath ? attachmentAt(file) : std::nullopt) {
        if (file.seq.isValid()) {
            state.path = m_files->heldPath(attachment->hash).toStdString();
            noteShown(attachment->hash);
        } else {
            state.path = m_files->outgoingPath(file.uuid, attachment->hash).toStdString();
        }
    }
    Q_EMIT m_events.fileChanged(file, state);
}

void FileTransfers::report(const FileKey& file)
{
    const auto attachment = m_engine ? attachmentAt(file) : std::nullopt;
    if (!attachment) {
        Q_EMIT m_events.fileChanged(file, {});
        return;
    }
    FileState state{.size = attachment->size};
    if (file.seq.isValid() && m_files->isHeld(attachment->hash)) {
        state.step = Step::Held;
        state.done = attachment->size;
    } else if (const auto moving = m_engine->state(file)) {
        state = *moving;
    }
    report(file, std::move(state));
}

void FileTransfers::fetch(const FileKey& file)
{
    const auto attachment = m_engine ? attachmentAt(file) : std::nullopt;
    if (attachment && file.seq.isValid() && !m_files->isHeld(attachment->hash)) {
        m_fetched.insert_or_assign(file, attachment->hash);
        step(transfer::Fetch{file, attachment->hash, attachment->size});
    }
    report(file);
}

void FileTransfers::cancelFetch(const FileKey& file)
{
    step(transfer::CancelFetch{file});
}

void FileTransfers::noteShown(const BlobHash& hash)
{
    if (std::ranges::find(m_shown, hash) == m_shown.end()) {
        m_shown.push_back(hash);
        post([files = *m_files, hash] { files.touch(hash); });
    }
    if (m_shown.size() > maxShown) {
        m_shown.pop_front();
    }
}

// ---- cleaning up

void FileTransfers::sweepOutgoing(const std::vector<PendingMessage>& pending)
{
    ProfileFiles::Outgoing named;
    for (const PendingMessage& one : pending) {
        if (const content::Message* message = messageWithFiles(one.content)) {
            for (const Attachment& file : message->attachments) {
                named.emplace(one.uuid, file.hash);
            }
        }
    }
    const std::vector<BlobHash> inUse = m_store->filesInUse();
    post([files = *m_files, named = std::move(named), inUse = std::set(inUse.begin(), inUse.end())] {
        files.sweepOutgoing(named, inUse);
    });
}

void FileTransfers::trimSoon()
{
    if (!m_trimTimer.isActive()) {
        m_trimTimer.start(trimDelay);
    }
}

/// Whether a message was recalled just now, whose files others must not find on this device.
bool FileTransfers::hasRecalled(const change::EntriesAdded& added) const
{
    return added.live && std::ranges::any_of(added.marked, [&](Seq seq) {
               const auto target = m_store->entry(added.conversation, seq);
               return target && isRecalled(target->entry);
           });
}

void FileTransfers::trim()
{
    m_trimTimer.stop();
    if (m_store == nullptr || !m_engine) {
        return;
    }
    const std::uint64_t failures = m_store->failures();
    const std::vector<BlobHash> inUse = m_store->filesInUse();
    ProfileFiles::Trim trim{.inUse = {inUse.begin(), inUse.end()},
                            .kept = filesToKeep(),
                            .shown = {m_shown.begin(), m_shown.end()},
                            .arriving = arrivingFiles()};
    if (m_store->failures() != failures) {
        return; // a list that was not read may lack files
    }
    bool isNumber = false;
    const std::uint64_t chosen = m_store->setting(fileCacheSetting).toULongLong(&isNumber);
    trim.maxBytes = (isNumber ? chosen : defaultCacheMegabytes) * 1024 * 1024;
    post([files = *m_files, trim = std::move(trim)] { files.trim(trim); });
}

std::set<BlobHash> FileTransfers::arrivingFiles()
{
    std::erase_if(m_fetched, [this](const auto& one) { return !m_engine->state(one.first); });
    std::set<BlobHash> arriving;
    for (const auto& [file, hash] : m_fetched) {
        arriving.insert(hash);
    }
    return arriving;
}

/// Files that are sent or belong to a conversation whose files are kept.
std::set<BlobHash> FileTransfers::filesToKeep() const
{
    std::set<BlobHash> kept;
    for (const auto& [uuid, pending] : m_pending) {
        for (const Attachment& file : pending.files) {
            kept.insert(file.hash);
        }
    }
    for (const QString& number : m_store->setting(keptFilesSetting).split(QLatin1Char(','))) {
        AttachmentQuery query{.conversation = ConversationId(number.toULongLong()),
                              .limit = std::numeric_limits<int>::max()};
        for (const AttachmentItem& one : m_store->attachments(query)) {
            kept.insert(one.attachment.hash);
        }
    }
    return kept;
}

} // namespace tidemark

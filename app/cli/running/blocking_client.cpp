#include "app/cli/running/blocking_client.h"

#include "app/cli/running/error_text.h"
#include "app/cli/running/output.h"

#include <QEventLoop>
#include <QTimer>

#include <cstdio>

namespace tidemark::cli {

BlockingClient::BlockingClient(const ClientOptions& options, std::chrono::milliseconds timeout)
    : m_client(options), m_timeout(timeout), m_isOffline(options.offline)
{
    watchAnswers();
    watchServer();
}

void BlockingClient::watchAnswers()
{
    const auto keep = [this](auto& place) {
        return [this, &place](const auto& answer) {
            place = answer;
            endLoop();
        };
    };
    connect(&m_client, &Client::opened, this, [this](const ServerList& servers, const QString& userName) {
        m_servers = servers;
        m_userName = userName;
        m_isOpen = true;
        endLoop();
    });
    connect(&m_client, &Client::openFailed, this, [this](const QString& message) {
        if (m_isOpen) {
            // The store has failed after it was opened, so it will not answer any more.
            printMessage(QStringLiteral("tidemark-cli: %1").arg(message));
            std::fflush(stdout);
            std::_Exit(int(ExitStatus::Refused));
        }
        m_openError = message;
        m_isOpen = false;
        endLoop();
    });
    connect(&m_client, &Client::closed, this, [this] {
        m_isClosed = true;
        endLoop();
    });
    connect(&m_client, &Client::filesStored, this, [this](MessageUuid uuid) {
        m_stored[uuid] = QString();
        noteSignOfLife();
    });
    connect(&m_client, &Client::filesRefused, this, [this](MessageUuid uuid, const QString& problem) {
        m_stored[uuid] = problem;
        noteSignOfLife();
    });
    connect(&m_client, &Client::fileChanged, this, [this](const FileKey& file, const FileState& state) {
        m_files[file] = state;
        noteSignOfLife();
    });
    connect(&m_client, &Client::avatarChanged, this, [this](const AvatarState& state) {
        m_avatars.push_back(state);
        noteSignOfLife();
    });
    connect(&m_client, &Client::storeNotice, this, [](const QString& notice) { printMessage(notice); });
    connect(&m_client, &Client::mismatch, this, [](ConversationId conversation, const QString& detail) {
        printMessage(QStringLiteral("repaired conversation %1: %2").arg(conversation.value).arg(detail));
    });
    connect(&m_client, &Client::accountDeleted, this, [](const QString& userName, const QStringList& unsent) {
        printMessage(
            QStringLiteral("The account %1 was deleted. Its data on this device is removed.").arg(userName));
        for (const QString& text : unsent) {
            printMessage(text.isEmpty()
                             ? QStringLiteral("A message with files was not sent and is lost.")
                             : QStringLiteral("This message was not sent and is lost: %1").arg(text));
        }
    });
    connect(&m_client, &Client::conversationsLoaded, this, keep(m_conversations));
    connect(&m_client, &Client::searchFinished, this, keep(m_hits));
    connect(&m_client, &Client::peopleLoaded, this, keep(m_people));
    connect(&m_client, &Client::attachmentsLoaded, this, keep(m_attachments));
    connect(&m_client, &Client::stateLoaded, this, [this](const ClientState& state) {
        m_state = state;
        m_isQuiet = state.quiescent;
        endLoop();
    });
    connect(&m_client, &Client::badgeExplained, this, keep(m_explained));
    connect(&m_client, &Client::auditFinished, this, keep(m_audit));
    connect(&m_client, &Client::exportFinished, this, keep(m_export));
    connect(&m_client, &Client::historyLoaded, this, [this](const QList<HistoryEntry>& entries, quint64 tag) {
        if (tag == 0) {
            m_history = entries;
            endLoop();
        }
    });
    connect(&m_client, &Client::settingLoaded, this, [this](const QString&, const QString& value) {
        m_setting = value;
        endLoop();
    });
}

void BlockingClient::watchServer()
{
    connect(&m_client, &Client::connectionChanged, this, [this](const ConnectionStatus& status) {
        m_connection = status;
        m_hasCaughtUp = m_hasCaughtUp && status.phase == ConnectionPhase::Online;
        if (status.phase == ConnectionPhase::Syncing) {
            m_refused.reset();
        }
        noteChange();
    });
    connect(&m_client, &Client::keyringAnswered, this, [this](const QString& problem) {
        m_keyringProblem = problem;
        m_hasKeyringAnswered = true;
        noteChange();
    });
    connect(&m_client, &Client::certificateRefused, this, [this](const RefusedCertificate& certificate) {
        m_refused = certificate;
        noteChange();
    });
    connect(&m_client, &Client::caughtUp, this, [this] {
        m_hasCaughtUp = true;
        noteSignOfLife();
    });
    connect(&m_client, &Client::accountChanged, this,
            [this](const QString& userName) { m_userName = userName; });
    connect(&m_client, &Client::progress, this, [this](quint64 pulled) {
        m_pulled = pulled;
        noteSignOfLife();
    });
    connect(&m_client, &Client::quiescentChanged, this, [this](bool quiescent) {
        m_isQuiet = quiescent;
        noteSignOfLife();
    });
    connect(&m_client, &Client::flushedChanged, this, &BlockingClient::noteSignOfLife);
    connect(&m_client, &Client::conversationsChanged, this, &BlockingClient::noteSignOfLife);
    connect(&m_client, &Client::commandDone, this, [this](const change::CommandDone& done) {
        m_done.emplace(done.command, done);
        noteSignOfLife();
    });
    connect(&m_client, &Client::messageAcked, this, [this](ConversationId, MessageUuid uuid, Seq seq) {
        m_sent[uuid] = {seq, std::nullopt};
        noteSignOfLife();
    });
    connect(&m_client, &Client::messageFailed, this,
            [this](ConversationId, MessageUuid uuid, protocol::ErrorCode error) {
                m_sent[uuid] = {Seq(), error};
                noteSignOfLife();
            });
}

// ---- waiting

void BlockingClient::endLoop()
{
    if (m_loop != nullptr) {
        m_loop->quit();
    }
}

void BlockingClient::noteChange()
{
    ++m_changes;
    endLoop();
}

void BlockingClient::noteSignOfLife()
{
    m_sinceLastSign.start();
    noteChange();
}

void BlockingClient::runLoop(std::optional<std::chrono::milliseconds> atMost)
{
    QEventLoop loop;
    if (atMost) {
        QTimer::singleShot(*atMost, Qt::PreciseTimer, &loop, &QEventLoop::quit);
    }
    m_loop = &loop;
    loop.exec();
    m_loop = nullptr;
}

bool BlockingClient::wait(const std::function<bool()>& isDone)
{
    m_sinceLastSign.start();
    while (true) {
        const quint64 changes = m_changes;
        if (isDone()) {
            return true;
        }
        if (m_refused) {
            return false;
        }
        const std::chrono::milliseconds left =
            m_timeout - std::chrono::milliseconds(m_sinceLastSign.elapsed());
        if (left.count() <= 0) {
            return false;
        }
        // If something has changed during isDone(), check again without waiting.
        if (changes == m_changes) {
            runLoop(left);
        }
    }
}

void BlockingClient::runUntil(const std::function<bool()>& isDone)
{
    while (!isDone()) {
        runLoop(std::nullopt);
    }
}

void BlockingClient::runFor(std::optional<std::chrono::milliseconds> time)
{
    QEventLoop loop;
    if (time) {
        QTimer::singleShot(*time, Qt::PreciseTimer, &loop, &QEventLoop::quit);
    }
    loop.exec();
}

Failure BlockingClient::lostConnection() const
{
    if (m_refused) {
        return {ExitStatus::NoConnection, certificateText(*m_refused)};
    }
    const QString why = m_connection.error ? errorText(*m_connection.error)
                                           : QStringLiteral("%1 does not answer.").arg(m_servers.toText());
    return {ExitStatus::NoConnection, QStringLiteral("No connection: %1").arg(why)};
}

/// Describes why the client gave up a command.
Failure BlockingClient::failureOf(protocol::ErrorCode error, Milliseconds retryAfter) const
{
    using protocol::ErrorCode;
    const bool isOnline = m_connection.phase == ConnectionPhase::Online;
    // The client reports a refused certificate before it gives up the command, so the report has arrived.
    if (error == ErrorCode::CertificateRefused || (error == ErrorCode::Unavailable && !isOnline)) {
        return lostConnection();
    }
    return {ExitStatus::Refused, errorText(error, retryAfter),
            error == ErrorCode::TooFast ? retryAfter : Milliseconds(0)};
}

// ---- opening and closing

Result<Nothing> BlockingClient::open()
{
    m_client.open();
    runUntil([this] { return m_isOpen.has_value(); });
    return *m_isOpen ? Result<Nothing>(Nothing{}) : refused(m_openError);
}

void BlockingClient::awaitKeyring()
{
    if (state().awaitsKeyring && !wait([this] { return m_hasKeyringAnswered; })) {
        m_keyringProblem = QStringLiteral("The desktop's keyring, which stores this device's token, does not "
                                          "answer. Unlock it and try again.");
    }
}

void BlockingClient::close()
{
    m_client.close();
    runUntil([this] { return m_isClosed; });
}

// ---- the server

std::optional<Failure> BlockingClient::signedOut() const
{
    return m_connection.phase == ConnectionPhase::SignedOut && m_connection.error
               ? std::optional(failureOf(*m_connection.error))
               : std::nullopt;
}

Result<Nothing> BlockingClient::catchUp()
{
    if (m_isOffline) {
        return Nothing{};
    }
    if (!wait([&] { return m_hasCaughtUp || signedOut(); })) {
        return Unexpected(lostConnection());
    }
    if (auto failure = signedOut()) {
        return Unexpected(*std::move(failure));
    }
    return waitUntilSent();
}

Result<Nothing> BlockingClient::waitUntilSent()
{
    const auto isSent = [this] { return state().flushed; };
    if (m_isOffline || isSent()) {
        return Nothing{};
    }
    return wait(isSent) ? Result<Nothing>(Nothing{}) : Unexpected(lostConnection());
}

Result<Nothing> BlockingClient::waitUntilQuiet()
{
    static_cast<void>(state()); // m_isQuiet may be newer than its result
    return wait([this] { return m_isQuiet; }) ? Result<Nothing>(Nothing{}) : Unexpected(lostConnection());
}

Result<change::CommandDone> BlockingClient::run(const std::function<Input(CommandId)>& make)
{
    const CommandId command = m_client.newCommand();
    m_client.submit(make(command));
    return waitForCommand(command);
}

Result<change::CommandDone> BlockingClient::waitForCommand(CommandId command)
{
    if (!wait([&] { return m_done.contains(command); })) {
        return Unexpected(lostConnection());
    }
    const change::CommandDone done = m_done.extract(command).mapped();
    if (!done.error) {
        return done;
    }
    return Unexpected(failureOf(*done.error, done.retryAfter));
}

Result<BlockingClient::Sent> BlockingClient::waitForMessage(MessageUuid uuid)
{
    if (!wait([&] { return m_sent.contains(uuid); })) {
        return Unexpected(lostConnection());
    }
    return m_sent.extract(uuid).mapped();
}

std::vector<Endpoint> BlockingClient::endpoints()
{
    std::vector<Endpoint> endpoints;
    for (std::size_t i = 0; i < m_servers.size(); ++i) {
        const QUrl server = m_servers.at((m_connection.server + i) % m_servers.size());
        endpoints.push_back({server, setting(certificateSetting(server))});
    }
    return endpoints;
}

Result<Nothing> BlockingClient::storeFiles(const OutgoingMessage& message)
{
    m_client.sendFiles(message);
    // Copying takes as long as the disk needs; the server has no part in it.
    runUntil([&] { return m_stored.contains(message.uuid); });
    const QString problem = m_stored.extract(message.uuid).mapped();
    return problem.isEmpty() ? Result<Nothing>(Nothing{}) : refused(problem);
}

Result<FileState> BlockingClient::fetchFile(const FileKey& file)
{
    m_files.erase(file);
    m_client.fetchFile(file);
    const auto isDone = [&] {
        const auto found = m_files.find(file);
        const auto step = found == m_files.end() ? FileState::Step::Waiting : found->second.step;
        return step == FileState::Step::Held || step == FileState::Step::Failed
               || (found != m_files.end() && (m_isOffline || step == FileState::Step::Absent));
    };
    if (!wait(isDone)) {
        return Unexpected(lostConnection());
    }
    return m_files.extract(file).mapped();
}

Result<Nothing> BlockingClient::setAvatar(OutgoingAvatar avatar)
{
    avatar.command = m_client.newCommand();
    m_client.setAvatar(avatar);
    const auto done = waitForCommand(avatar.command);
    return done ? Result<Nothing>(Nothing{}) : Unexpected(done.error());
}

Result<AvatarState> BlockingClient::avatar(const AvatarPlace& place)
{
    if (!m_isOffline) {
        const auto asked = run([&](CommandId command) {
            return input::GetAvatar{command, place.conversation, place.user};
        });
        if (!asked) {
            return Unexpected(asked.error());
        }
    }
    m_avatars.clear();
    m_client.requestAvatar(place);
    const auto isDone = [this] {
        // The second report of a file that is not held says that it has come, or cannot be fetched.
        return m_avatars.size() > 1
               || (!m_avatars.empty()
                   && (m_isOffline || !m_avatars.back().avatar.hash.isValid()
                       || !m_avatars.back().path.isEmpty()));
    };
    if (!wait(isDone)) {
        return Unexpected(lostConnection());
    }
    return m_avatars.back();
}

// ---- the local store

QList<ConversationSummary> BlockingClient::conversations()
{
    m_conversations.reset();
    m_client.requestConversations();
    runUntil([this] { return m_conversations.has_value(); });
    return *m_conversations;
}

QList<HistoryEntry> BlockingClient::history(ConversationId conversation, Seq after, Seq before, int limit)
{
    m_history.reset();
    m_client.requestHistory(conversation, after, before, limit, 0);
    runUntil([this] { return m_history.has_value(); });
    return *m_history;
}

QList<SearchHit> BlockingClient::aboutReader(const AboutReaderQuery& query)
{
    m_hits.reset();
    m_client.requestAboutReader(query, 0);
    runUntil([this] { return m_hits.has_value(); });
    return *m_hits;
}

QList<User> BlockingClient::people()
{
    m_people.reset();
    m_client.requestPeople();
    runUntil([this] { return m_people.has_value(); });
    return *m_people;
}

QList<AttachmentItem> BlockingClient::attachments(const AttachmentQuery& query)
{
    m_attachments.reset();
    m_client.requestAttachments(query, 0);
    runUntil([this] { return m_attachments.has_value(); });
    return *m_attachments;
}

std::optional<Explanation> BlockingClient::explanation(ConversationId conversation)
{
    m_explained.reset();
    m_client.requestExplanation(conversation);
    runUntil([this] { return m_explained.has_value(); });
    return m_explained->explanation;
}

ClientState BlockingClient::state()
{
    m_state.reset();
    m_client.requestState();
    runUntil([this] { return m_state.has_value(); });
    return *m_state;
}

AuditReport BlockingClient::audit(bool repair)
{
    m_audit.reset();
    m_client.requestAudit(repair);
    runUntil([this] { return m_audit.has_value(); });
    return *m_audit;
}

ExportResult BlockingClient::exportConversation(const ExportRequest& request)
{
    m_export.reset();
    m_client.beginExport(request);
    runUntil([this] { return m_export.has_value(); });
    return *m_export;
}

QString BlockingClient::setting(const QString& key)
{
    m_setting.reset();
    m_client.requestSetting(key);
    runUntil([this] { return m_setting.has_value(); });
    return *m_setting;
}

} // namespace tidemark::cli

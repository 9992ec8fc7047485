// Core: files of messages.
#include "core/client/core.h"
#include "core/store/client_store.h"
#include "core/transport/transport.h"

#include <QFileInfo>

#include <utility>

namespace tidemark {

void Core::connectFiles()
{
    connect(&m_files, &FileTransfers::wanted, this, &Core::enqueue);
    connect(&m_files, &FileTransfers::copyingEnded, this, &Core::closeIfFlushed, Qt::QueuedConnection);
    connect(
        &m_files, &FileTransfers::engineFailed, this,
        [this] {
            if (m_engine) {
                restartLater();
                m_publisher.publishSoon();
            }
        },
        Qt::QueuedConnection);
    connect(&m_files, &FileTransfers::vouched, this, [this](const QUrl& server, const QString& fingerprint) {
        setSetting(certificateSetting(server), fingerprint);
    });
}

void Core::openFiles()
{
    FileTransfers::Options options;
    options.profileDirectory = m_options.profileDirectory;
    options.config = [this] {
        transfer::Config config;
        config.deviceName = m_options.engine.deviceName;
        config.clientName = m_options.engine.clientName;
        config.jitterSeed = m_jitter.next();
        return config;
    };
    options.makeTransport = [this] { return makeTransport(); };
    options.address = [this] {
        return m_engine ? address(m_engine->connection().server) : FileTransfers::Address();
    };
    m_files.open(std::move(options));
    m_exporter.setFiles([this](const TimelineItem& message, const Attachment& file) {
        const ProfileFiles& files = m_files.files();
        const QString outgoing = files.outgoingPath(message.uuid, file.hash);
        if (!message.seq.isValid() && QFileInfo::exists(outgoing)) {
            return outgoing;
        }
        return files.isHeld(file.hash) ? files.heldPath(file.hash) : QString();
    });
}

/// The server of the list, with the certificate that is trusted for it. Empty if there is none, or if the
/// user does not want to connect.
FileTransfers::Address Core::address(std::uint32_t server) const
{
    const QUrl url = m_options.servers.at(server);
    return m_options.offline || url.isEmpty()
               ? FileTransfers::Address()
               : FileTransfers::Address{url, m_store->setting(certificateSetting(url))};
}

void Core::sendFiles(OutgoingMessage message)
{
    if (m_engine) {
        m_files.send(std::move(message), m_engine->connection().limits);
    } else {
        Q_EMIT m_events.filesRefused(message.uuid, tr("The local database is not open."));
    }
}

void Core::cancelSend(MessageUuid message)
{
    runTurn(); // the message may be about to be stored
    m_files.cancelSend(message);
    if (m_engine && m_engine->pending(message) != nullptr) {
        enqueue(input::DeletePending{message});
    }
}

void Core::reportFile(const FileKey& file)
{
    runTurn(); // so that what the user did just before counts
    m_files.report(file);
}

void Core::fetchFile(const FileKey& file)
{
    runTurn();
    m_files.fetch(file);
}

void Core::cancelFetch(const FileKey& file)
{
    m_files.cancelFetch(file);
}

void Core::showAvatar(const AvatarPlace& place)
{
    runTurn();
    if (m_engine) {
        m_files.avatars().show(*m_engine, place);
        enqueue(input::WantAvatar{place.conversation, place.user});
    }
}

void Core::setAvatar(OutgoingAvatar avatar)
{
    runTurn();
    if (m_engine && m_engine->connection().phase == ConnectionPhase::Online) {
        m_files.avatars().set(std::move(avatar));
    } else {
        Q_EMIT m_events.commandDone({avatar.command, protocol::ErrorCode::Unavailable});
    }
}

} // namespace tidemark

#include "core/client/client.h"

#include "core/client/core.h"

#include <QCoreApplication>
#include <QEvent>
#include <QEventLoop>
#include <QMetaMethod>
#include <QRandomGenerator>
#include <QThread>

#include <array>
#include <future>
#include <thread>
#include <utility>

namespace tidemark {

namespace {

/// Fills `bytes` from a cryptographically secure generator.
template <typename Bytes>
void fillRandomly(Bytes& bytes)
{
    std::array<quint32, sizeof(std::uint32_t)> words{};
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        if (i % sizeof words == 0) {
            QRandomGenerator::system()->fillRange(words.data(), qsizetype(words.size()));
        }
        const std::size_t place = i % sizeof words;
        bytes[i] = static_cast<typename Bytes::value_type>(words[place / 4] >> (8 * (place % 4)));
    }
}

/// Makes `target` emit each signal of `source` again in its own thread.
void forwardSignals(const CoreEvents& source, const CoreEvents& target)
{
    const QMetaObject& signalsOf = CoreEvents::staticMetaObject;
    for (int i = signalsOf.methodOffset(); i < signalsOf.methodCount(); ++i) {
        const QMetaMethod signal = signalsOf.method(i);
        QObject::connect(&source, signal, &target, signal, Qt::QueuedConnection);
    }
}

} // namespace

class Client::Private {
public:
    explicit Private(ClientOptions options) : core(new Core(std::move(options)))
    {
        std::promise<QThread*> started;
        std::future<QThread*> coreThread = started.get_future();
        thread = std::thread([this, &started] {
            QEventLoop loop;
            started.set_value(QThread::currentThread());
            loop.exec();
            delete core;
            QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        });
        core->moveToThread(coreThread.get());
    }

    ~Private()
    {
        // Queued, so that it runs after all earlier requests.
        post([](Core&) { QThread::currentThread()->quit(); });
        thread.join();
    }

    Private(const Private&) = delete;
    Private& operator=(const Private&) = delete;

    /// Runs `what(core)` on the core thread, after everything posted before.
    template <typename F>
    void post(F what)
    {
        QMetaObject::invokeMethod(
            core, [target = core, what = std::move(what)]() mutable { what(*target); }, Qt::QueuedConnection);
    }

    /// Runs `what(reads)` on the core thread if a store is open there.
    template <typename F>
    void read(F what)
    {
        post([what = std::move(what)](Core& target) {
            if (const auto reads = target.reads()) {
                what(*reads);
            }
            target.lookAfterStore();
        });
    }

    /// Not a QThread: QThread::wait() does not wait for libraries' cleanup at the very end of the thread, and
    /// OpenSSL crashes if the process ends meanwhile.
    std::thread thread;
    Core* core; ///< owned by the core thread
    std::uint64_t lastCommand = 0;
};

Client::Client(ClientOptions options, QObject* parent)
    : CoreEvents(parent), d(std::make_unique<Private>(std::move(options)))
{
    forwardSignals(d->core->events(), *this);
}

Client::~Client() = default;

std::unique_ptr<Client> Client::beginOpening(ClientOptions options)
{
    auto client = std::make_unique<Client>(std::move(options));
    client->open();
    return client;
}

void Client::open()
{
    d->post([](Core& core) { core.open(); });
}

void Client::close(std::chrono::milliseconds bound)
{
    d->post([bound](Core& core) { core.close(bound); });
}

void Client::submit(Input input)
{
    d->post([input = std::move(input)](Core& core) mutable { core.submit(std::move(input)); });
}

CommandId Client::newCommand()
{
    return CommandId(++d->lastCommand);
}

MessageUuid Client::newUuid()
{
    MessageUuid uuid;
    fillRandomly(uuid.bytes);
    return uuid;
}

std::string Client::newToken()
{
    std::string token(32, '\0');
    fillRandomly(token);
    return token;
}

void Client::setServers(const ServerList& servers)
{
    d->post([servers](Core& core) { core.setServers(servers); });
}

void Client::trustCertificate(const QUrl& server, const QString& fingerprint)
{
    d->post([=](Core& core) { core.trustCertificate(server, fingerprint); });
}

void Client::setDraft(ConversationId conversation, const QString& text, std::optional<quint64> base,
                      Seq replyTo, bool isFinished)
{
    d->post([draft = input::SetDraft{.command = {},
                                     .conversation = conversation,
                                     .uuid = newUuid(),
                                     .text = text.toStdString(),
                                     .replyTo = replyTo,
                                     .base = base,
                                     .isFinished = isFinished}](Core& core) { core.setDraft(draft); });
}

void Client::setSetting(const QString& key, const QString& value)
{
    d->post([=](Core& core) { core.setSetting(key, value); });
}

void Client::requestConversations()
{
    d->read([](const LocalReads& reads) { reads.conversations(); });
}

void Client::requestTimeline(ConversationId conversation, TimelineQuery query, quint64 tag)
{
    d->read([=](const LocalReads& reads) { reads.timeline(conversation, query, tag); });
}

void Client::requestSearch(const QString& words, ConversationId onlyIn, int limit, quint64 tag)
{
    d->post([](Core& core) { core.indexSome(); });
    d->read([=](const LocalReads& reads) { reads.search(words, onlyIn, limit, tag); });
}

void Client::requestAboutReader(const AboutReaderQuery& query, quint64 tag)
{
    d->read([=](const LocalReads& reads) { reads.aboutReader(query, tag); });
}

void Client::requestHistory(ConversationId conversation, Seq after, Seq before, int limit, quint64 tag)
{
    d->read([=](const LocalReads& reads) { reads.history(conversation, after, before, limit, tag); });
}

void Client::requestAttachments(const AttachmentQuery& query, quint64 tag)
{
    d->read([=](const LocalReads& reads) { reads.attachments(query, tag); });
}

void Client::requestPinned(ConversationId conversation)
{
    d->read([=](const LocalReads& reads) { reads.pinned(conversation); });
}

void Client::requestMention(ConversationId conversation, Seq after)
{
    d->read([=](const LocalReads& reads) { reads.mention(conversation, after); });
}

void Client::requestPeople()
{
    d->read([](const LocalReads& reads) { reads.people(); });
}

void Client::requestSharedGroups(UserId person)
{
    d->read([=](const LocalReads& reads) { reads.groupsWith(person); });
}

void Client::requestSetting(const QString& key)
{
    d->read([=](const LocalReads& reads) { reads.setting(key); });
}

void Client::requestExplanation(ConversationId conversation)
{
    d->read([=](const LocalReads& reads) { reads.explanation(conversation); });
}

void Client::sendFiles(OutgoingMessage message)
{
    d->post([message = std::move(message)](Core& core) mutable { core.sendFiles(std::move(message)); });
}

void Client::cancelSend(MessageUuid message)
{
    d->post([message](Core& core) { core.cancelSend(message); });
}

void Client::requestFile(const FileKey& file)
{
    d->post([file](Core& core) { core.reportFile(file); });
}

void Client::fetchFile(const FileKey& file)
{
    d->post([file](Core& core) { core.fetchFile(file); });
}

void Client::cancelFetch(const FileKey& file)
{
    d->post([file](Core& core) { core.cancelFetch(file); });
}

void Client::requestAvatar(const AvatarPlace& place)
{
    d->post([place](Core& core) { core.showAvatar(place); });
}

void Client::setAvatar(OutgoingAvatar avatar)
{
    d->post([avatar = std::move(avatar)](Core& core) mutable { core.setAvatar(std::move(avatar)); });
}

void Client::requestState()
{
    d->post([](Core& core) { core.reportState(); });
}

void Client::requestAudit(bool repair)
{
    d->post([repair](Core& core) { core.audit(repair); });
}

void Client::requestStorage()
{
    d->post([](Core& core) { core.reportStorage(); });
}

void Client::checkStorage()
{
    d->post([](Core& core) { core.checkStorage(); });
}

void Client::rebuildIndex()
{
    d->post([](Core& core) { core.rebuildIndex(); });
}

void Client::beginExport(const ExportRequest& request)
{
    d->post([request](Core& core) { core.beginExport(request); });
}

void Client::cancelExport(quint64 tag)
{
    d->post([tag](Core& core) { core.cancelExport(tag); });
}

} // namespace tidemark

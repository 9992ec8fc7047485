#include "core/client/core.h"

#include "core/base/failpoint.h"
#include "core/base/one_of.h"
#include "core/base/require.h"
#include "core/client/forwarded_words.h"
#include "core/client/keys/sealed_store.h"
#include "core/client/keys/token_vault.h"
#include "core/client/profile.h"
#include "core/client/step_failpoints.h"
#include "core/domain/bounded_name.h"
#include "core/store/client_store.h"
#include "core/transport/web_socket_transport.h"
#include "core/wire/codec.h"

#include <QDir>
#include <QRandomGenerator>
#include <QSysInfo>

#include <algorithm>
#include <utility>

namespace tidemark {

namespace {

/// Maximum number of inputs waiting for a turn. With more, the turn runs at once, so that a fast server
/// cannot fill the memory.
constexpr std::size_t maxWaitingInputs = 256;
/// Maximum per session: each one leaves a damaged file behind.
constexpr int maxReopenings = 3;

const QString serverKey = QStringLiteral("server");
const QString deviceNameKey = QStringLiteral("device name");
const QString mismatchesKey = QStringLiteral("disagreements");

bool signsIn(const Input& input)
{
    return holdsOneOf<input::SignIn, input::RegisterAccount>(input);
}

bool comesFromUser(const Input& input)
{
    return !holdsOneOf<input::ConnectionOpened, input::ConnectionLost, input::FrameArrived,
                       input::GarbageArrived, input::Tick>(input);
}

} // namespace

Core::Core(ClientOptions options)
    : m_options(std::move(options)), m_events(this), m_publisher(m_events, m_clock, this), m_indexer(this),
      m_exporter(m_events, this), m_link(this), m_files(m_events, m_clock, this),
      m_jitter(QRandomGenerator::system()->generate64()), m_wakeUpTimer(this), m_recoveryTimer(this),
      m_closeTimer(this)
{
    m_options.engine.connectAtStart = m_options.engine.connectAtStart && !m_options.offline;
    m_options.engine.jitterSeed = m_jitter.next();
    setUpTimers();
    connectLink();
    connectFiles();
}

Core::~Core()
{
    finishClose();
}

void Core::setUpTimers()
{
    connect(&m_wakeUpTimer, &WakeUpTimer::timeout, this, [this] { enqueue(input::Tick{}); });
    m_recoveryTimer.setSingleShot(true);
    connect(&m_recoveryTimer, &QTimer::timeout, this, &Core::startEngine);
    m_closeTimer.setSingleShot(true);
    connect(&m_closeTimer, &QTimer::timeout, this, &Core::finishClose);
    connect(&m_indexer, &IdleIndexer::indexed, this, &Core::reportIndexProgress);
    connect(&m_indexer, &IdleIndexer::indexed, this, &Core::lookAfterStore);
    connect(&m_exporter, &Exporter::looked, this, &Core::lookAfterStore);
}

void Core::connectLink()
{
    connect(&m_link, &ServerLink::opened, this, [this] { enqueue(input::ConnectionOpened{}); });
    connect(&m_link, &ServerLink::lost, this, [this](const QString& reason, bool certificateProblem) {
        enqueue(input::ConnectionLost{reason.toStdString(), certificateProblem});
    });
    connect(&m_link, &ServerLink::frameArrived, this, &Core::receive);
    connect(&m_link, &ServerLink::garbageArrived, this, [this] { enqueue(input::GarbageArrived{}); });
    connect(&m_link, &ServerLink::vouched, this, [this](const QUrl& server, const QString& fingerprint) {
        setSetting(certificateSetting(server), fingerprint);
    });
}

std::unique_ptr<Transport> Core::makeTransport() const
{
    if (m_options.makeTransport) {
        return m_options.makeTransport();
    }
    WebSocketOptions options;
    options.maxFrameBytes = wire::maxFrameBytes;
    return std::make_unique<WebSocketTransport>(options);
}

// ---- the token

void Core::setUpVault()
{
    m_vault = std::make_unique<TokenVault>(QDir(m_options.profileDirectory).filePath(QStringLiteral("token")),
                                           m_options.makeKeyring ? m_options.makeKeyring() : nullptr);
    connect(m_vault.get(), &TokenVault::arrived, this, &Core::useArrivedToken);
    connect(m_vault.get(), &TokenVault::unavailable, &m_events, &CoreEvents::keyringAnswered);
}

void Core::useArrivedToken(const QByteArray& token)
{
    if (m_engine && m_engine->account()) {
        enqueue(input::UseToken{CommandId(), m_engine->account()->user.name, token.toStdString()});
    }
    Q_EMIT m_events.keyringAnswered({});
}

// ---- the loop

void Core::submit(Input input)
{
    if (const auto* keep = std::get_if<input::KeepHistory>(&input)) {
        m_options.engine.backfill = keep->whole; // also for engines created later
    }
    if (std::holds_alternative<input::Connect>(input)) {
        m_options.engine.connectAtStart = true; // likewise
    }
    enqueue(std::move(input));
}

void Core::setDraft(input::SetDraft draft)
{
    submit(std::move(draft));
    runTurn();
}

void Core::enqueue(Input input)
{
    m_inputs.push_back(std::move(input));
    if (!std::exchange(m_turnIsPlanned, true)) {
        QMetaObject::invokeMethod(this, &Core::runTurn, Qt::QueuedConnection);
    }
}

void Core::receive(const QByteArray& frame)
{
    auto envelope = wire::decodeServer({frame.constData(), std::size_t(frame.size())});
    if (envelope) {
        enqueue(input::FrameArrived{std::move(envelope).value()});
    } else {
        enqueue(input::GarbageArrived{});
    }
    if (m_inputs.size() >= maxWaitingInputs) {
        runTurn();
    }
}

void Core::runTurn()
{
    m_turnIsPlanned = false;
    while (!m_inputs.empty()) {
        Input input = std::move(m_inputs.front());
        m_inputs.pop_front();
        if (m_store) {
            addForwardedWords(input, *m_store);
        }
        step(input);
    }
    if (m_engine) {
        m_link.transport().flush();
        armWakeUp();
        m_publisher.setFlushed(m_engine->isFlushed());
        m_publisher.setQuiescent(m_engine->isQuiescent());
        m_indexer.postpone();
    }
    m_publisher.publishSoon();
    closeIfFlushed();
}

void Core::step(const Input& input)
{
    if (m_files.hasForgotten(input)) {
        return;
    }
    try {
        if (m_engine && perform(input)) {
            return;
        }
    } catch (const PreconditionViolation& violation) {
        if constexpr (hasAssertions) {
            throw;
        }
        qCritical("a check of the program's own work failed at %s", violation.what());
        restartLater();
    }
    if (m_engine && isDamaged()) {
        // Repeat the user's action with the new database; frames belong to a connection that is gone, and so
        // do the copies of files.
        if (reopen() && (!comesFromUser(input) || m_files.hasForgotten(input) || perform(input))) {
            return;
        }
    } else if (m_engine) {
        recover();
    }
    if (const auto refusal = refusalOf(input)) {
        m_publisher.add(*refusal);
    }
    if (const auto* send = std::get_if<input::Send>(&input)) {
        m_files.refuse(send->uuid, tr("The message could not be stored. Try again."));
    }
}

/// Returns false if the store has failed; then the input had no effect.
bool Core::perform(const Input& input)
{
    const std::uint64_t failures = m_store->failures();
    const Instant now = m_clock.now();
    const UnixMs wall = m_clock.wall();
    const Effects effects = m_engine->step(input, now, wall);
    // If a read of the log failed, the engine has decided on wrong data.
    if (m_store->failures() != failures) {
        return false;
    }
    if (!effects.writes.empty()) {
        reachDecided(effects.writes);
        if (!SealedStore(*m_store, *m_vault).commit(effects.writes)) {
            return false;
        }
        reachCommitted(effects.writes);
        m_storeBackoff.reset();
    }
    if (m_trace) {
        m_trace->input(input, now, wall);
        m_trace->changes(effects.changes, *m_engine);
    }
    countMismatches(effects.changes);
    m_openCommands.note(input, effects.changes);
    // Without a token only a sign-in needs a connection; everything else starts when the keyring has
    // answered.
    carryOut(effects, !m_vault->isAwaiting() || signsIn(input));
    m_files.follow(*m_engine, effects);
    return true;
}

/// Mismatches are repaired at once but should never occur; the count shows whether they do.
void Core::countMismatches(const std::vector<Change>& changes)
{
    const auto found = std::count_if(changes.begin(), changes.end(), [](const Change& change) {
        return std::holds_alternative<change::Mismatch>(change);
    });
    if (found > 0) {
        m_store->setSetting(mismatchesKey, QString::number(mismatches() + std::uint64_t(found)));
    }
}

std::uint64_t Core::mismatches() const
{
    return m_store->setting(mismatchesKey).toULongLong();
}

void Core::carryOut(const Effects& effects, bool mayOpen)
{
    m_wakeUp = effects.wakeUp;
    if (mayOpen || effects.order != ConnectionOrder::Open) {
        obey(effects.order, effects.server);
    }
    for (const protocol::ClientEnvelope& envelope : effects.sends) {
        const std::string bytes = wire::encode(envelope);
        m_link.transport().send(QByteArray(bytes.data(), qsizetype(bytes.size())));
    }
    reachSent(effects.sends, m_link.transport());
    if (const auto refused = m_link.takeRefused(effects.changes)) {
        Q_EMIT m_events.certificateRefused(*refused);
    }
    m_publisher.add(effects.changes);
}

void Core::obey(ConnectionOrder order, std::uint32_t server)
{
    switch (order) {
    case ConnectionOrder::None:
        break;
    case ConnectionOrder::Close:
        m_link.close();
        break;
    case ConnectionOrder::Open:
        if (const auto [url, fingerprint] = address(server); url.isEmpty()) {
            enqueue(input::ConnectionLost{"no server", false});
        } else {
            m_link.open(url, fingerprint);
        }
        break;
    }
}

void Core::armWakeUp()
{
    if (!m_wakeUp) {
        m_wakeUpTimer.stop();
        return;
    }
    m_wakeUpTimer.start(*m_wakeUp - m_clock.now());
}

// ---- when a commit fails

void Core::recover()
{
    Q_EMIT m_events.storeNotice(m_store->lastError().message);
    restartLater();
}

/// Discards the engine, of whose last step nothing was kept, and starts another one from the store.
void Core::restartLater()
{
    discardEngine();
    const Milliseconds delay = m_storeBackoff.next(m_jitter);
    m_publisher.add(
        change::ConnectionChanged{{ConnectionPhase::Waiting, m_clock.now() + delay, std::nullopt}});
    m_recoveryTimer.start(delay);
}

void Core::discardEngine()
{
    m_engine.reset();
    m_files.end();
    // No other code reports the end of these commands.
    m_publisher.add(m_openCommands.giveUp());
    m_wakeUpTimer.stop();
    m_link.close();
}

bool Core::isDamaged() const
{
    return m_store && m_store->lastError().code == StoreError::Code::Corrupt;
}

/// Replaces the database if a read has found damage.
void Core::lookAfterStore()
{
    if (m_engine && isDamaged()) {
        static_cast<void>(reopen());
    }
}

/// Quarantines the damaged database, starts a new one and continues with it.
bool Core::reopen()
{
    discardEngine();
    if (++m_reopenings > maxReopenings) {
        closeStore();
        Q_EMIT m_events.openFailed(
            tr("The local database keeps being damaged. The disk may be about to fail: back up your data."),
            false);
        return false;
    }
    if (!openStore()) {
        return false;
    }
    adoptSettings();
    startEngine();
    if (m_engine) {
        reportAgain();
    }
    return m_engine != nullptr;
}

/// Reports everything as changed, because the views may show other data.
void Core::reportAgain()
{
    const Snapshot snapshot = m_store->load();
    const bool isSignedIn = snapshot.account && !snapshot.account->token.empty();
    m_publisher.add(
        change::AccountChanged{isSignedIn ? std::optional(snapshot.account->user) : std::nullopt});
    m_publisher.add(change::ConnectionChanged{m_engine->connection()});
    for (const Snapshot::Conversation& one : snapshot.conversations) {
        const ConversationId id = one.conversation.id;
        m_publisher.add(change::LogDropped{id});
        m_publisher.add(change::PendingChanged{id, {}});
        m_publisher.add(change::ConversationChanged{id});
    }
}

void Core::startEngine()
{
    if (isDamaged()) {
        static_cast<void>(reopen());
        return;
    }
    const std::uint64_t failures = m_store->failures();
    Snapshot snapshot = m_store->load();
    if (m_store->failures() != failures || !snapshot.device.isValid()) {
        recover();
        return;
    }
    m_vault->setKey(QStringLiteral("device %1").arg(snapshot.device.value, 16, 16, QLatin1Char('0')));
    SealedStore(*m_store, *m_vault).unseal(snapshot);
    // The engine reports only changes, so new listeners need the stored values once.
    m_publisher.add(change::TotalsChanged{snapshot.totals});
    if (snapshot.account) {
        m_publisher.add(change::AccountSettingsChanged{snapshot.account->settings});
    }
    if (!ignoredIn(snapshot.ignores).empty()) {
        m_publisher.add(change::IgnoredChanged());
    }
    if (!snapshot.scheduled.empty()) {
        m_publisher.add(change::ScheduledChanged());
    }
    if (std::vector<Folder> folders = shownFolders(snapshot.folders); !folders.empty()) {
        m_publisher.add(change::FoldersChanged{std::move(folders)});
    }
    if (auto shown = shownInvitations(snapshot.invitations, ignoredIn(snapshot.ignores)); !shown.empty()) {
        m_publisher.add(change::InvitationsChanged{std::move(shown)});
    }
    if (!snapshot.dots.empty()) {
        change::DotsChanged dots;
        for (const LocalDot& one : snapshot.dots) {
            dots.dots.push_back(one.dot);
        }
        m_publisher.add(std::move(dots));
    }
    const DeviceId device = snapshot.device;
    const std::vector<PendingMessage> pending = snapshot.pending;
    m_engine = std::make_unique<Engine>(m_options.engine, std::move(snapshot), *m_store);
    m_files.begin(*m_engine, device, pending);
    if (m_trace) {
        m_trace->engineMade(m_options.engine);
    }
    enqueue(input::Tick{});
}

// ---- opening and closing

void Core::open()
{
    const auto path = prepareProfile(m_options.profileDirectory);
    if (!path) {
        Q_EMIT m_events.openFailed(path.error(), false);
        return;
    }
    m_databasePath = *path;
    setUpVault();
    openFiles();
    if (!openStore()) {
        return;
    }
    if (!beginTrace()) {
        return;
    }
    adoptSettings();
    m_link.setTransport(makeTransport());
    startEngine();
    const auto& account = m_engine ? m_engine->account() : std::nullopt;
    const bool isSignedIn = account && !account->token.empty();
    if (const auto stored = reads(); stored && isSignedIn) {
        stored->conversations();
    }
    Q_EMIT m_events.opened(m_options.servers,
                           isSignedIn ? QString::fromStdString(account->user.name) : QString(),
                           isSignedIn ? account->user.id : UserId());
}

void Core::closeStore()
{
    m_publisher.setStore(nullptr);
    m_files.setStore(nullptr);
    m_indexer.setStore(nullptr);
    m_exporter.setStore(nullptr);
    m_store.reset();
}

bool Core::openStore()
{
    closeStore();
    auto opened = ClientStore::open(m_databasePath);
    if (!opened) {
        const StoreError& error = opened.error();
        const bool isHeld = error.code == StoreError::Code::InUse;
        Q_EMIT m_events.openFailed(
            isHeld ? tr("Tidemark is already running with this profile.") : error.message, isHeld);
        return false;
    }
    m_store = std::move(opened->store);
    m_store->nameDeletedAccounts(m_options.nameOfDeleted);
    m_publisher.setStore(m_store.get());
    m_files.setStore(m_store.get());
    m_indexer.setStore(m_store.get());
    m_exporter.setStore(m_store.get(), m_databasePath);
    m_openingNotices = opened->notices;
    for (const QString& notice : opened->notices) {
        Q_EMIT m_events.storeNotice(notice);
    }
    return true;
}

bool Core::beginTrace()
{
    if (m_options.traceDirectory.isEmpty()) {
        return true;
    }
    auto begun = TraceWriter::begin(m_options.traceDirectory, *m_store);
    if (!begun) {
        Q_EMIT m_events.openFailed(begun.error(), false);
        return false;
    }
    m_trace = std::move(begun).value();
    return true;
}

/// Stores the options given for this run, so that later runs use them.
void Core::adoptSettings()
{
    if (m_options.servers.isEmpty()) {
        m_options.servers = ServerList::fromText(m_store->setting(serverKey));
    } else {
        m_store->setSetting(serverKey, m_options.servers.toText());
    }
    m_options.engine.servers = static_cast<std::uint32_t>(m_options.servers.size());
    if (const auto trusted = std::exchange(m_options.trustedCertificate, std::nullopt)) {
        adoptCertificate(*trusted);
    }
    if (m_options.deviceName.isEmpty()) {
        const QString stored = m_store->setting(deviceNameKey);
        m_options.deviceName = stored.isEmpty() ? QSysInfo::machineHostName() : stored;
    } else {
        m_store->setSetting(deviceNameKey, m_options.deviceName);
    }
    // Cut the name as servers do, so that the user sees it as it is stored.
    m_options.engine.deviceName = boundedName(m_options.deviceName.toStdString());
    m_options.deviceName = QString::fromStdString(m_options.engine.deviceName);
}

/// Each of several servers may have its own certificate, so it is stored only for those that show it.
void Core::adoptCertificate(const QString& fingerprint)
{
    const bool isOneOfSeveral = m_options.servers.size() > 1 && !fingerprint.isEmpty();
    m_link.vouchFor(isOneOfSeveral ? fingerprint : QString());
    m_files.vouchFor(isOneOfSeveral ? fingerprint : QString());
    if (isOneOfSeveral) {
        return;
    }
    for (const QUrl& server : m_options.servers.all()) {
        setSetting(certificateSetting(server), fingerprint);
    }
}

void Core::close(Milliseconds bound)
{
    failpoint(Failpoint::ClientCloseBegin);
    m_isClosing = true;
    m_closeTimer.start(bound);
    runTurn();
}

void Core::closeIfFlushed()
{
    if (!m_isClosing) {
        return;
    }
    using Phase = ConnectionPhase;
    const Phase phase = m_engine ? m_engine->connection().phase : Phase::Offline;
    const bool canSend = phase == Phase::Connecting || phase == Phase::Syncing || phase == Phase::Online;
    if (!m_files.isCopying() && (!canSend || m_engine->isFlushed())) {
        finishClose();
    }
}

void Core::finishClose()
{
    m_isClosing = false;
    for (QTimer* timer : {&m_closeTimer, &m_recoveryTimer}) {
        timer->stop();
    }
    m_openCommands.clear();
    m_files.close();
    discardEngine();
    m_link.setTransport(nullptr);
    m_publisher.publishNow();
    failpoint(Failpoint::ClientCloseFlushed);
    closeStore();
    failpoint(Failpoint::ClientCloseDone);
    Q_EMIT m_events.closed();
}

// ---- requests other than inputs

void Core::setServers(const ServerList& servers)
{
    m_options.servers = servers;
    m_options.engine.servers = static_cast<std::uint32_t>(servers.size());
    setSetting(serverKey, servers.toText());
    enqueue(input::ServersChanged{m_options.engine.servers});
}

void Core::trustCertificate(const QUrl& server, const QString& fingerprint)
{
    setSetting(certificateSetting(server), fingerprint);
    enqueue(input::Connect{});
}

void Core::setSetting(const QString& key, const QString& value)
{
    if (m_store && !m_store->setSetting(key, value)) {
        Q_EMIT m_events.storeNotice(m_store->lastError().message);
    }
}

void Core::indexSome()
{
    if (m_store) {
        runTurn();
        m_indexer.indexSlice();
    }
}

std::unique_ptr<LocalReads> Core::reads()
{
    if (!m_store) {
        return nullptr;
    }
    runTurn();
    m_publisher.publishNow();
    return m_store ? std::make_unique<LocalReads>(*m_store, m_files.files(), m_events) : nullptr;
}

void Core::reportState()
{
    if (!reads()) {
        return;
    }
    ClientState state;
    state.servers = m_options.servers;
    state.deviceName = m_options.deviceName;
    state.snapshot = SealedStore(*m_store, *m_vault).load();
    state.awaitsKeyring = m_vault->isAwaiting();
    state.mismatches = mismatches();
    if (m_engine) {
        state.connection = m_engine->connection();
        state.flushed = m_engine->isFlushed();
        state.quiescent = m_engine->isQuiescent();
    }
    Q_EMIT m_events.stateLoaded(state);
    lookAfterStore();
}

void Core::audit(bool repair)
{
    if (!reads()) {
        return;
    }
    Q_EMIT m_events.auditFinished(auditStore(repair));
    lookAfterStore();
}

AuditReport Core::auditStore(bool repair)
{
    AuditReport report;
    report.checked = m_store->load().conversations.size();
    report.differences = m_store->audit();
    if (repair && !report.differences.empty()) {
        discardEngine();
        report.repaired = m_store->repair();
        startEngine();
    }
    return report;
}

} // namespace tidemark

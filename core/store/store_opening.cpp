#include "core/store/client_store_p.h"
#include "core/store/file/schema.h"
#include "core/store/upkeep/salvage.h"
#include "core/store/upkeep/salvage_source.h"

#include <QCoreApplication>
#include <QRandomGenerator>

#include <algorithm>
#include <array>

/// Opens a store: checks, migrates and repairs it, or quarantines it and starts a new one.
namespace tidemark {

namespace {

class StoreOpeningText {
    Q_DECLARE_TR_FUNCTIONS(StoreOpeningText)
};

/// Up to this size every open checks every page (some 50 ms). In larger files an open checks every page only
/// after damage or an unclean end, otherwise only the tables that cannot be pulled again. A damaged page of
/// the log is then found when it is read.
constexpr qint64 fullCheckBytes = 16 * 1024 * 1024;

DeviceId randomDevice()
{
    return DeviceId(QRandomGenerator::system()->generate64() | 1U);
}

/// Small tables that cannot be pulled again or that control the pulls: always checked, with their indexes.
constexpr std::array smallTables = {"settings",       "device",     "account",
                                    "totals",         "users",      "conversations",
                                    "held",           "outbox",     "outbox_attachments",
                                    "intents",        "drafts",     "marks",
                                    "dots",           "ignore_set", "ignored_users",
                                    "draft_progress", "scheduled",  "scheduled_progress",
                                    "folder_set",     "folders",    "folder_changes",
                                    "invitation_set", "invitations"};

/// Whether the checked pages of the database are intact; `everything`: check all pages.
bool isSound(Database& database, bool everything)
{
    // SQLite checks virtual tables from 3.44 on, after everything else. A bad search index is no damage: it
    // can be rebuilt, and isIndexSound() finds it.
    const auto isOk = [&database](const QString& check) {
        const QString answer = database.word(check);
        return answer == QLatin1String("ok") || answer.contains(QLatin1String(" FTS5 table "));
    };
    return std::all_of(smallTables.begin(), smallTables.end(),
                       [&isOk](const char* table) {
                           return isOk(
                               QStringLiteral("PRAGMA integrity_check('%1')").arg(QLatin1String(table)));
                       })
           && (!everything || isOk(QStringLiteral("PRAGMA quick_check(1)")));
}

QString schemaOf(Database& database)
{
    return database.word(QStringLiteral(
        "SELECT group_concat(name || ' ' || ifnull(sql, ''), '; ') FROM (SELECT name, sql FROM sqlite_master"
        " WHERE name NOT LIKE 'sqlite%' ORDER BY name)"));
}

/// Whether the schema is the same as in a new database. SQLite accepts any schema that it can parse, even if
/// a letter of a column name has changed.
bool hasSoundSchema(Database& database)
{
    auto fresh = Database::open(QStringLiteral(":memory:"), Database::Mode::ReadWrite);
    return fresh && migrate(**fresh).has_value() && schemaOf(database) == schemaOf(**fresh);
}

StoreError damageOf(const StoreFile& file)
{
    return {StoreError::Code::Corrupt,
            StoreOpeningText::tr("The local database %1 is damaged.").arg(file.path())};
}

/// Checks, without changing the file, that it is a database of this program and not of a later version.
Expected<std::monostate, StoreError> judge(const StoreFile& file)
{
    if (file.wasEmptied()) {
        return Unexpected(
            StoreError{StoreError::Code::Corrupt,
                       StoreOpeningText::tr("The local database %1 was empty (0 bytes).").arg(file.path())});
    }
    if (file.isInMemory() || file.sizeBytes() == 0) {
        return std::monostate{};
    }
    auto opened = Database::open(file.path(), Database::Mode::ReadOnly);
    if (!opened) {
        return Unexpected(opened.error());
    }
    Database& database = **opened;
    const bool isOurs = hasOurTables(database);
    const bool isBare = !isOurs && database.number(QStringLiteral("SELECT count(*) FROM sqlite_master")) == 0;
    if (database.hasFailed()) {
        return Unexpected(database.takeError());
    }
    if (!isOurs && !isBare) {
        return Unexpected(
            StoreError{StoreError::Code::Corrupt,
                       StoreOpeningText::tr("%1 is a database of another program.").arg(file.path())});
    }
    return checkVersion(database);
}

Expected<std::unique_ptr<Database>, StoreError> openSound(const StoreFile& file)
{
    // Refuse a later version before its pages are checked by the rules of this one.
    if (auto judged = judge(file); !judged) {
        return Unexpected(judged.error());
    }
    auto database = Database::open(file.path(), Database::Mode::ReadWrite);
    if (!database) {
        return database;
    }
    if (auto migrated = migrate(**database); !migrated) {
        return Unexpected(migrated.error());
    }
    const bool everything = file.isDamageNoted() || file.hasJournal() || file.sizeBytes() <= fullCheckBytes;
    if (!file.isInMemory() && (!hasSoundSchema(**database) || !isSound(**database, everything))) {
        return Unexpected(damageOf(file));
    }
    file.clearDamage();
    return database;
}

/// Gives a fresh database its device id.
void ensureDevice(StoreTables& tables, DeviceId wanted)
{
    if (!tables.account.device().isValid()) {
        tables.account.putDevice(wanted.isValid() ? wanted : randomDevice());
    }
}

QString damageNotice(const StoreError& damage, const QString& aside, const Salvaged& salvaged)
{
    return StoreOpeningText::tr("%1 It was set aside as %2 and a new one was created; messages are "
                                "downloaded again. Kept: drafts %L3, unsent messages %L4, unsent reads "
                                "%L5%6. Delete the old file when you are sure nothing is missing.")
        .arg(damage.message, aside)
        .arg(salvaged.drafts)
        .arg(salvaged.pending)
        .arg(salvaged.intents)
        .arg(salvaged.account ? QString() : StoreOpeningText::tr("; please sign in again"));
}

/// The error for damage that could not be repaired.
StoreError withReason(const StoreError& damage, const StoreError& reason)
{
    return {reason.code,
            StoreOpeningText::tr("%1 A new one cannot be created: %2").arg(damage.message, reason.message)};
}

QString repairNotice(const std::vector<StoreDifference>& differences)
{
    QStringList lines;
    for (const StoreDifference& one : differences) {
        lines += StoreOpeningText::tr("conversation %1, %2: %3 instead of %4")
                     .arg(one.conversation.value)
                     .arg(QString::fromStdString(one.what), QString::fromStdString(one.stored),
                          QString::fromStdString(one.computed));
    }
    return StoreOpeningText::tr("Counts were wrong in the local database and have been repaired (%1).")
        .arg(lines.join(StoreOpeningText::tr("; ", "between parts of a list")));
}

/// Creates the replacement for a damaged database, with all data that can be recovered.
Expected<Salvaged, StoreError> makeReplacement(const StoreFile& file, DeviceId device)
{
    const auto path = file.beginReplacement();
    if (!path) {
        return Unexpected(path.error());
    }
    auto opened = Database::open(*path, Database::Mode::ReadWrite);
    if (!opened) {
        return Unexpected(opened.error());
    }
    Database& database = **opened;
    database.setWaitForDisk(true);
    if (auto migrated = migrate(database); !migrated) {
        return Unexpected(migrated.error());
    }
    StoreTables tables(database);
    Auditor auditor(database, tables);
    Salvaged salvaged;
    bool done = database.run(QStringLiteral("PRAGMA wal_checkpoint(TRUNCATE)")) && database.begin();
    if (done) {
        salvaged = salvage(file.path(), *path, tables);
        ensureDevice(tables, device);
        auditor.repairCounts();
        done = database.commit() && database.run(QStringLiteral("PRAGMA wal_checkpoint(TRUNCATE)"));
    }
    return done ? Expected<Salvaged, StoreError>(salvaged) : Unexpected(database.takeError());
}

} // namespace

bool ClientStore::Private::begin(DeviceId device, QStringList& notices)
{
    const std::vector<StoreDifference> differences = auditor.checkCounts();
    const bool done = !database->hasFailed() && transact([&] {
        ensureDevice(tables, device);
        if (!differences.empty()) {
            auditor.repairCounts();
        }
    });
    if (!done
        || !database->run(QStringLiteral("CREATE VIRTUAL TABLE temp.search_probe USING fts5 (text, tokenize "
                                         "= \"unicode61 categories 'L* N* Co So'\")"))) {
        settle();
        return false;
    }
    if (!differences.empty()) {
        notices += repairNotice(differences);
    }
    readAccount();
    settle();
    return lastError.code == StoreError::Code::None;
}

Expected<std::unique_ptr<ClientStore::Private>, StoreError>
ClientStore::Private::openIn(std::unique_ptr<StoreFile>& file, DeviceId device, QStringList& notices)
{
    auto opened = openSound(*file);
    if (!opened) {
        return Unexpected(opened.error());
    }
    auto state = std::make_unique<Private>(std::move(file), std::move(opened).value());
    if (!state->begin(device, notices)) {
        StoreError error = state->lastError;
        file = std::move(state->file);
        return Unexpected(std::move(error));
    }
    return state;
}

bool ClientStore::arePagesSound() const
{
    const bool isWhole = isSound(*m_state->database, true);
    if (!isWhole && !m_state->database->hasFailed()) {
        m_state->lastError = damageOf(*m_state->file);
        ++m_state->failures;
        m_state->file->noteDamage();
    }
    m_state->settle();
    return isWhole;
}

Expected<OpenedStore, StoreError> ClientStore::open(const QString& path, DeviceId device)
{
    auto taken = StoreFile::open(path);
    if (!taken) {
        return Unexpected(taken.error());
    }
    std::unique_ptr<StoreFile> file = std::move(taken).value();
    QStringList notices;
    auto state = Private::openIn(file, device, notices);
    if (!state && state.error().code == StoreError::Code::Corrupt && !file->isInMemory()) {
        const StoreError damage = state.error();
        const auto salvaged = makeReplacement(*file, device);
        if (!salvaged) {
            return Unexpected(withReason(damage, salvaged.error()));
        }
        const auto aside = file->replace();
        if (!aside) {
            return Unexpected(aside.error());
        }
        notices = {damageNotice(damage, *aside, *salvaged)};
        state = Private::openIn(file, device, notices);
    }
    if (!state) {
        return Unexpected(state.error());
    }
    return OpenedStore{std::unique_ptr<ClientStore>(new ClientStore(std::move(state).value())), notices};
}

} // namespace tidemark

#include "core/store/client_store_p.h"
#include "core/store/salvage.h"
#include "core/store/schema.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QRandomGenerator>

#include <algorithm>
#include <array>

/// How a store is opened: checked, migrated, repaired, or set aside and begun anew.
namespace tidemark {

namespace {

QString text(const char* source)
{
    return QCoreApplication::translate("tidemark::ClientStore", source);
}

/// Up to this size every page is checked at every open (some 50 ms); beyond, only the tables that cannot be
/// pulled again.
constexpr qint64 fullCheckBytes = 16 * 1024 * 1024;

DeviceId randomDevice()
{
    return DeviceId(QRandomGenerator::system()->generate64() | 1U);
}

/// Whether the pages of the database are sound as far as looked at.
bool isSound(Database& database, bool everything)
{
    if (everything) {
        return database.word(QStringLiteral("PRAGMA quick_check(1)")) == QLatin1String("ok");
    }
    const auto isSoundTable = [&database](const char* table) {
        return database.word(QStringLiteral("PRAGMA quick_check('%1')").arg(QLatin1String(table)))
               == QLatin1String("ok");
    };
    constexpr std::array tables = {"settings", "device", "account", "totals", "users", "conversations",
                                   "held",     "outbox", "intents", "drafts", "marks"};
    return database.number(QStringLiteral("PRAGMA user_version")) == 0
           || std::all_of(tables.begin(), tables.end(), isSoundTable);
}

Expected<std::unique_ptr<Database>, StoreError> openSound(const StoreFile& file)
{
    auto database = Database::open(file.path(), Database::Mode::ReadWrite);
    if (!database) {
        return database;
    }
    // A later version is refused before its pages are judged by the rules of this one.
    if (auto migrated = migrate(**database); !migrated) {
        return Unexpected(migrated.error());
    }
    const bool everything = file.isDamageNoted() || file.sizeBytes() <= fullCheckBytes;
    if (!file.isInMemory() && !isSound(**database, everything)) {
        return Unexpected(StoreError{StoreError::Code::Corrupt, text("The local database is damaged.")});
    }
    file.clearDamage();
    return database;
}

/// A fresh database has no device yet.
void ensureDevice(StoreTables& tables, DeviceId wanted)
{
    if (!tables.account.device().isValid()) {
        tables.account.putDevice(wanted.isValid() ? wanted : randomDevice());
    }
}

QString damageNotice(const QString& aside, const Salvaged& salvaged)
{
    return text("The local database was damaged. It was set aside as %1 and begun anew; messages are fetched "
                "again. "
                "Kept: %2 drafts, %3 unsent messages, %4 read positions%5.")
        .arg(QFileInfo(aside).fileName())
        .arg(salvaged.drafts)
        .arg(salvaged.pending)
        .arg(salvaged.intents)
        .arg(salvaged.account ? QString() : text("; please sign in again"));
}

QString repairNotice(const std::vector<StoreDifference>& differences)
{
    QStringList lines;
    for (const StoreDifference& one : differences) {
        lines += text("conversation %1, %2: %3 instead of %4")
                     .arg(one.conversation.value)
                     .arg(QString::fromStdString(one.what), QString::fromStdString(one.stored),
                          QString::fromStdString(one.computed));
    }
    return text("Counts were wrong in the local database and have been repaired (%1).")
        .arg(lines.join(QStringLiteral("; ")));
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
        notices.clear();
        const QString aside = file->setAside();
        if (aside.isEmpty()) {
            return Unexpected(state.error());
        }
        state = Private::openIn(file, device, notices);
        if (state) {
            Private& fresh = **state;
            Salvaged salvaged;
            const bool done = fresh.transact([&] {
                salvaged = salvage(aside, fresh.tables);
                fresh.auditor.repairCounts();
            });
            fresh.readAccount();
            notices += damageNotice(aside, done ? salvaged : Salvaged{});
        }
    }
    if (!state) {
        return Unexpected(state.error());
    }
    return OpenedStore{std::unique_ptr<ClientStore>(new ClientStore(std::move(state).value())), notices};
}

} // namespace tidemark

#pragma once

#include "core/store/client_store.h"
#include "core/store/file/database.h"
#include "core/store/file/store_file.h"
#include "core/store/reading/search_index.h"
#include "core/store/reading/summary_reader.h"
#include "core/store/reading/timeline_reader.h"
#include "core/store/tables/store_tables.h"
#include "core/store/upkeep/auditor.h"
#include "core/store/write_applier.h"

#include <memory>
#include <optional>
#include <utility>

namespace tidemark {

/// One open database with all objects that read and write it.
class ClientStore::Private {
public:
    Private(std::unique_ptr<StoreFile> storeFile, std::unique_ptr<Database> opened)
        : file(std::move(storeFile)), database(std::move(opened)), tables(*database),
          auditor(*database, tables), summaries(*database, tables), timeline(*database, tables),
          search(*database, tables, timeline), applier(*database, tables, search)
    {
    }

    /// Opens the database in `file`. Takes ownership of `file` only on success.
    [[nodiscard]] static Expected<std::unique_ptr<Private>, StoreError>
    openIn(std::unique_ptr<StoreFile>& file, DeviceId device, QStringList& notices);
    /// Prepares an opened database: checks and repairs counts, and completes a new database.
    [[nodiscard]] bool begin(DeviceId device, QStringList& notices);

    /// Runs `work` in one transaction. False: the transaction was rolled back.
    template <typename Work>
    bool transact(Work work)
    {
        bool done = database->begin();
        if (done) {
            work();
            done = database->commit();
        }
        settle();
        return done;
    }

    /// Stores the newest failure; after damage, makes the next open check every page.
    void settle()
    {
        if (database->hasFailed()) {
            lastError = database->takeError();
            ++failures;
            if (lastError.code == StoreError::Code::Corrupt) {
                file->noteDamage();
            }
        }
    }

    template <typename Value>
    Value settled(Value value)
    {
        settle();
        return value;
    }

    void readAccount()
    {
        const std::optional<Account> account = tables.account.account();
        viewer = {account ? account->user.id : UserId(), ignoredIn(tables.ignores.get())};
    }

    // Destroyed in reverse order: statements before the database, the database before the lock.
    std::unique_ptr<StoreFile> file;
    std::unique_ptr<Database> database;
    StoreTables tables;
    Auditor auditor;
    SummaryReader summaries;
    TimelineReader timeline;
    SearchIndex search;
    WriteApplier applier;
    StoreError lastError;
    std::uint64_t failures = 0;
    Viewer viewer{UserId()};
};

} // namespace tidemark

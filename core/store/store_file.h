#pragma once

#include "core/base/expected.h"
#include "core/store/store_contents.h"
#include "core/store/store_error.h"
#include "core/system/file_lock.h"

#include <QString>

#include <memory>
#include <optional>
#include <utility>

namespace tidemark {

/// Removes a database that nobody uses, with SQLite's own files beside it, as far as they are there.
void removeDatabase(const QString& path);

/// The database file of a profile and what stands beside it: the lock (".lock"), the note that damage was met
/// (".damaged"), and the database that is to take the place of a damaged one (".new"). Holds the lock while
/// it lives. In memory there is no file, and everything here succeeds.
class StoreFile {
public:
    /// Takes the lock and makes the file, readable by its owner alone, where it is missing. A
    /// replacement that a process had begun when it died is ended.
    [[nodiscard]] static Expected<std::unique_ptr<StoreFile>, StoreError> open(const QString& path);

    [[nodiscard]] const QString& path() const { return m_path; }
    [[nodiscard]] bool isInMemory() const;
    [[nodiscard]] qint64 sizeBytes() const;
    /// What of the disk the database takes, with what was set aside; nothing in memory.
    [[nodiscard]] StoreContents sizes() const;

    /// The file was there, but with nothing in it. A new one is not.
    [[nodiscard]] bool wasEmptied() const { return m_wasEmptied; }
    /// The last session did not end in an orderly way: there is a journal.
    [[nodiscard]] bool hasJournal() const { return m_hasJournal; }

    /// For the next open: damage was met while running, look closely.
    void noteDamage() const;
    [[nodiscard]] bool isDamageNoted() const;
    void clearDamage() const;

    /// Where a database that is to take the place of this one is made; whatever is there is removed.
    [[nodiscard]] Expected<QString, StoreError> beginReplacement() const;
    /// Renames the database and SQLite's files beside it to ".corrupt-N" with the lowest free N, and puts the
    /// complete and closed replacement in their place. The new path of the old database. When the process
    /// dies in between the next open ends it.
    [[nodiscard]] Expected<QString, StoreError> replace();

private:
    explicit StoreFile(QString path) : m_path(std::move(path)) {}
    [[nodiscard]] bool prepare();
    [[nodiscard]] bool makePrivate(const QString& path) const;
    void endReplacement() const;
    [[nodiscard]] QString freeAside() const;
    [[nodiscard]] QString beside(const char* suffix) const;

    QString m_path;
    std::optional<FileLock> m_lock; ///< none in memory
    bool m_wasEmptied = false;
    bool m_hasJournal = false;
};

} // namespace tidemark

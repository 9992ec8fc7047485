#pragma once

#include "core/base/expected.h"
#include "core/domain/store_contents.h"
#include "core/store/file/store_error.h"
#include "core/system/file_lock.h"

#include <QString>

#include <memory>
#include <optional>
#include <utility>

namespace tidemark {

/// Removes an unused database and SQLite's files beside it, if they exist.
void removeDatabase(const QString& path);

/// The database file of a profile and the files beside it: the lock (".lock"), the marker for damage found
/// while running (".damaged"), and the replacement for a damaged database (".new"). Holds the lock during its
/// lifetime. For a database in memory there is no file, and every function succeeds.
class StoreFile {
public:
    /// Takes the lock and creates a missing file, readable only by its owner. Completes a replacement that an
    /// earlier process had begun when it died.
    [[nodiscard]] static Expected<std::unique_ptr<StoreFile>, StoreError> open(const QString& path);

    [[nodiscard]] const QString& path() const { return m_path; }
    [[nodiscard]] bool isInMemory() const;
    [[nodiscard]] qint64 sizeBytes() const;
    /// Returns the size on disk of the database and quarantined files; zero in memory.
    [[nodiscard]] StoreContents sizes() const;

    /// Whether the file existed but was empty. False for a new file.
    [[nodiscard]] bool wasEmptied() const { return m_wasEmptied; }
    /// Whether a journal exists: the last session did not end properly.
    [[nodiscard]] bool hasJournal() const { return m_hasJournal; }

    /// Marks the database so that the next open checks every page.
    void noteDamage() const;
    [[nodiscard]] bool isDamageNoted() const;
    void clearDamage() const;

    /// Returns the path for the replacement database; removes any file that is there.
    [[nodiscard]] Expected<QString, StoreError> beginReplacement() const;
    /// Renames the database and SQLite's files beside it to ".corrupt-N" with the lowest free N, and moves
    /// the complete, closed replacement into place. Returns the new path of the old database. If the process
    /// dies meanwhile, the next open completes this.
    [[nodiscard]] Expected<QString, StoreError> replace();

private:
    explicit StoreFile(QString path) : m_path(std::move(path)) {}
    [[nodiscard]] bool prepare();
    [[nodiscard]] bool makePrivate(const QString& path) const;
    void endReplacement() const;
    [[nodiscard]] QString freeAside() const;
    [[nodiscard]] QString beside(const char* suffix) const;

    QString m_path;
    std::optional<FileLock> m_lock; ///< empty in memory
    bool m_wasEmptied = false;
    bool m_hasJournal = false;
};

} // namespace tidemark

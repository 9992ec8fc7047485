#pragma once

#include "core/base/expected.h"
#include "core/store/store_error.h"

#include <QLockFile>
#include <QString>

#include <memory>

namespace tidemark {

/// The database file of a profile and what stands beside it: the lock (".lock"), and the note that damage was
/// met (".damaged"). Holds the lock while it lives. In memory there is no file, and everything here succeeds.
class StoreFile {
public:
    /// Takes the lock and makes the file, readable by its owner alone, where it is missing. A lock whose
    /// process has died is taken over.
    [[nodiscard]] static Expected<std::unique_ptr<StoreFile>, StoreError> open(const QString& path);

    [[nodiscard]] const QString& path() const { return m_path; }
    [[nodiscard]] bool isInMemory() const;
    [[nodiscard]] qint64 sizeBytes() const;

    /// For the next open: damage was met while running, look closely.
    void noteDamage() const;
    [[nodiscard]] bool isDamageNoted() const;
    void clearDamage() const;

    /// Renames the database and SQLite's files beside it to ".corrupt-N" with the lowest free N; gives the
    /// new path of the database, empty on failure. Makes an empty file in its place.
    [[nodiscard]] QString setAside() const;

private:
    explicit StoreFile(QString path);
    [[nodiscard]] bool makePrivate() const;
    [[nodiscard]] QString beside(const char* suffix) const;

    QString m_path;
    QLockFile m_lock;
};

} // namespace tidemark

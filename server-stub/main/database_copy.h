#pragma once

#include "core/base/expected.h"
#include "server-stub/store/sqlite_store.h"

#include <QString>
#include <QTemporaryFile>

#include <cstddef>
#include <memory>

namespace tidemark::server {

/// A copy of a database that was recounted and found sound, under another name beside the place where it is
/// to stand; goes with the object unless it was put there. The errors are for people.
class DatabaseCopy {
public:
    /// `from` may be in use by a server; nobody but the user of this process may read the copy.
    [[nodiscard]] static Expected<DatabaseCopy, QString> make(const QString& from, const QString& place);

    [[nodiscard]] std::size_t conversations() const { return m_conversations; }
    /// To be changed before it is finished.
    [[nodiscard]] SqliteStore& store() { return *m_store; }
    /// Makes it a single file that is on the disk. What is wrong; empty: it was done.
    [[nodiscard]] QString finish();
    /// Owner and permissions are those of `file`, as far as this process may do that.
    void giveToOwnerOf(const QString& file);
    /// Gives it its place, where nothing may be. What is wrong; empty: it was done.
    [[nodiscard]] QString putInPlace();
    /// The same in place of what has the name, which is gone then. It may not be on the disk yet.
    [[nodiscard]] QString replace();

private:
    DatabaseCopy(std::unique_ptr<QTemporaryFile> file, QString place);
    [[nodiscard]] QString open();
    [[nodiscard]] QString name() const { return m_file->fileName(); }

    std::unique_ptr<QTemporaryFile> m_file;
    QString m_place;
    std::unique_ptr<SqliteStore> m_store;
    std::size_t m_conversations = 0;
};

} // namespace tidemark::server

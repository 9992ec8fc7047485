#pragma once

#include "core/base/expected.h"
#include "server-stub/store/sqlite_store.h"

#include <QString>
#include <QTemporaryFile>

#include <cstddef>
#include <memory>

namespace tidemark::server {

/// A checked copy of a database, under another name next to its final place. It is deleted with this object
/// unless it was put in place. The errors are human-readable.
class DatabaseCopy {
public:
    /// A server may be using `from`. Only the user of this process can read the copy.
    [[nodiscard]] static Expected<DatabaseCopy, QString> make(const QString& from, const QString& place);

    [[nodiscard]] std::size_t conversations() const { return m_conversations; }
    /// Make changes before finish().
    [[nodiscard]] SqliteStore& store() { return *m_store; }
    /// Makes the copy a single file and waits until it is on the disk. Returns the error; empty if it has
    /// succeeded.
    [[nodiscard]] QString finish();
    /// Gives the copy the owner and permissions of `file`, as far as this process may do that.
    void giveToOwnerOf(const QString& file);
    /// Moves the copy to its place, where no file may exist. Returns the error; empty if it has succeeded.
    [[nodiscard]] QString putInPlace();
    /// Moves the copy to its place and replaces the file there, which is lost. The change may not be on the
    /// disk yet.
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

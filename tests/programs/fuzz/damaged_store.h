#pragma once

#include "tests/programs/fuzz/byte_source.h"

#include <QByteArray>
#include <QString>
#include <QTemporaryDir>

namespace tidemark::fuzz {

/// The database of a client and its journal, as a crash leaves them, and the rest of them after damage.
/// They are made once; a process uses one of them.
class DamagedStore {
public:
    DamagedStore();

    /// Puts both files in place, damages them as the bytes say, opens the result twice and uses it.
    void open(ByteSource bytes);

private:
    void make();
    void harm(ByteSource& bytes);
    static void harmOnce(QByteArray& file, ByteSource& bytes);
    void clear() const;
    [[nodiscard]] QString path() const { return m_folder.filePath(QStringLiteral("store")); }
    [[nodiscard]] QString journalPath() const { return path() + QStringLiteral("-wal"); }

    QTemporaryDir m_folder;
    QByteArray m_database;
    QByteArray m_journal;
};

} // namespace tidemark::fuzz

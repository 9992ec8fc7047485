#pragma once

#include "core/system/file_lock.h"

#include <QString>
#include <QTemporaryDir>

#include <memory>
#include <optional>

namespace tidemark {

/// The copies of files that other programs open. They are in a folder that goes with this object; if the
/// program is killed, the next one removes the folder.
class OpenedCopies {
public:
    explicit OpenedCopies(QString parent);

    /// A new place for a copy with this name; empty if there is none.
    [[nodiscard]] QString placeFor(const QString& name);
    /// Removes all copies.
    void clear();
    /// Removes the folders in `parent` whose program has ended.
    static void sweep(const QString& parent);

private:
    [[nodiscard]] bool makeFolder();

    QString m_parent;
    std::optional<FileLock> m_lock; ///< of the folder, which is removed before the lock is released
    std::unique_ptr<QTemporaryDir> m_folder;
    int m_last = 0;
};

} // namespace tidemark

#pragma once

#include "core/base/expected.h"

#include <QString>

namespace tidemark::server {

/// The database whose place a backup takes, kept under another name beside it. Whenever the program dies, the
/// database's own name stands for the old one with its journal, for the new one, or, where the journal could
/// not be folded into the old one, for an empty file, which no server takes; never for the old one without
/// its journal, nor for the new one with that.
class SetAside {
public:
    /// Folds its journal in, if it can be opened, and gives it the other name besides its own. Nothing may
    /// use it. The error is for people, and everything is as it was then.
    [[nodiscard]] static Expected<SetAside, QString> make(const QString& database);

    /// Takes a journal that is still there away from its place. What is wrong; empty: nothing.
    [[nodiscard]] QString takeJournalAway();
    /// Everything is as it was. Only while nothing else has the database's name.
    void undo() const;

    /// Empty: there was no database.
    [[nodiscard]] QString name() const { return m_hasDatabase ? m_aside : QString(); }

private:
    SetAside(QString database, QString aside);
    [[nodiscard]] QString keep();
    [[nodiscard]] QString putEmptyFile();

    QString m_database;
    QString m_aside;
    bool m_hasDatabase = false;
    bool m_hasJournal = false;
    bool m_isEmptied = false; ///< an empty file has the database's name
};

} // namespace tidemark::server

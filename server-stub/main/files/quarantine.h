#pragma once

#include "core/base/expected.h"

#include <QString>

namespace tidemark::server {

/// Keeps the database that a backup replaces, under another name next to it. Whenever the program dies, the
/// database's own name stands for the old database with its journal, for the new one, or, if the journal
/// could not be written into the old one, for an empty file, which servers refuse. It never stands for the
/// old database without its journal, nor for the new one with the old journal.
class Quarantine {
public:
    /// Writes the journal into the database, if it can be opened, and links the database under the other name
    /// too. No program may be using it. The error is human-readable; then everything is as it was before.
    [[nodiscard]] static Expected<Quarantine, QString> make(const QString& database);

    /// Removes a journal that is still there from the database's place. Returns the error; empty if there is
    /// none.
    [[nodiscard]] QString takeJournalAway();
    /// Restores everything as it was. Call it only while no other database has the name.
    void undo() const;

    /// Empty if there was no database.
    [[nodiscard]] QString name() const { return m_hasDatabase ? m_quarantine : QString(); }

private:
    Quarantine(QString database, QString aside);
    [[nodiscard]] QString keep();
    [[nodiscard]] QString putEmptyFile();

    QString m_database;
    QString m_quarantine;
    bool m_hasDatabase = false;
    bool m_hasJournal = false;
    bool m_isEmptied = false; ///< whether an empty file has the database's name
};

} // namespace tidemark::server

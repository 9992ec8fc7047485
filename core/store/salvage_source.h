#pragma once

#include "core/store/database.h"

#include <QString>

#include <memory>

namespace tidemark {

/// A damaged database, opened for reading what is left of it. It is read where it is; only where it cannot be
/// opened, or is of an older schema, a copy beside it (".salvage") is mended as far as that goes, and removed
/// in the end.
class SalvageSource {
public:
    /// `freshPath`: a database of the present schema.
    SalvageSource(QString path, QString freshPath);
    ~SalvageSource();
    SalvageSource(const SalvageSource&) = delete;
    SalvageSource& operator=(const SalvageSource&) = delete;

    /// Null: it holds nothing of ours that could be read.
    [[nodiscard]] Database* database() const { return m_database.get(); }

private:
    [[nodiscard]] bool openCopy();
    void graftFirstPage() const;
    void removeCopy() const;

    QString m_path;
    QString m_freshPath;
    QString m_copy; ///< empty: there is none
    std::unique_ptr<Database> m_database;
};

/// Whether the open database has the tables of this program. False also where its list of tables cannot be
/// read.
[[nodiscard]] bool hasOurTables(Database& database);

} // namespace tidemark

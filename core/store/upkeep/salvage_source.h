#pragma once

#include "core/store/file/database.h"

#include <QString>

#include <memory>

namespace tidemark {

/// A damaged database, opened to read its remaining data. The file itself is not changed. If it cannot be
/// opened or has an older schema, a copy beside it (".salvage") is repaired as far as possible, and removed
/// at the end.
class SalvageSource {
public:
    /// `freshPath`: a database with the current schema.
    SalvageSource(QString path, QString freshPath);
    ~SalvageSource();
    SalvageSource(const SalvageSource&) = delete;
    SalvageSource& operator=(const SalvageSource&) = delete;

    /// Null: the file contains no readable data of this program.
    [[nodiscard]] Database* database() const { return m_database.get(); }

private:
    [[nodiscard]] bool openCopy();
    /// Replaces the pages of the copy that list the tables by those of the fresh database, unless the copy
    /// may have its tables at other places.
    void graftSchemaPages() const;
    void graftFirstPage() const;
    void removeCopy() const;

    QString m_path;
    QString m_freshPath;
    QString m_copy; ///< empty: no copy exists
    std::unique_ptr<Database> m_database;
};

/// Whether the open database has this program's tables. Also false if its list of tables is unreadable.
[[nodiscard]] bool hasOurTables(Database& database);

} // namespace tidemark

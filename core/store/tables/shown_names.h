#pragma once

#include "core/store/file/database.h"

#include <QString>

namespace tidemark {

/// The names that views show: the view shown_users of one connection, which has the columns id, deleted and
/// name of the table users. Create it before the statements that use the view.
class ShownNames {
public:
    explicit ShownNames(Database& database);

    /// Deleted accounts are shown by `words` from now on; empty: by their names, as programs need them.
    void nameDeleted(const QString& words);

private:
    Database& m_database;
};

} // namespace tidemark

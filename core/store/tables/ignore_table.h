#pragma once

#include "core/domain/view.h"
#include "core/store/file/statement.h"
#include "core/sync/local_state.h"

#include <vector>

/// Selects the users whose messages count in nothing on this device.
#define TIDEMARK_IGNORED                                                                                     \
    "SELECT user FROM ignored_users WHERE CASE WHEN uuid IS NULL THEN level ELSE pending END > 0"

namespace tidemark {

/// The users whom the account ignores, with the changes that the server has not acknowledged.
class IgnoreTable {
public:
    explicit IgnoreTable(Database& database);

    [[nodiscard]] LocalIgnores get();
    void put(const LocalIgnores& ignores);
    /// The users whom the account ignores on this device, by name.
    [[nodiscard]] std::vector<IgnoredPerson> people();

private:
    Statement m_selectVersion;
    Statement m_putVersion;
    Statement m_select;
    Statement m_clear;
    Statement m_insert;
    Statement m_selectPeople;
};

} // namespace tidemark

#pragma once

#include "core/store/file/statement.h"
#include "core/sync/local_state.h"

#include <vector>

namespace tidemark {

/// The user's drafts, and how far they agree with the server.
class DraftTable {
public:
    explicit DraftTable(Database& database);

    /// Inserts or replaces the draft of one conversation.
    void put(const LocalDraft& draft);
    [[nodiscard]] std::vector<LocalDraft> all();
    void putProgress(const DraftProgress& progress);
    [[nodiscard]] DraftProgress progress();
    /// Another account has signed in: forgets everything but the choice of the device.
    void clear();

private:
    Statement m_put;
    Statement m_selectAll;
    Statement m_putProgress;
    Statement m_selectProgress;
    Statement m_clear;
    Statement m_clearProgress;
};

} // namespace tidemark

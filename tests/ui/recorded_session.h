#pragma once

#include "tests/support/items.h"
#include "ui/session/chat_session.h"

#include <cstdint>
#include <vector>

namespace tidemark::test {

constexpr ReadingConditions inUse{true, true, true, true};

/// A session that records its requests to the client. The test moves its clock.
struct RecordedSession {
    RecordedSession();
    ~RecordedSession();
    RecordedSession(const RecordedSession&) = delete;
    RecordedSession& operator=(const RecordedSession&) = delete;

    /// The requests of type T.
    template <typename T>
    [[nodiscard]] std::vector<T> all() const
    {
        std::vector<T> found;
        for (const Input& input : submitted) {
            if (const auto* one = std::get_if<T>(&input)) {
                found.push_back(*one);
            }
        }
        return found;
    }

    void pass(Milliseconds time);
    /// The log is on screen through `last` for the dwell time, and the user acts there.
    void lookAt(Seq last, const ReadingConditions& conditions = inUse);

    Instant now{std::chrono::hours(1)};
    std::uint64_t lastCommand = 0;
    std::vector<Input> submitted;
    ChatSession session;
};

} // namespace tidemark::test

#pragma once

#include "tests/models/items.h"
#include "ui/chat_session.h"

#include <cstdint>
#include <vector>

namespace tidemark::test {

/// A session that remembers what it asked of the client.
struct RecordedSession {
    RecordedSession()
    {
        QObject::connect(&session, &ChatSession::submitted, &session,
                         [this](const Input& input) { submitted.push_back(input); });
    }
    RecordedSession(const RecordedSession&) = delete;
    RecordedSession& operator=(const RecordedSession&) = delete;

    /// The Ts among what was asked.
    template <typename T>
    [[nodiscard]] std::vector<T> all() const
    {
        std::vector<T> found;
        for (const Input& input : submitted) {
            if (const auto* one = std::get_if<T>(&input))
                found.push_back(*one);
        }
        return found;
    }

    std::uint64_t lastCommand = 0;
    std::vector<Input> submitted;
    ChatSession session{{[this] { return CommandId(++lastCommand); }, [] { return uuidOf(1); }}};
};

} // namespace tidemark::test

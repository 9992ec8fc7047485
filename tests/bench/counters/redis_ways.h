#pragma once

#include "tests/bench/counters/redis_connection.h"
#include "tests/bench/counters/workload.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

namespace tidemark::counters {

enum class Way : std::uint8_t {
    TwoSteps,   ///< two commands and nothing around them: the control
    Lock,       ///< the same under a lock of the user: SET NX PX, released by its owner alone
    Optimistic, ///< WATCH, MULTI, EXEC, tried again when somebody was faster
    Script      ///< one Lua script
};
[[nodiscard]] const char* nameOf(Way way);

/// A failure on the way through one increase.
struct Interruption {
    Failure kind = Failure::None;
    std::function<void()> between = {}; ///< called between the two steps, on ReadBetweenSteps
};

/// One worker: a connection that keeps `unread:{user}`, a hash by conversation, and `total:{user}`.
class RedisWorker {
public:
    /// A key that holds neither number: what a second step meets that Redis refuses.
    static constexpr const char* wrongKey = "wrong";

    /// `lease`: for how long a lock blocks its user when who holds it has died.
    [[nodiscard]] static std::unique_ptr<RedisWorker> make(Way way, const std::string& socketPath,
                                                           std::chrono::milliseconds lease);
    virtual ~RedisWorker() = default;
    RedisWorker(const RedisWorker&) = delete;
    RedisWorker& operator=(const RedisWorker&) = delete;

    /// Unread and total of the user + 1. False: it failed, and has to be done again.
    [[nodiscard]] virtual bool increase(std::uint32_t user, std::uint32_t conversation,
                                        const Interruption& interruption) = 0;
    /// Total less the conversation's unread, not below 0, and unread to 0. False: somebody was in the way.
    [[nodiscard]] virtual bool tryClear(std::uint32_t user, std::uint32_t conversation) = 0;
    /// The same until it succeeds.
    void clear(std::uint32_t user, std::uint32_t conversation);

    [[nodiscard]] RedisConnection& connection() { return m_connection; }
    /// How often something was tried again because somebody was in the way.
    [[nodiscard]] std::uint64_t retries() const { return m_retries; }

protected:
    explicit RedisWorker(const std::string& socketPath) : m_connection(socketPath) {}
    /// Before each further try.
    virtual void retry() { ++m_retries; }

private:
    RedisConnection m_connection;
    std::uint64_t m_retries = 0;
};

/// The scripts, for those who send many before they wait.
class ScriptWorker final : public RedisWorker {
public:
    explicit ScriptWorker(const std::string& socketPath);

    [[nodiscard]] bool increase(std::uint32_t user, std::uint32_t conversation,
                                const Interruption& interruption) override;
    [[nodiscard]] bool tryClear(std::uint32_t user, std::uint32_t conversation) override;

    /// Each is answered by one receive() of the connection.
    void sendIncrease(std::uint32_t user, std::uint32_t conversation);
    void sendClear(std::uint32_t user, std::uint32_t conversation);

private:
    std::string m_increase; ///< digests
    std::string m_clear;
};

[[nodiscard]] std::string unreadKey(std::uint32_t user);
[[nodiscard]] std::string totalKey(std::uint32_t user);

} // namespace tidemark::counters

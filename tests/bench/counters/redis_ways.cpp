#include "tests/bench/counters/redis_ways.h"

#include <algorithm>
#include <chrono>
#include <thread>

namespace tidemark::counters {
namespace {

/// Braces: both keys of a user are in one slot of a cluster.
std::string keyOf(const char* kind, std::uint32_t user)
{
    return kind + (":{" + std::to_string(user)) + "}";
}

/// The second step's key: one that Redis refuses, where that is to happen.
std::string secondKey(std::uint32_t user, const Interruption& interruption)
{
    return interruption.kind == Failure::SecondStepRefused ? RedisWorker::wrongKey : totalKey(user);
}

class TwoStepsWorker : public RedisWorker {
public:
    explicit TwoStepsWorker(const std::string& socketPath) : RedisWorker(socketPath) {}

    bool increase(std::uint32_t user, std::uint32_t conversation, const Interruption& interruption) override
    {
        connection().ask({"HINCRBY", unreadKey(user), std::to_string(conversation), "1"});
        if (interruption.kind == Failure::EndsBetweenSteps) {
            connection().breakOff();
            return false;
        }
        if (interruption.between) {
            interruption.between();
        }
        return !connection().ask({"INCRBY", secondKey(user, interruption), "1"}).isError();
    }

    bool tryClear(std::uint32_t user, std::uint32_t conversation) override
    {
        const std::string field = std::to_string(conversation);
        const std::int64_t unread = connection().ask({"HGET", unreadKey(user), field}).number();
        connection().ask({"HSET", unreadKey(user), field, "0"});
        if (connection().ask({"DECRBY", totalKey(user), std::to_string(unread)}).number() < 0) {
            connection().ask({"SET", totalKey(user), "0"});
        }
        return true;
    }
};

/// The two steps, by who holds the user's lock.
class LockWorker final : public TwoStepsWorker {
public:
    LockWorker(const std::string& socketPath, std::chrono::milliseconds lease)
        : TwoStepsWorker(socketPath), m_lease(std::to_string(lease.count())),
          m_release(connection()
                        .ask({"SCRIPT", "LOAD",
                              "if redis.call('GET', KEYS[1]) == ARGV[1] then"
                              " return redis.call('DEL', KEYS[1]) end return 0"})
                        .text()),
          m_token(std::to_string(connection().ask({"CLIENT", "ID"}).number()) + ":")
    {
    }

    bool increase(std::uint32_t user, std::uint32_t conversation, const Interruption& interruption) override
    {
        while (!lock(user)) {
            retry();
        }
        const bool isDone = TwoStepsWorker::increase(user, conversation, interruption);
        if (interruption.kind != Failure::EndsBetweenSteps) {
            release(user);
        }
        return isDone;
    }

    bool tryClear(std::uint32_t user, std::uint32_t conversation) override
    {
        if (!lock(user)) {
            return false;
        }
        static_cast<void>(TwoStepsWorker::tryClear(user, conversation));
        release(user);
        return true;
    }

private:
    using Pause = std::chrono::microseconds;
    static constexpr Pause firstPause{50};
    static constexpr Pause maxPause{800};

    bool lock(std::uint32_t user)
    {
        const bool isMine =
            !connection()
                 .ask({"SET", keyOf("lock", user), m_token + std::to_string(++m_held), "NX", "PX", m_lease})
                 .isNil();
        m_pause = isMine ? firstPause : m_pause;
        return isMine;
    }
    void retry() override
    {
        RedisWorker::retry();
        std::this_thread::sleep_for(m_pause);
        m_pause = std::min(m_pause * 2, maxPause);
    }
    void release(std::uint32_t user)
    {
        connection().ask({"EVALSHA", m_release, "1", keyOf("lock", user), m_token + std::to_string(m_held)});
    }

    std::string m_lease; ///< ms
    std::string m_release;
    std::string m_token;
    std::uint64_t m_held = 0;
    Pause m_pause = firstPause;
};

class OptimisticWorker final : public RedisWorker {
public:
    explicit OptimisticWorker(const std::string& socketPath) : RedisWorker(socketPath) {}

    bool increase(std::uint32_t user, std::uint32_t conversation, const Interruption& interruption) override
    {
        const std::string field = std::to_string(conversation);
        for (bool isFirst = true;; isFirst = false) {
            connection().ask({"WATCH", unreadKey(user), totalKey(user)});
            if (isFirst && interruption.between) {
                interruption.between();
            }
            connection().send({"MULTI"});
            connection().send({"HINCRBY", unreadKey(user), field, "1"});
            if (interruption.kind == Failure::EndsBetweenSteps) {
                connection().flush();
                connection().breakOff();
                return false;
            }
            connection().send({"INCRBY", secondKey(user, interruption), "1"});
            const RedisReply done = execute(2);
            if (!done.isNil()) {
                return !done.hasError();
            }
            retry();
        }
    }

    bool tryClear(std::uint32_t user, std::uint32_t conversation) override
    {
        const std::string field = std::to_string(conversation);
        connection().send({"WATCH", unreadKey(user), totalKey(user)});
        connection().send({"HGET", unreadKey(user), field});
        connection().send({"GET", totalKey(user)});
        connection().receive();
        const std::int64_t unread = connection().receive().number();
        const std::int64_t total = connection().receive().number();
        connection().send({"MULTI"});
        connection().send({"HSET", unreadKey(user), field, "0"});
        connection().send({"SET", totalKey(user), std::to_string(std::max<std::int64_t>(total - unread, 0))});
        return !execute(2).isNil();
    }

private:
    /// The answer to EXEC: nil when a watched key has changed.
    RedisReply execute(int queued)
    {
        connection().send({"EXEC"});
        for (int i = 0; i < 1 + queued; ++i) {
            connection().receive();
        }
        return connection().receive();
    }
};

} // namespace

const char* nameOf(Way way)
{
    switch (way) {
    case Way::TwoSteps:
        return "two steps";
    case Way::Lock:
        return "lock";
    case Way::Optimistic:
        return "optimistic";
    default:
        return "script";
    }
}

std::string unreadKey(std::uint32_t user)
{
    return keyOf("unread", user);
}

std::string totalKey(std::uint32_t user)
{
    return keyOf("total", user);
}

std::unique_ptr<RedisWorker> RedisWorker::make(Way way, const std::string& socketPath,
                                               std::chrono::milliseconds lease)
{
    switch (way) {
    case Way::TwoSteps:
        return std::make_unique<TwoStepsWorker>(socketPath);
    case Way::Lock:
        return std::make_unique<LockWorker>(socketPath, lease);
    case Way::Optimistic:
        return std::make_unique<OptimisticWorker>(socketPath);
    default:
        return std::make_unique<ScriptWorker>(socketPath);
    }
}

void RedisWorker::clear(std::uint32_t user, std::uint32_t conversation)
{
    while (!tryClear(user, conversation)) {
        retry();
    }
}

ScriptWorker::ScriptWorker(const std::string& socketPath)
    : RedisWorker(socketPath), m_increase(connection()
                                              .ask({"SCRIPT", "LOAD",
                                                    "redis.call('HINCRBY', KEYS[1], ARGV[1], 1)"
                                                    " return redis.call('INCRBY', KEYS[2], 1)"})
                                              .text()),
      m_clear(connection()
                  .ask({"SCRIPT", "LOAD",
                        "local unread = redis.call('HGET', KEYS[1], ARGV[1]) or 0"
                        " redis.call('HSET', KEYS[1], ARGV[1], 0)"
                        " if redis.call('DECRBY', KEYS[2], unread) < 0 then redis.call('SET', KEYS[2], 0) end"
                        " return unread"})
                  .text())
{
}

bool ScriptWorker::increase(std::uint32_t user, std::uint32_t conversation, const Interruption& interruption)
{
    connection().send({"EVALSHA", m_increase, "2", unreadKey(user), secondKey(user, interruption),
                       std::to_string(conversation)});
    connection().flush();
    if (interruption.kind == Failure::EndsBetweenSteps) {
        connection().breakOff();
        return false;
    }
    if (interruption.between) {
        interruption.between();
    }
    return !connection().receive().isError();
}

bool ScriptWorker::tryClear(std::uint32_t user, std::uint32_t conversation)
{
    sendClear(user, conversation);
    connection().receive();
    return true;
}

void ScriptWorker::sendIncrease(std::uint32_t user, std::uint32_t conversation)
{
    connection().send(
        {"EVALSHA", m_increase, "2", unreadKey(user), totalKey(user), std::to_string(conversation)});
}

void ScriptWorker::sendClear(std::uint32_t user, std::uint32_t conversation)
{
    connection().send(
        {"EVALSHA", m_clear, "2", unreadKey(user), totalKey(user), std::to_string(conversation)});
}

} // namespace tidemark::counters

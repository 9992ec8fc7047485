#pragma once

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>

struct redisContext;
struct redisReply;

namespace tidemark::counters {

/// An answer of Redis, or an element of one.
class RedisReply {
public:
    explicit RedisReply(redisReply* owned);

    [[nodiscard]] bool isError() const;
    [[nodiscard]] bool isNil() const;
    /// Of an integer, or of a string of digits; 0 when nil.
    [[nodiscard]] std::int64_t number() const;
    [[nodiscard]] std::string text() const;
    /// Of an array: whether one of its elements is an error.
    [[nodiscard]] bool hasError() const;
    /// Of an array of numbers.
    [[nodiscard]] std::int64_t numberAt(std::size_t index) const;

private:
    struct Free {
        void operator()(redisReply* reply) const;
    };
    std::unique_ptr<redisReply, Free> m_reply;
};

/// One connection. Ends the process with a message when it breaks: nothing here lets Redis end. One thread.
class RedisConnection {
public:
    using Words = std::initializer_list<std::string_view>;

    explicit RedisConnection(const std::string& socketPath);
    ~RedisConnection();
    RedisConnection(const RedisConnection&) = delete;
    RedisConnection& operator=(const RedisConnection&) = delete;

    /// One round trip.
    RedisReply ask(Words words);
    /// Only queues the command: it leaves with flush() or the next receive().
    void send(Words words);
    void flush();
    /// The answer to the first command that has not been answered yet.
    RedisReply receive();
    /// What Redis sees when the process at this end dies; then a new connection.
    void breakOff();

private:
    void open();
    void close();

    std::string m_socketPath;
    redisContext* m_context = nullptr;
};

} // namespace tidemark::counters

#include "tests/bench/counters/redis_connection.h"

#include <QtGlobal>

#include <hiredis/hiredis.h>

#include <array>
#include <charconv>

namespace tidemark::counters {

void RedisReply::Free::operator()(redisReply* reply) const
{
    freeReplyObject(reply);
}

RedisReply::RedisReply(redisReply* owned) : m_reply(owned) {}

bool RedisReply::isError() const
{
    return m_reply->type == REDIS_REPLY_ERROR;
}

bool RedisReply::isNil() const
{
    return m_reply->type == REDIS_REPLY_NIL;
}

namespace {

std::int64_t numberIn(const redisReply& reply)
{
    std::int64_t number = 0;
    if (reply.type == REDIS_REPLY_INTEGER) {
        number = reply.integer;
    } else if (reply.type == REDIS_REPLY_STRING) {
        std::from_chars(reply.str, reply.str + reply.len, number);
    }
    return number;
}

} // namespace

std::int64_t RedisReply::number() const
{
    return numberIn(*m_reply);
}

std::string RedisReply::text() const
{
    return {m_reply->str, m_reply->len};
}

bool RedisReply::hasError() const
{
    for (std::size_t i = 0; i < m_reply->elements; ++i) {
        if (m_reply->element[i]->type == REDIS_REPLY_ERROR) {
            return true;
        }
    }
    return false;
}

std::int64_t RedisReply::numberAt(std::size_t index) const
{
    return numberIn(*m_reply->element[index]);
}

RedisConnection::RedisConnection(const std::string& socketPath) : m_socketPath(socketPath)
{
    open();
}

RedisConnection::~RedisConnection()
{
    close();
}

RedisReply RedisConnection::ask(Words words)
{
    send(words);
    return receive();
}

void RedisConnection::send(Words words)
{
    constexpr std::size_t maxParts = 8;
    std::array<const char*, maxParts> starts{};
    std::array<std::size_t, maxParts> sizes{};
    std::size_t count = 0;
    for (const std::string_view word : words) {
        starts.at(count) = word.data();
        sizes.at(count) = word.size();
        ++count;
    }
    redisAppendCommandArgv(m_context, static_cast<int>(count), starts.data(), sizes.data());
}

void RedisConnection::flush()
{
    int isDone = 0;
    while (isDone == 0) {
        if (redisBufferWrite(m_context, &isDone) != REDIS_OK) {
            qFatal("writing to Redis: %s", m_context->errstr);
        }
    }
}

RedisReply RedisConnection::receive()
{
    void* reply = nullptr;
    if (redisGetReply(m_context, &reply) != REDIS_OK) {
        qFatal("reading from Redis: %s", m_context->errstr);
    }
    return RedisReply(static_cast<redisReply*>(reply));
}

void RedisConnection::breakOff()
{
    close();
    open();
}

void RedisConnection::open()
{
    m_context = redisConnectUnix(m_socketPath.c_str());
    if (m_context == nullptr || m_context->err != 0) {
        qFatal("connecting to Redis: %s", m_context == nullptr ? "no memory" : m_context->errstr);
    }
}

void RedisConnection::close()
{
    redisFree(m_context);
}

} // namespace tidemark::counters

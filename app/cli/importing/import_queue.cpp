#include "app/cli/importing/import_queue.h"

#include "app/cli/importing/import_identity.h"

#include <algorithm>
#include <utility>

namespace tidemark::cli {

ImportQueue::ImportQueue(NextLine nextLine, std::uint64_t skipThrough, double speed)
    : m_nextLine(std::move(nextLine)), m_skipThrough(skipThrough), m_speed(speed)
{
}

const ImportMessage* ImportQueue::next()
{
    while (m_next < m_messages.size() && m_messages[m_next].isAcknowledged) {
        ++m_next;
    }
    while (m_next == m_messages.size()) {
        if (!readOne()) {
            return nullptr;
        }
    }
    return &m_messages[m_next];
}

bool ImportQueue::readOne()
{
    std::optional<ImportLine> line = m_atEnd ? std::nullopt : m_nextLine();
    if (!line) {
        m_atEnd = true;
        return false;
    }
    m_lastRead = line->number;
    m_firstRooms.try_emplace(line->from, line->room);
    ImportMessage message{.line = std::move(*line), .uuid = {}, .after = {}};
    message.uuid = messageUuidOf(message.line);
    message.after = std::exchange(m_lastOfRoom[message.line.room], message.uuid);
    if (message.line.number <= m_skipThrough) {
        ++m_acknowledged;
    } else {
        m_messages.push_back(std::move(message));
    }
    return true;
}

Instant ImportQueue::dueAt(const ImportMessage& message, Instant now)
{
    if (m_speed <= 0) {
        return now;
    }
    if (!m_start) {
        m_start = now;
        m_startAtMs = message.line.atMs;
    }
    const double elapsedMs = double(message.line.atMs - m_startAtMs) / m_speed;
    return *m_start + Milliseconds(std::int64_t(elapsedMs));
}

void ImportQueue::giveBack()
{
    m_next = 0;
}

void ImportQueue::acknowledge(std::uint64_t line)
{
    const auto place = locate(line);
    if (place == m_messages.end() || place->isAcknowledged) {
        return;
    }
    place->isAcknowledged = true;
    ++m_acknowledged;
    while (!m_messages.empty() && m_messages.front().isAcknowledged) {
        m_messages.pop_front();
        m_next -= std::min<std::size_t>(m_next, 1);
    }
}

std::deque<ImportMessage>::iterator ImportQueue::locate(std::uint64_t line)
{
    const auto place = std::lower_bound(
        m_messages.begin(), m_messages.end(), line,
        [](const ImportMessage& one, std::uint64_t number) { return one.line.number < number; });
    return place != m_messages.end() && place->line.number == line ? place : m_messages.end();
}

const ImportMessage* ImportQueue::find(std::uint64_t line)
{
    const auto place = locate(line);
    return place == m_messages.end() || place->isAcknowledged ? nullptr : &*place;
}

bool ImportQueue::isFirstOfItsRoom(const ImportMessage& message) const
{
    return std::none_of(m_messages.begin(), m_messages.end(), [&](const ImportMessage& one) {
        return one.line.number < message.line.number && !one.isAcknowledged
               && one.line.room == message.line.room;
    });
}

std::uint64_t ImportQueue::acknowledgedThrough() const
{
    return m_messages.empty() ? std::max(m_lastRead, m_skipThrough) : m_messages.front().line.number - 1;
}

} // namespace tidemark::cli

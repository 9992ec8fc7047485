#include "app/cli/running/line_reader.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>

namespace tidemark::cli {

LineReader::LineReader(int descriptor, QObject* parent)
    : QObject(parent), m_descriptor(descriptor), m_notifier(descriptor, QSocketNotifier::Read, this)
{
    connect(&m_notifier, &QSocketNotifier::activated, this, &LineReader::read);
}

std::optional<QByteArray> LineReader::take()
{
    if (m_lines.empty()) {
        m_notifier.setEnabled(!m_atEnd);
        return std::nullopt;
    }
    QByteArray line = std::move(m_lines.front());
    m_lines.pop_front();
    return line;
}

void LineReader::read()
{
    std::array<char, 64 * 1024> buffer{};
    const ssize_t size = ::read(m_descriptor, buffer.data(), buffer.size());
    if (size < 0 && (errno == EINTR || errno == EAGAIN)) {
        return;
    }
    if (size <= 0) {
        m_atEnd = true;
        if (!m_rest.isEmpty()) {
            m_lines.push_back(std::exchange(m_rest, {}));
        }
    }
    m_rest.append(buffer.data(), std::max<ssize_t>(size, 0));
    for (qsizetype end = m_rest.indexOf('\n'); end >= 0; end = m_rest.indexOf('\n')) {
        m_lines.push_back(m_rest.left(end));
        m_rest.remove(0, end + 1);
    }
    if (m_atEnd || !m_lines.empty()) {
        m_notifier.setEnabled(false);
        Q_EMIT readable();
    }
}

} // namespace tidemark::cli

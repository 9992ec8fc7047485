#include "ui/reading_rule.h"

#include <QCoreApplication>

#include <algorithm>

namespace tidemark {

bool mayRead(const ReadingConditions& conditions)
{
    return conditions.isActive && conditions.isExposed && conditions.isUncovered && conditions.isUserPresent;
}

QString pauseText(const ReadingConditions& conditions)
{
    const auto words = [](const char* text) { return QCoreApplication::translate("ReadingRule", text); };
    if (!conditions.isActive || !conditions.isExposed)
        return words("Reading paused: window not active");
    if (!conditions.isUncovered)
        return words("Reading paused: a dialog is open");
    if (!conditions.isUserPresent)
        return words("Reading paused until you click or type");
    return {};
}

void ReadingRule::open(Cursor cursor)
{
    m_cursor = cursor;
    m_marked = {};
    m_isPaused = false;
}

void ReadingRule::resume()
{
    if (!m_isPaused)
        return;
    m_isPaused = false;
    m_marked = {};
}

QString ReadingRule::pauseText(const ReadingConditions& conditions) const
{
    const QString words = tidemark::pauseText(conditions);
    if (!words.isEmpty() || !m_isPaused)
        return words;
    return QCoreApplication::translate("ReadingRule", "Marked unread. Scroll or click to read on");
}

void ReadingRule::setCursor(Cursor cursor)
{
    if (cursor.epoch > m_cursor.epoch)
        m_isPaused = true;
    m_cursor = cursor;
}

std::optional<Seq> ReadingRule::look(const ReadingConditions& conditions, Seq seenUpTo)
{
    if (m_isPaused || !mayRead(conditions) || seenUpTo <= std::max(m_cursor.readSeq, m_marked))
        return std::nullopt;
    m_marked = seenUpTo;
    return seenUpTo;
}

} // namespace tidemark

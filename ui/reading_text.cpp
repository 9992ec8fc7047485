#include "ui/reading_text.h"

#include <QCoreApplication>

namespace tidemark {

namespace {

QString words(const char* text)
{
    return QCoreApplication::translate("Reading", text);
}

QString idleText(Milliseconds idle)
{
    const auto minutes = std::chrono::duration_cast<std::chrono::minutes>(idle).count();
    if (minutes == 1)
        return words("Not marking as read: no input for a minute");
    return words("Not marking as read: no input for %1 minutes").arg(minutes);
}

} // namespace

QString pauseText(ReadingPause pause, Milliseconds idle)
{
    switch (pause) {
    case ReadingPause::None:
        return {};
    case ReadingPause::ByHand:
        return words("Marked as read only by hand");
    case ReadingPause::Locked:
        return words("Not marking as read: the screen is locked");
    case ReadingPause::NotActive:
        return words("Not marking as read: window not in use");
    case ReadingPause::Covered:
        return words("Not marking as read: a dialog is open");
    case ReadingPause::MarkedUnread:
        return words("Marked unread. Scroll or click to read on");
    case ReadingPause::Idle:
        return idleText(idle);
    case ReadingPause::Untouched:
        return words("Scroll or click to mark this as read");
    }
    return {};
}

QString policyName(ReadingPolicy policy)
{
    switch (policy) {
    case ReadingPolicy::WhenSeen:
        return words("When I have seen it");
    case ReadingPolicy::OnOpening:
        return words("When I open the conversation");
    case ReadingPolicy::ByHand:
        return words("Only when I say so");
    }
    return {};
}

QString policyExplained(ReadingPolicy policy)
{
    switch (policy) {
    case ReadingPolicy::WhenSeen:
        return words("Once it was on screen while you were there.");
    case ReadingPolicy::OnOpening:
        return words("All it holds then; what comes later once seen.");
    case ReadingPolicy::ByHand:
        return words("Until you mark it, it stays unread.");
    }
    return {};
}

} // namespace tidemark

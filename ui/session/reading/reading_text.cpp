#include "ui/session/reading/reading_text.h"

#include <QCoreApplication>

namespace tidemark {

namespace {

class Reading {
    Q_DECLARE_TR_FUNCTIONS(Reading)
};

QString idleText(Milliseconds idle)
{
    const auto minutes = std::chrono::duration_cast<std::chrono::minutes>(idle).count();
    return Reading::tr("Not read: idle for %Ln min", nullptr, static_cast<int>(minutes));
}

} // namespace

QString pauseText(ReadingPause pause, Milliseconds idle)
{
    switch (pause) {
    case ReadingPause::None:
        return {};
    case ReadingPause::ByHand:
        return Reading::tr("Read only by hand");
    case ReadingPause::Locked:
        return Reading::tr("Not read: screen locked");
    case ReadingPause::NotActive:
        return Reading::tr("Not read: window inactive");
    case ReadingPause::Covered:
        return Reading::tr("Not read: dialog open");
    case ReadingPause::MarkedUnread:
        return Reading::tr("Scroll or click to read on");
    case ReadingPause::Idle:
        return idleText(idle);
    case ReadingPause::Gap: // a bar says this, with what to do
        return {};
    case ReadingPause::Untouched:
        return Reading::tr("Scroll or click to read");
    }
    return {};
}

QString policyName(ReadingPolicy policy)
{
    switch (policy) {
    case ReadingPolicy::WhenSeen:
        return Reading::tr("When I have seen it");
    case ReadingPolicy::OnOpening:
        return Reading::tr("When I open the conversation");
    case ReadingPolicy::ByHand:
        return Reading::tr("Only when I mark it");
    }
    return {};
}

QString policyExplained(ReadingPolicy policy)
{
    switch (policy) {
    case ReadingPolicy::WhenSeen:
        return Reading::tr("A message counts as read once it was on screen while you were there.");
    case ReadingPolicy::OnOpening:
        return Reading::tr("All its messages count as read at once, and later ones when you see them.");
    case ReadingPolicy::ByHand:
        return Reading::tr("Messages stay unread until you mark them.");
    }
    return {};
}

} // namespace tidemark

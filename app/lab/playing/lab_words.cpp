#include "app/lab/playing/lab_words.h"

#include "core/models/words/utf8_text.h"

#include <QCoreApplication>
#include <QLocale>

#include <array>

using namespace Qt::StringLiterals;

namespace tidemark::lab {

namespace {

/// The context of the texts.
struct LabWords {
    Q_DECLARE_TR_FUNCTIONS(tidemark::lab::LabWords)
};

/// Notes of the worlds that have a translation.
[[maybe_unused]] constexpr std::array notes{
    QT_TRANSLATE_NOOP("tidemark::lab::LabWords", "all faults end"),
    QT_TRANSLATE_NOOP("tidemark::lab::LabWords", "everything rests"),
};

QString number(Seq seq)
{
    return QString::number(seq.value);
}

} // namespace

QString textOf(const std::string& text)
{
    return textFromUtf8(text);
}

QString eventText(const Event& event)
{
    const QString from = textOf(event.from);
    const QString to = textOf(event.to);
    const QString words = textOf(event.words);
    switch (event.kind) {
    case Event::Kind::Sent:
        return LabWords::tr("%1 → %2 sent: %3").arg(from, to, words);
    case Event::Kind::Lost:
        return LabWords::tr("%1 → %2 lost: %3").arg(from, to, words);
    case Event::Kind::Arrived:
        return LabWords::tr("%1 → %2 arrived: %3").arg(from, to, words);
    case Event::Kind::Vanished:
        return LabWords::tr("%1 → %2 lost on the way: %3").arg(from, to, words);
    case Event::Kind::Number:
        return LabWords::tr("%1 shows %2").arg(from, words);
    case Event::Kind::Action:
        return LabWords::tr("Action: %1").arg(words);
    case Event::Kind::Note:
        break;
    }
    return QCoreApplication::translate("tidemark::lab::LabWords", event.words.c_str());
}

QString timeText(Milliseconds at)
{
    constexpr double perSecond = 1000;
    return LabWords::tr("%1 s").arg(QLocale().toString(static_cast<double>(at.count()) / perSecond, 'f', 3));
}

NumberState stateOf(const ShownNumber& number, bool isAtRest)
{
    if (!number.isWrong()) {
        return NumberState::Right;
    }
    return isAtRest ? NumberState::Wrong : NumberState::Differs;
}

QString numberText(const ShownNumber& number, bool isAtRest)
{
    switch (stateOf(number, isAtRest)) {
    case NumberState::Differs:
        return LabWords::tr("… %1, on the way to %2").arg(number.shown).arg(number.truth);
    case NumberState::Wrong:
        return LabWords::tr("✗ %1, should be %2").arg(number.shown).arg(number.truth);
    case NumberState::Right:
    case NumberState::Missing:
        break;
    }
    return u"✓ %1"_s.arg(number.shown);
}

QString formulaText(const Formula& formula, std::uint64_t unread)
{
    QString words = LabWords::tr("%Ln entries after the cursor", nullptr, static_cast<int>(formula.entries));
    const auto less = [&](std::uint64_t count, const QString& what) {
        if (count > 0) {
            words += u" − %1 %2"_s.arg(count).arg(what);
        }
    };
    less(formula.own, LabWords::tr("own"));
    less(formula.recalled, LabWords::tr("recalled"));
    less(formula.ignored, LabWords::tr("of ignored users"));
    less(formula.hidden, LabWords::tr("hidden"));
    less(formula.notCountable, LabWords::tr("that never count"));
    words += u" = "_s + LabWords::tr("%Ln unread", nullptr, static_cast<int>(unread));
    if (formula.notHeld > 0) {
        words += LabWords::tr(" (%Ln not held, counted by the server)", nullptr,
                              static_cast<int>(formula.notHeld));
    }
    return words;
}

QString deviceState(const DeviceAtMoment& device)
{
    if (!device.isOn) {
        return LabWords::tr("off");
    }
    if (!device.isSignedIn) {
        return LabWords::tr("signed out");
    }
    if (device.isCut) {
        return LabWords::tr("link cut");
    }
    return device.isOnline ? LabWords::tr("online") : LabWords::tr("no connection");
}

QString serverState(const ServerAtMoment& server)
{
    if (!server.isUp) {
        return LabWords::tr("dead");
    }
    return server.isCut ? LabWords::tr("cut from the others") : LabWords::tr("up");
}

QString deviceText(const DeviceAtMoment& device, bool isAtRest)
{
    QString words = LabWords::tr("%1 of %2: %3", "a device, its user, its state")
                        .arg(textOf(device.name), textOf(device.person), deviceState(device));
    for (const BadgeAtMoment& badge : device.badges) {
        words += u"; "_s
                 + LabWords::tr("%1 %2", "a conversation, its number")
                       .arg(textOf(badge.number.conversation), numberText(badge.number, isAtRest));
    }
    if (device.isOn && device.isSignedIn) {
        words += u"; "_s + LabWords::tr("total %1").arg(numberText(device.total, isAtRest));
    }
    if (device.unsent > 0) {
        words += u"; "_s + LabWords::tr("%Ln changes to send", nullptr, static_cast<int>(device.unsent));
    }
    return words;
}

QString bandText(const DeviceAtMoment& device, const BadgeAtMoment& badge)
{
    return LabWords::tr("%1: read to %2, confirmed to %3, floor %4, newest entry %5; %6")
        .arg(textOf(device.name), number(badge.cursor.readSeq), number(badge.confirmed.readSeq),
             number(badge.floor), number(badge.head), formulaText(badge.formula, badge.number.shown));
}

QString wayText(Way way)
{
    switch (way) {
    case Way::Tidemark:
        return LabWords::tr("Tidemark");
    case Way::TwoSteps:
        return LabWords::tr("Counters in two steps");
    case Way::Lock:
        return LabWords::tr("Counters under a lock");
    case Way::Optimistic:
        return LabWords::tr("Counters with optimistic locking");
    case Way::Script:
        return LabWords::tr("Counters in one script");
    }
    return {};
}

} // namespace tidemark::lab

#include "core/models/words/send_times.h"

#include "core/models/words/moment.h"

#include <QCoreApplication>
#include <QLocale>

namespace tidemark {

namespace {

struct SendTimesText {
    Q_DECLARE_TR_FUNCTIONS(SendTimesText)
};

constexpr int eveningHour = 18;
constexpr int morningHour = 9;
constexpr qint64 hourInSeconds = 3600;

UnixMs unixTime(const QDateTime& time)
{
    return UnixMs{time.toMSecsSinceEpoch()};
}

SendTime sendTime(const QString& words, const QDateTime& time)
{
    const QString clock = QLocale().toString(time.time(), QLocale::ShortFormat);
    return {SendTimesText::tr("%1, %2", "a time of the day, a clock time").arg(words, clock), unixTime(time)};
}

/// `hour` o'clock of a day, in the time zone of `now`.
QDateTime hourOf(QDateTime now, QDate day, int hour)
{
    now.setDate(day);
    now.setTime(QTime(hour, 0));
    return now;
}

} // namespace

QList<SendTime> sendTimes(const QDateTime& now)
{
    const QDate today = now.date();
    const QDate monday = today.addDays(8 - today.dayOfWeek());
    QList<SendTime> times{sendTime(SendTimesText::tr("In one hour"), now.addSecs(hourInSeconds))};
    const QDateTime evening = hourOf(now, today, eveningHour);
    if (evening > now.addSecs(hourInSeconds)) {
        times.append(sendTime(SendTimesText::tr("This evening"), evening));
    }
    times.append(sendTime(SendTimesText::tr("Tomorrow morning"), hourOf(now, today.addDays(1), morningHour)));
    if (monday != today.addDays(1)) {
        times.append(sendTime(SendTimesText::tr("Monday morning"), hourOf(now, monday, morningHour)));
    }
    return times;
}

QString dueMoment(UnixMs due, QDate today)
{
    const QDate day = dayOf(due);
    const QString clock = clockTime(due);
    if (day == today) {
        return SendTimesText::tr("today at %1").arg(clock);
    }
    if (day == today.addDays(1)) {
        return SendTimesText::tr("tomorrow at %1").arg(clock);
    }
    return SendTimesText::tr("on %1 at %2").arg(QLocale().toString(day, QLocale::ShortFormat), clock);
}

} // namespace tidemark

#pragma once

#include "core/domain/ids.h"

#include <QDateTime>
#include <QList>
#include <QString>

namespace tidemark {

/// A time that is offered for sending a message later.
struct SendTime {
    QString words; ///< "Tomorrow morning, 09:00"
    UnixMs due;

    friend bool operator==(const SendTime&, const SendTime&) = default;
};

/// Returns the times that are offered at `now`: in an hour, this evening unless it is evening already,
/// tomorrow morning, and next Monday morning unless that is tomorrow. Ascending.
[[nodiscard]] QList<SendTime> sendTimes(const QDateTime& now);

/// Returns when a scheduled message is due, for a list: "today at 18:00", "tomorrow at 09:00", "on 19
/// November at 10:32".
[[nodiscard]] QString dueMoment(UnixMs due, QDate today);

} // namespace tidemark

#include "app/lab/playing/link_faults.h"

#include <QCoreApplication>
#include <QStringList>

namespace tidemark::lab {

namespace {

/// The context of the texts.
struct LinkWords {
    Q_DECLARE_TR_FUNCTIONS(tidemark::lab::LinkWords)
};

constexpr Milliseconds pauseBeforeCalm{2000};

void applyTo(LinkFaults& faults, const Action& action)
{
    switch (action.verb) {
    case Verb::Loss:
        faults.lossPercent = action.number;
        break;
    case Verb::Double:
        faults.doublePercent = action.number;
        break;
    case Verb::Overtake:
        faults.overtakePercent = action.number;
        break;
    case Verb::Delay:
        faults.delayMs = action.number;
        break;
    case Verb::Mend:
        faults = {};
        break;
    default:
        break;
    }
}

} // namespace

LinkFaults faultsAt(const Scenario& scenario, const std::string& device, Milliseconds now, bool isHeld)
{
    LinkFaults faults;
    const bool isCalm =
        !isHeld && (scenario.actions.empty() || now >= scenario.actions.back().at + pauseBeforeCalm);
    if (isCalm) {
        return faults;
    }
    for (const Action& action : scenario.actions) {
        if (action.at <= now && (action.isForAll || action.device == device)) {
            applyTo(faults, action);
        }
    }
    return faults;
}

QString faultsText(const LinkFaults& faults)
{
    QStringList words;
    if (faults.lossPercent > 0) {
        words += LinkWords::tr("%1 % lost").arg(faults.lossPercent);
    }
    if (faults.doublePercent > 0) {
        words += LinkWords::tr("%1 % doubled").arg(faults.doublePercent);
    }
    if (faults.overtakePercent > 0) {
        words += LinkWords::tr("%1 % may overtake").arg(faults.overtakePercent);
    }
    if (faults.delayMs != LinkFaults().delayMs) {
        words += LinkWords::tr("%1 ms").arg(faults.delayMs);
    }
    return words.join(QStringLiteral(", "));
}

} // namespace tidemark::lab

#include "tests/e2e/faults/failpoint_steps.h"

#include <QProcess>

#include <algorithm>
#include <array>

namespace tidemark::test {

using namespace Qt::StringLiterals;

namespace {

/// A number that each commit has another one of.
std::size_t numberOfCommit()
{
    static const std::size_t ofCommit = [] {
        QProcess seed;
        seed.start(qEnvironmentVariable("TIDEMARK_SOURCE_DIR") + u"/tools/seed"_s, QStringList());
        seed.waitForFinished();
        const QByteArray printed = seed.readAllStandardOutput().trimmed();
        qInfo("the steps of this commit; again with TIDEMARK_SEED=%s", printed.constData());
        return static_cast<std::size_t>(printed.toULongLong());
    }();
    return ofCommit;
}

Fate fateAt(ServerStep step, bool onlyOnline)
{
    // A device repeats what it has stored.
    return onlyOnline && step < ServerStep::Committed ? Fate::Lost : Fate::Kept;
}

} // namespace

std::vector<DeadlyStep> stepsOf(Deed deed, bool onlyOnline)
{
    std::vector<DeadlyStep> steps;
    steps.reserve(clientStepNames.size() + serverStepNames.size());
    if (onlyOnline) {
        steps.push_back({failpointOf(deed, ClientStep::Sent), Fate::Unknown});
    } else {
        // These answers are states like any other.
        const bool hasNoAnswer = deed == Deed::Clearing || deed == Deed::Looking || deed == Deed::PinOrder;
        const ClientStep last = hasNoAnswer ? ClientStep::Sent : ClientStep::Done;
        for (std::size_t i = 0; i <= static_cast<std::size_t>(last); ++i) {
            const auto step = static_cast<ClientStep>(i);
            steps.push_back(
                {failpointOf(deed, step), step < ClientStep::Committed ? Fate::Lost : Fate::Kept});
        }
    }
    for (std::size_t i = 0; i < serverStepNames.size(); ++i) {
        const auto step = static_cast<ServerStep>(i);
        steps.push_back({failpointOf(deed, step), fateAt(step, onlyOnline)});
    }
    return steps;
}

FetchedStep fetchedStep()
{
    QFETCH(const QString, failpoint);
    QFETCH(const Fate, fate);
    return {failpoint, fate};
}

bool isOfThisCommit(std::size_t index, std::size_t count)
{
#ifdef TIDEMARK_SANITIZED
    const std::size_t parts = std::min(count, std::size_t(4));
    return index % parts == numberOfCommit() % parts;
#else
    Q_UNUSED(index)
    Q_UNUSED(count)
    return true;
#endif
}

void addSteps(const std::vector<DeadlyStep>& steps)
{
    QTest::addColumn<QString>("failpoint");
    QTest::addColumn<Fate>("fate");
    for (std::size_t i = 0; i < steps.size(); ++i) {
        if (isOfThisCommit(i, steps.size())) {
            const std::string name = nameOf(steps[i].place);
            QTest::newRow(name.c_str()) << QString::fromStdString(name) << steps[i].fate;
        }
    }
}

void addStepsOf(Deed deed, bool onlyOnline)
{
    const std::array outer{failpointOf(deed, ClientStep::Begin), failpointOf(deed, ClientStep::Answered),
                           failpointOf(deed, ClientStep::Done), failpointOf(deed, ServerStep::Received),
                           failpointOf(deed, ServerStep::Notified)};
    std::vector<DeadlyStep> steps = stepsOf(deed, onlyOnline);
    const auto others = std::stable_partition(steps.begin(), steps.end(), [&outer](const DeadlyStep& one) {
        return std::ranges::find(outer, one.place) == outer.end();
    });
    const auto count = static_cast<std::size_t>(steps.end() - others);
    const std::size_t chosen = (numberOfCommit() + static_cast<std::size_t>(deed)) % count;
    const DeadlyStep one = others[static_cast<std::ptrdiff_t>(chosen)];
    steps.erase(others, steps.end());
    steps.push_back(one);
    addSteps(steps);
}

} // namespace tidemark::test

#pragma once

#include "core/base/failpoint.h"

#include <QString>
#include <QTest>

#include <cstdint>
#include <utility>
#include <vector>

/// The rows of tests in which a program dies at a failpoint.
namespace tidemark::test {

/// The fate of the act of a user whose program has died, or the server.
enum class Fate : std::uint8_t {
    Lost,
    Kept,
    Unknown, ///< it was sent, and the device died before the server took it or after that
};

struct DeadlyStep {
    Failpoint place = Failpoint::ClientCloseBegin;
    Fate fate = Fate::Lost;
};

/// The steps of a deed. If the user's device is not `onlyOnline`, it stores the act and repeats it.
[[nodiscard]] std::vector<DeadlyStep> stepsOf(Deed deed, bool onlyOnline = false);
/// Whether this commit tries step number `index` of `count`. Under the sanitizers, where a program takes
/// three times as long, each commit tries a quarter of the steps, and at least one.
[[nodiscard]] bool isOfThisCommit(std::size_t index, std::size_t count);

/// The row of a test.
struct FetchedStep {
    QString failpoint;
    Fate fate = Fate::Lost;
    [[nodiscard]] bool isKept() const { return fate == Fate::Kept; }
};
[[nodiscard]] FetchedStep fetchedStep();

/// Makes the columns "failpoint" and "fate", and a row for each step that this commit tries.
void addSteps(const std::vector<DeadlyStep>& steps);
/// Adds the steps at which something is written, sent or answered. At the others the stores hold the same as
/// a step before, which reads and messages show: of those, each commit tries another one.
void addStepsOf(Deed deed, bool onlyOnline = false);

} // namespace tidemark::test

Q_DECLARE_METATYPE(tidemark::test::Fate)

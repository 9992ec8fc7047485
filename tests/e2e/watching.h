#pragma once

#include "tests/e2e/cli_process.h"
#include "tests/e2e/device.h"

#include <QString>
#include <QStringList>

#include <functional>
#include <memory>

/// What a running `tidemark-cli watch` has told so far.
namespace tidemark::test {

/// It is started on `device` and online; null: that did not happen.
[[nodiscard]] std::unique_ptr<CliProcess> watchOnline(const Device& device);
/// Texts of the messages that it printed, in that order.
[[nodiscard]] QStringList textsOn(const CliProcess& watch);
/// The states that its connection has had, the last one last: "online", "waiting", …
[[nodiscard]] QStringList statesOn(const CliProcess& watch);
[[nodiscard]] bool isOnline(const CliProcess& watch);
/// The server that it was connected to last.
[[nodiscard]] QString serverOf(const CliProcess& watch);
/// Takes what it prints until `isTrue`; false when it has ended or that takes too long.
[[nodiscard]] bool takeUntil(CliProcess& watch, const std::function<bool()>& isTrue);
/// It is online and has printed `text`.
[[nodiscard]] bool takeUntilReceived(CliProcess& watch, const QString& text);
/// It is online at another server than `before`.
[[nodiscard]] bool takeUntilMoved(CliProcess& watch, const QString& before);

} // namespace tidemark::test

#pragma once

#include "tests/e2e/cli_process.h"
#include "tests/e2e/device.h"

#include <QString>
#include <QStringList>

#include <functional>
#include <memory>

/// Reads the output of a running `tidemark-cli watch`.
namespace tidemark::test {

/// Starts it on `device` and waits until it is online; null if that failed.
[[nodiscard]] std::unique_ptr<CliProcess> watchOnline(const Device& device);
/// The texts of the messages that it printed, in their order.
[[nodiscard]] QStringList textsOn(const CliProcess& watch);
/// The states of its connection, the last one at the end: "online", "waiting", …
[[nodiscard]] QStringList statesOn(const CliProcess& watch);
[[nodiscard]] bool isOnline(const CliProcess& watch);
/// The server to which it was connected last.
[[nodiscard]] QString serverOf(const CliProcess& watch);
/// Reads the output until `isTrue`. False if the program has ended or the wait was too long.
[[nodiscard]] bool takeUntil(CliProcess& watch, const std::function<bool()>& isTrue);
/// Waits until it is online and has printed `text`.
[[nodiscard]] bool takeUntilReceived(CliProcess& watch, const QString& text);
/// Waits until it is online at another server than `before`.
[[nodiscard]] bool takeUntilMoved(CliProcess& watch, const QString& before);

} // namespace tidemark::test

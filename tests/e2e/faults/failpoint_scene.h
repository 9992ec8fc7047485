#pragma once

#include "tests/e2e/crew.h"
#include "tests/e2e/faults/failpoint_steps.h"

#include <functional>
#include <vector>

namespace tidemark::test {

/// Two devices of ann and one of bob, who share a group, on a server that dies at failpoints and goes on.
/// A function that cannot go on fails the test.
class FailpointScene : private Crew {
public:
    /// `database`: the URL of a database; empty for a file.
    explicit FailpointScene(const QString& database = {});

    /// Signs everybody in. Call it first.
    void gather();
    /// Starts the server if it does not run.
    void startServer();
    /// Stops the server if it runs, and checks its database.
    void rest();

    // These functions return false if they have failed the test.

    /// Lets the laptop act, and itself or the server die at the step. The server starts again. `offline`: the
    /// laptop has no connection.
    [[nodiscard]] bool letDie(const FetchedStep& step, const QStringList& command, bool offline = false);
    /// The same for a command that the laptop does not repeat: it may fail if the server dies.
    [[nodiscard]] bool letDieOnline(const QString& failpoint, const QStringList& command);
    /// Restarts the server so that it will die at `failpoint`.
    [[nodiscard]] bool arm(const QString& failpoint);
    /// Waits until the server has died, and starts it again.
    [[nodiscard]] bool awaitDeath();

    /// Lets the devices catch up, calls `check` for each of them, and compares what it holds with the server.
    /// Without `devices`: for both devices of ann.
    void compareAtRest(const std::function<void(const Device&)>& check,
                       std::vector<const Device*> devices = {}) const;

    /// Bob sends three messages. Returns the seq of the last one; 0 if that failed.
    [[nodiscard]] qint64 letBobSpeak() const;

    [[nodiscard]] const Device& laptop() const { return *m_laptop; }
    [[nodiscard]] const Device& phone() const { return *m_phone; }
    [[nodiscard]] const Device& bob() const { return *m_bob; }
    /// Both devices of ann, and bob's.
    [[nodiscard]] std::vector<const Device*> all() const;
    [[nodiscard]] Stage& stage() { return m_stage; }
    [[nodiscard]] qint64 group() const { return m_group; }

private:
    void die(const FetchedStep& step, const QStringList& command, bool offline);
    void dieOnline(const QString& failpoint, const QStringList& command);
    void armServer(const QString& failpoint);
    void await();

    qint64 m_group = 0;
};

} // namespace tidemark::test

#pragma once

#include "tests/e2e/stage.h"

#include <initializer_list>
#include <memory>

namespace tidemark::test {

/// A server, two devices of ann and one of bob: with these most suites of two devices play. A suite inherits
/// it beside QObject.
class Crew {
protected:
    /// The server gets these arguments as well. `database`: the URL of a database; empty for a file.
    explicit Crew(const QStringList& serverArguments = {}, const QString& database = {})
        : m_stage(serverArguments, database)
    {
    }

    /// Signs everybody in; a warning of Qt fails the suite. initTestCase() begins with it and returns if
    /// QTest::currentTestFailed().
    void gather();
    /// Checks that the devices, and `others`, are in sync, agree with the server and have sound stores.
    void checkDevices(std::initializer_list<const Device*> others = {}) const;

    Stage m_stage;
    std::unique_ptr<Device> m_laptop; ///< ann's
    std::unique_ptr<Device> m_phone;  ///< ann's
    std::unique_ptr<Device> m_bob;
};

} // namespace tidemark::test

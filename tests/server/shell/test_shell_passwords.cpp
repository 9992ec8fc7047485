#include "server-stub/shell/passwords/password_worker.h"
#include "tests/main/suite.h"
#include "tests/server/shell/wire_client.h"

#include <QSignalSpy>
#include <QTest>

#include <memory>

namespace tidemark::shell_passwords_test {

using namespace tidemark::server;

class TestShellPasswords : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aPasswordMatchesItsHashOnly()
    {
        const std::string hash = hashOf("correct horse");
        QVERIFY(hash.starts_with("$argon2id$"));
        QVERIFY(hash != hashOf("correct horse"));
        QCOMPARE(verified("correct horse", hash), std::optional(true));
        QCOMPARE(verified("wrong horse", hash), std::optional(false));
        QCOMPARE(verified("", hash), std::optional(false));
        QCOMPARE(verified("correct horse", "not a hash"), std::optional(false));
    }

    void anUnknownAccountMatchesNothing()
    {
        QCOMPARE(verified("", ""), std::optional(false));
        QCOMPARE(verified("correct horse", ""), std::optional(false));
    }

    void tooManyJobsAreRefusedAndSayNothingAboutThePassword()
    {
        const std::string hash = hashOf("correct horse");
        PasswordWorker worker(1, 1);
        QSignalSpy spy(&worker, &PasswordWorker::finished);
        worker.verify({Ticket(1), "correct horse", hash});
        worker.verify({Ticket(2), "correct horse", hash});
        worker.hash({Ticket(3), "correct horse"});
        QCOMPARE(spy.count(), 0);
        QTRY_COMPARE_WITH_TIMEOUT(spy.count(), 3, test::timeoutMs);

        std::map<Ticket, PasswordVerified> results;
        for (const auto& arguments : spy) {
            const auto result = arguments.at(0).value<Input>();
            if (const auto* verified = std::get_if<PasswordVerified>(&result)) {
                results[verified->ticket] = *verified;
            } else {
                QCOMPARE(std::get<PasswordHashed>(result).hash, std::string());
            }
        }
        QVERIFY(results[Ticket(1)].matches && results[Ticket(1)].attempted);
        QVERIFY(!results[Ticket(2)].matches && !results[Ticket(2)].attempted);
        worker.verify({Ticket(4), "correct horse", hash});
        QTRY_COMPARE_WITH_TIMEOUT(spy.count(), 4, test::timeoutMs);
        QVERIFY(std::get<PasswordVerified>(spy.last().at(0).value<Input>()).matches);
    }

    void hashesSayWhatTheyCost()
    {
        QCOMPARE(costOf(server::hashOf("correct horse", weak)), std::optional(weak));
        QCOMPARE(costOf("not a hash"), std::nullopt);
        QCOMPARE(costOf(""), std::nullopt);
    }

    void aWrongPasswordIsAsMuchWorkAsAnUnknownName()
    {
        const std::string weakHash = server::hashOf("correct horse", weak);
        const std::string strongHash = server::hashOf("correct horse", strong);
        PasswordWorker worker(1, 8, strong);
        const std::uint64_t unknown = workFor(worker, "wrong horse", "");
        QCOMPARE(unknown, strong.work());
        QCOMPARE(workFor(worker, "wrong horse", strongHash), unknown);
        QCOMPARE(workFor(worker, "wrong horse", weakHash), unknown);
        QCOMPARE(workFor(worker, "wrong horse", "not a hash"), unknown);
    }

    void aStrongerHashThanWantedIsNotDistinguished()
    {
        PasswordWorker worker(1, 8, weak);
        const std::string strongHash = server::hashOf("correct horse", strong);
        const std::uint64_t known = workFor(worker, "wrong horse", strongHash);
        QCOMPARE(known, strong.work());
        QCOMPARE(workFor(worker, "wrong horse", ""), known);
    }

    void onlyTheRightPasswordIsRehashedAndOnlyToBeStronger()
    {
        const std::string weakHash = server::hashOf("correct horse", weak);
        const PasswordVerified upgraded = result(strong, "correct horse", weakHash);
        QVERIFY(upgraded.matches);
        QCOMPARE(costOf(upgraded.strongerHash), std::optional(strong));
        QVERIFY(matches("correct horse", upgraded.strongerHash));
        QVERIFY(result(strong, "wrong horse", weakHash).strongerHash.empty());
        QVERIFY(result(strong, "correct horse", upgraded.strongerHash).strongerHash.empty());
        QVERIFY(result(weak, "correct horse", upgraded.strongerHash).strongerHash.empty());
        const PasswordCost mixed{1, 512};
        QCOMPARE(costOf(result(mixed, "correct horse", upgraded.strongerHash).strongerHash),
                 std::optional(PasswordCost{3, 512}));
    }

    /// The destructor waits for running jobs and drops waiting ones. Neither may call back.
    void aWorkerThatEndsAnswersNothingMore()
    {
        auto worker = std::make_unique<PasswordWorker>(2, 8);
        QSignalSpy spy(worker.get(), &PasswordWorker::finished);
        for (std::uint64_t i = 1; i <= 4; ++i) {
            worker->hash({Ticket(i), "correct horse"});
        }
        QCOMPARE(worker->jobs(), std::size_t(4));
        worker.reset();
        QCoreApplication::sendPostedEvents();
        QCOMPARE(spy.count(), 0);
    }

private:
    static constexpr PasswordCost weak{1, 64};
    static constexpr PasswordCost strong{3, 256};

    /// The work of one comparison.
    static std::uint64_t workFor(PasswordWorker& worker, const std::string& password, const std::string& hash)
    {
        const std::uint64_t before = worker.workDone();
        QSignalSpy spy(&worker, &PasswordWorker::finished);
        worker.verify({Ticket(7), password, hash});
        return spy.wait(test::timeoutMs) ? worker.workDone() - before : 0;
    }

    static PasswordVerified result(const PasswordCost& wanted, const std::string& password,
                                   const std::string& hash)
    {
        PasswordWorker worker(1, 8, wanted);
        QSignalSpy spy(&worker, &PasswordWorker::finished);
        worker.verify({Ticket(7), password, hash});
        return spy.wait(test::timeoutMs) ? std::get<PasswordVerified>(spy.at(0).at(0).value<Input>())
                                         : PasswordVerified();
    }

    static std::string hashOf(const std::string& password)
    {
        PasswordWorker worker(1, 8);
        QSignalSpy spy(&worker, &PasswordWorker::finished);
        worker.hash({Ticket(7), password});
        if (!spy.wait(test::timeoutMs)) {
            return {};
        }
        return std::get<PasswordHashed>(spy.at(0).at(0).value<Input>()).hash;
    }

    static std::optional<bool> verified(const std::string& password, const std::string& hash)
    {
        PasswordWorker worker(1, 8);
        QSignalSpy spy(&worker, &PasswordWorker::finished);
        worker.verify({Ticket(7), password, hash});
        if (!spy.wait(test::timeoutMs)) {
            return std::nullopt;
        }
        return std::get<PasswordVerified>(spy.at(0).at(0).value<Input>()).matches;
    }
};

TIDEMARK_SUITE(TestShellPasswords, QCoreApplication)

} // namespace tidemark::shell_passwords_test

#include "test_shell_passwords.moc"

#include "server-stub/shell/password_worker.h"
#include "tests/server/wire_client.h"

#include <QSignalSpy>
#include <QTest>

using namespace tidemark;
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
        QTRY_COMPARE_WITH_TIMEOUT(spy.count(), 3, test::patienceMs);

        std::map<Ticket, PasswordVerified> results;
        for (const auto& arguments : spy) {
            const auto result = arguments.at(0).value<Input>();
            if (const auto* verified = std::get_if<PasswordVerified>(&result))
                results[verified->ticket] = *verified;
            else
                QCOMPARE(std::get<PasswordHashed>(result).hash, std::string());
        }
        QVERIFY(results[Ticket(1)].matches && results[Ticket(1)].attempted);
        QVERIFY(!results[Ticket(2)].matches && !results[Ticket(2)].attempted);
        worker.verify({Ticket(4), "correct horse", hash});
        QTRY_COMPARE_WITH_TIMEOUT(spy.count(), 4, test::patienceMs);
        QVERIFY(std::get<PasswordVerified>(spy.last().at(0).value<Input>()).matches);
    }

    void runningJobsAreWaitedForAtTheEnd()
    {
        PasswordWorker worker(2, 8);
        for (std::uint64_t i = 1; i <= 4; ++i)
            worker.hash({Ticket(i), "correct horse"});
    }

private:
    static std::string hashOf(const std::string& password)
    {
        PasswordWorker worker(1, 8);
        QSignalSpy spy(&worker, &PasswordWorker::finished);
        worker.hash({Ticket(7), password});
        if (!spy.wait(test::patienceMs))
            return {};
        return std::get<PasswordHashed>(spy.at(0).at(0).value<Input>()).hash;
    }

    static std::optional<bool> verified(const std::string& password, const std::string& hash)
    {
        PasswordWorker worker(1, 8);
        QSignalSpy spy(&worker, &PasswordWorker::finished);
        worker.verify({Ticket(7), password, hash});
        if (!spy.wait(test::patienceMs))
            return std::nullopt;
        return std::get<PasswordVerified>(spy.at(0).at(0).value<Input>()).matches;
    }
};

QTEST_GUILESS_MAIN(TestShellPasswords)

#include "test_shell_passwords.moc"

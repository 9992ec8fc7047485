#include "core/client/keys/token_vault.h"
#include "tests/main/suite.h"

#include <QFile>
#include <QFileInfo>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <deque>
#include <map>
#include <memory>
#include <utility>

namespace tidemark::token_vault_test {

namespace {

/// The secrets of a keyring, and the requests that it has not answered. Must outlive the keyring.
struct KeyringState {
    std::map<QString, QByteArray> secrets;
    std::deque<std::function<void()>> waiting;
    bool refuses = false;

    void answerAll()
    {
        while (!waiting.empty()) {
            const auto answer = std::move(waiting.front());
            waiting.pop_front();
            answer();
        }
    }
};

class FakeKeyring : public Keyring {
public:
    explicit FakeKeyring(KeyringState& state) : m_state(state) {}
    ~FakeKeyring() override { m_state.waiting.clear(); }
    FakeKeyring(const FakeKeyring&) = delete;
    FakeKeyring& operator=(const FakeKeyring&) = delete;

    void read(const QString& key, Found found) override
    {
        m_state.waiting.emplace_back([this, key, found = std::move(found)] {
            const auto secret = m_state.secrets.find(key);
            if (m_state.refuses || secret == m_state.secrets.end()) {
                found(Unexpected(QStringLiteral("locked")));
            } else {
                found(secret->second);
            }
        });
    }
    void write(const QString& key, const QByteArray& secret, Written written) override
    {
        m_state.waiting.emplace_back([this, key, secret, written = std::move(written)] {
            if (!m_state.refuses) {
                m_state.secrets[key] = secret;
            }
            written(!m_state.refuses);
        });
    }
    void erase(const QString& key) override { m_state.secrets.erase(key); }

private:
    KeyringState& m_state;
};

} // namespace

/// The token of a device has a place through restarts, refusals and crashes.
class TestTokenVault : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        QTest::failOnWarning(QRegularExpression(QStringLiteral(".*")));
        m_folder = std::make_unique<QTemporaryDir>();
        m_state = {};
    }

    void withoutAKeyringItIsInAFileForItsOwner()
    {
        const std::string stored = vault(false)->keep(token);
        QVERIFY(TokenVault::isMark(stored));
        QVERIFY(stored.find(token) == std::string::npos);
        QCOMPARE(QFileInfo(file()).permissions() & 0x0077, QFile::Permissions());
        const auto next = vault(false);
        QCOMPARE(next->open(stored), token);
        QVERIFY(!next->isAwaiting());
    }

    void aKeyringTakesItFromTheFile()
    {
        const auto first = vault();
        const std::string stored = first->keep(token);
        QVERIFY2(QFile::exists(file()), "the token stays in the file until the keyring holds it");
        m_state.answerAll();
        QVERIFY(!QFile::exists(file()));
        QCOMPARE(m_state.secrets.at(key), QByteArray::fromStdString(token));

        const auto next = vault();
        QSignalSpy arrived(next.get(), &TokenVault::arrived);
        QCOMPARE(next->open(stored), TokenVault::awaited());
        QVERIFY(next->isAwaiting());
        QVERIFY2(TokenVault::isMark(next->keep(TokenVault::awaited())),
                 "writing the account changes nothing");
        QCOMPARE(arrived.size(), 0);
        m_state.answerAll();
        QCOMPARE(arrived.size(), 1);
        QCOMPARE(arrived[0][0].toByteArray().toStdString(), token);
        QVERIFY(!next->isAwaiting());
        QCOMPARE(next->open(stored), token);
        QCOMPARE(m_state.secrets.size(), std::size_t(1));
    }

    void aTokenThatTheKeyringRefusesStaysInTheFile()
    {
        m_state.refuses = true;
        const std::string stored = kept();
        QVERIFY(QFile::exists(file()));
        m_state.refuses = false;
        const auto next = vault();
        QCOMPARE(next->open(stored), token);
        m_state.answerAll();
        QVERIFY2(!QFile::exists(file()), "the keyring was offered the token again");
        QVERIFY(m_state.secrets.contains(key));
    }

    void aKeyringThatDoesNotOpenIsReportedOnceAndDoesNotSignOut()
    {
        const std::string stored = kept();
        m_state.refuses = true;
        const auto locked = vault();
        QSignalSpy unavailable(locked.get(), &TokenVault::unavailable);
        QCOMPARE(locked->open(stored), TokenVault::awaited());
        m_state.answerAll();
        QCOMPARE(unavailable.size(), 1);
        QVERIFY(unavailable[0][0].toString().contains(QStringLiteral("locked")));
        QVERIFY(locked->isAwaiting());
        QVERIFY(m_state.secrets.contains(key));

        const auto none = vault(false);
        QSignalSpy noKeyring(none.get(), &TokenVault::unavailable);
        QCOMPARE(none->open(stored), TokenVault::awaited());
        QTRY_COMPARE(noKeyring.size(), 1);
    }

    void aSignInMeanwhileReplacesTheKeyring()
    {
        const std::string stored = kept();
        const auto waiting = vault();
        QSignalSpy arrived(waiting.get(), &TokenVault::arrived);
        QCOMPARE(waiting->open(stored), TokenVault::awaited());
        QVERIFY(TokenVault::isMark(waiting->keep(other)));
        m_state.answerAll();
        QCOMPARE(arrived.size(), 0);
        QCOMPARE(m_state.secrets.at(key), QByteArray::fromStdString(other));
    }

    void aCrashBeforeTheKeyringHasItLosesNothing()
    {
        const std::string stored = kept();
        QVERIFY(TokenVault::isMark(vault()->keep(other)));
        QCOMPARE(m_state.secrets.at(key), QByteArray::fromStdString(token));
        QCOMPARE(vault()->open(stored), other);
    }

    void aTokenOfAnOlderVersionIsMovedOver()
    {
        const auto first = vault();
        QCOMPARE(first->open(token), token);
        QVERIFY2(TokenVault::isMark(first->keep(token)), "the database no longer holds it");
        m_state.answerAll();
        QVERIFY(m_state.secrets.contains(key));
    }

    void theDatabaseKeepsTheTokenIfNoFileCanBeWritten()
    {
        TokenVault readOnly(QStringLiteral("/proc/nowhere/token"), nullptr);
        QCOMPARE(readOnly.keep(token), token);
        QCOMPARE(readOnly.open(token), token);
    }

    void signingOutLeavesNothing()
    {
        const auto first = vault();
        QVERIFY(TokenVault::isMark(first->keep(token)));
        m_state.answerAll();
        QVERIFY(TokenVault::isMark(first->keep(other)));
        QVERIFY(QFile::exists(file()));
        m_state.waiting.clear();
        QCOMPARE(first->keep({}), std::string());
        QVERIFY2(QFile::exists(file()), "the file stays in case the database fails to store the token");
        QCOMPARE(m_state.secrets.size(), std::size_t(1));
        QCOMPARE(first->token(), other);
        first->erase();
        QCOMPARE(first->token(), std::string());
        QVERIFY(!QFile::exists(file()));
        QVERIFY(m_state.secrets.empty());
        QCOMPARE(vault()->open({}), std::string());
    }

    void anInterruptedSignOutIsFinishedAtTheNextStart_data()
    {
        QTest::addColumn<bool>("inKeyring");
        QTest::newRow("the token is in the keyring") << true;
        QTest::newRow("it is in the file") << false;
    }
    void anInterruptedSignOutIsFinishedAtTheNextStart()
    {
        QFETCH(const bool, inKeyring);
        m_state.refuses = !inKeyring;
        const std::string stored = kept();
        QCOMPARE(m_state.secrets.size(), std::size_t(inKeyring ? 1 : 0));
        {
            const auto dying = vault();
            static_cast<void>(dying->open(stored));
            QCOMPARE(dying->keep({}), std::string());
        }
        // If the database has not stored the sign-out, the device is still signed in.
        const auto undone = vault();
        QCOMPARE(undone->open(stored), inKeyring ? TokenVault::awaited() : token);
        m_state.answerAll();
        QCOMPARE(undone->token(), token);

        QCOMPARE(vault()->open({}), std::string());
        QVERIFY(!QFile::exists(file()));
        QVERIFY(m_state.secrets.empty());
    }

private:
    const std::string token = std::string(31, 't') + '\0';
    const std::string other = std::string(32, 'o');
    const QString key = QStringLiteral("device 7");

    [[nodiscard]] QString file() const { return m_folder->filePath(QStringLiteral("token")); }
    [[nodiscard]] std::unique_ptr<TokenVault> vault(bool hasKeyring = true)
    {
        auto made = std::make_unique<TokenVault>(file(), hasKeyring ? std::make_unique<FakeKeyring>(m_state)
                                                                    : std::unique_ptr<Keyring>());
        made->setKey(key);
        return made;
    }

    /// The database's value for `token` after the keyring was asked to store it.
    [[nodiscard]] std::string kept()
    {
        const auto first = vault();
        std::string stored = first->keep(token);
        m_state.answerAll();
        return stored;
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    KeyringState m_state;
};

TIDEMARK_SUITE(TestTokenVault, QCoreApplication)

} // namespace tidemark::token_vault_test

#include "test_token_vault.moc"

#include "tests/main/suite.h"
#include "tests/ui/log_window.h"
#include "ui/platform/autostart.h"
#include "ui/settings/settings_dialog.h"
#include "ui/widgets/check_box.h"

#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

namespace tidemark::autostart_test {

using namespace tidemark::test;
using namespace Qt::StringLiterals;

namespace {

/// Special characters in a quoted argument get a backslash, and backslashes of a value are doubled.
constexpr const char* escaped = "Exec=\"/opt/a b/100%%/\\\\$x\\\\\"\\\\`\\\\\\\\/tidemark\" \"--tray\"\n";

} // namespace

/// "Start with the desktop" is an entry in the user's autostart folder. The desktop's settings may change
/// it as well.
class TestAutostart : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(u".*"_s)); }
    void init() { QFile::remove(m_file); }

    void isWrittenAndRemoved()
    {
        const Autostart autostart(m_file, {u"/usr/bin/tidemark"_s, u"--tray"_s});
        QVERIFY(!autostart.isOn());
        QVERIFY(autostart.setOn(true));
        QVERIFY(autostart.isOn());
        QVERIFY(content().contains("\nExec=\"/usr/bin/tidemark\" \"--tray\"\n"));
        QVERIFY(autostart.setOn(false));
        QVERIFY(!autostart.isOn());
        QVERIFY(!QFile::exists(m_file));
        QVERIFY(autostart.setOn(false));
    }

    void theEntryIsValid()
    {
        const Autostart autostart(m_file, {u"/opt/a b/100%/$x\"`\\/tidemark"_s, u"--tray"_s});
        QVERIFY(autostart.setOn(true));
        QVERIFY(content().contains(escaped));
        QProcess validator;
        validator.setProcessChannelMode(QProcess::MergedChannels);
        validator.start(u"desktop-file-validate"_s, {m_file});
        QVERIFY2(validator.waitForFinished(), "desktop-file-validate is needed");
        QCOMPARE(validator.readAll(), QByteArray());
        QCOMPARE(validator.exitCode(), 0);
    }

    void theDesktopsOwnSettingsAreRespected_data()
    {
        QTest::addColumn<QByteArray>("line");
        QTest::addColumn<bool>("isOn");
        QTest::newRow("plain") << QByteArray() << true;
        QTest::newRow("hidden") << QByteArray("Hidden=true\n") << false;
        QTest::newRow("hidden with spaces") << QByteArray("Hidden = true\n") << false;
        QTest::newRow("not hidden") << QByteArray("Hidden=false\n") << true;
        QTest::newRow("as GNOME switches it off") << QByteArray("X-GNOME-Autostart-enabled=false\n") << false;
    }
    void theDesktopsOwnSettingsAreRespected()
    {
        QFETCH(QByteArray, line);
        QFETCH(bool, isOn);
        const QByteArray before = "[Desktop Entry]\nType=Application\nName=Tidemark\nExec=tidemark\n" + line;
        QVERIFY(write(before));
        const Autostart autostart(m_file, {u"/usr/bin/tidemark"_s});
        QCOMPARE(autostart.isOn(), isOn);
        QCOMPARE(content(), before);
        QVERIFY(autostart.setOn(true));
        QVERIFY(autostart.isOn());
    }

    void eachProfileHasItsOwn()
    {
        QVERIFY(Autostart::ofProfile(u"default"_s).file() != Autostart::ofProfile(u"work"_s).file());
        QVERIFY(!Autostart().isPossible());
        QVERIFY(!Autostart().setOn(true));
    }

    void theSettingShowsAndChangesIt()
    {
        const Autostart autostart(m_file, {u"/usr/bin/tidemark"_s, u"--tray"_s});
        LogWindow fixture(10, 10);
        fixture.session.preferences().setAutostart(autostart);
        SettingsDialog dialog(fixture.session);
        dialog.setAttribute(Qt::WA_DeleteOnClose, false);
        auto* box = dialog.findChild<CheckBox*>(u"autostart"_s);
        QVERIFY(box != nullptr);
        QVERIFY(!box->isChecked());
        box->click();
        QVERIFY(autostart.isOn());
        QVERIFY(box->isChecked());
        box->click();
        QVERIFY(!autostart.isOn());
    }

    void aFailedWriteIsNotShownAsDone()
    {
        LogWindow fixture(10, 10);
        fixture.session.preferences().setAutostart(
            Autostart(u"/dev/null/x.desktop"_s, {u"/usr/bin/tidemark"_s}));
        SettingsDialog dialog(fixture.session);
        dialog.setAttribute(Qt::WA_DeleteOnClose, false);
        auto* box = dialog.findChild<CheckBox*>(u"autostart"_s);
        box->click();
        QVERIFY(!box->isChecked());
    }

private:
    [[nodiscard]] QByteArray content() const
    {
        QFile file(m_file);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    [[nodiscard]] bool write(const QByteArray& bytes) const
    {
        QFile file(m_file);
        return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size();
    }

    QTemporaryDir m_folder;
    QString m_file = m_folder.filePath(u"tidemark.desktop"_s);
};

TIDEMARK_SUITE(TestAutostart, QApplication)

} // namespace tidemark::autostart_test

#include "test_autostart.moc"

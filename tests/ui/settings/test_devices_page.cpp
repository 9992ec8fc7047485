#include "tests/main/suite.h"
#include "tests/support/items.h"
#include "tests/ui/recorded_session.h"
#include "ui/settings/devices_page.h"
#include "ui/widgets/prompts.h"

#include <QLabel>

#include <algorithm>
#include <vector>

namespace tidemark::devices_page_test {

using namespace Qt::StringLiterals;
using test::someMoment;

namespace {

struct Fixture : test::RecordedSession {
    Fixture()
    {
        session.connection().take({ConnectionPhase::Online, {}, {}}, -1);
        page.show();
        answer({laptop, phone});
    }
    void answer(std::vector<protocol::Device> devices)
    {
        change::CommandDone done;
        done.command = all<input::GetDevices>().back().command;
        done.result = change::OwnDevices{std::move(devices), laptop.id};
        session.commands().take(done);
    }
    [[nodiscard]] Question* question() const { return page.findChild<Question*>(); }
    void confirm() const
    {
        for (QAbstractButton* button : question()->buttons()) {
            if (question()->buttonRole(button) == QMessageBox::AcceptRole) {
                button->click();
            }
        }
    }
    protocol::Device laptop{DeviceId(1), "laptop", {}, true, UnixMs{someMoment}, UnixMs{someMoment}, true};
    protocol::Device phone{DeviceId(2), "phone", {}, false, UnixMs{someMoment}, UnixMs{someMoment}, true};
    DevicesPage page{session, themeFor(ThemeChoice::Light, {}), nullptr};
    PlainList* list = page.findChild<PlainList*>();
};

} // namespace

class TestDevicesPage : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { test::failOnAnyWarning(); }

    void onlyOtherDevicesCanBeSignedOut()
    {
        Fixture fixture;
        const auto rows = fixture.list->rows();
        QCOMPARE(rows.size(), 2);
        QCOMPARE(rows.at(0).action, QString());
        QCOMPARE(rows.at(1).action, u"Sign out…"_s);
        QVERIFY(fixture.list->item(1)->data(Qt::AccessibleTextRole).toString().contains(u"Sign out"_s));
        Q_EMIT fixture.list->chosen(1);
        QVERIFY(fixture.question() == nullptr);
        QVERIFY(fixture.all<input::RevokeDevice>().empty());
    }

    void itAsksFirst()
    {
        Fixture fixture;
        fixture.list->setCurrentRow(1);
        QTest::keyClick(fixture.list, Qt::Key_Return);
        QVERIFY(fixture.question() != nullptr);
        QVERIFY(fixture.question()->text().contains(u"phone"_s));
        QVERIFY(fixture.all<input::RevokeDevice>().empty());
        fixture.confirm();
        QCOMPARE(fixture.all<input::RevokeDevice>().size(), std::size_t(1));
        QCOMPARE(fixture.all<input::RevokeDevice>().front().device, DeviceId(2));
    }

    void afterwardsTheListIsAskedForAgain()
    {
        Fixture fixture;
        Q_EMIT fixture.list->chosen(2);
        fixture.confirm();
        const std::size_t asked = fixture.all<input::GetDevices>().size();
        change::CommandDone done;
        done.command = fixture.all<input::RevokeDevice>().front().command;
        fixture.session.commands().take(done);
        QCOMPARE(fixture.all<input::GetDevices>().size(), asked + 1);
        fixture.answer({fixture.laptop});
        QCOMPARE(fixture.list->rows().size(), 1);
    }

    void aRefusalIsSaid()
    {
        Fixture fixture;
        Q_EMIT fixture.list->chosen(2);
        fixture.confirm();
        change::CommandDone done;
        done.command = fixture.all<input::RevokeDevice>().front().command;
        done.error = protocol::ErrorCode::TooFast;
        fixture.session.commands().take(done);
        // The state stays when the list comes.
        fixture.answer({fixture.laptop, fixture.phone});
        const auto labels = fixture.page.findChildren<QLabel*>();
        QVERIFY(std::any_of(labels.begin(), labels.end(), [](const QLabel* label) {
            return label->property("role") == u"error"_s && !label->isHidden() && !label->text().isEmpty();
        }));
    }

    void aHiddenPageAsksNothing()
    {
        Fixture fixture;
        fixture.page.hide();
        const std::size_t asked = fixture.all<input::GetDevices>().size();
        fixture.session.connection().take({ConnectionPhase::Waiting, {}, {}}, 1000);
        fixture.session.connection().take({ConnectionPhase::Online, {}, {}}, -1);
        QCOMPARE(fixture.all<input::GetDevices>().size(), asked);
        fixture.page.show();
        QCOMPARE(fixture.all<input::GetDevices>().size(), asked + 1);
    }
};

TIDEMARK_SUITE(TestDevicesPage, QApplication)

} // namespace tidemark::devices_page_test

#include "test_devices_page.moc"

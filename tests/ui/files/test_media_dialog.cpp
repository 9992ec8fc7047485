#include "tests/main/suite.h"
#include "tests/ui/log_window.h"
#include "tests/ui/recorded_session.h"
#include "ui/chat/info/info_panel.h"
#include "ui/files/media_dialog.h"
#include "ui/session/files/file_state_text.h"

#include <QApplication>
#include <QCheckBox>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QRadioButton>
#include <QSignalSpy>

namespace tidemark::media_dialog_test {

using namespace Qt::StringLiterals;
using Kind = AttachmentQuery::Kind;

namespace {

AttachmentItem itemOf(std::uint64_t seq, Kind kind)
{
    AttachmentItem item;
    item.key = {test::someConversation, Seq(seq), {}, 0};
    item.attachment.hash.bytes[0] = std::uint8_t(seq);
    item.attachment.size = 1000;
    item.attachment.name = "<b>a.pdf";
    item.authorName = "Anna";
    if (kind == Kind::Pictures) {
        item.attachment.mime = "image/jpeg";
        item.attachment.width = item.attachment.height = 100;
    }
    return item;
}

/// The page over a conversation with that many pictures and as many files.
struct Fixture : test::RecordedSession {
    explicit Fixture(std::uint64_t count)
    {
        session.takeConversations({test::summaryOf(test::someConversation.value, "seven")});
        session.chat().open(test::someConversation);
        QObject::connect(&session, &ChatSession::attachmentsWanted, &session,
                         [this, count](const AttachmentQuery& query, quint64 tag) {
                             queries.append(query);
                             QList<AttachmentItem> page;
                             const std::uint64_t from =
                                 query.before.isValid() ? query.before.value - 1 : count;
                             for (std::uint64_t seq = from; seq > 0 && page.size() < query.limit; --seq) {
                                 page.append(itemOf(seq, query.kind));
                             }
                             Q_EMIT session.attachmentsLoaded(page, tag);
                         });
        QObject::connect(&session.files(), &MessageFiles::stateWanted, &session,
                         [this](const FileKey& key) { asked.append(key.seq); });
        dialog = std::make_unique<MediaDialog>(session, theme, nullptr);
        dialog->setAttribute(Qt::WA_DeleteOnClose, false);
        dialog->show();
        dialog->grab();
        list = dialog->findChild<QListWidget*>();
    }

    Theme theme = themeFor(ThemeChoice::Dark, {});
    std::unique_ptr<MediaDialog> dialog;
    QListWidget* list = nullptr;
    QList<AttachmentQuery> queries;
    QList<Seq> asked;
};

} // namespace

class TestMediaDialog : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { test::failOnAnyWarning(); }

    void picturesAreLoadedAsTheUserScrolls()
    {
        Fixture fixture(1000);
        QVERIFY(fixture.queries.size() <= 4);
        const int loaded = fixture.list->count();
        QVERIFY(loaded >= 60);
        QVERIFY(fixture.asked.size() < loaded);
        QCOMPARE(fixture.asked.constFirst(), Seq(1000));
        fixture.list->scrollToBottom();
        QVERIFY(fixture.list->count() > loaded);
    }

    void filesHaveAListOfTheirOwn()
    {
        Fixture fixture(3);
        QSignalSpy chosen(fixture.dialog.get(), &MediaDialog::chosen);
        fixture.dialog->findChildren<QRadioButton*>().at(1)->click();
        QCOMPARE(fixture.queries.constLast().kind, Kind::Files);
        QCOMPARE(fixture.list->count(), 3);
        QCOMPARE(fixture.list->item(0)->data(Qt::AccessibleTextRole).toString(),
                 u"File <b>a.pdf, 1.0 kB, not downloaded, from Anna"_s);
        QVERIFY(fixture.list->item(0)->toolTip().contains(u"&lt;b&gt;"_s));
        fixture.list->setCurrentRow(1);
        QTest::keyClick(fixture.list, Qt::Key_Return);
        QCOMPARE(chosen.size(), 1);
        QCOMPARE(chosen.constFirst().constFirst().value<AttachmentItem>().key.seq, Seq(2));
        QTest::keyClick(fixture.list, Qt::Key_Space);
        QCOMPARE(chosen.size(), 2);
        const QPoint place = fixture.list->visualItemRect(fixture.list->item(2)).center();
        QTest::mouseClick(fixture.list->viewport(), Qt::LeftButton, {}, place);
        QCOMPARE(chosen.size(), 3);
        QCOMPARE(chosen.constLast().constFirst().value<AttachmentItem>().key.seq, Seq(1));
        fixture.dialog->grab();
    }

    void theKeyboardBeginsInTheList()
    {
        Fixture fixture(3);
        QSignalSpy chosen(fixture.dialog.get(), &MediaDialog::chosen);
        QTest::keyClick(fixture.dialog->focusWidget(), Qt::Key_Return);
        QCOMPARE(chosen.size(), 1);
    }

    void filesOfAConversationCanBeKept()
    {
        Fixture fixture(1);
        const QSignalSpy kept(&fixture.session.preferences(), &Preferences::chosen);
        auto* box = fixture.dialog->findChild<QCheckBox*>();
        QVERIFY(!box->isChecked());
        box->click();
        QCOMPARE(kept.size(), 1);
        QCOMPARE(kept[0], (QList<QVariant>{keptFilesSetting, u"7"_s}));
        fixture.session.preferences().take(keptFilesSetting, u"3,7,9"_s);
        QVERIFY(MediaDialog(fixture.session, fixture.theme, nullptr).findChild<QCheckBox*>()->isChecked());
        box->click();
        QCOMPARE(kept[1], (QList<QVariant>{keptFilesSetting, u"3,9"_s}));
    }

    void aPictureThatCannotBeShownSaysWhy()
    {
        Fixture fixture(3);
        QVERIFY2(!fixture.list->item(0)->toolTip().contains(u"picture"_s), "nothing is known of it yet");
        // The bytes are not those of a picture, or there is no program that decodes them.
        FileState held{FileState::Step::Held, 1000, 1000};
        held.path = "/dev/null";
        fixture.session.files().take(itemOf(3, Kind::Pictures).key, held);
        const BlobHash hash = itemOf(3, Kind::Pictures).attachment.hash;
        QTRY_VERIFY_WITH_TIMEOUT(fixture.session.pictures().problem(hash).has_value(), 20000);
        const QString why = pictureProblemText(*fixture.session.pictures().problem(hash));
        const QListWidgetItem* row = fixture.list->item(0);
        QVERIFY2(row->toolTip().contains(why), qPrintable(row->toolTip()));
        QVERIFY(row->toolTip().contains(u"&lt;b&gt;"_s));
        const QString spoken = row->data(Qt::AccessibleTextRole).toString();
        QVERIFY2(spoken.contains(why), qPrintable(spoken));
        QVERIFY(!fixture.list->item(1)->toolTip().contains(why));
    }

    void theButtonInTheInfoPaneOpensThePage()
    {
        test::LogWindow log(10, 10, {1200, 700});
        log.open();
        log.press(Qt::Key_I, Qt::ControlModifier);
        auto* info = log.window.findChild<InfoPanel*>();
        QVERIFY(info != nullptr && info->isVisible());
        QPushButton* media = nullptr;
        for (QPushButton* button : info->findChildren<QPushButton*>()) {
            media = button->text() == u"Media and files"_s ? button : media;
        }
        QVERIFY(media != nullptr && media->isVisible());
        QVERIFY(log.window.findChild<MediaDialog*>() == nullptr);
        media->click();
        auto* dialog = log.window.findChild<MediaDialog*>();
        QVERIFY(dialog != nullptr);
        QVERIFY(dialog->isVisible());
        log.open(ConversationId(8));
        QVERIFY2(!dialog->isVisible(), "it belongs to the other conversation");
    }

    void anEmptyConversationSaysSo()
    {
        Fixture fixture(0);
        QVERIFY(!fixture.list->isVisible());
        bool isSaid = false;
        for (const QLabel* label : fixture.dialog->findChildren<QLabel*>()) {
            isSaid = isSaid || (label->isVisible() && label->text() == u"No photos yet."_s);
        }
        QVERIFY(isSaid);
    }
};

TIDEMARK_SUITE(TestMediaDialog, QApplication)

} // namespace tidemark::media_dialog_test

#include "test_media_dialog.moc"

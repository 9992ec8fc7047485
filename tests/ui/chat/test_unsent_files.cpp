// The user edits or cancels a message whose files were not sent, takes screenshots, and sees the picture of a
// message that is answered.
#include "tests/main/suite.h"
#include "tests/ui/log_window.h"
#include "ui/chat/composer/attaching.h"
#include "ui/chat/composer/file_commands.h"
#include "ui/chat/composer/reply_picture.h"
#include "ui/files/attach_sheet.h"
#include "ui/platform/screenshots.h"
#include "ui/widgets/plain_text_edit.h"

#include <QListWidget>
#include <QMenu>
#include <QMessageBox>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>

namespace tidemark::unsent_files_test {

using namespace Qt::StringLiterals;
using Step = FileState::Step;
using test::LogWindow;

namespace {

Attachment fileNamed(const char* name)
{
    Attachment file;
    file.hash.bytes[0] = std::uint8_t(name[0]);
    file.size = 5000;
    file.mime = "application/pdf";
    file.name = name;
    return file;
}

TimelineRow rowWith(const std::vector<Attachment>& files, const QString& caption, Delivery delivery)
{
    TimelineItem item = test::pendingItem(1, caption.toStdString());
    item.attachments = files;
    item.delivery = delivery;
    item.replyTo = Seq(5);
    return rowOf(item);
}

QAction* actionWith(const QMenu& menu, const QString& words)
{
    for (QAction* action : menu.actions()) {
        if (action->text().contains(words)) {
            return action;
        }
    }
    return nullptr;
}

} // namespace

class TestUnsentFiles : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { test::failOnAnyWarning(); }

    void theCaptionOfACancelledFileIsPutBack()
    {
        LogWindow log(10, 10);
        log.open();
        QSignalSpy drafts(&log.session.writer(), &MessageWriter::draftChanged);
        log.field->setPlainText(u"since"_s);
        const TimelineRow row = rowWith({fileNamed("a.pdf")}, u"look"_s, Delivery::Pending);
        log.chat->files().press(row, 0);
        QCOMPARE(log.all<input::DeletePending>().size(), 1U);
        QCOMPARE(log.field->toPlainText(), u"look\nsince"_s);
        QCOMPARE(drafts.constLast().at(1).toString(), u"look\nsince"_s);
        QCOMPARE(log.window.findChild<Composer*>()->reply().target, Seq(5));
    }

    void anEditGoesOnMeanwhile()
    {
        LogWindow log(10, 10);
        log.open();
        auto* composer = log.window.findChild<Composer*>();
        composer->beginEdit(Seq(3), u"an old text"_s);
        log.chat->files().press(rowWith({fileNamed("a.pdf")}, u"look"_s, Delivery::Pending), 0);
        QVERIFY(composer->isEditing());
        QCOMPARE(log.field->toPlainText(), u"an old text"_s);
        QTest::keyClick(log.field, Qt::Key_Escape);
        QCOMPARE(log.field->toPlainText(), u"look"_s);
    }

    void oneOfSeveralIsTakenOutAlone()
    {
        LogWindow log(10, 10);
        log.open();
        const TimelineRow row =
            rowWith({fileNamed("a.pdf"), fileNamed("b.pdf")}, u"look"_s, Delivery::Pending);
        log.chat->files().press(row, 1);
        QCOMPARE(log.all<input::RemoveAttachment>().front().index, 1U);
        QVERIFY(log.all<input::DeletePending>().empty());
        QCOMPARE(log.field->toPlainText(), QString());
    }

    void theRefusedFileCanBeRemovedByKeyboard()
    {
        LogWindow log(10, 10);
        log.open();
        const TimelineRow row =
            rowWith({fileNamed("good.pdf"), fileNamed("big & bad.pdf")}, {}, Delivery::Failed);
        setState(log, row, 0, {Step::Held, 5000, 5000});
        setState(log, row, 1, {Step::Failed, 0, 5000, protocol::ErrorCode::FileTooLarge});
        QMenu menu;
        log.chat->files().addTo(menu, row, -1);
        QAction* remove = actionWith(menu, u"big && bad.pdf"_s);
        QVERIFY(remove != nullptr);
        remove->trigger();
        QCOMPARE(log.all<input::RemoveAttachment>().front().index, 1U);
    }

    void theTextGoesWithoutItsOnlyFile()
    {
        LogWindow log(10, 10);
        log.open();
        QMenu menu;
        log.chat->files().addTo(menu, rowWith({fileNamed("a.pdf")}, u"look"_s, Delivery::Failed), -1);
        actionWith(menu, u"Send without the file"_s)->trigger();
        QCOMPARE(log.all<input::RemoveAttachment>().size(), 1U);
        QMenu other;
        log.chat->files().addTo(other, rowWith({fileNamed("a.pdf")}, {}, Delivery::Failed), -1);
        QVERIFY(actionWith(other, u"Send without the file"_s) == nullptr);
    }

    void aRefusedMessageIsEditedInTheSheet()
    {
        const QTemporaryDir folder;
        LogWindow log(10, 10);
        log.open();
        std::vector<OutgoingMessage> sent;
        connect(&log.session.writer(), &MessageWriter::filesWanted, &log.window,
                [&sent](const OutgoingMessage& message) { sent.push_back(message); });
        log.field->setPlainText(u"a draft"_s);
        const TimelineRow row =
            rowWith({fileNamed("a.pdf"), fileNamed("b.pdf")}, u"look"_s, Delivery::Failed);
        for (int i = 0; i < 2; ++i) {
            QFile file(folder.filePath(QString::number(i)));
            QVERIFY(file.open(QFile::WriteOnly));
            FileState state{Step::Held, 5000, 5000};
            if (i == 1) {
                state = {Step::Failed, 0, 5000, protocol::ErrorCode::FileTooLarge};
            }
            state.path = file.fileName().toStdString();
            setState(log, row, i, state);
        }
        log.chat->attaching().editUnsent(row);
        auto* sheet = log.window.findChild<AttachSheet*>();
        QVERIFY(sheet != nullptr);
        QCOMPARE(sheet->caption(), u"look"_s);
        auto* list = sheet->findChild<QListWidget*>();
        QCOMPARE(list->count(), 2);
        list->setCurrentRow(1);
        QTest::keyClick(list, Qt::Key_Delete);
        QPushButton* send = nullptr;
        for (QPushButton* one : sheet->findChildren<QPushButton*>()) {
            send = one->text() == u"Send"_s ? one : send;
        }
        QTRY_VERIFY_WITH_TIMEOUT(send->isEnabled(), 20000);
        send->click();
        QCOMPARE(sent.size(), 1U);
        QCOMPARE(sent[0].message.text, std::string("look"));
        QCOMPARE(sent[0].message.replyTo, Seq(5));
        QCOMPARE(sent[0].files.size(), 1U);
        QCOMPARE(sent[0].files[0].name, u"a.pdf"_s);
        QCOMPARE(sent[0].files[0].path, folder.filePath(u"0"_s));
        QVERIFY2(log.all<input::DeletePending>().empty(), "the new message is not stored yet");
        Q_EMIT log.session.writer().filesStored(sent[0].uuid);
        QCOMPARE(log.all<input::DeletePending>().front().uuid, row.key.uuid);
        QCOMPARE(log.field->toPlainText(), u"a draft"_s);
    }

    void aRefusedMessageStaysIfItIsNotSentAnew()
    {
        const QTemporaryDir folder;
        LogWindow log(10, 10);
        log.open();
        const TimelineRow row = rowWith({fileNamed("a.pdf")}, u"look"_s, Delivery::Failed);
        QFile file(folder.filePath(u"0"_s));
        QVERIFY(file.open(QFile::WriteOnly));
        FileState state{Step::Failed, 0, 5000, protocol::ErrorCode::FileTooLarge};
        state.path = file.fileName().toStdString();
        setState(log, row, 0, state);
        log.chat->attaching().editUnsent(row);
        auto* sheet = log.window.findChild<AttachSheet*>();
        const QString spoken =
            sheet->findChild<QListWidget*>()->item(0)->data(Qt::AccessibleTextRole).toString();
        QVERIFY2(spoken.endsWith(u"Too large for the server"_s), qPrintable(spoken));
        QTest::keyClick(sheet, Qt::Key_Escape);
        QVERIFY(log.all<input::DeletePending>().empty());
        QCOMPARE(log.field->toPlainText(), QString());
    }

    void thePaperClipOffersAScreenshot()
    {
        LogWindow log(10, 10);
        log.open();
        auto* composer = log.window.findChild<Composer*>();
        QSignalSpy wanted(composer, &Composer::screenshotWanted);
        QVERIFY(composer->findChild<QMenu*>() == nullptr);
        composer->setScreenshotOffered(true);
        QAction* take = actionWith(*composer->findChild<QMenu*>(), u"screenshot"_s);
        QVERIFY(take != nullptr);
        take->trigger();
        QCOMPARE(wanted.size(), 1);
        composer->setScreenshotOffered(false);
        QVERIFY(composer->findChild<QMenu*>() == nullptr);
    }

    void aScreenshotGoesWhereItWasWanted()
    {
        const QTemporaryDir folder;
        QFile file(folder.filePath(u"shot.png"_s));
        QVERIFY(file.open(QFile::WriteOnly));
        LogWindow log(10, 10);
        log.open();
        Screenshots screenshots(QDBusConnection(u"none"_s));
        log.window.setScreenshots(screenshots);
        Q_EMIT log.window.findChild<Composer*>()->screenshotWanted();
        log.open(ConversationId(8));
        Q_EMIT screenshots.taken(file.fileName());
        QVERIFY(log.window.findChild<AttachSheet*>() == nullptr);
        auto* box = log.window.findChild<QMessageBox*>();
        QVERIFY2(box != nullptr && box->text().contains(file.fileName()), "the user is told where it is");
        delete box;
        log.open();
        Q_EMIT screenshots.taken(file.fileName());
        QVERIFY(log.window.findChild<AttachSheet*>() != nullptr);
    }

    void aReplyShowsThePictureThatIsAnswered()
    {
        LogWindow log(10, 10);
        log.open();
        auto* composer = log.window.findChild<Composer*>();
        auto* picture = log.window.findChild<ReplyPicture*>();
        Attachment photo = fileNamed("a.jpg");
        composer->beginReply({Seq(5), u"Anna"_s, u"Photo"_s, photo});
        QVERIFY2(!picture->isVisible(), "the file is no picture");
        photo.mime = "image/jpeg";
        photo.width = photo.height = 100;
        composer->beginReply({Seq(5), u"Anna"_s, u"Photo"_s, photo});
        QVERIFY(picture->isVisible());
        composer->endReply();
        QVERIFY(!picture->isVisible());
    }

private:
    static void setState(LogWindow& log, const TimelineRow& row, int file, const FileState& state)
    {
        log.session.files().take(log.session.files().keyOf(row, file), state);
    }
};

TIDEMARK_SUITE(TestUnsentFiles, QApplication)

} // namespace tidemark::unsent_files_test

#include "test_unsent_files.moc"

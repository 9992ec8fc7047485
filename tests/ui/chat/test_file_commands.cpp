// The user chooses, pastes and drops files in the window, and uses the buttons and menus of files in
// messages, by mouse and by keyboard.
#include "tests/main/suite.h"
#include "tests/support/active_window.h"
#include "tests/ui/recorded_session.h"
#include "ui/chat/chat_pane.h"
#include "ui/chat/composer/composer.h"
#include "ui/chat/composer/composer_field.h"
#include "ui/files/attach_sheet.h"
#include "ui/files/chosen_files_list.h"
#include "ui/files/picture_viewer.h"
#include "ui/timeline/message_menu.h"
#include "ui/timeline/timeline_view.h"
#include "ui/widgets/message_box.h"
#include "ui/window/main_window.h"

#include <QAccessible>
#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QDesktopServices>
#include <QDrag>
#include <QDropEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QLineEdit>
#include <QMimeData>
#include <QMouseEvent>
#include <QPushButton>
#include <QTemporaryDir>
#include <QThreadPool>
#include <QUrl>

#include <vector>

namespace tidemark::file_commands_test {

using namespace Qt::StringLiterals;
using Step = FileState::Step;

namespace {

constexpr ConversationId group = test::someConversation;

TimelineItem withFiles(TimelineItem item, std::vector<Attachment> files)
{
    item.text.clear();
    item.attachments = std::move(files);
    return item;
}

std::vector<Attachment> documents(int count)
{
    std::vector<Attachment> files;
    for (int i = 0; i < count; ++i) {
        files.push_back(test::fileNamed("report " + std::to_string(i) + ".pdf"));
    }
    return files;
}

/// The window over a conversation with these messages, which others have sent, and these unsent ones.
struct Fixture : test::RecordedSession {
    explicit Fixture(std::vector<TimelineItem> log, std::vector<TimelineItem> pending = {})
    {
        QObject::connect(&session.chat(), &OpenConversation::timelineWanted, &session,
                         [this](ConversationId, const TimelineQuery&, quint64 tag) { tags.append(tag); });
        QObject::connect(&session.files(), &MessageFiles::fetchWanted, &session,
                         [this](const FileKey& key) { fetched.append(key); });
        QObject::connect(&session.files(), &MessageFiles::cancelWanted, &session,
                         [this](const FileKey& key) { cancelled.append(key); });
        session.chat().timeline().setToday(QDate(2026, 11, 20));
        session.takeConversations({test::summaryOf(group.value, "seven"), channel()});
        session.files().setDownloadLimit(0);
        window.look().setThemeChoice(ThemeChoice::Light);
        window.resize(900, 900);
        window.show();
        test::setActiveWindow(&window);
        session.chat().open(group);
        TimelinePage page;
        page.conversation = group;
        page.first = Seq(1);
        page.last = Seq(log.size());
        page.items = std::move(log);
        page.pending = std::move(pending);
        page.reachesStart = page.reachesEnd = true;
        while (!tags.isEmpty()) {
            session.chat().takeTimeline(page, tags.takeFirst());
        }
        view->settleNow();
        window.grab();
    }

    /// A channel of another user, in which this one may not write.
    static ConversationSummary channel()
    {
        ConversationSummary made = test::summaryOf(8, "eight");
        made.kind = ConversationKind::Channel;
        made.role = Role::Member;
        return made;
    }

    [[nodiscard]] TimelineRow row(int index) const { return view->rowAt(index); }
    /// The rows of messages, from the top.
    [[nodiscard]] int messageRow(int number) const
    {
        for (int index = 0; index < view->model()->rowCount(); ++index) {
            if (row(index).isMessage() && number-- == 0) {
                return index;
            }
        }
        return -1;
    }
    [[nodiscard]] TimelineLayout::File place(int message, int file) const
    {
        const int index = messageRow(message);
        for (TimelineLayout::File one : view->layoutFor(index)->files) {
            if (one.index == file) {
                const QPoint offset = view->optionFor(index).rect.topLeft();
                one.rect.translate(offset);
                one.button.translate(offset);
                return one;
            }
        }
        return {};
    }
    void setState(int message, int file, const FileState& state)
    {
        session.files().take(session.files().keyOf(row(messageRow(message)), file), state);
        window.grab();
    }
    void clickButton(int message, int file)
    {
        QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, place(message, file).button.center());
    }
    /// Opens the menu by mouse, and returns it.
    MessageMenu* menuAt(QPoint at)
    {
        QContextMenuEvent event(QContextMenuEvent::Mouse, at, view->viewport()->mapToGlobal(at));
        QApplication::sendEvent(view->viewport(), &event);
        return menu();
    }
    /// The menu that is open.
    [[nodiscard]] MessageMenu* menu() const
    {
        return qobject_cast<MessageMenu*>(QApplication::activePopupWidget());
    }
    /// Chooses an entry of the open menu; false: there is none. Closes the menu.
    bool choose(const QString& words)
    {
        MessageMenu* open = menu();
        bool isThere = false;
        for (QAction* action : open->actions()) {
            if (!isThere && action->text().section(u'\t', 0, 0) == words) {
                isThere = true;
                action->trigger();
            }
        }
        delete open;
        return isThere;
    }
    [[nodiscard]] AttachSheet* sheet() const { return window.findChild<AttachSheet*>(); }
    [[nodiscard]] QStringList filesInSheet() const
    {
        QStringList names;
        const auto* list = sheet() == nullptr ? nullptr : sheet()->findChild<ChosenFilesList*>();
        for (int i = 0; list != nullptr && i < list->count(); ++i) {
            names += list->item(i)->text();
        }
        return names;
    }

    QList<quint64> tags;
    QList<FileKey> fetched;
    QList<FileKey> cancelled;
    MainWindow window{session};
    TimelineView* view = window.findChild<TimelineView*>();
    ComposerField* field = window.findChild<ComposerField*>();
};

/// Notes what the desktop would open.
class Desktop : public QObject {
    Q_OBJECT
public:
    Desktop() { QDesktopServices::setUrlHandler(u"file"_s, this, "open"); }
    ~Desktop() override { QDesktopServices::unsetUrlHandler(u"file"_s); }

    QList<QUrl> opened;

public Q_SLOTS:
    void open(const QUrl& url) { opened.append(url); }
};

QString makeFile(const QTemporaryDir& folder, const QString& name, const QByteArray& bytes)
{
    QFile file(folder.filePath(name));
    return file.open(QFile::WriteOnly) && file.write(bytes) == bytes.size() ? file.fileName() : QString();
}

FileState heldAt(const QString& path)
{
    FileState state{Step::Held, 20480, 20480};
    state.path = path.toStdString();
    return state;
}

} // namespace

class TestFileCommands : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { test::failOnAnyWarning(); }

    // ---- choosing, pasting and dropping

    void theKeyOfThePaperClipLetsTheUserChoose()
    {
        const QTemporaryDir folder;
        const QString file = makeFile(folder, u"notes.txt"_s, "notes");
        Fixture fixture({test::messageItem(1)});
        QTest::keyClick(fixture.field, Qt::Key_O, Qt::ControlModifier);
        auto* dialog = fixture.window.findChild<QFileDialog*>();
        QVERIFY(dialog != nullptr);
        QVERIFY(fixture.sheet() == nullptr);
        dialog->findChild<QLineEdit*>()->setText(file);
        QTest::keyClick(dialog->findChild<QLineEdit*>(), Qt::Key_Return);
        QCOMPARE(fixture.filesInSheet(), QStringList{u"notes.txt"_s});
    }

    void whereTheUserMayNotWriteNothingIsAttached()
    {
        const QTemporaryDir folder;
        const QString file = makeFile(folder, u"notes.txt"_s, "notes");
        Fixture fixture({test::messageItem(1)});
        fixture.session.chat().open(ConversationId(8));
        QTest::keyClick(&fixture.window, Qt::Key_O, Qt::ControlModifier);
        QVERIFY(fixture.window.findChild<QFileDialog*>() == nullptr);
        QMimeData dropped;
        dropped.setUrls({QUrl::fromLocalFile(file)});
        QDragEnterEvent enter({300, 300}, Qt::CopyAction, &dropped, Qt::LeftButton, {});
        QApplication::sendEvent(fixture.view->viewport(), &enter);
        QVERIFY(!enter.isAccepted());
    }

    void whatIsPastedIsAttached_data()
    {
        QTest::addColumn<QByteArray>("format");
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<int>("files");
        QTest::newRow("a picture") << QByteArray("image/png") << QByteArray("not decoded here") << 1;
        QTest::newRow("a list of addresses")
            << QByteArray("text/uri-list")
            << QByteArray("# a comment\r\nfile:///etc/hostname\r\nfile:///etc/passwd\r\n") << 2;
        QTest::newRow("addresses of the network")
            << QByteArray("text/uri-list") << QByteArray("https://example.org/a.png\r\n") << 0;
        QTest::newRow("a drawing as text") << QByteArray("image/svg+xml") << QByteArray("<svg/>") << 0;
    }
    void whatIsPastedIsAttached()
    {
        QFETCH(QByteArray, format);
        QFETCH(QByteArray, bytes);
        QFETCH(int, files);
        Fixture fixture({test::messageItem(1)});
        auto* copied = new QMimeData;
        copied->setData(QString::fromLatin1(format), bytes);
        QApplication::clipboard()->setMimeData(copied);
        fixture.field->setFocus();
        QTest::keySequence(fixture.field, QKeySequence::Paste);
        QCOMPARE(fixture.filesInSheet().size(), files);
    }

    void textWinsOverAPictureOfIt()
    {
        Fixture fixture({test::messageItem(1)});
        auto* copied = new QMimeData; // as spreadsheets offer it
        copied->setText(u"12\t13"_s);
        copied->setData(u"image/png"_s, "a picture of the cells");
        QApplication::clipboard()->setMimeData(copied);
        fixture.field->setFocus();
        QTest::keySequence(fixture.field, QKeySequence::Paste);
        QVERIFY(fixture.sheet() == nullptr);
        QVERIFY2(fixture.field->toPlainText().startsWith(u"12"_s), qPrintable(fixture.field->toPlainText()));
    }

    void whatIsDroppedIsAttached()
    {
        const QTemporaryDir folder;
        QMimeData dropped;
        dropped.setUrls({QUrl::fromLocalFile(makeFile(folder, u"b.txt"_s, "b")),
                         QUrl::fromLocalFile(makeFile(folder, u"a.txt"_s, "a"))});
        Fixture fixture({test::messageItem(1)});
        for (QWidget* place : {fixture.view->viewport(), fixture.field->viewport()}) {
            QDragEnterEvent enter({5, 5}, Qt::CopyAction, &dropped, Qt::LeftButton, {});
            QApplication::sendEvent(place, &enter);
            QVERIFY(enter.isAccepted());
            QDropEvent drop({5, 5}, Qt::CopyAction, &dropped, Qt::LeftButton, {});
            QApplication::sendEvent(place, &drop);
            QCOMPARE(fixture.filesInSheet(), (QStringList{u"b.txt"_s, u"a.txt"_s}));
            QCOMPARE(fixture.session.chat().current(), group);
            delete fixture.sheet();
        }
    }

    // ---- the button on a file

    void theButtonOfAnUnsentFileDoesWhatItShows()
    {
        TimelineItem paused = withFiles(test::pendingItem(2), documents(1));
        paused.isPaused = true;
        TimelineItem failed = withFiles(test::pendingItem(3), documents(1));
        failed.delivery = Delivery::Failed;
        failed.error = protocol::ErrorCode::ServerStorageFull;
        Fixture fixture({test::messageItem(1)},
                        {withFiles(test::pendingItem(1), documents(3)), paused, failed});
        fixture.setState(1, 1, {Step::Moving, 1000, 20480});
        fixture.clickButton(1, 1);
        QCOMPARE(fixture.all<input::RemoveAttachment>().size(), 1U);
        QCOMPARE(fixture.all<input::RemoveAttachment>()[0].index, 1U);
        QCOMPARE(fixture.all<input::RemoveAttachment>()[0].uuid, test::uuidOf(1));

        fixture.setState(2, 0, {Step::Paused, 1000, 20480});
        fixture.clickButton(2, 0);
        QCOMPARE(fixture.all<input::PausePending>().size(), 1U);
        QCOMPARE(fixture.all<input::PausePending>()[0].paused, false);
        QCOMPARE(fixture.all<input::PausePending>()[0].uuid, test::uuidOf(2));

        fixture.setState(3, 0, {Step::Failed, 0, 20480, protocol::ErrorCode::ServerStorageFull});
        fixture.clickButton(3, 0);
        QCOMPARE(fixture.all<input::RetryPending>().size(), 1U);
        QCOMPARE(fixture.all<input::RetryPending>()[0].uuid, test::uuidOf(3));
        QVERIFY(fixture.all<input::DeletePending>().empty());
    }

    void theOnlyFileOfAMessageTakesTheMessageAlong()
    {
        Fixture fixture({test::messageItem(1)}, {withFiles(test::pendingItem(1), documents(1))});
        fixture.setState(1, 0, {Step::Waiting, 0, 20480});
        fixture.clickButton(1, 0);
        QCOMPARE(fixture.all<input::DeletePending>().size(), 1U);
        QVERIFY(fixture.all<input::RemoveAttachment>().empty());
    }

    void theButtonOfAReceivedFileDoesWhatItShows()
    {
        Fixture fixture({withFiles(test::messageItem(1), documents(2))});
        const auto key = [](std::uint32_t file) { return FileKey{group, Seq(1), {}, file}; };
        fixture.clickButton(0, 1);
        QCOMPARE(fixture.fetched, QList{key(1)});
        fixture.setState(0, 1, {Step::Moving, 1000, 20480});
        fixture.clickButton(0, 1);
        QCOMPARE(fixture.cancelled, QList{key(1)});
        fixture.setState(0, 1, {Step::Failed, 0, 20480, protocol::ErrorCode::DeviceStorageFull});
        fixture.clickButton(0, 1);
        QCOMPARE(fixture.fetched, (QList{key(1), key(1)}));
    }

    // ---- the menu

    void aMessageThatIsBeingSentCanBePausedAndSentNow()
    {
        Fixture fixture({test::messageItem(1)},
                        {withFiles(test::pendingItem(1), documents(2)), test::pendingItem(2, "and this")});
        const QPoint second = fixture.place(1, 1).rect.topLeft() + QPoint(3, 3);
        QVERIFY(fixture.menuAt(second) != nullptr);
        QVERIFY(fixture.choose(u"Pause"_s));
        QCOMPARE(fixture.all<input::PausePending>().front().paused, true);
        fixture.menuAt(second);
        QVERIFY(fixture.choose(u"Send now"_s));
        QCOMPARE(fixture.all<input::SendNow>().front().uuid, test::uuidOf(1));
        fixture.menuAt(second);
        QVERIFY(fixture.choose(u"Remove from message"_s));
        QCOMPARE(fixture.all<input::RemoveAttachment>().front().index, 1U);
        // The text behind it can leave the queue, and has no files.
        const QRect behind = fixture.view->visualRect(fixture.view->model()->index(fixture.messageRow(2), 0));
        fixture.menuAt(QPoint(behind.right() - 60, behind.center().y()));
        QVERIFY(fixture.choose(u"Send now"_s));
        QCOMPARE(fixture.all<input::SendNow>().back().uuid, test::uuidOf(2));
        fixture.menuAt(QPoint(behind.right() - 60, behind.center().y()));
        QVERIFY(!fixture.choose(u"Pause"_s));
    }

    void eachOfTenFilesIsCommandedByKeyboard()
    {
        Fixture fixture({withFiles(test::messageItem(1), documents(10))},
                        {withFiles(test::pendingItem(1), documents(10))});
        for (const int message : {0, 1}) {
            fixture.view->setFocus();
            fixture.view->setCurrentIndex(fixture.view->model()->index(fixture.messageRow(message), 0));
            for (int file = 0; file < 10; ++file) {
                QTest::keyClick(fixture.view, Qt::Key_Right);
                QTest::keyClick(fixture.view, Qt::Key_Return);
                openMenuByKey(fixture);
                QVERIFY(fixture.choose(message == 0 ? u"Download"_s : u"Remove from message"_s));
                if (message == 0) {
                    QCOMPARE(fixture.fetched.size(), 2 * file + 2);
                    QCOMPARE(fixture.fetched[2 * file].index, std::uint32_t(file));
                    QCOMPARE(fixture.fetched[2 * file + 1].index, std::uint32_t(file));
                } else {
                    // Enter does what the button shows: it takes a waiting file out.
                    QCOMPARE(fixture.all<input::RemoveAttachment>().size(), std::size_t(2 * file + 2));
                    QCOMPARE(fixture.all<input::RemoveAttachment>().back().index, std::uint32_t(file));
                }
            }
            QTest::keyClick(fixture.view, Qt::Key_Right); // there is no eleventh
            QVERIFY(fixture.view->chosenPart(fixture.view->currentIndex()).endsWith(u"file 10 of 10"_s));
            QTest::keyClick(fixture.view, Qt::Key_Left);
            QVERIFY(fixture.view->chosenPart(fixture.view->currentIndex()).endsWith(u"file 9 of 10"_s));
        }
        QTest::keyClick(fixture.view, Qt::Key_Up);
        QCOMPARE(fixture.view->chosenPart(fixture.view->currentIndex()), QString());
    }

    void theChosenFileIsMarked()
    {
        Fixture fixture({withFiles(test::messageItem(1), documents(2))});
        fixture.view->setFocus();
        fixture.view->setCurrentIndex(fixture.view->model()->index(fixture.messageRow(0), 0));
        const auto at = [&fixture](int file) {
            return fixture.view->viewport()->grab(fixture.place(0, file).rect).toImage();
        };
        const QImage before = at(1);
        QTest::keyClick(fixture.view, Qt::Key_Left); // the last one
        QVERIFY(at(1) != before);
        const QImage first = at(0);
        QTest::keyClick(fixture.view, Qt::Key_Left);
        QVERIFY(at(1) != before || at(0) != first);
        QVERIFY(at(0) != first);
    }

    // ---- what is said of a file

    void screenReadersHearTheStateOfAFile()
    {
        Fixture fixture(
            {withFiles(test::messageItem(1), {test::pictureNamed("a.jpg"), test::fileNamed("b.pdf")})});
        const auto spoken = [&fixture] {
            return fixture.view->model()
                ->index(fixture.messageRow(0), 0)
                .data(Qt::AccessibleTextRole)
                .toString();
        };
        const QString beginning = u"User 2: Photo, 640 by 480, "_s;
        QVERIFY2(spoken().startsWith(beginning + u"not downloaded, File b.pdf, 20.5 kB, not downloaded"_s),
                 qPrintable(spoken()));
        QStringList heard;
        QObject::connect(fixture.view->model(), &QAbstractItemModel::dataChanged, fixture.view,
                         [&](const QModelIndex&, const QModelIndex&, const QList<int>& roles) {
                             if (roles.contains(Qt::AccessibleTextRole)) {
                                 heard += spoken().mid(beginning.size()).section(u',', 0, 0);
                             }
                         });
        fixture.setState(0, 0, {Step::Waiting, 0, 20480});
        fixture.setState(0, 0, {Step::Moving, 1000, 20480});
        fixture.setState(0, 0, {Step::Moving, 2000, 20480}); // not each part
        fixture.setState(0, 0, {Step::Failed, 2000, 20480, protocol::ErrorCode::DeviceStorageFull});
        fixture.setState(0, 0, heldAt(u"/dev/null"_s));
        QCOMPARE(heard,
                 (QStringList{u"waiting"_s, u"being downloaded"_s, u"The disk is full"_s, u"File b.pdf"_s}));
    }

    void aFailedDownloadShowsWhy_data()
    {
        QTest::addColumn<Attachment>("file");
        QTest::newRow("a file") << test::fileNamed("b.pdf");
        QTest::newRow("a picture") << test::pictureNamed("a.jpg");
        Attachment narrow = test::pictureNamed("n.jpg");
        narrow.width = 100;
        QTest::newRow("a narrow picture, which needs two lines") << narrow;
    }
    /// The reason is painted: the tile differs from that of another reason.
    void aFailedDownloadShowsWhy()
    {
        QFETCH(Attachment, file);
        Fixture fixture({withFiles(test::messageItem(1), {file})});
        const auto shownFor = [&fixture](protocol::ErrorCode error) {
            fixture.setState(0, 0, {Step::Failed, 0, 20480, error});
            return fixture.view->viewport()->grab(fixture.place(0, 0).rect).toImage();
        };
        const QImage isFull = shownFor(protocol::ErrorCode::DeviceStorageFull);
        QVERIFY(shownFor(protocol::ErrorCode::HashMismatch) != isFull);
        QVERIFY(shownFor(protocol::ErrorCode::NoSuchEntry) != isFull);
    }

    // ---- saving and dragging out

    void aFileIsSavedWhereTheUserWants()
    {
        const QTemporaryDir folder;
        Fixture fixture({withFiles(test::messageItem(1), {test::fileNamed("../report.pdf")})});
        fixture.setState(0, 0, heldAt(makeFile(folder, u"0123abcd"_s, "%PDF-1.7")));
        const auto saveAs = [&fixture](const QString& path) {
            fixture.menuAt(fixture.place(0, 0).rect.center());
            QVERIFY(fixture.choose(u"Save as…"_s));
            auto* dialog = fixture.window.findChild<QFileDialog*>();
            QVERIFY(dialog != nullptr);
            auto* name = dialog->findChild<QLineEdit*>();
            QVERIFY2(name->text().endsWith(u"report.pdf"_s) && !name->text().contains(u'/'),
                     qPrintable(name->text()));
            name->setText(path);
            QTest::keyClick(name, Qt::Key_Return);
            delete dialog;
        };
        const QString chosen = folder.filePath(u"kept.pdf"_s);
        saveAs(chosen);
        const auto bytesOf = [](const QString& path) {
            QFile file(path);
            return file.open(QFile::ReadOnly) ? file.readAll() : QByteArray();
        };
        QTRY_COMPARE(bytesOf(chosen), QByteArray("%PDF-1.7"));
        QVERIFY(fixture.window.findChild<MessageBox*>() == nullptr);

        QVERIFY(QFile::remove(folder.filePath(u"0123abcd"_s)));
        saveAs(folder.filePath(u"again.pdf"_s));
        QTRY_VERIFY(fixture.window.findChild<MessageBox*>() != nullptr);
        QVERIFY(fixture.window.findChild<MessageBox*>()->text().startsWith(u"The file could not be saved"_s));
        QVERIFY(!QFile::exists(folder.filePath(u"again.pdf"_s)));
    }

    void aFileIsDraggedOutOfTheWindow()
    {
        const QTemporaryDir folder;
        Fixture fixture({withFiles(test::messageItem(1), documents(2))});
        const auto dragFrom = [&fixture](int file) {
            QWidget* viewport = fixture.view->viewport();
            const QPoint from = fixture.place(0, file).rect.center();
            QTest::mousePress(viewport, Qt::LeftButton, {}, from);
            for (const int step : {2, 40}) {
                const QPoint to = from + QPoint(step, 0);
                QMouseEvent move(QEvent::MouseMove, to, viewport->mapToGlobal(to), Qt::NoButton,
                                 Qt::LeftButton, {});
                QApplication::sendEvent(viewport, &move);
                QVERIFY2(step > 2 || fixture.view->findChild<QDrag*>() == nullptr, "the hand trembles");
            }
            QTest::mouseRelease(viewport, Qt::LeftButton, {}, from + QPoint(40, 0));
        };
        dragFrom(1);
        QVERIFY2(fixture.view->findChild<QDrag*>() == nullptr, "it is not downloaded");
        const QString held = makeFile(folder, u"0123abcd"_s, "%PDF-1.7");
        fixture.setState(0, 1, heldAt(held));
        dragFrom(0);
        QVERIFY2(fixture.view->findChild<QDrag*>() == nullptr, "only the other one is here");
        Desktop desktop;
        dragFrom(1);
        // This platform gives up each drag at once. Its object lives until the next turn of the event loop.
        auto* drag = fixture.view->findChild<QDrag*>();
        QVERIFY(drag != nullptr);
        const QList<QUrl> urls = drag->mimeData()->urls();
        QCOMPARE(urls.size(), 1);
        QFile copy(urls.first().toLocalFile());
        QVERIFY(copy.fileName() != held);
        QCOMPARE(QFileInfo(copy).fileName(), u"report 1.pdf"_s);
        QVERIFY(copy.open(QFile::ReadOnly));
        QCOMPARE(copy.readAll(), QByteArray("%PDF-1.7"));
        QVERIFY2(desktop.opened.isEmpty(), "a drag is no click");
    }

    // ---- opening

    void aProgramIsOpenedOnlyAfterAQuestion_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<bool>("asks");
        QTest::newRow("a script") << u"run.sh"_s << QByteArray("echo") << true;
        QTest::newRow("a script that is called text") << u"notes.txt"_s << QByteArray("#!/bin/sh\n") << true;
        QTest::newRow("a starter") << u"a.desktop"_s << QByteArray("[Desktop Entry]") << true;
        QTest::newRow("a document") << u"report.pdf"_s << QByteArray("%PDF-1.7") << false;
    }
    void aProgramIsOpenedOnlyAfterAQuestion()
    {
        QFETCH(QString, name);
        QFETCH(QByteArray, bytes);
        QFETCH(bool, asks);
        const QTemporaryDir folder;
        const QString held = makeFile(folder, u"0123abcd"_s, bytes);
        Desktop desktop;
        Fixture fixture({withFiles(test::messageItem(1), {test::fileNamed(name.toStdString())})});
        fixture.setState(0, 0, heldAt(held));
        const auto click = [&fixture] {
            QTest::mouseClick(fixture.view->viewport(), Qt::LeftButton, {},
                              {fixture.place(0, 0).rect.right() - 10, fixture.place(0, 0).rect.center().y()});
        };
        click();
        auto* question = fixture.window.findChild<MessageBox*>();
        QCOMPARE(question != nullptr, asks);
        if (asks) {
            QVERIFY(question->text().contains(name));
            QVERIFY(question->defaultButton() == question->button(MessageBox::Cancel));
            QTest::keyClick(question, Qt::Key_Return);
            QVERIFY(!question->isVisible());
            delete question;
            click();
            fixture.window.findChild<MessageBox*>()->button(MessageBox::Open)->click();
        }
        QTRY_COMPARE(desktop.opened.size(), 1); // after the copy is made
        const QFileInfo copy(desktop.opened[0].toLocalFile());
        QCOMPARE(copy.fileName(), name);
        QVERIFY(!copy.isExecutable());
        QVERIFY2(copy.absolutePath() != folder.path(), "programs get a copy");
    }

    void nothingIsOpenedOnCancel()
    {
        const QTemporaryDir folder;
        Desktop desktop;
        Fixture fixture({withFiles(test::messageItem(1), {test::fileNamed("run.sh")})});
        fixture.setState(0, 0, heldAt(makeFile(folder, u"held"_s, "echo")));
        fixture.view->setFocus();
        fixture.view->setCurrentIndex(fixture.view->model()->index(fixture.messageRow(0), 0));
        QTest::keyClick(fixture.view, Qt::Key_Return);
        auto* question = fixture.window.findChild<MessageBox*>();
        QVERIFY(question != nullptr);
        QTest::keyClick(question, Qt::Key_Escape);
        QThreadPool::globalInstance()->waitForDone(); // a copy would be made there, and then opened
        QCoreApplication::sendPostedEvents();
        QVERIFY(desktop.opened.isEmpty());
    }

    void aPictureIsOpenedInTheViewer()
    {
        Fixture fixture(
            {withFiles(test::messageItem(1), {test::pictureNamed("a.jpg"), test::pictureNamed("b.jpg")})});
        QTest::mouseClick(fixture.view->viewport(), Qt::LeftButton, {},
                          fixture.place(0, 1).rect.topLeft() + QPoint(5, 5));
        auto* viewer = fixture.window.findChild<PictureViewer*>();
        QVERIFY(viewer != nullptr);
        QCOMPARE(viewer->current().key.index, 1U);
    }

private:
    static void openMenuByKey(Fixture& fixture)
    {
        QContextMenuEvent event(QContextMenuEvent::Keyboard, QPoint(5, 5),
                                fixture.view->mapToGlobal(QPoint(5, 5)));
        QApplication::sendEvent(fixture.view, &event);
    }
};

TIDEMARK_SUITE(TestFileCommands, QApplication)

} // namespace tidemark::file_commands_test

#include "test_file_commands.moc"

#include "tests/main/suite.h"
#include "tests/ui/recorded_session.h"
#include "ui/files/copied_file.h"
#include "ui/files/picture_canvas.h"
#include "ui/files/picture_viewer.h"
#include "ui/files/program_files.h"

#include <QAccessible>
#include <QApplication>
#include <QClipboard>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QMimeData>
#include <QMouseEvent>
#include <QTemporaryDir>
#include <QToolButton>
#include <QUrl>
#include <QWheelEvent>

namespace tidemark::picture_viewer_test {

using namespace Qt::StringLiterals;

namespace {

AttachmentItem itemOf(std::uint64_t seq)
{
    AttachmentItem item;
    item.key = {test::someConversation, Seq(seq), {}, 0};
    item.attachment.hash.bytes[0] = std::uint8_t(seq);
    item.attachment.mime = "image/jpeg";
    item.attachment.name = "<b>a</b>.jpg";
    item.attachment.size = 50000000;
    item.attachment.width = 1024;
    item.attachment.height = 768;
    item.authorName = "Anna";
    item.at = UnixMs{test::someMoment};
    return item;
}

/// The viewer over a conversation with pictures in messages 1..`pictures`.
struct Fixture : test::RecordedSession {
    explicit Fixture(std::uint64_t pictures, std::uint64_t first)
    {
        session.takeConversations({test::summaryOf(test::someConversation.value, "seven")});
        session.chat().open(test::someConversation);
        QObject::connect(&session, &ChatSession::attachmentsWanted, &session,
                         [this, pictures](const AttachmentQuery& query, quint64 tag) {
                             const std::uint64_t from =
                                 query.before.isValid() ? query.before.value - 1 : pictures;
                             QList<AttachmentItem> page;
                             for (std::uint64_t seq = from; seq > 0 && page.size() < query.limit; --seq) {
                                 page.append(itemOf(seq));
                             }
                             queries.append(query);
                             Q_EMIT session.attachmentsLoaded(page, tag);
                         });
        QObject::connect(&session.files(), &MessageFiles::fetchWanted, &session,
                         [this](const FileKey& key) { fetched.append(key.seq); });
        actions = std::make_unique<FileActions>([this]() -> PictureDecoder& { return decoder; }, window);
        viewer = new PictureViewer(session, theme, *actions, itemOf(first), &window);
        viewer->setAttribute(Qt::WA_DeleteOnClose, false);
        viewer->show();
    }
    [[nodiscard]] QToolButton* button(const QString& name) const
    {
        for (QToolButton* one : viewer->findChildren<QToolButton*>()) {
            if (one->accessibleName() == name) {
                return one;
            }
        }
        return nullptr;
    }
    void press(Qt::Key key, Qt::KeyboardModifiers modifiers = {})
    {
        QTest::keyClick(canvas(), key, modifiers);
    }
    [[nodiscard]] PictureCanvas* canvas() const { return viewer->findChild<PictureCanvas*>(); }
    void turnWheel(const QPointF& at, int notches)
    {
        constexpr int notch = 120;
        QWheelEvent event(at, canvas()->mapToGlobal(at), {}, {0, notches * notch}, Qt::NoButton, {},
                          Qt::NoScrollPhase, false);
        QApplication::sendEvent(canvas(), &event);
    }
    /// Drags with the left button, and releases it.
    void drag(const QPoint& from, const QPoint& to)
    {
        QTest::mousePress(canvas(), Qt::LeftButton, {}, from);
        QMouseEvent move(QEvent::MouseMove, to, canvas()->mapToGlobal(to), Qt::NoButton, Qt::LeftButton, {});
        QApplication::sendEvent(canvas(), &move);
        QTest::mouseRelease(canvas(), Qt::LeftButton, {}, to);
    }
    /// The current picture is on this device.
    void hold(const QString& path)
    {
        FileState held{FileState::Step::Held, 0, 50000000};
        held.path = path.toStdString();
        session.files().take(viewer->current().key, held);
    }
    [[nodiscard]] Seq current() const { return viewer->current().key.seq; }

    QWidget window;
    Theme theme = themeFor(ThemeChoice::Light, {});
    PictureDecoder decoder{QStringLiteral(TIDEMARK_BIN_DIR "/tidemark-pictures"), {}};
    std::unique_ptr<FileActions> actions;
    PictureViewer* viewer = nullptr;
    QList<AttachmentQuery> queries;
    QList<Seq> fetched;
};

} // namespace

class TestPictureViewer : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { test::failOnAnyWarning(); }

    void arrowsGoThroughTheConversation()
    {
        Fixture fixture(3, 2);
        fixture.press(Qt::Key_Left);
        QCOMPARE(fixture.current(), Seq(1));
        QVERIFY(!fixture.button(u"Previous photo"_s)->isEnabled());
        fixture.press(Qt::Key_Left);
        QCOMPARE(fixture.current(), Seq(1));
        fixture.press(Qt::Key_Right);
        fixture.press(Qt::Key_Right);
        QCOMPARE(fixture.current(), Seq(3));
        QVERIFY(!fixture.button(u"Next photo"_s)->isEnabled());
        fixture.button(u"Previous photo"_s)->click();
        QCOMPARE(fixture.current(), Seq(2));
        fixture.press(Qt::Key_Escape);
        QVERIFY(!fixture.viewer->isVisible());
    }

    void olderPicturesAreLoadedAsFarAsNeeded()
    {
        Fixture fixture(500, 300);
        QCOMPARE(fixture.queries.constFirst().kind, AttachmentQuery::Kind::Pictures);
        const qsizetype asked = fixture.queries.size();
        QVERIFY2(asked >= 4 && asked <= 5, qPrintable(QString::number(asked)));
        for (int i = 0; i < 100; ++i) {
            fixture.press(Qt::Key_Left);
        }
        QCOMPARE(fixture.current(), Seq(200));
        QVERIFY(fixture.queries.size() > asked);
    }

    void whatIsShownIsDownloaded()
    {
        Fixture fixture(3, 2);
        QCOMPARE(fixture.fetched, QList{Seq(2)}); // however large it is
        QVERIFY(!fixture.button(u"Save as…"_s)->isEnabled());
        FileState held{FileState::Step::Held, 0, 50000000};
        held.path = "/dev/null";
        fixture.session.files().take(itemOf(2).key, held);
        QVERIFY(fixture.button(u"Save as…"_s)->isEnabled());
    }

    void keysZoomAndMove()
    {
        Fixture fixture(3, 2);
        auto* canvas = fixture.viewer->findChild<PictureCanvas*>();
        fixture.press(Qt::Key_Plus);
        QVERIFY(canvas->zoom() > 1);
        fixture.press(Qt::Key_Right);
        QCOMPARE(fixture.current(), Seq(2)); // moves the picture
        fixture.press(Qt::Key_0);
        QCOMPARE(canvas->zoom(), 1.0);
        fixture.press(Qt::Key_Right);
        QCOMPARE(fixture.current(), Seq(3));
    }

    void keysMoveTheEnlargedPicture()
    {
        Fixture fixture(3, 2);
        for (int i = 0; i < 6; ++i) {
            fixture.press(Qt::Key_Plus);
        }
        const QRectF before = fixture.canvas()->place();
        fixture.press(Qt::Key_Right);
        QCOMPARE(fixture.canvas()->place(), before.translated(-80, 0));
        fixture.press(Qt::Key_Down);
        QCOMPARE(fixture.canvas()->place(), before.translated(-80, -80));
        fixture.press(Qt::Key_Left);
        fixture.press(Qt::Key_Up);
        QCOMPARE(fixture.canvas()->place(), before);
        for (int i = 0; i < 100; ++i) {
            fixture.press(Qt::Key_Left);
        }
        QCOMPARE(fixture.canvas()->place().left(), 0.0); // no further than its edge
    }

    void theWheelZoomsWhereThePointerIs()
    {
        Fixture fixture(3, 2);
        PictureCanvas* canvas = fixture.canvas();
        const QRectF whole = canvas->place();
        canvas->zoomBy(4);
        const QPointF pointer = QRectF(canvas->rect()).center() + QPointF(40, -30);
        const auto under = [&] {
            const QPointF inside = pointer - canvas->place().topLeft();
            return QPointF(inside.x() / canvas->place().width(), inside.y() / canvas->place().height());
        };
        const QPointF before = under();
        fixture.turnWheel(pointer, 1);
        QCOMPARE(canvas->zoom(), 5.0);
        QVERIFY((under() - before).manhattanLength() < 1e-9);
        fixture.turnWheel(pointer, -1);
        QCOMPARE(canvas->zoom(), 4.0);
        fixture.turnWheel(pointer, -100);
        QCOMPARE(canvas->zoom(), 1.0);
        QCOMPARE(canvas->place(), whole);
        fixture.turnWheel(pointer, 100);
        QVERIFY2(canvas->zoom() <= 16, "as close as there is something to see");
    }

    void theMouseMovesThePictureAsFarAsItsEdges()
    {
        Fixture fixture(3, 2);
        PictureCanvas* canvas = fixture.canvas();
        canvas->zoomBy(4);
        const QRectF before = canvas->place();
        fixture.drag({200, 150}, {230, 170});
        QCOMPARE(canvas->place(), before.translated(30, 20));
        fixture.drag({10, 10}, {10000, 10000});
        QCOMPARE(canvas->place().topLeft(), QPointF(0, 0));
        fixture.drag({10, 10}, {-10000, -10000});
        QVERIFY((canvas->place().bottomRight() - QPointF(canvas->width(), canvas->height())).manhattanLength()
                < 1e-6);
        QCOMPARE(fixture.current(), Seq(2));
        QVERIFY(fixture.viewer->isVisible());
    }

    void aDoubleClickComesCloserAndBack()
    {
        Fixture fixture(3, 2);
        PictureCanvas* canvas = fixture.canvas();
        const QRectF whole = canvas->place();
        const QPoint at = canvas->rect().center() + QPoint(50, 20);
        QTest::mouseDClick(canvas, Qt::LeftButton, {}, at);
        QCOMPARE(canvas->zoom(), 2.5);
        QTest::mouseDClick(canvas, Qt::LeftButton, {}, at);
        QCOMPARE(canvas->place(), whole);
        QVERIFY(fixture.viewer->isVisible());
    }

    void aClickBesideThePictureClosesTheViewer()
    {
        Fixture fixture(3, 2);
        fixture.viewer->resize(1000, 400);
        const QPoint beside(5, fixture.canvas()->height() / 2);
        QVERIFY(!fixture.canvas()->place().contains(beside));
        fixture.drag(beside, beside + QPoint(0, 60));
        QVERIFY2(fixture.viewer->isVisible(), "it is no click");
        QTest::mouseClick(fixture.canvas(), Qt::LeftButton, {}, fixture.canvas()->rect().center());
        QVERIFY(fixture.viewer->isVisible());
        QTest::mouseClick(fixture.canvas(), Qt::LeftButton, {}, beside);
        QVERIFY(!fixture.viewer->isVisible());
    }

    void keysSaveAndCopyThePicture()
    {
        const QTemporaryDir folder;
        QImage colours(60, 40, QImage::Format_RGB32);
        colours.fill(Qt::red);
        const QString path = folder.filePath(u"held"_s);
        QVERIFY(colours.save(path, "PNG"));
        Fixture fixture(3, 2);
        QGuiApplication::clipboard()->clear();
        fixture.press(Qt::Key_S, Qt::ControlModifier);
        QVERIFY2(fixture.window.findChild<QFileDialog*>() == nullptr, "it is not downloaded");
        fixture.hold(path);
        fixture.press(Qt::Key_S);
        QVERIFY(fixture.window.findChild<QFileDialog*>() == nullptr);
        fixture.press(Qt::Key_S, Qt::ControlModifier);
        auto* dialog = fixture.window.findChild<QFileDialog*>();
        QVERIFY(dialog != nullptr);
        dialog->close();
        fixture.press(Qt::Key_C, Qt::ControlModifier);
        QTRY_COMPARE(QGuiApplication::clipboard()->image().size(), QSize(60, 40));
    }

    void thePictureIsCopied()
    {
        const QTemporaryDir folder;
        QImage colours(60, 40, QImage::Format_RGB32);
        colours.fill(Qt::red);
        const QString path = folder.filePath(u"held"_s);
        QVERIFY(colours.save(path, "PNG"));
        Fixture fixture(3, 2);
        QToolButton* copy = fixture.button(u"Copy picture"_s);
        QVERIFY2(!copy->isEnabled(), "it is not downloaded");
        FileState held{FileState::Step::Held, 0, 50000000};
        held.path = path.toStdString();
        fixture.session.files().take(itemOf(2).key, held);
        QGuiApplication::clipboard()->clear();
        QTest::mouseClick(copy, Qt::LeftButton);
        QTRY_COMPARE(QGuiApplication::clipboard()->image().size(), QSize(60, 40));
        QCOMPARE(QGuiApplication::clipboard()->image().pixelColor(30, 20), QColor(Qt::red));
    }

    void screenReadersHearThePicture()
    {
        Fixture fixture(3, 2);
        QAccessibleInterface* canvas =
            QAccessible::queryAccessibleInterface(fixture.viewer->findChild<PictureCanvas*>());
        QCOMPARE(canvas->text(QAccessible::Name), u"Photo, 1,024 by 768, not downloaded, from Anna"_s);
    }

    void programsAreKnown()
    {
        QVERIFY(isProgram(u"setup.EXE"_s, {}));
        QVERIFY(isProgram(u"photo.png.sh"_s, {}));
        QVERIFY(isProgram(u"notes.txt"_s, "#!/bin/sh"));
        QVERIFY(isProgram(u"notes"_s, "\x7f"
                                      "ELF\x02"));
        for (const char* name : {"a.desktop", "a.jar", "a.AppImage", "a.msi", "a.scr", "a.lnk", "a.ps1",
                                 "a.vbs", "a.hta", "a.py", "a.cpl", "a.settingcontent-ms", "a.docm", "a.iso",
                                 "a.url", "a.exe.", "a.exe ", "a.command"}) {
            QVERIFY2(isProgram(QString::fromLatin1(name), {}), name);
        }
        QVERIFY(isProgram(u"notes.txt"_s, "[Desktop Entry]\nExec=rm"));
        for (const char* name : {"exe", "py", "a.exe.txt", "a.jpg", "a.docx", "a.zip", "a.mp4", "a"}) {
            QVERIFY2(!isProgram(QString::fromLatin1(name), {}), name);
        }
        QVERIFY(!isProgram(u"report.pdf"_s, "%PDF-1.7"));
        QVERIFY(!isProgram(u"photo.jpg"_s, "\xff\xd8\xff"));
    }

    void copiesHaveTheNameAndCannotBeRun()
    {
        Fixture fixture(1, 1);
        const QTemporaryDir folder;
        QFile file(folder.filePath(u"held"_s));
        QVERIFY(file.open(QFile::WriteOnly));
        file.write("bytes");
        file.close();
        QVERIFY(file.setPermissions(QFile::ReadOwner | QFile::ExeOwner));
        Attachment attachment;
        attachment.name = "../../etc/run me.sh";
        const auto dragged = [&](const QString& path) {
            const auto data = fixture.actions->draggedCopy(attachment, path);
            return data->urls().value(0).toLocalFile();
        };
        const QString copy = dragged(file.fileName());
        QVERIFY2(copy.endsWith(u"run me.sh"_s) && !copy.contains(u".."_s), qPrintable(copy));
        QFile copied(copy);
        QVERIFY(copied.open(QFile::ReadOnly));
        QCOMPARE(copied.readAll(), QByteArray("bytes"));
        QVERIFY(!QFileInfo(copy).isExecutable());
        QVERIFY(dragged(copy) != copy);
        fixture.actions->removeCopies();
        QVERIFY(!QFile::exists(copy));
    }

    void filesOfAnySizeCanBeDraggedOut()
    {
        Fixture fixture(1, 1);
        const QTemporaryDir folder;
        constexpr qint64 size = 80'000'000;
        QFile file(folder.filePath(u"held"_s));
        QVERIFY(file.open(QFile::WriteOnly) && file.resize(size));
        Attachment attachment;
        attachment.name = "film.mp4";
        const auto data = fixture.actions->draggedCopy(attachment, file.fileName());
        QVERIFY(data != nullptr);
        QVERIFY(data->hasUrls());
        QCOMPARE(data->formats(), QStringList{u"text/uri-list"_s});
        // The program that asks gets a complete file.
        const QString copy = data->urls().value(0).toLocalFile();
        QCOMPARE(QFileInfo(copy).size(), size);
        QCOMPARE(data->data(u"text/uri-list"_s), QUrl::fromLocalFile(copy).toEncoded() + "\r\n");

        const auto none = fixture.actions->draggedCopy(attachment, folder.filePath(u"gone"_s));
        QVERIFY2(none->urls().isEmpty(), "there is no file");
    }

    void aSavedFileIsNeverExecutable()
    {
        const QTemporaryDir folder;
        const auto write = [&folder](const QString& name, QFile::Permissions permissions) {
            QFile file(folder.filePath(name));
            return file.open(QFile::WriteOnly) && file.write("bytes") > 0 && file.setPermissions(permissions);
        };
        const auto readWrite = QFile::ReadOwner | QFile::WriteOwner;
        QVERIFY(write(u"held"_s, readWrite));
        QVERIFY(write(u"program"_s, readWrite | QFile::ExeOwner | QFile::ExeGroup | QFile::ExeOther));
        QCOMPARE(copyFile(folder.filePath(u"held"_s), folder.filePath(u"program"_s)), QString());
        const auto all = QFile::permissions(folder.filePath(u"program"_s));
        QVERIFY(!all.testAnyFlags(QFile::ExeOwner | QFile::ExeUser | QFile::ExeGroup | QFile::ExeOther));
        QVERIFY(all.testFlags(readWrite));
    }

    void copiesOfAKilledProgramAreSwept()
    {
        const QTemporaryDir folder;
        const QString killed = folder.filePath(u"tidemark-files-abcdef/1"_s);
        QVERIFY(QDir().mkpath(killed));
        QVERIFY(QFile(killed + u"/a.pdf"_s).open(QFile::WriteOnly));
        QVERIFY(QFile(folder.filePath(u"tidemark-files-abcdef/in-use.lock"_s)).open(QFile::WriteOnly));
        const QString young = folder.filePath(u"tidemark-files-ghijkl"_s);
        QVERIFY(QDir().mkpath(young));
        QVERIFY(QDir().mkpath(folder.filePath(u"other"_s)));
        OpenedCopies copies(folder.path());
        const QString place = copies.placeFor(u"b.pdf"_s);
        QVERIFY(QFile(place).open(QFile::WriteOnly));
        OpenedCopies::sweep(folder.path());
        QVERIFY(!QFile::exists(killed));
        QVERIFY2(QFile::exists(young), "another program is making it");
        QVERIFY(QFile::exists(place));
        QVERIFY(QFile::exists(folder.filePath(u"other"_s)));
    }
};

TIDEMARK_SUITE(TestPictureViewer, QApplication)

} // namespace tidemark::picture_viewer_test

#include "test_picture_viewer.moc"

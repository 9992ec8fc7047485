#include "tests/main/suite.h"
#include "tests/support/active_window.h"
#include "tests/support/items.h"
#include "tests/ui/log_window.h"
#include "ui/chat/composer/attaching.h"
#include "ui/chat/composer/drop_sign.h"
#include "ui/files/attach_sheet.h"
#include "ui/files/chosen_files_list.h"
#include "ui/widgets/plain_text_edit.h"

#include <QApplication>
#include <QClipboard>
#include <QDropEvent>
#include <QFileInfo>
#include <QLabel>
#include <QMessageBox>
#include <QMimeData>
#include <QPushButton>
#include <QRadioButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QUrl>

#include <deque>

namespace tidemark::attach_sheet_test {

using namespace Qt::StringLiterals;
using Result = PicturePreparer::Result;

namespace {

ChosenFile fileNamed(const QString& name, quint64 size = 1000)
{
    ChosenFile file;
    file.path = u"/somewhere/"_s + name;
    file.name = name;
    file.size = size;
    return file;
}

PreparedPicture somePicture(PlaceHint place = PlaceHint::None)
{
    PreparedPicture picture;
    picture.bytes = "encoded anew";
    picture.mime = u"image/jpeg"_s;
    picture.size = {800, 600};
    picture.preview = "small";
    picture.image = QImage(80, 60, QImage::Format_RGB32);
    picture.place = place;
    return picture;
}

Result noPicture(PictureProblem problem = PictureProblem::NotAPicture, PlaceHint place = PlaceHint::None)
{
    return Unexpected(UnpreparedPicture{problem, place});
}

/// The sheet, whose pictures are prepared when the test says so.
struct Fixture {
    Fixture()
    {
        QObject::connect(&sheet, &AttachSheet::sendWanted, &sheet,
                         [this](const std::vector<OutgoingFile>& files, const QString& text) {
                             sent.push_back(files);
                             captions.append(text);
                         });
        sheet.setAttribute(Qt::WA_DeleteOnClose, false);
        sheet.show();
    }
    void add(const QList<ChosenFile>& files, const QStringList& skipped = {}) { sheet.add({files, skipped}); }
    /// The problem that the sheet shows below the caption.
    [[nodiscard]] QString problem() const
    {
        for (const QLabel* label : sheet.findChildren<QLabel*>()) {
            if (label->isVisible()) {
                return label->text();
            }
        }
        return {};
    }
    void prepared(const Result& result)
    {
        const auto answer = waiting.front();
        waiting.pop_front();
        answer(result);
    }
    [[nodiscard]] QPushButton* button(const QString& words) const
    {
        for (QPushButton* one : sheet.findChildren<QPushButton*>()) {
            if (one->text() == words) {
                return one;
            }
        }
        return nullptr;
    }
    [[nodiscard]] QStringList rows() const
    {
        QStringList rows;
        for (int row = 0; row < list->count(); ++row) {
            rows.append(list->item(row)->data(Qt::AccessibleTextRole).toString());
        }
        return rows;
    }

    std::deque<PicturePreparer::Answer> waiting;
    Theme theme = themeFor(ThemeChoice::Light, {});
    AttachSheet sheet{theme,
                      {u"a caption"_s, SendKey::Enter,
                       [this](const ChosenFile& /*file*/, PicturePreparer::Answer answer) {
                           waiting.push_back(std::move(answer));
                       }},
                      nullptr};
    ChosenFilesList* list = sheet.findChild<ChosenFilesList*>();
    PlainTextEdit* caption = sheet.findChild<PlainTextEdit*>();
    std::vector<std::vector<OutgoingFile>> sent;
    QStringList captions;
};

} // namespace

class TestAttachSheet : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { test::failOnAnyWarning(); }

    void picturesAreSentAsMadeAnew()
    {
        Fixture fixture;
        fixture.add({fileNamed(u"IMG_1.heic"_s), fileNamed(u"notes.txt"_s)});
        QVERIFY(!fixture.button(u"Send"_s)->isEnabled());
        fixture.prepared(somePicture());
        fixture.prepared(noPicture());
        QCOMPARE(fixture.rows(),
                 (QStringList{u"IMG_1.heic, 800 × 600 · 12 bytes"_s, u"notes.txt, 1.0 kB"_s}));
        QTest::mouseClick(fixture.button(u"Send"_s), Qt::LeftButton);
        QCOMPARE(fixture.captions, QStringList{u"a caption"_s});
        const std::vector<OutgoingFile>& sent = fixture.sent.at(0);
        QCOMPARE(sent[0].bytes, QByteArray("encoded anew"));
        QCOMPARE(sent[0].path, QString());
        QCOMPARE(sent[0].name, u"IMG_1.jpg"_s);
        QCOMPARE(QSize(int(sent[0].width), int(sent[0].height)), QSize(800, 600));
        QCOMPARE(sent[0].preview, QByteArray("small"));
        QCOMPARE(sent[1].path, u"/somewhere/notes.txt"_s);
        QCOMPARE(sent[1].width, 0U);
    }

    void asFilesTheBytesStayAndThePlaceIsToldOf()
    {
        Fixture fixture;
        fixture.add({fileNamed(u"IMG_1.jpg"_s)});
        fixture.prepared(somePicture(PlaceHint::Found));
        QVERIFY(!fixture.rows().first().contains(u"place"_s));
        fixture.sheet.findChildren<QRadioButton*>().at(1)->click();
        QCOMPARE(fixture.rows().first(), u"IMG_1.jpg, 1.0 kB, Contains the place where it was taken"_s);
        QTest::mouseClick(fixture.button(u"Send"_s), Qt::LeftButton);
        QCOMPARE(fixture.sent.at(0)[0].path, u"/somewhere/IMG_1.jpg"_s);
        QCOMPARE(fixture.sent.at(0)[0].bytes, QByteArray());
        QCOMPARE(fixture.sent.at(0)[0].width, 0U);
    }

    void whatCannotBeMadeAPictureSaysSo()
    {
        Fixture fixture;
        fixture.add({fileNamed(u"IMG_1.heic"_s), fileNamed(u"huge.jpg"_s), fileNamed(u"notes.txt"_s),
                     fileNamed(u"a.jpg"_s)});
        fixture.prepared(noPicture());
        fixture.prepared(noPicture(PictureProblem::TooLarge));
        fixture.prepared(noPicture());
        fixture.prepared(somePicture());
        const QString warning = u", Sent as a file, with its metadata"_s;
        QCOMPARE(fixture.rows(),
                 (QStringList{u"IMG_1.heic, 1.0 kB"_s + warning, u"huge.jpg, 1.0 kB"_s + warning,
                              u"notes.txt, 1.0 kB"_s, u"a.jpg, 800 × 600 · 12 bytes"_s}));
        fixture.sheet.findChildren<QRadioButton*>().at(1)->click();
        QVERIFY2(!fixture.rows().join(u';').contains(warning), "the user has chosen files");
    }

    void filesThatStayAsTheyAreMayTellThePlace()
    {
        Fixture fixture;
        fixture.add({fileNamed(u"huge.jpg"_s), fileNamed(u"IMG_1.heic"_s), fileNamed(u"film.mp4"_s),
                     fileNamed(u"a.jpg"_s)});
        fixture.prepared(noPicture(PictureProblem::TooLarge, PlaceHint::Found));
        fixture.prepared(noPicture(PictureProblem::NotAPicture, PlaceHint::Possible));
        fixture.prepared(noPicture(PictureProblem::NotAPicture, PlaceHint::Possible));
        fixture.prepared(somePicture(PlaceHint::Found));
        QCOMPARE(fixture.rows(),
                 (QStringList{u"huge.jpg, 1.0 kB, Sent as a file. It reveals where it was taken"_s,
                              u"IMG_1.heic, 1.0 kB, Sent as a file. It may reveal where it was taken"_s,
                              u"film.mp4, 1.0 kB, May contain the place where it was taken"_s,
                              u"a.jpg, 800 × 600 · 12 bytes"_s}));
        fixture.sheet.findChildren<QRadioButton*>().at(1)->click();
        QCOMPARE(fixture.rows(),
                 (QStringList{u"huge.jpg, 1.0 kB, Contains the place where it was taken"_s,
                              u"IMG_1.heic, 1.0 kB, May contain the place where it was taken"_s,
                              u"film.mp4, 1.0 kB, May contain the place where it was taken"_s,
                              u"a.jpg, 1.0 kB, Contains the place where it was taken"_s}));
    }

    void aFileThatCannotBeSentAsAPictureTellsItsPlaceAlone()
    {
        Fixture fixture;
        fixture.add({fileNamed(u"film.mp4"_s)});
        fixture.prepared(noPicture(PictureProblem::NotAPicture, PlaceHint::Found));
        QVERIFY2(!fixture.sheet.findChild<QRadioButton*>()->isVisible(), "there is no choice");
        QCOMPARE(fixture.rows().first(), u"film.mp4, 1.0 kB, Contains the place where it was taken"_s);
    }

    void foldersAndMissingFilesAreNamed()
    {
        Fixture fixture;
        fixture.add({fileNamed(u"a"_s)}, {u"<b>Photos"_s});
        QVERIFY2(fixture.problem().contains(u"<b>Photos"_s), qPrintable(fixture.problem()));
        fixture.add({}, {u"Photos"_s, u"gone.jpg"_s});
        QVERIFY2(fixture.problem().startsWith(u"2 folders"_s), qPrintable(fixture.problem()));
        fixture.add({fileNamed(u"b"_s)});
        QCOMPARE(fixture.problem(), QString());
    }

    void filesOfAnUnsentMessageStayWhatTheyAre()
    {
        Fixture fixture;
        ChosenFile picture = fileNamed(u"a.jpg"_s);
        picture.unsent = Attachment{{}, 1000, "image/jpeg", "a.jpg", 640, 480, "small"};
        picture.fault = u"Too large for the server"_s;
        fixture.add({picture});
        fixture.prepared(somePicture());
        QCOMPARE(fixture.rows().first(), u"a.jpg, 640 × 480 · 1.0 kB, Too large for the server"_s);
        QVERIFY(!fixture.sheet.findChild<QRadioButton*>()->isVisible());
        QTest::mouseClick(fixture.button(u"Send"_s), Qt::LeftButton);
        const OutgoingFile& sent = fixture.sent.at(0).at(0);
        QCOMPARE(sent.path, picture.path);
        QCOMPARE(sent.bytes, QByteArray());
        QCOMPARE(sent.mime, u"image/jpeg"_s);
        QCOMPARE(sent.width, 640U);
        QCOMPARE(sent.preview, QByteArray("small"));
    }

    void theOrderIsTheUsers()
    {
        Fixture fixture;
        fixture.add({fileNamed(u"a"_s), fileNamed(u"b"_s), fileNamed(u"c"_s)});
        while (!fixture.waiting.empty()) {
            fixture.prepared(noPicture());
        }
        fixture.list->setCurrentRow(0);
        QTest::keyClick(fixture.list, Qt::Key_Down, Qt::AltModifier);
        fixture.list->setCurrentRow(2);
        QTest::keyClick(fixture.list, Qt::Key_Delete);
        QTest::keyClick(fixture.caption, Qt::Key_Return);
        QCOMPARE(fixture.sent.at(0).size(), 2U);
        QCOMPARE(fixture.sent[0][0].name, u"b"_s);
        QCOMPARE(fixture.sent[0][1].name, u"a"_s);
    }

    void itStaysOpenUntilTheMessageIsStored()
    {
        Fixture fixture;
        fixture.add({fileNamed(u"a"_s)});
        fixture.prepared(noPicture());
        QTest::mouseClick(fixture.button(u"Send"_s), Qt::LeftButton);
        QTest::keyClick(fixture.caption, Qt::Key_Return);
        QCOMPARE(fixture.sent.size(), 1U);
        fixture.sheet.showProblem(u"The disk is full."_s);
        QVERIFY(fixture.sheet.isVisible());
        QTest::mouseClick(fixture.button(u"Send"_s), Qt::LeftButton);
        QCOMPARE(fixture.sent.size(), 2U);
    }

    void noMoreThanTen()
    {
        Fixture fixture;
        fixture.add(QList<ChosenFile>(9, fileNamed(u"a"_s)));
        fixture.add(QList<ChosenFile>(4, fileNamed(u"b"_s)));
        QCOMPARE(fixture.list->count(), 10);
        QVERIFY(fixture.problem().contains(u"at most 10"_s));
    }

    void namesAreShownLiterally()
    {
        Fixture fixture;
        fixture.add({fileNamed(u"<b>a.txt"_s)});
        fixture.prepared(noPicture());
        QVERIFY(fixture.list->item(0)->toolTip().contains(u"&lt;b&gt;a"_s));
    }

    void filesArePastedIntoTheOpenSheet()
    {
        const QTemporaryDir folder;
        QFile file(folder.filePath(u"notes.txt"_s));
        QVERIFY(file.open(QFile::WriteOnly) && file.write("notes") == 5);
        file.close();
        auto* copied = new QMimeData;
        copied->setUrls({QUrl::fromLocalFile(file.fileName())});
        QApplication::clipboard()->setMimeData(copied);
        Fixture fixture;
        QTest::keySequence(fixture.caption, QKeySequence::Paste);
        QCOMPARE(fixture.list->count(), 1);
        QCOMPARE(fixture.sheet.caption(), u"a caption"_s);
        QApplication::clipboard()->setText(u" and text"_s);
        QTest::keySequence(fixture.caption, QKeySequence::Paste);
        QCOMPARE(fixture.list->count(), 1);
        QCOMPARE(fixture.sheet.caption(), u"a caption and text"_s);
    }

    void filesAreDroppedOntoTheOpenSheet()
    {
        const QTemporaryDir folder;
        QFile file(folder.filePath(u"notes.txt"_s));
        QVERIFY(file.open(QFile::WriteOnly) && file.write("notes") == 5);
        file.close();
        QMimeData dropped;
        dropped.setUrls({QUrl::fromLocalFile(file.fileName()), QUrl::fromLocalFile(folder.path())});
        Fixture fixture;
        fixture.add({fileNamed(u"a"_s)});
        const QList<QWidget*> places{&fixture.sheet, fixture.list->viewport(), fixture.caption->viewport()};
        for (QWidget* place : places) {
            QDragEnterEvent enter({5, 5}, Qt::CopyAction, &dropped, Qt::LeftButton, {});
            QApplication::sendEvent(place, &enter);
            QVERIFY(enter.isAccepted());
            QDropEvent drop({5, 5}, Qt::CopyAction, &dropped, Qt::LeftButton, {});
            QApplication::sendEvent(place, &drop);
        }
        QCOMPARE(fixture.list->count(), 4);
        QCOMPARE(fixture.list->item(3)->text(), u"notes.txt"_s);
        QVERIFY2(fixture.problem().contains(QFileInfo(folder.path()).fileName()),
                 qPrintable(fixture.problem()));
        QCOMPARE(fixture.sheet.caption(), u"a caption"_s);

        QMimeData words;
        words.setText(u"words"_s);
        QDragEnterEvent enter({5, 5}, Qt::CopyAction, &words, Qt::LeftButton, {});
        QApplication::sendEvent(&fixture.sheet, &enter);
        QVERIFY(!enter.isAccepted());
    }

    void closingTheSheetEndsTheSending()
    {
        Fixture fixture;
        const QSignalSpy cancels(&fixture.sheet, &AttachSheet::sendCancelled);
        fixture.add({fileNamed(u"notes.txt"_s)});
        fixture.prepared(noPicture());
        fixture.sheet.reject();
        QVERIFY2(cancels.isEmpty(), "nothing was being sent");
        fixture.sheet.show();
        QTest::mouseClick(fixture.button(u"Send"_s), Qt::LeftButton);
        fixture.sheet.reject();
        QCOMPARE(cancels.size(), 1);
    }

    void filesAreTakenFromWhatIsPasted()
    {
        const QTemporaryDir folder;
        QFile file(folder.filePath(u"a.txt"_s));
        QVERIFY(file.open(QFile::WriteOnly));
        QMimeData files;
        files.setUrls({QUrl::fromLocalFile(file.fileName()), QUrl::fromLocalFile(folder.path()),
                       QUrl(u"https://example.org/a.png"_s)});
        QCOMPARE(filesIn(files).files.size(), 1);
        QCOMPARE(filesIn(files).files.first().name, u"a.txt"_s);
        QCOMPARE(filesIn(files).skipped, QStringList{QFileInfo(folder.path()).fileName()});

        QMimeData picture;
        picture.setData(u"image/png"_s, "not decoded here");
        QCOMPARE(filesIn(picture).files.first().bytes, QByteArray("not decoded here"));
        QVERIFY(filesIn(picture).files.first().name.endsWith(u".png"_s));

        QMimeData words;
        words.setText(u"words"_s);
        QVERIFY(!hasFiles(words));
        words.setData(u"image/png"_s, "a picture of the words");
        QVERIFY(!hasFiles(words));

        QMimeData link;
        link.setUrls({QUrl(u"https://example.org"_s)});
        QVERIFY(!hasFiles(link));
        link.setText(u"https://example.org"_s);
        QVERIFY(!hasFiles(link));
    }

    /// Browsers give the picture and its address, which is also a text.
    void aPictureIsDraggedOutOfABrowser()
    {
        const QString address = u"https://example.org/tide%20table.png?a=b"_s;
        QMimeData dragged;
        dragged.setUrls({QUrl(address)});
        dragged.setText(address + u'\n');
        dragged.setData(u"image/png"_s, "not decoded here");
        QVERIFY(hasFiles(dragged));
        const FileOffer offer = filesIn(dragged);
        QCOMPARE(offer.files.size(), 1);
        QCOMPARE(offer.files.first().bytes, QByteArray("not decoded here"));
        QVERIFY(offer.skipped.isEmpty());
        dragged.setText(address + u"\nand words"_s);
        QVERIFY2(!hasFiles(dragged), "it is a selection that has a picture");

        test::LogWindow log(10, 10);
        log.open();
        dragged.setText(address);
        for (QWidget* place : {static_cast<QWidget*>(log.view->viewport()), log.field->viewport()}) {
            QDragEnterEvent enter({5, 5}, Qt::CopyAction, &dragged, Qt::LeftButton, {});
            QApplication::sendEvent(place, &enter);
            QVERIFY(enter.isAccepted());
            QDropEvent drop({5, 5}, Qt::CopyAction, &dragged, Qt::LeftButton, {});
            QApplication::sendEvent(place, &drop);
            auto* sheet = log.window.findChild<AttachSheet*>();
            QVERIFY(sheet != nullptr);
            QCOMPARE(sheet->findChild<ChosenFilesList*>()->count(), 1);
            delete sheet;
        }
        QCOMPARE(log.field->toPlainText(), QString());
    }

    void aFileDroppedOnARowOpensThatConversation()
    {
        const QTemporaryDir folder;
        QFile file(folder.filePath(u"a.txt"_s));
        QVERIFY(file.open(QFile::WriteOnly));
        test::LogWindow log(10, 10);
        log.open(ConversationId(8));
        auto* list = log.window.findChild<ConversationListView*>();
        const int row = log.session.conversations().conversationAt(0) == test::someConversation ? 0 : 1;
        const QPoint place = list->visualRect(list->model()->index(row, 0)).center();
        QMimeData dropped;
        dropped.setUrls({QUrl::fromLocalFile(file.fileName())});
        QDragEnterEvent enter(place, Qt::CopyAction, &dropped, Qt::LeftButton, {});
        QApplication::sendEvent(list->viewport(), &enter);
        QVERIFY(enter.isAccepted());
        QDropEvent drop(place, Qt::CopyAction, &dropped, Qt::LeftButton, {});
        QApplication::sendEvent(list->viewport(), &drop);
        QCOMPARE(log.session.chat().current(), test::someConversation);
        QVERIFY(log.window.findChild<AttachSheet*>() != nullptr);
    }

    void whileFilesAreDraggedTheWindowSaysWhereTheyGo()
    {
        test::LogWindow log(10, 10);
        log.open();
        QMimeData dragged;
        dragged.setUrls({QUrl::fromLocalFile(u"/etc/hostname"_s)});
        auto* sign = log.window.findChild<DropSign*>();
        for (QWidget* place : {static_cast<QWidget*>(log.view->viewport()), log.field->viewport()}) {
            QVERIFY(!sign->isVisible());
            QDragEnterEvent enter({5, 5}, Qt::CopyAction, &dragged, Qt::LeftButton, {});
            QApplication::sendEvent(place, &enter);
            QVERIFY(enter.isAccepted());
            QVERIFY(sign->isVisible());
            QVERIFY2(sign->words().contains(u"seven"_s), qPrintable(sign->words()));
            QDragLeaveEvent leave;
            QApplication::sendEvent(place, &leave);
        }
        auto* list = log.window.findChild<ConversationListView*>();
        const QPoint row = list->visualRect(list->model()->index(1, 0)).center();
        QDragEnterEvent enter(row, Qt::CopyAction, &dragged, Qt::LeftButton, {});
        QApplication::sendEvent(list->viewport(), &enter);
        QDragMoveEvent move(row, Qt::CopyAction, &dragged, Qt::LeftButton, {});
        QApplication::sendEvent(list->viewport(), &move);
        QVERIFY(move.isAccepted());
        QCOMPARE(list->dropTarget(), log.session.conversations().conversationAt(1));
        QDragLeaveEvent leave;
        QApplication::sendEvent(list->viewport(), &leave);
        QVERIFY(!list->dropTarget().isValid());
    }

    void aDroppedFolderIsNotDroppedSilently()
    {
        const QTemporaryDir folder;
        test::LogWindow log(10, 10);
        log.open();
        auto* pasted = new QMimeData;
        pasted->setUrls({QUrl::fromLocalFile(folder.path())});
        QApplication::clipboard()->setMimeData(pasted);
        log.field->paste();
        QVERIFY(log.window.findChild<AttachSheet*>() == nullptr);
        auto* box = log.window.findChild<QMessageBox*>();
        QVERIFY(box != nullptr);
        QVERIFY2(box->text().contains(QFileInfo(folder.path()).fileName()), qPrintable(box->text()));
    }

    void aCaptionIsKeptWhenTheFilesAreNotSent()
    {
        const QTemporaryDir folder;
        QFile file(folder.filePath(u"a.txt"_s));
        QVERIFY(file.open(QFile::WriteOnly));
        test::LogWindow log(10, 10);
        log.open();
        QSignalSpy drafts(&log.session.writer(), &MessageWriter::draftChanged);
        const auto closeWith = [&log, &file](const QString& caption) {
            log.chat->attaching().attach(filesAt({file.fileName()}));
            auto* sheet = log.window.findChild<AttachSheet*>();
            sheet->findChild<PlainTextEdit*>()->setPlainText(caption);
            QTest::keyClick(sheet, Qt::Key_Escape);
            delete sheet;
        };
        log.field->setPlainText(u"look"_s);
        closeWith(u"look here"_s);
        QCOMPARE(log.field->toPlainText(), u"look here"_s);
        QCOMPARE(drafts.constLast().at(1).toString(), u"look here"_s);
        auto* composer = log.window.findChild<Composer*>();
        composer->beginEdit(Seq(3), u"an old text"_s);
        closeWith(u"typed in the sheet"_s);
        QCOMPARE(log.field->toPlainText(), u"an old text"_s);
        QCOMPARE(drafts.constLast().at(1).toString(), u"typed in the sheet\nlook here"_s);
        QTest::keyClick(log.field, Qt::Key_Escape);
        QCOMPARE(log.field->toPlainText(), u"typed in the sheet\nlook here"_s);
    }

    void aPastedFileOpensTheSheetAndTheTextGoesAlong()
    {
        const QTemporaryDir folder;
        QFile file(folder.filePath(u"a.txt"_s));
        QVERIFY(file.open(QFile::WriteOnly));
        file.write("hello");
        file.close();
        test::LogWindow log(10, 10);
        log.open();
        std::vector<OutgoingMessage> sent;
        QObject::connect(&log.session.writer(), &MessageWriter::filesWanted, &log.window,
                         [&sent](const OutgoingMessage& message) { sent.push_back(message); });
        log.field->setPlainText(u"look"_s);
        auto* pasted = new QMimeData;
        pasted->setUrls({QUrl::fromLocalFile(file.fileName())});
        QApplication::clipboard()->setMimeData(pasted);
        log.field->paste();
        auto* sheet = log.window.findChild<AttachSheet*>();
        QVERIFY(sheet != nullptr);
        QCOMPARE(sheet->caption(), u"look"_s);
        QPushButton* send = nullptr;
        for (QPushButton* one : sheet->findChildren<QPushButton*>()) {
            send = one->text() == u"Send"_s ? one : send;
        }
        QTRY_VERIFY_WITH_TIMEOUT(send->isEnabled(), 20000);
        send->click();
        QCOMPARE(sent.size(), 1U);
        QCOMPARE(sent[0].conversation, test::someConversation);
        QCOMPARE(sent[0].message.text, std::string("look"));
        QCOMPARE(sent[0].files.at(0).path, file.fileName());
        Q_EMIT log.session.writer().filesRefused(sent[0].uuid, u"Too large."_s);
        QVERIFY(sheet->isVisible());
        QCOMPARE(log.field->toPlainText(), u"look"_s);
        send->click();
        Q_EMIT log.session.writer().filesStored(sent[1].uuid);
        QVERIFY(!sheet->isVisible());
        QCOMPARE(log.field->toPlainText(), QString());
    }
};

TIDEMARK_SUITE(TestAttachSheet, QApplication)

} // namespace tidemark::attach_sheet_test

#include "test_attach_sheet.moc"

#include "core/client/client.h"
#include "tests/e2e/desktop/accessibility_bus.h"
#include "tests/e2e/desktop/window_process.h"
#include "tests/e2e/sent_file.h"
#include "tests/e2e/stage.h"
#include "tests/main/suite.h"
#include "tests/support/virtual_display.h"

#include <QFile>
#include <QImage>
#include <QJsonArray>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>
#include <functional>
#include <memory>

namespace tidemark::window_files_test {

using namespace tidemark::test;
using test::Role;
using namespace Qt::StringLiterals;

namespace {

constexpr int timeoutMs = 30000;

/// A program of others that owns the clipboard or lets files be dragged. The destructor kills it.
class OtherProgram {
public:
    OtherProgram(const VirtualDisplay& display, const QStringList& arguments)
    {
        m_process.setProcessEnvironment(display.environment());
        m_process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
        m_process.start(QStringLiteral(TIDEMARK_BIN_DIR "/../tests/bin/tidemark-other-program"), arguments);
        isReady = m_process.waitForReadyRead(timeoutMs);
    }
    ~OtherProgram()
    {
        m_process.kill();
        m_process.waitForFinished(timeoutMs);
    }
    OtherProgram(const OtherProgram&) = delete;
    OtherProgram& operator=(const OtherProgram&) = delete;

    bool isReady = false;

private:
    QProcess m_process;
};

} // namespace

/// A real window sends and shows pictures and files: pasted, dropped, in an album, broken, and those that are
/// a danger for programs that decode them. Another program offers them, and screen readers say what is shown.
class TestWindowFiles : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QTest::failOnWarning(QRegularExpression(u".*"_s));
        QVERIFY2(m_display.isRunning(), "Xvfb and openbox are needed");
        QVERIFY(m_stage.ready());
        m_bus = std::make_unique<AccessibilityBus>(m_display);
        QVERIFY2(m_bus->isRunning(), "dbus-daemon and at-spi2-core are needed");
        m_ann = std::make_unique<Device>(m_stage.newAccount(u"ann"_s, u"script"_s));
        m_bob = std::make_unique<Device>(m_stage.newAccount(u"bob"_s, u"script"_s));
        m_group = m_bob->createGroup(u"Photos"_s, {u"ann"_s});
        QVERIFY(m_group > 0);
        m_window =
            std::make_unique<WindowProcess>(m_display, WindowProcess::Options{m_stage.folder(),
                                                                              m_stage.server().url(),
                                                                              u"ann"_s,
                                                                              u"desk"_s,
                                                                              QSize(900, 800),
                                                                              {0, 0},
                                                                              {u"--open"_s, number(m_group)},
                                                                              m_bus->address()});
        QVERIFY(m_window->waitUntilShown());
        QTRY_COMPARE_WITH_TIMEOUT(m_window->state()[u"open"].toInteger(), m_group, timeoutMs);
        QTRY_COMPARE_WITH_TIMEOUT(m_window->state()[u"connection"].toString(), u"online"_s, timeoutMs);
        QTRY_VERIFY_WITH_TIMEOUT((m_program = m_bus->program(u"tidemark"_s)).exists(), timeoutMs);
    }

    /// Each step continues where the previous one ended.
    void init() { QVERIFY2(!m_hasFailed, "a step before this one failed"); }
    void cleanup()
    {
        m_hasFailed = m_hasFailed || QTest::currentTestFailed();
        if (QTest::currentTestFailed()) {
            savePicture(u"failed"_s);
            qInfo().noquote() << m_program.tree();
        }
    }

    void aPastedPictureIsSent()
    {
        const QString picture = makePicture(u"pasted.png"_s, {600, 400}, Qt::darkCyan);
        QFile file(picture);
        QVERIFY(file.open(QFile::Append) && file.write("SECRET PLACE") > 0);
        file.close();
        const OtherProgram other(m_display, {u"picture"_s, picture});
        QVERIFY(other.isReady);
        paste();
        QTRY_VERIFY_WITH_TIMEOUT(activeTitle().startsWith(u"Send 1 "_s), timeoutMs);
        m_window->type(u"from the clipboard"_s);
        sendFromSheet();
        const QJsonObject message = lastMessage();
        QCOMPARE(message[u"text"].toString(), u"from the clipboard"_s);
        const QJsonObject sent = message[u"attachments"].toArray().at(0).toObject();
        QCOMPARE(sent[u"width"].toInt(), 600);
        QCOMPARE(sent[u"height"].toInt(), 400);
        const QByteArray bytes = received(message, 0);
        QVERIFY(bytes.size() > 100 && !bytes.contains("SECRET"));
        QTRY_VERIFY_WITH_TIMEOUT(pixelsOf(Qt::darkCyan) > 5000, timeoutMs);
    }

    void pastedFilesKeepTheirOrder()
    {
        const OtherProgram other(m_display, {u"files"_s, makeFile(path(u"b first.txt"_s), "one"),
                                             makeFile(path(u"a second.pdf"_s), "two")});
        QVERIFY(other.isReady);
        paste();
        QTRY_COMPARE_WITH_TIMEOUT(activeTitle(), u"Send 2 files"_s, timeoutMs);
        sendFromSheet();
        QCOMPARE(namesIn(lastMessage()), (QStringList{u"b first.txt"_s, u"a second.pdf"_s}));
        QCOMPARE(received(lastMessage(), 1), QByteArray("two"));
    }

    void aDroppedFileIsSent_data()
    {
        QTest::addColumn<QPoint>("place");
        QTest::newRow("on the timeline") << QPoint(600, 300);
        QTest::newRow("on the field") << QPoint(600, 775);
        QTest::newRow("on the row in the list") << QPoint(120, 108);
    }
    void aDroppedFileIsSent()
    {
        QFETCH(QPoint, place);
        const QString name = QString::fromLatin1(QTest::currentDataTag()) + u".txt"_s;
        const OtherProgram other(m_display, {u"drag"_s, makeFile(path(name), "dropped")});
        QVERIFY(other.isReady);
        QTRY_VERIFY_WITH_TIMEOUT(!windowNamed(u"Other program"_s).isEmpty(), timeoutMs);
        const QString source = windowNamed(u"Other program"_s);
        xdotool({u"windowmove"_s, u"--sync"_s, source, u"1200"_s, u"200"_s});
        dragTo(source, place);
        QTRY_COMPARE_WITH_TIMEOUT(activeTitle(), u"Send 1 file"_s, timeoutMs);
        sendFromSheet();
        QCOMPARE(namesIn(lastMessage()), QStringList{name});
        QCOMPARE(received(lastMessage(), 0), QByteArray("dropped"));
    }

    void anAlbumIsShown()
    {
        QStringList command{u"send"_s, number(m_group), u"an album"_s, u"--as-picture"_s};
        const QList<QColor> colours{QColor(255, 0, 255), QColor(0, 255, 255), QColor(255, 255, 0)};
        for (int i = 0; i < colours.size(); ++i) {
            command << u"--attach"_s
                    << makePicture(u"album %1.png"_s.arg(i), {400 + 100 * i, 300}, colours[i]);
        }
        VERIFY_DONE(m_bob->run(command));
        for (const QColor& colour : colours) {
            QTRY_VERIFY_WITH_TIMEOUT(pixelsOf(colour) > 2000, timeoutMs);
        }
        QVERIFY2(says(u"bob: Photo, 400 by 300, Photo, 500 by 300, Photo, 600 by 300, an album"_s),
                 qPrintable(m_program.names(Role::ListItem).join(u'\n')));
        savePicture(u"album"_s);
    }

    void theKeyboardOpensTheSecondPicture()
    {
        m_window->activate();
        QVERIFY(
            pressUntil(u"ctrl+Up"_s, [this] { return m_bus->focus().name().startsWith(u"bob: Photo"_s); }));
        QVERIFY(pressUntil(u"Right"_s, [this] { return focusIs(u"Photo, 400 by 300, file 1 of 3"_s); }));
        QVERIFY(pressUntil(u"Right"_s, [this] { return focusIs(u"Photo, 500 by 300, file 2 of 3"_s); }));
        savePicture(u"chosen"_s);
        QVERIFY(pressUntil(u"Return"_s, [this] { return activeTitle() == u"Photo"_s; }));
        QTRY_VERIFY_WITH_TIMEOUT(pixelsOf(QColor(0, 255, 255)) > 100000, timeoutMs);
        QVERIFY(pressUntil(u"Escape"_s, [this] { return activeTitle() == m_window->title(); }));
    }

    void whatCannotBeShownSaysSo()
    {
        // Some kilobytes that become 91 megapixels, and half a picture. Both claim to be harmless.
        QImage bomb(10000, 9100, QImage::Format_Mono);
        bomb.fill(0);
        QVERIFY(bomb.save(path(u"bomb.png"_s)));
        QVERIFY(QFile(path(u"bomb.png"_s)).size() < 100'000);
        QFile whole(makePicture(u"whole.png"_s, {500, 300}, Qt::darkRed));
        QVERIFY(whole.open(QFile::ReadOnly));
        const QString half = makeFile(path(u"half.png"_s), whole.read(whole.size() / 2));
        claim(u"eve"_s, {path(u"bomb.png"_s), half, whole.fileName()});
        QTRY_VERIFY_WITH_TIMEOUT(says(u"eve: Photo, 400 by 300, The picture is too large to be shown"_s),
                                 timeoutMs);
        QTRY_VERIFY_WITH_TIMEOUT(says(u"Photo, 400 by 300, The picture is damaged"_s), timeoutMs);
        QTRY_VERIFY2_WITH_TIMEOUT(pixelsOf(Qt::darkRed) > 2000, "the next picture is shown", timeoutMs);
        QVERIFY(m_window->isRunning());
        savePicture(u"broken"_s);
    }

    void theWindowEndsByItself()
    {
        QCOMPARE(m_window->close(), 0);
        VERIFY_DONE(m_ann->audit());
    }

private:
    [[nodiscard]] QString path(const QString& name) const { return m_stage.folder() + u'/' + name; }
    [[nodiscard]] QString makePicture(const QString& name, QSize size, const QColor& colour) const
    {
        QImage image(size, QImage::Format_RGB32);
        image.fill(colour);
        return image.save(path(name)) ? path(name) : QString();
    }
    void xdotool(const QStringList& arguments) const { (void)m_display.run(u"xdotool"_s, arguments); }
    [[nodiscard]] QString activeTitle() const
    {
        return m_display.run(u"xdotool"_s, {u"getactivewindow"_s, u"getwindowname"_s});
    }
    [[nodiscard]] QString windowNamed(const QString& title) const
    {
        return m_display.run(u"xdotool"_s, {u"search"_s, u"--onlyvisible"_s, u"--name"_s, title});
    }
    void paste() const
    {
        m_window->activate();
        m_window->click({600, 775}); // into the field
        m_window->press(u"ctrl+v"_s);
    }
    /// Drags from the middle of `source` to a place in the window, at the speed of a hand.
    void dragTo(const QString& source, QPoint place) const
    {
        QStringList hand{u"mousemove"_s, u"--window"_s, source, u"100"_s, u"75"_s, u"mousedown"_s, u"1"_s};
        const auto moveTo = [&hand](QPoint at) {
            hand << u"sleep"_s << u"0.1"_s << u"mousemove"_s << QString::number(at.x())
                 << QString::number(at.y());
        };
        for (const QPoint& at : {QPoint(1290, 280), QPoint(1250, 300), QPoint(920, 300), place + QPoint(9, 9),
                                 place + QPoint(4, 4), place}) {
            moveTo(at);
        }
        xdotool(hand + QStringList{u"sleep"_s, u"0.5"_s, u"mouseup"_s, u"1"_s});
    }
    /// Sends what is in the sheet, and waits until it has arrived. The sheet takes the key when the pictures
    /// are ready.
    void sendFromSheet()
    {
        const qsizetype before = m_bob->messages(m_group).size();
        QVERIFY(pressUntil(u"Return"_s, [this] { return activeTitle() == m_window->title(); }));
        QTRY_COMPARE_WITH_TIMEOUT(m_bob->messages(m_group).size(), before + 1, timeoutMs);
    }
    [[nodiscard]] bool pressUntil(const QString& key, const std::function<bool()>& isDone) const
    {
        constexpr int maxTries = 12;
        for (int i = 0; i < maxTries && !isDone(); ++i) {
            m_window->press(key);
            if (QTest::qWaitFor(isDone, 3000)) {
                return true;
            }
        }
        return isDone();
    }
    [[nodiscard]] QJsonObject lastMessage() const { return m_bob->messages(m_group).last(); }
    [[nodiscard]] static QStringList namesIn(const QJsonObject& message)
    {
        QStringList names;
        for (const QJsonValue& one : message[u"attachments"].toArray()) {
            names += one.toObject()[u"name"].toString();
        }
        return names;
    }
    /// The bytes that bob gets.
    [[nodiscard]] QByteArray received(const QJsonObject& message, int file)
    {
        const QString copy = path(u"received %1"_s.arg(++m_received));
        (void)m_bob->run({u"fetch"_s, number(m_group), number(message[u"seq"].toInteger()), u"--index"_s,
                          number(file), u"--output"_s, copy});
        return contentOf(copy);
    }
    /// The pixels of this colour on the display.
    [[nodiscard]] int pixelsOf(const QColor& colour) const
    {
        const QString file = path(u"display.png"_s);
        (void)m_display.run(u"import"_s, {u"-silent"_s, u"-window"_s, u"root"_s, file});
        const QImage shown = QImage(file).convertToFormat(QImage::Format_RGB32);
        int count = 0;
        for (int row = 0; row < shown.height(); ++row) {
            const auto* pixels =
                reinterpret_cast<const QRgb*>(shown.constScanLine(row)); // NOLINT: rows of QRgb
            count += int(std::count(pixels, pixels + shown.width(), colour.rgb()));
        }
        return count;
    }
    void savePicture(const QString& name) const
    {
        const QByteArray folder = qgetenv("TIDEMARK_PICTURES");
        if (!folder.isEmpty()) {
            (void)m_display.run(u"import"_s,
                                {u"-silent"_s, u"-window"_s, u"root"_s,
                                 QString::fromLocal8Bit(folder) + u"/window-files-"_s + name + u".png"_s});
        }
    }
    [[nodiscard]] bool says(const QString& words) const
    {
        return m_program.names(Role::ListItem).join(u'\n').contains(words);
    }
    [[nodiscard]] bool focusIs(const QString& name) const { return m_bus->focus().name() == name; }
    /// A new user joins and sends the files as a picture of 400 by 300 each, whatever they are.
    void claim(const QString& user, const QStringList& files)
    {
        ClientOptions options;
        options.profileDirectory = path(u"profile of "_s + user);
        options.servers = QUrl(m_stage.server().url());
        Client client(std::move(options));
        QSignalSpy caughtUp(&client, &Client::caughtUp);
        QSignalSpy done(&client, &Client::commandDone);
        client.open();
        client.submit(
            input::RegisterAccount{client.newCommand(), user.toStdString(), {}, Client::newToken()});
        QVERIFY(caughtUp.wait(timeoutMs));
        done.clear();
        client.submit(input::Join{client.newCommand(), ConversationId(std::uint64_t(m_group))});
        QVERIFY(done.wait(timeoutMs));
        OutgoingMessage message{ConversationId(std::uint64_t(m_group)), Client::newUuid(), {}, {}};
        for (const QString& file : files) {
            message.files.push_back({.path = file, .mime = u"image/png"_s, .width = 400, .height = 300});
        }
        QSignalSpy acked(&client, &Client::messageAcked);
        client.sendFiles(message);
        QVERIFY(acked.wait(timeoutMs));
    }

    VirtualDisplay m_display;
    Stage m_stage;
    std::unique_ptr<AccessibilityBus> m_bus;
    std::unique_ptr<Device> m_ann; ///< used by commands
    std::unique_ptr<Device> m_bob; ///< used by commands
    std::unique_ptr<WindowProcess> m_window;
    Accessible m_program;
    qint64 m_group = 0;
    int m_received = 0;
    bool m_hasFailed = false;
};

TIDEMARK_SUITE(TestWindowFiles, QCoreApplication)

} // namespace tidemark::window_files_test

#include "test_window_files.moc"

#include "tests/e2e/sent_file.h"
#include "tests/e2e/stage.h"
#include "tests/main/suite.h"

#include <QFile>
#include <QProcess>
#include <QTest>

namespace tidemark::hidden_data_test {

using namespace tidemark::test;
using namespace Qt::StringLiterals;

/// Pictures that were sent as pictures tell nothing beside the picture on the devices of others. exiftool, a
/// program of others, writes what is hidden and looks for it.
class TestHiddenData : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void p15NothingArrivesBesideThePicture_data();
    void p15NothingArrivesBesideThePicture();
    void p15NothingIsInTheProfile();
    void p15APlaceIsToldWhenAPictureGoesAsItIs();

private:
    [[nodiscard]] QString path(const QString& name) const { return m_stage->folder() + u'/' + name; }
    /// The output of exiftool; empty if it fails.
    [[nodiscard]] static QByteArray exiftool(const QStringList& arguments);
    /// The lines about files that tell where, by whom and with what a picture was made.
    [[nodiscard]] static QByteArrayList tellingLines(const QStringList& files);

    std::unique_ptr<Stage> m_stage;
    std::unique_ptr<Device> m_ann;
    std::unique_ptr<Device> m_bob;
    qint64 m_group = 0;
};

void TestHiddenData::initTestCase()
{
    QTest::failOnWarning(QRegularExpression(u".*"_s));
    QVERIFY2(QFile::exists(QStringLiteral(TIDEMARK_BIN_DIR "/tidemark-pictures")),
             "tidemark-pictures is not built");
    m_stage = std::make_unique<Stage>();
    QVERIFY(m_stage->ready());
    m_ann = std::make_unique<Device>(m_stage->newAccount(u"ann"_s, u"laptop"_s));
    m_bob = std::make_unique<Device>(m_stage->newAccount(u"bob"_s, u"desk"_s));
    m_group = m_bob->createGroup(u"pictures"_s, {u"ann"_s});
    QVERIFY(m_group > 0 && m_ann->sync());
}

QByteArray TestHiddenData::exiftool(const QStringList& arguments)
{
    QProcess process;
    process.start(u"exiftool"_s, arguments);
    const bool isDone = process.waitForFinished(60000) && process.exitCode() == 0;
    return isDone ? process.readAllStandardOutput() : QByteArray();
}

QByteArrayList TestHiddenData::tellingLines(const QStringList& files)
{
    const QByteArray found = exiftool(QStringList{u"-a"_s, u"-G1"_s, u"-s"_s, u"-u"_s} + files);
    if (!found.contains("FileType")) {
        return {"exiftool found no picture"};
    }
    QByteArrayList lines = found.split('\n');
    lines.removeIf([](const QByteArray& line) {
        for (const char* word :
             {"GPS", "Serial", "Software", "Creator", "Make", "Comment", "Warning", "[XMP", "[IFD", "Exif"}) {
            if (line.contains(word) && !line.contains("ExifTool") && !line.contains("FileName")) {
                return false;
            }
        }
        return true;
    });
    return lines;
}

void TestHiddenData::p15NothingArrivesBesideThePicture_data()
{
    QTest::addColumn<QByteArray>("picture");
    QTest::newRow("jpeg")
        << "/9j/4AAQSkZJRgABAQEAZABkAAD/2wBDAAgGBgcGBQgHBwcJCQgKDBQNDAsLDBkSEw8UHRofHh0aHBwg"
           "JC4nICIsIxwcKDcpLDAxNDQ0Hyc5PTgyPC4zNDL/wAALCAAIAAgBAREA/8QAFAABAAAAAAAAAAAAAAAA"
           "AAAABf/EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8ADf/Z"_ba;
    QTest::newRow("png")
        << "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVQI12P4//8/AAX+Av7czFnnAAAAAElF"
           "TkSuQmCC"_ba;
    QTest::newRow("gif")
        << "R0lGODlhAQABAIAAAAAAAP///yH5BAAKAAAALAAAAAABAAEAAAICRAEAIfkEAAoAAAAsAAAAAAEAAQAAAgJM"
           "AQA7"_ba;
    QTest::newRow("webp")
        << "UklGRogAAABXRUJQVlA4WAoAAAACAAAAAAAAAAAAQU5JTQYAAAAAAAAAAABBTk1GKgAAAAAAAAAAAAAAAAAA"
           "AGQAAABWUDhMEQAAAC8AAAAAB9D//ve//4GI6H8AAEFOTUYqAAAAAAAAAAAAAAAAAAAAZAAAAFZQOEwRAAAA"
           "LwAAAAAH0P/+97//gYjofwAA"_ba;
}

void TestHiddenData::p15NothingArrivesBesideThePicture()
{
    QFETCH(const QByteArray, picture);
    const QString format = QString::fromLatin1(QTest::currentDataTag());
    const QString sent = path(u"sent."_s + format);
    QVERIFY(!makeFile(sent, QByteArray::fromBase64(picture)).isEmpty());
    QStringList tags{u"-overwrite_original"_s, u"-XMP:GPSLatitude=48.1"_s, u"-XMP:Creator=somebody"_s,
                     u"-XMP-aux:SerialNumber=4711"_s, u"-XMP:CreatorTool=Software 1"_s};
    if (format == u"gif") {
        tags << u"-Comment=taken at home"_s;
    } else {
        tags << u"-EXIF:GPSLatitude=48.1"_s << u"-EXIF:GPSLatitudeRef=N"_s << u"-EXIF:Make=A camera"_s
             << u"-EXIF:SerialNumber=4711"_s << u"-EXIF:Software=Software 1"_s;
    }
    QVERIFY(!exiftool(tags + QStringList{sent}).isEmpty());
    QVERIFY2(tellingLines({sent}).size() >= 4, "the picture tells something before it is sent");

    const CliResult result =
        m_ann->run({u"send"_s, number(m_group), format, u"--attach"_s, sent, u"--as-picture"_s});
    VERIFY_DONE(result);
    QCOMPARE(result.forPeople, QString());
    QVERIFY(m_bob->sync());
    const QString copy = path(u"copy."_s + format);
    VERIFY_DONE(fetch(*m_bob, m_group, result.line()[u"seq"].toInteger(), copy));
    QCOMPARE(tellingLines({copy}), QByteArrayList());
}

void TestHiddenData::p15NothingIsInTheProfile()
{
    const QStringList folders{m_bob->profile() + u"/files"_s, m_ann->profile() + u"/files"_s,
                              m_stage->database() + u".files"_s};
    for (const QString& folder : folders) {
        QCOMPARE(tellingLines({u"-r"_s, u"-ext"_s, u"*"_s, folder}), QByteArrayList());
    }
}

/// Sends the picture of a test before, with its metadata.
void TestHiddenData::p15APlaceIsToldWhenAPictureGoesAsItIs()
{
    const QString picture = path(u"sent.jpeg"_s);
    QVERIFY(QFile::exists(picture));
    const CliResult told = m_ann->run({u"send"_s, number(m_group), QString(), u"--attach"_s, picture});
    VERIFY_DONE(told);
    QVERIFY2(told.forPeople.contains(picture + u" contains the place where it was taken"_s),
             qPrintable(told.forPeople));
    const QString film = makeFile(path(u"film.mp4"_s), QByteArray("\0\0\0\x10"
                                                                  "ftypisom",
                                                                  12));
    const CliResult unsure = m_ann->run({u"send"_s, number(m_group), QString(), u"--attach"_s, film});
    VERIFY_DONE(unsure);
    QVERIFY2(unsure.forPeople.contains(film + u" may contain the place where it was taken"_s),
             qPrintable(unsure.forPeople));
    const QString note = makeFile(path(u"note.txt"_s), "GPSLatitude 48.1");
    const CliResult silent = m_ann->run({u"send"_s, number(m_group), QString(), u"--attach"_s, note});
    VERIFY_DONE(silent);
    QCOMPARE(silent.forPeople, QString());
}

TIDEMARK_SUITE(TestHiddenData, QCoreApplication)

} // namespace tidemark::hidden_data_test

#include "test_hidden_data.moc"

#include "core/base/random.h"
#include "core/pictures/picture_decoder.h"
#include "tests/main/suite.h"
#include "tests/pictures/sample_pictures.h"

#include <QDir>
#include <QFile>
#include <QTest>
#include <QTestEventLoop>

namespace tidemark::storm_test {

using Result = Expected<DecodedPicture, PictureProblem>;

/// Sends damaged pictures to the real tidemark-pictures. TIDEMARK_PICTURES names a folder with further
/// pictures to damage (tools/picture-corpus), TIDEMARK_SEED another seed, and TIDEMARK_ROUNDS how many rounds
/// there are.
class TestStorm : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        for (const char* format : {"jpeg", "png", "gif", "webp"}) {
            m_pictures.append(test::tinyPicture(format));
            if (qstrcmp(format, "gif") != 0) {
                m_pictures.append(test::encoded(test::twoColours({60, 40}), format));
            }
        }
        m_pictures.append(test::gif({40, 30}, 5, {20, 10}));
        const QDir folder(qEnvironmentVariable("TIDEMARK_PICTURES"));
        for (const QString& name : folder.entryList(QDir::Files, QDir::Name)) {
            QFile file(folder.filePath(name));
            QVERIFY(file.open(QIODevice::ReadOnly));
            m_pictures.append(file.readAll());
        }
    }

    /// Each damaged picture gets an answer, and the next whole one is shown: neither the window's process nor
    /// its way to the helper suffers.
    void damagedPicturesDoNoHarm()
    {
        const auto seed = static_cast<std::uint64_t>(qEnvironmentVariableIntValue("TIDEMARK_SEED"));
        SplitMix64 random(seed);
        PictureDecoder decoder(QStringLiteral(TIDEMARK_BIN_DIR "/tidemark-pictures"), {});
        int shown = 0;
        int refused = 0;
        const int rounds = qEnvironmentVariableIntValue("TIDEMARK_ROUNDS");
        for (int round = 0; round < (rounds > 0 ? rounds : usualRounds); ++round) {
            int answers = 0;
            for (int i = 0; i < damagedPerRound; ++i) {
                const QByteArray bytes = damaged(random);
                const auto count = [&](const Result& result) {
                    ++(result ? shown : refused);
                    end(++answers);
                };
                constexpr int frames = 3;
                const int wanted = static_cast<int>(random.below(frames + 1));
                if (wanted < frames) {
                    decoder.decode(test::fileOf(bytes), {200, 200}, wanted, count);
                } else {
                    decoder.decodeFrames(test::fileOf(bytes), {200, 200}, maxPixelsTogether, count);
                }
            }
            decoder.decode(test::fileOf(test::tinyPicture("png")), {10, 10}, 0, [&](const Result& result) {
                QVERIFY2(result.has_value(),
                         qPrintable(QStringLiteral("seed %1, round %2").arg(seed).arg(round)));
                QCOMPARE(result->image.size(), QSize(1, 1));
                end(++answers);
            });
            m_loop.enterLoopMSecs(60000);
            QCOMPARE(answers, damagedPerRound + 1);
        }
        QVERIFY2(shown > 0 && refused > 0, "some damage is harmless and some is not");
    }

private:
    static constexpr int usualRounds = 100;
    static constexpr int damagedPerRound = 20;
    static constexpr qint64 maxPixelsTogether = 100000;

    void end(int answers)
    {
        if (answers == damagedPerRound + 1) {
            m_loop.exitLoop();
        }
    }

    /// One of the pictures with some bytes changed, left out or repeated.
    QByteArray damaged(SplitMix64& random) const
    {
        QByteArray bytes = m_pictures[qsizetype(random.below(std::uint64_t(m_pictures.size())))];
        const auto place = [&] { return qsizetype(random.below(std::uint64_t(bytes.size()))); };
        for (std::uint64_t changes = random.below(6); changes > 0; --changes) {
            bytes[place()] = char(random.below(256));
        }
        switch (random.below(6)) {
        case 0:
            bytes.truncate(place());
            break;
        case 1:
            bytes.remove(place(), qsizetype(1 + random.below(16)));
            break;
        case 2: {
            const QByteArray part = bytes.mid(place(), qsizetype(1 + random.below(64)));
            bytes.insert(place(), part);
            break;
        }
        default:
            break;
        }
        return bytes;
    }

    QList<QByteArray> m_pictures;
    QTestEventLoop m_loop;
};

TIDEMARK_SUITE(TestStorm, QCoreApplication)

} // namespace tidemark::storm_test

#include "test_storm.moc"

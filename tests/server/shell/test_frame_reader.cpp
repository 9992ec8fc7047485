#include "core/base/random.h"
#include "server-stub/shell/sockets/frame_reader.h"
#include "tests/main/suite.h"

#include <QTest>

#include <vector>

namespace tidemark::frame_reader_test {

using namespace tidemark::server;
using Frame = FrameReader::Frame;
using Kind = FrameReader::Kind;
using Fault = FrameReader::Fault;

namespace {

constexpr int finalBit = 0x80;

/// A masked frame with the shortest possible length field.
QByteArray frame(int first, const QByteArray& payload)
{
    const QByteArray mask = QByteArray::fromHex("c0ffee07");
    QByteArray bytes(1, static_cast<char>(first));
    const qsizetype size = payload.size();
    if (size < 126) {
        bytes.append(static_cast<char>(0x80 | size));
    } else if (size < 65536) {
        bytes.append('\xfe').append(static_cast<char>(size >> 8)).append(static_cast<char>(size & 0xff));
    } else {
        bytes.append('\xff');
        for (int shift = 56; shift >= 0; shift -= 8) {
            bytes.append(static_cast<char>((size >> shift) & 0xff));
        }
    }
    bytes.append(mask);
    for (qsizetype i = 0; i < size; ++i) {
        bytes.append(static_cast<char>(payload[i] ^ mask[i % 4]));
    }
    return bytes;
}

std::vector<Frame> readAll(FrameReader& reader, const QByteArray& bytes)
{
    std::vector<Frame> frames;
    std::string_view rest(bytes.constData(), static_cast<std::size_t>(bytes.size()));
    while (auto next = reader.read(rest)) {
        frames.push_back(*std::move(next));
    }
    return frames;
}

Fault faultOf(const QByteArray& bytes)
{
    FrameReader reader(1000);
    readAll(reader, bytes);
    return reader.fault();
}

} // namespace

class TestFrameReader : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void messagesOfEveryLengthAreUnmasked()
    {
        for (const int size : {0, 1, 3, 125, 126, 127, 65535, 65536, 100000}) {
            FrameReader reader(100000);
            QByteArray payload;
            for (int i = 0; i < size; ++i) {
                payload.append(static_cast<char>(i * 31));
            }
            const std::vector<Frame> expected{{Kind::Binary, payload}};
            QVERIFY(readAll(reader, frame(finalBit | 2, payload)) == expected);
            QCOMPARE(reader.fault(), Fault::None);
            QCOMPARE(reader.heldBytes(), std::size_t(0));
        }
    }

    void bytesMayComeInAnyPieces()
    {
        const QByteArray bytes = frame(2, "one ") + frame(finalBit | 9, "ping")
                                 + frame(0, QByteArray(300, 'x')) + frame(finalBit | 0, " end")
                                 + frame(finalBit | 1, "text") + frame(finalBit | 10, {})
                                 + frame(finalBit | 8, QByteArray::fromHex("03e8"));
        const std::vector<Frame> expected{{Kind::Ping, "ping"},
                                          {Kind::Binary, "one " + QByteArray(300, 'x') + " end"},
                                          {Kind::Text, "text"},
                                          {Kind::Pong, {}},
                                          {Kind::Close, QByteArray::fromHex("03e8")}};
        SplitMix64 random(1);
        for (int round = 0; round < 300; ++round) {
            FrameReader reader(1000);
            std::vector<Frame> frames;
            for (qsizetype at = 0; at < bytes.size();) {
                const auto size = static_cast<qsizetype>(1 + random.below(round % 40 + 1));
                for (Frame& one : readAll(reader, bytes.mid(at, size))) {
                    frames.push_back(std::move(one));
                }
                at += size;
            }
            QVERIFY(frames == expected);
        }
    }

    void anUnmaskedFrameIsRefusedAtOnce()
    {
        // The second byte says that the frame is not masked.
        QCOMPARE(faultOf(QByteArray::fromHex("8201")), Fault::Protocol);
        QCOMPARE(faultOf(QByteArray::fromHex("8900")), Fault::Protocol);
        QCOMPARE(faultOf(QByteArray::fromHex("82")), Fault::None);
    }

    void framesThatRfc6455ForbidsAreRefused_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::newRow("compressed") << frame(finalBit | 0x40 | 2, "x");
        QTest::newRow("reserved opcode") << frame(finalBit | 3, "x");
        QTest::newRow("reserved control opcode") << frame(finalBit | 11, "x");
        QTest::newRow("control frame in fragments") << frame(9, "x");
        QTest::newRow("long control frame") << frame(finalBit | 9, QByteArray(126, 'x'));
        QTest::newRow("continuation of nothing") << frame(finalBit | 0, "x");
        QTest::newRow("message inside a message") << frame(2, "x") + frame(finalBit | 2, "x");
    }

    void framesThatRfc6455ForbidsAreRefused()
    {
        QFETCH(const QByteArray, bytes);
        QCOMPARE(faultOf(bytes), Fault::Protocol);
    }

    void aMessageThatIsTooLongIsRefusedByItsHeader()
    {
        QCOMPARE(faultOf(frame(finalBit | 2, QByteArray(1000, 'x'))), Fault::None);
        QCOMPARE(faultOf(frame(finalBit | 2, QByteArray(1001, 'x')).left(8)), Fault::TooLong);
        QCOMPARE(faultOf(frame(2, QByteArray(1000, 'x')) + frame(0, "x").left(6)), Fault::TooLong);
        QCOMPARE(faultOf(frame(2, QByteArray(1000, 'x')) + frame(finalBit | 0, {})), Fault::None);
        QCOMPARE(faultOf(QByteArray::fromHex("82ffffffffffffffffff00000000")), Fault::TooLong);
    }

    void onlyWhatHasArrivedIsHeld()
    {
        FrameReader reader(1000000);
        readAll(reader, frame(finalBit | 2, QByteArray(1000000, 'x')).left(14 + 10));
        QCOMPARE(reader.heldBytes(), std::size_t(10));
    }

    void nothingIsReadAfterAFault()
    {
        FrameReader reader(1000);
        readAll(reader, QByteArray::fromHex("8201"));
        QVERIFY(readAll(reader, frame(finalBit | 2, "x")).empty());
    }
};

TIDEMARK_SUITE(TestFrameReader, QCoreApplication)

} // namespace tidemark::frame_reader_test

#include "test_frame_reader.moc"

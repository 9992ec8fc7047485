#include "core/client/keys/token_text.h"
#include "tests/main/suite.h"

#include <QTest>

namespace tidemark::token_text_test {

class TestTokenText : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void tokensAreHexOrBase64();
    void otherTextsAreNoTokens();
};

namespace {

std::string someToken()
{
    std::string token;
    for (std::size_t i = 0; i < tokenBytes; ++i) {
        token += char(i * 8 + 3);
    }
    return token;
}

} // namespace

void TestTokenText::tokensAreHexOrBase64()
{
    const std::string token = someToken();
    const QString hex = tokenToText(token);
    QCOMPARE(hex.size(), 64);
    QVERIFY(tokenFromText(hex) == token);
    QVERIFY(tokenFromText(hex.toUpper()) == token);
    QVERIFY(tokenFromText(QStringLiteral(" %1\r\n").arg(hex)) == token);
    const QByteArray bytes = QByteArray::fromStdString(token);
    for (const auto padding : {QByteArray::KeepTrailingEquals, QByteArray::OmitTrailingEquals}) {
        const QByteArray base64 = bytes.toBase64(QByteArray::Base64UrlEncoding | padding);
        QVERIFY(tokenFromText(QString::fromLatin1(base64)) == token);
    }
}

void TestTokenText::otherTextsAreNoTokens()
{
    const QString hex = tokenToText(someToken());
    const QByteArray base64 = QByteArray::fromStdString(someToken()).toBase64(QByteArray::Base64UrlEncoding);
    for (const QString& text : {QString(), QStringLiteral("short"), hex.chopped(2), hex + hex.left(2),
                                QString(64, QLatin1Char('g')), hex.left(32) + QLatin1Char(':') + hex.mid(32),
                                QString::fromLatin1(base64).insert(5, QLatin1Char('!'))}) {
        QVERIFY2(!tokenFromText(text), qPrintable(text));
    }
}

TIDEMARK_SUITE(TestTokenText, test::NoApplication)

} // namespace tidemark::token_text_test

#include "test_token_text.moc"

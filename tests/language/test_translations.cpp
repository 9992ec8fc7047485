// Compares the translations with the sources and with their own source texts: none is missing, and none has
// a wrong placeholder, key or mark.

#include "tests/main/suite.h"

#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

namespace tidemark::translations_test {

using namespace Qt::StringLiterals;

namespace {

struct Text {
    QString context;
    QString source;
    QStringList forms; ///< one, or one for each plural form of the language
    bool isPlural = false;
    bool isFinished = true;

    [[nodiscard]] QString name() const { return context + u": "_s + source; }
};

Text readText(QXmlStreamReader& xml, const QString& context)
{
    Text text{context, {}, {}, xml.attributes().value(u"numerus"_s) == u"yes", true};
    while (xml.readNextStartElement()) {
        if (xml.name() == u"source") {
            text.source = xml.readElementText();
        } else if (xml.name() == u"numerusform") {
            text.forms += xml.readElementText();
        } else if (xml.name() == u"translation") {
            text.isFinished = !xml.attributes().hasAttribute(u"type"_s);
            if (!text.isPlural) {
                text.forms += xml.readElementText();
                continue;
            }
            while (xml.readNextStartElement()) {
                text.forms += xml.readElementText();
            }
        } else {
            xml.skipCurrentElement();
        }
    }
    return text;
}

QList<Text> readContext(QXmlStreamReader& xml)
{
    QList<Text> texts;
    QString context;
    while (xml.readNextStartElement()) {
        if (xml.name() == u"name") {
            context = xml.readElementText();
        } else if (xml.name() == u"message") {
            texts += readText(xml, context);
        } else {
            xml.skipCurrentElement();
        }
    }
    return texts;
}

QList<Text> textsOf(const QString& path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) {
        return {};
    }
    QXmlStreamReader xml(&file);
    QList<Text> texts;
    while (!xml.atEnd()) {
        if (xml.readNext() == QXmlStreamReader::StartElement && xml.name() == u"context") {
            texts += readContext(xml);
        }
    }
    return xml.hasError() ? QList<Text>() : texts;
}

QStringList found(const QString& text, const QString& pattern)
{
    QStringList all;
    for (auto matches = QRegularExpression(pattern).globalMatch(text); matches.hasNext();) {
        all += matches.next().captured(0);
    }
    all.sort();
    return all;
}

QStringList placeholders(const QString& text)
{
    return found(text, u"%L?(\\d+|n)"_s);
}

/// The keys behind "&"; "&&" is a plain ampersand.
QStringList accelerators(const QString& text)
{
    return found(text.toUpper().remove(u"&&"_s), u"&\\p{L}"_s);
}

/// In English the form of one may say "a message" for "%Ln message".
bool hasItsPlaceholders(const Text& text, qsizetype form)
{
    QStringList wanted = placeholders(text.source);
    const QStringList there = placeholders(text.forms.at(form));
    if (there == wanted) {
        return true;
    }
    wanted.removeAll(u"%Ln"_s);
    return text.isPlural && form == 0 && text.forms.size() > 1 && there == wanted;
}

/// Chinese texts have full-width marks, and a space where another script or a number begins.
QString chineseFault(const QString& text)
{
    if (!found(text, u"\\p{sc:Han}[,.;?!]"_s).isEmpty()) {
        return u"a half-width mark"_s;
    }
    if (!found(text, u"\\p{sc:Han}[A-Za-z0-9]|[A-Za-z0-9]\\p{sc:Han}|%Ln\\p{sc:Han}|\\p{sc:Han}%Ln"_s)
             .isEmpty()
        && !text.contains(u"%1"_s)) {
        return u"no space before or after another script"_s;
    }
    return {};
}

} // namespace

class TestTranslations : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase()
    {
        QVERIFY(m_folder.isValid());
        QProcess update;
        update.setProcessChannelMode(QProcess::MergedChannels);
        update.start(QStringLiteral(TIDEMARK_SOURCE_DIR "/tools/translate"),
                     {u"--output"_s, m_folder.path()});
        QVERIFY(update.waitForFinished());
        m_said = QString::fromUtf8(update.readAll());
        QVERIFY2(update.exitCode() == 0, qPrintable(m_said));
    }

    void everyTextIsTranslated()
    {
        QVERIFY2(m_said.isEmpty(), qPrintable(m_said));
        QVERIFY(textsOf(path(u"zh_CN"_s)).size() > 400);
        QVERIFY(textsOf(path(u"en"_s)).size() > 30);
        for (const QString& language : {u"zh_CN"_s, u"en"_s}) {
            for (const Text& text : textsOf(path(language))) {
                QVERIFY2(text.isFinished && !text.forms.contains(QString()), qPrintable(text.name()));
            }
        }
    }

    void pluralsHaveAllForms()
    {
        for (const Text& text : textsOf(path(u"zh_CN"_s))) {
            QVERIFY2(text.forms.size() == 1, qPrintable(text.name()));
        }
        for (const Text& text : textsOf(path(u"en"_s))) {
            QVERIFY2(text.isPlural && text.forms.size() == 2, qPrintable(text.name()));
        }
    }

    void placeholdersAreThoseOfTheSource()
    {
        for (const QString& language : {u"zh_CN"_s, u"en"_s}) {
            for (const Text& text : textsOf(path(language))) {
                for (qsizetype form = 0; form < text.forms.size(); ++form) {
                    QVERIFY2(hasItsPlaceholders(text, form), qPrintable(text.name()));
                }
            }
        }
    }

    void acceleratorsAreThoseOfTheSource()
    {
        for (const Text& text : textsOf(path(u"zh_CN"_s))) {
            QVERIFY2(accelerators(text.source) == accelerators(text.forms.first()), qPrintable(text.name()));
        }
    }

    void chineseIsSetAsChinese()
    {
        for (const Text& text : textsOf(path(u"zh_CN"_s))) {
            const QString fault = chineseFault(text.forms.first());
            QVERIFY2(fault.isEmpty(), qPrintable(text.name() + u": "_s + fault));
        }
    }

private:
    [[nodiscard]] QString path(const QString& language) const
    {
        return m_folder.filePath(u"tidemark_%1.ts"_s.arg(language));
    }

    QTemporaryDir m_folder;
    QString m_said; ///< the texts without a translation
};

TIDEMARK_SUITE(TestTranslations, QCoreApplication)

} // namespace tidemark::translations_test

#include "test_translations.moc"

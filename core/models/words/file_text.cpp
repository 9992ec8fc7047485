#include "core/models/words/file_text.h"

#include "core/models/words/clean_text.h"
#include "core/models/words/isolated_text.h"
#include "core/models/words/plural.h"
#include "core/models/words/utf8_text.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>
#include <limits>

using namespace Qt::StringLiterals;

namespace tidemark {

namespace {

class FileText {
    Q_DECLARE_TR_FUNCTIONS(FileText)
};

/// Removes marks of direction, with which "gnp.exe" can look like "exe.png".
QString withoutMarks(QString name)
{
    name.removeIf([](QChar unit) {
        return (unit >= QChar(0x202A) && unit <= QChar(0x202E))
               || (unit >= QChar(0x2066) && unit <= QChar(0x2069));
    });
    return name;
}

/// "PDF" of "report.pdf"; empty if what follows the last dot does not look like a kind.
QString kindOf(const QString& name)
{
    constexpr qsizetype maxKind = 5;
    const qsizetype dot = name.lastIndexOf(u'.');
    const QString kind = dot > 0 ? name.mid(dot + 1) : QString();
    const bool isKind = kind.size() <= maxKind && std::all_of(kind.begin(), kind.end(), [](QChar letter) {
                            return letter < QChar(0x80) && letter.isLetterOrNumber();
                        });
    return isKind ? kind.toUpper() : QString();
}

QString wordsFor(std::size_t count, bool arePictures, const Attachment& first)
{
    if (count == 1) {
        return arePictures ? FileText::tr("Photo") : isolated(fileNameText(first));
    }
    return arePictures ? FileText::tr("%Ln photos", nullptr, pluralOf(count))
                       : FileText::tr("%Ln files", nullptr, pluralOf(count));
}

} // namespace

QString fileNameText(const Attachment& attachment)
{
    const QString name = oneLine(withoutMarks(textFromUtf8(attachment.name)));
    return name.isEmpty() ? FileText::tr("File") : name;
}

QString fileTitle(const Attachment& attachment)
{
    return isPicture(attachment) ? FileText::tr("Photo") : fileNameText(attachment);
}

QString filesText(const std::vector<Attachment>& attachments)
{
    if (attachments.empty()) {
        return {};
    }
    const bool arePictures = std::all_of(attachments.begin(), attachments.end(),
                                         [](const Attachment& one) { return isPicture(one); });
    return wordsFor(attachments.size(), arePictures, attachments.front());
}

QString filesText(const ConversationSummary& summary)
{
    Attachment first;
    first.name = summary.lastFileName;
    return summary.lastFiles == 0 ? QString()
                                  : wordsFor(summary.lastFiles, summary.lastFilesArePictures, first);
}

QString messageLine(const QString& files, const QString& text)
{
    if (files.isEmpty() || text.isEmpty()) {
        return files + text;
    }
    return FileText::tr("%1, %2", "files of a message, its text").arg(files, text);
}

QString fileSizeText(quint64 bytes)
{
    constexpr quint64 maxSize = std::numeric_limits<qint64>::max();
    return QLocale().formattedDataSize(static_cast<qint64>(std::min(bytes, maxSize)), bytes < 1000 ? 0 : 1,
                                       QLocale::DataSizeSIFormat);
}

QString fileDetails(const Attachment& attachment)
{
    const QString size = fileSizeText(attachment.size);
    const QString kind = kindOf(fileNameText(attachment));
    return kind.isEmpty() ? size : FileText::tr("%1 · %2", "size and kind of a file").arg(size, kind);
}

QString spokenFile(const Attachment& attachment)
{
    if (isPicture(attachment)) {
        return FileText::tr("Photo, %L1 by %L2", "width and height")
            .arg(attachment.width)
            .arg(attachment.height);
    }
    return FileText::tr("File %1, %2", "name and size")
        .arg(isolated(fileNameText(attachment)), fileSizeText(attachment.size));
}

} // namespace tidemark

#include "ui/settings/storage_text.h"

#include "core/models/words/isolated_text.h"
#include "core/models/words/plural.h"
#include "core/models/words/sentences.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QLocale>

namespace tidemark {

namespace {

class StorageText {
    Q_DECLARE_TR_FUNCTIONS(StorageText)
};

QString bytesText(qint64 bytes)
{
    return QLocale().formattedDataSize(bytes, 1);
}

} // namespace

QString contentsText(const StoreContents& contents)
{
    return StorageText::tr("%1; %L2 messages, edits and notices", "conversations, number of log entries")
        .arg(StorageText::tr("%Ln conversations", nullptr, pluralOf(contents.conversations)))
        .arg(contents.entries);
}

QString sizeText(const StoreContents& contents)
{
    const QString database = bytesText(contents.databaseBytes);
    return contents.journalBytes == 0
               ? database
               : StorageText::tr("%1, and its journal %2").arg(database, bytesText(contents.journalBytes));
}

QString damagedText(const StoreContents& contents)
{
    if (contents.damagedFiles == 0) {
        return {};
    }
    return StorageText::tr("%Ln damaged databases were set aside there (%1). Delete them when you are sure "
                           "nothing is missing.",
                           nullptr, contents.damagedFiles)
        .arg(bytesText(contents.damagedBytes));
}

QString checkText(const StorageCheck& check)
{
    if (check.wasDamaged) {
        return check.notices.isEmpty() ? check.problem : check.notices.join(QLatin1Char('\n'));
    }
    if (!check.problem.isEmpty()) {
        return StorageText::tr("The database could not be checked: %1").arg(check.problem);
    }
    const int differences = pluralOf(check.audit.differences.size());
    const QString counts =
        differences == 0
            ? StorageText::tr(
                "No problems found: the database and the counts of %Ln conversations are correct.", nullptr,
                pluralOf(check.audit.checked))
            : StorageText::tr("%Ln counts were wrong and have been repaired.", nullptr, differences);
    return check.wasIndexBad
               ? sentences(counts, StorageText::tr("The search index was damaged and is being built again."))
               : counts;
}

QString indexText(const IndexProgress& progress)
{
    if (!progress.problem.isEmpty()) {
        return StorageText::tr("The index could not be built: %1").arg(progress.problem);
    }
    if (progress.isFinished) {
        return StorageText::tr("Done: search finds everything that is on this computer.");
    }
    return StorageText::tr("%L1 of %L2").arg(progress.indexed).arg(progress.all);
}

QString exportText(const ExportResult& result)
{
    using End = ExportResult::End;
    if (result.end == End::Cancelled) {
        return StorageText::tr("Cancelled. Nothing was written.");
    }
    if (result.end == End::Failed) {
        return StorageText::tr("Nothing was written. %1").arg(result.problem);
    }
    const QString written =
        StorageText::tr("%Ln messages and notices were written to “%1”.", nullptr, pluralOf(result.items))
            .arg(isolatedLine(QFileInfo(result.path).fileName()));
    const QString folder = isolatedLine(QFileInfo(result.path).fileName() + QStringLiteral(".files"));
    const QString withFiles =
        result.files == 0
            ? written
            : sentences(written, StorageText::tr("%Ln pictures and files are in the folder “%1”.", nullptr,
                                                 pluralOf(result.files))
                                     .arg(folder));
    const QString withMissing =
        result.missingFiles == 0
            ? withFiles
            : sentences(withFiles, StorageText::tr("%Ln pictures and files could not be copied, because they "
                                                   "are not on this computer or cannot be read.",
                                                   nullptr, pluralOf(result.missingFiles)));
    return result.missing == 0
               ? withMissing
               : sentences(withMissing,
                           StorageText::tr("%Ln entries are not on this computer; the file shows the gaps.",
                                           nullptr, pluralOf(result.missing)));
}

} // namespace tidemark

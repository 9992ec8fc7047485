#include "tests/e2e/sent_file.h"

#include <QFile>
#include <QTemporaryDir>

using namespace Qt::StringLiterals;

namespace tidemark::test {

QString makeFile(const QString& path, const QByteArray& bytes)
{
    QFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size() ? path : QString();
}

QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : "(cannot be read)"_ba;
}

CliResult fetch(const Device& reader, qint64 conversation, qint64 seq, const QString& copy)
{
    return reader.run({u"fetch"_s, number(conversation), number(seq), u"--output"_s, copy});
}

QString fetchFault(const Device& reader, qint64 conversation, qint64 seq, const QString& file)
{
    const QTemporaryDir folder;
    const QString copy = folder.filePath(u"copy"_s);
    const CliResult fetched = fetch(reader, conversation, seq, copy);
    if (!fetched.isDone()) {
        return fetched.description();
    }
    return contentOf(copy) == contentOf(file) ? QString() : u"the file has other bytes"_s;
}

} // namespace tidemark::test

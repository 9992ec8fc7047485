#include "ui/files/copied_file.h"

#include <QFile>
#include <QPromise>
#include <QSaveFile>
#include <QThreadPool>

#include <memory>

namespace tidemark {

QString copyFile(const QString& from, const QString& to)
{
    constexpr qint64 block = 1024 * 1024;
    QFile source(from);
    if (!source.open(QFile::ReadOnly)) {
        return source.errorString();
    }
    QSaveFile target(to);
    if (!target.open(QFile::WriteOnly)) {
        return target.errorString();
    }
    // The permissions are those of the file that is replaced, which may have been a program.
    target.setPermissions(target.permissions()
                          & ~(QFile::ExeOwner | QFile::ExeUser | QFile::ExeGroup | QFile::ExeOther));
    while (!source.atEnd()) {
        const QByteArray bytes = source.read(block);
        if (bytes.isEmpty() || target.write(bytes) != bytes.size()) {
            target.cancelWriting();
            return bytes.isEmpty() ? source.errorString() : target.errorString();
        }
    }
    return target.commit() ? QString() : target.errorString();
}

QFuture<QString> beginCopy(const QString& from, const QString& to)
{
    auto promise = std::make_shared<QPromise<QString>>();
    QFuture<QString> problem = promise->future();
    promise->start(); // not in the thread: the result of a future that has not started is not waited for
    QThreadPool::globalInstance()->start([promise, from, to] {
        promise->addResult(copyFile(from, to));
        promise->finish();
    });
    return problem;
}

} // namespace tidemark

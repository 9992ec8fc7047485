#include "core/client/files/exported_files.h"

#include "core/client/files/write_problem.h"

#include <QDir>
#include <QFileInfo>

namespace tidemark {

namespace {

constexpr qint64 stepBytes = 1024 * 1024;
constexpr QFile::Permissions copyPermissions = QFile::ReadOwner | QFile::WriteOwner;

/// "report.pdf" becomes "report (2).pdf".
QString numbered(const QString& name, int attempt)
{
    if (attempt == 1) {
        return name;
    }
    const qsizetype dot = name.lastIndexOf(QLatin1Char('.'));
    const qsizetype stem = dot > 0 ? dot : name.size();
    return QStringLiteral("%1 (%2)%3").arg(name.left(stem)).arg(attempt).arg(name.mid(stem));
}

/// Whether there is a file, folder or link of this name. A link counts even if its target does not exist.
bool isTaken(const QString& path)
{
    const QFileInfo info(path);
    return info.exists() || info.isSymLink();
}

} // namespace

ExportedFiles::ExportedFiles(const QString& exportPath) : m_folder(exportPath + QStringLiteral(".files")) {}

ExportedFiles::~ExportedFiles()
{
    if (m_isKept) {
        return;
    }
    m_target.close();
    for (const QString& path : m_made) {
        QFile::remove(path);
    }
    if (m_hasMadeFolder) {
        QDir().rmdir(m_folder);
    }
}

ExportedFiles::Step ExportedFiles::begin(const QString& source, const QString& name)
{
    m_source.close();
    m_source.setFileName(source);
    if (!m_source.open(QFile::ReadOnly)) {
        return Step::Unreadable;
    }
    m_name = name;
    m_attempt = 1;
    return openTarget();
}

void ExportedFiles::makeFolder()
{
    if (QDir().mkdir(m_folder)) {
        m_hasMadeFolder = true;
        // The folder is as private as the profile.
        QFile::setPermissions(m_folder, copyPermissions | QFile::ExeOwner);
    }
}

ExportedFiles::Step ExportedFiles::openTarget()
{
    m_target.close();
    m_target.setFileName(m_folder + QLatin1Char('/') + numbered(m_name, m_attempt));
    m_isComparing = false;
    makeFolder(); // if this fails, opening the target fails and reports the reason
    if (m_target.open(QFile::NewOnly | QFile::WriteOnly, copyPermissions)) {
        m_made += m_target.fileName();
        return Step::More;
    }
    if (!isTaken(m_target.fileName())) {
        return fail(m_target);
    }
    m_isComparing =
        QFileInfo(m_target).isFile() && m_target.size() == m_source.size() && m_target.open(QFile::ReadOnly);
    return m_isComparing ? Step::More : tryNextName();
}

ExportedFiles::Step ExportedFiles::tryNextName()
{
    constexpr int maxAttempts = 1000;
    if (++m_attempt > maxAttempts || !m_source.seek(0)) {
        return fail(m_target);
    }
    return Step::More;
}

ExportedFiles::Step ExportedFiles::goOn()
{
    if (!m_target.isOpen()) {
        return openTarget();
    }
    const QByteArray bytes = m_source.read(stepBytes);
    if (m_source.error() != QFile::NoError) {
        return drop();
    }
    if (m_isComparing) {
        if (m_target.read(stepBytes) != bytes) {
            m_target.close();
            return tryNextName();
        }
    } else if (m_target.write(bytes) != bytes.size() || (bytes.isEmpty() && !m_target.flush())) {
        return fail(m_target);
    }
    if (!bytes.isEmpty()) {
        return Step::More;
    }
    m_source.close();
    m_target.close();
    return Step::Copied;
}

ExportedFiles::Step ExportedFiles::drop()
{
    m_target.close();
    if (!m_isComparing) {
        QFile::remove(m_made.takeLast());
    }
    return Step::Unreadable;
}

ExportedFiles::Step ExportedFiles::fail(const QFileDevice& file)
{
    m_problem = writeProblem(file);
    return Step::Failed;
}

QString ExportedFiles::place() const
{
    return QFileInfo(m_folder).fileName() + QLatin1Char('/') + QFileInfo(m_target.fileName()).fileName();
}

} // namespace tidemark

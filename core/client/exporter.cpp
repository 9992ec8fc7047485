#include "core/client/exporter.h"

#include "core/client/core_events.h"
#include "core/store/client_store.h"

#include <QCoreApplication>
#include <QFileInfo>

#include <algorithm>
#include <cerrno>
#include <initializer_list>
#include <utility>

namespace tidemark {

namespace {

class ExportTrouble {
    Q_DECLARE_TR_FUNCTIONS(ExportTrouble)
};

constexpr int pageItems = 400;

/// Returns, for the user, why a file cannot be written. Qt offers only the system's error text, so compare
/// that.
QString problemOf(const QSaveFile& file)
{
    const QString words = file.errorString();
    const auto isOneOf = [&words](std::initializer_list<int> numbers) {
        return std::any_of(numbers.begin(), numbers.end(),
                           [&words](int number) { return words == qt_error_string(number); });
    };
    // If the system writes only a part of the data, Qt has no error text.
    const bool isCutShort = words == QSaveFile().errorString();
    if (isCutShort || isOneOf({ENOSPC, EDQUOT, EFBIG})) {
        return ExportTrouble::tr("The disk is full. Free up space, or choose another folder.");
    }
    if (isOneOf({EACCES, EPERM, EROFS})) {
        return ExportTrouble::tr("You do not have permission to write there. Choose another folder.");
    }
    return ExportTrouble::tr("The file cannot be written: %1").arg(words);
}

} // namespace

Exporter::Exporter(CoreEvents& events, QObject* parent) : QObject(parent), m_events(events), m_timer(this)
{
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &Exporter::goOn);
}

Exporter::~Exporter() = default;

void Exporter::setStore(const ClientStore* store, const QString& databasePath)
{
    if (m_job) {
        end(ExportResult::End::Failed, tr("The local database was closed during the export. Try again."));
    }
    m_store = store;
    m_databasePath = databasePath;
}

void Exporter::begin(const ExportRequest& request, const QString& userName, UnixMs now)
{
    const auto refuse = [&](const QString& why) {
        Q_EMIT m_events.exportFinished({request.tag, ExportResult::End::Failed, why, request.path, 0, 0});
    };
    if (m_job) {
        refuse(tr("Another conversation is being exported. Wait until it is done."));
        return;
    }
    const QString isNotHere = tr("This conversation is not on this device.");
    if (m_store == nullptr) {
        refuse(isNotHere);
        return;
    }
    const auto conversation = m_store->summary(request.conversation);
    if (!conversation) {
        refuse(isNotHere);
        return;
    }
    Job job;
    job.request = request;
    job.result.tag = request.tag;
    job.result.path = request.path;
    job.next = Seq(1);
    const HeldLog log = m_store->heldLog(request.conversation);
    job.last = std::max(log.head, log.held.top());
    if (const QString problem = open(job); !problem.isEmpty()) {
        refuse(problem);
        return;
    }
    m_job = std::move(job);
    if (write(*m_job, request.format->begin({*conversation, userName.toStdString(), now}))) {
        m_timer.start(0);
    } else {
        end(ExportResult::End::Failed, problemOf(*m_job->file));
    }
}

QString Exporter::open(Job& job) const
{
    const QFileInfo wanted(job.request.path);
    const QFileInfo database(m_databasePath);
    const bool isOurs =
        wanted.absolutePath() == database.absolutePath() && wanted.fileName().startsWith(database.fileName());
    if (isOurs) {
        return tr("This file belongs to Tidemark. Choose another name.");
    }
    job.file = std::make_unique<QSaveFile>(job.request.path);
    if (!job.file->open(QSaveFile::WriteOnly)) {
        return problemOf(*job.file);
    }
    // The file is as private as the profile.
    job.file->setPermissions(QFile::ReadOwner | QFile::WriteOwner);
    return {};
}

void Exporter::cancel(quint64 tag)
{
    if (m_job && m_job->request.tag == tag) {
        end(ExportResult::End::Cancelled);
    }
}

void Exporter::goOn()
{
    if (!m_job) {
        return;
    }
    writeOn(*m_job);
    Q_EMIT looked();
}

void Exporter::writeOn(Job& job)
{
    const std::uint64_t failures = m_store->failures();
    const bool isAtEnd = job.next > job.last;
    const bool isWritten = isAtEnd ? writePending(job) : writePage(job);
    if (m_store->failures() != failures) {
        end(ExportResult::End::Failed, m_store->lastError().message);
    } else if (!isWritten || (isAtEnd && !job.file->commit())) {
        end(ExportResult::End::Failed, problemOf(*job.file));
    } else if (isAtEnd) {
        end(ExportResult::End::Written);
    } else {
        reportProgress(job);
        m_timer.start(0);
    }
}

/// Reads the held ranges again for each page, because they may have changed.
bool Exporter::writePage(Job& job)
{
    const HeldLog log = m_store->heldLog(job.request.conversation);
    const auto& ranges = log.held.ranges();
    const auto range = std::find_if(ranges.begin(), ranges.end(),
                                    [&job](const SeqRange& one) { return one.last >= job.next; });
    const Seq heldFrom = range == ranges.end() ? next(job.last) : range->first;
    if (heldFrom > job.next) {
        // Report entries that the server has trimmed as a separate gap.
        const bool isTrimmed = job.next <= log.trimmedThrough;
        Seq through = std::min(previous(heldFrom), job.last);
        through = isTrimmed ? std::min(through, log.trimmedThrough) : through;
        const SeqRange missing{job.next, through};
        job.result.missing += missing.size();
        job.next = next(through);
        return write(job, job.request.format->gap(missing, isTrimmed));
    }
    const Seq through = std::min(range->last, job.last);
    const TimelinePage page = m_store->timeline(
        job.request.conversation, {TimelineQuery::Anchor::After, previous(job.next), pageItems});
    std::string bytes;
    for (const TimelineItem& item : page.items) {
        if (item.seq <= through) {
            bytes += job.request.format->item(item);
            ++job.result.items;
        }
    }
    job.next = next(std::max(std::min(page.last, through), job.next));
    return write(job, bytes);
}

bool Exporter::writePending(Job& job)
{
    std::string bytes;
    for (const TimelineItem& item :
         m_store->timeline(job.request.conversation, {TimelineQuery::Anchor::End, {}, 1}).pending) {
        if (!isChange(item.kind)) {
            bytes += job.request.format->item(item);
            ++job.result.items;
        }
    }
    return write(job, bytes);
}

bool Exporter::write(Job& job, const std::string& bytes)
{
    const auto size = static_cast<qint64>(bytes.size());
    return job.file->write(bytes.data(), size) == size;
}

void Exporter::reportProgress(Job& job)
{
    const std::uint64_t done = previous(job.next).value;
    const std::uint64_t all = job.last.value;
    const auto permille = static_cast<int>(done * 1000 / std::max<std::uint64_t>(all, 1));
    if (std::exchange(job.permille, permille) != permille) {
        Q_EMIT m_events.exportProgressed({job.request.tag, done, all});
    }
}

void Exporter::end(ExportResult::End how, const QString& problem)
{
    m_timer.stop();
    Job job = std::move(*m_job);
    m_job.reset();
    job.result.end = how;
    job.result.problem = problem;
    // Destroying an uncommitted file removes it.
    job.file.reset();
    Q_EMIT m_events.exportFinished(job.result);
}

} // namespace tidemark

#include "core/client/exporter.h"

#include "core/client/core_events.h"
#include "core/client/files/write_problem.h"
#include "core/domain/file_name.h"
#include "core/domain/request_caps.h"
#include "core/store/client_store.h"

#include <QFileInfo>

#include <algorithm>
#include <iterator>
#include <utility>

namespace tidemark {

namespace {

constexpr int pageItems = 400;

/// Returns the name of a copy: "12-0-report.pdf", or "unsent-1f0c2a77-0-report.pdf".
QString copyName(const TimelineItem& item, std::size_t index)
{
    constexpr qsizetype uuidDigits = 8;
    const QByteArray uuid(reinterpret_cast<const char*>(item.uuid.bytes.data()), // NOLINT: the raw bytes
                          qsizetype(item.uuid.bytes.size()));
    const QString message =
        item.seq.isValid() ? QString::number(item.seq.value)
                           : QStringLiteral("unsent-") + QString::fromLatin1(uuid.toHex().left(uuidDigits));
    const QString name = QString::fromStdString(safeFileName(item.attachments[index].name));
    return QStringLiteral("%1-%2-").arg(message).arg(index) + name;
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
        Q_EMIT m_events.exportFinished({request.tag, ExportResult::End::Failed, why, request.path, 0, 0, 0});
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
    job.copies = std::make_unique<ExportedFiles>(request.path);
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
        end(ExportResult::End::Failed, writeProblem(*m_job->file));
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
        return writeProblem(*job.file);
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
    const bool isAtEnd = job.items.empty() && job.next > job.last && job.hasPending;
    const bool isWritten = isAtEnd || (job.items.empty() ? readOn(job) : writeItems(job));
    if (m_store->failures() != failures) {
        end(ExportResult::End::Failed, m_store->lastError().message);
    } else if (!isWritten || (isAtEnd && !job.file->commit())) {
        const QString& problem = job.copies->problem();
        end(ExportResult::End::Failed, problem.isEmpty() ? writeProblem(*job.file) : problem);
    } else if (isAtEnd) {
        job.copies->keep();
        end(ExportResult::End::Written);
    } else {
        reportProgress(job);
        m_timer.start(0);
    }
}

/// Reads the held ranges again for each page, because they may have changed.
bool Exporter::readOn(Job& job)
{
    if (job.next > job.last) {
        readPending(job);
        return true;
    }
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
    TimelinePage page = m_store->timeline(job.request.conversation,
                                          {TimelineQuery::Anchor::After, previous(job.next), pageItems});
    std::erase_if(page.items, [through](const TimelineItem& item) { return item.seq > through; });
    job.next = next(std::max(std::min(page.last, through), job.next));
    job.items = {std::make_move_iterator(page.items.begin()), std::make_move_iterator(page.items.end())};
    return writeItems(job);
}

void Exporter::readPending(Job& job)
{
    TimelinePage page = m_store->timeline(job.request.conversation, {TimelineQuery::Anchor::End, {}, 1});
    std::erase_if(page.pending, [](const TimelineItem& item) { return isChange(item.kind); });
    job.items = {std::make_move_iterator(page.pending.begin()), std::make_move_iterator(page.pending.end())};
    job.hasPending = true;
}

/// Writes the items that were read, up to the first one whose files take longer to copy.
bool Exporter::writeItems(Job& job)
{
    using Step = ExportedFiles::Step;
    std::string bytes;
    while (!job.items.empty()) {
        const Step step = copyFiles(job);
        if (step == Step::Failed) {
            return false;
        }
        if (step == Step::More) {
            break;
        }
        bytes += job.request.format->item(job.items.front(), job.places);
        job.items.pop_front();
        job.places.clear();
        ++job.result.items;
    }
    return write(job, bytes);
}

/// Copies the next part of the first item's files. Returns Copied when all are copied that are held.
ExportedFiles::Step Exporter::copyFiles(Job& job) const
{
    using Step = ExportedFiles::Step;
    TimelineItem& item = job.items.front();
    while (job.places.size() < item.attachments.size()) {
        const std::size_t index = job.places.size();
        const Step step = job.isCopying ? job.copies->goOn() : beginCopy(job, index);
        job.isCopying = step == Step::More;
        if (step == Step::More || step == Step::Failed) {
            return step;
        }
        const bool isCopied = step == Step::Copied;
        job.places.push_back(isCopied ? job.copies->place().toStdString() : std::string());
        item.heldFiles = static_cast<std::uint16_t>(item.heldFiles | (isCopied ? 1U << index : 0U));
        ++(isCopied ? job.result.files : job.result.missingFiles);
    }
    return Step::Copied;
}

ExportedFiles::Step Exporter::beginCopy(Job& job, std::size_t index) const
{
    const TimelineItem& item = job.items.front();
    const QString source = index < caps::maxAttachments ? m_pathOf(item, item.attachments[index]) : QString();
    return source.isEmpty() ? ExportedFiles::Step::Unreadable
                            : job.copies->begin(source, copyName(item, index));
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
    // Destroying an uncommitted file removes it, and copies that are not kept.
    job.file.reset();
    job.copies.reset();
    Q_EMIT m_events.exportFinished(job.result);
}

} // namespace tidemark

#include "core/pictures/picture_helper.h"

#include "core/pictures/descriptor_message.h"

#include <QSocketNotifier>

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <ctime>
#include <utility>

namespace tidemark {

PictureHelper::PictureHelper(const QString& program, std::chrono::seconds processorTime, Events events,
                             QObject* parent)
    : QObject(parent), m_processorTime(processorTime), m_events(std::move(events))
{
    m_process.setStandardInputFile(QProcess::nullDevice());
    m_process.setStandardOutputFile(QProcess::nullDevice());
    m_process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    connect(&m_process, &QProcess::finished, this, [this] { end(); });
    connect(&m_process, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart) {
            // Queued, because the constructor may still be running.
            QMetaObject::invokeMethod(
                this, [this] { end(); }, Qt::QueuedConnection);
        }
    });
    start(program);
}

PictureHelper::~PictureHelper()
{
    m_process.disconnect();
    m_process.kill();
    m_process.waitForFinished();
}

void PictureHelper::start(const QString& program)
{
    std::array<int, 2> ends{-1, -1};
    if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) == 0) {
        m_socket = FileDescriptor(ends[0]);
        ::fcntl(ends[0], F_SETFL, O_NONBLOCK);
        m_notifier = std::make_unique<QSocketNotifier>(ends[0], QSocketNotifier::Read);
        connect(m_notifier.get(), &QSocketNotifier::activated, this, [this] { receive(); });
    }
    const FileDescriptor theirs(ends[1]);
    m_process.setChildProcessModifier([number = ends[1]] { ::dup2(number, pictureSocket); });
    m_process.start(program, QStringList());
}

bool PictureHelper::send(const PictureRequest& request, const FileDescriptor& file)
{
    renewProcessorTime();
    return sendMessage(m_socket.number(), &request, sizeof(request), file.number());
}

void PictureHelper::kill()
{
    if (m_notifier) {
        m_notifier->setEnabled(false);
    }
    m_process.kill();
}

void PictureHelper::receive()
{
    PictureAnswer answer{};
    FileDescriptor raster;
    switch (receiveMessage(m_socket.number(), &answer, sizeof(answer), raster)) {
    case Received::Message:
        m_events.answered(answer, raster);
        break;
    case Received::Nothing:
        break;
    case Received::End:
        kill();
    }
}

void PictureHelper::end()
{
    m_notifier.reset();
    m_events.ended();
}

/// The limit counts the processor time of the helper's whole life, so each picture moves it. The helper
/// cannot do this itself, because it may not change its limits.
void PictureHelper::renewProcessorTime()
{
    const auto process = pid_t(m_process.processId());
    clockid_t clock = 0;
    timespec used{};
    rlimit limit{};
    if (::clock_getcpuclockid(process, &clock) == 0 && ::clock_gettime(clock, &used) == 0
        && ::prlimit(process, RLIMIT_CPU, nullptr, &limit) == 0) {
        limit.rlim_cur = std::min(limit.rlim_max, rlim_t(used.tv_sec) + rlim_t(m_processorTime.count()));
        ::prlimit(process, RLIMIT_CPU, &limit, nullptr);
    }
}

} // namespace tidemark

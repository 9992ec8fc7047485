#include "server-stub/shell/base/metrics.h"

#include <QStringBuilder>

#include <algorithm>

namespace tidemark::server {
namespace {

/// Writes one metric after the other. Names are given without the prefix.
class Text {
public:
    void counter(const char* name, std::uint64_t value, const char* help)
    {
        metric(name, "counter", help);
        m_bytes += QByteArray("tidemark_") + name + ' ' + QByteArray::number(quint64(value)) + '\n';
    }
    void gauge(const char* name, std::uint64_t value, const char* help)
    {
        metric(name, "gauge", help);
        m_bytes += QByteArray("tidemark_") + name + ' ' + QByteArray::number(quint64(value)) + '\n';
    }
    void histogram(const char* name, const StepTimes& times, const char* help)
    {
        constexpr double microsecond = 1e-6;
        metric(name, "histogram", help);
        const QByteArray full = QByteArray("tidemark_") + name;
        const auto cumulative = times.cumulative();
        for (std::size_t i = 0; i < StepTimes::boundsUs.size(); ++i) {
            const QByteArray bound = QByteArray::number(double(StepTimes::boundsUs.at(i)) * microsecond);
            m_bytes += full + "_bucket{le=\"" + bound + "\"} " + QByteArray::number(quint64(cumulative.at(i)))
                       + '\n';
        }
        const QByteArray all = QByteArray::number(quint64(cumulative.back()));
        m_bytes += full + "_bucket{le=\"+Inf\"} " + all + '\n';
        m_bytes += full + "_sum " + QByteArray::number(double(times.sum().count()) * microsecond) + '\n';
        m_bytes += full + "_count " + all + '\n';
    }
    [[nodiscard]] const QByteArray& bytes() const { return m_bytes; }

private:
    void metric(const char* name, const char* type, const char* help)
    {
        const QByteArray full = QByteArray("tidemark_") + name;
        m_bytes += "# HELP " + full + ' ' + help + "\n# TYPE " + full + ' ' + type + '\n';
    }

    QByteArray m_bytes;
};

void addHints(Text& text, const HubStats& hub, const BusStatus& bus, std::uint64_t missed)
{
    text.gauge("bus_connected", bus.isConnected ? 1 : 0,
               "Whether this server exchanges hints with other servers (1) or not (0).");
    text.counter("hints_told_total", hub.hintsSent, "Hints sent to other servers.");
    text.counter("hints_heard_total", hub.hintsReceived, "Hints received from other servers.");
    text.counter("heads_found_total", hub.headsFound,
                 "New heads found without a hint from the server that wrote them.");
    text.counter("hints_missed_total", missed, "Times that hints from other servers may have been lost.");
    text.counter("hints_dropped_total", bus.dropped, "Hints not sent because the queue was full.");
    text.counter("hints_undecodable_total", bus.undecodable,
                 "Received notifications that could not be decoded as hints.");
}

} // namespace

void StepTimes::add(Time time)
{
    const auto* bound = std::lower_bound(boundsUs.begin(), boundsUs.end(), time.count());
    ++m_counts.at(static_cast<std::size_t>(bound - boundsUs.begin()));
    m_sum += time;
}

std::array<std::uint64_t, StepTimes::boundsUs.size() + 1> StepTimes::cumulative() const
{
    auto counts = m_counts;
    for (std::size_t i = 1; i < counts.size(); ++i) {
        counts.at(i) += counts.at(i - 1);
    }
    return counts;
}

QByteArray prometheusText(const Metrics& metrics)
{
    const HubStats& hub = metrics.hub;
    const Counters& shell = metrics.counters;
    Text text;
    text.gauge("connections", metrics.connections, "Open WebSocket connections.");
    text.gauge("handshakes", metrics.handshakes, "Sockets that have not finished the WebSocket handshake.");
    text.gauge("limited_connections", metrics.limited,
               "Sockets that count towards the limit of their address.");
    text.gauge("sessions", hub.sessions, "Signed-in sessions on the open connections.");
    text.counter("messages_total", hub.appends, "Entries appended to logs.");
    text.counter("heads_total", hub.announcements, "New heads pushed, each counted once.");
    text.counter("notifies_total", hub.notifies, "New heads pushed, counted once for each recipient.");
    text.counter("pulls_total", hub.pulls, "Pull requests for parts of logs.");
    text.counter("entries_pulled_total", hub.entriesPulled, "Entries sent in answers to pull requests.");
    text.counter("block_cache_hits_total", hub.blockHits, "Log blocks found in the cache.");
    text.counter("block_cache_misses_total", hub.blockMisses, "Log blocks read from the database.");
    text.gauge("block_cache_bytes", hub.blockBytes, "Bytes of log blocks in the cache.");
    text.counter("file_bytes_received_total", hub.fileBytesReceived, "Bytes of files that clients uploaded.");
    text.counter("file_bytes_sent_total", hub.fileBytesSent, "Bytes of files that clients downloaded.");
    text.gauge("stored_files", metrics.files.files, "Files that messages and avatars can name.");
    text.gauge("stored_file_bytes", metrics.fileBytes, "Bytes of the stored files and of open uploads.");
    text.gauge("open_uploads", metrics.files.openUploads, "Uploads that are not complete.");
    text.gauge("file_jobs", hub.fileJobs, "Reads and writes of files that are waiting or running.");
    text.gauge("trims_held_back", hub.trimsHeldBack,
               "Conversations not trimmed because too much seems too old: check the clock.");
    text.counter("disagreements_total", hub.mismatches,
                 "Times that a device's state differed from the server's and was repaired.");
    text.counter("too_fast_total", hub.refusedTooFast + shell.greetingsRefused,
                 "Requests refused by a rate limit.");
    text.counter("sign_ins_held_back_total", hub.signInsHeldBack,
                 "Sign-ins refused unchecked after too many wrong passwords.");
    text.counter("steps_total", shell.steps, "Event loop turns that handled at least one input.");
    text.counter("inputs_total", shell.inputs, "Frames and events handled.");
    text.counter("failed_commits_total", shell.failedCommits, "Transactions that failed to commit.");
    text.counter("violations_total", hub.violations,
                 "Failed checks of the server's own work: an error in the program or in the stored data.");
    text.histogram("commit_seconds", metrics.stepTimes,
                   "Seconds from the start of a turn until its changes were durable.");
    text.counter("frames_encoded_total", shell.framesEncoded, "Frames encoded.");
    text.counter("frames_sent_total", shell.framesSent, "Frames sent, counted once for each recipient.");
    text.counter("heads_kept_total", shell.headsKept, "Heads held back for a slow client.");
    text.gauge("waiting_heads", metrics.waitingHeads, "Heads waiting for slow clients now.");
    text.gauge("backlog_bytes", static_cast<std::uint64_t>(metrics.backlogBytes),
               "Bytes queued for clients and not sent yet.");
    text.gauge("bytes_before_sign_in", metrics.bytesBeforeSignIn,
               "Bytes of upgrade requests and incomplete messages before sign-in.");
    text.gauge("queued_inputs", metrics.queuedInputs, "Frames and events queued for the next turn.");
    text.gauge("password_jobs", metrics.passwordJobs, "Passwords queued to be hashed or verified.");
    if (metrics.bus) {
        addHints(text, hub, *metrics.bus, metrics.hintsMissed);
    }
    return text.bytes();
}

} // namespace tidemark::server

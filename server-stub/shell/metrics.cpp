#include "server-stub/shell/metrics.h"

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
        const auto upTo = times.upTo();
        for (std::size_t i = 0; i < StepTimes::boundsUs.size(); ++i) {
            const QByteArray bound = QByteArray::number(double(StepTimes::boundsUs.at(i)) * microsecond);
            m_bytes +=
                full + "_bucket{le=\"" + bound + "\"} " + QByteArray::number(quint64(upTo.at(i))) + '\n';
        }
        const QByteArray all = QByteArray::number(quint64(upTo.back()));
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
    text.gauge("bus_connected", bus.isConnected ? 1 : 0, "Whether hints are exchanged with other servers.");
    text.counter("hints_told_total", hub.hintsTold, "Hints for other servers.");
    text.counter("hints_heard_total", hub.hintsHeard, "Hints of other servers.");
    text.counter("heads_found_total", hub.headsFound, "New heads of which no hint was heard.");
    text.counter("hints_missed_total", missed, "Times that hints of others may have been missed.");
    text.counter("hints_dropped_total", bus.dropped, "Hints that were not told because too many waited.");
    text.counter("hints_undecodable_total", bus.undecodable, "Parcels that were heard and are no hints.");
}

} // namespace

void StepTimes::add(Time time)
{
    const auto* bound = std::lower_bound(boundsUs.begin(), boundsUs.end(), time.count());
    ++m_counts.at(static_cast<std::size_t>(bound - boundsUs.begin()));
    m_sum += time;
}

std::array<std::uint64_t, StepTimes::boundsUs.size() + 1> StepTimes::upTo() const
{
    auto counts = m_counts;
    for (std::size_t i = 1; i < counts.size(); ++i)
        counts.at(i) += counts.at(i - 1);
    return counts;
}

QByteArray prometheusText(const Metrics& metrics)
{
    const HubStats& hub = metrics.hub;
    const Counters& shell = metrics.counters;
    Text text;
    text.gauge("connections", metrics.connections, "WebSockets that are open.");
    text.gauge("handshakes", metrics.handshakes, "Sockets that are no WebSockets yet.");
    text.gauge("limited_connections", metrics.limited, "Sockets that count against their addresses.");
    text.gauge("sessions", hub.sessions, "Accounts that are signed in over them.");
    text.counter("messages_total", hub.appends, "Entries that were written to logs.");
    text.counter("heads_total", hub.announcements, "New heads that were pushed, to however many.");
    text.counter("notifies_total", hub.notifies, "New heads that were pushed, once for each who was told.");
    text.counter("pulls_total", hub.pulls, "Parts of logs that were asked for.");
    text.counter("entries_pulled_total", hub.entriesPulled, "Entries in the answers.");
    text.counter("block_cache_hits_total", hub.blockHits, "Parts of logs that were in memory.");
    text.counter("block_cache_misses_total", hub.blockMisses,
                 "Parts of logs that were read from the database.");
    text.gauge("block_cache_bytes", hub.blockBytes, "Parts of logs in memory.");
    text.gauge("trims_held_back", hub.trimsHeldBack,
               "Conversations of which more seems too old than can be: look at the clock.");
    text.counter("disagreements_total", hub.disagreements,
                 "Devices that held something else and were put right.");
    text.counter("too_fast_total", hub.refusedTooFast + shell.greetingsRefused,
                 "Requests that were refused because they came too fast.");
    text.counter("sign_ins_held_back_total", hub.signInsHeldBack,
                 "Passwords that were not looked at because too many had been wrong.");
    text.counter("steps_total", shell.steps, "Turns of the loop with something to do.");
    text.counter("inputs_total", shell.inputs, "Frames and events that were handled in them.");
    text.counter("failed_commits_total", shell.failedCommits, "Turns of which nothing was kept.");
    text.histogram("commit_seconds", metrics.stepTimes, "Time of a turn until all of it was durable.");
    text.counter("frames_encoded_total", shell.framesEncoded, "Frames that were made.");
    text.counter("frames_sent_total", shell.framesSent, "Frames that were sent, some to many.");
    text.counter("heads_kept_total", shell.headsKept, "Heads that had to wait for a slow client.");
    text.gauge("waiting_heads", metrics.waitingHeads, "Heads that wait for slow clients.");
    text.gauge("backlog_bytes", static_cast<std::uint64_t>(metrics.backlogBytes),
               "Bytes that clients have yet to take.");
    text.gauge("bytes_before_sign_in", metrics.bytesBeforeSignIn,
               "Bytes of unfinished messages of those who are not signed in.");
    text.gauge("queued_inputs", metrics.queuedInputs, "Frames and events that wait for the next turn.");
    text.gauge("password_jobs", metrics.passwordJobs, "Passwords that wait to be hashed or compared.");
    if (metrics.bus)
        addHints(text, hub, *metrics.bus, metrics.hintsMissed);
    return text.bytes();
}

} // namespace tidemark::server

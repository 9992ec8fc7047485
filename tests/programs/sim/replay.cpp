#include "tests/programs/sim/replay.h"

#include "app/lab/world/plan.h"
#include "core/client/trace/trace_input.h"
#include "core/client/trace/trace_writer.h"
#include "core/store/client_store.h"
#include "core/sync/engine.h"

#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>

#include <memory>
#include <optional>
#include <ostream>

namespace tidemark::sim {

namespace {

class Replay {
public:
    Replay(const QString& directory, bool verbose, std::ostream& out) : m_verbose(verbose), m_out(out)
    {
        // The trace stays unchanged, because opening a store may write to it.
        const QString copy = m_directory.filePath(TraceWriter::startName());
        if (!QFile::copy(QDir(directory).filePath(TraceWriter::startName()), copy)) {
            throw Violation("no trace: " + directory.toStdString() + " has no "
                            + TraceWriter::startName().toStdString());
        }
        auto opened = ClientStore::open(copy);
        if (!opened) {
            throw Violation("the trace's store: " + opened.error().message.toStdString());
        }
        m_store = std::move(opened.value().store);
    }

    void take(const QJsonObject& line)
    {
        ++m_line;
        if (line.contains(QStringLiteral("engine"))) {
            m_config = configFromTrace(line.value(QStringLiteral("engine")).toArray());
            m_engine.emplace(m_config, m_store->load(), *m_store);
        } else if (line.contains(QStringLiteral("input"))) {
            step(line);
        } else if (line.contains(QStringLiteral("badges"))) {
            compare(line.value(QStringLiteral("badges")).toArray());
        } else {
            throw Violation("line " + std::to_string(m_line) + " is not of a trace");
        }
    }

    void finish()
    {
        for (const StoreDifference& one : m_store->audit()) {
            report("the recount of conversation " + std::to_string(one.conversation.value) + ": " + one.what
                   + " is " + one.stored + ", counted " + one.computed);
        }
    }

    [[nodiscard]] std::uint64_t findings() const { return m_findings; }
    [[nodiscard]] std::uint64_t inputs() const { return m_inputs; }

private:
    static std::uint64_t numberIn(const QJsonObject& line, const QString& key)
    {
        return line.value(key).toString().toULongLong();
    }

    void step(const QJsonObject& line)
    {
        const auto input = inputFromTrace(line.value(QStringLiteral("input")).toArray());
        if (!input || !m_engine) {
            throw Violation("line " + std::to_string(m_line) + " is not of a trace");
        }
        ++m_inputs;
        const Instant now(Milliseconds(static_cast<std::int64_t>(numberIn(line, QStringLiteral("now")))));
        const UnixMs wall{static_cast<std::int64_t>(numberIn(line, QStringLiteral("wall")))};
        const Effects effects = m_engine->step(*input, now, wall);
        if (!effects.writes.empty() && !m_store->apply(effects.writes)) {
            throw Violation("the store refused a transaction: " + m_store->lastError().message.toStdString());
        }
        for (const Change& change : effects.changes) {
            if (const auto* one = std::get_if<change::Mismatch>(&change)) {
                report("the device and the server disagreed: " + one->detail);
            }
        }
    }

    /// Compares the recorded badges with those of the engine now.
    void compare(const QJsonArray& badges)
    {
        for (const QJsonValue& badge : badges) {
            const QJsonArray then = badge.toArray();
            const ConversationId id(then.at(0).toString().toULongLong());
            const LocalConversation* conversation = m_engine ? m_engine->conversation(id) : nullptr;
            const QJsonArray now = conversation == nullptr ? QJsonArray() : traceOf(*conversation);
            if (now != then) {
                report("conversation " + std::to_string(id.value) + ": " + words(now) + "; in the trace "
                       + words(then));
            } else if (m_verbose) {
                m_out << "line " << m_line << ": conversation " << id.value << ": " << words(now) << '\n';
            }
        }
    }

    static std::string words(const QJsonArray& badge)
    {
        if (badge.size() < 8) {
            return "unknown";
        }
        const auto at = [&](int place) { return badge.at(place).toString().toStdString(); };
        return (at(7) == "1" ? "" : "at least ") + at(4) + " unread, " + at(5) + " mentions, " + at(6)
               + " answers after (" + at(1) + "," + at(2) + ") up to " + at(3);
    }

    void report(const std::string& finding)
    {
        ++m_findings;
        m_out << "DIFFERS line " << m_line << ": " << finding << '\n';
    }

    bool m_verbose;
    std::ostream& m_out;
    QTemporaryDir m_directory;
    std::unique_ptr<ClientStore> m_store;
    EngineConfig m_config;
    std::optional<Engine> m_engine;
    std::uint64_t m_line = 0;
    std::uint64_t m_inputs = 0;
    std::uint64_t m_findings = 0;
};

} // namespace

std::uint64_t replay(const QString& directory, bool verbose, std::ostream& out)
{
    Replay replay(directory, verbose, out);
    QFile events(QDir(directory).filePath(TraceWriter::eventsName()));
    if (!events.open(QIODevice::ReadOnly)) {
        throw Violation("no trace: " + events.fileName().toStdString() + ": "
                        + events.errorString().toStdString());
    }
    while (!events.atEnd()) {
        const QByteArray line = events.readLine();
        // A crash may have cut the last line.
        if (line.endsWith('\n')) {
            replay.take(QJsonDocument::fromJson(line).object());
        }
    }
    replay.finish();
    out << replay.inputs() << " inputs played back, " << replay.findings() << " differences\n";
    return replay.findings();
}

} // namespace tidemark::sim

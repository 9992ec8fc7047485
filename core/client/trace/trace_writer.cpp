#include "core/client/trace/trace_writer.h"

#include "core/client/trace/trace_input.h"
#include "core/store/client_store.h"

#include <QCoreApplication>
#include <QDir>
#include <QJsonDocument>
#include <QJsonObject>

using namespace Qt::StringLiterals;

namespace tidemark {

namespace {

class TraceWriterText {
    Q_DECLARE_TR_FUNCTIONS(TraceWriterText)
};

} // namespace

QString TraceWriter::startName()
{
    return QStringLiteral("start.db");
}

QString TraceWriter::eventsName()
{
    return QStringLiteral("events.jsonl");
}

Expected<std::unique_ptr<TraceWriter>, QString> TraceWriter::begin(const QString& directory,
                                                                   const ClientStore& store)
{
    const QDir folder(directory);
    if (!folder.mkpath(QStringLiteral(".")) || !folder.isEmpty()) {
        return Unexpected(
            TraceWriterText::tr("The trace folder %1 is not empty or cannot be created. Name a new folder.")
                .arg(directory));
    }
    if (!store.copyWithoutText(folder.filePath(startName()))) {
        return Unexpected(
            TraceWriterText::tr("The trace cannot be started: %1").arg(store.lastError().message));
    }
    std::unique_ptr<TraceWriter> writer(new TraceWriter);
    writer->m_events.setFileName(folder.filePath(eventsName()));
    if (!writer->m_events.open(QIODevice::WriteOnly | QIODevice::NewOnly)) {
        return Unexpected(
            TraceWriterText::tr("The trace cannot be written: %1").arg(writer->m_events.errorString()));
    }
    return writer;
}

void TraceWriter::engineMade(const EngineConfig& config)
{
    write({{u"engine"_s, traceOf(config)}});
}

void TraceWriter::input(const Input& input, Instant now, UnixMs wall)
{
    write({{u"now"_s, QString::number(now.time_since_epoch().count())},
           {u"wall"_s, QString::number(wall.value)},
           {u"input"_s, traceOf(input)}});
}

void TraceWriter::changes(const std::vector<Change>& changes, const Engine& engine)
{
    QJsonArray badges;
    for (const Change& change : changes) {
        const auto* changed = std::get_if<change::ConversationChanged>(&change);
        const LocalConversation* conversation =
            changed == nullptr ? nullptr : engine.conversation(changed->conversation);
        if (conversation != nullptr) {
            badges.append(traceOf(*conversation));
        }
    }
    if (!badges.isEmpty()) {
        write({{u"badges"_s, badges}});
    }
}

void TraceWriter::write(const QJsonObject& line)
{
    m_events.write(QJsonDocument(line).toJson(QJsonDocument::Compact).append('\n'));
    m_events.flush(); // a trace must survive a crash
}

} // namespace tidemark

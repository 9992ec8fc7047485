#pragma once

#include "core/base/expected.h"
#include "core/sync/engine.h"

#include <QFile>
#include <QString>

#include <memory>

namespace tidemark {

class ClientStore;

/// Records the read state's events for playback in the simulator: a folder with the store as it was at the
/// start (`start.db`) and every input of the engine with the resulting badges (`events.jsonl`, one JSON
/// object per line). Ids, seqs, times and flags only: no text, title, name, password or token.
class TraceWriter {
public:
    /// Creates the folder; an existing one must be empty. The error is for the user.
    [[nodiscard]] static Expected<std::unique_ptr<TraceWriter>, QString> begin(const QString& directory,
                                                                               const ClientStore& store);

    /// Call when an engine was created from the committed state.
    void engineMade(const EngineConfig& config);
    /// Records an input of the engine; its writes are committed.
    void input(const Input& input, Instant now, UnixMs wall);
    /// Records the badges that the last input has changed, as committed.
    void changes(const std::vector<Change>& changes, const Engine& engine);

    [[nodiscard]] static QString startName();
    [[nodiscard]] static QString eventsName();

private:
    TraceWriter() = default;
    void write(const QJsonObject& line);

    QFile m_events;
};

} // namespace tidemark

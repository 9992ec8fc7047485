#pragma once

#include "core/base/expected.h"
#include "core/sync/engine.h"

#include <QFile>
#include <QString>

#include <memory>

namespace tidemark {

class ClientStore;

/// Records what happens to the read state, to be played back in the simulator: a folder with the store as it
/// was at the beginning (`start.db`) and every input of the engine with the badges that came of it
/// (`events.jsonl`, one JSON object a line). Ids, seqs, times and flags only: no text, title, name, password
/// or token.
class TraceWriter {
public:
    /// Makes the folder, which must not exist or be empty. The error is for people.
    [[nodiscard]] static Expected<std::unique_ptr<TraceWriter>, QString> begin(const QString& directory,
                                                                               const ClientStore& store);

    /// An engine was made from what is committed.
    void engineMade(const EngineConfig& config);
    /// What the engine was told; its writes are committed.
    void input(const Input& input, Instant now, UnixMs wall);
    /// The badges that the last input has changed, as committed.
    void changes(const std::vector<Change>& changes, const Engine& engine);

    [[nodiscard]] static QString startName();
    [[nodiscard]] static QString eventsName();

private:
    TraceWriter() = default;
    void write(const QJsonObject& line);

    QFile m_events;
};

} // namespace tidemark

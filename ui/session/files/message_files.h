#pragma once

#include "core/domain/file_state.h"
#include "core/models/timeline/timeline_row.h"

#include <QObject>

#include <map>
#include <set>

namespace tidemark {

class OpenConversation;

/// The files of the messages of the open conversation: what this device has of them, and which of them it
/// downloads without being asked. Lives on the GUI thread.
class MessageFiles : public QObject {
    Q_OBJECT
public:
    explicit MessageFiles(OpenConversation& chat, QObject* parent = nullptr);

    [[nodiscard]] FileKey keyOf(const TimelineRow& row, int file) const;
    /// The state as far as it is known. The path may be missing until the client has answered.
    [[nodiscard]] FileState state(const TimelineRow& row, int file) const;
    [[nodiscard]] FileState state(const FileKey& key, const Attachment& file, bool isHeld) const;
    /// The row is on screen, or close to it: asks for the states of its files, and downloads what the user
    /// wants to have at once.
    void show(const TimelineRow& row);
    void show(const FileKey& key, const Attachment& file);
    void fetch(const FileKey& key);
    void cancel(const FileKey& key);
    /// Downloads files up to this size without being asked.
    void setDownloadLimit(quint64 bytes);
    [[nodiscard]] quint64 downloadLimit() const { return m_downloadLimit; }

    // ---- from the client
    void take(const FileKey& key, const FileState& state);

Q_SIGNALS:
    // ---- to the client
    void stateWanted(const tidemark::FileKey& key);
    void fetchWanted(const tidemark::FileKey& key);
    void cancelWanted(const tidemark::FileKey& key);

    // ---- to the window
    void changed(const tidemark::FileKey& key);
    /// More has changed than the number of bytes that were moved.
    void stepChanged(const tidemark::FileKey& key);
    void limitChanged();

private:
    void reset();

    OpenConversation& m_chat;
    quint64 m_downloadLimit;
    std::map<FileKey, FileState> m_states;
    std::set<FileKey> m_asked;
    std::set<FileKey> m_fetched; ///< at most once without being asked, so that the user can cancel
};

} // namespace tidemark

#include "ui/session/files/message_files.h"

#include "ui/session/open_conversation.h"

#include <utility>

namespace tidemark {

namespace {

constexpr quint64 usualDownloadLimit = quint64(10) * 1000 * 1000;

bool isHeld(const TimelineRow& row, int file)
{
    return (row.heldFiles >> file & 1) != 0;
}

} // namespace

MessageFiles::MessageFiles(OpenConversation& chat, QObject* parent)
    : QObject(parent), m_chat(chat), m_downloadLimit(usualDownloadLimit)
{
    connect(&chat, &OpenConversation::currentChanged, this, &MessageFiles::reset);
}

FileKey MessageFiles::keyOf(const TimelineRow& row, int file) const
{
    const bool isPending = !row.seq.isValid();
    return {m_chat.current(), row.seq, isPending ? row.key.uuid : MessageUuid(), std::uint32_t(file)};
}

FileState MessageFiles::state(const TimelineRow& row, int file) const
{
    return state(keyOf(row, file), row.files[file], isHeld(row, file));
}

FileState MessageFiles::state(const FileKey& key, const Attachment& file, bool isHeld) const
{
    const auto found = m_states.find(key);
    if (found != m_states.end()) {
        return found->second;
    }
    using Step = FileState::Step;
    return {isHeld ? Step::Held : key.seq.isValid() ? Step::Absent : Step::Waiting, 0, file.size};
}

void MessageFiles::show(const TimelineRow& row)
{
    for (int file = 0; file < row.files.size(); ++file) {
        show(keyOf(row, file), row.files[file]);
    }
}

void MessageFiles::show(const FileKey& key, const Attachment& file)
{
    if (m_asked.insert(key).second) {
        Q_EMIT stateWanted(key);
    }
    const auto known = m_states.find(key);
    const bool isAbsent = known != m_states.end() && known->second.step == FileState::Step::Absent;
    if (isAbsent && file.size <= m_downloadLimit && m_fetched.insert(key).second) {
        fetch(key);
    }
}

void MessageFiles::fetch(const FileKey& key)
{
    Q_EMIT fetchWanted(key);
}

void MessageFiles::cancel(const FileKey& key)
{
    m_fetched.insert(key);
    Q_EMIT cancelWanted(key);
}

void MessageFiles::setDownloadLimit(quint64 bytes)
{
    if (bytes != m_downloadLimit) {
        m_downloadLimit = bytes;
        Q_EMIT limitChanged();
    }
}

void MessageFiles::take(const FileKey& key, const FileState& state)
{
    if (key.conversation != m_chat.current()) {
        return;
    }
    const auto [known, isNew] = m_states.try_emplace(key);
    const FileState before = std::exchange(known->second, state);
    Q_EMIT changed(key);
    if (isNew || before.step != state.step || before.error != state.error) {
        Q_EMIT stepChanged(key);
    }
}

void MessageFiles::reset()
{
    m_states.clear();
    m_asked.clear();
    m_fetched.clear();
}

} // namespace tidemark

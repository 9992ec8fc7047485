#include "app/lab/world/servers/sim_drafts.h"

#include <algorithm>
#include <set>
#include <string>

namespace tidemark::sim {

namespace {

UserId userOf(const SimDevice& device)
{
    return device.engine().account()->user.id;
}

/// Whether a message that was a draft of this conversation was refused: the server may still have the draft.
bool hasFailedIn(const SimDevice& device, ConversationId conversation)
{
    return std::ranges::any_of(device.diary().failed, [&](const MessageUuid& uuid) {
        const auto composed = device.diary().composed.find(uuid);
        return composed != device.diary().composed.end() && composed->second.conversation == conversation;
    });
}

/// Compares all that a user can notice: a forgotten own change must be found by what it does.
bool isSameForUsers(LocalDraft one, const LocalDraft& other)
{
    one.own = other.own;
    return one == other;
}

std::string quoted(const std::string& text)
{
    return '"' + text + '"';
}

std::string wordsFor(const LocalDraft& draft)
{
    return quoted(draft.text) + " on " + std::to_string(draft.base) + (draft.uuid.isValid() ? ", unsent" : "")
           + ", of the server " + quoted(draft.server.text) + " in version "
           + std::to_string(draft.server.version);
}

} // namespace

void SimDrafts::put(const server::DraftRecord& record, std::uint64_t before)
{
    server::DraftRecord changed = record;
    if (m_defect == Defect::DraftVersionKept && record.text.empty() && before > 0) {
        changed.version = before;
    }
    m_real.put(changed, before);
}

void checkDrafts(SimDevice& device, server::Store& store)
{
    const Snapshot stored = device.store().load();
    for (const LocalConversation& one : device.engine().conversations()) {
        if (!one.isMember || one.kind == ConversationKind::NoticeList) {
            continue;
        }
        const std::string where = device.label() + ", conversation " + std::to_string(one.id.value) + ": ";
        const server::DraftRecord theirs = store.drafts()
                                               .find(userOf(device), one.id)
                                               .value_or(server::DraftRecord{userOf(device), one.id, {}});
        const LocalDraft* shown = device.engine().draft(one.id);
        const LocalDraft ours = shown == nullptr ? LocalDraft{one.id, {}} : *shown;
        const bool isClean = !ours.uuid.isValid() && !hasFailedIn(device, one.id);
        if (ours.server.version != theirs.version || (isClean && ours.text != theirs.text)) {
            throw Violation("D-I1: " + where + "the draft is " + quoted(ours.text)
                            + ", of the server's version " + std::to_string(ours.server.version)
                            + "; the server has " + quoted(theirs.text) + " in version "
                            + std::to_string(theirs.version));
        }
        if (isInConflict(ours) && theirs.device == stored.device) {
            throw Violation("D-I4: " + where + "the draft is in conflict with this device's own change");
        }
        const auto found = std::ranges::find(stored.drafts, one.id, &LocalDraft::conversation);
        const LocalDraft kept = found == stored.drafts.end() ? LocalDraft{one.id, {}} : *found;
        if (!isSameForUsers(kept, ours)) {
            throw Violation("D-I1: " + where + "the draft is " + wordsFor(ours) + "; stored is "
                            + wordsFor(kept));
        }
    }
}

void checkTexts(const std::vector<SimDevice*>& devices, server::Store& store)
{
    std::set<std::string> kept;
    std::set<std::string> drafts;
    const auto keep = [&](const std::string& text) { kept.merge(wordsOf(text)); };
    for (const server::DraftRecord& record : store.drafts().changes(userOf(*devices.front()), 0, 1000000)) {
        keep(record.text);
        drafts.insert(record.text);
    }
    std::set<std::string> gone;
    std::set<std::string> written;
    std::set<std::string> chosen;
    for (const SimDevice* device : devices) {
        for (const LocalConversation& one : device->engine().conversations()) {
            const LocalDraft* draft = device->engine().draft(one.id);
            if (draft == nullptr) {
                continue;
            }
            keep(draft->text);
            if (isInConflict(*draft)) {
                keep(draft->server.text);
            } else {
                drafts.insert(draft->text);
            }
        }
        const Diary::Drafts& diary = device->diary().drafts;
        gone.insert(diary.gone.begin(), diary.gone.end());
        written.insert(diary.written.begin(), diary.written.end());
        chosen.insert(diary.chosen.begin(), diary.chosen.end());
    }
    for (const std::string& word : written) {
        if (!gone.contains(word) && !kept.contains(word)) {
            throw Violation("D-I2: " + devices.front()->userName() + ": the word " + word
                            + " of a draft is lost");
        }
    }
    for (const SimDevice* device : devices) {
        for (const auto& [uuid, text] : device->diary().drafts.sent) {
            // A text that another device has sent meanwhile is a draft again if the user chooses so.
            const bool isBack = drafts.contains(text) && !chosen.contains(text);
            if (device->diary().acked.contains(uuid) && isBack) {
                throw Violation("D-I3: " + device->label() + ": the text " + quoted(text)
                                + " was sent and is a draft again");
            }
        }
    }
}

} // namespace tidemark::sim

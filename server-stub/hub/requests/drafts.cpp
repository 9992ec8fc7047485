#include "server-stub/hub/requests/drafts.h"

#include "core/domain/request_caps.h"
#include "server-stub/hub/contract/request_cost.h"
#include "server-stub/hub/contract/text_rules.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace tidemark::server {

using protocol::ErrorCode;

namespace {

/// A page ends after the draft with which its texts reach this size.
constexpr std::size_t bytesInPage = std::size_t{256} * 1024;

Draft draftOf(DraftRecord record, std::string deviceName)
{
    return {.conversation = record.conversation,
            .text = std::move(record.text),
            .replyTo = record.replyTo,
            .version = record.version,
            .uuid = record.uuid,
            .device = record.device,
            .deviceName = std::move(deviceName),
            .at = record.at};
}

std::map<DeviceId, std::string> namesIn(std::vector<DeviceRecord> devices)
{
    std::map<DeviceId, std::string> names;
    for (DeviceRecord& device : devices) {
        names.emplace(device.device, std::move(device.name));
    }
    return names;
}

} // namespace

Answer Drafts::set(const Caller& caller, const protocol::SetDraft& request)
{
    if (!request.uuid.isValid()) {
        return refusal(ErrorCode::Malformed, "the draft has no UUID");
    }
    const auto member = m_context.membership(request.conversation, caller.user);
    if (!member) {
        return Unexpected(member.error());
    }
    if (member->conversation.kind == ConversationKind::NoticeList) {
        return refusal(ErrorCode::NotAllowed);
    }
    DraftStore& drafts = m_context.store().drafts();
    const auto before = drafts.find(caller.user, request.conversation);
    const auto answer = [&](const DraftRecord& record, bool isConflict) {
        auto names = namesIn(m_context.store().tokens().devices(caller.user));
        m_context.charge(caller.user, Operation::Other, costOfBytes(record.text.size()));
        return protocol::ServerFrame(
            protocol::DraftResult{draftOf(record, std::move(names[record.device])), isConflict});
    };
    DraftRecord record = before.value_or(DraftRecord{caller.user, request.conversation, {}});
    if (before && before->uuid == request.uuid) {
        return answer(record, false);
    }
    if (record.version != request.baseVersion) {
        return answer(record, true);
    }
    if (const auto error = refusalOf(caller, request, before)) {
        return Unexpected(*error);
    }
    if (!before && request.text.empty()) {
        return answer(record, false);
    }
    record.text = request.text;
    record.replyTo = request.replyTo <= member->conversation.head ? request.replyTo : Seq();
    record.uuid = request.uuid;
    change(caller, std::move(record));
    return answer(*drafts.find(caller.user, request.conversation), false);
}

std::optional<protocol::Error> Drafts::refusalOf(const Caller& caller, const protocol::SetDraft& request,
                                                 const std::optional<DraftRecord>& before)
{
    if (request.text.empty()) {
        return std::nullopt;
    }
    if (auto error = refusalOfText(request.text, m_context.config().limits.maxTextBytes)) {
        return error;
    }
    const bool isNewText = !before || before->text.empty();
    if (isNewText && m_context.store().drafts().countOfTexts(caller.user) >= caps::maxDrafts) {
        return protocol::Error{ErrorCode::TooManyDrafts, Milliseconds(0), {}};
    }
    return std::nullopt;
}

std::uint64_t Drafts::change(const Caller& caller, DraftRecord record)
{
    DraftStore& drafts = m_context.store().drafts();
    const std::uint64_t before = std::exchange(record.version, drafts.head(caller.user) + 1);
    record.device = m_context.sessions().find(caller.target)->device;
    record.at = m_context.wall();
    drafts.put(record, before);
    m_context.addHint(hint::DraftsChanged{caller.user});
    m_context.chargePush(caller.user);
    std::vector<Target> others = m_context.sessions().listenersOf(caller.user);
    std::erase(others, caller.target);
    pushHead(std::move(others), record.version);
    return record.version;
}

Answer Drafts::get(const Caller& caller, const protocol::GetDrafts& request)
{
    const std::uint32_t maxLimit = protocol::GetDrafts::maxDrafts;
    const std::uint32_t limit = request.limit == 0 ? maxLimit : std::min(request.limit, maxLimit);
    DraftStore& drafts = m_context.store().drafts();
    const std::uint64_t head = drafts.head(caller.user);
    protocol::Drafts answer{request.after, request.after, head, {}};
    if (request.after < head) {
        std::vector<DraftRecord> changed = drafts.changes(caller.user, request.after, limit);
        auto names = namesIn(m_context.store().tokens().devices(caller.user));
        std::size_t bytes = 0;
        std::size_t taken = 0;
        while (taken < changed.size() && bytes < bytesInPage) {
            DraftRecord& record = changed[taken++];
            bytes += record.text.size();
            answer.through = record.version;
            std::string& name = names[record.device];
            answer.drafts.push_back(draftOf(std::move(record), name));
        }
        m_context.charge(caller.user, Operation::Other, costOfBytes(bytes));
    }
    return protocol::ServerFrame(std::move(answer));
}

std::uint64_t Drafts::clear(const Caller& caller, const protocol::Send& send)
{
    if (!send.draftVersion) {
        return 0;
    }
    auto record = m_context.store().drafts().find(caller.user, send.conversation);
    if (!record || record->text.empty()) {
        return 0;
    }
    const bool isOwn = record->device == m_context.sessions().find(caller.target)->device;
    if (!isOwn && record->version != *send.draftVersion) {
        return 0; // another device has changed it meanwhile: its text was not sent
    }
    record->text.clear();
    record->replyTo = {};
    record->uuid = send.uuid;
    return change(caller, *std::move(record));
}

std::uint64_t Drafts::clearedBy(const Caller& caller, const protocol::Send& send)
{
    const auto record =
        send.draftVersion ? m_context.store().drafts().find(caller.user, send.conversation) : std::nullopt;
    return record && record->uuid == send.uuid ? record->version : 0;
}

void Drafts::compare(Target target, UserId user, std::optional<std::uint64_t> through)
{
    const std::uint64_t head = through ? m_context.store().drafts().head(user) : 0;
    if (through && *through != head) {
        pushHead({target}, head);
    }
}

void Drafts::changedElsewhere(UserId user)
{
    std::vector<Target> targets = m_context.sessions().listenersOf(user);
    if (!targets.empty()) {
        pushHead(std::move(targets), m_context.store().drafts().head(user));
    }
}

void Drafts::pushHead(std::vector<Target> targets, std::uint64_t head)
{
    if (!targets.empty()) {
        m_context.turn().add(Push{std::move(targets), protocol::Drafts{.head = head}});
    }
}

} // namespace tidemark::server

#include "core/transfer/sendings.h"

#include "core/base/require.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace tidemark::transfer {

namespace {

FileKey keyOf(const Send& send, std::size_t index)
{
    return {send.conversation, {}, send.message, static_cast<std::uint32_t>(index)};
}

} // namespace

void Sendings::setLimits(const Limits& limits)
{
    if (m_limits != limits) {
        m_limits = limits;
        for (auto& [order, sending] : m_all) {
            refuseTooLarge(sending);
        }
    }
}

/// Refuses a file above the server's limit before its first byte is sent.
void Sendings::refuseTooLarge(Sending& sending) const
{
    if (!m_limits || !isUploading(sending)) {
        return;
    }
    for (const auto& [hash, upload] : sending.uploads) {
        if (upload->phase() == FileTransfer::Phase::Waiting && upload->size > m_limits->maxFileBytes) {
            upload->fail(m_limits->maxFileBytes == 0 ? protocol::ErrorCode::Unsupported
                                                     : protocol::ErrorCode::FileTooLarge);
        }
    }
}

void Sendings::put(const Send& send)
{
    const auto order = m_orders.try_emplace(send.message, send.order).first;
    require(order->second == send.order, "a message keeps its order");
    const auto [found, isNew] = m_all.try_emplace(send.order);
    Sending& sending = found->second;
    require(isNew || sending.wanted.message == send.message, "an order belongs to one message");
    const bool isRetry = sending.wanted.mode == Send::Mode::Stop && send.mode != Send::Mode::Stop;
    for (std::size_t i = send.files.size(); i < sending.wanted.files.size(); ++i) {
        m_reports.forget(keyOf(sending.wanted, i));
    }
    sending.wanted = send;
    sending.othersGoOn = sending.othersGoOn && send.mode == Send::Mode::Stop;
    for (const Send::File& file : send.files) {
        auto& upload = sending.uploads[file.hash];
        if (upload == nullptr) {
            upload = std::make_unique<Upload>(m_context, send.message, file.hash, file.size);
            sending.isReady = false;
        }
    }
    // The server has lost a file if the message waits again.
    const bool isLost = send.isWaiting && sending.isReady;
    std::erase_if(sending.uploads, [&](const auto& one) {
        return std::ranges::find(send.files, one.first, &Send::File::hash) == send.files.end();
    });
    for (const auto& [hash, upload] : sending.uploads) {
        if (isLost || (isRetry && upload->phase() == FileTransfer::Phase::Failed)) {
            upload->reset();
            sending.failed.erase(hash);
        }
        if (!isUploading(sending)) {
            upload->stop();
        }
    }
    sending.isReady = sending.isReady && !isLost;
    refuseTooLarge(sending);
}

void Sendings::forget(const Forget& forget, bool canAsk)
{
    const auto order = m_orders.find(forget.message);
    if (order == m_orders.end()) {
        return;
    }
    const auto found = m_all.find(order->second);
    require(found != m_all.end(), "a message with an order is being sent");
    for (std::size_t i = 0; i < found->second.wanted.files.size(); ++i) {
        m_reports.forget(keyOf(found->second.wanted, i));
    }
    for (const auto& [hash, upload] : found->second.uploads) {
        // Without a connection the server drops it a day later.
        if (canAsk && !forget.isSent && upload->isKnownToServer()) {
            m_context.send(protocol::CancelUpload{upload->uuid()});
        }
    }
    m_all.erase(found);
    m_orders.erase(order);
}

bool Sendings::isUploading(const Sending& sending)
{
    return sending.wanted.mode == Send::Mode::Run || sending.othersGoOn;
}

Upload* Sendings::dueUpload(const Sending& sending)
{
    if (!isUploading(sending)) {
        return nullptr;
    }
    for (const Send::File& file : sending.wanted.files) {
        if (Upload* upload = sending.uploads.at(file.hash).get(); upload->isDue()) {
            return upload;
        }
    }
    return nullptr;
}

bool Sendings::isRunnable() const
{
    return std::ranges::any_of(m_all, [](const auto& one) { return dueUpload(one.second) != nullptr; });
}

std::size_t Sendings::active() const
{
    std::size_t count = 0;
    forEach([&](const FileTransfer& one) { count += one.phase() == FileTransfer::Phase::Active ? 1U : 0U; });
    return count;
}

FileTransfer* Sendings::nextToRun()
{
    FileTransfer* next = nextOf(Send::Mode::Run);
    return next != nullptr ? next : nextOf(Send::Mode::Stop);
}

FileTransfer* Sendings::nextOf(Send::Mode mode)
{
    struct Candidate {
        Upload* upload = nullptr; ///< the first of the conversation that is due
        std::uint64_t order = 0;
        std::size_t active = 0;
    };
    std::map<ConversationId, Candidate> candidates;
    for (const auto& [order, sending] : m_all) {
        Candidate& one = candidates[sending.wanted.conversation];
        if (one.upload == nullptr && sending.wanted.mode == mode) {
            one.upload = dueUpload(sending);
            one.order = order;
        }
        for (const auto& [hash, upload] : sending.uploads) {
            one.active += upload->phase() == FileTransfer::Phase::Active ? 1U : 0U;
        }
    }
    const Candidate* best = nullptr;
    const auto rank = [](const Candidate& one) {
        return std::tuple(one.active, one.upload->size, ~one.order);
    };
    for (const auto& [conversation, one] : candidates) {
        if (one.upload != nullptr && (best == nullptr || rank(one) < rank(*best))) {
            best = &one;
        }
    }
    return best == nullptr ? nullptr : best->upload;
}

bool Sendings::hasFailed(const Sending& sending)
{
    return std::ranges::any_of(
        sending.uploads, [](const auto& one) { return one.second->phase() == FileTransfer::Phase::Failed; });
}

FileState Sendings::stoppedState(const Sending& sending, const Send::File& file) const
{
    const Upload& upload = *sending.uploads.at(file.hash);
    if (upload.phase() == FileTransfer::Phase::Failed) {
        return m_reports.stateOf(upload);
    }
    FileState state{.step = FileState::Step::Held, .done = file.size, .size = file.size};
    const auto error = hasFailed(sending) ? std::nullopt : earlierErrorOf(sending, file);
    if (error) {
        state.step = FileState::Step::Failed;
        state.done = 0;
        state.error = *error;
    }
    return state;
}

/// If it is not known which file was at fault, the error of the message says which can be.
std::optional<protocol::ErrorCode> Sendings::earlierErrorOf(const Sending& sending,
                                                            const Send::File& file) const
{
    const auto hasError = [](const Send::File& one) { return one.error != protocol::ErrorCode::Unknown; };
    if (std::ranges::any_of(sending.wanted.files, hasError)) {
        return hasError(file) ? std::optional(file.error) : std::nullopt;
    }
    const protocol::ErrorCode error = sending.wanted.error;
    const auto isTooLarge = [this](const Send::File& one) {
        return m_limits && one.size > m_limits->maxFileBytes;
    };
    const bool isKnown =
        error == protocol::ErrorCode::FileTooLarge && std::ranges::any_of(sending.wanted.files, isTooLarge);
    const bool isAtFault = isKnown ? isTooLarge(file) : protocol::isAboutFile(error);
    return isAtFault ? std::optional(error) : std::nullopt;
}

void Sendings::reportFailed(Sending& sending)
{
    std::set<BlobHash> failed;
    for (std::size_t i = 0; i < sending.wanted.files.size(); ++i) {
        const BlobHash& hash = sending.wanted.files[i].hash;
        const Upload& upload = *sending.uploads.at(hash);
        if (upload.phase() != FileTransfer::Phase::Failed) {
            continue;
        }
        failed.insert(hash);
        if (!sending.failed.contains(hash)) {
            m_context.effects().failed.push_back(
                {sending.wanted.message, static_cast<std::uint32_t>(i), upload.error()});
        }
    }
    sending.failed = std::move(failed);
}

void Sendings::conclude()
{
    for (auto& [order, sending] : m_all) {
        if (!isUploading(sending) || sending.isReady) {
            continue;
        }
        reportFailed(sending);
        if (!sending.failed.empty()) {
            sending.wanted.mode = Send::Mode::Stop;
            sending.othersGoOn = true;
        } else if (std::ranges::all_of(sending.uploads, [](const auto& one) {
                       return one.second->phase() == FileTransfer::Phase::Complete;
                   })) {
            sending.isReady = true;
            m_context.effects().ready.push_back(sending.wanted.message);
        }
    }
}

void Sendings::report()
{
    for (const auto& [order, sending] : m_all) {
        for (std::size_t i = 0; i < sending.wanted.files.size(); ++i) {
            const Send::File& file = sending.wanted.files[i];
            const Upload& upload = *sending.uploads.at(file.hash);
            FileState state = m_reports.stateOf(upload);
            if (sending.wanted.mode == Send::Mode::Pause) {
                state = {.step = FileState::Step::Paused, .done = upload.done(), .size = upload.size};
            } else if (sending.wanted.mode == Send::Mode::Stop) {
                state = stoppedState(sending, file);
            }
            m_reports.put(keyOf(sending.wanted, i), std::move(state));
        }
    }
}

} // namespace tidemark::transfer

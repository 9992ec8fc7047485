#include "core/sync/keepers/delivery_reporter.h"

#include "core/domain/request_caps.h"

#include <algorithm>

namespace tidemark {

namespace {

constexpr Milliseconds pause{1000};

} // namespace

void DeliveryReporter::onHello()
{
    m_arrived.clear();
    for (const auto& [id, tracked] : m_conversations.all()) {
        m_reported[id] = tracked.held().top();
    }
}

void DeliveryReporter::clear()
{
    m_arrived.clear();
    m_reported.clear();
}

void DeliveryReporter::onOnline()
{
    m_notBefore = {};
    m_isUnderstood = true;
}

void DeliveryReporter::flush()
{
    if (m_arrived.empty()) {
        return;
    }
    if (m_notBefore > m_context.now()) {
        m_context.wakeAt(m_notBefore);
        return;
    }
    protocol::Delivered frame;
    while (!m_arrived.empty() && frame.reached.size() < caps::maxDelivered) {
        const Tracked* tracked = m_conversations.find(*m_arrived.begin());
        m_arrived.erase(m_arrived.begin());
        if (tracked == nullptr || !m_isUnderstood || !tracked->conversation().isMember
            || tracked->conversation().kind == ConversationKind::NoticeList
            || tracked->conversation().memberCount > m_context.limits().receiptMembers) {
            continue;
        }
        const Seq top = tracked->held().top();
        Seq& reported = m_reported[tracked->id()];
        if (top > reported) {
            reported = top;
            frame.reached.push_back({tracked->conversation().id, tracked->conversation().logEpoch, top});
        }
    }
    if (frame.reached.empty()) {
        return;
    }
    m_notBefore = m_context.now() + pause;
    if (!m_arrived.empty()) {
        m_context.wakeAt(m_notBefore);
    }
    request::Delivered sent{frame.reached};
    m_context.send(std::move(frame), std::move(sent));
}

void DeliveryReporter::onError(const request::Delivered& delivered, const protocol::Error& error)
{
    if (error.code == protocol::ErrorCode::Unsupported) {
        m_isUnderstood = false;
    } else if (protocol::isTransient(error.code)) {
        sayAgain(delivered, std::max(error.retryAfter, pause));
    }
}

void DeliveryReporter::onTimeout(const request::Delivered& delivered)
{
    sayAgain(delivered, pause);
}

void DeliveryReporter::sayAgain(const request::Delivered& delivered, Milliseconds wait)
{
    m_notBefore = m_context.now() + wait;
    for (const protocol::Reached& one : delivered.reached) {
        if (m_conversations.find(one.conversation) != nullptr) {
            Seq& reported = m_reported[one.conversation];
            reported = std::min(reported, previous(one.through));
            m_arrived.insert(one.conversation);
        }
    }
}

} // namespace tidemark

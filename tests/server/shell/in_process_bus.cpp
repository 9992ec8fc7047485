#include "tests/server/shell/in_process_bus.h"

#include <QMetaObject>
#include <QObject>

#include <algorithm>
#include <mutex>
#include <utility>
#include <vector>

namespace tidemark::server {

struct InProcessBus::Ends {
    std::mutex mutex;
    std::vector<End*> all;
};

class InProcessBus::End final : public WatchedBus {
public:
    End(std::shared_ptr<Ends> ends, NodeId node, BusListener& listener)
        : m_ends(std::move(ends)), m_node(node), m_listener(listener)
    {
        const std::scoped_lock lock(m_ends->mutex);
        m_ends->all.push_back(this);
    }
    ~End() override
    {
        const std::scoped_lock lock(m_ends->mutex);
        std::erase(m_ends->all, this);
    }
    End(const End&) = delete;
    End& operator=(const End&) = delete;

    void publish(std::span<const Hint> hints) override
    {
        const std::scoped_lock lock(m_ends->mutex);
        for (End* other : m_ends->all) {
            if (other != this) {
                other->post(m_node, {hints.begin(), hints.end()});
            }
        }
    }
    [[nodiscard]] BusStatus status() const override { return {}; }

private:
    void post(NodeId from, std::vector<Hint> hints)
    {
        const auto deliver = [this, from, hints = std::move(hints)] { m_listener.received(from, hints); };
        QMetaObject::invokeMethod(&m_place, deliver, Qt::QueuedConnection);
    }

    std::shared_ptr<Ends> m_ends;
    NodeId m_node;
    BusListener& m_listener;
    QObject m_place; ///< the listener is called in its thread; hints on their way go with it
};

InProcessBus::InProcessBus() : m_ends(std::make_shared<Ends>()) {}

std::unique_ptr<WatchedBus> InProcessBus::join(NodeId node, BusListener& listener)
{
    return std::make_unique<End>(m_ends, node, listener);
}

} // namespace tidemark::server

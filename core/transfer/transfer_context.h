#pragma once

#include "core/base/random.h"
#include "core/base/require.h"
#include "core/transfer/transfer_values.h"

#include <algorithm>
#include <utility>

namespace tidemark::transfer {

/// The state that all parts of the transfer engine share: the time and the effects of the current step.
class Context {
public:
    explicit Context(Config engineConfig) : config(std::move(engineConfig)), m_random(config.jitterSeed)
    {
        require(config.partBytes > 0 && config.maxParts > 0 && config.maxTransfers > 0
                    && config.maxFetches > 0,
                "each limit lets something through");
    }

    const Config config;

    [[nodiscard]] Instant now() const { return m_now; }
    [[nodiscard]] SplitMix64& random() { return m_random; }
    void beginStep(Instant now)
    {
        m_now = std::max(m_now, now);
        m_effects = {};
    }
    [[nodiscard]] Effects endStep() { return std::move(m_effects); }

    [[nodiscard]] Effects& effects() { return m_effects; }
    void wakeAt(Instant at) { m_effects.wakeUp = std::min(m_effects.wakeUp.value_or(at), at); }

    RequestId send(protocol::ClientFrame frame)
    {
        const RequestId id(++m_lastRequest);
        m_effects.sends.push_back({id, 0, std::move(frame)});
        return id;
    }
    FileJobId start(FileJob job)
    {
        const FileJobId id(++m_lastJob);
        m_effects.jobs.emplace_back(id, std::move(job));
        return id;
    }

    /// Parts that one transfer may have on their way.
    [[nodiscard]] std::size_t window() const { return m_window; }
    void setWindow(std::size_t window)
    {
        require(window > 0, "each transfer may have a part on its way");
        m_window = window;
    }

private:
    SplitMix64 m_random;
    Instant m_now{};
    Effects m_effects;
    std::uint64_t m_lastRequest = 0;
    std::uint64_t m_lastJob = 0;
    std::size_t m_window = 1;
};

} // namespace tidemark::transfer

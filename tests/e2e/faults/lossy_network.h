#pragma once

#include <QString>

namespace tidemark::test {

/// A network namespace for this thread and the programs that it starts, with a loopback that can lose
/// packets. Needs root and iproute2. The destructor returns to the previous network.
class LossyNetwork {
public:
    LossyNetwork();
    ~LossyNetwork();
    LossyNetwork(const LossyNetwork&) = delete;
    LossyNetwork& operator=(const LossyNetwork&) = delete;

    /// The reason why there is no such network; empty if there is one.
    [[nodiscard]] QString problem() const { return m_problem; }
    /// From now on `percent` of a hundred packets get lost in each direction. False if this failed.
    [[nodiscard]] bool lose(int percent);

private:
    int m_before = -1; ///< the previous network namespace, as a descriptor
    QString m_problem;
};

} // namespace tidemark::test

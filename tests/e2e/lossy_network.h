#pragma once

#include <QString>

namespace tidemark::test {

/// A network of its own for this thread and the programs that it starts, with a loopback that can lose
/// packets. Needs the right to make one (root) and iproute2. The destructor goes back to the network of
/// before.
class LossyNetwork {
public:
    LossyNetwork();
    ~LossyNetwork();
    LossyNetwork(const LossyNetwork&) = delete;
    LossyNetwork& operator=(const LossyNetwork&) = delete;

    /// Why there is none; empty: there is one.
    [[nodiscard]] QString problem() const { return m_problem; }
    /// So many of a hundred packets get lost from now on, in each direction. False: it could not be done.
    [[nodiscard]] bool lose(int percent);

private:
    int m_before = -1; ///< the network of before, as a file
    QString m_problem;
};

} // namespace tidemark::test

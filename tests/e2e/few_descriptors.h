#pragma once

#include <QtGlobal>

#include <sys/resource.h>

namespace tidemark::test {

/// A process may have no descriptors from `maxDescriptors` on for as long as this lives; those that it has
/// stay. Needs the right to limit it: a process of the same user. Not under the sanitizers: to see whether an
/// object can be read they open a pipe, and take a failure for an object of another type.
class FewDescriptors {
public:
    FewDescriptors(qint64 process, rlim_t maxDescriptors);
    ~FewDescriptors();
    FewDescriptors(const FewDescriptors&) = delete;
    FewDescriptors& operator=(const FewDescriptors&) = delete;

    [[nodiscard]] bool isInForce() const { return m_isInForce; }
    /// The number that its next descriptor would have. (Its highest one tells nothing: it may have been given
    /// one with a large number.)
    [[nodiscard]] static rlim_t nextOf(qint64 process);

private:
    pid_t m_process;
    rlimit m_before{};
    bool m_isInForce;
};

} // namespace tidemark::test

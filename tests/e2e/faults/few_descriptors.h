#pragma once

#include <QtGlobal>

#include <sys/resource.h>

namespace tidemark::test {

/// While this object lives, a process gets no descriptors from `maxDescriptors` on; it keeps those that it
/// has. The process must belong to the same user. This does not work with the sanitizers: to find out
/// whether an object can be read they open a pipe, and take a failure for an object of another type.
class FewDescriptors {
public:
    FewDescriptors(qint64 process, rlim_t maxDescriptors);
    ~FewDescriptors();
    FewDescriptors(const FewDescriptors&) = delete;
    FewDescriptors& operator=(const FewDescriptors&) = delete;

    [[nodiscard]] bool isInForce() const { return m_isInForce; }
    /// The number of the next descriptor of the process. (Its highest descriptor tells nothing, since it
    /// may have received one with a large number.)
    [[nodiscard]] static rlim_t nextOf(qint64 process);

private:
    pid_t m_process;
    rlimit m_before{};
    bool m_isInForce;
};

} // namespace tidemark::test

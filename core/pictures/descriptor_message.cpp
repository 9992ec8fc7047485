#include "core/pictures/descriptor_message.h"

#include <sys/socket.h>
#include <sys/uio.h>

#include <array>
#include <cerrno>
#include <cstring>

namespace tidemark {
namespace {

/// The buffer for one descriptor. CMSG_SPACE has room for a second one, so the kernel is given the length
/// CMSG_LEN, and closes further descriptors.
struct Control {
    alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(int))> bytes{};
};

} // namespace

bool sendMessage(int socket, const void* message, std::size_t size, int descriptor)
{
    iovec part{const_cast<void*>(message), size};
    Control control;
    msghdr header{};
    header.msg_iov = &part;
    header.msg_iovlen = 1;
    if (descriptor >= 0) {
        header.msg_control = control.bytes.data();
        header.msg_controllen = CMSG_LEN(sizeof(int));
        cmsghdr* const first = CMSG_FIRSTHDR(&header);
        first->cmsg_level = SOL_SOCKET;
        first->cmsg_type = SCM_RIGHTS;
        first->cmsg_len = CMSG_LEN(sizeof(int));
        std::memcpy(CMSG_DATA(first), &descriptor, sizeof(int));
    }
    ssize_t sent = 0;
    do {
        sent = ::sendmsg(socket, &header, MSG_NOSIGNAL);
    } while (sent < 0 && errno == EINTR);
    return sent == static_cast<ssize_t>(size);
}

Received receiveMessage(int socket, void* message, std::size_t size, FileDescriptor& descriptor)
{
    iovec part{message, size};
    Control control;
    msghdr header{};
    header.msg_iov = &part;
    header.msg_iovlen = 1;
    header.msg_control = control.bytes.data();
    header.msg_controllen = CMSG_LEN(sizeof(int));
    ssize_t received = 0;
    do {
        received = ::recvmsg(socket, &header, MSG_CMSG_CLOEXEC);
    } while (received < 0 && errno == EINTR);
    if (received < 0 && errno == EAGAIN) {
        return Received::Nothing;
    }
    const cmsghdr* const first = received > 0 ? CMSG_FIRSTHDR(&header) : nullptr;
    if (first != nullptr && first->cmsg_level == SOL_SOCKET && first->cmsg_type == SCM_RIGHTS) {
        int number = -1;
        std::memcpy(&number, CMSG_DATA(first), sizeof(int));
        descriptor = FileDescriptor(number);
    }
    const bool isWhole = received == static_cast<ssize_t>(size) && (header.msg_flags & MSG_TRUNC) == 0;
    return isWhole ? Received::Message : Received::End;
}

} // namespace tidemark

#include "app/pictures/codecs.h"
#include "app/pictures/sandbox.h"
#include "app/pictures/service.h"
#include "core/pictures/picture_messages.h"

#include <sys/socket.h>
#include <unistd.h>

#include <cstdio>

using namespace tidemark;

namespace {

bool isStartedByProgram()
{
    int type = 0;
    socklen_t length = sizeof(type);
    return ::getsockopt(pictureSocket, SOL_SOCKET, SO_TYPE, &type, &length) == 0 && type == SOCK_SEQPACKET;
}

int fail(const char* what, const char* why)
{
    ::dprintf(STDERR_FILENO, "tidemark-pictures: %s: %s\n", what, why);
    return 1;
}

} // namespace

int main(int argc, char** argv)
{
    if (!isStartedByProgram()) {
        std::fputs("tidemark-pictures decodes pictures for tidemark, which starts it.\n", stderr);
        return 2;
    }
    discardMessages();
    if (const char* format = loadCodecs(argc, argv)) {
        return fail("this codec of Qt does not work; is its package installed", format);
    }
    if (const char* refused = enterSandbox(pictureSocket)) {
        return fail("the system refuses", refused);
    }
    // Without the clean-up of libraries, which would need more than the sandbox allows.
    ::_exit(answerRequests(pictureSocket));
}

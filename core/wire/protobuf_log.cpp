#include "core/wire/protobuf_log.h"

#include <google/protobuf/stubs/logging.h>

namespace tidemark::wire {

void silenceProtobuf()
{
    static std::once_flag once;
    std::call_once(once, [] { google::protobuf::SetLogHandler(nullptr); });
}

} // namespace tidemark::wire

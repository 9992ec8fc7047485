#include "server-stub/main/commands/announce.h"

#include "core/base/line_end.h"
#include "server-stub/main/commands/operator_command.h"

#include <QFile>
#include <QUuid>

#include <algorithm>
#include <cstdio>

namespace tidemark::server {
namespace {

/// All of standard input without the final line end.
std::string readInput()
{
    QFile input;
    if (!input.open(stdin, QIODevice::ReadOnly)) {
        return {};
    }
    return withoutLineEnd(input.readAll().toStdString());
}

MessageUuid uuidOf(const QUuid& uuid)
{
    if (uuid.isNull()) {
        return randomUuid();
    }
    const QByteArray bytes = uuid.toRfc4122();
    MessageUuid made;
    std::copy(bytes.begin(), bytes.end(), made.bytes.begin());
    return made;
}

} // namespace

int announce(const AnnounceArguments& arguments)
{
    const bool isFromInput = arguments.text == QLatin1String("-");
    const Announce request{uuidOf(arguments.uuid), isFromInput ? readInput() : arguments.text.toStdString()};
    const auto result = askOperator(arguments.database, request);
    if (!result) {
        return fail(result.error().status, result.error().message);
    }
    const auto& announced = std::get<Announced>(*result);
    std::printf("announced as notice %llu\n", static_cast<unsigned long long>(announced.seq.value));
    return Success;
}

} // namespace tidemark::server

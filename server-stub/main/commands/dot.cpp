#include "server-stub/main/commands/dot.h"

#include "server-stub/main/commands/operator_command.h"

#include <cstdio>

namespace tidemark::server {

int dot(const DotArguments& arguments)
{
    const OperatorRequest request =
        arguments.name.isEmpty() ? OperatorRequest(ListDots{})
                                 : OperatorRequest(RaiseDot{randomUuid(), arguments.name.toStdString()});
    const auto result = askOperator(arguments.database, request);
    if (!result) {
        return fail(result.error().status, result.error().message);
    }
    for (const DotRecord& one : std::get<DotList>(*result).dots) {
        std::printf("%s %llu\n", one.name.c_str(), static_cast<unsigned long long>(one.version));
    }
    return Success;
}

} // namespace tidemark::server

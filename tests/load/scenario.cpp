#include "tests/load/scenario.h"

namespace tidemark::load {

Stage::Stage(const Arguments& arguments, const Shape& shape)
    : scratch(arguments.directory()), server(arguments, scratch), people(loop, started(server), shape)
{
}

const Place& Stage::started(Server& server)
{
    server.start();
    return server.place();
}

} // namespace tidemark::load

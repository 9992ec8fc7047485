#include "server-stub/postgres/tables/statistics.h"

namespace tidemark::server::postgres {

namespace {

std::vector<Statistics::Conversation> largestOf(Connection& connection, std::uint32_t count)
{
    std::vector<Statistics::Conversation> found;
    Statement::Run run =
        connection.ask("SELECT c.id, c.kind, c.title, c.head,"
                       " (SELECT count(*) FROM member m WHERE m.conversation = c.id AND m.is_member = 1)"
                       " FROM conversation c ORDER BY c.head DESC, c.id LIMIT $1",
                       {bound(count)});
    while (run.next()) {
        found.push_back({ConversationId(run.number(0)), static_cast<ConversationKind>(run.number(1)),
                         run.bytes(2), run.number(3), run.number(4)});
    }
    return found;
}

} // namespace

Expected<Statistics, QString> statisticsOf(Connection& connection, std::uint32_t largest)
{
    Statistics found;
    connection.beginSnapshot();
    found.users = connection.numberOf("SELECT count(*) FROM account");
    found.disabledUsers = connection.numberOf("SELECT count(*) FROM account WHERE disabled <> 0");
    found.devices = connection.numberOf("SELECT count(*) FROM device");
    found.directs = connection.numberOf("SELECT count(*) FROM conversation WHERE kind = 0");
    found.groups = connection.numberOf("SELECT count(*) FROM conversation WHERE kind = 1");
    found.channels = connection.numberOf("SELECT count(*) FROM conversation WHERE kind = 2");
    // Logs have no gaps (I1).
    found.entries = connection.numberOf("SELECT COALESCE(sum(head), 0)::bigint FROM conversation");
    found.files = connection.numberOf("SELECT count(*) FROM blob");
    found.fileBytes = connection.numberOf("SELECT COALESCE(sum(size), 0)::bigint FROM blob");
    found.bytes = connection.numberOf("SELECT pg_database_size(current_database())");
    found.largest = largestOf(connection, largest);
    const StatementHealth health = connection.health();
    connection.rollback();
    if (health.failed) {
        return Unexpected(health.reason);
    }
    return found;
}

} // namespace tidemark::server::postgres

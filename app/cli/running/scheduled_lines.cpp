#include "app/cli/running/scheduled_lines.h"

#include "app/cli/running/error_text.h"
#include "core/models/formats/entry_json.h"

namespace tidemark::cli {

namespace {

const char* scheduledStateName(ScheduledItem::State state)
{
    switch (state) {
    case ScheduledItem::State::Waiting:
        return "waiting";
    case ScheduledItem::State::Unsent:
        return "unsent";
    case ScheduledItem::State::Failed:
        return "failed";
    case ScheduledItem::State::Refused:
        return "refused";
    case ScheduledItem::State::Cancelling:
        return "cancelling";
    }
    return "";
}

} // namespace

JsonLine& addScheduled(JsonLine& line, const ScheduledItem& item)
{
    line.add("conversation", item.conversation)
        .add("uuid", uuidText(item.uuid))
        .add("text", item.message.text);
    addTime(line, "due", item.due).add("version", item.version).add("state", scheduledStateName(item.state));
    const bool isRefused =
        item.state == ScheduledItem::State::Failed || item.state == ScheduledItem::State::Refused;
    if (isRefused || item.refused) {
        line.add("error", errorText(item.refused ? item.refused->error : item.error));
    }
    if (item.refused) {
        line.add("refused_text", item.refused->message.text);
    }
    return line;
}

} // namespace tidemark::cli

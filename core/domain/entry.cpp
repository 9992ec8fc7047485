#include "core/domain/entry.h"

namespace tidemark {

Seq targetOf(const Entry& entry)
{
    return std::visit(
        [](const auto& one) {
            if constexpr (requires { one.target; }) {
                return one.target;
            } else {
                return Seq();
            }
        },
        entry.content);
}

const std::string& textOf(const Entry& entry)
{
    static const std::string none;
    const std::string* text = textIn(entry.content);
    return text == nullptr ? none : *text;
}

bool isRecalled(const Entry& entry)
{
    const auto* message = entry.as<content::Message>();
    return message != nullptr && message->recalledBy.isValid();
}

bool mentions(const Entry& entry, UserId reader)
{
    const auto* message = entry.as<content::Message>();
    return message != nullptr && mentions(*message, reader);
}

bool repliesTo(const Entry& entry, UserId reader)
{
    const auto* message = entry.as<content::Message>();
    return message != nullptr && message->replyTo.isValid() && message->replyToAuthor == reader;
}

} // namespace tidemark

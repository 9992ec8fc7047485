#include "core/domain/entry.h"

namespace tidemark {

void hideContent(Entry& entry, const std::vector<Seq>& hidden)
{
    if (hidden.empty()) {
        return;
    }
    if (auto* edit = entry.as<content::Edit>()) {
        if (std::ranges::binary_search(hidden, edit->target)) {
            edit->text.clear();
        }
    } else if (auto* message = entry.as<content::Message>();
               message != nullptr && std::ranges::binary_search(hidden, entry.seq)) {
        message->recalledBy = entry.seq;
        message->text.clear();
        message->attachments.clear();
        message->forwarded = {};
    }
}

Seq targetOf(const Entry& entry)
{
    if (const auto* edit = entry.as<content::Edit>()) {
        return edit->target;
    }
    const auto* recall = entry.as<content::Recall>();
    return recall == nullptr ? Seq() : recall->target;
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

#include "core/client/forwarded_words.h"

#include "core/store/client_store.h"

namespace tidemark {

void addForwardedWords(Input& input, const ClientStore& store)
{
    auto* send = std::get_if<input::Send>(&input);
    auto* message = send == nullptr ? nullptr : std::get_if<content::Message>(&send->content);
    if (message == nullptr || !message->source.isValid()) {
        return;
    }
    const ForwardSource source = message->source;
    const auto held = store.entry(source.conversation, source.seq);
    const auto* said = held ? held->entry.as<content::Message>() : nullptr;
    *message = {.source = source};
    if (said != nullptr && !isRecalled(held->entry)) {
        message->text = said->text;
        message->isAction = said->isAction;
        message->attachments = said->attachments;
        message->forwarded =
            said->forwarded.isValid() ? said->forwarded : Forwarded{held->entry.author, held->entry.at};
    }
}

} // namespace tidemark

#include "app/lab/counters/counter_frames.h"

namespace tidemark::lab {

std::string wordsOf(const CounterRequest& request)
{
    switch (request.kind) {
    case CounterRequest::Kind::Connect:
        return "connect";
    case CounterRequest::Kind::Ping:
        return "ping";
    case CounterRequest::Kind::Send:
        return "send " + request.message + " in " + request.conversation;
    case CounterRequest::Kind::Read:
        return "read " + (request.number == 0 ? "all" : std::to_string(request.number)) + " of "
               + request.conversation;
    case CounterRequest::Kind::MarkUnread:
        return "mark " + request.conversation + " unread from " + request.message;
    case CounterRequest::Kind::Recall:
        return "recall " + request.message + " in " + request.conversation;
    case CounterRequest::Kind::Mute:
        return (request.isOn ? "mute " : "unmute ") + request.conversation;
    case CounterRequest::Kind::Leave:
        return "leave " + request.conversation;
    }
    return {};
}

std::string wordsOf(const CounterFrame& frame)
{
    std::string words;
    const auto add = [&](const std::string& part) { words += (words.empty() ? "" : "; ") + part; };
    if (!frame.ack.empty()) {
        add("done: " + frame.ack);
    }
    for (const auto& [conversation, part] : frame.logs) {
        if (!part.messages.empty()) {
            add(std::to_string(part.messages.size()) + " messages of " + conversation);
        }
    }
    if (frame.numbers) {
        for (const auto& [conversation, unread] : frame.numbers->unread) {
            add(conversation + " has " + std::to_string(unread) + " unread");
        }
        add("total " + std::to_string(frame.numbers->total));
    }
    return words.empty() ? "pong" : words;
}

} // namespace tidemark::lab

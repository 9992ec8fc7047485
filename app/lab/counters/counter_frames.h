#pragma once

#include "app/lab/counters/counter_database.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace tidemark::lab {

/// A request of a device to the service with counters.
struct CounterRequest {
    enum class Kind : std::uint8_t { Connect, Ping, Send, Read, MarkUnread, Recall, Mute, Leave };
    Kind kind = Kind::Ping;
    std::string id; ///< the same when it is repeated; empty: it needs no answer
    std::string conversation;
    std::string message;
    std::size_t position = 0; ///< of Read: the index of the last message that was read
    std::int64_t number = 0;  ///< of Read: the messages that were read; 0: all
    bool isOn = false;        ///< of Mute
    std::map<std::string, std::size_t> held =
        {}; ///< of Connect and Ping: the length of each log on the device
};
[[nodiscard]] std::string wordsOf(const CounterRequest& request);

/// All numbers of a person, as the service stores them.
struct CounterNumbers {
    std::map<std::string, std::int64_t> unread;
    std::int64_t total = 0;
};

/// The service's answer or push to a device.
struct CounterFrame {
    struct Part {
        std::size_t after = 0; ///< the index before the first message
        std::vector<CounterMessage> messages;
        bool isWhole = false; ///< there are no other messages
    };
    std::string ack; ///< the id of the request; empty: none
    std::map<std::string, Part> logs;
    std::optional<CounterNumbers> numbers;
};
[[nodiscard]] std::string wordsOf(const CounterFrame& frame);

} // namespace tidemark::lab

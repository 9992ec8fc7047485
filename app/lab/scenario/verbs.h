#pragma once

#include "app/lab/scenario/scenario.h"

#include <string_view>

namespace tidemark::lab {

/// The thing that a verb is for. Link: one device, or all of them.
enum class Subject : std::uint8_t { Device, Link, Server, Database };

/// The words that follow a verb.
enum class Arguments : std::uint8_t {
    None,
    Conversation,
    ReadThrough, ///< conversation, and perhaps `to MESSAGE`
    MarkFrom,    ///< conversation `from` MESSAGE
    NewMessages, ///< conversation, name, perhaps `xCOUNT`, text
    Message,     ///< conversation and message
    Moment,      ///< perhaps before-commit or after-commit
    Percent,
    Milliseconds,
    Seconds,    ///< perhaps negative
    ForSeconds, ///< perhaps `for SECONDS`
};

struct VerbForm {
    Verb verb;
    Subject subject;
    std::string_view word;
    Arguments arguments;
};

/// The form of each verb, in the order of Verb.
inline constexpr std::array verbForms{
    VerbForm{Verb::Open, Subject::Device, "open", Arguments::Conversation},
    VerbForm{Verb::Read, Subject::Device, "read", Arguments::ReadThrough},
    VerbForm{Verb::MarkUnread, Subject::Device, "mark-unread", Arguments::MarkFrom},
    VerbForm{Verb::Send, Subject::Device, "send", Arguments::NewMessages},
    VerbForm{Verb::Recall, Subject::Device, "recall", Arguments::Message},
    VerbForm{Verb::Mute, Subject::Device, "mute", Arguments::Conversation},
    VerbForm{Verb::Unmute, Subject::Device, "unmute", Arguments::Conversation},
    VerbForm{Verb::Leave, Subject::Device, "leave", Arguments::Conversation},
    VerbForm{Verb::SignOut, Subject::Device, "sign-out", Arguments::None},
    VerbForm{Verb::SignIn, Subject::Device, "sign-in", Arguments::None},
    VerbForm{Verb::Off, Subject::Link, "off", Arguments::None},
    VerbForm{Verb::On, Subject::Link, "on", Arguments::None},
    VerbForm{Verb::Kill, Subject::Device, "kill", Arguments::Moment},
    VerbForm{Verb::LoseDisk, Subject::Device, "lose-disk", Arguments::None},
    VerbForm{Verb::BackUp, Subject::Device, "back-up", Arguments::None},
    VerbForm{Verb::PutBack, Subject::Device, "put-back", Arguments::None},
    VerbForm{Verb::Clock, Subject::Device, "clock", Arguments::Seconds},
    VerbForm{Verb::Loss, Subject::Link, "loss", Arguments::Percent},
    VerbForm{Verb::Double, Subject::Link, "double", Arguments::Percent},
    VerbForm{Verb::Overtake, Subject::Link, "overtake", Arguments::Percent},
    VerbForm{Verb::Delay, Subject::Link, "delay", Arguments::Milliseconds},
    VerbForm{Verb::Cut, Subject::Link, "cut", Arguments::ForSeconds},
    VerbForm{Verb::Mend, Subject::Link, "mend", Arguments::None},
    VerbForm{Verb::ServerKill, Subject::Server, "kill", Arguments::Moment},
    VerbForm{Verb::ServerStart, Subject::Server, "start", Arguments::None},
    VerbForm{Verb::ServerDrain, Subject::Server, "drain", Arguments::None},
    VerbForm{Verb::ServerCut, Subject::Server, "cut", Arguments::None},
    VerbForm{Verb::ServerMend, Subject::Server, "mend", Arguments::None},
    VerbForm{Verb::DatabaseBackUp, Subject::Database, "back-up", Arguments::None},
    VerbForm{Verb::DatabaseRestore, Subject::Database, "restore", Arguments::None},
};
[[nodiscard]] constexpr const VerbForm& formOf(Verb verb)
{
    return verbForms.at(static_cast<std::size_t>(verb));
}

/// The subjects that are not names of devices.
inline constexpr std::string_view everyDevice = "everyone";
inline constexpr std::string_view databaseWord = "database";
inline constexpr std::string_view serverWord = "server"; ///< with a number behind it

} // namespace tidemark::lab

#include "app/cli/command_specs.h"

#include <algorithm>

namespace tidemark::cli {

const std::vector<OptionSpec>& globalOptions()
{
    static const std::vector<OptionSpec> options{
        {"server", ValueKind::Text, "URL,...",
         "connect to ws://HOST:PORT (this computer only) or wss://HOST:PORT; for several servers of one "
         "service, separate them with commas: if one does not answer, another is used; kept in the profile"},
        {"user", ValueKind::Text, "NAME",
         "use this account; for the first use of a profile and for register"},
        {"password-file", ValueKind::Text, "FILE", "read the password from the first line of FILE"},
        {"token", ValueKind::Text, "TOKEN",
         "use a device token instead of a password: 64 hexadecimal digits or base64url; other users of this "
         "computer may see it for a moment"},
        {"token-file", ValueKind::Text, "FILE", "read such a token from the first line of FILE"},
        {"trust-fingerprint", ValueKind::Text, "SHA256",
         "trust only the server certificate with this SHA-256 fingerprint, whether or not an authority "
         "vouches for it; of several servers, only those that show it are used; kept in the profile until "
         "you give another fingerprint or none"},
        {"profile", ValueKind::Text, "DIR", "keep this device's data in DIR; one profile is one device"},
        {"device", ValueKind::Text, "NAME", "name this device NAME; kept in the profile"},
        {"timeout", ValueKind::Factor, "SECONDS", "wait this long for the server (default 30)"},
        {"offline", ValueKind::None, "",
         "work on the local store only; changes wait for the next connection"},
        {"trace", ValueKind::Text, "DIR",
         "record read-state events (ids and seqs, no text) in a new folder; tidemark-sim --replay DIR plays "
         "them back"},
    };
    return options;
}

const std::vector<CommandSpec>& commandSpecs()
{
    static const std::vector<CommandSpec> commands{
        {"register",
         {},
         false,
         {{"token-only", ValueKind::None, "",
           "create an account without a password, which signs in by its token only"}},
         "Creates the account --user, with the password of --password-file or with --token-only, and\n"
         "signs the profile in. Prints {\"user\",\"token\"}."},
        {"conversations",
         {},
         false,
         {},
         "Prints one line for each conversation:\n"
         "{\"conversation\",\"kind\",\"title\",\"head_seq\",\"read_seq\",\"epoch\",\"unread\",\"mentions\","
         "\"exact\",\"muted\",\"archived\"}.\n"
         "kind: direct, group, channel, notice."},
        {"unread",
         {},
         false,
         {},
         "Prints the total and every conversation: "
         "{\"total\",\"conversations\":[{\"conversation\",\"unread\",\"mentions\",\"exact\"}]}."},
        {"totals",
         {},
         false,
         {{"for", ValueKind::Factor, "SECONDS", "keep running and print a line whenever the totals change"}},
         "Prints the totals as the server counts them, without loading conversations or storing\n"
         "anything: "
         "{\"total\",\"conversations\",\"mentions\",\"muted\",\"muted_conversations\",\"version\"}.\n"
         "version grows with every change. For programs that show only a number."},
        {"status",
         {},
         false,
         {},
         "Prints {\"user\",\"device\",\"server\",\"unsent_messages\",\"unsent_reads\",\"disagreements\"}.\n"
         "disagreements: how often device and server were found to differ, and were repaired, since\n"
         "the profile was created."},
        {"create-group",
         {{"TITLE"}, {"MEMBER"}},
         true,
         {{"history-open", ValueKind::None, "", "let members who join later see earlier messages"},
          {"invite-only", ValueKind::None, "",
           "forbid joining by the group's number, and let only moderators and owners add members"}},
         "Creates a group of the caller, who owns it, and the named users. Prints {\"conversation\"}."},
        {"direct", {{"USER"}}, false, {}, "Opens the direct chat with a user. Prints {\"conversation\"}."},
        {"join", {{"CONV", ValueKind::Id}}, false, {}, "Joins a group. Prints {\"conversation\"}."},
        {"leave", {{"CONV", ValueKind::Id}}, false, {}, "Leaves a conversation. Prints {\"conversation\"}."},
        {"remove",
         {{"CONV", ValueKind::Id}, {"USER"}},
         false,
         {},
         "Removes a member from a group; only its moderators and owners can do this. Prints "
         "{\"conversation\"}."},
        {"ban",
         {{"CONV", ValueKind::Id}, {"USER"}},
         false,
         {},
         "Removes a member and keeps the user from joining again; also works on a former member. Prints "
         "{\"conversation\"}."},
        {"unban",
         {{"CONV", ValueKind::Id}, {"USER"}},
         false,
         {},
         "Lets a banned user join again. Prints {\"conversation\"}."},
        {"role",
         {{"CONV", ValueKind::Id}, {"USER"}, {"ROLE"}},
         false,
         {},
         "Gives a member of a group a role: member, moderator (can remove and ban members) or owner\n"
         "(can also give roles). Only owners can do this. Prints {\"conversation\"}."},
        {"password",
         {},
         false,
         {{"new-password-file", ValueKind::Text, "FILE", "read the new password from the first line of FILE",
           true},
          {"sign-out-others", ValueKind::None, "", "sign the account's other devices out"}},
         "Changes the account's password; --password-file, before the command, holds the old one. Prints "
         "{\"changed\"}."},
        {"create-channel",
         {{"TITLE"}},
         false,
         {},
         "Creates a channel: anyone may follow it, and only the caller, who follows it from the start,\n"
         "can post there (send). Prints {\"conversation\"}."},
        {"channels",
         {{"TEXT"}},
         false,
         {},
         "Prints the channels whose title contains TEXT, or all, newest first, at most 50, one per\n"
         "line: {\"conversation\",\"title\",\"followers\",\"followed\"}.",
         1},
        {"follow",
         {{"CONV", ValueKind::Id}},
         false,
         {},
         "Follows a channel, from its newest entry on. Prints {\"conversation\"}."},
        {"unfollow",
         {{"CONV", ValueKind::Id}},
         false,
         {},
         "Stops following a channel. Prints {\"conversation\"}."},
        {"feed",
         {},
         false,
         {{"open", ValueKind::None, "", "reset the feed first, on all devices of the user"}},
         "Prints what arrived in the followed channels since the feed was opened:\n"
         "{\"feed\",\"exact\",\"channels\":[{\"conversation\",\"title\",\"new\",\"exact\",\"unread\","
         "\"muted\",\"archived\"}]}.\n"
         "feed: the sum of new over the channels that are neither muted nor archived; unread: the\n"
         "channel's own badge, which --open does not change."},
        {"send",
         {{"CONV", ValueKind::Id}, {"TEXT"}},
         false,
         {},
         "Prints {\"uuid\",\"seq\"} once the message is durable on the server. With - as TEXT every line\n"
         "of standard input is a message (empty lines are skipped); results keep this order. With\n"
         "--offline seq is null and the message waits. As in the window, white space at both ends and\n"
         "control characters are removed and line ends become line feeds. The command refuses text\n"
         "that is not UTF-8."},
        {"about-me",
         {},
         false,
         {{"mentions", ValueKind::None, "", "print only messages that mention you"},
          {"replies", ValueKind::None, "", "print only replies to you"},
          {"unread", ValueKind::None, "", "print only unread messages"},
          {"limit", ValueKind::Id, "N", "print at most N messages (default 100)"}},
         "Prints messages that mention you or reply to you in all conversations, newest first, as far\n"
         "as this device holds them, one per line:\n"
         "{\"conversation\",\"seq\",\"from\",\"at\",\"text\",\"mention\",\"reply\",\"unread\"}."},
        {"history",
         {{"CONV", ValueKind::Id}},
         false,
         {{"after", ValueKind::Number, "SEQ",
           "print only entries after SEQ; without --before, start with the oldest of them"},
          {"before", ValueKind::Id, "SEQ", "print only entries before SEQ"},
          {"limit", ValueKind::Id, "N",
           "print at most N entries, the newest unless --after is given (default 100)"}},
         "Prints one line for each entry, in ascending order:\n"
         "{\"seq\",\"kind\",\"from\",\"at\",\"text\",\"edited\",\"recalled\",\"reply_to\"}. kind: message, "
         "edit,\n"
         "recall, notice."},
        {"read",
         {{"CONV", ValueKind::Id}},
         false,
         {{"up-to", ValueKind::Id, "SEQ", "mark as read through SEQ (default: everything)"}},
         "Marks messages as read. Prints {\"conversation\",\"epoch\",\"read_seq\",\"unread\",\"total\"}."},
        {"mark-unread",
         {{"CONV", ValueKind::Id}},
         false,
         {{"from", ValueKind::Id, "SEQ", "make SEQ the first unread entry", true}},
         "Marks messages as unread. Prints the same as read."},
        {"mark-all-read",
         {},
         false,
         {},
         "Marks everything as read. Prints the same as read, one line for each conversation that was "
         "unread."},
        {"edit",
         {{"CONV", ValueKind::Id}, {"SEQ", ValueKind::Id}, {"TEXT"}},
         false,
         {},
         "Edits a message; TEXT is treated like that of send. Prints the entry like history."},
        {"recall",
         {{"CONV", ValueKind::Id}, {"SEQ", ValueKind::Id}},
         false,
         {},
         "Deletes a message for everyone. Prints the entry like history."},
        {"members",
         {{"CONV", ValueKind::Id}},
         false,
         {},
         "Prints one line for each member:\n"
         "{\"conversation\",\"member\",\"role\",\"seen\",\"seen_all\",\"at\",\"delivered\"}. seen: the last "
         "seq that\n"
         "the member lets others see as read, 0 if none; at: when seen last rose, or null."},
        {"read-by",
         {{"CONV", ValueKind::Id}, {"SEQ", ValueKind::Id}},
         false,
         {},
         "Prints one line for each reader who lets others see it:\n"
         "{\"conversation\",\"seq\",\"reader\",\"at\",\"members\"}. at: the latest time by which the reader "
         "had\n"
         "read it, or null; members: the number of members, including the caller."},
        {"receipts",
         {{"SETTING"}, {"CONV"}},
         false,
         {},
         "Prints whether others see what is read here: {\"conversation\",\"receipts\",\"private\"};\n"
         "conversation is null for the account. SETTING changes it first: public, private or, for a\n"
         "conversation, inherit (same as the account). Others never see what is read in private, even\n"
         "after you end it, only that it reached a device; the user's own devices always agree.",
         2},
        {"quiet",
         {{"on|off"}},
         false,
         {},
         "Prints whether the account's devices hold back notifications while one of them is in use:\n"
         "{\"quiet_while_active\"}. on or off changes this first.",
         1},
        {"reading",
         {{"POLICY"}},
         false,
         {{"this-device", ValueKind::None, "",
           "change only this device; the policy inherit means the same as the account"}},
         "Prints when messages in the window count as read: {\"account\",\"device\",\"reading\"}; device is\n"
         "null if the device has no policy of its own; reading is the policy in force here. POLICY\n"
         "changes it first: when-seen (after a message was on screen while the user was present),\n"
         "on-opening (also every message in a conversation when it is opened) or by-hand.",
         1},
        {"mute",
         {{"CONV", ValueKind::Id}, {"LENGTH"}},
         false,
         {},
         "Excludes the conversation from the total; LENGTH is 1h, 8h or forever (default). Prints\n"
         "{\"conversation\",\"muted\",\"muted_until\"}; muted_until is null for forever. The server ends "
         "the\n"
         "mute on all devices.",
         1},
        {"unmute",
         {{"CONV", ValueKind::Id}},
         false,
         {},
         "Includes the conversation in the total again. Prints the same as mute."},
        {"devices",
         {},
         false,
         {{"sign-out", ValueKind::Text, "DEVICE",
           "sign another device out first; give its number, or its name if it is unique"}},
         "Prints one line for each signed-in device of the user:\n"
         "{\"device\",\"name\",\"program\",\"this\",\"connected\",\"last_contact\",\"agrees\",\"agreed_at\"}."
         " agrees:\n"
         "device and server were the same at the last comparison; agreed_at: when they last were. A\n"
         "device that you sign out is disconnected at once and keeps its unsent messages."},
        {"dots",
         {},
         false,
         {{"see", ValueKind::Text, "NAME", "mark the dot as seen first"}},
         "Prints one line for each red dot: {\"dot\",\"version\",\"seen\",\"lit\"}. lit: there is something\n"
         "new that the user has not opened on any device. A dot seen offline is reported to the server\n"
         "later."},
        {"watch",
         {},
         false,
         {{"for", ValueKind::Factor, "SECONDS", "stop after SECONDS (default: when interrupted)"}},
         "Prints one line for each event as it is committed:\n"
         "{\"event\":\"message\",\"conversation\",\"seq\",\"kind\",\"from\",\"at\",\"text\",\"edited\","
         "\"recalled\",\"reply_to\"}\n"
         "{\"event\":\"unread\",\"conversation\",\"epoch\",\"read_seq\",\"unread\",\"mentions\",\"exact\","
         "\"total\"}\n"
         "{\"event\":\"receipt\",\"conversation\",\"delivered\",\"seen\"}\n"
         "{\"event\":\"connection\",\"state\"}: signed-out, offline, waiting, connecting, syncing, online.\n"
         "With several servers also \"server\", the one in use."},
        {"sync", {}, false, {}, "Waits until everything has been sent and pulled. Prints {\"pulled\"}."},
        {"import",
         {{"FILE"}},
         false,
         {{"as-participants", ValueKind::None, "", "give each author an account of its own", true},
          {"speed", ValueKind::Factor, "N",
           "replay at N times real time, with the log's own pauses (default: as fast as possible)"}},
         "Replays a chat log (one JSON object per line: \"room\", \"at\", \"from\", \"text\", \"action\"). "
         "Each\n"
         "room becomes a group of the caller and the authors, which are token-only accounts that join\n"
         "at their first line. If you run it again, or after a crash of either side, it sends nothing\n"
         "twice. It waits as long as needed for a server that went away. Prints\n"
         "{\"messages\",\"sent\",\"rooms\":[{\"room\",\"conversation\"}]}."},
        {"export",
         {{"CONV", ValueKind::Id}},
         false,
         {{"output", ValueKind::Text, "FILE", "write to FILE; an existing file is replaced", true},
          {"format", ValueKind::Text, "FORMAT",
           "write jsonl, a JSON object per line (default), or text, for reading"}},
         "Writes what this device holds of a conversation to a file, completely or not at all: notices\n"
         "and messages in their current form, in order. Entries that the device does not hold appear\n"
         "as gaps; sync downloads them. Prints "
         "{\"conversation\",\"file\",\"format\",\"items\",\"missing\"}."},
        {"audit",
         {},
         false,
         {{"repair", ValueKind::None, "", "write the recounted values to the store"}},
         "Recounts the local store and, online, compares it with the server:\n"
         "{\"ok\",\"checked\",\"differences\":[…]}. Exit status 1 if anything differed."},
        {"why",
         {{"CONV", ValueKind::Id}},
         false,
         {},
         "Prints why the badge shows its number: the cursor, what moved it, from which device and\n"
         "when, the seqs that count, and what was left out."},
    };
    return commands;
}

const CommandSpec* findCommand(const QString& name)
{
    const auto& all = commandSpecs();
    const auto found = std::find_if(all.begin(), all.end(),
                                    [&](const CommandSpec& one) { return name == QLatin1String(one.name); });
    return found == all.end() ? nullptr : &*found;
}

namespace {

QString optionText(const OptionSpec& option)
{
    const QString name = QStringLiteral("--") + QLatin1String(option.name);
    return option.kind == ValueKind::None ? name
                                          : QString(name + QLatin1Char(' ') + QLatin1String(option.value));
}

QString optionLines(const std::vector<OptionSpec>& options)
{
    QString lines;
    for (const OptionSpec& option : options) {
        lines += QStringLiteral("  %1 %2\n").arg(optionText(option), -22).arg(QString::fromUtf8(option.help));
    }
    return lines;
}

} // namespace

QString usageOf(const CommandSpec& command)
{
    QString usage = QLatin1String(command.name);
    for (std::size_t i = 0; i < command.positionals.size(); ++i) {
        const QLatin1String name(command.positionals[i].name);
        const bool repeats = command.repeatsLast && i + 1 == command.positionals.size();
        const bool isOptional = i + command.optionalPositionals >= command.positionals.size();
        usage += QStringLiteral(" ")
                 + (repeats      ? QStringLiteral("[%1…]")
                    : isOptional ? QStringLiteral("[%1]")
                                 : QStringLiteral("%1"))
                       .arg(name);
    }
    for (const OptionSpec& option : command.options) {
        usage +=
            (option.isRequired ? QStringLiteral(" %1") : QStringLiteral(" [%1]")).arg(optionText(option));
    }
    return usage;
}

QString helpOf(const CommandSpec& command)
{
    QString help = QStringLiteral("Usage: tidemark-cli [options] %1\n\n%2\n")
                       .arg(usageOf(command), QString::fromUtf8(command.help));
    if (!command.options.empty()) {
        help += QLatin1Char('\n') + optionLines(command.options);
    }
    return help;
}

QString programHelp()
{
    QString help = QStringLiteral(R"(tidemark-cli - Tidemark for scripts, bots and tests of read sync

Usage:
  tidemark-cli [options] COMMAND [arguments]
  tidemark-cli COMMAND --help | --help | --version

A command connects, catches up, acts, and returns when the server has acknowledged. The first use of a profile
needs --server and --user with --password-file or --token; later uses need only --profile.
Results are JSON, one object per line, on standard output; human-readable messages go to standard error.

Options, before the command:
)");
    help += optionLines(globalOptions());
    help +=
        QStringLiteral("  %1 %2\n").arg(QStringLiteral("--help"), -22).arg(QStringLiteral("show this text"));
    help += QStringLiteral("  %1 %2\n")
                .arg(QStringLiteral("--version"), -22)
                .arg(QStringLiteral("show the version"));
    help += QStringLiteral("\nCommands:\n");
    for (const CommandSpec& command : commandSpecs()) {
        QString text = QString::fromUtf8(command.help);
        text.replace(QLatin1Char('\n'), QStringLiteral("\n      "));
        help += QStringLiteral("  %1\n      %2\n").arg(usageOf(command), text);
    }
    help += QStringLiteral(
        "\nCONV is a number from the command conversations. -- ends the options.\n"
        "Exit status: 0 done, 1 refused by the server or not found, 2 wrong use, 3 no connection.\n");
    return help;
}

} // namespace tidemark::cli

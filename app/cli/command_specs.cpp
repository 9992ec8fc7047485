#include "app/cli/command_specs.h"

#include <algorithm>

namespace tidemark::cli {

const std::vector<OptionSpec>& globalOptions()
{
    static const std::vector<OptionSpec> options{
        {"server", ValueKind::Text, "URL,...",
         "ws://HOST:PORT (this computer only) or wss://HOST:PORT; several with commas between, of one "
         "service, "
         "when any of them will do: another is used when one does not answer; kept in the profile"},
        {"user", ValueKind::Text, "NAME", "the account, for the first use of a profile and for register"},
        {"password-file", ValueKind::Text, "FILE", "its first line is the password"},
        {"token", ValueKind::Text, "TOKEN",
         "a device token instead of a password: 64 hexadecimal digits or base64url; others on this computer "
         "may see it for a moment"},
        {"token-file", ValueKind::Text, "FILE", "its first line is such a token"},
        {"trust-fingerprint", ValueKind::Text, "SHA256",
         "trust the server's certificate with this SHA-256 fingerprint and no other one, whether or not an "
         "authority vouches for it; of several servers, those that show it; kept in the profile until "
         "another "
         "one is given, or none"},
        {"profile", ValueKind::Text, "DIR", "where this device keeps its data; one profile is one device"},
        {"device", ValueKind::Text, "NAME", "this device's name; kept in the profile"},
        {"timeout", ValueKind::Factor, "SECONDS", "how long to wait for the server (default 30)"},
        {"offline", ValueKind::None, "",
         "work on the local store; what is written or read waits for the next connection"},
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
         {{"token-only", ValueKind::None, "", "an account without a password, entered by its token only"}},
         "Creates the account --user, with the password of --password-file or with --token-only, and signs "
         "the\n"
         "profile in. Prints {\"user\",\"token\"}."},
        {"conversations",
         {},
         false,
         {},
         "A line each: "
         "{\"conversation\",\"kind\",\"title\",\"head_seq\",\"read_seq\",\"epoch\",\"unread\",\"mentions\",\n"
         "\"exact\",\"muted\",\"archived\"}. kind: direct, group, channel, notice."},
        {"unread",
         {},
         false,
         {},
         "{\"total\",\"conversations\":[{\"conversation\",\"unread\",\"mentions\",\"exact\"}]}: the "
         "total, and every conversation."},
        {"totals",
         {},
         false,
         {{"for", ValueKind::Factor, "SECONDS", "go on, with a line whenever they change"}},
         "{\"total\",\"conversations\",\"mentions\",\"muted\",\"muted_conversations\",\"version\"} as the "
         "server "
         "counts\nthem, and nothing else: no conversation is asked for, and nothing is kept. For programs "
         "that "
         "show only a\nnumber. version grows with every change."},
        {"status",
         {},
         false,
         {},
         "{\"user\",\"device\",\"server\",\"unsent_messages\",\"unsent_reads\",\"disagreements\"}: the "
         "last one is how often,\nin the life of the profile, device and server were found to differ (and "
         "were repaired)."},
        {"create-group",
         {{"TITLE"}, {"MEMBER"}},
         true,
         {{"history-open", ValueKind::None, "", "those who join later see what was written before"},
          {"invite-only", ValueKind::None, "",
           "nobody joins by the group's number, and only moderators and owners add others"}},
         "A group with the caller, who owns it, and the named users. Prints {\"conversation\"}."},
        {"direct", {{"USER"}}, false, {}, "The direct chat with a user. Prints {\"conversation\"}."},
        {"join", {{"CONV", ValueKind::Id}}, false, {}, "Prints {\"conversation\"}."},
        {"leave", {{"CONV", ValueKind::Id}}, false, {}, "Prints {\"conversation\"}."},
        {"remove",
         {{"CONV", ValueKind::Id}, {"USER"}},
         false,
         {},
         "Removes a member from a group, for its moderators and owners. Prints {\"conversation\"}."},
        {"ban",
         {{"CONV", ValueKind::Id}, {"USER"}},
         false,
         {},
         "The same, and the user cannot join again; also of who was a member. Prints {\"conversation\"}."},
        {"unban",
         {{"CONV", ValueKind::Id}, {"USER"}},
         false,
         {},
         "The user can join again. Prints {\"conversation\"}."},
        {"role",
         {{"CONV", ValueKind::Id}, {"USER"}, {"ROLE"}},
         false,
         {},
         "Gives a member of a group a role: member, moderator (removes and bans members) or owner (gives "
         "roles, too).\n"
         "For its owners. Prints {\"conversation\"}."},
        {"password",
         {},
         false,
         {{"new-password-file", ValueKind::Text, "FILE", "its first line is the new password", true},
          {"sign-out-others", ValueKind::None, "", "sign the account's other devices out"}},
         "Changes the account's password; --password-file, before the command, holds the old one. Prints "
         "{\"changed\"}."},
        {"create-channel",
         {{"TITLE"}},
         false,
         {},
         "A channel: anyone may follow it, the caller alone posts there (send) and follows it from the "
         "start. "
         "Prints\n"
         "{\"conversation\"}."},
        {"channels",
         {{"TEXT"}},
         false,
         {},
         "The channels whose title contains TEXT, or all, the newest first, at most 50: a line each\n"
         "{\"conversation\",\"title\",\"followers\",\"followed\"}.",
         1},
        {"follow",
         {{"CONV", ValueKind::Id}},
         false,
         {},
         "Follows a channel, from its newest entry on. Prints {\"conversation\"}."},
        {"unfollow", {{"CONV", ValueKind::Id}}, false, {}, "Prints {\"conversation\"}."},
        {"feed",
         {},
         false,
         {{"open", ValueKind::None, "", "first reset what it counts, on all devices of the user"}},
         "What has come in the followed channels since the feed was opened: "
         "{\"feed\",\"exact\",\"channels\":[{\"conversation\",\n"
         "\"title\",\"new\",\"exact\",\"unread\",\"muted\",\"archived\"}]}. feed: the sum of new over those "
         "that "
         "are neither muted nor\narchived; unread: the channel's own badge, which opening leaves as it is."},
        {"send",
         {{"CONV", ValueKind::Id}, {"TEXT"}},
         false,
         {},
         "Prints {\"uuid\",\"seq\"} once the message is durable on the server. With - as TEXT every line of "
         "standard\n"
         "input is a message (empty lines are passed over); results come in the same order. With --offline "
         "seq is\n"
         "null and the message waits. White space at both ends and control characters are left out and line "
         "ends\n"
         "become line feeds, as in the window; all else arrives as it is. What is not UTF-8 is refused."},
        {"about-me",
         {},
         false,
         {{"mentions", ValueKind::None, "", "only what mentions you"},
          {"replies", ValueKind::None, "", "only what answers you"},
          {"unread", ValueKind::None, "", "only what is unread"},
          {"limit", ValueKind::Id, "N", "at most so many (default 100)"}},
         "What others wrote about you or in answer to you, in all conversations, the newest first, as far as "
         "this\n"
         "device holds it: a line a message: "
         "{\"conversation\",\"seq\",\"from\",\"at\",\"text\",\"mention\",\"reply\",\"unread\"}."},
        {"history",
         {{"CONV", ValueKind::Id}},
         false,
         {{"after", ValueKind::Number, "SEQ",
           "only entries behind it; without --before: the oldest of them first"},
          {"before", ValueKind::Id, "SEQ", "only entries in front of it"},
          {"limit", ValueKind::Id, "N", "at most so many, the newest unless --after is given (default 100)"}},
         "A line an entry, ascending: "
         "{\"seq\",\"kind\",\"from\",\"at\",\"text\",\"edited\",\"recalled\",\"reply_to\"}.\n"
         "kind: message, edit, recall, notice."},
        {"read",
         {{"CONV", ValueKind::Id}},
         false,
         {{"up-to", ValueKind::Id, "SEQ", "read up to and including it (default: everything)"}},
         "Prints {\"conversation\",\"epoch\",\"read_seq\",\"unread\",\"total\"}."},
        {"mark-unread",
         {{"CONV", ValueKind::Id}},
         false,
         {{"from", ValueKind::Id, "SEQ", "the first unread entry", true}},
         "Prints the same as read."},
        {"mark-all-read",
         {},
         false,
         {},
         "Prints the same as read, a line for each conversation that was unread."},
        {"edit",
         {{"CONV", ValueKind::Id}, {"SEQ", ValueKind::Id}, {"TEXT"}},
         false,
         {},
         "Prints the entry as history does. TEXT is what send would send."},
        {"recall",
         {{"CONV", ValueKind::Id}, {"SEQ", ValueKind::Id}},
         false,
         {},
         "Prints the entry as history does."},
        {"members",
         {{"CONV", ValueKind::Id}},
         false,
         {},
         "A line for each member: "
         "{\"conversation\",\"member\",\"role\",\"seen\",\"seen_all\",\"at\",\"delivered\"}. "
         "seen: the seq up to\n"
         "which they let others see that they have read, 0 when never; at: when that last rose, or null."},
        {"read-by",
         {{"CONV", ValueKind::Id}, {"SEQ", ValueKind::Id}},
         false,
         {},
         "A line for each reader who lets others see it: "
         "{\"conversation\",\"seq\",\"reader\",\"at\",\"members\"}. at: when\n"
         "they had read it at the latest, or null; members: of how many, the caller included."},
        {"receipts",
         {{"SETTING"}, {"CONV"}},
         false,
         {},
         "Whether others see what is read here: {\"conversation\",\"receipts\",\"private\"}; conversation is "
         "null for the\n"
         "account. SETTING changes it first: public, private or, for a conversation, inherit (as the account "
         "says). Others\n"
         "learn nothing of what is read in private, also when it ends, only that it has reached a device; "
         "the "
         "user's\nown devices always agree.",
         2},
        {"quiet",
         {{"on|off"}},
         false,
         {},
         "Whether the account's devices hold their notifications back while one of them is in use:\n"
         "{\"quiet_while_active\"}. A word changes it first.",
         1},
        {"reading",
         {{"POLICY"}},
         false,
         {{"this-device", ValueKind::None, "", "of this device alone; inherit: as the account says"}},
         "When what the window shows counts as read: {\"account\",\"device\",\"reading\"}; device is null "
         "where it has no\n"
         "policy of its own, reading is what holds here. POLICY changes it first: when-seen (once it was on "
         "screen while\n"
         "somebody was there), on-opening (also all that a conversation holds when it is opened) or by-hand.",
         1},
        {"mute",
         {{"CONV", ValueKind::Id}, {"LENGTH"}},
         false,
         {},
         "Takes the conversation out of the total: LENGTH is 1h, 8h or forever (if left out). Prints\n"
         "{\"conversation\",\"muted\",\"muted_until\"}; muted_until is null for ever. The server ends it, "
         "on all devices.",
         1},
        {"unmute", {{"CONV", ValueKind::Id}}, false, {}, "Prints the same as mute."},
        {"devices",
         {},
         false,
         {{"sign-out", ValueKind::Text, "DEVICE",
           "first sign another device out: its number, or its name if no other has it"}},
         "A line for each signed-in device of the user: "
         "{\"device\",\"name\",\"program\",\"this\",\"connected\",\"last_contact\",\n"
         "\"agrees\",\"agreed_at\"}. agrees: it held the same as the server when that was last compared; "
         "agreed_at: when it\n"
         "last did. A device that is signed out is cut off at once; what it holds and has not sent stays "
         "there."},
        {"dots",
         {},
         false,
         {{"see", ValueKind::Text, "NAME", "first note that the user has seen what this dot stands for"}},
         "A line for each red dot: {\"dot\",\"version\",\"seen\",\"lit\"}. lit: there is something new that "
         "the user has not\nlooked at on any device. What is seen offline is told later."},
        {"watch",
         {},
         false,
         {{"for", ValueKind::Factor, "SECONDS", "end by itself (default: when interrupted)"}},
         "A line an event as it is committed:\n"
         "{\"event\":\"message\",\"conversation\",\"seq\",\"kind\",\"from\",\"at\",\"text\",\"edited\","
         "\"recalled\",\"reply_to\"}\n"
         "{\"event\":\"unread\",\"conversation\",\"epoch\",\"read_seq\",\"unread\",\"mentions\",\"exact\","
         "\"total\"}\n"
         "{\"event\":\"receipt\",\"conversation\",\"delivered\",\"seen\"}\n"
         "{\"event\":\"connection\",\"state\"}: signed-out, offline, waiting, connecting, syncing, online. "
         "With "
         "several\nservers also \"server\": which one."},
        {"sync", {}, false, {}, "Waits until everything has been sent and pulled. Prints {\"pulled\"}."},
        {"import",
         {{"FILE"}},
         false,
         {{"as-participants", ValueKind::None, "", "each author speaks through an account of its own", true},
          {"speed", ValueKind::Factor, "N",
           "N times real time, with the log's own pauses (default: as fast as possible)"}},
         "Replays a chat log (one JSON object a line: \"room\", \"at\", \"from\", \"text\", \"action\"): a "
         "group per room\n"
         "with the caller as member, its authors as token-only accounts that join at their first line. Run "
         "again, or\n"
         "after a crash of either side, it sends nothing twice. Waits for a server that went away for as "
         "long as it\n"
         "takes. Prints {\"messages\",\"sent\",\"rooms\":[{\"room\",\"conversation\"}]}."},
        {"export",
         {{"CONV", ValueKind::Id}},
         false,
         {{"output", ValueKind::Text, "FILE", "what is written; a file that is there is replaced", true},
          {"format", ValueKind::Text, "FORMAT", "jsonl: a JSON object a line (default); text: to be read"}},
         "Writes what this device holds of a conversation to a file, whole or not at all: messages as they "
         "are now and\n"
         "notices, in order. What is not held stands there as a gap; sync gets it. Prints\n"
         "{\"conversation\",\"file\",\"format\",\"items\",\"missing\"}."},
        {"audit",
         {},
         false,
         {{"repair", ValueKind::None, "", "write what the recount gave"}},
         "Recounts the local store and, online, compares it with the server: "
         "{\"ok\",\"checked\",\"differences\":[…]}.\n"
         "Exit status 1 if anything differed."},
        {"why",
         {{"CONV", ValueKind::Id}},
         false,
         {},
         "Why the badge shows what it shows: the cursor, what moved it, from which device and when, the seqs "
         "that count\n"
         "and what was left out."},
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
needs --server and --user with --password-file or --token; later ones need --profile alone.
Results are JSON, one object a line, on standard output; messages for people go to standard error.

Options, before the command:
)");
    help += optionLines(globalOptions());
    help += QStringLiteral("  %1 %2\n").arg(QStringLiteral("--help"), -22).arg(QStringLiteral("this text"));
    help +=
        QStringLiteral("  %1 %2\n").arg(QStringLiteral("--version"), -22).arg(QStringLiteral("the version"));
    help += QStringLiteral("\nCommands:\n");
    for (const CommandSpec& command : commandSpecs()) {
        QString text = QString::fromUtf8(command.help);
        text.replace(QLatin1Char('\n'), QStringLiteral("\n      "));
        help += QStringLiteral("  %1\n      %2\n").arg(usageOf(command), text);
    }
    help += QStringLiteral(
        "\nCONV is a number as printed by conversations. -- ends the options.\n"
        "Exit status: 0 done, 1 refused by the server or not found, 2 wrong use, 3 no connection.\n");
    return help;
}

} // namespace tidemark::cli

#include "app/lab/running/frame_words.h"

#include "core/base/overloaded.h"
#include "core/wire/codec.h"

#include <array>

namespace tidemark::lab {

namespace {

// In the order of protocol::ClientFrame and protocol::ServerFrame.
constexpr std::array clientFrameNames{
    "unknown frame",  "Hello",
    "Register",       "SignIn",
    "SignOut",        "Sync",
    "GetStates",      "Pull",
    "Send",           "Read",
    "Delivered",      "MarkUnread",
    "SetSettings",    "SetAccountSettings",
    "CreateGroup",    "OpenDirect",
    "Join",           "Leave",
    "AddMember",      "RemoveMember",
    "SetRole",        "Rename",
    "SetForwarding",  "CreateChannel",
    "FindChannels",   "Follow",
    "Unfollow",       "OpenFeed",
    "React",          "PullReactions",
    "SeeReactions",   "GetReactors",
    "ClearHistory",   "HideMessages",
    "SetDraft",       "GetDrafts",
    "Schedule",       "GetScheduled",
    "GetReaders",     "GetMembers",
    "Typing",         "Activity",
    "GetDevices",     "RevokeDevice",
    "ChangePassword", "DeleteAccount",
    "GetUsers",       "GetTotals",
    "SeeDot",         "GetDots",
    "BeginUpload",    "UploadChunk",
    "FinishUpload",   "CancelUpload",
    "GetBlob",        "SetAvatar",
    "GetAvatars",     "SetIgnored",
    "GetIgnored",     "SetFolder",
    "GetFolders",     "AnswerInvitation",
    "GetInvitations", "Heartbeat",
};
static_assert(clientFrameNames.size() == std::variant_size_v<protocol::ClientFrame::variant>);

constexpr std::array serverFrameNames{
    "unknown frame", "Authenticated", "Welcome",        "States",  "Range",           "Reactions",
    "Reactors",      "SendAck",       "Readers",        "Members", "FoundChannels",   "Devices",
    "Users",         "TotalsNow",     "HeartbeatAck",   "Done",    "AccountSettings", "Notify",
    "Receipts",      "TypingNow",     "DeviceActivity", "Dots",    "UploadState",     "BlobPart",
    "Avatars",       "IgnoredUsers",  "DraftResult",    "Drafts",  "ScheduleResult",  "ScheduledMessages",
    "Folders",       "Invitations",   "GoAway",         "Error",
};
static_assert(serverFrameNames.size() == std::variant_size_v<protocol::ServerFrame::variant>);

std::string number(Seq seq)
{
    return std::to_string(seq.value);
}

std::string clientDetails(const protocol::ClientFrame& frame, const ConversationNames& names)
{
    return std::visit(Overloaded{
                          [&](const protocol::Send& one) {
                              const auto* recall = std::get_if<content::Recall>(&one.content);
                              return " in " + names(one.conversation)
                                     + (recall == nullptr ? "" : ": recall of " + number(recall->target));
                          },
                          [&](const protocol::Read& one) {
                              std::string words;
                              for (const protocol::ReadIntent& intent : one.intents) {
                                  words += " " + names(intent.conversation) + " to "
                                           + number(intent.cursor.readSeq) + " in epoch "
                                           + std::to_string(intent.cursor.epoch);
                              }
                              return words;
                          },
                          [&](const protocol::MarkUnread& one) {
                              return " " + names(one.conversation) + " from " + number(one.from);
                          },
                          [&](const protocol::Pull& one) {
                              return " " + names(one.conversation) + " after " + number(one.after);
                          },
                          [&](const protocol::Leave& one) { return " " + names(one.conversation); },
                          [&](const protocol::SetSettings& one) { return " of " + names(one.conversation); },
                          [](const auto&) { return std::string(); },
                      },
                      static_cast<const protocol::ClientFrame::variant&>(frame));
}

std::string serverDetails(const protocol::ServerFrame& frame, const ConversationNames& names)
{
    return std::visit(Overloaded{
                          [&](const protocol::States& one) {
                              std::string words;
                              for (const ConversationState& state : one.states) {
                                  words += " " + names(state.id) + ": " + std::to_string(state.counts.unread)
                                           + " unread at " + number(state.head) + ", read to "
                                           + number(state.cursor.readSeq) + " in epoch "
                                           + std::to_string(state.cursor.epoch) + ";";
                              }
                              return words;
                          },
                          [&](const protocol::Range& one) {
                              return " " + names(one.conversation) + ": " + std::to_string(one.entries.size())
                                     + " entries after " + number(one.after);
                          },
                          [&](const protocol::Notify& one) {
                              std::string words;
                              for (const protocol::Head& head : one.heads) {
                                  words += " " + names(head.conversation) + " has " + number(head.head);
                              }
                              return words;
                          },
                          [&](const protocol::SendAck& one) {
                              return " " + names(one.conversation) + ": entry " + number(one.seq);
                          },
                          [&](const protocol::HeartbeatAck& one) {
                              return std::string(one.agree ? ": agreed" : ": not agreed");
                          },
                          [&](const protocol::Error& one) { return ": " + one.detail; },
                          [](const auto&) { return std::string(); },
                      },
                      static_cast<const protocol::ServerFrame::variant&>(frame));
}

} // namespace

std::string wordsOfFrame(std::string_view bytes, bool toServer, const ConversationNames& names)
{
    if (toServer) {
        const auto envelope = wire::decodeClient(bytes);
        return envelope ? clientFrameNames.at(envelope->frame.index()) + clientDetails(envelope->frame, names)
                        : std::string("garbage");
    }
    const auto envelope = wire::decodeServer(bytes);
    return envelope ? serverFrameNames.at(envelope->frame.index()) + serverDetails(envelope->frame, names)
                    : std::string("garbage");
}

} // namespace tidemark::lab

#include "core/client/trace/without_text.h"

#include <variant>

namespace tidemark {

namespace {

void clearNames(std::vector<User>& users)
{
    for (User& user : users) {
        user.name = omittedText;
    }
}

void clearEmoji(std::vector<MessageReactions>& messages)
{
    for (MessageReactions& message : messages) {
        for (ReactionCount& count : message.counts) {
            count.emoji = omittedText;
        }
    }
}

void clearScheduled(ScheduledMessage& scheduled)
{
    scheduled.message.text = scheduled.message.text.empty() ? std::string() : omittedText;
    scheduled.message.attachments.clear();
}

/// A text stays a text, because an empty one is a cleared draft.
void clearDraft(Draft& draft)
{
    draft.text = draft.text.empty() ? std::string() : omittedText;
    draft.deviceName.clear();
}

/// Removes the texts from a frame. Frames without text use the generic overload.
struct Blank {
    void operator()(protocol::Authenticated& frame) const
    {
        frame.user.name = omittedText;
        frame.token = omittedToken;
    }
    void operator()(protocol::Welcome& frame) const
    {
        frame.user.name = omittedText;
        frame.serverName.clear();
        if (!frame.nextToken.empty()) {
            frame.nextToken = omittedToken;
        }
    }
    void operator()(protocol::States& frame) const
    {
        for (ConversationState& state : frame.states) {
            state.title.clear();
            state.moved.deviceName.clear();
            state.floorMoved.deviceName.clear();
        }
        clearNames(frame.users);
    }
    void operator()(protocol::Range& frame) const
    {
        for (Entry& entry : frame.entries) {
            if (std::string* text = textIn(entry.content)) {
                text->clear();
            }
            if (auto* message = entry.as<content::Message>()) {
                message->attachments.clear();
            }
        }
        clearEmoji(frame.reactions);
        clearNames(frame.users);
    }
    void operator()(protocol::Reactions& frame) const { clearEmoji(frame.messages); }
    void operator()(protocol::Reactors& frame) const
    {
        for (protocol::Reactor& reactor : frame.reactors) {
            reactor.emoji = omittedText;
        }
        clearNames(frame.users);
    }
    void operator()(protocol::DraftResult& frame) const { clearDraft(frame.draft); }
    void operator()(protocol::Drafts& frame) const
    {
        for (Draft& draft : frame.drafts) {
            clearDraft(draft);
        }
    }
    void operator()(protocol::ScheduleResult& frame) const { clearScheduled(frame.message); }
    void operator()(protocol::ScheduledMessages& frame) const
    {
        for (ScheduledMessage& scheduled : frame.messages) {
            clearScheduled(scheduled);
        }
    }
    void operator()(protocol::Readers& frame) const { clearNames(frame.users); }
    void operator()(protocol::FoundChannels& frame) const
    {
        for (protocol::FoundChannel& channel : frame.channels) {
            channel.title = omittedText;
        }
    }
    void operator()(protocol::Members& frame) const
    {
        for (protocol::Member& member : frame.members) {
            member.user.name = omittedText;
        }
    }
    void operator()(protocol::TypingNow& frame) const { frame.user.name = omittedText; }
    void operator()(protocol::Users& frame) const { clearNames(frame.users); }
    void operator()(protocol::Devices& frame) const
    {
        for (protocol::Device& device : frame.devices) {
            device.name.clear();
            device.clientName.clear();
        }
    }
    void operator()(protocol::Avatars& frame) const
    {
        for (Avatar& avatar : frame.avatars) {
            avatar.hash = {};
        }
    }
    void operator()(protocol::Error& frame) const { frame.detail.clear(); }
    template <typename Frame>
    void operator()(Frame&) const
    {
    }
};

} // namespace

protocol::ServerEnvelope withoutText(protocol::ServerEnvelope envelope)
{
    std::visit(Blank{}, envelope.frame);
    return envelope;
}

} // namespace tidemark

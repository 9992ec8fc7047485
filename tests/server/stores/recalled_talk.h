#pragma once

#include "core/wire/codec.h"
#include "server-stub/hub/hub.h"
#include "tests/support/fake_hash.h"
#include "tests/support/plain_secrets.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace tidemark::server {

/// A hub on a store with a user who sends texts and a file to a group. It keeps the bytes of every frame that
/// the hub sends.
class RecalledTalk {
public:
    static inline const std::string secret = "aardvarks at dawn";

    /// Starts a new hub on `store` and makes the group if there is none. `store` must live until the next
    /// start.
    void start(Store& store)
    {
        m_store = &store;
        HubConfig config;
        config.registrationOpen = true;
        config.limits.sendBurst = 10000;
        m_hub = std::make_unique<Hub>(config, store, m_secrets);
        step(Connected{ConnectionId(1)});
        if (!m_group.isValid()) {
            signUp();
        }
        hello();
        if (!m_group.isValid()) {
            makeGroup();
        }
    }
    void stop() { m_hub.reset(); }

    /// Sends a message and its edit, which contain the secret, between other messages, and pulls them once.
    /// The name and the preview of the message's file contain it, too.
    void tell()
    {
        say(3);
        content::Message message = text(secret + ", as sent");
        message.attachments = {uploaded(secret + ".png", "preview of " + secret)};
        m_message = say(message);
        say(125);
        say(content::Edit{m_message, secret + ", as edited"});
        say(70);
        pullAll();
    }
    /// No frame may contain the secret after this call.
    void recall()
    {
        say(content::Recall{m_message});
        sent.clear();
    }
    void pullAll() { ask(protocol::Pull{m_group, m_logEpoch, Seq(), Seq(), Seq(), 1000}); }
    [[nodiscard]] bool hasSent() const { return sent.find(secret) != std::string::npos; }

    std::string sent;

private:
    static std::string token() { return std::string(32, 't'); }

    void signUp()
    {
        protocol::Register request;
        request.name = "ada";
        request.token = token();
        request.device = DeviceId(1);
        ask(request);
    }
    void hello()
    {
        protocol::Hello hello;
        hello.token = token();
        ask(hello);
    }
    void makeGroup()
    {
        const auto states =
            std::get<protocol::States>(ask(protocol::CreateGroup{uuid(), "group", {}}).front());
        m_group = states.states.at(0).id;
        m_logEpoch = states.states.at(0).logEpoch;
    }
    MessageUuid uuid()
    {
        MessageUuid made;
        made.bytes.fill(static_cast<std::uint8_t>(++m_requests));
        made.bytes[0] = static_cast<std::uint8_t>(m_requests >> 8U);
        return made;
    }
    /// A file of the user that is complete. No bytes are stored.
    Attachment uploaded(const std::string& name, const std::string& preview)
    {
        const Attachment file{test::fakeHash("bytes"), 5, "image/png", name, 4, 3, preview};
        m_store->begin();
        m_store->blobs().putBlob({file.hash, file.size});
        m_store->blobs().putUpload({{m_store->accounts().byName("ada")->id, uuid()},
                                    file.hash,
                                    file.size,
                                    true,
                                    UnixMs{m_clock + 1000000}});
        REQUIRE(m_store->commit());
        return file;
    }
    std::vector<protocol::ServerFrame> ask(protocol::ClientFrame frame)
    {
        return step(Received{ConnectionId(1),
                             protocol::ClientEnvelope{RequestId(++m_requests), 0, std::move(frame)}});
    }
    std::vector<protocol::ServerFrame> step(Input input)
    {
        m_clock += 100;
        std::vector<protocol::ServerFrame> answers;
        for (const Effect& effect :
             m_hub->step(std::span(&input, 1), Instant(Milliseconds(m_clock)), UnixMs{m_clock}).effects) {
            if (const auto* reply = std::get_if<Reply>(&effect)) {
                sent += wire::encode(reply->envelope);
                answers.push_back(reply->envelope.frame);
            } else if (const auto* push = std::get_if<Push>(&effect)) {
                sent += wire::encodePush(push->frame);
            }
        }
        return answers;
    }
    Seq say(const SentContent& content)
    {
        return std::get<protocol::SendAck>(ask(protocol::Send{m_group, uuid(), {}, content}).front()).seq;
    }
    void say(int count)
    {
        for (int i = 0; i < count; ++i) {
            say(text("hello"));
        }
    }
    static content::Message text(const std::string& text)
    {
        content::Message content;
        content.text = text;
        return content;
    }

    PlainSecrets m_secrets;
    Store* m_store = nullptr; ///< of the hub
    std::unique_ptr<Hub> m_hub;
    ConversationId m_group;
    LogEpoch m_logEpoch;
    Seq m_message;
    std::uint64_t m_requests = 0;
    std::int64_t m_clock = 1000;
};

} // namespace tidemark::server

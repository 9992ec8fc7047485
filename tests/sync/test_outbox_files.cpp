#include "tests/sync/device.h"

#include <chrono>

namespace tidemark::test::outbox_files_test {
namespace {

using protocol::ErrorCode;

Device deviceWith(std::initializer_list<const Chat*> chats)
{
    Device device;
    device.comesOnline(chats);
    device.catchesUp(chats);
    return device;
}

Attachment fileOf(std::uint8_t number)
{
    Attachment file;
    file.hash.bytes[0] = number;
    file.size = 10;
    file.mime = "image/png";
    file.name = "picture.png";
    return file;
}

void sendsFile(Device& device, const Chat& chat, std::uint64_t number, std::string text = {})
{
    device.does(input::Send{chat.id, uuidOf(number),
                            content::Message{.text = std::move(text), .attachments = {fileOf(1)}}});
}

const PendingMessage& pending(const Device& device, std::uint64_t number)
{
    const auto found = device.store().pending().find(uuidOf(number));
    REQUIRE(found != device.store().pending().end());
    return found->second;
}

bool isStored(const Device& device, std::uint64_t number)
{
    return device.store().pending().contains(uuidOf(number));
}

TEST_CASE("P7: a message with files is sent when the server has them, not before")
{
    Chat chat(7);
    Device device = deviceWith({&chat});
    sendsFile(device, chat, 1);
    CHECK(device.writes<write::PutPending>() == 1);
    CHECK(device.engine().waitsForFiles(uuidOf(1)));
    device.sendsNothing();
    device.waits(std::chrono::minutes(5));
    device.sendsNothing();
    device.does(input::FilesReady{uuidOf(1)});
    CHECK_FALSE(device.engine().waitsForFiles(uuidOf(1)));
    const auto send = device.sends<protocol::Send>();
    CHECK(std::get<content::Message>(send.content).attachments == std::vector{fileOf(1)});
    device.answers(chat.accepts(send));
    CHECK_FALSE(isStored(device, 1));
    CHECK(device.engine().isQuiescent());
}

TEST_CASE("P4: a small file whose upload ends first waits for the large one that was sent before")
{
    Chat chat(7);
    Device device = deviceWith({&chat});
    for (const std::uint64_t number : {1, 2, 3}) {
        sendsFile(device, chat, number);
    }
    device.does(input::FilesReady{uuidOf(3)});
    device.does(input::FilesReady{uuidOf(2)});
    device.sendsNothing();
    device.does(input::FilesReady{uuidOf(1)});
    for (const std::uint64_t number : {1, 2, 3}) {
        const auto send = device.sends<protocol::Send>();
        CHECK(send.uuid == uuidOf(number));
        CHECK(send.after == (number == 1 ? MessageUuid() : uuidOf(number - 1)));
    }
}

TEST_CASE("P5: a text that was written after a picture waits for it")
{
    Chat chat(7);
    Chat other(8);
    Device device = deviceWith({&chat, &other});
    device.types(chat, 1, "before");
    sendsFile(device, chat, 2);
    device.types(chat, 3, "after");
    sendsFile(device, chat, 4);
    device.types(other, 5, "elsewhere");
    CHECK(device.sends<protocol::Send>().uuid == uuidOf(1));
    CHECK(device.sends<protocol::Send>().uuid == uuidOf(5));
    device.sendsNothing();
    // The second picture is on the server first.
    device.does(input::FilesReady{uuidOf(4)});
    device.sendsNothing();
    device.does(input::FilesReady{uuidOf(2)});
    const auto picture = device.sends<protocol::Send>();
    CHECK(picture.uuid == uuidOf(2));
    CHECK(picture.after == uuidOf(1));
    const auto text = device.sends<protocol::Send>();
    CHECK(text.uuid == uuidOf(3));
    CHECK(text.after == uuidOf(2));
    const auto last = device.sends<protocol::Send>();
    CHECK(last.uuid == uuidOf(4));
    CHECK(last.after == uuidOf(3));
}

TEST_CASE("P5: the order stays over a restart")
{
    Chat chat(7);
    Device device = deviceWith({&chat});
    sendsFile(device, chat, 1);
    device.types(chat, 2, "after");
    device.restarts();
    device.comesOnline({&chat});
    device.catchesUp({&chat});
    CHECK(device.engine().waitsForFiles(uuidOf(1)));
    device.sendsNothing();
    device.does(input::FilesReady{uuidOf(1)});
    CHECK(device.sends<protocol::Send>().uuid == uuidOf(1));
    CHECK(device.sends<protocol::Send>().after == uuidOf(1));
}

TEST_CASE("P6: a message that is sent now leaves the queue, and only that one")
{
    Chat chat(7);
    Device device = deviceWith({&chat});
    sendsFile(device, chat, 1);
    device.types(chat, 2, "first");
    device.types(chat, 3, "second");
    device.sendsNothing();
    device.does(input::SendNow{uuidOf(3)});
    const auto now = device.sends<protocol::Send>();
    CHECK(now.uuid == uuidOf(3));
    CHECK_FALSE(now.after.isValid());
    device.sendsNothing();
    device.answers(chat.accepts(now));
    device.types(chat, 4, "third");
    device.sendsNothing();
    device.does(input::FilesReady{uuidOf(1)});
    CHECK(device.sends<protocol::Send>().uuid == uuidOf(1));
    CHECK(device.sends<protocol::Send>().after == uuidOf(1));
    CHECK(device.sends<protocol::Send>().after == uuidOf(2));
}

TEST_CASE("a picture that is sent now does not hold back what was written later, nor waits for anything")
{
    Chat chat(7);
    Device device = deviceWith({&chat});
    sendsFile(device, chat, 1);
    sendsFile(device, chat, 2);
    device.types(chat, 3, "after");
    device.does(input::SendNow{uuidOf(2)});
    device.sendsNothing();
    device.does(input::FilesReady{uuidOf(2)});
    CHECK(device.sends<protocol::Send>().uuid == uuidOf(2));
    device.sendsNothing();
    device.does(input::SendNow{uuidOf(1)});
    CHECK(device.sends<protocol::Send>().uuid == uuidOf(3));
    device.restarts();
    CHECK(pending(device, 1).isAhead);
}

TEST_CASE("P3: a file that cannot be sent fails its message, and later ones go on")
{
    Chat chat(7);
    Device device = deviceWith({&chat});
    sendsFile(device, chat, 1);
    device.types(chat, 2, "after");
    device.does(input::FilesFailed{uuidOf(1), ErrorCode::FileTooLarge});
    REQUIRE(device.changes<change::MessageFailed>().size() == 1);
    CHECK(device.changes<change::MessageFailed>()[0].error == ErrorCode::FileTooLarge);
    CHECK(pending(device, 1).state == PendingMessage::State::Failed);
    CHECK(device.sends<protocol::Send>().uuid == uuidOf(2));
    device.does(input::RetryPending{uuidOf(1)});
    CHECK(device.engine().waitsForFiles(uuidOf(1)));
    device.sendsNothing();
    device.does(input::FilesReady{uuidOf(1)});
    CHECK(device.sends<protocol::Send>().uuid == uuidOf(1));
}

TEST_CASE("a paused message holds back what was written later, and stays paused over a restart")
{
    Chat chat(7);
    Device device = deviceWith({&chat});
    sendsFile(device, chat, 1);
    device.types(chat, 2, "after");
    device.does(input::PausePending{uuidOf(1), true});
    CHECK(device.writes<write::PutPending>() == 1);
    CHECK(device.changes<change::PendingChanged>().size() == 1);
    device.does(input::FilesReady{uuidOf(1)});
    device.sendsNothing();
    device.restarts();
    device.comesOnline({&chat});
    device.catchesUp({&chat});
    CHECK(pending(device, 1).isPaused);
    device.does(input::FilesReady{uuidOf(1)});
    device.sendsNothing();
    device.does(input::PausePending{uuidOf(1), false});
    CHECK(device.sends<protocol::Send>().uuid == uuidOf(1));
    CHECK(device.sends<protocol::Send>().uuid == uuidOf(2));
}

TEST_CASE("a message that is in flight cannot be paused, changed or taken out of the order")
{
    Chat chat(7);
    Device device = deviceWith({&chat});
    sendsFile(device, chat, 1, "caption");
    device.does(input::FilesReady{uuidOf(1)});
    const auto send = device.sends<protocol::Send>();
    device.does(input::PausePending{uuidOf(1), true});
    device.does(input::SendNow{uuidOf(1)});
    device.does(input::RemoveAttachment{uuidOf(1), 0});
    CHECK_FALSE(pending(device, 1).isPaused);
    CHECK_FALSE(pending(device, 1).isAhead);
    CHECK(std::get<content::Message>(pending(device, 1).content).attachments.size() == 1);
    device.answers(chat.accepts(send));
    CHECK_FALSE(isStored(device, 1));
}

TEST_CASE("P3: one of several files is removed in place, and a failed message then goes on")
{
    Chat chat(7);
    Device device = deviceWith({&chat});
    device.does(
        input::Send{chat.id, uuidOf(1), content::Message{.attachments = {fileOf(1), fileOf(2), fileOf(3)}}});
    device.does(input::FilesFailed{uuidOf(1), ErrorCode::FileTooLarge});
    device.does(input::RemoveAttachment{uuidOf(1), 1});
    CHECK(pending(device, 1).state == PendingMessage::State::Queued);
    device.does(input::FilesReady{uuidOf(1)});
    CHECK(std::get<content::Message>(device.sends<protocol::Send>().content).attachments
          == std::vector{fileOf(1), fileOf(3)});
}

TEST_CASE("P3: which of ten files failed is stored, and forgotten when the user tries again")
{
    Chat chat(7);
    Device device = deviceWith({&chat});
    content::Message album;
    for (std::uint8_t number = 1; number <= 10; ++number) {
        album.attachments.push_back(fileOf(number));
    }
    device.does(input::Send{chat.id, uuidOf(1), album});
    device.does(input::FilesFailed{uuidOf(1), ErrorCode::FileTooLarge, 3});
    CHECK(device.changes<change::MessageFailed>().size() == 1);
    device.does(input::FilesFailed{uuidOf(1), ErrorCode::UserStorageFull, 7});
    CHECK_MESSAGE(device.changes<change::MessageFailed>().empty(), "it had failed before");
    const std::map<std::uint32_t, ErrorCode> errors{{3, ErrorCode::FileTooLarge},
                                                    {7, ErrorCode::UserStorageFull}};
    CHECK(pending(device, 1).fileErrors == errors);
    CHECK(pending(device, 1).error == ErrorCode::FileTooLarge);
    device.restarts();
    device.comesOnline({&chat});
    device.catchesUp({&chat});
    CHECK(pending(device, 1).state == PendingMessage::State::Failed);
    CHECK(pending(device, 1).fileErrors == errors);
    SUBCASE("without one of them")
    {
        device.does(input::RemoveAttachment{uuidOf(1), 3});
    }
    SUBCASE("as it is")
    {
        device.does(input::RetryPending{uuidOf(1)});
    }
    CHECK(pending(device, 1).state == PendingMessage::State::Queued);
    CHECK(pending(device, 1).fileErrors.empty());
}

TEST_CASE("a message without text goes with its last file")
{
    Chat chat(7);
    Device device = deviceWith({&chat});
    sendsFile(device, chat, 1);
    sendsFile(device, chat, 2, "caption");
    device.does(input::RemoveAttachment{uuidOf(1), 0});
    CHECK_FALSE(isStored(device, 1));
    device.does(input::RemoveAttachment{uuidOf(2), 7});
    CHECK(isStored(device, 2));
    device.does(input::RemoveAttachment{uuidOf(2), 0});
    const auto send = device.sends<protocol::Send>();
    CHECK(std::get<content::Message>(send.content) == content::Message{.text = "caption"});
}

TEST_CASE("a file that the server has lost is sent again, a bounded number of times")
{
    EngineConfig config;
    config.maxSendAttempts = 3;
    Chat chat(7);
    Device device(config);
    device.comesOnline({&chat});
    device.catchesUp({&chat});
    sendsFile(device, chat, 1);
    for (std::uint32_t attempt = 1; attempt <= config.maxSendAttempts; ++attempt) {
        device.waits(std::chrono::minutes(1));
        device.does(input::FilesReady{uuidOf(1)});
        static_cast<void>(device.sends<protocol::Send>());
        device.isRefused(ErrorCode::BlobMissing);
        CHECK(device.engine().waitsForFiles(uuidOf(1)) == (attempt < config.maxSendAttempts));
    }
    CHECK(pending(device, 1).state == PendingMessage::State::Failed);
    CHECK(pending(device, 1).error == ErrorCode::BlobMissing);
}

TEST_CASE("a message with files that is deleted leaves nothing behind")
{
    Chat chat(7);
    Device device = deviceWith({&chat});
    sendsFile(device, chat, 1);
    device.types(chat, 2, "after");
    device.does(input::DeletePending{uuidOf(1)});
    CHECK_FALSE(isStored(device, 1));
    CHECK(device.engine().pending(uuidOf(1)) == nullptr);
    CHECK(device.sends<protocol::Send>().uuid == uuidOf(2));
    device.does(input::FilesReady{uuidOf(1)});
    device.does(input::FilesFailed{uuidOf(1), ErrorCode::FileTooLarge});
    device.sendsNothing();
}

} // namespace
} // namespace tidemark::test::outbox_files_test

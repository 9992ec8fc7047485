#include "core/domain/request_caps.h"
#include "server-stub/hub/contract/attachment_rules.h"
#include "tests/hub/file_world.h"

#include <string>
#include <vector>

namespace tidemark::server {

using protocol::ErrorCode;

namespace {

constexpr Milliseconds day{std::int64_t{24} * 60 * 60 * 1000};

struct FilesWorld : FileWorld {
    using FileWorld::FileWorld;

    [[nodiscard]] protocol::Send messageOf(std::vector<Attachment> attachments, const std::string& text = {})
    {
        protocol::Send send = ann.message(group, text);
        send.content = content::Message{.text = text, .attachments = std::move(attachments)};
        return send;
    }
    /// Ann sends a message with the file.
    Seq sendFile(const std::string& bytes)
    {
        return ann.ask<protocol::SendAck>(messageOf({ann.upload(bytes)})).seq;
    }
};

} // namespace

TEST_SUITE("files")
{
    TEST_CASE("members get the file that a message names")
    {
        FilesWorld files;
        const Attachment picture = files.ann.upload("a picture", "holiday.txt");
        const Seq seq = files.ann.ask<protocol::SendAck>(files.messageOf({picture}, "look")).seq;
        const std::vector<Entry> entries = files.bob.pullAll(files.group);
        const auto* message = entries.back().as<content::Message>();
        REQUIRE(message != nullptr);
        CHECK(message->text == "look");
        CHECK(message->attachments == std::vector{picture});
        const auto part = std::get<protocol::BlobPart>(files.bob.fetch(files.group, seq));
        CHECK(part.bytes == "a picture");
        CHECK(part.size == 9);
    }

    TEST_CASE("a message with files counts one, however many they are")
    {
        FilesWorld files;
        files.ann.ask<protocol::SendAck>(
            files.messageOf({files.ann.upload("one"), files.ann.upload("two"), files.ann.upload("three")}));
        CHECK(files.bob.state(files.group).counts.unread == 1);
    }

    TEST_CASE("a message with neither text nor files is refused")
    {
        FilesWorld files;
        CHECK(files.ann.refused(files.messageOf({})) == ErrorCode::TextEmpty);
    }

    TEST_CASE("a message names only complete files")
    {
        FilesWorld files;
        const MessageUuid uuid = files.world.freshUuid();
        const Attachment wanted{test::fakeHash("whole"), 5, "text/plain", "file.txt", 0, 0, {}};
        CHECK(files.ann.refused(files.messageOf({wanted})) == ErrorCode::BlobMissing);
        files.ann.askFiles(protocol::BeginUpload{uuid, wanted.hash, wanted.size});
        files.ann.askFiles(protocol::UploadChunk{uuid, 0, "who"});
        CHECK(files.ann.refused(files.messageOf({wanted})) == ErrorCode::BlobMissing);
        const auto early = files.ann.askFiles<protocol::UploadState>(protocol::FinishUpload{uuid});
        CHECK_FALSE(early.isComplete);
        CHECK(early.received == 3);
        files.ann.askFiles(protocol::UploadChunk{uuid, 3, "le"});
        CHECK(files.ann.refused(files.messageOf({wanted})) == ErrorCode::BlobMissing);
        files.ann.askFiles(protocol::FinishUpload{uuid});
        CHECK(files.bob.state(files.group).counts.unread == 0);
        files.ann.ask<protocol::SendAck>(files.messageOf({wanted}));
    }

    TEST_CASE("a file of another size than was said is not the one that was uploaded")
    {
        FilesWorld files;
        Attachment file = files.ann.upload("bytes");
        ++file.size;
        CHECK(files.ann.refused(files.messageOf({file})) == ErrorCode::BlobMissing);
    }

    TEST_CASE("a chunk that comes twice, late or too early changes nothing")
    {
        FilesWorld files;
        const MessageUuid uuid = files.world.freshUuid();
        const auto chunk = [&](std::uint64_t offset, const std::string& bytes) {
            return files.ann.askFiles<protocol::UploadState>(protocol::UploadChunk{uuid, offset, bytes})
                .received;
        };
        files.ann.askFiles(protocol::BeginUpload{uuid, test::fakeHash("abcdef"), 6});
        CHECK(chunk(2, "cd") == 0);
        CHECK(chunk(0, "abc") == 3);
        CHECK(chunk(0, "abc") == 3);
        CHECK(chunk(1, "bcde") == 5);
        const auto begun = files.ann.askFiles<protocol::UploadState>(
            protocol::BeginUpload{uuid, test::fakeHash("abcdef"), 6});
        CHECK(begun.received == 5);
        CHECK(chunk(5, "f") == 6);
        CHECK(files.ann.askFiles<protocol::UploadState>(protocol::FinishUpload{uuid}).isComplete);
        CHECK(files.ann.askFiles<protocol::UploadState>(protocol::FinishUpload{uuid}).isComplete);
    }

    TEST_CASE("an upload goes on after the server has restarted")
    {
        FilesWorld files;
        const MessageUuid uuid = files.world.freshUuid();
        const protocol::BeginUpload begin{uuid, test::fakeHash("abcdef"), 6};
        files.ann.askFiles(begin);
        files.ann.askFiles(protocol::UploadChunk{uuid, 0, "abcd"});
        files.ann.askFiles(protocol::UploadChunk{uuid, 4, "ef"});
        // The job is done, and the hub is gone before it has the result.
        files.ann.post(protocol::FinishUpload{uuid});
        files.world.turn();
        const BlobJob job = files.world.blobJobs.front();
        CHECK(files.world.files.carryOut(job.work).outcome == blob::Outcome::Done);
        files.world.restart();
        Client again(files.world, "ann");
        again.token = files.ann.token;
        again.device = files.ann.device;
        again.hello();
        CHECK(again.askFiles<protocol::UploadState>(begin).received == 6);
        CHECK(again.askFiles<protocol::UploadState>(protocol::FinishUpload{uuid}).isComplete);
        CHECK(files.world.files.files().size() == 1);
        CHECK(files.world.files.uploads().empty());
    }

    TEST_CASE("bytes with another hash are dropped")
    {
        FilesWorld files;
        const MessageUuid uuid = files.world.freshUuid();
        files.ann.askFiles(protocol::BeginUpload{uuid, test::fakeHash("right"), 5});
        files.ann.askFiles(protocol::UploadChunk{uuid, 0, "wrong"});
        const auto answers = files.ann.askFiles(protocol::FinishUpload{uuid});
        CHECK(FilesWorld::codeOf(answers.front()) == ErrorCode::HashMismatch);
        CHECK(files.world.files.uploads().empty());
        CHECK(files.ann.refused(protocol::FinishUpload{uuid}) == ErrorCode::NoSuchUpload);
    }

    TEST_CASE("the uuid of an upload stands for one file")
    {
        FilesWorld files;
        const MessageUuid uuid = files.world.freshUuid();
        files.ann.askFiles(protocol::BeginUpload{uuid, test::fakeHash("one"), 3});
        CHECK(files.ann.refused(protocol::BeginUpload{uuid, test::fakeHash("two"), 3})
              == ErrorCode::UuidConflict);
        // Another user's upload with the same uuid is another upload.
        CHECK(files.bob.askFiles<protocol::UploadState>(protocol::BeginUpload{uuid, test::fakeHash("two"), 3})
                  .received
              == 0);
    }

    TEST_CASE("the server does not tell whether it has the file of others")
    {
        FilesWorld files;
        files.sendFile("a secret");
        const auto offer = [&](Client& client) {
            return client.askFiles<protocol::UploadState>(
                protocol::BeginUpload{files.world.freshUuid(), test::fakeHash("a secret"), 8});
        };
        const Attachment secret{test::fakeHash("a secret"), 8, "text/plain", "file.txt", 0, 0, {}};
        const ConversationId own = files.eve.createGroup("own");
        protocol::Send send = files.eve.message(own, "");
        send.content = content::Message{.attachments = {secret}};

        const protocol::UploadState offered = offer(files.eve);
        CHECK(offered.received == 0);
        CHECK_FALSE(offered.isComplete);
        CHECK(files.eve.refused(send) == ErrorCode::BlobMissing);
        // Bob may read the file, so he need not upload it.
        CHECK(offer(files.bob).isComplete);
    }

    TEST_CASE("only members get a file, and only from the message that names it")
    {
        FilesWorld files;
        const Seq seq = files.sendFile("a picture");
        CHECK(FilesWorld::codeOf(files.eve.fetch(files.group, seq)) == ErrorCode::NotMember);
        CHECK(FilesWorld::codeOf(files.bob.fetch(files.group, next(seq))) == ErrorCode::NoSuchEntry);
        CHECK(FilesWorld::codeOf(files.bob.fetch(files.group, seq, 1)) == ErrorCode::NoSuchEntry);
        CHECK(FilesWorld::codeOf(files.bob.fetch(ConversationId(99), seq)) == ErrorCode::NoSuchConversation);
        files.bob.askState(protocol::Leave{files.group});
        CHECK(FilesWorld::codeOf(files.bob.fetch(files.group, seq)) == ErrorCode::NotMember);
    }

    TEST_CASE("a member does not get files from before they joined")
    {
        FilesWorld files;
        const Seq seq = files.sendFile("a picture");
        files.ann.askState(protocol::AddMember{files.group, "eve"});
        CHECK(FilesWorld::codeOf(files.eve.fetch(files.group, seq)) == ErrorCode::NoSuchEntry);
    }

    TEST_CASE("nobody gets the file of a recalled message, and its bytes go")
    {
        FilesWorld files;
        const Seq seq = files.sendFile("a picture");
        CHECK(files.filesAfterSweep() == 1);
        // Bob's request is already being worked on.
        const RequestId request = files.bob.post(protocol::GetBlob{files.group, seq, 0, 0, 0});
        files.world.turn();
        files.ann.recall(files.group, seq);
        files.world.workOnBlobs();
        const auto late = files.bob.answersTo(request);
        REQUIRE(late.size() == 1);
        CHECK(FilesWorld::codeOf(late.front()) == ErrorCode::NoSuchEntry);
        CHECK(FilesWorld::codeOf(files.bob.fetch(files.group, seq)) == ErrorCode::NoSuchEntry);
        for (const Entry& entry : files.bob.pullAll(files.group)) {
            const auto* message = entry.as<content::Message>();
            CHECK((message == nullptr || message->attachments.empty()));
        }
        CHECK(files.filesAfterSweep() == 0);
    }

    TEST_CASE("a file stays as long as one message names it")
    {
        FilesWorld files;
        const Seq first = files.sendFile("a picture");
        const Seq second = files.sendFile("a picture");
        files.ann.recall(files.group, first);
        CHECK(files.filesAfterSweep() == 1);
        CHECK(std::holds_alternative<protocol::BlobPart>(files.bob.fetch(files.group, second)));
        files.ann.recall(files.group, second);
        CHECK(files.filesAfterSweep() == 0);
    }

    TEST_CASE("an edit leaves the files, and may remove the text")
    {
        FilesWorld files;
        const Seq seq =
            files.ann.ask<protocol::SendAck>(files.messageOf({files.ann.upload("bytes")}, "text")).seq;
        protocol::Send edit = files.ann.message(files.group, "");
        edit.content = content::Edit{seq, ""};
        files.ann.ask<protocol::SendAck>(edit);
        CHECK(files.filesAfterSweep() == 1);
        CHECK(std::holds_alternative<protocol::BlobPart>(files.bob.fetch(files.group, seq)));
    }

    TEST_CASE("retention removes the files of trimmed messages")
    {
        HubConfig config = HubWorld::openConfig();
        config.retention.keepEntries = 2;
        config.retention.interval = Milliseconds(1000);
        FilesWorld files(config);
        const Seq seq = files.sendFile("a picture");
        files.ann.send(files.group, "one");
        CHECK(files.filesAfterSweep() == 1);
        files.ann.send(files.group, "two");
        CHECK(files.filesAfterSweep() == 0);
        CHECK(FilesWorld::codeOf(files.bob.fetch(files.group, seq)) == ErrorCode::NoSuchEntry);
    }

    TEST_CASE("an upload that no message names goes after a day")
    {
        FilesWorld files;
        files.ann.upload("complete");
        const MessageUuid uuid = files.world.freshUuid();
        files.ann.askFiles(protocol::BeginUpload{uuid, test::fakeHash("half"), 4});
        files.ann.askFiles(protocol::UploadChunk{uuid, 0, "ha"});
        files.world.pass(day / 2);
        files.world.workOnBlobs();
        CHECK(files.world.files.files().size() == 1);
        CHECK(files.world.files.uploads().size() == 1);
        files.world.pass(day);
        files.world.workOnBlobs();
        CHECK(files.world.files.files().empty());
        CHECK(files.world.files.uploads().empty());
        CHECK(files.ann.refused(protocol::FinishUpload{uuid}) == ErrorCode::NoSuchUpload);
    }

    TEST_CASE("a cancelled upload goes at once")
    {
        FilesWorld files;
        const MessageUuid uuid = files.world.freshUuid();
        files.ann.askFiles(protocol::BeginUpload{uuid, test::fakeHash("half"), 4});
        files.ann.askFiles(protocol::UploadChunk{uuid, 0, "ha"});
        files.ann.askFiles<protocol::Done>(protocol::CancelUpload{uuid});
        CHECK(files.world.files.uploads().empty());
        files.ann.askFiles<protocol::Done>(protocol::CancelUpload{uuid});
    }

    TEST_CASE("a sweep while a file is being finished leaves it")
    {
        FilesWorld files;
        const Seq old = files.sendFile("same");
        const MessageUuid uuid = files.world.freshUuid();
        files.eve.askFiles(protocol::BeginUpload{uuid, test::fakeHash("same"), 4});
        files.eve.askFiles(protocol::UploadChunk{uuid, 0, "same"});
        files.ann.recall(files.group, old);
        // The job of the last step is done, its result waits, and the sweep is due.
        files.eve.post(protocol::FinishUpload{uuid});
        files.world.turn();
        const BlobJob job = files.world.blobJobs.front();
        files.world.blobJobs.clear();
        const blob::Result result = files.world.files.carryOut(job.work);
        files.world.pass(Milliseconds(60000));
        files.world.queue(BlobJobDone{job.ticket, result});
        files.world.turn();
        files.world.workOnBlobs();
        const ConversationId own = files.eve.createGroup("own");
        protocol::Send send = files.eve.message(own, "");
        send.content = content::Message{
            .attachments = {{test::fakeHash("same"), 4, "text/plain", "file.txt", 0, 0, {}}}};
        const Seq seq = files.eve.ask<protocol::SendAck>(send).seq;
        CHECK(files.filesAfterSweep() == 1);
        CHECK(std::holds_alternative<protocol::BlobPart>(files.eve.fetch(own, seq)));
    }

    TEST_CASE("the result of a cancelled upload is not that of the next one with its uuid")
    {
        FilesWorld files;
        files.sendFile("a secret");
        const MessageUuid uuid = files.world.freshUuid();
        files.eve.askFiles(protocol::BeginUpload{uuid, test::fakeHash("x"), 1});
        files.eve.askFiles(protocol::UploadChunk{uuid, 0, "x"});
        files.eve.post(protocol::FinishUpload{uuid});
        files.eve.post(protocol::CancelUpload{uuid});
        files.eve.post(protocol::BeginUpload{uuid, test::fakeHash("a secret"), 8});
        files.world.turn();
        files.world.workOnBlobs();
        CHECK_FALSE(files.world.store.blobs().hasUploaded(files.eve.user, test::fakeHash("a secret")));
        const ConversationId own = files.eve.createGroup("own");
        protocol::Send send = files.eve.message(own, "");
        send.content = content::Message{
            .attachments = {{test::fakeHash("a secret"), 8, "text/plain", "file.txt", 0, 0, {}}}};
        CHECK(files.eve.refused(send) == ErrorCode::BlobMissing);
    }

    TEST_CASE("an upload that is cancelled while it is finished leaves no bytes")
    {
        FilesWorld files;
        const MessageUuid uuid = files.world.freshUuid();
        files.ann.askFiles(protocol::BeginUpload{uuid, test::fakeHash("x"), 1});
        files.ann.askFiles(protocol::UploadChunk{uuid, 0, "x"});
        files.ann.post(protocol::FinishUpload{uuid});
        files.ann.post(protocol::CancelUpload{uuid});
        files.world.turn();
        files.world.workOnBlobs();
        CHECK(files.world.files.files().empty());
        CHECK(files.world.files.uploads().empty());
    }

    TEST_CASE("a sweep that was not committed is done again")
    {
        FilesWorld files;
        const Seq seq = files.sendFile("a picture");
        CHECK(files.filesAfterSweep() == 1);
        files.ann.recall(files.group, seq);
        files.world.store.failNextCommit();
        CHECK(files.filesAfterSweep() == 1);
        files.world.pass(Milliseconds(120000));
        files.world.workOnBlobs();
        CHECK(files.world.files.files().empty());
    }

    TEST_CASE("a user who may read a file takes no room with another upload of it")
    {
        FilesWorld files;
        files.sendFile("a picture");
        files.bob.upload("a picture");
        CHECK(files.world.store.blobs().uploadCount(files.bob.user) == 0);
        // Users who may read a file may forward it.
        const ConversationId own = files.bob.createGroup("own");
        protocol::Send send = files.bob.message(own, "");
        send.content = content::Message{
            .attachments = {{test::fakeHash("a picture"), 9, "text/plain", "file.txt", 0, 0, {}}}};
        files.bob.ask<protocol::SendAck>(send);
    }

    TEST_CASE("a new limit for all files holds without a restart")
    {
        HubConfig config = HubWorld::openConfig();
        FilesWorld files(config);
        config.maxBlobBytes = 5;
        files.world.reconfigure(config);
        const auto refused =
            files.ann.askFiles(protocol::BeginUpload{files.world.freshUuid(), test::fakeHash("abcdef"), 6});
        CHECK(FilesWorld::codeOf(refused.front()) == ErrorCode::ServerStorageFull);
    }

    TEST_CASE("limits are told before the first byte")
    {
        HubConfig config = HubWorld::openConfig();
        config.limits.maxFileBytes = 100;
        config.limits.maxUserBytes = 150;
        config.maxBlobBytes = 200;
        FilesWorld files(config);
        const auto offer = [&](Client& client, std::uint64_t size) {
            const BlobHash hash = test::fakeHash(std::to_string(size) + client.name);
            return client.askFiles(protocol::BeginUpload{files.world.freshUuid(), hash, size}).front();
        };
        CHECK(FilesWorld::codeOf(offer(files.ann, 101)) == ErrorCode::FileTooLarge);
        CHECK(std::holds_alternative<protocol::UploadState>(offer(files.ann, 100)));
        CHECK(FilesWorld::codeOf(offer(files.ann, 51)) == ErrorCode::UserStorageFull);
        CHECK(std::holds_alternative<protocol::UploadState>(offer(files.ann, 50)));
        CHECK(FilesWorld::codeOf(offer(files.bob, 51)) == ErrorCode::ServerStorageFull);
        CHECK(std::holds_alternative<protocol::UploadState>(offer(files.bob, 50)));
    }

    TEST_CASE("a full disk refuses and loses nothing")
    {
        FilesWorld files;
        const MessageUuid uuid = files.world.freshUuid();
        const protocol::BeginUpload begin{uuid, test::fakeHash("abcdef"), 6};
        files.ann.askFiles(begin);
        files.ann.askFiles(protocol::UploadChunk{uuid, 0, "abc"});
        files.world.files.limitTo(4);
        const auto full = files.ann.askFiles(protocol::UploadChunk{uuid, 3, "def"});
        CHECK(FilesWorld::codeOf(full.front()) == ErrorCode::ServerStorageFull);
        files.world.files.limitTo(100);
        CHECK(files.ann.askFiles<protocol::UploadState>(begin).received == 3);
    }

    TEST_CASE("a failed commit leaves the upload as it was")
    {
        FilesWorld files;
        const MessageUuid uuid = files.world.freshUuid();
        files.ann.askFiles(protocol::BeginUpload{uuid, test::fakeHash("abc"), 3});
        files.ann.askFiles(protocol::UploadChunk{uuid, 0, "abc"});
        const RequestId request = files.ann.post(protocol::FinishUpload{uuid});
        files.world.turn();
        files.world.store.failNextCommit();
        files.world.workOnBlobs();
        CHECK(files.ann.answerTo<protocol::Error>(request).code == ErrorCode::Unavailable);
        CHECK(files.ann.askFiles<protocol::UploadState>(protocol::FinishUpload{uuid}).isComplete);
    }

    TEST_CASE("a user has few chunks on their way at once")
    {
        FilesWorld files;
        const MessageUuid uuid = files.world.freshUuid();
        files.ann.askFiles(protocol::BeginUpload{uuid, test::fakeHash("x"), 100000});
        std::vector<RequestId> requests;
        for (std::uint64_t i = 0; i < 40; ++i) {
            requests.push_back(files.ann.post(protocol::UploadChunk{uuid, i, "x"}));
        }
        files.world.turn();
        files.world.workOnBlobs();
        std::size_t refused = 0;
        for (const RequestId request : requests) {
            const auto answers = files.ann.answersTo(request);
            REQUIRE(answers.size() == 1);
            refused += std::holds_alternative<protocol::Error>(answers.front()) ? 1 : 0;
        }
        CHECK(refused == 24);
        // Afterwards the user may go on.
        files.ann.askFiles<protocol::UploadState>(protocol::UploadChunk{uuid, 16, "x"});
    }

    TEST_CASE("transfers have a price that follows their bytes")
    {
        HubConfig config = HubWorld::openConfig();
        config.limits.transferBytesPerSecond = 100 * 1024;
        FilesWorld files(config);
        const MessageUuid uuid = files.world.freshUuid();
        const std::string chunk(caps::maxChunkBytes, 'x');
        files.ann.askFiles(protocol::BeginUpload{uuid, test::fakeHash("x"), 100 * chunk.size()});
        std::size_t passed = 0;
        while (std::holds_alternative<protocol::UploadState>(
            files.ann.askFiles(protocol::UploadChunk{uuid, passed * chunk.size(), chunk}).front())) {
            ++passed;
        }
        CHECK(passed == 3); // ten seconds' worth at once
        files.world.pass(Milliseconds(2600));
        files.ann.askFiles<protocol::UploadState>(protocol::UploadChunk{uuid, passed * chunk.size(), chunk});
    }

    TEST_CASE("downloads have a price that follows their bytes")
    {
        HubConfig config = HubWorld::openConfig();
        config.limits.transferBytesPerSecond = 100 * 1024;
        FilesWorld files(config);
        const Seq seq = files.sendFile(std::string(caps::maxChunkBytes, 'x'));
        const auto partOf = [&](std::uint32_t limit) {
            return protocol::GetBlob{files.group, seq, 0, 0, limit};
        };
        std::size_t passed = 0;
        while (std::holds_alternative<protocol::BlobPart>(
            files.bob.askFiles(partOf(caps::maxChunkBytes)).front())) {
            ++passed;
        }
        CHECK(passed == 3); // ten seconds' worth at once
        CHECK(FileWorld::codeOf(files.bob.askFiles(partOf(caps::maxChunkBytes)).front())
              == ErrorCode::TooFast);
        files.bob.askFiles<protocol::BlobPart>(partOf(1024)); // a small part is cheap
        files.world.pass(Milliseconds(2600));
        files.bob.askFiles<protocol::BlobPart>(partOf(caps::maxChunkBytes));
    }

    TEST_CASE("chunks beyond the file are malformed")
    {
        FilesWorld files;
        const MessageUuid uuid = files.world.freshUuid();
        files.ann.askFiles(protocol::BeginUpload{uuid, test::fakeHash("abc"), 3});
        CHECK(files.ann.refused(protocol::UploadChunk{uuid, 2, "cd"}) == ErrorCode::Malformed);
    }

    TEST_CASE("a message has at most ten files")
    {
        FilesWorld files;
        const Attachment file = files.ann.upload("bytes");
        CHECK(files.ann.refused(files.messageOf(std::vector(11, file))) == ErrorCode::ListTooLong);
        files.ann.ask<protocol::SendAck>(files.messageOf(std::vector(10, file)));
    }

    TEST_CASE("a repeated message with other files is a conflict")
    {
        FilesWorld files;
        const Attachment one = files.ann.upload("one");
        protocol::Send send = files.messageOf({one});
        files.ann.ask<protocol::SendAck>(send);
        CHECK(files.ann.ask<protocol::SendAck>(send).duplicate);
        send.content = content::Message{.attachments = {files.ann.upload("two")}};
        CHECK(files.ann.refused(send) == ErrorCode::UuidConflict);
    }

    TEST_CASE("names and types of files follow their rules")
    {
        const auto isGood = [](const std::string& name, const std::string& mime = "image/png") {
            return !refusalOfAttachment({test::fakeHash("x"), 1, mime, name, 0, 0, {}}).has_value();
        };
        CHECK(isGood("holiday.png"));
        CHECK(isGood("照片 1.png"));
        for (const char* bad :
             {"", ".", "..", "a/b", "a\\b", " a", "a\nb", "a\x7f", "evil\xe2\x80\xaegnp.exe"}) {
            CHECK_MESSAGE(!isGood(bad), "accepted the name ", bad);
        }
        CHECK_FALSE(isGood(std::string(256, 'a')));
        for (const char* bad : {"", "image", "image/", "/png", "image/png; x=1", "image/p ng"}) {
            CHECK_MESSAGE(!isGood("a", bad), "accepted the type ", bad);
        }
    }
}

} // namespace tidemark::server

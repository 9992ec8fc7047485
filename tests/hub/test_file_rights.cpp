#include "core/domain/request_caps.h"
#include "tests/hub/hub_world.h"

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

namespace tidemark::server::file_rights_test {

using protocol::ErrorCode;

namespace {

const std::string secretBytes = "the bytes of a secret";

Attachment fileOf(const std::string& bytes)
{
    return {test::fakeHash(bytes), bytes.size(), "text/plain", "file.txt", 0, 0, {}};
}

/// Ann and bob are in a group, to which ann has sent a file. Bob has a group of his own.
struct SharedFile {
    explicit SharedFile(const HubConfig& config = HubWorld::openConfig()) : world(config)
    {
        ann.enter();
        bob.enter();
        eve.enter();
        group = ann.createGroup("group", {"bob"});
        own = bob.createGroup("own");
        evesOwn = eve.createGroup("eve's own");
        seq = ann.ask<protocol::SendAck>(fileMessage(ann, group, ann.upload(secretBytes))).seq;
    }

    [[nodiscard]] static protocol::Send fileMessage(Client& client, ConversationId conversation,
                                                    const Attachment& file)
    {
        protocol::Send send = client.message(conversation, "");
        send.content = content::Message{.attachments = {file}};
        return send;
    }
    [[nodiscard]] protocol::BeginUpload offerOf(const std::string& bytes)
    {
        return {world.freshUuid(), test::fakeHash(bytes), bytes.size()};
    }
    /// Whether the hash alone gets the user anything: an upload without bytes, a message with the file, or
    /// the file itself.
    [[nodiscard]] bool hasFileByHash(Client& client, ConversationId ownGroup)
    {
        const auto offered = client.askFiles<protocol::UploadState>(offerOf(secretBytes));
        const bool isRefused =
            client.refused(fileMessage(client, ownGroup, fileOf(secretBytes))) == ErrorCode::BlobMissing;
        return offered.isComplete || offered.received > 0 || !isRefused || hasFileByPlace(client);
    }
    [[nodiscard]] bool hasFileByPlace(Client& client)
    {
        return std::holds_alternative<protocol::BlobPart>(client.fetch(group, seq));
    }

    HubWorld world;
    Client ann{world, "ann"};
    Client bob{world, "bob"};
    Client eve{world, "eve"};
    ConversationId group;
    ConversationId own;
    ConversationId evesOwn;
    Seq seq;
};

/// A device that uploads a file and then sends it, one request at a time, as the client does.
struct Sender {
    void goOn()
    {
        switch (next) {
        case Step::Begin:
            upload(offer, Step::Chunk);
            break;
        case Step::Chunk:
            upload(protocol::UploadChunk{offer.uuid, 0, bytes}, Step::Finish);
            break;
        case Step::Finish:
            upload(protocol::FinishUpload{offer.uuid}, Step::Finish);
            break;
        case Step::Send:
            sent =
                client.ask<protocol::SendAck>(SharedFile::fileMessage(client, file.group, fileOf(bytes))).seq;
            next = Step::Done;
            break;
        case Step::Done:
            break;
        }
    }

    enum class Step { Begin, Chunk, Finish, Send, Done };
    SharedFile& file;
    Client& client;
    std::string bytes;
    protocol::BeginUpload offer;
    Step next = Step::Begin;
    Seq sent = {};

private:
    void upload(const protocol::ClientFrame& frame, Step then)
    {
        const std::vector<protocol::ServerFrame> answers = client.askFiles(frame);
        REQUIRE(answers.size() == 1);
        if (const auto* state = std::get_if<protocol::UploadState>(&answers.front())) {
            next = state->isComplete ? Step::Send : then;
        } else {
            CHECK(std::get<protocol::Error>(answers.front()).code == ErrorCode::NoSuchUpload);
            next = Step::Begin;
        }
    }
};

std::vector<protocol::ServerFrame> withoutUuids(std::vector<protocol::ServerFrame> frames)
{
    for (protocol::ServerFrame& frame : frames) {
        if (auto* state = std::get_if<protocol::UploadState>(&frame)) {
            state->uuid = {};
        }
    }
    return frames;
}

} // namespace

TEST_CASE("P16: after a recall, leaving and a ban, also a known hash gives a former reader nothing")
{
    const std::vector<std::function<void(SharedFile&)>> ends{
        [](SharedFile& file) { file.ann.recall(file.group, file.seq); },
        [](SharedFile& file) { file.bob.askState(protocol::Leave{file.group}); },
        [](SharedFile& file) {
            file.ann.askState(protocol::RemoveMember{file.group, file.bob.user, true});
        },
    };
    for (const auto& end : ends) {
        SharedFile file;
        REQUIRE(file.hasFileByPlace(file.bob));
        end(file);
        CHECK_FALSE(file.hasFileByHash(file.bob, file.own));
    }
}

TEST_CASE("P19: for the hash of a file of others the server answers and works as for an unknown one")
{
    SharedFile file;
    const std::string unknown(secretBytes.size(), 'u');
    struct Trace {
        std::vector<std::vector<protocol::ServerFrame>> answers;
        std::vector<std::size_t> jobs; ///< the kinds of those for which answers wait
    };
    const auto traceOf = [&](const std::string& bytes) {
        Trace trace;
        const protocol::BeginUpload offer = file.offerOf(bytes);
        for (const protocol::ClientFrame& frame :
             {protocol::ClientFrame(SharedFile::fileMessage(file.eve, file.evesOwn, fileOf(bytes))),
              protocol::ClientFrame(offer), protocol::ClientFrame(protocol::FinishUpload{offer.uuid}),
              protocol::ClientFrame(protocol::UploadChunk{offer.uuid, 0, bytes.substr(0, 3)}),
              protocol::ClientFrame(protocol::CancelUpload{offer.uuid})}) {
            const RequestId request = file.eve.post(frame);
            file.world.turn();
            for (const BlobJob& job : file.world.blobJobs) {
                if (job.ticket.isValid()) {
                    trace.jobs.push_back(job.work.index());
                }
            }
            file.world.workOnBlobs();
            trace.answers.push_back(withoutUuids(file.eve.answersTo(request)));
        }
        return trace;
    };
    const Trace known = traceOf(secretBytes);
    const Trace other = traceOf(unknown);
    CHECK(known.answers.size() == 5);
    CHECK((known.answers == other.answers));
    CHECK(known.jobs.size() == 3);
    CHECK(known.jobs == other.jobs);
}

TEST_CASE("P8: two devices may upload the same file at the same time, each in any order")
{
    const std::string bytes = "from two devices";
    constexpr std::size_t stepsOfEach = 4;
    std::string order = std::string(stepsOfEach, '1') + std::string(stepsOfEach, '2');
    int orders = 0;
    do {
        CAPTURE(order);
        SharedFile file;
        Client phone(file.world, "ann");
        phone.token = file.ann.token;
        phone.hello();
        Sender one{file, file.ann, bytes, file.offerOf(bytes)};
        Sender two{file, phone, bytes, file.offerOf(bytes)};
        for (const char device : order) {
            (device == '1' ? one : two).goOn();
        }
        // A device that had to begin again, because the other one was faster, goes on alone.
        for (std::size_t more = 0; more < stepsOfEach; ++more) {
            one.goOn();
            two.goOn();
        }
        REQUIRE(one.sent.isValid());
        REQUIRE(two.sent.isValid());
        CHECK(one.sent != two.sent);
        CHECK(file.world.store.blobs().allUploads().empty());
        file.world.pass(Milliseconds(60000));
        file.world.workOnBlobs();
        for (const Seq seq : {one.sent, two.sent}) {
            CHECK(std::get<protocol::BlobPart>(file.bob.fetch(file.group, seq)).bytes == bytes);
        }
        CHECK_MESSAGE(file.world.files.files().size() == 2, "this file is stored once");
        ++orders;
    } while (std::next_permutation(order.begin(), order.end()));
    CHECK(orders == 70);
}

TEST_CASE("cancelling is done also without an upload")
{
    SharedFile file;
    const MessageUuid uuid = file.world.freshUuid();
    CHECK(file.ann.askFiles<protocol::Done>(protocol::CancelUpload{uuid}) == protocol::Done());
    const protocol::BeginUpload begin = file.offerOf("a file");
    file.ann.askFiles(begin);
    for (int times = 0; times < 2; ++times) {
        CHECK(file.ann.askFiles<protocol::Done>(protocol::CancelUpload{begin.uuid}) == protocol::Done());
    }
}

TEST_CASE("a part of a file has at most 262144 bytes, and as many if the request names no limit")
{
    SharedFile file;
    const std::string bytes(caps::maxChunkBytes + 10, 'x');
    const MessageUuid uuid = file.world.freshUuid();
    file.ann.askFiles(protocol::BeginUpload{uuid, test::fakeHash(bytes), bytes.size()});
    file.ann.askFiles(protocol::UploadChunk{uuid, 0, bytes.substr(0, caps::maxChunkBytes)});
    file.ann.askFiles(protocol::UploadChunk{uuid, caps::maxChunkBytes, bytes.substr(caps::maxChunkBytes)});
    file.ann.askFiles(protocol::FinishUpload{uuid});
    const Seq sent =
        file.ann.ask<protocol::SendAck>(SharedFile::fileMessage(file.ann, file.group, fileOf(bytes))).seq;
    const auto sizeOf = [&](std::uint32_t limit) {
        return file.bob.askFiles<protocol::BlobPart>(protocol::GetBlob{file.group, sent, 0, 0, limit})
            .bytes.size();
    };
    CHECK(sizeOf(0) == 262144);
    CHECK(sizeOf(262144 + 1) == 262144);
    CHECK(sizeOf(~std::uint32_t{0}) == 262144);
    CHECK(sizeOf(7) == 7);
}

TEST_CASE("a chunk has at most 262144 bytes")
{
    SharedFile file;
    const std::string bytes(caps::maxChunkBytes + 1, 'x');
    const protocol::BeginUpload begin = file.offerOf(bytes);
    file.ann.askFiles(begin);
    CHECK(file.ann.refused(protocol::UploadChunk{begin.uuid, 0, bytes}) == ErrorCode::Malformed);
}

TEST_CASE("a message with an attachment against the rules is refused")
{
    SharedFile file;
    const Attachment good = file.ann.upload("a good file");
    const auto codeOf = [&](const std::function<void(Attachment&)>& spoil) {
        Attachment bad = good;
        spoil(bad);
        return file.ann.refused(SharedFile::fileMessage(file.ann, file.group, bad));
    };
    CHECK(codeOf([](Attachment& one) { one.name = "../file"; }) == ErrorCode::AttachmentInvalid);
    CHECK(codeOf([](Attachment& one) { one.mime = "image"; }) == ErrorCode::AttachmentInvalid);
    CHECK(codeOf([](Attachment& one) { one.preview.assign(2049, 'x'); }) == ErrorCode::AttachmentInvalid);
    file.ann.ask<protocol::SendAck>(SharedFile::fileMessage(file.ann, file.group, good));
}

TEST_CASE("an upload that is complete without its bytes lasts as long as the user may read the file")
{
    SharedFile file;
    const protocol::BeginUpload begin = file.offerOf(secretBytes);
    CHECK(file.bob.askFiles<protocol::UploadState>(begin).isComplete);
    const protocol::Send send = SharedFile::fileMessage(file.bob, file.own, fileOf(secretBytes));
    file.ann.recall(file.group, file.seq);
    CHECK(file.bob.refused(send) == ErrorCode::BlobMissing);
    const auto again = file.bob.askFiles<protocol::UploadState>(begin);
    CHECK_FALSE(again.isComplete);
    CHECK(again.received == 0);
}

TEST_CASE("a user has at most a thousand uploads")
{
    HubConfig config = HubWorld::openConfig();
    config.limits.requestsPerSecond = 1000000;
    config.limits.requestBurst = 1000000;
    SharedFile file(config);
    std::vector<MessageUuid> begun;
    for (int i = 0; i < 1000; ++i) {
        const protocol::BeginUpload begin = file.offerOf("");
        REQUIRE(std::holds_alternative<protocol::UploadState>(file.ann.askFiles(begin).front()));
        begun.push_back(begin.uuid);
    }
    CHECK(file.ann.refused(file.offerOf("")) == ErrorCode::UserStorageFull);
    // Others, and uploads that were begun, are not concerned.
    file.bob.askFiles<protocol::UploadState>(file.offerOf(""));
    file.ann.askFiles<protocol::UploadState>(protocol::BeginUpload{begun.front(), test::fakeHash(""), 0});
    file.ann.askFiles(protocol::CancelUpload{begun.back()});
    file.ann.askFiles<protocol::UploadState>(file.offerOf(""));
}

} // namespace tidemark::server::file_rights_test

#include "core/domain/request_caps.h"
#include "tests/programs/bench/harness/statistics.h"
#include "tests/programs/load/base/failure.h"
#include "tests/programs/load/base/sha256.h"
#include "tests/programs/load/machines/bare_server.h"
#include "tests/programs/load/scenarios/scenario.h"
#include "tests/programs/load/scenarios/steady.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tidemark::load {
namespace {

const std::vector<Parameter> filesParameters{
    {"users", 100, 20, "users that send messages beside the uploads"},
    {"conversations", 5, 2, "groups of each of these users"},
    {"members", 20, 10, "users in each group"},
    {"messages", 5, 5, "messages that each of these users sends per second"},
    {"uploaders", 10, 2, "users that upload at full speed, all at once"},
    {"files", 8, 2, "files of each of them, sent as messages"},
    {"megabytes", 16, 1, "size of each file in MiB"},
    {"seconds", 10, 1, "duration of the messages without uploads"},
};

/// Unanswered chunks or requests of one connection; the server takes 16.
constexpr std::size_t maxInFlight = 8;
constexpr std::size_t chunkBytes = caps::maxChunkBytes;
/// The messages with files have numbers above those of Steady.
constexpr std::uint64_t firstFileNumber = 1'000'000;

/// A file whose bytes no other file has.
struct File {
    std::string bytes;
    BlobHash hash;
    std::size_t group = 0; ///< the group that it was sent to
    Seq seq;
};

File makeFile(std::size_t size, std::uint64_t number)
{
    File file;
    file.bytes.resize(size);
    std::uint64_t state = number * 0x9e3779b97f4a7c15U + 1;
    for (char& byte : file.bytes) {
        state ^= state << 13U;
        state ^= state >> 7U;
        state ^= state << 17U;
        byte = static_cast<char>(state);
    }
    file.hash = sha256Of(file.bytes);
    return file;
}

/// Uploads its files one after the other, each with a message that names it. Uses a second connection of the
/// device that sends the user's other messages.
class Uploader {
public:
    Uploader(Stage& stage, Ledger& ledger, std::size_t user, std::vector<File> files)
        : m_stage(stage), m_ledger(ledger), m_user(user), m_files(std::move(files)),
          m_device(stage.loop, stage.server.place(), {Population::nameOf(user), true, false})
    {
        bool isThere = false;
        m_device.start([&] { isThere = true; });
        stage.loop.runUntil([&] { return isThere; }, "an uploader to sign in");
    }

    void begin() { beginFile(); }
    [[nodiscard]] bool isDone() const { return m_file == m_files.size(); }
    [[nodiscard]] const std::vector<File>& files() const { return m_files; }
    [[nodiscard]] Device& device() { return m_device; }

private:
    [[nodiscard]] std::uint64_t number() const { return firstFileNumber + m_file; }
    [[nodiscard]] MessageUuid uuid() const { return uuidOf(m_user, number()); }
    [[nodiscard]] std::uint64_t size() const { return m_files[m_file].bytes.size(); }

    static const protocol::UploadState& stateIn(const protocol::ServerFrame& frame)
    {
        const auto* state = std::get_if<protocol::UploadState>(&frame);
        require(state != nullptr, "a part of a file is taken");
        return *state;
    }

    void beginFile()
    {
        if (isDone()) {
            return;
        }
        m_sent = 0;
        m_inFlight = 0;
        m_device.ask(protocol::BeginUpload{uuid(), m_files[m_file].hash, size()},
                     [this](const protocol::ServerFrame& frame) {
                         require(stateIn(frame).received == 0, "a new file begins at 0");
                         sendChunks();
                     });
    }

    void sendChunks()
    {
        for (; m_inFlight < maxInFlight && m_sent < size(); ++m_inFlight) {
            std::string bytes = m_files[m_file].bytes.substr(m_sent, chunkBytes);
            const std::uint64_t offset = std::exchange(m_sent, m_sent + bytes.size());
            m_device.ask(protocol::UploadChunk{uuid(), offset, std::move(bytes)},
                         [this](const protocol::ServerFrame& frame) {
                             static_cast<void>(stateIn(frame));
                             --m_inFlight;
                             sendChunks();
                         });
        }
        if (m_inFlight == 0 && m_sent == size()) {
            finish();
        }
    }

    void finish()
    {
        m_device.ask(protocol::FinishUpload{uuid()}, [this](const protocol::ServerFrame& frame) {
            require(stateIn(frame).isComplete, "the file is complete");
            sendMessage();
        });
    }

    void sendMessage()
    {
        File& file = m_files[m_file];
        file.group = m_stage.people.groupsOf(m_user).front();
        content::Message message;
        message.text = Ledger::textOf(m_user, number());
        Attachment attachment;
        attachment.hash = file.hash;
        attachment.size = size();
        attachment.mime = "application/octet-stream";
        attachment.name = "file " + std::to_string(number());
        message.attachments.push_back(std::move(attachment));
        protocol::Send send;
        send.conversation = m_stage.people.groups()[file.group].id;
        send.uuid = uuid();
        send.content = std::move(message);
        m_device.ask(std::move(send), [this](const protocol::ServerFrame& frame) {
            const auto* ack = std::get_if<protocol::SendAck>(&frame);
            require(ack != nullptr && !ack->duplicate, "a message with a file is acknowledged");
            m_files[m_file].seq = ack->seq;
            m_ledger.acknowledged(m_files[m_file].group, ack->seq, m_user, number(), false);
            ++m_file;
            beginFile();
        });
    }

    Stage& m_stage;
    Ledger& m_ledger;
    std::size_t m_user;
    std::vector<File> m_files;
    Device m_device;
    std::size_t m_file = 0;
    std::uint64_t m_sent = 0;
    std::size_t m_inFlight = 0;
};

/// Downloads a file and compares each part as it comes, so that the generator need not keep the file.
class Download {
public:
    Download(Stage& stage, Device& device, const File& file)
        : m_conversation(stage.people.groups()[file.group].id), m_device(device), m_file(file)
    {
    }

    void begin() { request(); }
    [[nodiscard]] bool isDone() const { return m_received == m_file.bytes.size(); }

private:
    void request()
    {
        for (; m_inFlight < maxInFlight && m_asked < m_file.bytes.size(); ++m_inFlight) {
            const std::uint64_t offset = std::exchange(m_asked, m_asked + chunkBytes);
            m_device.ask(protocol::GetBlob{m_conversation, m_file.seq, 0, offset,
                                           static_cast<std::uint32_t>(chunkBytes)},
                         [this, offset](const protocol::ServerFrame& frame) {
                             const auto* part = std::get_if<protocol::BlobPart>(&frame);
                             require(part != nullptr && offset == m_received,
                                     "parts of a file come in order");
                             const std::string_view sent(m_file.bytes);
                             require(part->bytes == sent.substr(m_received, part->bytes.size()),
                                     "a file has the bytes that were sent");
                             m_received += part->bytes.size();
                             --m_inFlight;
                             request();
                         });
        }
    }

    ConversationId m_conversation;
    Device& m_device;
    const File& m_file;
    std::size_t m_received = 0;
    std::uint64_t m_asked = 0;
    std::size_t m_inFlight = 0;
};

/// Sends requests to a bare server and waits for its answers, as many at once as a transfer.
class Pump final : private Connection::Owner {
public:
    Pump(Loop& loop, const Place& place, std::size_t requestBytes, std::size_t requests)
        : m_request(requestBytes, 'r'), m_left(requests), m_connection(loop, place, *this)
    {
        loop.runUntil([this] { return m_isOpen; }, "the bare server");
    }

    /// The seconds that it takes.
    double run(Loop& loop)
    {
        const bench::Stopwatch watch;
        for (std::size_t i = 0; i < maxInFlight; ++i) {
            sendNext();
        }
        loop.runUntil([this] { return m_left == 0 && m_inFlight == 0; }, "answers of the bare server");
        return watch.seconds();
    }

private:
    void opened() override { m_isOpen = true; }
    void received(std::string_view /*payload*/) override
    {
        --m_inFlight;
        sendNext();
    }
    void ended() override { require(false, "the bare server has ended"); }
    void sendNext()
    {
        if (m_left > 0) {
            --m_left;
            ++m_inFlight;
            m_connection.send(m_request);
        }
    }

    std::string m_request;
    std::size_t m_left;
    std::size_t m_inFlight = 0;
    bool m_isOpen = false;
    Connection m_connection;
};

/// MiB a second through a bare server; either the requests or the answers have `chunkBytes`.
double barePump(Loop& loop, std::size_t chunks, std::size_t requestBytes, std::size_t answerBytes)
{
    const BareServer server(BareServer::Duty::Answer, answerBytes, requestBytes);
    Pump pump(loop, server.place(), requestBytes, chunks);
    return static_cast<double>(chunks * chunkBytes) / 1024 / 1024 / pump.run(loop);
}

/// MiB a second that the disk takes: files are written in chunks and flushed at their end.
double bareDisk(const std::string& path, std::size_t files, std::size_t fileBytes)
{
    const std::string chunk = makeFile(chunkBytes, 0).bytes;
    const bench::Stopwatch watch;
    for (std::size_t file = 0; file < files; ++file) {
        const int descriptor = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
        require(descriptor >= 0, "a file for the bare disk");
        for (std::size_t written = 0; written < fileBytes; written += chunk.size()) {
            require(::write(descriptor, chunk.data(), chunk.size()) == static_cast<ssize_t>(chunk.size()),
                    "the disk takes a chunk");
        }
        require(::fdatasync(descriptor) == 0, "the disk keeps a file");
        ::close(descriptor);
    }
    return static_cast<double>(files * fileBytes) / 1024 / 1024 / watch.seconds();
}

class FilesRun {
public:
    explicit FilesRun(const Arguments& arguments)
        : m_arguments(arguments),
          m_stage(arguments, {arguments["users"], arguments["conversations"], arguments["members"]}),
          m_people(m_stage, static_cast<double>(arguments["messages"]))
    {
    }

    Figures run()
    {
        const double upload = measureUpload();
        const double download = measureDownload();
        const std::size_t chunks = megabytesEach() * 1024 * 1024 / chunkBytes;
        constexpr std::size_t smallBytes = 40; // about what an answer, or a request for a part, takes
        const double bareUpload = barePump(m_stage.loop, chunks, chunkBytes, smallBytes);
        const double disk = bareDisk(m_stage.scratch.file("bare disk"), m_arguments["files"],
                                     m_arguments["megabytes"] * 1024 * 1024);
        const double bareDownload = barePump(m_stage.loop, chunks, smallBytes, chunkBytes);
        const double calm = p99(m_people.run(static_cast<double>(m_arguments["seconds"]), [] {}));
        const double beside = measureBeside();
        m_people.checkAll();
        m_stage.server.stop();
        m_stage.server.checkDatabase();
        return {// The server reports bytes as stored once they are on the disk, so the slower of disk and
                // connection is the limit.
                atLeast({"upload",
                         upload,
                         "MiB/s",
                         {},
                         {},
                         std::min(bareUpload, disk),
                         disk < bareUpload ? "bare disk" : "bare WebSocket pump"},
                        0.8 * std::min(bareUpload, disk)),
                {"bare WebSocket pump, towards the server", bareUpload, "MiB/s"},
                atLeast({"download", download, "MiB/s", {}, {}, bareDownload, "bare WebSocket pump"},
                        0.8 * bareDownload),
                {"acknowledged without uploads, p99", calm, "ms"},
                atMost({"acknowledged beside uploads, p99", beside, "ms"}, 20),
                {"uploads beside messages", m_rateBeside, "MiB/s"}};
    }

private:
    static double p99(const std::vector<double>& times) { return bench::percentile(times, 0.99); }
    [[nodiscard]] std::size_t megabytesEach() const
    {
        return m_arguments["files"] * m_arguments["megabytes"];
    }

    std::vector<File> makeFiles(std::size_t uploader) const
    {
        std::vector<File> files;
        for (std::size_t file = 0; file < m_arguments["files"]; ++file) {
            files.push_back(
                makeFile(m_arguments["megabytes"] * 1024 * 1024, uploader * m_arguments["files"] + file));
        }
        return files;
    }

    double measureUpload()
    {
        m_single = std::make_unique<Uploader>(m_stage, m_people.ledger(), 0, makeFiles(0));
        const bench::Stopwatch watch;
        m_single->begin();
        m_stage.loop.runUntil([&] { return m_single->isDone(); }, "an upload");
        return static_cast<double>(megabytesEach()) / watch.seconds();
    }

    double measureDownload()
    {
        double seconds = 0;
        for (const File& file : m_single->files()) {
            Download download(m_stage, m_single->device(), file);
            const bench::Stopwatch watch;
            download.begin();
            m_stage.loop.runUntil([&] { return download.isDone(); }, "a download");
            seconds += watch.seconds();
        }
        return static_cast<double>(megabytesEach()) / seconds;
    }

    /// The p99 of the messages while all uploaders are busy.
    double measureBeside()
    {
        std::vector<std::unique_ptr<Uploader>> uploaders;
        for (std::size_t uploader = 1; uploader <= m_arguments["uploaders"]; ++uploader) {
            uploaders.push_back(
                std::make_unique<Uploader>(m_stage, m_people.ledger(), uploader, makeFiles(uploader)));
        }
        const auto allAreDone = [&] {
            return std::all_of(uploaders.begin(), uploaders.end(),
                               [](const auto& uploader) { return uploader->isDone(); });
        };
        std::vector<double> times;
        const bench::Stopwatch watch;
        for (const auto& uploader : uploaders) {
            uploader->begin();
        }
        constexpr double stepSeconds = 0.25;
        while (!allAreDone()) {
            const std::vector<double> step = m_people.run(stepSeconds, [] {});
            times.insert(times.end(), step.begin(), step.end());
        }
        m_rateBeside = static_cast<double>(megabytesEach() * uploaders.size()) / watch.seconds();
        return p99(times);
    }

    const Arguments& m_arguments;
    Stage m_stage;
    Steady m_people;
    std::unique_ptr<Uploader> m_single;
    double m_rateBeside = 0;
};

Figures runFiles(const Arguments& arguments)
{
    return FilesRun(arguments).run();
}

} // namespace

Scenario filesScenario()
{
    return {"files", "Users upload and download files at full speed while others send messages.",
            filesParameters, runFiles};
}

} // namespace tidemark::load

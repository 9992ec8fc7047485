#include "tests/programs/bench/servers/bare_relay.h"

#include "tests/programs/bench/harness/statistics.h"
#include "tests/programs/bench/harness/workbench.h"
#include "tests/programs/bench/servers/raw_sqlite.h"

#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <thread>

namespace tidemark::bench {
namespace {

constexpr std::size_t messageBytes = 150;
constexpr const char* table = "CREATE TABLE message (seq INTEGER PRIMARY KEY, text BLOB)";
constexpr const char* insertRow = "INSERT INTO message (text) VALUES (?)";

void pass(int descriptor, const std::string& bytes)
{
    require(::write(descriptor, bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size()),
            "relaying");
}

/// Blocks. False at the end of the stream.
bool take(int descriptor, std::size_t size)
{
    std::array<char, messageBytes> buffer{};
    return ::recv(descriptor, buffer.data(), size, MSG_WAITALL) == static_cast<ssize_t>(size);
}

void relay(int sender, int receiver, const std::string& path)
{
    RawDatabase database(path, "FULL");
    database.run(table);
    RawStatement insert(database, insertRow);
    const std::string message(messageBytes, 'm');
    const std::string notify(20, 'n');
    while (take(sender, messageBytes)) {
        insert.bindBlob(1, message);
        insert.run();
        pass(receiver, notify);
        require(take(receiver, notify.size()), "the receiver's question");
        pass(receiver, message);
    }
}

} // namespace

std::vector<double> timeBareRelay(const std::string& folder, int messages)
{
    std::array<int, 2> toServer{};
    std::array<int, 2> toReceiver{};
    require(::socketpair(AF_UNIX, SOCK_STREAM, 0, toServer.data()) == 0
                && ::socketpair(AF_UNIX, SOCK_STREAM, 0, toReceiver.data()) == 0,
            "socket pairs");
    RawDatabase database(folder + "/relay-receiver.sqlite", "NORMAL");
    database.run(table);
    RawStatement insert(database, insertRow);
    std::thread server(relay, toServer[1], toReceiver[1], folder + "/relay-server.sqlite");
    const std::string message(messageBytes, 'm');
    std::vector<double> times;
    for (int i = 0; i < messages; ++i) {
        const Stopwatch watch;
        pass(toServer[0], message);
        require(take(toReceiver[0], 20), "a notify");
        pass(toReceiver[0], std::string(20, 'p'));
        require(take(toReceiver[0], messageBytes), "a message");
        insert.bindBlob(1, message);
        insert.run();
        times.push_back(watch.milliseconds());
    }
    ::close(toServer[0]);
    server.join();
    for (const int descriptor : {toServer[1], toReceiver[0], toReceiver[1]}) {
        ::close(descriptor);
    }
    return times;
}

std::vector<double> timeBareRead(const std::string& folder, int reads)
{
    constexpr std::size_t cursorBytes = 30;
    std::array<int, 2> toServer{};
    std::array<int, 2> toReceiver{};
    require(::socketpair(AF_UNIX, SOCK_STREAM, 0, toServer.data()) == 0
                && ::socketpair(AF_UNIX, SOCK_STREAM, 0, toReceiver.data()) == 0,
            "socket pairs");
    const std::string cursor(cursorBytes, 'c');
    std::thread server([&] {
        RawDatabase database(folder + "/read-server.sqlite", "FULL");
        database.run(table);
        RawStatement insert(database, insertRow);
        while (take(toServer[1], cursorBytes)) {
            insert.bindBlob(1, cursor);
            insert.run();
            pass(toReceiver[1], cursor);
        }
    });
    RawDatabase sending(folder + "/read-sender.sqlite", "FULL");
    RawDatabase receiving(folder + "/read-receiver.sqlite", "NORMAL");
    sending.run(table);
    receiving.run(table);
    RawStatement insertSent(sending, insertRow);
    RawStatement insertReceived(receiving, insertRow);
    std::vector<double> times;
    for (int i = 0; i < reads; ++i) {
        const Stopwatch watch;
        insertSent.bindBlob(1, cursor);
        insertSent.run();
        pass(toServer[0], cursor);
        require(take(toReceiver[0], cursorBytes), "a cursor");
        insertReceived.bindBlob(1, cursor);
        insertReceived.run();
        times.push_back(watch.milliseconds());
    }
    ::close(toServer[0]);
    server.join();
    for (const int descriptor : {toServer[1], toReceiver[0], toReceiver[1]}) {
        ::close(descriptor);
    }
    return times;
}

double bareAnswersPerSecond(int requests)
{
    constexpr std::size_t requestBytes = 20;
    std::array<int, 2> ends{};
    require(::socketpair(AF_UNIX, SOCK_STREAM, 0, ends.data()) == 0, "a socket pair");
    const std::string request(requestBytes, 'q');
    std::thread server([&] {
        while (take(ends[1], requestBytes)) {
            pass(ends[1], request);
        }
    });
    const Stopwatch watch;
    for (int i = 0; i < requests; ++i) {
        pass(ends[0], request);
        require(take(ends[0], requestBytes), "an answer");
    }
    const double seconds = watch.seconds();
    ::close(ends[0]);
    server.join();
    ::close(ends[1]);
    return requests / seconds;
}

} // namespace tidemark::bench

#include "tests/bench/counters/hub_on_disk.h"

#include "server-stub/shell/base/clock.h"

#include <QFile>

#include <algorithm>
#include <utility>

namespace tidemark::counters {
namespace {

constexpr server::ConnectionId connection(1);

server::HubConfig withoutLimits()
{
    constexpr std::uint32_t plenty = 1000000;
    server::HubConfig config;
    config.registrationOpen = true;
    config.limits.sendsPerSecond = config.limits.sendBurst = plenty;
    config.limits.requestsPerSecond = config.limits.requestBurst = plenty;
    config.limits.maxSessionsPerConnection = plenty;
    config.limits.maxMemberships = config.limits.maxCreated = config.limits.maxSessionsPerUser = 0;
    return config;
}

std::string tokenOf(std::uint32_t user)
{
    std::string token = HubOnDisk::nameOf(user);
    token.resize(server::TokenHash().size(), '.');
    return token;
}

server::Input inputOf(const HubOnDisk::Request& request, std::size_t place)
{
    return server::Received{connection, {RequestId(place + 1), request.user, request.frame}};
}

void removeDatabase(const QString& path)
{
    for (const char* ending : {"", "-wal", "-shm"}) {
        QFile::remove(path + QLatin1String(ending));
    }
}

} // namespace

class HubOnDisk::PlainSecrets final : public server::Secrets {
public:
    [[nodiscard]] server::TokenHash hashOf(const std::string& token) override
    {
        server::TokenHash hash{};
        std::copy_n(token.begin(), std::min(token.size(), hash.size()), hash.begin());
        return hash;
    }
    [[nodiscard]] std::uint64_t random64() override { return ++m_last; }

private:
    std::uint64_t m_last = 0;
};

HubOnDisk::HubOnDisk(const QString& path) : m_path(path), m_secrets(std::make_unique<PlainSecrets>())
{
    open();
}

HubOnDisk::~HubOnDisk() = default;

std::vector<protocol::ServerFrame> HubOnDisk::ask(const std::vector<Request>& requests)
{
    signIn(requests);
    std::vector<server::Input> inputs;
    for (const Request& request : requests) {
        inputs.push_back(inputOf(request, inputs.size()));
    }
    return step(inputs);
}

void HubOnDisk::signIn(const std::vector<Request>& requests)
{
    std::vector<server::Input> inputs;
    for (const Request& request : requests) {
        if (m_signedIn.insert(request.user).second) {
            protocol::Hello hello;
            hello.token = tokenOf(request.user);
            hello.device = DeviceId(request.user + 1);
            hello.silent = true;
            inputs.push_back(inputOf({request.user, std::move(hello)}, inputs.size()));
        }
    }
    if (!inputs.empty()) {
        step(inputs);
    }
}

void HubOnDisk::signUp(std::uint32_t count)
{
    std::vector<server::Input> inputs;
    for (std::uint32_t user = 0; user < count; ++user) {
        protocol::Register request;
        request.name = nameOf(user);
        request.token = tokenOf(user);
        request.device = DeviceId(user + 1);
        inputs.push_back(inputOf({user, std::move(request)}, user));
    }
    step(inputs);
}

std::string HubOnDisk::nameOf(std::uint32_t user)
{
    return "user" + std::to_string(user);
}

void HubOnDisk::endAndStartAgain()
{
    const QString copy = m_path + QStringLiteral(".ended");
    removeDatabase(copy);
    for (const char* ending : {"", "-wal"}) {
        const QString from = m_path + QLatin1String(ending);
        if (QFile::exists(from) && !QFile::copy(from, copy + QLatin1String(ending))) {
            qFatal("copying a database");
        }
    }
    m_hub.reset();
    m_store.reset();
    removeDatabase(m_path);
    for (const char* ending : {"", "-wal"}) {
        QFile::rename(copy + QLatin1String(ending), m_path + QLatin1String(ending));
    }
    open();
}

void HubOnDisk::open()
{
    auto opened = server::SqliteStore::open(m_path);
    if (!opened) {
        qFatal("%s", qPrintable(opened.error()));
    }
    m_store = std::move(opened).value();
    m_hub = std::make_unique<server::Hub>(withoutLimits(), *m_store, *m_secrets);
    m_signedIn.clear();
    step({server::Connected{connection}});
}

std::vector<protocol::ServerFrame> HubOnDisk::step(const std::vector<server::Input>& inputs)
{
    server::Effects effects = m_hub->step(inputs, server::SystemClock::now(), server::SystemClock::wall());
    if (effects.commitFailed) {
        return {};
    }
    std::vector<protocol::ServerFrame> answers(inputs.size());
    for (server::Effect& effect : effects.effects) {
        if (auto* reply = std::get_if<server::Reply>(&effect)) {
            if (const auto* error = std::get_if<protocol::Error>(&reply->envelope.frame)) {
                qFatal("the hub refused something: error %d", static_cast<int>(error->code));
            }
            answers.at(reply->envelope.request.value - 1) = std::move(reply->envelope.frame);
        }
    }
    return answers;
}

} // namespace tidemark::counters

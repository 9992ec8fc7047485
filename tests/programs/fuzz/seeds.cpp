#include "app/pictures/tiny_pictures.h"
#include "core/wire/codec.h"
#include "tests/wire/random_frames.h"

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>
#include <utility>

/// Writes the first inputs of the fuzzers, a folder for each. The files are always the same.
namespace tidemark::fuzz {

namespace {

namespace fs = std::filesystem;

class SeedFolder {
public:
    explicit SeedFolder(fs::path path) : m_path(std::move(path)) { fs::create_directories(m_path); }

    void add(const std::string& bytes)
    {
        std::ofstream file(m_path / std::to_string(++m_count), std::ios::binary);
        file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
        m_isWritten = m_isWritten && file.good();
    }
    [[nodiscard]] bool isWritten() const { return m_isWritten; }

private:
    fs::path m_path;
    int m_count = 0;
    bool m_isWritten = true;
};

std::string randomBytes(SplitMix64& random, std::size_t size)
{
    std::string bytes;
    for (; size > 0; --size) {
        bytes.push_back(static_cast<char>(random.next()));
    }
    return bytes;
}

bool writeFrames(const fs::path& folder)
{
    constexpr int each = 4;
    SplitMix64 random(1);
    SeedFolder client(folder / "wire_client");
    SeedFolder server(folder / "wire_server");
    for (int round = 0; round < each; ++round) {
        for (std::size_t variant = 0; variant < wire_test::clientVariants; ++variant) {
            client.add(wire::encode(wire_test::randomClientEnvelope(variant, random)));
        }
        for (std::size_t variant = 0; variant < wire_test::serverVariants; ++variant) {
            server.add(wire::encode(wire_test::randomServerEnvelope(variant, random)));
        }
    }
    return client.isWritten() && server.isWritten();
}

/// Writes decisions of all lengths for the hub, and some kinds of damage for the store.
bool writeDecisions(const fs::path& folder)
{
    SplitMix64 random(2);
    SeedFolder hub(folder / "hub");
    for (std::size_t size = 32; size <= 2048; size += 32) {
        hub.add(randomBytes(random, size));
    }
    SeedFolder store(folder / "store");
    for (std::size_t size = 0; size <= 64; size += 4) {
        store.add(randomBytes(random, size));
    }
    return hub.isWritten() && store.isWritten();
}

bool writeLogs(const fs::path& folder)
{
    const std::string line =
        R"({"room":"tides","at":"2024-05-29T21:20:37Z","from":"ann","text":"high \u6f6e \"x\"","action":false})";
    const std::string other =
        R"({"room":"r","at":"2024-05-29T21:20:37.250+02:00","from":" b ","text":"\ud83c\udf0a"})";
    SeedFolder logs(folder / "import");
    for (const std::string& content :
         {line, line + '\n', line + "\n\n" + other + "\r\n", other + '\n' + line + "\n{}\n",
          std::string("[]\n"), std::string(R"({"room":"","at":"","from":5,"text":null})"),
          line.substr(0, line.size() / 2)}) {
        logs.add(content);
    }
    return logs.isWritten();
}

bool writePictures(const fs::path& folder)
{
    SeedFolder pictures(folder / "pictures");
    const auto add = [&](const auto& bytes) { pictures.add(std::string(bytes.begin(), bytes.end())); };
    add(tiny::jpeg);
    add(tiny::png);
    add(tiny::gif);
    add(tiny::webp);
    return pictures.isWritten();
}

} // namespace

} // namespace tidemark::fuzz

int main(int count, char** arguments)
{
    if (count != 2) {
        std::fputs("usage: fuzz_seeds FOLDER\n", stderr);
        return 2;
    }
    const std::filesystem::path folder(arguments[1]);
    const bool isWritten = tidemark::fuzz::writeFrames(folder) && tidemark::fuzz::writeDecisions(folder)
                           && tidemark::fuzz::writeLogs(folder) && tidemark::fuzz::writePictures(folder);
    return isWritten ? 0 : 1;
}

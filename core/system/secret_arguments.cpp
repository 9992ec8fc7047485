#include "core/system/secret_arguments.h"

#include <cstring>
#include <string_view>

namespace tidemark {

namespace {

void blot(char* text)
{
    std::memset(text, '*', std::strlen(text));
}

} // namespace

void blotOut(int argc, char** argv, std::initializer_list<const char*> options)
{
    for (int i = 1; i < argc; ++i) {
        const std::string_view word(argv[i]);
        for (const std::string_view option : options) {
            if (word == option && i + 1 < argc) {
                blot(argv[i + 1]);
            } else if (word.starts_with(option) && word.size() > option.size()
                       && word[option.size()] == '=') {
                blot(argv[i] + option.size() + 1);
            }
        }
    }
}

} // namespace tidemark

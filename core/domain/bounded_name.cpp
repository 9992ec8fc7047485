#include "core/domain/bounded_name.h"

#include "core/base/utf8.h"
#include "core/domain/request_caps.h"

namespace tidemark {

std::string boundedName(std::string_view name)
{
    std::string bounded;
    std::size_t end = 0; // after the last character that is not white space
    while (!name.empty()) {
        const std::string_view before = name;
        const char32_t point = utf8::takeCodePoint(name);
        if (point == utf8::invalid) {
            return {};
        }
        const std::size_t bytes = before.size() - name.size();
        if (utf8::isControl(point) || (bounded.empty() && utf8::isSpace(point))) {
            continue;
        }
        if (bounded.size() + bytes > caps::maxDeviceNameBytes) {
            break;
        }
        bounded += before.substr(0, bytes);
        end = utf8::isSpace(point) ? end : bounded.size();
    }
    bounded.resize(end);
    return bounded;
}

} // namespace tidemark

#include "server-stub/postgres/session/value.h"

#include <QByteArray>

namespace tidemark::server::postgres {

std::string hexadecimal(std::string_view bytes)
{
    return QByteArray::fromRawData(bytes.data(), static_cast<qsizetype>(bytes.size())).toHex().toStdString();
}

Value arrayOf(const std::vector<std::string>& elements)
{
    std::string text = "{";
    for (const std::string& element : elements) {
        text += (text.size() == 1 ? "" : ",") + element;
    }
    return {text + '}'};
}

Value bound(std::string_view bytes)
{
    return {std::string(bytes), true};
}

Value bound(const Numbers& numbers)
{
    std::vector<std::string> elements;
    for (const std::uint64_t number : numbers.values) {
        elements.push_back(std::to_string(static_cast<std::int64_t>(number)));
    }
    return arrayOf(elements);
}

Value bound(const Hexadecimals& bytes)
{
    std::vector<std::string> elements;
    for (const std::string& value : bytes.values) {
        elements.push_back('"' + hexadecimal(value) + '"');
    }
    return arrayOf(elements);
}

} // namespace tidemark::server::postgres

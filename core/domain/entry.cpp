#include "core/domain/entry.h"

#include <algorithm>

namespace tidemark {

bool mentions(const Entry& entry, UserId reader)
{
    return entry.mentionsAll
           || std::find(entry.mentions.begin(), entry.mentions.end(), reader) != entry.mentions.end();
}

} // namespace tidemark

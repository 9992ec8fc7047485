#include "core/sync/effects.h"

namespace tidemark {

Write::Write() = default;
Write::Write(const Write& other) = default;
Write::Write(Write&& other) noexcept = default;
Write& Write::operator=(const Write& other) = default;
Write& Write::operator=(Write&& other) noexcept = default;
Write::~Write() = default;

Change::Change() = default;
Change::Change(const Change& other) = default;
Change::Change(Change&& other) noexcept = default;
Change& Change::operator=(const Change& other) = default;
Change& Change::operator=(Change&& other) noexcept = default;
Change::~Change() = default;

} // namespace tidemark

#pragma once

#include <QFuture>
#include <QString>

namespace tidemark {

/// Copies the bytes of a file. Replaces the file at `to` as a whole or not at all; it is not executable
/// afterwards, whatever was there. Returns what went wrong, for the user; empty if nothing did.
[[nodiscard]] QString copyFile(const QString& from, const QString& to);

/// Does the same on another thread.
[[nodiscard]] QFuture<QString> beginCopy(const QString& from, const QString& to);

} // namespace tidemark

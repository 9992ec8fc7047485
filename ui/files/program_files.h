#pragma once

#include <QByteArray>
#include <QString>

namespace tidemark {

/// Whether opening a file with this name, or with this beginning, may run something on this system or on
/// another one: a program, a script, a shortcut, an installer, or a document that starts programs.
[[nodiscard]] bool isProgram(const QString& name, const QByteArray& beginning);

} // namespace tidemark

#pragma once

#include <QString>

#include <functional>

class QObject;
class QWidget;

namespace tidemark {

/// Lets the user choose a picture file. `then` gets its path, unless the user cancels or `receiver` is gone.
void choosePicture(QWidget& parent, QObject* receiver, const std::function<void(const QString&)>& then);

} // namespace tidemark

#pragma once

#include <QByteArray>
#include <QObject>
#include <QSocketNotifier>

#include <deque>
#include <optional>

namespace tidemark::cli {

/// Reads lines from a file descriptor without blocking the event loop, and only while the caller takes them.
class LineReader : public QObject {
    Q_OBJECT
public:
    /// Does not close `descriptor`.
    explicit LineReader(int descriptor, QObject* parent = nullptr);

    /// Returns the next line without its line end, if one has arrived.
    [[nodiscard]] std::optional<QByteArray> take();
    /// Returns whether the input has ended and all lines have been taken.
    [[nodiscard]] bool isFinished() const { return m_atEnd && m_lines.empty(); }

Q_SIGNALS:
    /// There are lines to take, or the input has ended.
    void readable();

private:
    void read();

    int m_descriptor;
    QSocketNotifier m_notifier;
    QByteArray m_rest;
    std::deque<QByteArray> m_lines;
    bool m_atEnd = false;
};

} // namespace tidemark::cli

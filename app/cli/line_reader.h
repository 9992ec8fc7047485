#pragma once

#include <QByteArray>
#include <QObject>
#include <QSocketNotifier>

#include <deque>
#include <optional>

namespace tidemark::cli {

/// Reads lines from a file descriptor without blocking the event loop, and only while somebody wants them.
class LineReader : public QObject {
    Q_OBJECT
public:
    /// `descriptor` stays open.
    explicit LineReader(int descriptor, QObject* parent = nullptr);

    /// The next line without its end, if it is there.
    [[nodiscard]] std::optional<QByteArray> take();
    /// Nothing more will come, and everything has been taken.
    [[nodiscard]] bool isFinished() const { return m_atEnd && m_lines.empty(); }

Q_SIGNALS:
    /// There are lines to take, or the end has come.
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

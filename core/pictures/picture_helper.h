#pragma once

#include "core/base/file_descriptor.h"
#include "core/pictures/picture_messages.h"

#include <QProcess>

#include <chrono>
#include <functional>
#include <memory>

class QSocketNotifier;

namespace tidemark {

/// One process of tidemark-pictures and the socket to it. The destructor kills it.
class PictureHelper : public QObject {
public:
    struct Events {
        std::function<void(const PictureAnswer& answer, const FileDescriptor& raster)> answered;
        /// The process has ended, or did not start. Called once, from the event loop, as the last event.
        std::function<void()> ended;
    };

    /// The system kills a helper that needs more than `processorTime` for one picture.
    PictureHelper(const QString& program, std::chrono::seconds processorTime, Events events, QObject* parent);
    ~PictureHelper() override;

    /// Never waits. Returns false if the helper is gone, or does not read what it is sent.
    [[nodiscard]] bool send(const PictureRequest& request, const FileDescriptor& file);
    /// No answer follows, only `ended`.
    void kill();
    [[nodiscard]] qint64 processId() const { return m_process.processId(); }

private:
    void start(const QString& program);
    void receive();
    void end();
    void renewProcessorTime();

    const std::chrono::seconds m_processorTime;
    Events m_events;
    FileDescriptor m_socket;
    QProcess m_process;
    std::unique_ptr<QSocketNotifier> m_notifier;
};

} // namespace tidemark

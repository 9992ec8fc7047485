#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <utility>

namespace tidemark {

/// A thread that does one piece of work after the other, in the order in which they were given.
class FileWorker {
public:
    FileWorker() = default;
    /// Calls end(), and returns when the rest is done.
    ~FileWorker();
    FileWorker(const FileWorker&) = delete;
    FileWorker& operator=(const FileWorker&) = delete;

    void post(std::function<void()> work) { add({std::move(work), false}); }
    /// The work is dropped if the worker ends before it has begun.
    void postOptional(std::function<void()> work) { add({std::move(work), true}); }
    /// Drops the optional work that has not begun. Post nothing afterwards.
    void end();

private:
    struct Piece {
        std::function<void()> work;
        bool isOptional;
    };

    void add(Piece piece);
    void run();

    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::deque<Piece> m_work;
    bool m_isEnding = false;
    std::thread m_thread; ///< started with the first work
};

} // namespace tidemark

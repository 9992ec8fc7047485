#include "core/client/files/file_worker.h"
#include "tests/main/suite.h"

#include <QTest>

#include <future>
#include <string>

namespace tidemark::file_worker_test {

class TestFileWorker : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void endsWhenAllIsDoneThatIsNotOptional()
    {
        std::string done;
        std::promise<void> start;
        {
            FileWorker worker;
            worker.post([&] { start.get_future().wait(); });
            worker.postOptional([&] { done += "optional "; });
            worker.post([&] { done += "first "; });
            worker.postOptional([&] { done += "optional "; });
            worker.post([&] { done += "second"; });
            worker.end();
            start.set_value();
        }
        QCOMPARE(done, "first second");
    }
    void optionalWorkHasItsTurn()
    {
        std::string done;
        std::promise<void> end;
        FileWorker worker;
        worker.postOptional([&] { done += "one "; });
        worker.post([&] { done += "two"; });
        worker.postOptional([&] { end.set_value(); });
        end.get_future().wait();
        QCOMPARE(done, "one two");
    }
};

TIDEMARK_SUITE(TestFileWorker, QCoreApplication)

} // namespace tidemark::file_worker_test

#include "test_file_worker.moc"

#pragma once

#include <QWidget>

class QLabel;
class QProgressBar;

namespace tidemark {

/// How far something is, and below it what is to be said of it. Takes no room while there is nothing. In a
/// scroll area its beginning and its end are brought into view.
class ProgressLine : public QWidget {
    Q_OBJECT
public:
    explicit ProgressLine(QWidget* parent = nullptr);

    /// Under way, nobody knows how far.
    void setBusy(const QString& words);
    void setProgress(quint64 done, quint64 all, const QString& words);
    /// It has ended.
    void setResult(const QString& words, bool isError = false);
    [[nodiscard]] QString words() const;

private:
    void say(const QString& role, const QString& words);
    void comeIntoView();

    QProgressBar* m_bar;
    QLabel* m_words;
};

} // namespace tidemark

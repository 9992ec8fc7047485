#pragma once

#include <QWidget>

class QLabel;
class QProgressBar;

namespace tidemark {

/// A progress bar with a text below it. Takes no room while there is no text. In a scroll area it scrolls
/// into view at its start and its end.
class ProgressLine : public QWidget {
    Q_OBJECT
public:
    explicit ProgressLine(QWidget* parent = nullptr);

    /// Shows that work of unknown length is going on.
    void setBusy(const QString& words);
    void setProgress(quint64 done, quint64 all, const QString& words);
    /// Shows the final result.
    void setResult(const QString& words, bool isError = false);
    [[nodiscard]] QString words() const;

private:
    void say(const QString& role, const QString& words);
    void comeIntoView();

    QProgressBar* m_bar;
    QLabel* m_words;
};

} // namespace tidemark

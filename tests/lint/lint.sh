#!/usr/bin/env bash
# The rules that compilers do not see. `lint.sh TOP` checks the sources of the repository at TOP and lists
# each breach as path:line; `lint.sh --self-test` shows that each rule finds its own bad example and leaves
# its good one alone. Comments count only for opening-clause. A line may carry `// lint-allow: RULE (reason)`.
set -euo pipefail
export LC_ALL=C.UTF-8

# The lines under test: path:line:text without comments.
lines=$(mktemp)
trap 'rm -f "$lines"' EXIT
breaches=0
self_test=false

# rule NAME WHERE EXCEPT_WHERE PATTERN EXCEPT_PATTERN WHY BAD GOOD
#   WHERE, EXCEPT_WHERE: extended expressions on the path; the exceptions may be empty
#   PATTERN, EXCEPT_PATTERN: extended expressions on the text; matches of EXCEPT_PATTERN are removed first
#   BAD, GOOD: examples `path:text` for the self test
rule() {
    local name=$1 where=$2 except_where=$3 pattern=$4 except_pattern=$5 why=$6 bad=$7 good=$8
    if $self_test; then
        printf '%s:1:%s\n' "${bad%%:*}" "${bad#*:}" >"$lines"
        [ -n "$(search)" ] || { echo "lint: rule $name does not find: $bad"; breaches=$((breaches + 1)); }
        printf '%s:1:%s\n' "${good%%:*}" "${good#*:}" >"$lines"
        [ -z "$(search)" ] || { echo "lint: rule $name stops at: $good"; breaches=$((breaches + 1)); }
        return
    fi
    local found
    found=$(search)
    if [ -n "$found" ]; then
        echo "$name: $why"
        sed 's/^/    /' <<<"$found"
        breaches=$((breaches + $(wc -l <<<"$found")))
    fi
}

# Prints the breaches of `rule` as path:line:text. Uses the variables of its caller.
search() {
    awk -v where="^($where)" -v except_where="^($except_where)" -v has_except_where="${#except_where}" \
        -v pattern="$pattern" -v except_pattern="$except_pattern" -v allowed="lint-allow: $name" '
        {
            path = $0; sub(/:.*/, "", path)
            if (path !~ where || (has_except_where > 0 && path ~ except_where)) next
            text = $0; sub(/^[^:]*:[0-9]+:/, "", text)
            if (index(text, allowed)) next
            if (except_pattern != "") gsub(except_pattern, "", text)
            if (text ~ pattern) print
        }' "$lines"
}

# Prints sources as path:line:text without comments, except the mark that allows a breach.
collect() {
    cd "$1"
    { git ls-files --cached --others --exclude-standard 2>/dev/null || find . -path ./build -prune -o -type f -print; } |
        sed 's|^\./||' | grep -E '\.(h|cpp|sql|proto)$' | sort -u |
        while read -r file; do [ ! -f "$file" ] || printf '%s\0' "$file"; done |
        xargs -0 -r awk '
            FNR == 1 { inside = 0; print FILENAME ":0:" }
            {
                text = $0; mark = ""
                if (match(text, /lint-allow: [a-z-]+/)) mark = " // " substr(text, RSTART, RLENGTH)
                if (inside) {
                    if (!sub(/^.*\*\//, "", text)) next
                    inside = 0
                }
                gsub(/\/\*([^*]|\*[^\/])*\*\//, "", text)
                sub(/\/\/.*/, "", text)
                if (sub(/\/\*.*/, "", text)) inside = 1
                if (text ~ /[^ \t]/) print FILENAME ":" FNR ":" text mark
            }' >"$lines"
}

# room_rule LIBRARY ROOM [ALLOWED]: files of LIBRARY/ROOM include, of LIBRARY, only ROOM and the rooms ALLOWED. Other libraries
# may be included if LIBRARY links them (cmake/TidemarkTargets.cmake).
room_rule() {
    local library=$1 room=$2 allowed=${3:-}
    rule "room" "$library/$room/" "" "#include \"$library/" "#include \"$library/($room${allowed:+|$allowed})/[^\"]*\"" \
        "of $library, $room may include only itself${allowed:+ and $allowed}" \
        "$library/$room/a.h:#include \"$library/top.h\"" "$library/$room/a.h:#include \"$library/$room/b.h\""
}

# The functions of Qt Test in the lines under test that assert nothing, as path:line:text. doctest refuses its own
# cases without an assertion when they run (tests/main/case_filter.cpp).
silent_functions() {
    awk '
        {
            path = $0; sub(/:.*/, "", path)
            if (path != last_path) { last_path = path; tests = 0 }
            if (path !~ /^tests\/(.*\/)?test_[^\/]*\.cpp$/) next
            text = $0; sub(/^[^:]*:[0-9]+:/, "", text)
        }
        text ~ /^(public|protected|private)/ { tests = text ~ /Q_SLOTS:/; function_line = "" }
        tests && text ~ /^    void [A-Za-z0-9_]+\(\)$/ {
            is_part = text ~ / (init|cleanup|initTestCase|cleanupTestCase|[A-Za-z0-9_]+_data)\(/
            function_line = is_part ? "" : $0
        }
        text ~ /(QVERIFY[A-Z0-9_]*|QCOMPARE[A-Z0-9_]*|QTRY_[A-Z_]+|QTEST|QFAIL|CHECK[A-Z_]*|REQUIRE[A-Z_]*)\(/ { function_line = "" }
        text == "    }" && function_line != "" { print function_line; function_line = "" }' "$lines"
}

# Each test asserts something. Has the self test and the report of a `rule`.
assertion_rule() {
    local why='a test that asserts nothing passes whatever the program does'
    local begin='tests/ui/test_a.cpp:1:private Q_SLOTS:\ntests/ui/test_a.cpp:2:    void opens()\ntests/ui/test_a.cpp:3:    {\n'
    local end='tests/ui/test_a.cpp:9:    }\n'
    if $self_test; then
        printf "$begin$end" >"$lines"
        [ -n "$(silent_functions)" ] || { echo "lint: rule assertion does not find a silent test"; breaches=$((breaches + 1)); }
        printf "${begin}tests/ui/test_a.cpp:4:        QVERIFY(open());\n$end" >"$lines"
        [ -z "$(silent_functions)" ] || { echo "lint: rule assertion stops at a good test"; breaches=$((breaches + 1)); }
        return
    fi
    local found
    found=$(silent_functions)
    if [ -n "$found" ]; then
        echo "assertion: $why"
        sed 's/^/    /' <<<"$found"
        breaches=$((breaches + $(wc -l <<<"$found")))
    fi
}

# The lines under test that follow the include of a moc file, as path:line:text.
lines_after_moc() {
    awk '
        {
            path = $0; sub(/:.*/, "", path)
            if (path != last_path) { last_path = path; seen = 0 }
            text = $0; sub(/^[^:]*:[0-9]+:/, "", text)
        }
        seen { print }
        text ~ /^#include "[^"]*\.moc"/ { seen = 1 }' "$lines"
}

# The include of a moc file ends the source. Has the self test and the report of a `rule`.
moc_rule() {
    local why='the include of a moc file is the last line of a source'
    local include='tests/ui/test_a.cpp:8:#include "test_a.moc"\n'
    if $self_test; then
        printf "${include}tests/ui/test_a.cpp:9:int more = 0;\n" >"$lines"
        [ -n "$(lines_after_moc)" ] || { echo "lint: rule moc-last does not find a line after the include"; breaches=$((breaches + 1)); }
        printf "tests/ui/test_a.cpp:7:int less = 0;\n${include}tests/ui/test_b.cpp:1:int other = 0;\n" >"$lines"
        [ -z "$(lines_after_moc)" ] || { echo "lint: rule moc-last stops at a good source"; breaches=$((breaches + 1)); }
        return
    fi
    local found
    found=$(lines_after_moc)
    if [ -n "$found" ]; then
        echo "moc-last: $why"
        sed 's/^/    /' <<<"$found"
        breaches=$((breaches + $(wc -l <<<"$found")))
    fi
}

# Prints the sources that have comments, also scripts, as path:line:text with their comments.
with_comments() {
    { git ls-files --cached --others --exclude-standard 2>/dev/null || find . -path ./build -prune -o -type f -print; } |
        sed 's|^\./||' | grep -E '\.(h|cpp|sql|proto|cmake|sh|py|yml)$|(^|/)CMakeLists\.txt$|(^|/)\.clang-[a-z]+$|^tools/[a-z_/-]+$' | sort -u |
        while read -r file; do [ ! -f "$file" ] || printf '%s\0' "$file"; done |
        xargs -0 -r awk '{ print FILENAME ":" FNR ":" $0 }'
}

# The comments in path:line:text that open with a free relative clause and are no question, as path:line:text. A line of its
# own that follows a comment with the same mark goes on from there. The text of a here document is no comment.
clauses() {
    awk '
        function judge() {
            if (is_clause && sentence !~ /^[^.!?]*[?]/) print found
            is_clause = 0
        }
        function begin(words) {
            judge()
            is_clause = words ~ clause && $0 !~ /lint-allow: opening-clause/
            found = $0
            sentence = words
        }
        BEGIN { clause = "^(Who|Whom|Whose|What|Where|Which|Whoever|Whomever|Whatever|Wherever|Whichever|How)[ ,]" }
        {
            path = $0; sub(/:.*/, "", path)
            text = $0; sub(/^[^:]*:[0-9]+:/, "", text)
            if (path != last_path) { judge(); last_path = path; mark = ""; here = "" }
            is_code = path ~ /\.(h|cpp|sql|proto)$/
            if (here != "") { if (text ~ "^\t*" here "$") here = ""; next }
            if (!is_code && match(text, /<<-?[\\"\047]?[A-Za-z_]+/)) {
                here = substr(text, RSTART, RLENGTH)
                sub(/^<<-?[\\"\047]?/, "", here)
            }
            whole = is_code ? "^[ \t]*(//[/!]?<?|/[*][*]?)([ \t]+|$)" : "^[ \t]*(#+|\"\"\")[ \t]*"
            trailing = is_code ? "[ \t{(](//[/!]?<?|/[*][*]?)[ \t]+" : "[ \t]#[ \t]+"
            if (match(text, whole)) {
                this_mark = substr(text, 1, RLENGTH); gsub(/[ \t]/, "", this_mark)
                words = substr(text, RLENGTH + 1)
                if (words == "") { judge(); mark = "" }
                else if (this_mark == mark) sentence = sentence " " words
                else { begin(words); mark = this_mark }
            } else if (match(text, trailing)) {
                mark = substr(text, RSTART + 1, RLENGTH - 1); gsub(/[ \t]/, "", mark)
                begin(substr(text, RSTART + RLENGTH))
            } else {
                judge(); mark = ""
            }
        }
        END { judge() }'
}

# A comment opens with its subject. Has the self test and the report of a `rule`.
opening_rule() {
    local why='a comment begins with the user, client, server, entry or file that it is about'
    local found text
    if $self_test; then
        for text in 'core/a.h:1:/// Where the user sees it.' 'core/a.cpp:1:    int a; // What is left.' 'core/a.h:1:/** Whose picture it is. */' \
            'tools/a:1:# How far it is.' 'core/a.cpp:1:// Ends.\ncore/a.cpp:2:/// Who has read it,\ncore/a.cpp:3:/// and when.' \
            'core/a.h:1:/// Ends.\ncore/a.h:2:///\ncore/a.h:3:/// What is kept stays.' 'tests/a.py:1:    """What it says."""'; do
            [ -n "$(printf "$text\n" | clauses)" ] || { echo "lint: rule opening-clause does not find: $text"; breaches=$((breaches + 1)); }
        done
        for text in 'core/a.h:1:/// The place where the user sees it.' 'core/a.h:1:/// The server decides\ncore/a.h:2:/// What else?' \
            'core/a.h:1:/// What does the user\ncore/a.h:2:/// see? Not this.' 'core/a.cpp:1:    begin(); // the user decides\ncore/a.cpp:2:             // What is kept' \
            'core/a.cpp:1:    open("What is it"); // opens' 'tools/a:1:    cat <<END\ntools/a:2:# What it does\ntools/a:3:END' \
            'core/a.h:1:// What it says. lint-allow: opening-clause (a title)'; do
            [ -z "$(printf "$text\n" | clauses)" ] || { echo "lint: rule opening-clause stops at: $text"; breaches=$((breaches + 1)); }
        done
        return
    fi
    found=$(with_comments | clauses)
    if [ -n "$found" ]; then
        echo "opening-clause: $why"
        sed 's/^/    /' <<<"$found"
        breaches=$((breaches + $(wc -l <<<"$found")))
    fi
}

case ${1:-} in
--self-test) self_test=true ;;
"" | -*) echo "usage: lint.sh TOP | --self-test" >&2; exit 2 ;;
*) collect "$1" ;;
esac

core_and_server='core/|server-stub/|ui/|app/'
pure='core/(base|domain|names|sync|transfer)/|server-stub/hub/'

rule clock "$pure" '' 'QDateTime|QElapsedTimer|(system|steady|high_resolution)_clock|(^|[^A-Za-z0-9_.>])time\((nullptr|NULL|0|&)|clock_gettime|gettimeofday' '' \
    'the engine and the hub get the time as an argument' \
    'core/sync/a.cpp:    const auto now = std::chrono::steady_clock::now();' 'core/sync/a.cpp:    const auto at = message.time(0);'
rule chance "$pure" '' 'random_device|mt19937|QRandomGenerator|(^|[^A-Za-z0-9_])s?rand\(' '' \
    'the engine and the hub get random numbers as an argument' \
    'server-stub/hub/a.cpp:    std::random_device device;' 'core/base/random.h:class SplitMix64 {'
rule effects "$pure" '' '#include <(thread|mutex|shared_mutex|future|condition_variable|fstream|iostream|cstdio|filesystem|sqlite3\.h|sys/.*)>' '' \
    'no thread, log, file or socket in the engine and the hub' \
    'core/sync/a.cpp:#include <fstream>' 'core/sync/a.cpp:#include <functional>'
rule sql-outside-store "$core_and_server" 'core/store/|core/system/sql_connection|server-stub/store/' 'QSql[A-Z]|sqlite3_' '' \
    'SQL stays in the stores' \
    'core/client/a.cpp:    QSqlQuery query(database);' 'core/store/a.cpp:    QSqlQuery query(database);'
rule libpq-outside-session "$core_and_server" 'server-stub/postgres/session/(session|result|database_url)\.cpp' 'libpq-fe\.h|(^|[^A-Za-z0-9_])PQ[a-z][A-Za-z]*\(' '' \
    'a session waits for libpq no longer than its limit' \
    'server-stub/postgres/a.cpp:    PQexec(connection, "SELECT 1");' 'server-stub/postgres/session/session.cpp:    PQexec(connection, "SELECT 1");'
rule sql-connection "$core_and_server" 'core/system/sql_connection.cpp' 'addDatabase\(' '' \
    'the first connections of two threads make an unending program (core/system/sql_connection.h)' \
    'core/store/a.cpp:    QSqlDatabase::addDatabase(driver, name);' 'core/store/a.cpp:    addSqlConnection(driver, name);'
rule notify-outside-hints "$core_and_server" 'server-stub/postgres/hints/hint_connection.cpp' 'pg_notify|"NOTIFY ' '' \
    'a NOTIFY locks the whole database at commit: never in a transaction with data' \
    'server-stub/postgres/a.cpp:    change("SELECT pg_notify(1)");' 'server-stub/postgres/hints/hint_connection.cpp:    change("SELECT pg_notify(1)");'
rule select-star '.*' 'tests/lint/' '[Ss][Ee][Ll][Ee][Cc][Tt] +\*' '' \
    'columns are named' \
    'core/store/a.cpp:    query.prepare(u"SELECT * FROM entries"_s);' 'core/store/a.cpp:    query.prepare(u"SELECT count(*) FROM entries"_s);'
rule singleton "$core_and_server" '' '(^|[^A-Za-z0-9_])instance\(\)' 'Q[A-Za-z]*::instance\(\)' \
    'what is needed comes through the constructor' \
    'ui/a.cpp:    Settings::instance().load();' 'ui/a.cpp:    QCoreApplication::instance()->quit();'
rule waiting 'tests/' 'tests/(cluster|e2e|programs/bench)/' 'processEvents|qWait|qSleep|QThread::[mu]?sleep|sleep_for|sleep_until|[^A-Za-z]u?sleep\(' '' \
    'tests wait for signals or use a virtual clock; real time only end to end' \
    'tests/client/test_a.cpp:    QTest::qWait(100);' 'tests/e2e/test_a.cpp:    QTest::qWait(100);'
rule using-namespace '.*\.h' '' '(^|[^A-Za-z0-9_])using namespace ' '' \
    'a header must not open a namespace for the files that include it' \
    'core/store/a.h:using namespace Qt::StringLiterals;' 'core/store/a.cpp:using namespace Qt::StringLiterals;'
rule plain-text 'ui/|app/' 'ui/widgets/(wrapped_label|plain_text|message_box)\.cpp' 'new QLabel|QLabel [a-z][A-Za-z]*[({]|public QLabel|setTextFormat\(|RichText|MarkdownText|[a-z]Html\(|setMarkdown\(|QTextBrowser|QTextEdit[^A-Za-z]|QTextDocument[ (]|QErrorMessage|QInputDialog|QProgressDialog|QWizard' '' \
    'Qt reads what looks like HTML as HTML: plainLabel() and wrappedLabel() never do' \
    'ui/a.cpp:    auto* label = new QLabel(name, this);' 'ui/a.cpp:    QLabel* label = plainLabel(name, this);'
rule plain-box 'ui/|app/' 'ui/widgets/message_box\.(h|cpp)' 'QMessageBox' '' \
    'both texts of a MessageBox are plain, of a QMessageBox they are guessed' \
    'ui/a.cpp:    QMessageBox::question(this, name, title);' 'ui/a.cpp:    MessageBox box(title, {}, MessageBox::Ok);'
rule plain-tip 'ui/|app/' 'ui/widgets/plain_text\.cpp' '(setToolTip|QToolTip::showText|setWhatsThis|setStatusTip|QWhatsThis::showText)\(' '' \
    'setPlainTip() and showPlainTip() show a text of others as it is' \
    'ui/a.cpp:    button->setToolTip(name);' 'ui/a.cpp:    setPlainTip(button, name);'
rule plain-form 'ui/|app/' '' 'addRow\(|QStaticText' '' \
    'QFormLayout makes labels, and QStaticText reads text, that may be HTML: wrappedLabel() and QPainter do not' \
    'ui/a.cpp:    form->addRow(person.name, field);' 'ui/a.cpp:    column->addWidget(plainLabel(person.name, this));'
rule plain-message 'ui/|app/' '' '(\.|->)showMessage\(' '' \
    'a tray may pass its message to a service that reads markup' \
    'ui/a.cpp:    m_icon.showMessage(title, words);' 'ui/a.cpp:    showMessage(conversation, seq);'
rule plain-role 'core/models/|ui/|app/' '' 'Qt::(ToolTip|WhatsThis|StatusTip)Role' 'Qt::[A-Za-z]*Role, plainTip\(' \
    'views show these roles as tips, which Qt may read as HTML: use plainTip(), or say why the text is plain' \
    'ui/a.cpp:    item->setData(Qt::ToolTipRole, name);' 'ui/a.cpp:    item->setData(Qt::ToolTipRole, plainTip(name));'
rule button-text 'ui/|app/' '' '(addAction|addMenu)\([^";]*([nN]ame|[tT]itleOf|[tT]itle)[^A-Za-z"]' 'buttonText\([^;]*' \
    'a "&" of others is no key: buttonText() keeps it' \
    'ui/a.cpp:    menu->addAction(person.name, this, [] {});' 'ui/a.cpp:    menu->addAction(buttonText(person.name), this, [] {});'
rule caption-text 'ui/|app/' '' 'setWindowTitle\([^;]*(titleOf|[nN]ame)[^A-Za-z"]' 'captionText\([^;]*' \
    '"[*]" of others stays in the title of a window: captionText() keeps it' \
    'ui/a.cpp:    setWindowTitle(titleOf(summary));' 'ui/a.cpp:    setWindowTitle(captionText(titleOf(summary)));'
rule whole-text 'core/models/|ui/|app/' 'core/models/words/utf8_text\.h' '::from(StdString|Utf8)\([^)]*(text|Text|draft)[^A-Za-z]' '' \
    'Qt drops a U+FEFF at the beginning of a text: textFromUtf8() keeps it' \
    'ui/a.cpp:    show(QString::fromStdString(entry.text));' 'ui/a.cpp:    show(textFromUtf8(entry.text));'
rule file-name '.*/[^/]*[^a-z0-9_./][^/]*$' '' '^$' '' \
    'sources are named in snake_case' \
    'core/sync/TimeLine.cpp:' 'core/sync/time_line.cpp:'
assertion_rule
moc_rule
opening_rule

room_rule core/store file
room_rule core/store tables 'file'
room_rule core/store reading 'file|tables'
room_rule core/store upkeep 'file|tables'
room_rule core/models matching
room_rule core/models emoji 'matching'
room_rule core/models words 'emoji'
room_rule core/models conversations 'matching|words'
room_rule core/models formats 'words'
room_rule core/models notifications
room_rule core/models timeline 'matching|words'
room_rule server-stub/hub contract
room_rule server-stub/hub memory 'contract'
room_rule server-stub/hub state 'contract'
room_rule server-stub/hub publishing 'contract|state'
room_rule server-stub/hub requests 'contract|publishing|state'
room_rule server-stub/hub upkeep 'state'
room_rule server-stub/hub cluster 'publishing|requests|state|upkeep'
room_rule server-stub/postgres session
room_rule server-stub/postgres tables 'session'
room_rule server-stub/postgres blobs 'session|tables'
room_rule server-stub/postgres copying 'session|tables'
room_rule server-stub/postgres hints 'session'
room_rule server-stub/shell base
room_rule server-stub/shell control 'base'
room_rule server-stub/shell blobs 'base'
room_rule server-stub/shell passwords 'base'
room_rule server-stub/shell sockets 'base|passwords'
room_rule server-stub/shell delivery 'base|blobs|passwords|sockets'
room_rule server-stub/shell tls
room_rule server-stub/main settings
room_rule server-stub/main files 'settings'
room_rule server-stub/main commands 'files|settings'
room_rule tests/programs/bench harness
room_rule tests/programs/bench servers 'harness'
room_rule tests/programs/bench clients 'harness|servers'
room_rule tests/programs/load base
room_rule tests/programs/load people 'base'
room_rule tests/programs/load hostile 'base|people'
room_rule tests/programs/load machines 'base|people'
room_rule tests/programs/load report 'base'
room_rule tests/programs/load scenarios 'base|hostile|machines|people|report'
room_rule app/lab scenario
room_rule app/lab counters 'scenario|world'
room_rule app/lab running 'counters|scenario|world'
room_rule app/cli parsing
room_rule app/cli running 'parsing'
room_rule app/cli importing 'parsing|running'
room_rule app/cli commands 'importing|parsing|running'

if [ "$breaches" -gt 0 ]; then
    echo "lint: $breaches breaches"
    exit 1
fi
$self_test && echo "lint: every rule finds its example" || echo "lint: clean"

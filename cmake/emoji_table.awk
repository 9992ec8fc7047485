# Makes core/models/emoji's table from Unicode's own data:
#
#   LC_ALL=C awk -v cldr=VERSION -f emoji_table.awk EN… zh=1 ZH… zh=0 emoji-test.txt
#
# EN and ZH are CLDR's annotations in English and Chinese. Each line of the table is a string of C++: the version, a group
# ("#" and its English title), or an emoji with the fields that EmojiCatalogue reads, separated by tabs.

# The emoji without variation selectors, as CLDR names it.
function plain(text) { gsub(/\357\270\217/, "", text); return text }

# The five skin tones are the last byte of U+1F3FB … U+1F3FF.
function tones_in(text) { return gsub(/\360\237\217[\273-\277]/, "", text) }
function toneless(text) { text = plain(text); gsub(/\360\237\217[\273-\277]/, "", text); return text }

function quoted(text) { gsub(/\\/, "\\\\", text); gsub(/"/, "\\\"", text); gsub(/\t/, "\\t", text); return "    \"" text "\"," }

function unescaped(text) {
    gsub(/&lt;/, "<", text); gsub(/&gt;/, ">", text); gsub(/&quot;/, "\"", text); gsub(/&apos;/, "'", text); gsub(/&amp;/, "\\&", text)
    return text
}

/<annotation cp="/ {
    text = $0
    sub(/.*<annotation cp="/, "", text)
    emoji = plain(substr(text, 1, index(text, "\"") - 1))
    words = text
    sub(/^[^>]*>/, "", words)
    sub(/<\/annotation>.*/, "", words)
    gsub(/ \| /, "|", words)
    kind = index(text, "type=\"tts\"") ? "name" : "words"
    found[zh + 0, kind, emoji] = unescaped(words)
    next
}

/^# Version: / { version = $3 }
/^# group: / { group = substr($0, 10) }

group != "" && group != "Component" && /; fully-qualified/ {
    text = $0
    sub(/.*# /, "", text)
    emoji = substr(text, 1, index(text, " ") - 1)
    if (tones_in(emoji)) {
        # Of people in different tones the picker has none: the tone is chosen once, for all emoji.
        for (tone = 1; tone <= 5; tone++) {
            byte = substr("\273\274\275\276\277", tone, 1)
            same = emoji
            if (gsub("\360\237\217" byte, "", same) == tones_in(emoji)) toned[toneless(emoji), tone] = emoji
        }
        next
    }
    if (group != last) { order[++count] = "#" group; last = group }
    order[++count] = emoji
    sub(/^[^ ]+ E[0-9.]+ /, "", text)
    name[emoji] = text
}

END {
    if (version == "" || count < 1000) { print "emoji-test.txt has no emoji" > "/dev/stderr"; exit 1 }
    print "#include \"core/models/emoji/emoji_data.h\""
    print ""
    print "namespace tidemark {"
    print "namespace {"
    print "constexpr std::string_view lines[] = {"
    print quoted(version "\t" cldr)
    for (i = 1; i <= count; i++) {
        emoji = order[i]
        if (emoji ~ /^#./ && !(emoji in name)) { print quoted(emoji); continue }
        key = plain(emoji)
        variants = ""
        if ((key, 1) in toned)
            for (tone = 1; tone <= 5; tone++) variants = variants (tone > 1 ? " " : "") toned[key, tone]
        english = ((0, "name", key) in found) ? found[0, "name", key] : name[emoji]
        chinese = ((1, "name", key) in found) ? found[1, "name", key] : ""
        print quoted(emoji "\t" variants "\t" english "\t" found[0, "words", key] "\t" chinese "\t" found[1, "words", key])
    }
    print "};"
    print "} // namespace"
    print "std::span<const std::string_view> emojiLines()"
    print "{"
    print "    return lines;"
    print "}"
    print "} // namespace tidemark"
}

# shellcheck shell=bash
# Sourced by tools/screenshots: records two windows of one account on the display while they are used.
# Expects what tools/screenshots has by then: the conversations, as_lin, open_window() and a display.

# Both windows with their title bars, and a line above them for the names of the devices.
shot=1094x576+0+0
laptop_left=1 phone_left=733 windows_top=55

# Takes pictures until it is killed. Each is named by its time in ms; the place of the pointer lies beside it.
record() {
    local frame
    while true; do
        frame=$work/frames/$(date +%s%3N)
        xdotool getmouselocation --shell >"$frame.pointer"
        import -silent -window root -crop "$shot" +repage "png:$frame.part"
        mv "$frame.part" "$frame.png"
    done
}

# Adds what a picture of the display lacks: the pointer, the names of the devices, and a light ground.
finish_frame() { # FRAME FONT
    local X=0 Y=0
    eval "$(grep -E '^[XY]=[0-9]+$' "$1.pointer")"
    convert "$1.png" -fill white -draw 'rectangle 0,0 1094,31' -draw 'rectangle 723,0 730,576' \
        -fill '#1f2328' -font "$2" -pointsize 16 \
        -annotate +$((laptop_left + 11))+22 'laptop' -annotate +$((phone_left + 11))+22 'phone, same account' \
        -fill '#111111' -stroke white -strokewidth 1 \
        -draw "translate $X,$Y path 'M 0,0 L 0,17 L 4,13 L 7,20 L 10,19 L 7,12 L 12,12 Z'" "$1.png"
}

# Makes one GIF of the frames. Instead of a frame that is equal to the frame before, that frame lasts longer.
assemble() { # FILE
    local font frame last="" kept=() arguments=() i hundredths
    font=$(fc-match --format='%{file}' 'Noto Sans:bold')
    for frame in "$work"/frames/*.png; do
        frame=${frame%.png}
        finish_frame "$frame" "$font"
        if [ -n "$last" ] && compare -metric AE "$last.png" "$frame.png" null: 2>/dev/null; then continue; fi
        kept+=("$frame") last=$frame
    done
    for i in "${!kept[@]}"; do
        hundredths=250
        if [ -n "${kept[i + 1]:-}" ]; then hundredths=$(((${kept[i + 1]##*/} - ${kept[i]##*/} + 5) / 10)); fi
        arguments+=(-delay "$hundredths" "${kept[i]}.png")
    done
    # With one palette for all frames, what does not change has the same color in each and costs nothing.
    local last_index=$((${#kept[@]} - 1)) samples=()
    for i in 0 1 2 3 4 5 6; do samples+=("${kept[last_index * i / 6]}.png"); done
    convert "${samples[@]}" -append +dither -colors 128 -unique-colors "$work/palette.png"
    convert "${arguments[@]}" -loop 0 +dither -remap "$work/palette.png" -layers OptimizeFrame -layers OptimizeTransparency "$1"
    [ "$(stat -c %s "$1")" -le 1000000 ] || { say "FAILED: $1 is larger than 1 MB"; exit 1; }
    say "$1: ${#kept[@]} frames, $(stat -c %s "$1") bytes"
}

# Moves the pointer in steps that the recording can show.
move_to() { # WINDOW X Y
    local X=0 Y=0 left top step
    eval "$(xdotool getmouselocation --shell | grep -E '^[XY]=[0-9]+$')"
    left=$(xwininfo -id "$1" | awk '/Absolute upper-left X/ { print $NF }')
    top=$(xwininfo -id "$1" | awk '/Absolute upper-left Y/ { print $NF }')
    for step in 1 2 3; do
        xdotool mousemove --sync $((X + (left + $2 - X) * step / 3)) $((Y + (top + $3 - Y) * step / 3))
        sleep 0.15
    done
}

press() { # WINDOW X Y [SECONDS]: clicks there, and leaves time to look at both windows
    move_to "$1" "$2" "$3"
    xdotool click 1
    sleep "${4:-2}"
}

# Puts two conversations with new messages at the top of the list.
prepare_conversations() {
    local direct_omar
    direct_omar=$(cli Omar direct Lin | number)
    printf '%s\n' "The release notes are ready." "Could you look at them before noon?" | cli Omar send "$direct_omar" - >/dev/null
    printf '%s\n' "I have moved our call to three." "Same link as last week." | cli Noor send "$direct_noor" - >/dev/null
}

moving_picture() { # FILE
    local laptop phone recorder
    prepare_conversations
    device=laptop open_window 720x520 light "${as_lin[@]}"
    laptop=$window
    device=phone open_window 360x520 light "${as_lin[@]}"
    phone=$window
    xdotool windowmove --sync "$laptop" $laptop_left $windows_top windowmove --sync "$phone" $phone_left $windows_top
    mkdir "$work/frames"
    xdotool mousemove --sync 520 440
    sleep 2
    record &
    recorder=$!
    pids+=("$recorder")
    sleep 1.5
    press "$laptop" 160 123 2.5
    press "$laptop" 160 251 1.5
    move_to "$laptop" 520 300
    for _ in 1 2 3; do
        xdotool click --repeat 3 --delay 60 5
        sleep 0.9
    done
    press "$phone" 160 187 2.5
    press "$phone" 16 28 2
    kill "$recorder"
    wait "$recorder" 2>/dev/null || true
    assemble "$1"
}

# For the scripts in tools/ that make tables of tests. Sourced from the repository's top.

# Whether FILE has the test or words NAME.
has() {
    local file=$1 name=$2
    [ -f "$file" ] || return 1
    case $file in
    tests/*CMakeLists.txt) grep -qF -- "tidemark_register_test($name " "$file" ;;
    tests/*.cpp | tests/*.h)
        if [[ $name =~ ^[A-Za-z0-9_]+$ ]]; then
            grep -qF -- "void $name()" "$file"
        else
            # A long name is cut into several literals.
            tr '\n' ' ' <"$file" | sed 's/" *"//g' | grep -qF -- "\"$name\")"
        fi
        ;;
    *) grep -qF -- "$name" "$file" ;;
    esac
}

/// The scripts by which shells complete the words of a command.
enum CompletionScript {
    /// Returns a generated script that completes sessions of the library, too, wherever it completes recordings.
    static func withLibrary(_ script: String) -> String {
        if script.hasPrefix("#compdef") { return zsh(script) }
        return script.contains("\ncomplete -c ") ? fish(script) : bash(script)
    }

    private static let folder = "${ODOGRAPH_LIBRARY:-${XDG_DATA_HOME:-$HOME/.local/share}/odograph}"

    private static func bash(_ script: String) -> String {
        script.replacing(
            "    __odographctl_add_completions -o plusdirs",
            with: "    __odographctl_add_library\n        __odographctl_add_completions -o plusdirs")
                + """

                __odographctl_add_library() {
                    local session
                    for session in "\(folder)"/*.odograph; do
                        if [[ -e ${session} && (${session##*/} = "${cur}"* || ${session} = "${cur}"*) ]]; then
                            COMPREPLY+=("${session}")
                        fi
                    done
                }
                """
    }

    private static func zsh(_ script: String) -> String {
        let function = """

            __odographctl_library_and_files() {
                local -a sessions=("\(folder)"/*.odograph(N))
                sessions=(${(M)sessions:#(|*/)${(b)PREFIX}*})
                (( ${#sessions} )) && compadd -U -f -- "${sessions[@]}"
                _files "${@}"
            }
            """
        let start = script.firstIndex(of: "\n") ?? script.endIndex
        return script[..<start] + function
            + script[start...].replacing("_files -g", with: "__odographctl_library_and_files -g")
    }

    private static func fish(_ script: String) -> String {
        script.replacing("'(set -l exts ", with: "'(__odographctl_library;set -l exts ") + """

            function __odographctl_library
                set -l folder $HOME/.local/share/odograph
                test -n "$XDG_DATA_HOME"; and set folder $XDG_DATA_HOME/odograph
                test -n "$ODOGRAPH_LIBRARY"; and set folder $ODOGRAPH_LIBRARY
                for session in $folder/*.odograph
                    printf '%s\\n' $session
                end
            end
            """
    }
}

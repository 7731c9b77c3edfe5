import Foundation
import TestSupport
import Testing

/// The output that a user sees in a terminal: one line of progress, a live view, and completed words.
@Suite struct TerminalTests {
    private let folder: CommandFolder

    init() throws { folder = try CommandFolder() }

    /// Runs a command in a terminal of its own, with keys that are pressed after a while.
    private func terminal(_ command: String, keys: String = "") throws -> ChildProcess.Result {
        try folder.write("\(command)\n", to: "command.sh")
        return try folder.shell("(sleep 1; printf '\(keys)') | script -qec 'bash command.sh' /dev/null")
    }

    @Test func `progress is one line of a terminal, and nothing elsewhere`() throws {
        try folder.writeLog()
        let shown = try terminal("$PROGRAM sensitivity walk.ndjson")
        #expect(
            shown.status == 0 && shown.output.contains("\r\u{1B}[K") && shown.output.contains("%"), "\(shown.output)")
        let quiet = try terminal("$PROGRAM sensitivity walk.ndjson -q")
        #expect(!quiet.output.contains("%"), "\(quiet.output)")
        #expect(try !folder.shell("$PROGRAM sensitivity walk.ndjson").errors.contains("%"))
        #expect(try folder.shell("$PROGRAM sensitivity walk.ndjson --progress").errors.contains("100 %"))
        #expect(try folder.shell("$PROGRAM sensitivity walk.ndjson --progress -q").status == 64)
    }

    @Test func `watch shows what there is, and gives the terminal back`() throws {
        let shown = try terminal(
            "$PROGRAM watch --gpsd localhost:9 --iio none --runtime-folder rt; stty -a", keys: "q")
        #expect(shown.status == 0, "\(shown.output)")
        #expect(shown.output.contains("Not recording") && shown.output.contains("no fix yet"), "\(shown.output)")
        #expect(shown.output.contains("connection refused"), "\(shown.output)")
        let end = try #require(shown.output.range(of: "\u{1B}[?1049l"), "the screen is given back")
        let after = shown.output[end.upperBound...]
        #expect(after.contains(" echo ") && after.contains(" icanon "), "\(after)")
        let piped = try folder.shell("$PROGRAM watch --iio none | cat")
        #expect(piped.errors.contains("needs a terminal"), "\(piped.errors)")
    }

    /// Words to complete, and the only completion of the last one.
    private static let completions = [
        ("simulate walk-co", "walk-correlated"), ("simulate walk --receiver puc", "puck"),
        ("run a --emit smoo", "smoothed"),
        ("tune a --parameter position.constantVelocity.wanderL", "position.constantVelocity.wanderLimit"),
        ("correct a --activity cyc", "cycling"), ("export a --format geo", "geojson"), ("wat", "watch"),
        ("import ride", "ride.FIT"), ("info 2026-0", "library/2026-05-16.odograph"),
    ]

    /// Writes a script for a shell, runs it, and returns its lines.
    private func complete(_ script: String, in shell: String) throws -> [String] {
        try folder.write("touch ride.FIT ride.png\n" + script, to: "ask")
        let result = try folder.shell(
            "mkdir -p library bin && touch library/2026-05-16.odograph && ln -sf $PROGRAM bin/odographctl && "
                + "PATH=$PWD/bin:$PATH HOME=$PWD TERM=dumb \(shell) ask")
        let prefix = folder.path("library") + "/"
        return result.output.split(separator: "\n").map { line in
            line.trimmingCharacters(in: .whitespacesAndNewlines).replacing(prefix, with: "library/")
        }
    }

    @Test func `bash completes commands, names, files, and sessions of the library`() throws {
        let asked = Self.completions.map { "complete_words odographctl \($0.0)" }
        let script = """
            source <(odographctl --generate-completion-script bash)
            complete_words() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMP_LINE="$*"; COMP_POINT=${#COMP_LINE}; \
            COMPREPLY=(); _odographctl "$1" "${!#}" "${@: -2:1}"; echo "${COMPREPLY[*]}"; }

            """
        #expect(try complete(script + asked.joined(separator: "\n"), in: "bash") == Self.completions.map(\.1))
    }

    @Test func `fish completes the same`() throws {
        // The words after the tab describe a completion.
        let asked = Self.completions.map { "complete -C 'odographctl \($0.0)' | string split -f 1 \\t" }
        let script = "odographctl --generate-completion-script fish | source\n"
        let lines = try complete(script + asked.joined(separator: "\n"), in: "fish --no-config")
        #expect(lines == Self.completions.map(\.1))
    }

    @Test func `zsh completes the same`() throws {
        // A shell in a pseudoterminal, in which the words are typed; the function shows what the command would be given.
        let asked = Self.completions.map { "ask 'odographctl \($0.0)'" }
        let script = #"""
            zmodload zsh/zpty
            odographctl --generate-completion-script zsh > _odographctl
            zpty shell zsh -f -i
            wait_for() {
                local part
                text=
                repeat 400; do
                    while zpty -r -t shell part; do text+=$part; done
                    [[ $text = ${~1} ]] && return
                    sleep 0.05
                done
            }
            zpty -w shell 'PS1= fpath=($PWD $fpath); autoload -U compinit; compinit -u'
            zpty -w shell 'odographctl() { print "<${@[-1]}>" }; print RE""ADY'
            wait_for '*READY*'
            ask() {
                zpty -w shell "$1"$'\t'
                wait_for '*<*>*'
                print -r -- ${${text##*\<}%%\>*}
            }

            """#
        let lines = try complete(script + asked.joined(separator: "\n"), in: "zsh -f")
        #expect(lines == Self.completions.map(\.1))
    }

    @Test func `every list and every figure is JSON on request`() throws {
        #expect(try folder.shell("mkdir library").status == 0)
        for command in ["simulate --list", "run --list-parameters", "map list", "history", "records"] {
            let result = try folder.shell("$PROGRAM \(command) --json")
            #expect(result.status == 0, "\(command): \(result.errors)")
            #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(result.output.utf8)) }
        }
    }

    @Test func `an interrupted search has the best parameters so far`() throws {
        #expect(try folder.shell("$PROGRAM simulate bike --output s --truth t.ndjson").status == 0)
        for options in ["--reference t.ndjson", "--self"] {
            let ended = try folder.shell("timeout -s INT --preserve-status 3 $PROGRAM tune s \(options)")
            #expect(ended.status == 130 && ended.errors.contains("best parameters so far"), "\(ended.errors)")
            #expect(try objects(ended.output.replacing("\n", with: ""))[0]["after"] != nil)
        }
    }
}

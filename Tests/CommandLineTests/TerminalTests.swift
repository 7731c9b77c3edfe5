import Foundation
import TestSupport
import Testing

/// What a person sees in a terminal: one line of progress, a live view, and completed words.
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

    @Test func `a shell completes scenarios, receivers, parameters and kinds of estimates`() throws {
        let asked = """
            source <($PROGRAM --generate-completion-script bash)
            complete_words() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMP_LINE="$*"; COMP_POINT=${#COMP_LINE}; \
            COMPREPLY=(); _odographctl "$1" "${!#}" "${@: -2:1}"; echo "${COMPREPLY[*]}"; }
            complete_words odographctl simulate walk-co
            complete_words odographctl simulate walk --receiver puc
            complete_words odographctl run a --emit smoo
            complete_words odographctl tune a --parameter position.constantVelocity.wanderL
            complete_words odographctl wat
            touch ride.FIT ride.png
            complete_words odographctl import ride
            """
        try folder.write(asked, to: "ask.bash")
        let result = try folder.shell("bash ask.bash")
        #expect(
            result.output.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) } == [
                "walk-correlated", "puck", "smoothed", "position.constantVelocity.wanderLimit", "watch",
                "ride.FIT",
            ], "\(result.output) \(result.errors)")
        for shell in ["zsh", "fish"] {
            #expect(
                try folder.shell("$PROGRAM --generate-completion-script \(shell)").output.contains("walk-correlated"))
        }
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

import CFuzzer
import Glibc

// usage: odograph-fuzz PARSER [libFuzzer's options and corpus]; odograph-fuzz --list; odograph-fuzz --seed SESSION
if CommandLine.argc == 3, CommandLine.arguments[1] == "--seed" {
    try SessionSeed.write(try seedEvents(), to: CommandLine.arguments[2])
    exit(0)
}
let names = Parser.allCases.map(\.rawValue)
guard CommandLine.argc > 1, names.contains(CommandLine.arguments[1]) else {
    print(names.joined(separator: "\n"))
    exit(CommandLine.arguments.dropFirst().first == "--list" ? 0 : 64)
}
// libFuzzer restarts itself with its own arguments, so the environment passes the choice.
setenv("ODOGRAPH_FUZZ_PARSER", CommandLine.arguments[1], 1)
var arguments = CommandLine.unsafeArgv.advanced(by: 1)
arguments[0] = CommandLine.unsafeArgv[0]
exit(
    odograph_fuzz(CommandLine.argc - 1, arguments) { data, size in
        chosen?.read(Array(UnsafeBufferPointer(start: data, count: size)))
        return 0
    })

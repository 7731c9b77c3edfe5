import ArgumentParser
import Glibc
import Recorder

if let shortage = ProcessLimits.shortage() {
    let sentence = Array("\(shortage)\n".utf8)
    _ = write(2, sentence, sentence.count)
    exit(EX_OSERR)
}
OdographCommand.main()

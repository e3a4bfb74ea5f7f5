import Glibc
import TestSupport
import Testing

@Suite("The TLS key log") struct KeyLogTests {
    @Test("it is refused if nothing is encrypted, or if its path already exists")
    func refused() throws {
        let scratch = try Scratch()
        let simulated = try Program.run("run", "picksAndPlays", "--tls-key-log", scratch("keys"))
        #expect(simulated.status == 64 && simulated.error.contains("nothing is encrypted"), "\(simulated.error)")
        try Scratch.write("mine", to: scratch("there"))
        try #require(symlink(scratch("nowhere"), scratch("link")) == 0)
        for path in [scratch("there"), scratch("link"), "/dev/null", scratch(".")] {
            for words in [["run", "picksAndPlays", "--rig", "virtual"], ["screen", "--service", "game"]] {
                let ended = try Program(words + ["--tls-key-log", path]).end()
                #expect(ended.status == 64, "\(ended.output)\(ended.error)")
            }
        }
        #expect(Scratch.text(of: scratch("there")) == "mine" && Scratch.bytes(of: scratch("nowhere")) == nil)
    }
}

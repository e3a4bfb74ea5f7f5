import TestSupport
import Testing

/// Commands that need temporary files, on a machine without space for them.
@Suite struct TemporaryFileTests {
    @Test("without room for temporary files nothing is found, and nothing is as recorded: the status is 3")
    func noRoom() throws {
        let scratch = try Scratch()
        let failed = try Program.run(
            "run", "answersAtOnce", "--output", scratch("runs"), "--port",
            "door=simulated:variant=appleSample,defect=answersTwice")
        #expect(failed.status == 1, "\(failed.output)\(failed.error)")
        let folder = scratch("runs/001-answersAtOnce-seed1")
        for words in [["reduce", folder], ["replay", folder, "--as", "accessory", "--rig", "simulated"]] {
            let usual = try Program(words).end()
            #expect(usual.status == 0, "\(usual.output)\(usual.error)")
            let ended = try Program(words, environment: ["TMPDIR": scratch("missing")]).end()
            #expect(ended.status == 3 && ended.error.contains("cannot be kept in"), "\(ended.output)\(ended.error)")
            #expect(!ended.output.contains("frames give this failure") && !ended.output.contains("as recorded"))
        }
        // A full disk: the remaining frames cannot be kept.
        try #require(FileSizeLimit.obstacle == nil, "\(FileSizeLimit.obstacle ?? "")")
        let full = try Program(["reduce", folder], launcher: FileSizeLimit.refusing(at: 500)).end()
        #expect(full.status == 3 && full.error.contains("not be kept"), "\(full.output)\(full.error)")
        #expect(!full.output.contains("frames give this failure"), "\(full.output)")
    }
}

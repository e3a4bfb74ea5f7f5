import TestSupport
import Testing

/// The bench's memory of a search's record, which prevents hiding runs by truncating the record.
@Suite struct BisectMemoryTests {
    private let scratch: Scratch

    private static let flash = """
        grep -q none "$TRAMMEL_FIRMWARE" || more=",defect=answersTwice"
        echo "door=simulated:variant=appleSample$more,name=Door" > "$TRAMMEL_PORTS"
        """
    /// Versions from the seventh on have a defect.
    private static let build = """
        if [ "${TRAMMEL_VERSION#v}" -ge 7 ]; then d=answersTwice; else d=none; fi
        echo $d $TRAMMEL_VERSION > "$TRAMMEL_FIRMWARE"
        """

    init() throws {
        scratch = try Scratch()
        try Scratch.write((1...12).map { "v\($0)\n" }.joined(), to: scratch("list"))
    }

    private func bisect(
        _ folder: String = "out", build: String, state: String = "state", _ more: [String] = []
    ) throws -> Program.Ended {
        try Program(
            ["bisect", "answersAtOnce", "--list", scratch("list"), "--build", build, "--flash", Self.flash]
                + ["--output", scratch(folder)] + more, environment: ["XDG_STATE_HOME": scratch(state)]
        ).end()
    }

    @Test("lines that were cut off the end of the record are missed: the bench remembers how far it grew")
    func cut() throws {
        let build = Self.build
        #expect(try bisect(build: build, ["--runs", "3"]).status == 4)
        let path = scratch("out/bisect.jsonl")
        let record = try #require(Scratch.text(of: path))
        let lines = record.split(separator: "\n").map { $0 + "\n" }
        for count in [lines.count - 1, lines.count - 3, 1] {
            let shorter = lines.prefix(count).joined()
            try Scratch.write(shorter, to: path)
            let refused = try bisect(build: build, ["--resume"])
            #expect(refused.status == 3 && refused.error.contains("line \(count + 1)"), "\(refused.error)")
            #expect(Scratch.text(of: path) == shorter, "nothing is written then")
        }
        try Scratch.write(record, to: path)
        let unknown = try bisect(build: build, state: "other", ["--resume"])
        #expect(unknown.status == 3 && unknown.error.contains("XDG_STATE_HOME"), "\(unknown.error)")
        // The same search in another folder has a separate record.
        #expect(try bisect("twin", build: build, ["--runs", "3"]).status == 4)
        #expect(try bisect(build: build, ["--resume"]).status == 0)
        let whole = try #require(Scratch.text(of: path)).split(separator: "\n").map { $0 + "\n" }
        try Scratch.write(whole.dropLast().joined(), to: path)
        let over = try bisect(build: build, ["--resume"])
        #expect(over.status == 3 && over.error.contains("firstBad"), "it ended: \(over.error)")
    }
}

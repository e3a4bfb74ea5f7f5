import Ground
import NDEF

/// Tags whose entire memory is hostile, but which otherwise behave correctly.
enum MemoryTargets {
    static let all = [
        FuzzTarget("type2-memory", seeds: { pages }, take: { read($0, from: .type2) }),
        FuzzTarget("type4-memory", seeds: { files }, take: { read($0, from: .type4) }),
        FuzzTarget("type2-rewriting", seeds: { pages }, take: { write($0, to: .type2) }),
        FuzzTarget("type4-rewriting", seeds: { files }, take: { write($0, to: .type4) }),
    ]

    private static let message = Seeds.bytes("d1010e55046578616d706c652e636f6d2f61")

    private static let pages = [
        "04a1b2c5 d3e58037 81480000 e1101200 0103a00c34 0312d1010e55046578616d706c652e636f6d2f61fe 000000",
        "04a1b2c5 d3e58037 81480000 e1100600 0300fe00 00000000 00000000 00000000 00000000 00000000 00000000",
        "04a1b2c5 d3e58037 8148ffff e110060f 0203101001 03ff000ad0000000 fd0100 fe",
    ].map(Seeds.bytes)
    private static let files = [
        "000f20003b00340406e10400ff0000 0012 d1010e55046578616d706c652e636f6d2f61 000000000000000000000000000000000000",
        "001130003b00340608e1040000010000 00 00000012 d1010e55046578616d706c652e636f6d2f61 00000000000000000000",
        "000f20000f00010406e1040032000000 0000",
    ].map(Seeds.bytes)

    private static func read(_ input: [UInt8], from platform: TagPlatform) {
        for depth in [ReadingDepth.message, .everything] {
            var tag = HostileTag(input, platform)
            guard let contents = contents(of: &tag, platform, depth) else { continue }
            _ = TagFacts(contents).lines
            if let message = contents.message { must(message.count <= 0x0100_0000, "a message of more than the tag") }
        }
    }

    private static func contents(
        of tag: inout HostileTag, _ platform: TagPlatform, _ depth: ReadingDepth
    ) -> TagContents? {
        guard var reader = TagReader(for: platform, depth: depth) else { return nil }
        var step = reader.begin()
        var count = 0
        while case .command(let command) = step, count < 500 {
            count += 1
            step = tag.answer(to: command).map { reader.receive($0) } ?? reader.receiveNoAnswer()
        }
        if case .finished(let contents) = step { return contents }
        return nil
    }

    /// A writer that reports success must have left the message on the tag.
    private static func write(_ input: [UInt8], to platform: TagPlatform) {
        var tag = HostileTag(input, platform)
        guard var writer = TagWriter(for: platform, message: message, force: input.first.map { $0 & 1 == 1 } ?? false)
        else { return }
        var step = writer.begin()
        var count = 0
        while case .command(let command) = step, count < 500 {
            count += 1
            step = tag.answer(to: command).map { writer.receive($0) } ?? writer.receiveNoAnswer()
        }
        guard case .finished(let report) = step else { return }
        must(report.after.message == message, "the report has another message")
        must(contents(of: &tag, platform, .message)?.message == message, "the message is not on the tag")
    }
}

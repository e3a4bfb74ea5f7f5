import Ground
import NDEF

/// NDEF messages, and readers and writers with any tag.
enum TagTargets {
    static let all = [
        FuzzTarget(
            "ndef", seeds: { Seeds.hex(in: "ndef/messages.tsv") + Seeds.hex(in: "ndef/android.tsv") }, take: ndef),
        FuzzTarget("type2-reader", seeds: { answers(type2) }, take: { read($0, from: .type2) }),
        FuzzTarget("type4-reader", seeds: { answers(type4) }, take: { read($0, from: .type4) }),
        FuzzTarget("type2-writer", seeds: { answers(type2) }, take: { write($0, to: .type2) }),
        FuzzTarget("type4-writer", seeds: { answers(type4) }, take: { write($0, to: .type4) }),
    ]

    private static let type2 = [
        "e1101200 0103a00c34 031a d1011655 04", "68 65 6c 6c 6f 2e 65 78 61 6d 70 6c 65 2f 61 fe", "0a",
        "00 04 04 02 01 00 0f 03", "030bd1010755046161616161 fe00 0000",
    ].map(Seeds.bytes)
    private static let type4 = [
        "9000", "9000", "000f20003b00340406e10400ff00009000", "9000", "00099000", "d1010555047777772e9000", "6a82",
        "001130003b003406 08e104 00010000 9000", "00001a9000", "6c10", "6110",
    ].map(Seeds.bytes)

    private static func answers(_ answers: [[UInt8]]) -> [[UInt8]] {
        [Choices.input(answers, between: [1]), Choices.input(answers + answers, between: [2])]
    }

    private static func ndef(_ input: [UInt8]) {
        let message: NDEFMessage
        do throws(Malformed) { message = try NDEFMessage(decoding: input) } catch {
            must((0...input.count).contains(error.offset) && !error.meaning.isEmpty, "\(input.hex): \(error)")
            return
        }
        _ = message.firstURI(smartPosters: .lookInside)
        let lines = message.records.map(\.description) + message.review.map(\.description)
        must(!lines.contains { $0.unicodeScalars.contains { $0.value < 0x20 } }, "a line has control characters")
        let again = try? NDEFMessage(decoding: message.encoded)
        must(again?.records == message.records, "\(input.hex) changes when it is written again")
        let form = NDEFForm(usesLongForm: true, writesEmptyIdentifier: true, chunkSize: 1 + input.count % 5)
        guard let chunked = try? message.encoded(as: form), chunked.count < 100_000 else { return }
        must((try? NDEFMessage(decoding: chunked))?.records == message.records, "\(input.hex) changes in chunks")
    }

    /// The longest file of a Type 4 tag takes more exchanges, but they would add nothing new.
    private static let mostExchanges = 1_000

    /// The answers repeat cyclically, so that a short input makes a whole tag.
    private static func read(_ input: [UInt8], from platform: TagPlatform) {
        var choices = Choices(input)
        let depth: ReadingDepth = choices.byte() & 1 == 0 ? .message : .everything
        guard var reader = TagReader(for: platform, depth: depth) else { return }
        var step = reader.begin()
        var count = 0
        while case .command = step, count < mostExchanges {
            count += 1
            if choices.isAtEnd { choices = Choices(input) }
            step = choices.byte() == 0xFF ? reader.receiveNoAnswer() : reader.receive(choices.piece())
        }
        guard case .finished(let contents) = step else { return }
        _ = TagFacts(contents).lines
        if let message = contents.message { ndef(message) }
    }

    private static func write(_ input: [UInt8], to platform: TagPlatform) {
        var choices = Choices(input)
        let message = Seeds.bytes("d1010e55046578616d706c652e636f6d2f61")
        let isForced = choices.byte() & 1 == 0
        guard var writer = TagWriter(for: platform, message: message, force: isForced) else { return }
        var step = writer.begin()
        var count = 0
        while case .command = step, count < mostExchanges {
            count += 1
            if choices.isAtEnd { choices = Choices(input) }
            step = choices.byte() == 0xFF ? writer.receiveNoAnswer() : writer.receive(choices.piece())
            _ = writer.progress.description
        }
    }
}

import Ground

@testable import Benches

/// The output of accessories, and the bytes of servers of serial lines.
enum ConsoleTargets {
    static let all = [
        FuzzTarget("console-lines", seeds: { lines }, take: line),
        FuzzTarget("serial-server", seeds: { servers }, take: server),
    ]

    private static var lines: [[UInt8]] {
        [
            Array("[00:00:00.251,159] \u{1B}[1;31m<err> uwb: no answer\u{1B}[0m\r\n".utf8),
            Array("\u{1B}]0;title\u{7}uart:~$ \u{1B}[8D\u{1B}[JE (123) door: text\n".utf8),
        ]
    }

    /// ser2net 4.3.11 (bench.md, section 3.2).
    private static var servers: [[UInt8]] {
        [
            Seeds.bytes("FF FB 03 FF FD 03 FF FB 01 FF FE 01 FF FD 00 FF FB 00 FF FD 2C"),
            Seeds.bytes("FF FD 2C FF FA 2C 6B 00 FF F0 FF FA 2C 65 00 01 C2 00 FF F0 62 6F 6F 74 FF FF 0D 0A"),
        ]
    }

    private static func line(_ input: [UInt8]) {
        var (whole, single) = (ConsoleLines(), ConsoleLines())
        let lines = whole.receive(input) + [whole.end()].compactMap(\.self)
        let pieces = input.flatMap { single.receive([$0]) } + [single.end()].compactMap(\.self)
        must(lines == pieces, "the lines depend on how their bytes are cut")
        must(!lines.contains { $0.contains("\n") || $0.contains("\u{1B}") }, "a line holds controls")
        var noise = ConsoleNoise()
        _ = noise.receive(input)
    }

    private static func server(_ input: [UInt8]) {
        var (whole, single) = (RFC2217Client(rate: 115_200), RFC2217Client(rate: 115_200))
        let taken = whole.receive(input)
        let pieces = input.map { single.receive([$0]) }
        must(taken.data == pieces.flatMap(\.data), "the data depends on how its bytes are cut")
        must(taken.answer == pieces.flatMap(\.answer), "the answers depend on how the bytes are cut")
        must(taken.data.count <= input.count, "more data than bytes")
        // Each option is answered once in each direction, and the line is set once.
        must(taken.answer.count <= 512 * 3 + 128, "the answers have no bound")
    }
}
